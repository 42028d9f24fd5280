"""BLIP-2's image-text matching as a perceiver, as value-map agents use it: how well a view fits a phrase.

A folder with vision_model.onnx, text_model.onnx and tokenizer.json. A picture gives several query vectors, of
which the best counts.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wayproof.perception.input_images import check_picture
from wayproof.perception.onnx_network import open_network
from wayproof.perception.perceiver import Detection, Picture, Segmentation, cannot
from wayproof.perception.text_models import Tokenise, checked_phrase, text_encoder, unit
from wayproof.perception.tiles import CLIP_DEVIATION, CLIP_MEAN, cut, normalised, spread, tiling

SIDE_PX, LONGEST, PAD = 224, 32, 0


class Blip2:
    """vision_model.onnx: pixel_values (n, 3, 224, 224) -> image_embeds (n, queries, d); text_model.onnx as
    text_models."""

    name = "blip2"
    abilities = frozenset({"match"})
    categories: tuple[str, ...] = ()

    def __init__(self, folder: Path, tokenise: Tokenise | None = None) -> None:
        self._look = open_network(
            folder / "vision_model.onnx",
            inputs=("pixel_values",),
            outputs=("image_embeds",),
            what="picture encoder of BLIP-2",
        )
        self._read = text_encoder(folder, tokenise, longest=LONGEST, pad=PAD, what="BLIP-2")

    def segment(self, rgb: Picture) -> Segmentation:
        """BLIP-2 tells no categories: an error that says so."""
        raise cannot("blip2", "segment", "use dense, clip or sed")

    def detect(self, rgb: Picture) -> tuple[Detection, ...]:
        """BLIP-2 has no boxes: an error that says so."""
        raise cannot("blip2", "detect", "use dense, yolo_world or grounding_dino")

    def match(self, rgb: Picture, phrase: str) -> NDArray[np.float32]:
        """The mean over the tiles that a pixel lies in of their best query's similarity with the phrase."""
        picture = check_picture(rgb)
        tiled = tiling(*picture.shape[:2])
        return spread(self._scores(cut(picture, tiled, SIDE_PX, CLIP_MEAN, CLIP_DEVIATION), phrase), tiled)

    def score(self, rgb: Picture, phrase: str) -> float:
        """How well the picture as a whole fits the phrase, from -1 to 1."""
        pixels = normalised(check_picture(rgb), (SIDE_PX, SIDE_PX), CLIP_MEAN, CLIP_DEVIATION)
        return float(self._scores(pixels, phrase)[0])

    def vectors(self, rgb: Picture) -> NDArray[np.float32]:
        """For each of the overlapping tiles (rows, columns, d) the mean of its query vectors, as a unit."""
        picture = check_picture(rgb)
        tiled = tiling(*picture.shape[:2])
        pixels = cut(picture, tiled, SIDE_PX, CLIP_MEAN, CLIP_DEVIATION)
        queries = unit(self._look({"pixel_values": pixels})["image_embeds"])
        return np.asarray(unit(queries.mean(axis=1)).reshape(*tiled.grid, -1), np.float32)

    def phrase_vector(self, phrase: str) -> NDArray[np.float32]:
        """The unit vector (d,) of a phrase."""
        return np.asarray(self._read([checked_phrase(phrase)])[0], np.float32)

    def _scores(self, pixels: NDArray[np.float32], phrase: str) -> NDArray[np.float32]:
        queries = unit(self._look({"pixel_values": pixels})["image_embeds"])
        vector = self._read([checked_phrase(phrase)])[0]
        return np.asarray((queries @ vector).max(axis=1), np.float32)
