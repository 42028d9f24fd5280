"""Parts of speech, built in and by spaCy."""

from __future__ import annotations

import pytest

from wayproof.errors import MissingDependency, UnknownName
from wayproof.language.sample_routes import sample_routes
from wayproof.language.spacy_tagger import spacy_installed
from wayproof.language.tagger import built_in_tags, tagger_named
from wayproof.tokens import tokenise


def _tags(text: str) -> list[str]:
    return built_in_tags(text, tokenise(text))


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("Walk past the couch.", "VERB ADP DET NOUN PUNCT"),
        ("Turn left at the second door", "VERB ADV ADP DET ADJ NOUN"),
        ("Exit the bedroom and step into the hall", "VERB DET NOUN CCONJ VERB ADP DET NOUN"),
        ("Stop near the exit door", "VERB ADP DET NOUN NOUN"),
        ("You need to turn around", "PRON AUX PART VERB ADV"),
        ("The left door is open", "DET ADJ NOUN AUX ADJ"),
        ("the door on your left", "DET NOUN ADP DET NOUN"),
    ],
)
def test_navigation_english_is_tagged_right(text: str, tags: str) -> None:
    assert " ".join(_tags(text)) == tags


@pytest.mark.parametrize(("text", "index"), [("take a turn", 2), ("the stop sign", 1), ("go to the exit", 3)])
def test_a_verb_after_an_article_is_a_noun(text: str, index: int) -> None:
    assert _tags(text)[index] == "NOUN"


def test_an_unknown_tagger_is_refused() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'spacy'"):
        tagger_named("spaccy")


@pytest.mark.skipif(spacy_installed(), reason="spaCy is installed here")
def test_a_missing_spacy_says_how_to_get_it() -> None:
    with pytest.raises(MissingDependency, match=r"wayproof\[language\]"):
        tagger_named("spacy")


@pytest.mark.skipif(not spacy_installed(), reason="needs the extra `language`")
def test_both_taggers_agree_on_most_words() -> None:
    spacy = tagger_named("spacy")
    agreed = total = 0
    for route in sample_routes(60, seed=8):
        tokens = tokenise(route.text)
        pairs = list(zip(built_in_tags(route.text, tokens), spacy(route.text, tokens), strict=True))
        agreed += sum(ours == theirs for ours, theirs in pairs)
        total += len(pairs)
    assert agreed / total > 0.92


@pytest.mark.skipif(not spacy_installed(), reason="needs the extra `language`")
def test_spacy_gives_one_tag_per_token_of_ours() -> None:
    text = "Don't go; it's a u-turn! \u2764\ufe0f"
    tokens = tokenise(text)
    assert len(tagger_named("spacy")(text, tokens)) == len(tokens)
