"""Edits and what they make of a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayproof.language.choices import Choices
from wayproof.language.clauses import find_clauses
from wayproof.language.parse import parse
from wayproof.language.person import first_person_edits
from wayproof.language.rewrite import REWRITTEN, UNCHANGED, Edit, edited, rewritten
from wayproof.seeding import generator_for


def test_edits_without_effect_leave_the_text_unchanged() -> None:
    result = rewritten("go on", [Edit(0, 2, "go")])
    assert (result.text, result.outcome, result.edits) == ("go on", UNCHANGED, ())


def test_insertions_and_replacements_come_in_order() -> None:
    result = rewritten("go on", [Edit(0, 0, "please "), Edit(0, 2, "walk"), Edit(5, 5, "!")])
    assert (result.text, result.outcome) == ("please walk on!", REWRITTEN)


@given(st.text(), st.lists(st.text(max_size=5), max_size=5))
def test_edits_keep_all_text_between_them(text: str, words: list[str]) -> None:
    places = sorted({len(text) * number // 6 for number in range(len(words))})
    edits = [Edit(place, place, word) for place, word in zip(places, words, strict=False)]
    assert len(edited(text, edits)) == len(text) + sum(len(edit.after) for edit in edits)


def test_a_list_is_used_up_before_it_repeats() -> None:
    choices = Choices(generator_for(1))
    assert sorted(choices.of(("a", "b", "c")) for _ in range(3)) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("You are near the door in front of you.", "I am near the door in front of me."),
        ("Stop before you reach your bed.", "Stop before I reach my bed."),
        ("Don't stop. Do not turn yourself around.", "I don't stop. I do not turn myself around."),
        ("You'll see it when you're there.", "I'll see it when I'm there."),
    ],
)
def test_you_becomes_i_or_me(text: str, wanted: str) -> None:
    assert edited(text, first_person_edits(parse(text), 0, len(text))) == wanted


def _heads(text: str) -> list[str]:
    return [text[clause.start : clause.end] for clause in find_clauses(parse(text))]


def test_clause_heads_hold_joint_and_verb_and_nothing_of_the_place() -> None:
    text = "Exit the room, then when you reach the sofa, slowly turn left and wait by the bed."
    assert _heads(text) == ["Exit", ", then when you reach the sofa, slowly turn left", " and wait"]


def test_negated_clauses_have_no_head() -> None:
    assert _heads("Do not enter the kitchen. Turn left.") == [". Turn left"]


def test_a_verb_with_two_places_keeps_its_preposition_out_of_the_head() -> None:
    assert _heads("Walk out of the bedroom and into the hallway.") == ["Walk"]


def test_clauses_of_other_speakers_stay() -> None:
    assert _heads("They walk past the couch.") == []
