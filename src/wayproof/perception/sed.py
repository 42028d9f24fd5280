"""SED as a perceiver: open-vocabulary segmentation whose classes are given as text vectors.

A folder with model.onnx, text_model.onnx and tokenizer.json.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.perception.input_images import check_picture
from wayproof.perception.onnx_network import open_network
from wayproof.perception.perceiver import Detection, Picture, Segmentation, cannot, check_categories
from wayproof.perception.text_models import Tokenise, checked_phrase, spoken, text_encoder
from wayproof.perception.tiles import CLIP_DEVIATION, CLIP_MEAN, normalised

SIDE_PX, LONGEST, PAD = 384, 77, 49407
OTHERS = ("wall", "floor", "ceiling")  # what a phrase has to beat


class Sed:
    """model.onnx: pixel_values (1, 3, 384, 384) and text_embeds (k, d) -> logits (1, k, h, w) by class."""

    name = "sed"
    abilities = frozenset({"segment", "match"})

    def __init__(self, folder: Path, categories: tuple[str, ...], tokenise: Tokenise | None = None) -> None:
        check_categories(categories)
        self.categories = categories
        self._look = open_network(
            folder / "model.onnx",
            inputs=("pixel_values", "text_embeds"),
            outputs=("logits",),
            what="SED network",
        )
        self._read = text_encoder(folder, tokenise, longest=LONGEST, pad=PAD, what="SED")
        self._kinds: NDArray[np.float32] | None = None

    def segment(self, rgb: Picture) -> Segmentation:
        """The best of the categories at each pixel; each is judged by itself."""
        shares = self.shares(rgb)
        return Segmentation((shares.argmax(axis=0) + 1).astype(np.int16), shares.max(axis=0), self.categories)

    def shares(self, rgb: Picture) -> NDArray[np.float32]:
        """The probability of each category (k, h, w), each judged by itself."""
        if self._kinds is None:
            self._kinds = self._read([spoken(category) for category in self.categories])
        return self._shares(rgb, self._kinds)

    def detect(self, rgb: Picture) -> tuple[Detection, ...]:
        """SED tells no things apart: an error that says so."""
        raise cannot("sed", "detect", "use dense, yolo_world or grounding_dino")

    def match(self, rgb: Picture, phrase: str) -> NDArray[np.float32]:
        """How much more the phrase fits a pixel than walls, floors and ceilings do, from -1 to 1."""
        phrases: Sequence[str] = [checked_phrase(phrase), *map(spoken, OTHERS)]
        shares = self._shares(rgb, self._read(phrases))
        return np.asarray(shares[0] - shares[1:].max(axis=0), np.float32)

    def _shares(self, rgb: Picture, classes: NDArray[np.float32]) -> NDArray[np.float32]:
        """Each class's probability (k, h, w) at the pixels of the picture."""
        picture = check_picture(rgb)
        pixels = normalised(picture, (SIDE_PX, SIDE_PX), CLIP_MEAN, CLIP_DEVIATION)
        logits = self._look({"pixel_values": pixels, "text_embeds": classes})["logits"][0]
        shares = 1.0 / (1.0 + np.exp(-logits.astype(np.float32)))
        size = (picture.shape[1], picture.shape[0])
        return np.stack([cv2.resize(layer, size, interpolation=cv2.INTER_LINEAR) for layer in shares])
