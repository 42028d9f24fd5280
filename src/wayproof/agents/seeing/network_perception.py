"""Perception by a network: labels from colours, and a guess of depth where no camera measures it."""

from __future__ import annotations

import numpy as np

from wayproof.agents.seeing.perception import SeenImage
from wayproof.errors import InvalidInput
from wayproof.perception import load_dense
from wayproof.vocabulary import Brief, Readings

LEAST_CONFIDENCE = 0.5  # in what a pixel shows, before an agent acts on it


class NetworkPerception:
    """Labels come from colours; depth is the camera's, or guessed from colours as well."""

    def __init__(self, brief: Brief, *, guess_depth: bool = False) -> None:
        self.network = load_dense()
        self._guesses, self._hfov_rad = guess_depth, brief.camera_hfov_rad
        self._names = np.array(("", *self.network.categories))

    def look(self, readings: Readings) -> SeenImage:
        rgb = np.asarray(readings["rgb"], np.uint8)
        segmented = self.network.segment(rgb)
        if self._guesses:
            depth_m = self.network.depth(rgb, self._hfov_rad)
        else:
            depth_m = np.asarray(readings["depth"], np.float32)
        return SeenImage(segmented.category, self._names, segmented.confidence, depth_m)

    def phrase_for(self, wanted: str) -> str | None:
        """Words for a category that the network understands; None if it knows none of them."""
        phrase = wanted.replace("_", " ")
        try:
            self.network.words.read(phrase)
        except InvalidInput:
            return None
        return phrase
