"""Phrases become tokens: what is known, what is ambiguous, what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayproof.errors import InvalidInput
from wayproof.perception.phrases import ATTRIBUTES, Words, attribute_values
from wayproof.scenes.finishes import COLOURS, FAMILIES, PATTERN_WORDS
from wayproof.scenes.scene import Attributes

WORDS = Words(("chair", "coffee_table", "couch", "house_plant", "orange", "person", "television"))


def said(phrase: str) -> list[str]:
    return [WORDS.tokens[token] for token in WORDS.read(phrase)]


@pytest.mark.parametrize(
    ("phrase", "tokens"),
    [
        ("brown wooden chair", ["colour:brown", "material:wood", "chair"]),
        ("the Coffee-Table", ["coffee_table"]),
        ("coffee_table", ["coffee_table"]),
        ("grey sofa", ["colour:grey", "couch"]),
        ("two chairs", ["chair"]),
        ("a TV that is on", ["television", "state:on"]),
        ("green house plant", ["colour:green", "house_plant"]),
        # The same word is a look before a noun and a thing at the end.
        ("orange chair", ["colour:orange", "chair"]),
        ("orange", ["orange"]),
        ("plant", ["house_plant"]),
        ("a person, somebody", ["person"]),
    ],
)
def test_a_phrase_is_read_as_its_words_mean(phrase: str, tokens: list[str]) -> None:
    assert said(phrase) == tokens


@pytest.mark.parametrize("phrase", ["", "   ", "zzz qqq", "x" * 500])
def test_a_phrase_without_a_known_word_is_refused_with_an_example(phrase: str) -> None:
    with pytest.raises(InvalidInput, match="brown wooden chair"):
        WORDS.read(phrase)


def test_the_words_cover_all_that_scenes_say_of_things() -> None:
    assert set(COLOURS) == set(ATTRIBUTES["colour"])
    assert set(FAMILIES) <= set(ATTRIBUTES["material"])
    assert {"plain", *PATTERN_WORDS.values()} == set(ATTRIBUTES["pattern"])


def test_values_of_attributes_are_positions_and_minus_one_where_there_is_no_word() -> None:
    values = attribute_values(Attributes(colour="red", material="velvet", state="open"))
    assert values == (ATTRIBUTES["colour"].index("red"), -1, -1, 0, -1)


@given(st.lists(st.sampled_from(WORDS.categories), min_size=1, max_size=4))
def test_rows_of_ones_have_a_one_for_each_word(names: list[str]) -> None:
    rows = WORDS.multi_hot([name.replace("_", " ") for name in names])
    assert rows.shape == (len(names), len(WORDS.tokens))
    assert [WORDS.tokens[int(np.argmax(row))] for row in rows] == names
    assert (rows.sum(axis=1) == 1).all()


def test_every_token_of_an_attribute_can_be_addressed() -> None:
    found = [
        WORDS.tokens[WORDS.attribute_token(field, k)]
        for field, values in ATTRIBUTES.items()
        for k in range(len(values))
    ]
    assert found == [f"{field}:{value}" for field, values in ATTRIBUTES.items() for value in values]
