"""What lies on a bed: mattress, duvet and pillows, put together as a bed that has been made."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from wayproof.geometry.lofts import prism
from wayproof.geometry.outlines import rounded_rectangle
from wayproof.geometry.solid import Solid, join, move
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Part, Surface, Variation
from wayproof.scenes.furniture_parts.moved_parts import move_parts, turn_parts
from wayproof.scenes.furniture_parts.upholstery import leaning, padded, pillow_shape


@dataclass(frozen=True)
class BedLinen:
    """The cloths of a bed; the duvet is what the bed is described by."""

    duvet: Finish
    turned: Finish  # the side of the duvet that shows where it is turned back
    sheet: Finish


@dataclass(frozen=True)
class MadeBed:
    """Mattress, duvet and pillows with the head towards -Z, and the free part of the top."""

    parts: tuple[Part, ...]
    lap: Surface

    def lying_across(self) -> MadeBed:
        """Turned so that the head is towards -X."""
        parts = tuple(turn_parts(self.parts, np.pi / 2))
        x, y, z = self.lap.centre_m
        lap = replace(self.lap, centre_m=(z, y, -x), width_m=self.lap.depth_m, depth_m=self.lap.width_m)
        return MadeBed(parts, lap)

    def moved(self, x_m: float, y_m: float, z_m: float) -> MadeBed:
        parts = tuple(move_parts(self.parts, (x_m, y_m, z_m)))
        x, y, z = self.lap.centre_m
        return MadeBed(parts, replace(self.lap, centre_m=(x + x_m, y + y_m, z + z_m)))


def bed_linen(vary: Variation) -> BedLinen:
    """Draw the cloths of a bed."""
    return BedLinen(
        duvet=vary.main("fabric"),
        turned=vary.finish("fabric", colours=("white", "beige", "grey"), pattern="woven"),
        sheet=vary.finish("fabric", colours=("white", "white", "beige"), pattern="woven"),
    )


def made_bed(
    width_m: float,
    length_m: float,
    linen: BedLinen,
    *,
    pillows: int,
    mattress_m: float = 0.2,
    drop_m: float = 0.12,
    clearance_m: float = 1.0,
) -> MadeBed:
    """A bed's cloths on a base at height 0; the duvet hangs `drop_m` over the sides of the mattress."""
    mattress = prism(rounded_rectangle(width_m, length_m, 0.045), mattress_m)
    thick = 0.045
    top = mattress_m + thick
    foot = length_m / 2 + 0.012
    head = 0.62 - length_m / 2 if length_m > 1.7 else 0.48 - length_m / 2
    wide = width_m + 0.05 if drop_m > 0.08 else width_m - 0.012
    duvet = padded(
        (wide, drop_m + thick, foot - head), (0, top - drop_m - thick, (foot + head) / 2), rounding_m=0.04
    )
    band = 0.26 if length_m > 1.7 else 0.18
    fold = padded(
        (wide + 0.014, drop_m + 0.06, band),
        (0, top - drop_m - 0.032, head + band / 2 - 0.04),
        rounding_m=0.026,
    )
    back = head + band - 0.02
    lap = Surface(
        (0, top, (back + foot) / 2 - 0.01), width_m - 0.1, foot - back - 0.12, clearance_m=clearance_m
    )
    return MadeBed(
        (
            Part(mattress, linen.sheet),
            Part(duvet, linen.duvet),
            Part(fold, linen.turned),
            Part(_pillows(width_m, length_m, mattress_m, pillows), linen.sheet),
        ),
        lap,
    )


def _pillows(width_m: float, length_m: float, mattress_m: float, count: int) -> Solid:
    """One to four pillows at the head; beyond two they lean on each other in two rows."""
    across = 2 if count > 1 else 1
    each = min(0.72, (width_m - 0.06) / across)
    deep = 0.4 if length_m > 1.7 else 0.3
    rows = []
    for row in range(1 if count <= 2 else 2):
        for k in range(across):
            x = (k - (across - 1) / 2) * each
            pillow = pillow_shape(each - 0.05, deep, 0.15, cells=3)
            tilt = 0.3 if row == 0 else 0.55
            pillow = leaning(pillow, -tilt, about=(0, 0, deep / 2))
            rows.append(
                move(pillow, (x, mattress_m - 0.02, 0.26 - length_m / 2 - 0.16 * row + 0.02 * (count > 2)))
            )
    return join(rows)
