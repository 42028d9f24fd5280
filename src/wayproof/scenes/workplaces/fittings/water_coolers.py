"""Water coolers: a bottle upside down on a stand with taps."""

from __future__ import annotations

from wayproof.geometry.solid import Solid, join
from wayproof.geometry.solids import box, cylinder, lathe
from wayproof.scenes.furniture import Model, Part, Variation
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.workplaces.fittings import fitting


@fitting(
    "water_cooler",
    group="appliances",
    shapes=("bottle", "tall"),
    held_out=("plumbed",),
    synonyms=("water dispenser",),
)
def water_cooler(shape: str, vary: Variation) -> Model:
    """A stand that gives cold water, under a bottle or on the mains."""
    width, high = (
        0.31 * vary.scale**0.5,
        {"bottle": 0.92, "tall": 1.05, "plumbed": 1.25}[shape] * vary.scale**0.5,
    )
    case = vary.main("plastic", colours=("white", "white", "grey", "black"))
    dark = vary.finish("plastic", colours=("grey", "black") if case.colour == "white" else ("white",))
    warm, cold = (vary.finish("plastic", colours=(colour,)) for colour in ("red", "blue"))
    niche = 0.72 * high
    front = width / 2
    body = [
        box((width, niche, width), (0, 0, 0)),
        box((width, high - niche - 0.2, width), (0, niche + 0.2, 0)),
        box((width, 0.2, 0.5 * width), (0, niche, -0.25 * width)),
    ]
    tray = box((0.7 * width, 0.015, 0.4 * width), (0, niche, 0.25 * width))
    line = box((0.8 * width, 0.005, 0.006), (0, 0.5 * niche, front))
    taps = [box((0.03, 0.05, 0.05), (s * 0.07, niche + 0.14, 0.03)) for s in (-1, 1)]
    parts = [
        Part(join(body), case),
        Part(join([tray, line]), dark),
        Part(taps[0], warm),
        Part(taps[1], cold),
    ]
    if shape != "plumbed":
        parts.append(Part(cylinder(0.5 * width, 0.02, (0, high - 0.005, 0), sides=14), dark))
        parts.append(
            Part(_bottle(0.42 * width, high), vary.finish("glass", colours=("blue",), pattern="plain"))
        )
    return settled(parts, vary)


def _bottle(radius_m: float, foot_m: float) -> Solid:
    """A large bottle that stands on its neck."""
    r = radius_m
    profile = [
        (0.0, -0.03),
        (0.4 * r, -0.03),
        (0.45 * r, 0.02),
        (r, 0.1),
        (r, 0.36),
        (0.85 * r, 0.39),
        (0.0, 0.39),
    ]
    return lathe(profile, (0, foot_m, 0), sides=14)
