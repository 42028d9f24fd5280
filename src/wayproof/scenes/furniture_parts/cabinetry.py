"""The joiner's pieces: hollow cases, doors and drawers with shadow gaps between them, pulls and feet.

A front is laid out as frames, rectangles in the plane of the front; each frame is then filled with a door
or a drawer. A dark slab behind them shows in the gaps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from wayproof.geometry.lofts import FLAT, loft
from wayproof.geometry.outlines import rectangle, ring
from wayproof.geometry.solid import (
    ORIGIN,
    Point,
    Solid,
    at_corners,
    facing,
    join,
    move,
    turn,
    upright_grain,
    with_boxes,
)
from wayproof.geometry.solids import box, cylinder, lathe
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Part, Variation
from wayproof.scenes.furniture_parts.palettes import Choice, described_by

BOARD_M = 0.018  # the usual thickness of furniture board
GAP_M = 0.009  # wider than a joiner would leave it, so that it shows from across a room
PULL_STYLES = ("bar", "bar", "knob", "grip")


@dataclass(frozen=True)
class Frame:
    """A rectangle in a front: the middle of its lower edge, and its size."""

    x_m: float
    y_m: float
    width_m: float
    height_m: float


@dataclass(frozen=True)
class Joinery:
    """How a case is finished: fronts, body, the shadow in its gaps, pulls, and the style of both."""

    front: Finish
    body: Finish
    shadow: Finish
    pull: Finish
    panelled: bool  # fronts have a recessed field
    pull_style: str  # "bar", "knob" or "grip"


def joinery(vary: Variation, *choices: Choice) -> Joinery:
    """Draw the finishes of a case; its fronts are what it is described by."""
    front = described_by(vary, *choices)
    return Joinery(
        front=front,
        body=front,
        shadow=vary.finish("plastic", colours=("black",)),
        pull=vary.finish(
            "metal", colours=("silver", "gold") if front.colour in ("black", "brown") else ("silver", "black")
        ),
        panelled=vary.chance(0.5),
        pull_style=vary.choose(PULL_STYLES),
    )


def columns(frame: Frame, count: int, *, gap_m: float = GAP_M) -> list[Frame]:
    """The frame divided into equal columns, from left to right."""
    width = (frame.width_m - (count - 1) * gap_m) / count
    first = frame.x_m - (frame.width_m - width) / 2
    return [Frame(first + k * (width + gap_m), frame.y_m, width, frame.height_m) for k in range(count)]


def rows(frame: Frame, shares: Sequence[float], *, gap_m: float = GAP_M) -> list[Frame]:
    """The frame divided into rows with heights in the given proportions, from bottom to top."""
    room = frame.height_m - (len(shares) - 1) * gap_m
    pieces, y = [], frame.y_m
    for share in shares:
        height = room * share / sum(shares)
        pieces.append(Frame(frame.x_m, y, frame.width_m, height))
        y += height + gap_m
    return pieces


def hollow_box(size_m: Point, at: Point = ORIGIN, *, wall_m: float = BOARD_M, opens: str = "z") -> Solid:
    """A box without its front ("z") or its top ("y"); the room inside stays free in overlap tests."""
    width, height, depth = size_m
    if opens == "z":
        outer, inner = rectangle(width, height), rectangle(width - 2 * wall_m, height - 2 * wall_m)
        places = [(0.0, height / 2, z) for z in (-depth / 2, depth / 2, depth / 2, wall_m - depth / 2)]
    else:
        outer, inner = rectangle(width, depth), rectangle(width - 2 * wall_m, depth - 2 * wall_m)
        places = [(0.0, y, 0.0) for y in (0.0, height, height, wall_m)]
    outlines = (outer, outer, inner, inner)
    case = loft([ring(outline, place, axis=opens) for outline, place in zip(outlines, places, strict=True)])
    x, z = width / 2, depth / 2
    boards = [
        ((-x, 0.0, -z), (-x + wall_m, height, z)),
        ((x - wall_m, 0.0, -z), (x, height, z)),
        ((-x, 0.0, -z), (x, wall_m, z)),
        ((-x, 0.0, -z), (x, height, -z + wall_m)),
    ]
    last = (
        ((-x, height - wall_m, -z), (x, height, z))
        if opens == "z"
        else ((-x, 0.0, z - wall_m), (x, height, z))
    )
    return move(with_boxes(case, [*boards, last]), at)


def shadow_slab(frame: Frame, z_m: float) -> Solid:
    """The dark sheet behind the fronts of a frame, seen through the gaps; z_m is the plane it lies on."""
    size = (frame.width_m - 0.004, frame.height_m - 0.004, 0.005)
    return box(size, (frame.x_m, frame.y_m + 0.002, z_m + 0.0015))


def leaf(frame: Frame, z_m: float, *, panelled: bool, thickness_m: float = BOARD_M) -> Solid:
    """A door or drawer front whose back lies in the plane z_m; panelled ones have a recessed field."""
    x, y, width, height = frame.x_m, frame.y_m, frame.width_m, frame.height_m
    if not panelled:
        slab = box((width, height, thickness_m), (x, y, z_m + thickness_m / 2))
        return upright_grain(slab) if height > width else slab
    rail = min(0.06, 0.22 * min(width, height))
    face = z_m + thickness_m
    stages = [(0.0, z_m), (0.0, face), (rail, face), (rail + 0.006, face - 0.009)]
    outlines = [(rectangle(width - 2 * margin, height - 2 * margin), z) for margin, z in stages]
    door = loft([ring(outline, (x, y + height / 2, z), axis="z") for outline, z in outlines], crease_rad=FLAT)
    if height > width:
        uv = door.uv_m.copy()
        uv[-4:] = uv[-4:, ::-1]  # the field, which comes last
        return replace(door, uv_m=uv)
    return door


def pull(
    style: str, at: Point, *, length_m: float = 0.13, thickness_m: float = 0.012, upright: bool = False
) -> Solid:
    """A handle on a front at the given point of its face: a bar, a knob or a flat grip."""
    x, y, z = at
    if style == "knob":
        profile = [(0.008, -0.002), (0.009, 0.012), (0.018, 0.019), (0.0, 0.028)]
        return facing(lathe(profile, sides=6, smooth=False), at)
    if style == "grip":
        size = (0.014, length_m, 0.014) if upright else (length_m, 0.014, 0.014)
        return box(size, (x, y - size[1] / 2, z + 0.005))
    size = (thickness_m, length_m, 0.012) if upright else (length_m, thickness_m, 0.012)
    bar = box(size, (x, y - size[1] / 2, z + 0.023))
    reach = length_m / 2 - 0.02
    ends = [(x, y + side * reach) if upright else (x + side * reach, y) for side in (-1, 1)]
    thin = thickness_m - 0.002
    posts = [box((thin, thin, 0.022), (ex, ey - thin / 2, z + 0.009)) for ex, ey in ends]
    return join([bar, *posts])


def door(
    frame: Frame, z_m: float, work: Joinery, *, hinge: str, swing_rad: float = 0.0, pull_at: float = 0.5
) -> list[Part]:
    """A door in its frame, hinged on its "left" or "right" edge and swung open by an angle.

    `pull_at` is the height of the pull as a share of the door's: high on a base cupboard, low on the wall.
    """
    side = 1.0 if hinge == "left" else -1.0
    edge = frame.x_m + side * (frame.width_m / 2 - 0.035)
    handle_point = (edge, frame.y_m + pull_at * frame.height_m, z_m + BOARD_M)
    handle = pull(work.pull_style, handle_point, length_m=min(0.4 * frame.height_m, 0.16), upright=True)
    pivot = (frame.x_m - side * frame.width_m / 2, 0.0, z_m)
    solids = [(leaf(frame, z_m, panelled=work.panelled), work.front), (handle, work.pull)]
    return [
        Part(turn(solid, -side * swing_rad, about=pivot) if swing_rad else solid, finish)
        for solid, finish in solids
    ]


def doors(frame: Frame, count: int, z_m: float, work: Joinery, *, pull_at: float) -> list[Part]:
    """A closed door or several side by side, the first hinged on its left and the others on their right."""
    parts: list[Part] = []
    for k, opening in enumerate(columns(frame, count)):
        parts += door(opening, z_m, work, hinge="left" if k == 0 else "right", pull_at=pull_at)
    return parts


def drawer(frame: Frame, z_m: float, work: Joinery) -> list[Part]:
    """A closed drawer's front with its pull, or two knobs when it is wide."""
    face = z_m + BOARD_M
    panelled = work.panelled and frame.height_m > 0.12
    middle = frame.y_m + frame.height_m / 2
    reach = frame.width_m / 4 if work.pull_style == "knob" and frame.width_m > 0.6 else 0.0
    length = min(0.35 * frame.width_m, 0.3)
    places = [(frame.x_m - reach, middle), (frame.x_m + reach, middle)][: 2 if reach else 1]
    z = face - 0.009 if panelled else face
    pulls = [pull(work.pull_style, (x, y, z), length_m=length) for x, y in places]
    return [Part(leaf(frame, z_m, panelled=panelled), work.front), Part(join(pulls), work.pull)]


def four_feet(width_m: float, depth_m: float, height_m: float, *, style: str, splay_m: float = 0.0) -> Solid:
    """Feet under the corners of a case: "round" tapered legs, "block" feet or "bun" feet."""
    if style == "round":
        foot = cylinder(0.012, height_m, top_radius_m=0.022, sides=6)
    elif style == "bun":
        foot = lathe([(0, 0), (0.028, 0), (0.045, 0.5 * height_m), (0.03, height_m), (0, height_m)], sides=8)
    else:
        foot = upright_grain(box((0.055, height_m, 0.055)))
    x, z = width_m / 2 - 0.05 + splay_m, depth_m / 2 - 0.05 + splay_m
    return at_corners(foot, x, z)
