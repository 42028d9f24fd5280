"""Grounding DINO as a perceiver: a detector that reads its classes from one sentence, "chair. table.".

A folder with model.onnx and tokenizer.json (BERT's).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.perception.box_selection import match_map, selected
from wayproof.perception.input_images import check_picture
from wayproof.perception.onnx_network import open_network
from wayproof.perception.perceiver import Detection, Picture, Segmentation, cannot, check_categories
from wayproof.perception.text_models import Tokenise, checked_phrase, tokeniser_in
from wayproof.perception.tiles import IMAGENET_DEVIATION, IMAGENET_MEAN, normalised

Floats = NDArray[np.float32]

SIDE_PX, LONGEST = 800, 256
LEAST_SCORE, SAME_BOX = 0.3, 0.7
MARKS = 2  # tokens that begin and end a sentence
BEGIN, END, STOP = 101, 102, 1012  # BERT's [CLS], [SEP] and full stop
_INPUTS = ("pixel_values", "pixel_mask", "input_ids", "attention_mask", "token_type_ids")


class GroundingDino:
    """model.onnx: pixel_values (1, 3, 800, 800), pixel_mask, input_ids, attention_mask, token_type_ids ->
    logits (1, n, tokens) and pred_boxes (1, n, 4): middle x, middle y, width and height as shares of the
    picture."""

    name = "grounding_dino"
    abilities = frozenset({"detect", "match"})

    def __init__(self, folder: Path, categories: tuple[str, ...], tokenise: Tokenise | None = None) -> None:
        check_categories(categories)
        self.categories = categories
        self._look = open_network(
            folder / "model.onnx",
            inputs=_INPUTS,
            outputs=("logits", "pred_boxes"),
            what="Grounding DINO network",
        )
        self._tokenise = tokenise or tokeniser_in(folder)

    def segment(self, rgb: Picture) -> Segmentation:
        """Grounding DINO has boxes only: an error that says so."""
        raise cannot("grounding_dino", "segment", "use dense, clip or sed")

    def detect(self, rgb: Picture) -> tuple[Detection, ...]:
        """The things of the categories given, the surest first; many categories take several sentences."""
        picture, found = check_picture(rgb), list[Detection]()
        size = (picture.shape[0], picture.shape[1])
        for names in self._groups():
            boxes, scores = self._boxes(picture, [name.replace("_", " ") for name in names])
            found += selected(boxes, scores, names, least=LEAST_SCORE, same=SAME_BOX, size=size)
        return tuple(sorted(found, key=lambda one: -one.score))

    def _groups(self) -> list[list[str]]:
        """The categories in as few sentences as the network can read."""
        groups: list[list[str]] = [[]]
        length = MARKS
        for category in self.categories:
            tokens = len(self._tokenise(category.replace("_", " "), False)) + 1
            if groups[-1] and length + tokens > LONGEST:
                groups.append([])
                length = MARKS
            groups[-1].append(category)
            length += tokens
        return groups

    def match(self, rgb: Picture, phrase: str) -> Floats:
        """The score of the best box for the phrase that a pixel lies in."""
        picture = check_picture(rgb)
        boxes, scores = self._boxes(picture, [checked_phrase(phrase)])
        return match_map(boxes, scores[:, 0], (picture.shape[0], picture.shape[1]))

    def _boxes(self, picture: Picture, phrases: Sequence[str]) -> tuple[Floats, Floats]:
        """Boxes (n, 4) in pixels of the picture, and for each phrase (n, k) the score of its best token."""
        ids, spans = sentence([self._tokenise(phrase, False) for phrase in phrases])
        row = np.array([ids], np.int64)
        found = self._look(
            {
                "pixel_values": normalised(picture, (SIDE_PX, SIDE_PX), IMAGENET_MEAN, IMAGENET_DEVIATION),
                "pixel_mask": np.ones((1, SIDE_PX, SIDE_PX), np.int64),
                "input_ids": row,
                "attention_mask": np.ones_like(row),
                "token_type_ids": np.zeros_like(row),
            }
        )
        shares = 1.0 / (1.0 + np.exp(-found["logits"][0].astype(np.float32)))
        scores = np.stack([shares[:, first:last].max(axis=1) for first, last in spans], axis=1)
        x, y, width, height = found["pred_boxes"][0].astype(np.float32).T
        sides = np.stack([x - width / 2, y - height / 2, x + width / 2, y + height / 2], axis=1)
        size = np.array([picture.shape[1], picture.shape[0]] * 2, np.float32)
        return sides * size, scores


def sentence(phrases: Sequence[Sequence[int]]) -> tuple[list[int], list[tuple[int, int]]]:
    """The tokens of "first. second. ...", and from where to where each phrase goes."""
    ids, spans = [BEGIN], []
    for tokens in phrases:
        spans.append((len(ids), len(ids) + len(tokens)))
        ids += [*tokens, STOP]
    ids.append(END)
    if len(ids) > LONGEST:
        raise InvalidInput(
            f"{len(phrases)} categories make {len(ids)} tokens; Grounding DINO reads {LONGEST}: "
            "ask for fewer categories at a time"
        )
    return ids, spans
