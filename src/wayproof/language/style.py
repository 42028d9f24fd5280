"""A tone of voice as data: openers, connectives, joints, and other words for each kind of verb.

Lists are long and their phrases short, so that no stock phrase marks a style: a test counts how many texts
share four words in a row that a style brought in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Style:
    """A tone of voice. An empty string in a list means nothing; twice, nothing more often."""

    name: str
    brief: str  # one sentence that tells a language model what is wanted
    openers: tuple[str, ...] = ("",)  # whole sentences before the first
    starts: tuple[str, ...] = ("",)  # at the head of the first sentence: "first, "
    nexts: tuple[str, ...] = ("",)  # at the head of a later sentence
    lasts: tuple[str, ...] = ("",)  # at the head of the last step, where it is a sentence of its own
    wrappers: tuple[str, ...] = ("",)  # before the first verb of a sentence: "please ", "I "
    joins: tuple[str, ...] = (" and ",)  # between the two clauses of a sentence
    middles: tuple[str, ...] = (", ",)  # between clauses of a longer sentence
    series: tuple[str, ...] = (" and ", ", and ", ", then ")  # before the last of three or more
    closers: tuple[str, ...] = ("",)  # whole sentences at the end
    verbs: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # by clause key; "" and other keys: it stays
    words: Mapping[str, str] = field(default_factory=dict)  # other words outside protected stretches
    lengths: tuple[int, ...] = (1, 2, 2, 3)  # clauses in a sentence, drawn
    subject: str = ""  # "I" for a text in the first person
    length: str = ""  # "shorter" or "longer" than the original is a must
    telegraphic: bool = False  # may drop articles where nothing else makes it shorter
