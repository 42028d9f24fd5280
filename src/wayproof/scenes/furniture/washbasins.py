"""Washbasins: on a pedestal, in a vanity cabinet or on console legs, each with a tap and a real hollow."""

from __future__ import annotations

from wayproof.geometry.lofts import stack
from wayproof.geometry.outlines import oval, rectangle
from wayproof.geometry.solid import Floats, Solid, join, move, with_boxes
from wayproof.geometry.solids import box, cylinder, lathe
from wayproof.geometry.sweeps import pipe
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import standing
from wayproof.scenes.furniture_parts.palettes import chrome, porcelain
from wayproof.scenes.furniture_parts.plumbing import tap

HEIGHT_M = 0.85


@furniture(
    "washbasin",
    group="bathroom",
    shapes=("pedestal", "vanity"),
    held_out=("console",),
    synonyms=("sink", "bathroom sink", "basin"),
)
def washbasin(shape: str, vary: Variation) -> Model:
    """A basin to wash hands in, with a tap."""
    build = {"pedestal": _pedestal, "vanity": _vanity, "console": _console}[shape]
    return build(vary)


def _pedestal(vary: Variation) -> Model:
    half_x, half_z = 0.28 * vary.scale, 0.23
    china = porcelain(vary)
    column = lathe(
        [(0.0, 0.0), (0.13, 0), (0.12, 0.04), (0.085, 0.12), (0.075, 0.5), (0.1, 0.72)],
        (0, 0, -0.06),
        sides=12,
    )
    rings = [
        (HEIGHT_M - 0.2, oval(0.8 * half_x, 1.2 * half_z, squareness=3, sides=16, centre=(0, -0.05))),
        (HEIGHT_M - 0.08, oval(1.8 * half_x, 1.9 * half_z, squareness=3.5, sides=16)),
        (HEIGHT_M, oval(2 * half_x, 2 * half_z, squareness=4, sides=16)),
        *_hollow(half_x - 0.05, half_z - 0.06, 0.0),
    ]
    basin = _open_basin(rings, half_x, half_z)
    metal = chrome(vary)
    tap_foot = (0.0, HEIGHT_M, -half_z + 0.035)
    return standing(
        (Part(join([basin, column]), china), Part(join([tap(tap_foot), _drain(0.0)]), metal)), vary
    )


def _console(vary: Variation) -> Model:
    half_x, half_z = 0.36 * vary.scale, 0.24
    china = vary.main("ceramic", "stone", colours=("white", "grey", "beige"))
    metal = chrome(vary)
    square = oval(2 * half_x, 2 * half_z, squareness=12, sides=16)
    slab = _open_basin(
        [(HEIGHT_M - 0.13, square), (HEIGHT_M, square), *_hollow(half_x * 0.62, half_z - 0.06, 0.0)],
        half_x,
        half_z,
    )
    legs = [
        pipe([(x, 0, half_z - 0.05), (x, HEIGHT_M - 0.12, half_z - 0.05)], 0.016)
        for x in (-half_x + 0.05, half_x - 0.05)
    ]
    rail = pipe([(-half_x + 0.05, 0.55, half_z - 0.05), (half_x - 0.05, 0.55, half_z - 0.05)], 0.01)
    trap = pipe(
        [(0, 0.73, 0.02), (0, 0.55, 0.02), (0, 0.52, -0.02), (0, 0.55, -0.06), (0, 0.58, -half_z + 0.01)],
        0.018,
    )
    side = half_x * 0.38 - 0.04
    places = (
        [Surface((s * half_x * 0.81, HEIGHT_M, 0.0), side, 2 * half_z - 0.08) for s in (-1, 1)]
        if side > 0.08
        else []
    )
    foot = (0.0, HEIGHT_M, -half_z + 0.035)
    return standing(
        (Part(slab, china), Part(join([*legs, rail, trap, tap(foot), _drain(0.0)]), metal)),
        vary,
        surfaces=tuple(places),
    )


