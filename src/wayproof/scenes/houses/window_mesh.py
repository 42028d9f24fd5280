"""Windows: frame, mullions, sill and a pane that shows the world outside.

Local frame: x along the wall, y up from the sill, z through the wall towards the room; the origin is in the
middle of the wall.
"""

from __future__ import annotations

from wayproof.geometry.solids import Solid, box, join, panel

OUTER_WALL_M = 0.25
PANE_Z_M = -0.04
PANE_FROM_INSIDE_M = OUTER_WALL_M / 2 - PANE_Z_M
PANE_FROM_OUTSIDE_M = OUTER_WALL_M - PANE_FROM_INSIDE_M
FRAME_M = 0.06  # width of the bars, and their depth
SUNK_M = 0.004  # by which the frame disappears in the wall
SILL_REACH_M = 0.045
WIDE_M, VERY_WIDE_M = 0.9, 1.9  # from here on a window has two, three sashes


def sashes(width_m: float) -> int:
    return 1 if width_m < WIDE_M else 2 if width_m < VERY_WIDE_M else 3


def window_frame(width_m: float, height_m: float) -> Solid:
    """The bars around and between the sashes."""
    outer = FRAME_M + SUNK_M
    edge = width_m / 2 + SUNK_M - outer / 2
    uprights = [box((outer, height_m, FRAME_M), (x, 0.0, PANE_Z_M)) for x in (-edge, edge)]
    level = [
        box((width_m - 0.02, outer, FRAME_M - 0.004), (0.0, y, PANE_Z_M))
        for y in (-SUNK_M, height_m + SUNK_M - outer)
    ]
    count = sashes(width_m)
    between = [width_m * k / count - width_m / 2 for k in range(1, count)]
    mullions = [box((FRAME_M, height_m, FRAME_M - 0.008), (x, 0.0, PANE_Z_M)) for x in between]
    return join([*uprights, *level, *mullions])


def window_handles(width_m: float, height_m: float) -> Solid:
    """One lever for each sash that opens, on the bar beside it."""
    count = sashes(width_m)
    xs = [width_m * k / count - width_m / 2 for k in range(1, count)] or [width_m / 2 - FRAME_M / 2]
    front = PANE_Z_M + FRAME_M / 2
    y = min(height_m * 0.45, 0.5)
    return join(
        piece
        for x in xs
        for piece in (
            box((0.022, 0.06, 0.02), (x, y, front)),
            box((0.018, 0.11, 0.014), (x, y - 0.06, front + 0.025)),
        )
    )


def window_sill(width_m: float) -> Solid:
    """The board below the window, on the room's side."""
    near, far = OUTER_WALL_M / 2 + SILL_REACH_M, PANE_Z_M
    return box((width_m + 0.08, 0.03, near - far), (0.0, -0.02, (near + far) / 2))


def window_pane(width_m: float, height_m: float) -> Solid:
    """One picture of the outside behind all sashes, seen from the room."""
    return panel(width_m - FRAME_M, height_m - FRAME_M, (0.0, FRAME_M / 2, PANE_Z_M))
