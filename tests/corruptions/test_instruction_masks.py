"""Masks and capitals: which words are hit, and how many."""

from __future__ import annotations

import re

import pytest

from wayproof.corruptions.instruction.rewrite_contract import explain
from wayproof.errors import MissingDependency
from wayproof.language.sample_routes import sample_routes
from wayproof.language.sentences import sentences
from wayproof.language.spacy_tagger import spacy_installed
from wayproof.language.word_masks import MASK

TEXT = "Walk past the big red couch on your left and turn slightly right at the second door, next to it."
ROUTES = [route.text for route in sample_routes(60, seed=31)]


def _masked(name: str, text: str, severity: float, *, episode: str = "") -> str:
    return explain(name, text, severity=severity, seed=4, episode=episode).text


def test_all_non_essential_words_are_masked_and_the_route_stays() -> None:
    assert _masked("mask_non_essential", TEXT, 1.0) == (
        f"Walk past {MASK} {MASK} {MASK} couch on {MASK} left {MASK} turn slightly right "
        f"at {MASK} second door, next to {MASK}."
    )


@pytest.mark.parametrize("text", ROUTES)
def test_landmarks_directions_and_verbs_survive_the_non_essential_mask(text: str) -> None:
    masked = _masked("mask_non_essential", text, 1.0)
    essential = re.findall(
        r"\b(?:left|right|turn|stop|wait|door|couch|kitchen|stairs|past|into|through)\b", text
    )
    assert [masked.count(word) for word in essential] == [text.count(word) for word in essential]


@pytest.mark.parametrize("name", ["mask_non_essential", "mask_random"])
def test_the_severity_is_the_share_of_words(name: str) -> None:
    for index, text in enumerate(ROUTES):
        everything = _masked(name, text, 1.0, episode=str(index)).count(MASK)
        half = _masked(name, text, 0.5, episode=str(index)).count(MASK)
        assert half == -(-everything // 2)


@pytest.mark.parametrize("name", ["mask_non_essential", "mask_random"])
def test_a_stronger_mask_hides_all_that_a_weaker_one_hides(name: str) -> None:
    hidden: set[int] = set()
    for severity in (0.1, 0.3, 0.5, 0.8, 1.0):
        edits = {edit.start for edit in explain(name, TEXT, severity=severity, seed=9).edits}
        assert hidden < edits
        hidden = edits


def test_a_full_random_mask_leaves_no_word() -> None:
    for text in ROUTES:
        assert not re.search(r"[a-z]", _masked("mask_random", text, 1.0))


@pytest.mark.parametrize("language", ["hi-IN", "te-IN"])
def test_the_random_mask_takes_whole_words_of_indian_scripts(language: str) -> None:
    for sentence in sentences(language):
        result = explain("mask_random", sentence.text, severity=0.5, seed=1, language=language)
        before, after = sentence.text.split(), result.text.split()
        assert len(before) == len(after)
        for old, new in zip(before, after, strict=True):
            assert new == old or re.fullmatch(r"\[MASK\][।.,]?", new)
        assert result.outcome == "rewritten"


def test_capitals_hit_nouns_verbs_and_prepositions_only() -> None:
    assert explain("capitalise", TEXT).text == (
        "WALK PAST the big red COUCH ON your LEFT and TURN slightly right AT the second DOOR, next TO it."
    )


def test_capitals_change_nothing_but_the_case() -> None:
    for text in ROUTES:
        result = explain("capitalise", text).text
        assert result != text
        assert result.lower() == text.lower()


def test_capitals_leave_masks_alone() -> None:
    assert explain("capitalise", f"Walk past {MASK} couch").text == f"WALK PAST {MASK} COUCH"


@pytest.mark.skipif(spacy_installed(), reason="spaCy is installed here")
@pytest.mark.parametrize("name", ["capitalise", "mask_non_essential"])
def test_parity_asks_for_spacy_where_it_is_missing(name: str) -> None:
    with pytest.raises(MissingDependency, match="spaCy"):
        explain(name, TEXT, profile="parity")


@pytest.mark.skipif(not spacy_installed(), reason="needs the extra `language`")
def test_parity_capitals_come_from_spacy() -> None:
    assert "PAST the" in explain("capitalise", TEXT, profile="parity").text
