"""Descriptions in English, of America and of India: "Find the brown wooden chair.".

Words before the noun come in the usual order: size, state, shape, colour, texture, material, kind. What is
said of a part, and numbers, follow it: "with two doors", "with a blue shade"; then what carries the thing.
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

FILE = Path(__file__).with_name("description_english.toml")
OPENINGS = ("Find the", "Go to the")
MADE_OF_SHARE = 0.25  # of materials that follow the noun: "made of wood"
COMPOUND_SHARE = 0.3  # of numbers that go before it: "two-door"
RELATIVE_SHARE = 0.25  # of supports told in a clause: "that is on the shelf"
COMPOUND_PARTS = ("door", "drawer", "seat", "shelf")

Words = dict[str, tuple[str, ...]]


class EnglishWords(msgspec.Struct, frozen=True):
    plural: tuple[str, ...]
    numbers: tuple[str, ...]
    mass_parts: tuple[str, ...]
    parts: dict[str, tuple[str, str]]
    size: Words
    texture: Words
    material: dict[str, tuple[str, str]]
    state: Words
    shape: dict[str, str]
    kind: dict[str, str]


class EnglishFile(msgspec.Struct, frozen=True):
    """The content of description_english.toml."""

    nouns: Words
    nouns_in_india: Words
    wider: Words
    kinds: dict[str, tuple[str, str]]
    counted_nouns: dict[str, tuple[str, str]]
    words: EnglishWords


class English:
    """Sentences about constraints, in the English of one country."""

    def __init__(self, *, in_india: bool) -> None:
        content = english_file()
        nouns = content.nouns | content.nouns_in_india if in_india else content.nouns
        self._table = NounTable(nouns, content.wider, content.kinds, open_ended=True)
        self._counted = content.counted_nouns
        self._words = content.words

    def nouns(self, instance: Instance) -> tuple[Noun, ...]:
        return self._table.nouns_for(instance)

    def can_say(self, said: Constraints) -> bool:
        """Whether there are words for all of it, and at most one phrase with "with"."""
        words = self._words
        known = (
            said.texture is None or said.texture in words.texture,
            said.material is None or said.material in words.material,
            said.size is None or said.size in words.size,
            said.state is None or said.state in words.state,
            said.number is None or self._can_count(said),
            said.modifier is None or self._can_modify(said),
            said.support is None or (self.can_say(said.support) and not self._has_with(said.support)),
        )
        return all(known) and self._with_phrases(said) <= 1

    def sentence(self, said: Constraints, rng: np.random.Generator) -> str:
        """A sentence that asks for the thing."""
        choices = Choices(rng)
        return f"{choices.of(OPENINGS)} {self.noun_phrase(said, choices)}."

    def noun_phrase(self, said: Constraints, choices: Choices) -> str:
        """The thing and all that is said of it, without an article."""
        before, after = self._before(said, choices), self._after(said)
        if said.material and not said.finish_of:
            adjective, stuff = self._words.material[said.material]
            if not after and said.support is None and choices.chance(MADE_OF_SHARE):
                after = [f"made of {stuff}"]
            else:
                before.append(adjective)
        if (
            said.number
            and said.number[0] in COMPOUND_PARTS
            and said.number[1] > 1
            and choices.chance(COMPOUND_SHARE)
        ):
            before.append(f"{self._number(said.number[1])}-{said.number[0]}")
            after = []
        if said.modifier in self._words.kind:
            before.append(self._words.kind[said.modifier])
        phrase = " ".join([*before, self._noun(said), *after])
        return phrase + (self._carried(said, bool(after), choices) if said.support else "")

    def _before(self, said: Constraints, choices: Choices) -> list[str]:
        words, before = self._words, []
        if said.size:
            before.append(choices.of(words.size[said.size]))
        if said.state and not said.state_of:
            before.append(choices.of(words.state[said.state]))
        if said.modifier in words.shape:
            before.append(words.shape[said.modifier])
        if not said.finish_of:
            before += self._colour_and_texture(said)
        return before

    def _after(self, said: Constraints) -> list[str]:
        words = self._words
        if said.has_finish and said.finish_of:
            material = [words.material[said.material][0]] if said.material else []
            looks = " ".join([*self._colour_and_texture(said), *material, said.finish_of])
            return [f"with {looks}" if said.finish_of in words.mass_parts else f"with {_a(looks)}"]
        if said.state and said.state_of:
            return [f"with {_a(words.state[said.state][0])} {said.state_of}"]
        if said.number and not self._counts(said):
            part, count = said.number
            return [f"with {self._number(count)} {words.parts[part][count > 1]}"]
        return []

    def _carried(self, said: Constraints, after: bool, choices: Choices) -> str:
        support = said.support
        assert support is not None
        verb = "are" if said.noun in self._words.plural else "is"
        clause = f" that {verb}" if after or choices.chance(RELATIVE_SHARE) else ""
        return f"{clause} {said.relation} the {self.noun_phrase(support, choices)}"

    def _colour_and_texture(self, said: Constraints) -> list[str]:
        texture = [self._words.texture[said.texture][0]] if said.texture else []
        return [*([said.colour] if said.colour else []), *texture]

    def _noun(self, said: Constraints) -> str:
        if said.number and self._counts(said):
            return self._counted[said.noun][1].replace("{number}", self._number(said.number[1]))
        return said.noun

    def _counts(self, said: Constraints) -> bool:
        """Whether the number belongs into the noun: "stack of three books"."""
        return said.number is not None and self._counted.get(said.noun, ("",))[0] == said.number[0]

    def _can_count(self, said: Constraints) -> bool:
        assert said.number is not None
        part, count = said.number
        return count <= len(self._words.numbers) and (self._counts(said) or part in self._words.parts)

    def _can_modify(self, said: Constraints) -> bool:
        content = english_file()
        told_by_noun = said.noun in content.kinds and content.kinds[said.noun][1] == said.modifier
        return told_by_noun or said.modifier in self._words.shape or said.modifier in self._words.kind

    def _has_with(self, said: Constraints) -> bool:
        return self._with_phrases(said) > 0 or said.number is not None

    def _with_phrases(self, said: Constraints) -> int:
        of_part = said.has_finish and said.finish_of != ""
        of_state = said.state is not None and said.state_of != ""
        return of_part + of_state + (said.number is not None and not self._counts(said))

    def _number(self, count: int) -> str:
        return self._words.numbers[count - 1]


def _a(text: str) -> str:
    return f"an {text}" if text[0] in "aeiou" else f"a {text}"


@cache
def english_file() -> EnglishFile:
    """The words, read on first use."""
    return read_toml(FILE, EnglishFile)
