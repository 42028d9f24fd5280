"""Spaces that images and phrases share: what the vectors on a feature map mean, and how words become one.

    concepts    the network's own words: the share of each category and the probability of each look. A phrase
                is the category that it names and the looks that it tells.
    embedding   the network's learned space of pictures and phrases.

Values compare a cell's mean vector with a phrase's by their scalar product. Other encoders of images and text
fit in by the same interface.
"""

from __future__ import annotations

from typing import Literal
from typing import Protocol as Interface

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.reading.goal_phrase import ThingPhrase
from wayproof.errors import InvalidInput
from wayproof.kinds import plainly_answering
from wayproof.perception.dense import Dense
from wayproof.perception.perceiver import Picture
from wayproof.perception.phrases import ATTRIBUTES

Floats = NDArray[np.float32]
SpaceName = Literal["concepts", "embedding"]

# What all looks of a phrase together weigh beside its category: a red wall must not win over a blue chair.
LOOKS_WEIGH = 0.5


class FeatureSpace(Interface):
    """An encoder of images and of phrases into one space."""

    dimension: int

    def image(self, rgb: Picture) -> Floats:
        """Vectors (rows, columns, numbers) of an image."""
        ...

    def phrase(self, phrase: ThingPhrase) -> Floats | None:
        """The vector of a phrase; None if no word of it is known."""
        ...

    def label(self, name: str) -> Floats:
        """The vector of what is certainly of a category; zeros if it is not known."""
        ...

    def looks(self, vector: Floats, field: str) -> Floats | None:
        """How likely each value of an attribute is for a thing with this mean vector; None if that cannot
        be told."""
        ...


class Concepts:
    """Shares of categories, then the probabilities of each attribute's values."""

    def __init__(self, network: Dense) -> None:
        self._network, self._kinds = network, network.categories
        self._looks = sum(map(len, ATTRIBUTES.values()))
        self.dimension = len(self._kinds) + self._looks

    def image(self, rgb: Picture) -> Floats:
        output = self._network.outputs(rgb)
        layers, first = [output.category], 0
        for values in ATTRIBUTES.values():
            logits = output.attributes[first : first + len(values)]
            odds = np.exp(logits - logits.max(axis=0))
            layers.append(odds / odds.sum(axis=0))
            first += len(values)
        return np.ascontiguousarray(np.concatenate(layers).transpose(1, 2, 0), np.float32)

    def phrase(self, phrase: ThingPhrase) -> Floats | None:
        vector = np.zeros(self.dimension, np.float32)
        for kind in plainly_answering(phrase.thing):
            if kind in self._kinds:
                vector[self._kinds.index(kind)] = 1.0
        if not vector.any():
            return None
        for field, value in phrase.looks:
            vector[self._first(field) + ATTRIBUTES[field].index(value)] = LOOKS_WEIGH / len(phrase.looks)
        return vector / np.float32(1.0 + LOOKS_WEIGH * bool(phrase.looks))

    def label(self, name: str) -> Floats:
        return np.array([kind == name for kind in self._kinds] + [0] * self._looks, np.float32)

    def looks(self, vector: Floats, field: str) -> Floats | None:
        first = self._first(field)
        odds = vector[first : first + len(ATTRIBUTES[field])]
        return odds if odds.any() else None  # an image that is told in words has no looks

    def _first(self, field: str) -> int:
        fields = list(ATTRIBUTES)
        before = fields[: fields.index(field)]
        return len(self._kinds) + sum(len(ATTRIBUTES[name]) for name in before)


class Embedding:
    """Unit vectors that were trained to be near those of the phrases which describe them."""

    def __init__(self, network: Dense) -> None:
        self._network = network
        self.dimension = len(network.phrase_vector("wall"))

    def image(self, rgb: Picture) -> Floats:
        return np.ascontiguousarray(self._network.outputs(rgb).embedding.transpose(1, 2, 0), np.float32)

    def phrase(self, phrase: ThingPhrase) -> Floats | None:
        try:
            return self._network.phrase_vector(phrase.spelled)
        except InvalidInput:
            return None

    def label(self, name: str) -> Floats:
        known = self.phrase(ThingPhrase(name))
        return np.zeros(self.dimension, np.float32) if known is None else known

    def looks(self, vector: Floats, field: str) -> Floats | None:
        """Its vectors hold looks, but not apart from everything else."""
        return None


def feature_space(name: SpaceName, network: Dense) -> FeatureSpace:
    """A space by its name."""
    return Concepts(network) if name == "concepts" else Embedding(network)
