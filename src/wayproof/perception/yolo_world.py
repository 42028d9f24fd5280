"""YOLO-World as a perceiver: a detector whose classes are given as text vectors.

A folder with model.onnx, text_model.onnx (CLIP's) and tokenizer.json.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.perception.box_selection import match_map, selected
from wayproof.perception.input_images import check_picture
from wayproof.perception.onnx_network import open_network
from wayproof.perception.perceiver import Detection, Picture, Segmentation, cannot, check_categories
from wayproof.perception.text_models import Tokenise, checked_phrase, text_encoder

Floats = NDArray[np.float32]

SIDE_PX, LONGEST, PAD = 640, 77, 49407
GREY = 114  # what YOLO networks are used to see around a picture
LEAST_SCORE, SAME_BOX = 0.05, 0.7


class YoloWorld:
    """model.onnx: images (1, 3, 640, 640) from 0 to 1 and txt_feats (1, k, d) -> scores (1, n, k) and boxes
    (1, n, 4) as left, top, right, bottom in pixels of that image."""

    name = "yolo_world"
    abilities = frozenset({"detect", "match"})

    def __init__(self, folder: Path, categories: tuple[str, ...], tokenise: Tokenise | None = None) -> None:
        check_categories(categories)
        self.categories = categories
        self._look = open_network(
            folder / "model.onnx",
            inputs=("images", "txt_feats"),
            outputs=("scores", "boxes"),
            what="YOLO-World network",
        )
        self._read = text_encoder(folder, tokenise, longest=LONGEST, pad=PAD, what="YOLO-World")
        self._kinds: Floats | None = None

    def segment(self, rgb: Picture) -> Segmentation:
        """YOLO-World has boxes only: an error that says so."""
        raise cannot("yolo_world", "segment", "use dense, clip or sed")

    def detect(self, rgb: Picture) -> tuple[Detection, ...]:
        """The things of the categories given, the surest first."""
        picture = check_picture(rgb)
        if self._kinds is None:
            self._kinds = self._read([category.replace("_", " ") for category in self.categories])
        boxes, scores = self._boxes(picture, self._kinds)
        size = (picture.shape[0], picture.shape[1])
        return selected(boxes, scores, self.categories, least=LEAST_SCORE, same=SAME_BOX, size=size)

    def match(self, rgb: Picture, phrase: str) -> Floats:
        """The score of the best box for the phrase that a pixel lies in."""
        picture = check_picture(rgb)
        boxes, scores = self._boxes(picture, self._read([checked_phrase(phrase)]))
        return match_map(boxes, scores[:, 0], (picture.shape[0], picture.shape[1]))

    def _boxes(self, picture: Picture, classes: Floats) -> tuple[Floats, Floats]:
        """Boxes (n, 4) in pixels of the picture, and scores (n, k)."""
        height, width = picture.shape[:2]
        scale = SIDE_PX / max(height, width)
        small = cv2.resize(
            picture, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_LINEAR
        )
        square = np.full((SIDE_PX, SIDE_PX, 3), GREY, np.uint8)
        square[: small.shape[0], : small.shape[1]] = small
        images = np.ascontiguousarray(square.transpose(2, 0, 1)[None], np.float32) / np.float32(255.0)
        found = self._look({"images": images, "txt_feats": classes[None]})
        return found["boxes"][0].astype(np.float32) / np.float32(scale), found["scores"][0].astype(np.float32)
