"""What phrases can say about a part of a picture: attributes and their values, and the tokens of a phrase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput

if TYPE_CHECKING:
    from wayproof.scenes.scene import Attributes

# In the order of the network's outputs. Size is relative to the kind of thing, so a single picture hardly
# tells it; it is learned all the same and its accuracy reported.
ATTRIBUTES: dict[str, tuple[str, ...]] = {
    "colour": tuple(
        "white black grey beige brown red orange yellow green blue purple pink gold silver".split()
    ),
    "material": tuple(
        "wood metal fabric leather plastic ceramic glass stone wicker paper rubber wax plant food screen "
        "plaster".split()
    ),
    "pattern": tuple("plain striped checked dotted floral marbled speckled geometric".split()),
    "state": tuple("open closed on off lit unlit".split()),
    "size": tuple("small medium large".split()),
}
# Other words for values and categories that phrases use.
SYNONYMS: dict[str, str] = {
    "wooden": "wood", "metallic": "metal", "steel": "metal", "cloth": "fabric", "marble": "stone",
    "golden": "gold", "gray": "grey", "big": "large", "little": "small", "tiled": "ceramic",
    "china": "ceramic", "cardboard": "paper", "sofa": "couch", "armchair": "easy chair", "tv": "television",
    "fridge": "refrigerator", "plant": "house plant", "potted plant": "house plant", "lamp": "floor lamp",
    "trash can": "garbage can", "bin": "garbage can", "bookcase": "bookshelf", "nightstand": "night stand",
    "carpet": "rug", "cushion": "pillow", "sink": "washbasin", "human": "person", "man": "person",
    "woman": "person", "somebody": "person",
}  # fmt: skip
LONGEST_NAME = 4  # words in a category's name
LONGEST_PHRASE = 200  # characters


@dataclass(frozen=True)
class Words:
    """The tokens that a text encoder knows: first the categories, then all values of all attributes."""

    categories: tuple[str, ...]

    @property
    def tokens(self) -> tuple[str, ...]:
        values = tuple(f"{field}:{value}" for field, known in ATTRIBUTES.items() for value in known)
        return (*self.categories, *values)

    def attribute_token(self, field: str, value: int) -> int:
        """The token of an attribute's value, by its position among the field's values."""
        return len(self.categories) + _first_of(field) + value

    def read(self, phrase: str) -> tuple[int, ...]:
        """The tokens of a phrase such as "brown wooden chair"; words that it does not know are left out."""
        words = _words(phrase)
        found: list[int] = []
        at = 0
        while at < len(words):
            for length in range(min(LONGEST_NAME, len(words) - at), 0, -1):
                # "orange" and "plant" are kinds of things at the end of a phrase, looks before that.
                token = self._token(" ".join(words[at : at + length]), last=at + length == len(words))
                if token is not None:
                    found.append(token)
                    at += length - 1
                    break
            at += 1
        if not found:
            raise InvalidInput(
                f"phrase {phrase!r} has no word that this network knows; say what it looks for by category "
                "and attributes, as in 'brown wooden chair' (`wayproof ls objects` lists the categories)"
            )
        return tuple(dict.fromkeys(found))

    def multi_hot(self, phrases: Sequence[str]) -> NDArray[np.float32]:
        """Phrases as rows (n, tokens) of ones and zeros."""
        rows = np.zeros((len(phrases), len(self.tokens)), np.float32)
        for row, phrase in zip(rows, phrases, strict=True):
            row[list(self.read(phrase))] = 1.0
        return rows

    def _token(self, name: str, *, last: bool) -> int | None:
        words = (name, SYNONYMS.get(name, name), name.removesuffix("s"))
        kinds = [word.replace(" ", "_") for word in words]
        kind = next((self.categories.index(word) for word in kinds if word in self.categories), None)
        look = next(
            (
                self.attribute_token(field, values.index(word))
                for word in words
                for field, values in ATTRIBUTES.items()
                if word in values
            ),
            None,
        )
        first, second = (kind, look) if last else (look, kind)
        return second if first is None else first


def attribute_values(attributes: Attributes) -> tuple[int, ...]:
    """The positions of an instance's values among those of each field; -1 where there is no such word."""
    return tuple(
        values.index(value) if (value := getattr(attributes, field)) in values else -1
        for field, values in ATTRIBUTES.items()
    )


def _first_of(field: str) -> int:
    first = 0
    for name, values in ATTRIBUTES.items():
        if name == field:
            return first
        first += len(values)
    raise InvalidInput(f"no attribute {field!r}; there are {', '.join(ATTRIBUTES)}")


def _words(phrase: str) -> list[str]:
    if not isinstance(phrase, str) or not phrase.strip() or len(phrase) > LONGEST_PHRASE:
        raise InvalidInput(
            f"phrase is {str(phrase)[:40]!r}; give 1 to {LONGEST_PHRASE} characters, as 'brown wooden chair'"
        )
    return phrase.lower().replace("-", " ").replace("_", " ").replace(",", " ").replace(".", " ").split()
