"""Perception by a network: labels from colours, and a guess of depth where no camera measures it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.seeing.gated_depth import gated_depth
from wayproof.agents.seeing.image_labels import Eyes, by_pixels
from wayproof.agents.seeing.named_things import thing_named_in
from wayproof.agents.seeing.perception import SeenImage
from wayproof.errors import InvalidInput
from wayproof.perception import load_dense
from wayproof.vocabulary import Brief, Readings

LEAST_CONFIDENCE = 0.5  # in what a pixel shows, before an agent acts on it


class NetworkPerception:
    """Labels come from colours by one kind of eyes; depth is the camera's, or guessed from colours as well,
    or the camera's as far as it can be trusted."""

    def __init__(
        self, brief: Brief, *, eyes: Eyes = by_pixels, guess_depth: bool = False, gate_depth: bool = False
    ) -> None:
        self.network = load_dense()
        self._eyes, self._guesses, self._gates = eyes, guess_depth, gate_depth
        self._hfov_rad = brief.camera_hfov_rad
        self.names = np.array(("", *self.network.categories))

    def look(self, readings: Readings) -> SeenImage:
        rgb = np.asarray(readings["rgb"], np.uint8)
        label, confidence = self._eyes(self.network, rgb)
        return SeenImage(label, self.names, confidence, self.depth(readings))

    def depth(self, readings: Readings) -> NDArray[np.float32]:
        """Metres to each pixel: guessed, measured, or measured as far as it can be trusted."""
        if self._guesses:
            return self._guessed(readings)
        measured_m = np.asarray(readings["depth"], np.float32)
        if self._gates and measured_m.shape == np.shape(readings["rgb"])[:2]:
            return gated_depth(measured_m, self._guessed(readings))
        return measured_m

    def _guessed(self, readings: Readings) -> NDArray[np.float32]:
        return self.network.depth(np.asarray(readings["rgb"], np.uint8), self._hfov_rad)

    def named_in(self, text: str) -> str:
        """The thing that a sentence asks for, if the network knows a word for it."""
        return thing_named_in(text, self.network.words)

    def phrase_for(self, wanted: str) -> str | None:
        """Words for a category that the network understands; None if it knows none of them."""
        phrase = wanted.replace("_", " ")
        try:
            self.network.words.read(phrase)
        except InvalidInput:
            return None
        return phrase

    def fit_of_names(self, names: NDArray[np.str_], phrase: str) -> NDArray[np.float32]:
        """How well each label by its name (n,) fits a phrase, from -1 to 1; no image is looked at."""
        wanted = self.network.phrase_vector(phrase)
        phrases = [self.phrase_for(str(name)) if name else None for name in names]
        fits = [0.0 if one is None else float(self.network.phrase_vector(one) @ wanted) for one in phrases]
        return np.array(fits, np.float32)
