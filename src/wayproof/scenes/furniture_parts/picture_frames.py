"""Frames with something flat in them: pictures, mirrors and clock faces, looking along +Z."""

from __future__ import annotations

from dataclasses import replace

from wayproof.geometry.lofts import picture, stack
from wayproof.geometry.outlines import shrunk
from wayproof.geometry.solid import Floats, Point, Solid, facing, move


def framed(outline: Floats, bar_m: float, depth_m: float, *, recess: float = 0.5) -> Solid:
    """A frame with a closed back on z = 0 facing +Z; `recess` is the share of the depth that is hollow."""
    inner = shrunk(outline, bar_m)
    bottom = depth_m * (1 - recess)
    return facing(stack([(0.0, outline), (depth_m, outline), (depth_m, inner), (bottom, inner)]))


def framed_picture(
    outline: Floats, bar_m: float, depth_m: float, at: Point, *, recess: float = 0.5
) -> tuple[Solid, Solid]:
    """A frame with its outline's origin at a point of its back, and the pane 2 mm above its floor."""
    pane = picture(shrunk(outline, bar_m - 0.001), (0.0, 0.0, depth_m * (1 - recess) + 0.002))
    return move(framed(outline, bar_m, depth_m, recess=recess), at), move(pane, at)


def strip_of_picture(view: Solid, index: int, count: int) -> Solid:
    """One of several panels side by side that together show one picture."""
    return replace(view, uv_m=(view.uv_m + (index, 0.0)) / (count, 1.0))
