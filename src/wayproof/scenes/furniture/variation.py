"""The choices behind one piece of furniture, drawn from a seed and remembered as attributes.

Builders ask for finishes and numbers here and nowhere else; what a person could name (colour, material,
pattern, size, state, counted parts) is recorded, so attributes are true by construction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from wayproof.scenes.finishes import COLOURS, FAMILIES, PATTERN_WORDS, PICTURES, TWO_COLOURED, Finish
from wayproof.scenes.scene import Attributes

Choice = TypeVar("Choice")

SMALLEST, LARGEST = 0.82, 1.22  # size factors, relative to the category's usual size
VARIANTS = 4
BELOW_IS_SMALL, ABOVE_IS_LARGE = 0.93, 1.09


class Variation:
    """One instance's draws; lives while its model is being built."""

    def __init__(
        self,
        rng: np.random.Generator,
        *,
        held_out: bool = False,
        favourites: dict[str, tuple[str, ...]] | None = None,
        matching: dict[object, Finish] | None = None,
    ) -> None:
        """`favourites`: the house's preferred colours per material; `held_out` opens test-only patterns.

        Things that share one `matching` dict come out as a set: the same request gets the same finish.
        """
        self.rng = rng
        self._held_out = held_out
        self._favourites = favourites or {}
        self._matching = matching
        self.scale = float(rng.uniform(SMALLEST, LARGEST))
        self._sized = True
        self._main: Finish | None = None
        self._state: str | None = None
        self._number: dict[str, int] = {}
        self._modifier: str | None = None

    def fixed_size(self) -> None:
        """For things of one standard size (an oven, a roll of paper): scale 1 and no size attribute."""
        self.scale = 1.0
        self._sized = False

    def between(self, low: float, high: float) -> float:
        """A number drawn evenly from a range."""
        return float(self.rng.uniform(low, high))

    def chance(self, probability: float) -> bool:
        return bool(self.rng.random() < probability)

    def choose(self, options: Sequence[Choice]) -> Choice:
        return options[int(self.rng.integers(len(options)))]

    def count(self, part: str, low: int, high: int) -> int:
        """How many of a countable part (both ends included); remembered as an attribute."""
        self._number[part] = int(self.rng.integers(low, high + 1))
        return self._number[part]

    def state(self, *options: str) -> str:
        """Draw the thing's state ("open", "closed"), remembered as an attribute."""
        self._state = self.choose(options)
        return self._state

    def modifier(self, word: str) -> None:
        """Name the kind within the category ("wing" chair)."""
        self._modifier = word

    def main(
        self,
        *materials: str,
        colours: Sequence[str] = (),
        pattern: str | None = None,
        tile_m: float | None = None,
    ) -> Finish:
        """The finish by which the thing is described: its colour, material and pattern become attributes."""
        self._main = self.finish(*materials, colours=colours, pattern=pattern, tile_m=tile_m)
        return self._main

    def finish(
        self,
        *materials: str,
        colours: Sequence[str] = (),
        pattern: str | None = None,
        tile_m: float | None = None,
    ) -> Finish:
        """A finish in one of the given materials.

        `colours` limits the choice, `pattern` forces a texture recipe, `tile_m` its scale (1 for a `panel`).
        """
        drawn = self._drawn_finish(materials, tuple(colours), pattern, tile_m)
        if self._matching is None:
            return drawn
        return self._matching.setdefault((materials, tuple(colours), pattern, tile_m), drawn)

    def _drawn_finish(
        self, materials: tuple[str, ...], colours: tuple[str, ...], pattern: str | None, tile_m: float | None
    ) -> Finish:
        material = self.choose(materials)
        family = FAMILIES[material]
        allowed = colours or family.colours
        preferred = [name for name in self._favourites.get(material, ()) if name in allowed]
        colour = self.choose(preferred if preferred and self.chance(0.75) else allowed)
        patterns = (
            family.held_out_patterns if self._held_out and family.held_out_patterns else family.patterns
        )
        chosen = pattern or self.choose(patterns)
        rgb = self.choose(COLOURS[colour])
        second = self.choose(COLOURS[self.choose(family.colours)])
        variant = int(self.rng.integers(VARIANTS))
        return Finish(
            material=material,
            pattern=chosen,
            colour=colour,
            rgb=rgb,
            # What cannot be seen must not differ, or a house would carry the same texture many times.
            second_rgb=second if chosen in TWO_COLOURED else rgb,
            tile_m=tile_m or family.tile_m,
            gloss=family.gloss,
            variant=variant if chosen in PICTURES else 0,
        )

    def attributes(self) -> Attributes:
        """All that was drawn, as words; call it last."""
        main = self._main
        size = (
            "small" if self.scale < BELOW_IS_SMALL else "large" if self.scale > ABOVE_IS_LARGE else "medium"
        )
        return Attributes(
            colour=main.colour if main else None,
            size=size if self._sized else None,
            pattern=PATTERN_WORDS.get(main.pattern, "plain") if main else None,
            material=main.material if main else None,
            state=self._state,
            number=dict(sorted(self._number.items())),
            modifier=self._modifier,
        )
