"""Eyes that learned to see: a network names pixels, and guesses depth where no camera measures it."""

from __future__ import annotations

import numpy as np

from wayproof.agents.seeing.perception import Looked
from wayproof.errors import InvalidInput
from wayproof.perception import load_dense
from wayproof.vocabulary import Brief, Readings

LEAST_SURE = 0.5  # of what a pixel shows, before an agent acts on it


class LearnedEyes:
    """Looks at colours; depth is the camera's, or guessed from colours as well."""

    def __init__(self, brief: Brief, *, guess_depth: bool = False) -> None:
        self.network = load_dense()
        self._guesses, self._hfov_rad = guess_depth, brief.camera_hfov_rad
        self._names = np.array(("", *self.network.categories))

    def look(self, readings: Readings) -> Looked:
        rgb = np.asarray(readings["rgb"], np.uint8)
        seen = self.network.segment(rgb)
        if self._guesses:
            depth_m = self.network.depth(rgb, self._hfov_rad)
        else:
            depth_m = np.asarray(readings["depth"], np.float32)
        return Looked(seen.category, self._names, seen.confidence, depth_m)

    def phrase_for(self, wanted: str) -> str | None:
        """Words for a category that the network understands; None if it knows none of them."""
        phrase = wanted.replace("_", " ")
        try:
            self.network.words.read(phrase)
        except InvalidInput:
            return None
        return phrase
