"""The thing that a sentence asks for, in words that a network knows: "the blue mug on the desk" is a mug."""

from __future__ import annotations

import re
from functools import lru_cache

from wayproof.errors import InvalidInput
from wayproof.kinds import ROOM_SURFACES
from wayproof.perception.phrases import LONGEST_PHRASE, Words

# What comes after these words tells more about the thing, or where it is; the thing itself was named before.
_MORE = re.compile(
    r"\b(?:on|in|inside|at|by|with|without|near|beside|behind|below|under|above|over|beneath|between|"
    r"next to|close to|made of|made from|that|which|opposite|against|from|for)\b|[.,;:!?]"
)


@lru_cache(maxsize=256)
def thing_named_in(text: str, words: Words) -> str:
    """The category that a sentence asks for; "" if it names none that the network knows.

    >>> words = Words(("book", "coffee_table", "easy_chair", "wall"))
    >>> thing_named_in("Find the stack of books on the coffee table.", words)
    'book'
    >>> thing_named_in("Go to the armchair.", words), thing_named_in("कुर्सी", words)
    ('easy_chair', '')
    """
    for part in _MORE.split(text.lower()[: 10 * LONGEST_PHRASE]):
        kinds = [kind for kind in _kinds_in(part, words) if kind not in ROOM_SURFACES]
        if kinds:
            return kinds[-1]  # "kitchen counter": English names the thing last
    return ""


def _kinds_in(part: str, words: Words) -> list[str]:
    """The categories named in a part of a sentence, in order."""
    try:
        tokens = words.read(part[-LONGEST_PHRASE:])
    except InvalidInput:
        return []  # no word that it knows
    return [words.categories[token] for token in tokens if token < len(words.categories)]
