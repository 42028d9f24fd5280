"""Our own network: category, attributes, text match, boxes and depth from one pass over a picture."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.kinds import ROOM_SURFACES
from wayproof.perception.boxes import Candidate, joined, proposals, regions
from wayproof.perception.fine_labels import named_half_cells
from wayproof.perception.input_images import check_picture, fitted, padded
from wayproof.perception.onnx_network import open_network
from wayproof.perception.perceiver import Detection, Picture, Segmentation
from wayproof.perception.phrases import ATTRIBUTES, Words
from wayproof.perception.pixel_labels import named_pixels

Floats = NDArray[np.float32]

OUTPUTS = ("category", "attributes", "embedding", "boxes", "depth")
FINE_OUTPUTS = ("fine", "fine_names")  # of networks with outlines finer than a cell
PICTURES_KEPT = 12  # whose outputs are remembered: a robot that turns on the spot sees twelve over and over


class Card(msgspec.Struct, frozen=True):
    """What a network says about itself, in the JSON file beside it; further fields hold measurements."""

    categories: tuple[str, ...]
    longest_px: int  # the longer side of the pictures that it was trained with
    cell_px: int
    multiple_px: int
    hfov_rad: float  # of the camera that its depth is meant for
    attributes: dict[str, tuple[str, ...]]
    fine: bool = False  # whether it has outlines finer than a cell
    # Of longest_px, up to which a picture is looked at as it is; cards made before this had a name mean 1.15.
    largest_share: float = 1.15


@dataclass(frozen=True)
class NetworkOutput:
    """All outputs of the network for one picture, by cells: shares of categories (c, h, w), attribute logits,
    unit vectors, distances to the sides of boxes in pixels of the network's picture, depth (h, w); and, of a
    network with fine outlines, vectors of half cells and what they add to the logits of categories."""

    category: Floats
    attributes: Floats
    embedding: Floats
    boxes: Floats
    depth: Floats
    scale: float  # pixels of the given picture per pixel of the network's
    size: tuple[int, int]  # height and width of the given picture
    fitted: tuple[int, int]  # and of the network's, before padding
    fine: tuple[Floats, Floats] | None = None


class Dense:
    """The network in a file with its text encoder and card beside it. See `Perceiver` for the methods."""

    abilities = frozenset({"segment", "detect", "match"})

    def __init__(self, file: Path) -> None:
        self.name = file.stem
        self.card = read_card(file.with_suffix(".json"))
        self.categories = self.card.categories
        self.words = Words(self.categories)
        outputs = outputs_of(self.card.fine)
        self._run = open_network(file, inputs=("picture",), outputs=outputs, what="dense network")
        self._text = open_network(
            file.with_name(f"{file.stem}_text.onnx"),
            inputs=("tokens",),
            outputs=("phrase",),
            what="text encoder",
        )
        self._kept: dict[bytes, NetworkOutput] = {}  # by a digest of the picture, the last seen at the end
        self._keeping = Lock()
        self._phrases: dict[str, Floats] = {}

    def outputs(self, rgb: Picture) -> NetworkOutput:
        """One pass of the network. The last pictures are remembered: one that comes again costs nothing."""
        picture = check_picture(rgb)
        key = _digest(picture)
        output = self._kept.pop(key, None) or self._computed(picture)
        with self._keeping:  # agents of several connections share the network
            self._kept[key] = output
            while len(self._kept) > PICTURES_KEPT:
                del self._kept[next(iter(self._kept))]
        return output

    def _computed(self, picture: Picture) -> NetworkOutput:
        small = fitted(picture, self.card.longest_px, self.card.largest_share)
        found = self._run({"picture": padded(small, self.card.multiple_px)[None]})
        rows, columns = (-(-side // self.card.cell_px) for side in small.shape[:2])
        layers = [np.asarray(found[name][0, :, :rows, :columns]) for name in OUTPUTS]
        scale = picture.shape[1] / small.shape[1]
        height, width = picture.shape[:2]
        category, attributes, embedding, boxes, depth = layers
        sizes = ((height, width), (small.shape[0], small.shape[1]))
        fine = (found["fine"][0], found["fine_names"]) if self.card.fine else None
        return NetworkOutput(category, attributes, embedding, boxes, depth[0], scale, *sizes, fine)

    def segment(self, rgb: Picture) -> Segmentation:
        """The category of every pixel and how sure it is."""
        output = self.outputs(rgb)
        high, wide = (
            self.card.cell_px * whole / small for whole, small in zip(output.size, output.fitted, strict=True)
        )
        if output.fine is None:
            category, confidence = named_pixels(output.category, output.size, (high, wide))
        else:
            category, confidence = named_half_cells(output.category, *output.fine, output.size, (high, wide))
        return Segmentation(category, confidence, self.categories)

    def detect(self, rgb: Picture) -> tuple[Detection, ...]:
        """The things in the picture, the surest first."""
        seen, output = self.segment(rgb), self.outputs(rgb)
        flat = [self.categories.index(name) for name in ROOM_SURFACES if name in self.categories]
        shares = output.category.copy()
        shares[flat] = 0.0
        kind, score = shares.argmax(axis=0), shares.max(axis=0)
        height, width = output.size
        boxes = _corners(output.boxes, self.card.cell_px) * np.float32(output.scale)
        boxes = np.clip(boxes, 0, np.array([width, height, width, height], np.float32))
        found = joined(
            regions(seen.category.astype(np.int64) - 1, seen.confidence, frozenset(flat)),
            proposals(kind.ravel(), score.ravel(), boxes),
        )
        return tuple(
            Detection(
                self.categories[thing.kind],
                thing.score,
                tuple(float(side) for side in thing.box_px),  # type: ignore[arg-type]
                most_likely(_within(thing, kind, output, self.card.cell_px)),
            )
            for thing in found
        )

    def match(self, rgb: Picture, phrase: str) -> Floats:
        """How well each pixel fits a phrase of categories and attributes, from -1 to 1."""
        output = self.outputs(rgb)
        similarity = np.tensordot(self.phrase_vector(phrase), output.embedding, axes=1)
        return _pixels(similarity[None], output, self.card.cell_px)[:, :, 0]

    def phrase_vector(self, phrase: str) -> Floats:
        """The unit vector of a phrase, to be compared with the embedding of cells."""
        if phrase not in self._phrases:
            found = self._text({"tokens": self.words.multi_hot([phrase])})["phrase"][0]
            self._phrases[phrase] = np.asarray(found, np.float32)
        return self._phrases[phrase]

    def depth(self, rgb: Picture, hfov_rad: float) -> Floats:
        """Depth along the optical axis in metres, guessed from colour, for a camera of this field of view."""
        if not 0.0 < hfov_rad < math.pi:
            raise InvalidInput(f"hfov_rad is {hfov_rad!r}; give radians above 0 and below pi")
        output = self.outputs(rgb)
        # Things look as large as the focal length in pixels makes them.
        focal_px = output.fitted[1] / 2 / math.tan(hfov_rad / 2)
        usual_px = self.card.longest_px / 2 / math.tan(self.card.hfov_rad / 2)
        depth_m = output.depth[None] * np.float32(focal_px / usual_px)
        return _pixels(depth_m, output, self.card.cell_px)[:, :, 0]


def outputs_of(fine: bool) -> tuple[str, ...]:
    """The names of a network's outputs."""
    return (*OUTPUTS, *FINE_OUTPUTS) if fine else OUTPUTS


