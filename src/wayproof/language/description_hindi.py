"""Descriptions in Hindi: "भूरी लकड़ी की कुर्सी ढूँढें।" (Find the brown wooden chair).

Adjectives, the genitive of materials and वाला agree with the noun in gender, number and case. The noun stands
plain before ढूँढें (find) and oblique before के पास (to) and पर (on).
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

FILE = Path(__file__).with_name("description_hindi.toml")
MASCULINE, CHANGED, FEMININE = 0, 1, 2  # the places of an adjective's forms

Words = dict[str, tuple[str, ...]]


class HindiFile(msgspec.Struct, frozen=True):
    """The content of description_hindi.toml."""

    forms: Words
    nouns: Words
    wider: Words
    colour: Words
    size: Words
    texture: Words
    material: Words
    state: Words
    modifier: Words
    parts: dict[str, tuple[str, str]]
    fixed: Words


class Hindi:
    """Hindi sentences about constraints."""

    def __init__(self) -> None:
        self._words = _hindi_file()
        self._table = NounTable(self._words.nouns, self._words.wider, {})

    def nouns(self, instance: Instance) -> tuple[Noun, ...]:
        return self._table.nouns_for(instance)

    def can_say(self, said: Constraints) -> bool:
        """Whether there are words for all of it; finish and state of a mere part are not told in Hindi."""
        words = self._words
        of_part = (said.has_finish and said.finish_of) or (said.state and said.state_of)
        for name in ("colour", "size", "texture", "material", "state", "modifier"):
            if getattr(said, name) is not None and getattr(said, name) not in getattr(words, name):
                return False
        if said.number is not None:
            part, count = said.number
            if part not in words.parts or count > len(words.fixed["numbers"]):
                return False
        carrier = said.support
        carried = carrier is None or (self.can_say(carrier) and said.relation in words.fixed)
        return not of_part and carried

    def sentence(self, said: Constraints, rng: np.random.Generator) -> str:
        """A sentence that asks for the thing."""
        choices = Choices(rng)
        if choices.chance(0.5):
            return f"{self._phrase(said, oblique=False)} {choices.of(self._words.fixed['find'])}।"
        return f"{self._phrase(said, oblique=True)} {choices.of(self._words.fixed['go_to'])}।"

    def _phrase(self, said: Constraints, *, oblique: bool) -> str:
        """What carries it, what it has, what it is like, and the noun."""
        words = self._words
        gender, *other = words.forms[said.noun]
        form = FEMININE if gender[0] == "f" else CHANGED if oblique or gender == "mp" else MASCULINE
        pieces = []
        if said.support is not None:
            postposition = words.fixed[said.relation or "on"][0]
            pieces += [self._phrase(said.support, oblique=True), postposition, words.fixed["placed"][form]]
        if said.number is not None:
            part, count = said.number
            pieces += [words.fixed["numbers"][count - 1], words.parts[part][count > 1]]
            pieces.append(words.fixed["with"][form])
        for name in ("state", "size", "colour", "texture", "modifier", "material"):
            value = getattr(said, name)
            if value is not None:
                forms = getattr(words, name)[value]
                pieces.append(forms[form] if len(forms) > 1 else forms[0])
        return " ".join([*pieces, other[0] if oblique and other else said.noun])


@cache
def _hindi_file() -> HindiFile:
    return read_toml(FILE, HindiFile)
