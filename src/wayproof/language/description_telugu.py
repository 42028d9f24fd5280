"""Descriptions in Telugu: "గోధుమ రంగు చెక్క కుర్చీని కనుగొనండి." (Find the brown wooden chair).

Adjectives do not change. The noun is in the accusative before కనుగొనండి (find), and in the form that takes a
postposition before దగ్గరకు (to) and మీద (on); లో (in) is written together with it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import numpy as np

from wayproof.language.choices import Choices
from wayproof.language.description_constraints import Constraints
from wayproof.language.description_nouns import Noun, NounTable
from wayproof.scenes.scene import Instance
from wayproof.spec import read_toml

FILE = Path(__file__).with_name("description_telugu.toml")
# A noun that ends without a vowel would melt together with an ending.
VIRAMA, ZWNJ = "\u0c4d", "\u200c"

Words = dict[str, tuple[str, ...]]


class TeluguFile(msgspec.Struct, frozen=True):
    """The content of description_telugu.toml."""

    forms: Words
    nouns: Words
    wider: Words
    colour: dict[str, str]
    size: dict[str, str]
    texture: dict[str, str]
    material: dict[str, str]
    state: dict[str, str]
    modifier: dict[str, str]
    parts: dict[str, tuple[str, str]]
    fixed: Words


class Telugu:
    """Telugu sentences about constraints."""

    def __init__(self) -> None:
        self._words = _telugu_file()
        self._table = NounTable(self._words.nouns, self._words.wider, {})

    def nouns(self, instance: Instance) -> tuple[Noun, ...]:
        return self._table.nouns_for(instance)

    def can_say(self, said: Constraints) -> bool:
        """Whether there are words for all of it; finish and state of a mere part are not told in Telugu."""
        words = self._words
        if (said.has_finish and said.finish_of) or (said.state and said.state_of):
            return False
        for name in ("colour", "size", "texture", "material", "state", "modifier"):
            if getattr(said, name) is not None and getattr(said, name) not in getattr(words, name):
                return False
        if said.number is not None:
            part, count = said.number
            if part not in words.parts or count > len(words.fixed["numbers"]):
                return False
        carrier = said.support
        return carrier is None or (self.can_say(carrier) and said.relation in words.fixed)

    def sentence(self, said: Constraints, rng: np.random.Generator) -> str:
        """A sentence that asks for the thing."""
        choices, fixed = Choices(rng), self._words.fixed
        accusative, *_ = self._words.forms[said.noun]
        looks = self._looks(said, choices)
        if choices.chance(0.5):
            return " ".join([*looks, accusative, choices.of(fixed["find"])]) + "."
        return " ".join([*looks, self._before_postposition(said), choices.of(fixed["go_to"])]) + "."

    def _looks(self, said: Constraints, choices: Choices) -> list[str]:
        """What carries it, what it has and what it is like."""
        words, pieces = self._words, []
        if said.support is not None:
            carrier = " ".join([*self._looks(said.support, choices), self._before_postposition(said.support)])
            ending = choices.of(words.fixed[said.relation or "on"])
            joint = ZWNJ if carrier.endswith(VIRAMA) and not ending.startswith(" ") else ""
            pieces.append(carrier + joint + ending)
        if said.number is not None:
            part, count = said.number
            pieces += [
                words.fixed["numbers"][count - 1],
                words.parts[part][count > 1],
                words.fixed["having"][0],
            ]
        for name in ("state", "size", "colour", "texture", "modifier", "material"):
            if getattr(said, name) is not None:
                pieces.append(getattr(words, name)[getattr(said, name)])
        return pieces

    def _before_postposition(self, said: Constraints) -> str:
        return self._words.forms[said.noun][-1] if len(self._words.forms[said.noun]) > 1 else said.noun


@cache
def _telugu_file() -> TeluguFile:
    return read_toml(FILE, TeluguFile)
