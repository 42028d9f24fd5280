"""The lexicon knows the world that instructions are about."""

from __future__ import annotations

import pytest

from wayproof.language.lexicon import filled, lexicon
from wayproof.language.word_forms import singular, verb_forms
from wayproof.scenes.furniture import FURNITURE, HOME
from wayproof.scenes.houses.room_programme import KINDS


def test_every_object_of_the_scenes_and_its_synonyms_are_known() -> None:
    things = [kind for kind in FURNITURE if kind.place == HOME]
    names = [name for thing in things for name in (thing.name.replace("_", " "), *thing.synonyms)]
    assert sorted(set(names) - lexicon().landmarks) == []


def test_every_kind_of_room_is_known() -> None:
    assert sorted({kind.replace("_", " ") for kind in KINDS} - lexicon().rooms) == []


def test_no_phrase_has_two_meanings_of_one_kind() -> None:
    for words, group in lexicon().phrases.items():
        meanings = {(phrase.kind, phrase.value, phrase.relation, phrase.direction) for phrase in group}
        assert len({kind for kind, *_ in meanings}) == len(meanings), words


def test_templates_are_filled_with_both_sides() -> None:
    assert [text for text, _ in filled("on the {side}")] == ["on the left", "on the right"]


@pytest.mark.parametrize(
    ("verb", "gerund", "past"),
    [
        ("stop", "stopping", "stopped"),
        ("make", "making", "made"),
        ("go", "going", "gone"),
        ("see", "seeing", "seen"),
    ],
)
def test_verbs_are_inflected(verb: str, gerund: str, past: str) -> None:
    forms = verb_forms(verb)
    assert (forms["gerund"], forms["past"]) == (gerund, past)


def test_left_is_never_a_form_of_leave() -> None:
    assert "left" not in verb_forms("leave").values()


@pytest.mark.parametrize(("many", "one"), [("couches", "couch"), ("doors", "door"), ("glass", "glass")])
def test_plurals_are_reduced(many: str, one: str) -> None:
    assert singular(many) == one
