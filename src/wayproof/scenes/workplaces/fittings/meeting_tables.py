"""Tables for meetings: long tops that many sit around."""

from __future__ import annotations

from wayproof.geometry.outlines import oval, rounded_rectangle
from wayproof.geometry.solid import Floats, join
from wayproof.geometry.solids import box, cylinder
from wayproof.scenes.furniture import Model, Part, Surface, Variation
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import described_by
from wayproof.scenes.furniture_parts.upholstery import padded_outline
from wayproof.scenes.workplaces.fittings import fitting

HEIGHT_M, TOP_M = 0.74, 0.034


@fitting(
    "meeting_table",
    group="tables",
    shapes=("straight", "racetrack", "boat"),
    held_out=("round",),
    synonyms=("conference table", "boardroom table"),
)
def meeting_table(shape: str, vary: Variation) -> Model:
    """A long table for meetings on two pillars, with a flap for cables in the middle."""
    width, depth = 2.2 * vary.scale, 0.95 * vary.scale**0.5
    if shape == "round":
        width = depth = 1.25 * vary.scale
    wood = described_by(vary, ("wood", ("brown", "beige", "white", "black")))
    metal = vary.finish("metal", colours=("silver", "black"), pattern="plain")
    dark = vary.finish("plastic", colours=("black",))
    top = padded_outline(_outline(shape, width, depth), TOP_M, (0, HEIGHT_M - TOP_M, 0), rounding_m=0.009)
    under = HEIGHT_M - TOP_M + 0.002
    if shape == "round":
        legs = [cylinder(0.3, 0.02, sides=16), cylinder(0.06, under - 0.01, (0, 0.01, 0), sides=10)]
    else:
        x = 0.29 * width
        legs = [box((0.07, under - 0.02, 0.26 * depth), (s * x, 0.019, 0)) for s in (-1, 1)]
        legs += [box((0.14, 0.02, 0.42 * depth), (s * x, 0, 0)) for s in (-1, 1)]
        legs.append(box((2 * x, 0.08, 0.03), (0, under - 0.08, 0)))
    flap = box((0.28, 0.003, 0.12), (0, HEIGHT_M - 0.0015, 0))
    side = (width - 0.34) / 2 - 0.1
    reach = 0.62 * depth if shape == "round" else depth - 0.2
    surfaces = [Surface((s * (0.17 + side / 2), HEIGHT_M, 0), side, reach) for s in (-1, 1)]
    return settled([Part(top, wood), Part(join(legs), metal), Part(flap, dark)], vary, surfaces=surfaces)


def _outline(shape: str, width_m: float, depth_m: float) -> Floats:
    if shape == "straight":
        return rounded_rectangle(width_m, depth_m, 0.03)
    if shape == "racetrack":
        return rounded_rectangle(width_m, depth_m, 0.42 * depth_m, cuts=5)
    return oval(width_m, depth_m, squareness=4 if shape == "boat" else 2)
