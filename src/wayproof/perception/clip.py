"""CLIP as a perceiver: a folder with vision_model.onnx, text_model.onnx and tokenizer.json.

CLIP knows whole pictures only, so it looks at overlapping tiles: what it says of places is coarse.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wayproof.perception.input_images import check_picture
from wayproof.perception.onnx_network import open_network
from wayproof.perception.perceiver import Detection, Picture, Segmentation, cannot, check_categories
from wayproof.perception.text_models import Tokenise, checked_phrase, spoken, text_encoder, unit
from wayproof.perception.tiles import CLIP_DEVIATION, CLIP_MEAN, Tiling, cut, spread, tiling

SIDE_PX, LONGEST, PAD = 224, 77, 49407
SHARPNESS = 100.0  # by which CLIP multiplies similarities before it compares them


class Clip:
    """vision_model.onnx: pixel_values (n, 3, 224, 224) -> image_embeds (n, d); for text see text_models."""

    name = "clip"
    abilities = frozenset({"segment", "match"})

    def __init__(self, folder: Path, categories: tuple[str, ...], tokenise: Tokenise | None = None) -> None:
        check_categories(categories)
        self.categories = categories
        self._look = open_network(
            folder / "vision_model.onnx",
            inputs=("pixel_values",),
            outputs=("image_embeds",),
            what="picture encoder of CLIP",
        )
        self._read = text_encoder(folder, tokenise, longest=LONGEST, pad=PAD, what="CLIP")
        self._kinds: NDArray[np.float32] | None = None

    def segment(self, rgb: Picture) -> Segmentation:
        """The best category of the tiles around each pixel."""
        vectors, tiled = self._tiles(rgb)
        if self._kinds is None:
            self._kinds = self._read([spoken(category) for category in self.categories])
        sharp = SHARPNESS * vectors @ self._kinds.T
        shares = np.exp(sharp - sharp.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        layers = np.stack([spread(shares[:, kind], tiled) for kind in range(len(self.categories))])
        best = layers.argmax(axis=0)
        return Segmentation((best + 1).astype(np.int16), layers.max(axis=0), self.categories)

    def detect(self, rgb: Picture) -> tuple[Detection, ...]:
        """CLIP has no boxes: an error that says so."""
        raise cannot("clip", "detect", "use dense, yolo_world or grounding_dino, or read `match`")

    def match(self, rgb: Picture, phrase: str) -> NDArray[np.float32]:
        """The mean similarity of the phrase with the tiles that a pixel lies in."""
        vectors, tiled = self._tiles(rgb)
        return spread(vectors @ self._read([checked_phrase(phrase)])[0], tiled)

    def vectors(self, rgb: Picture) -> NDArray[np.float32]:
        """A unit vector (rows, columns, d) for each of the overlapping tiles."""
        vectors, tiled = self._tiles(rgb)
        return np.asarray(vectors.reshape(*tiled.grid, -1), np.float32)

    def phrase_vector(self, phrase: str) -> NDArray[np.float32]:
        """The unit vector (d,) of a phrase."""
        return np.asarray(self._read([checked_phrase(phrase)])[0], np.float32)

    def _tiles(self, rgb: Picture) -> tuple[NDArray[np.float32], Tiling]:
        picture = check_picture(rgb)
        tiled = tiling(*picture.shape[:2])
        pixels = cut(picture, tiled, SIDE_PX, CLIP_MEAN, CLIP_DEVIATION)
        return unit(self._look({"pixel_values": pixels})["image_embeds"]), tiled
