"""Networks that a user brings as the eyes of agents for described goals: `mlfm:eyes=clip:FOLDER`.

As extractors of vectors for a feature map:

    clip    a unit vector for each of some overlapping tiles, and the phrase's
    blip2   the same; of a tile's several query vectors the mean, since a cell of a map holds one vector
    sed     each of our categories' share of all probabilities, for squares of 4 x 4 pixels, without looks

As detectors: yolo_world and grounding_dino, whose boxes have no outlines; within a box all counts that our
own network does not take for wall, floor or ceiling.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.reading.goal_phrase import ThingPhrase
from wayproof.agents.seeing.feature_spaces import FeatureSpace
from wayproof.agents.seeing.image_labels import Eyes, Labels, by_boxes, by_patches, by_pixels
from wayproof.errors import InvalidInput
from wayproof.kinds import ROOM_SURFACES, plainly_answering
from wayproof.perception import Perceiver, load, load_dense
from wayproof.perception.blip2 import Blip2
from wayproof.perception.clip import Clip
from wayproof.perception.dense import Dense
from wayproof.perception.perceiver import Picture
from wayproof.perception.sed import Sed

Floats = NDArray[np.float32]

EXTRACTORS = ("clip", "blip2", "sed")
OWN_DETECTORS: dict[str, Eyes] = {"regions": by_pixels, "boxes": by_boxes, "patches": by_patches}
DETECTORS = ("yolo_world", "grounding_dino")
SQUARE_PX = 4  # of a picture for each vector of shares


class PicturesAndText:
    """Vectors of tiles of a picture, and those of phrases, in the space that a network puts both into."""

    def __init__(self, network: Clip | Blip2) -> None:
        self._network = network
        self._phrases: dict[str, Floats] = {}
        self.dimension = len(self._read("wall"))

    def image(self, rgb: Picture) -> Floats:
        return np.ascontiguousarray(self._network.vectors(rgb), np.float32)

    def phrase(self, phrase: ThingPhrase) -> Floats | None:
        return self._read(phrase.spelled) if phrase.thing else None

    def label(self, name: str) -> Floats:
        return self._read(name.replace("_", " ")) if name else np.zeros(self.dimension, np.float32)

    def looks(self, vector: Floats, field: str) -> Floats | None:
        """Its vectors hold looks, but not apart from everything else."""
        return None

    def _read(self, phrase: str) -> Floats:
        if phrase not in self._phrases:
            self._phrases[phrase] = np.asarray(self._network.phrase_vector(phrase), np.float32)
        return self._phrases[phrase]


class SharesOfKinds:
    """The probability of each category, as a network tells it whose classes are words."""

    def __init__(self, network: Sed) -> None:
        self._network, self._kinds = network, network.categories
        self.dimension = len(self._kinds)

    def image(self, rgb: Picture) -> Floats:
        shares = self._network.shares(rgb)[:, SQUARE_PX // 2 :: SQUARE_PX, SQUARE_PX // 2 :: SQUARE_PX]
        # Each category is judged by itself, and several can answer to one word: their sum must not pass 1.
        shares = shares / np.maximum(shares.sum(axis=0), np.float32(1e-6))
        return np.ascontiguousarray(shares.transpose(1, 2, 0), np.float32)

    def phrase(self, phrase: ThingPhrase) -> Floats | None:
        wanted = plainly_answering(phrase.thing) if phrase.thing else ()
        vector = np.array([kind in wanted for kind in self._kinds], np.float32)
        return vector if vector.any() else None

    def label(self, name: str) -> Floats:
        return np.array([kind == name for kind in self._kinds], np.float32)

    def looks(self, vector: Floats, field: str) -> Floats | None:
        """It is asked for categories only."""
        return None


def space_of(network: Perceiver) -> FeatureSpace:
    """The space of a network that tells vectors; an error for one that does not."""
    if isinstance(network, Sed):
        return SharesOfKinds(network)
    if isinstance(network, Clip | Blip2):
        return PicturesAndText(network)
    raise InvalidInput(f"{network.name} gives no vectors for a map; give eyes as one of {_forms(EXTRACTORS)}")


@lru_cache(maxsize=2)
def foreign_space(eyes: str) -> FeatureSpace:
    """The space of the network that `eyes` names, "clip:FOLDER" for example; kept from episode to episode."""
    if eyes.partition(":")[0] not in EXTRACTORS:
        raise InvalidInput(f"eyes is {eyes!r}; give one of {_forms(EXTRACTORS)}, or leave it out")
    return space_of(load(eyes))


@lru_cache(maxsize=2)
def detector_named(name: str) -> Eyes:
    """A detector of our own, or of a network that the user brings: "yolo_world:FOLDER"."""
    if name in OWN_DETECTORS:
        return OWN_DETECTORS[name]
    if name.partition(":")[0] not in DETECTORS:
        raise InvalidInput(
            f"detector is {name!r}; give one of {', '.join(OWN_DETECTORS)}, {_forms(DETECTORS)}"
        )
    return by_boxes_of(load(name, categories=load_dense().categories))


def by_boxes_of(detector: Perceiver) -> Eyes:
    """Eyes that see the things in a detector's boxes; the surest box wins where several overlap."""

    def look(network: Dense, rgb: NDArray[np.uint8]) -> Labels:
        seen = network.segment(rgb)
        flat = [network.categories.index(name) + 1 for name in ROOM_SURFACES if name in network.categories]
        surface = np.isin(seen.category, flat)
        label = np.where(surface, seen.category, 0).astype(np.int16)
        confidence = np.where(surface, seen.confidence, 0.0).astype(np.float32)
        for found in sorted(detector.detect(rgb), key=lambda one: one.score):
            left, top, right, bottom = found.box_px
            part = (slice(int(top), int(np.ceil(bottom))), slice(int(left), int(np.ceil(right))))
            inside = ~surface[part]
            label[part][inside] = network.categories.index(found.category) + 1
            confidence[part][inside] = found.score
        return label, confidence

    return look


def _forms(kinds: tuple[str, ...]) -> str:
    return ", ".join(f"{kind}:FOLDER" for kind in kinds)
