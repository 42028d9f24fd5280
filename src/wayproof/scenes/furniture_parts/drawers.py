"""Drawers in a case: one above the other, or side by side under a table top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wayproof.geometry.solid import Point, join
from wayproof.geometry.solids import box
from wayproof.geometry.sweeps import four_legs
from wayproof.scenes.furniture import Part, Surface
from wayproof.scenes.furniture_parts.cabinetry import (
    BOARD_M,
    Frame,
    Joinery,
    columns,
    drawer,
    hollow_box,
    rows,
    shadow_slab,
)
from wayproof.scenes.furniture_parts.moved_parts import move_parts

PULLED_M = 0.17  # how far an open drawer stands out


@dataclass(frozen=True)
class Stack:
    """Drawers one above the other, and the room in the one that is pulled out, if any."""

    parts: list[Part]
    surfaces: list[Surface]


def drawer_stack(
    frame: Frame, z_m: float, shares: Sequence[float], work: Joinery, *, is_open: bool = False
) -> Stack:
    """Drawers with heights in the given proportions on a front in the plane z_m; the top one may be open."""
    parts, surfaces = [Part(shadow_slab(frame, z_m), work.shadow)], []
    for k, each in enumerate(rows(frame, shares)):
        pieces = drawer(each, z_m, work)
        if is_open and k == len(shares) - 1:
            pieces = move_parts(pieces, (0, 0, PULLED_M))
            size = (each.width_m - 0.04, 0.62 * each.height_m, PULLED_M - 0.001)
            place = (each.x_m, each.y_m + 0.02, z_m + 0.001 + size[2] / 2)
            pieces.append(Part(hollow_box(size, place, wall_m=0.009, opens="y"), work.body))
            floor = (place[0], place[1] + 0.009, place[2])
            surfaces.append(Surface(floor, size[0] - 0.04, size[2] - 0.04, size[1] + 0.02, "in"))
        parts += pieces
    return Stack(parts, surfaces)


def drawer_block(x_m: float, size_m: Point, y_m: float, count: int, work: Joinery) -> list[Part]:
    """A case with drawers one above the other, its depth centred on z = 0."""
    width, height, depth = size_m
    front = depth / 2 - BOARD_M
    frame = Frame(x_m, y_m + 0.01, width - 0.02, height - 0.02)
    case = box((width, height, depth - BOARD_M - 0.002), (x_m, y_m, -BOARD_M / 2))
    shares = [1.6, 1.0, 1.0][:count] if count < 4 else [1.0] * count
    return [Part(case, work.body), *drawer_stack(frame, front, shares, work).parts]


def apron_drawers(
    width: float, depth: float, under: float, high: float, count: int, work: Joinery
) -> list[Part]:
    """Slender legs and a row of flat drawers below a table top whose underside is at `under`."""
    front = depth / 2 - 0.012 - BOARD_M
    case = box(
        (width - 0.03, high, front + depth / 2 - 0.01), (0, under - high, (front - depth / 2 + 0.01) / 2)
    )
    frame = Frame(0.0, under - high + 0.008, width - 0.05, high - 0.016)
    parts = [Part(shadow_slab(frame, front), work.shadow)]
    for each in columns(frame, count):
        parts += drawer(each, front, work)
    x, z = width / 2 - 0.05, depth / 2 - 0.05
    legs = four_legs((x, 0, z), (x, under - high + 0.004, z), 0.024, 0.048, sides=6)
    return [Part(join([case, legs]), work.body), *parts]