def _digest(picture: Picture) -> bytes:
    """Equal pictures have equal digests, and in practice no others do."""
    digest = hashlib.blake2b(repr(picture.shape).encode(), digest_size=16)
    digest.update(np.ascontiguousarray(picture).tobytes())
    return digest.digest()


def read_card(file: Path) -> Card:
    """The card of a network, checked against the words of this release."""
    try:
        card = msgspec.json.decode(file.read_bytes(), type=Card)
    except (OSError, msgspec.DecodeError) as error:
        raise BrokenFile(
            f"{file}, the card of a network, cannot be read: {error}; train or install the network again"
        ) from error
    if card.attributes != ATTRIBUTES:
        raise BrokenFile(f"{file} has other attributes than this release; train the network again")
    return card


def most_likely(logits: Floats) -> dict[str, str]:
    """The value of each attribute that fits best over some cells: logits (channels, n)."""
    mean = logits.mean(axis=1)
    chosen, first = {}, 0
    for field, values in ATTRIBUTES.items():
        chosen[field] = values[int(mean[first : first + len(values)].argmax())]
        first += len(values)
    return chosen


def _corners(distances: Floats, cell_px: int) -> Floats:
    """Boxes (cells, 4) as left, top, right, bottom."""
    y, x = (np.mgrid[: distances.shape[1], : distances.shape[2]] + 0.5) * cell_px
    left, top, right, bottom = distances
    corners = np.stack([x - left, y - top, x + right, y + bottom], axis=-1)
    return corners.reshape(-1, 4).astype(np.float32)


def _within(thing: Candidate, kind: NDArray[np.int64], output: NetworkOutput, cell_px: int) -> Floats:
    """Attribute logits (channels, n) of the cells of its kind in a thing's box, or of all in it."""
    left, top, right, bottom = thing.box_px / (cell_px * output.scale)
    rows = slice(min(int(top), kind.shape[0] - 1), max(int(np.ceil(bottom)), int(top) + 1))
    columns = slice(min(int(left), kind.shape[1] - 1), max(int(np.ceil(right)), int(left) + 1))
    logits, mine = output.attributes[:, rows, columns], kind[rows, columns] == thing.kind
    return logits[:, mine] if mine.any() else logits.reshape(len(logits), -1)


def _pixels(layers: Floats, output: NetworkOutput, cell_px: int) -> Floats:
    """Layers (k, h, w) of cells as pixels (H, W, k) of the given picture, smooth in between."""
    rows, columns = layers.shape[1:]
    channels: Any = np.ascontiguousarray(layers.transpose(1, 2, 0))
    large = cv2.resize(channels, (columns * cell_px, rows * cell_px), interpolation=cv2.INTER_LINEAR)
    large = large.reshape(rows * cell_px, columns * cell_px, -1)[: output.fitted[0], : output.fitted[1]]
    if output.fitted != output.size:
        large = cv2.resize(large, output.size[::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(large, np.float32).reshape(*output.size, -1)