def _vanity(vary: Variation) -> Model:
    width, depth, slab = 0.9 * vary.scale, 0.48, 0.03
    doors = vary.count("door", 1, 3)
    wood = vary.main("wood", colours=("white", "brown", "beige", "grey", "black"))
    china = vary.finish("ceramic", "stone", colours=("white", "grey", "beige"))
    metal = chrome(vary)
    hollow_x = 0.2 * vary.scale**0.5
    shift = -width / 2 + hollow_x + 0.09
    under = HEIGHT_M - slab
    plinth = box((width - 0.06, 0.08, depth - 0.08), (0, 0, -0.02))
    carcass = _carcass(width / 2 - 0.01, depth / 2 - 0.02, 0.078, under)
    fronts, handles = _doors(doors, width - 0.02, under, depth / 2 - 0.032)
    square = oval(width, depth, squareness=16, sides=16)
    bowl = ((0.715, 0.6, 0.65), (0.76, 0.9, 0.92), (under, 1.05, 1.06))
    below = [
        (y, oval(2 * x * hollow_x, 0.3 * z, squareness=2.5, sides=16, centre=(shift, 0.02)))
        for y, x, z in bowl
    ]
    rings = [*below, (under, square), (HEIGHT_M, square), *_hollow(hollow_x, 0.15, shift)]
    top = _open_basin(rings, width / 2, depth / 2)
    free = width / 2 - (shift + hollow_x) - 0.07
    foot = (shift, HEIGHT_M, -depth / 2 + 0.045)
    return standing(
        (
            Part(join([carcass, fronts]), wood),
            Part(top, china),
            Part(join([tap(foot), _drain(shift), handles]), metal),
            Part(plinth, _dark(vary)),
        ),
        vary,
        surfaces=(Surface((width / 2 - 0.03 - free / 2, HEIGHT_M, 0), free, depth - 0.1),),
    )


def _carcass(half_x: float, half_z: float, low: float, high: float) -> Solid:
    """The cabinet body, open above where the basin hangs into it."""
    outer, inner = rectangle(2 * half_x, 2 * half_z), rectangle(2 * half_x - 0.04, 2 * half_z - 0.04)
    return move(stack([(low, outer), (high, outer), (high, inner), (high - 0.2, inner)]), (0, 0, -0.012))


def _doors(count: int, width: float, top: float, z: float) -> tuple[Solid, Solid]:
    """Door leaves side by side on the front, and their handles."""
    leaf = width / count
    centres = [-width / 2 + leaf * (k + 0.5) for k in range(count)]
    leaves = [box((leaf - 0.008, top - 0.1, 0.022), (x, 0.09, z + 0.009)) for x in centres]
    sides = [leaf / 2 - 0.05 if k % 2 == 0 else -leaf / 2 + 0.05 for k in range(count)]
    handles = [
        box((0.014, 0.12, 0.024), (x + s, top - 0.2, z + 0.03)) for x, s in zip(centres, sides, strict=True)
    ]
    return join(leaves), join(handles)


def _hollow(half_x: float, half_z: float, x: float) -> list[tuple[float, Floats]]:
    """Rings down into the basin, from the rim."""
    middle = (x, 0.02)
    return [
        (HEIGHT_M, oval(2 * half_x, 2 * half_z, squareness=2.6, sides=16, centre=middle)),
        (HEIGHT_M - 0.08, oval(1.64 * half_x, 1.64 * half_z, squareness=2.4, sides=16, centre=middle)),
        (HEIGHT_M - 0.125, oval(0.8 * half_x, 0.8 * half_z, sides=16, centre=middle)),
    ]


def _open_basin(rings: list[tuple[float, Floats]], half_x: float, half_z: float) -> Solid:
    return with_boxes(stack(rings), [((-half_x, HEIGHT_M - 0.15, -half_z), (half_x, HEIGHT_M, half_z))])


def _drain(x: float) -> Solid:
    return cylinder(0.022, 0.006, (x, HEIGHT_M - 0.127, 0.02), sides=8)


def _dark(vary: Variation) -> Finish:
    return vary.finish("wood", colours=("black", "grey", "brown"), pattern="plain")
