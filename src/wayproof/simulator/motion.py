"""How far a body gets: a motion swept through free space, stopped by what it touches or sliding along it.

Free space is meant for the centre of a body, so a disc that sweeps through the world is a point that moves
through free space. A body that touches something still turns: a disc has room for that wherever it stands.
"""

from __future__ import annotations

import math

import msgspec
import numpy as np

from wayproof.errors import InvalidInput
from wayproof.kernels import kernel
from wayproof.navigation.free_space import FreeSpace
from wayproof.navigation.line_of_sight import across
from wayproof.navigation.surface import NOWHERE, Surface, node_at
from wayproof.vocabulary import Point, Pose

FULL_TURN_RAD = 2.0 * math.pi
# A body rests this far inside its cell, so that rounding cannot move it to the other side of a border.
INSET_M = 1e-9
ARC_ERROR_M = 5e-4  # an arc is swept as chords that stay this close to it
MOST_CHORDS = 64


class Motion(msgspec.Struct, frozen=True, gc=False):
    """One motion in the frame of the body at its start, carried out in this order.

    1. turn by turn_first_rad on the spot;
    2. go forward_m ahead and left_m to the left while turning by turn_rad, all at constant rates: a straight
       line without the turn, an arc with it, a turn on the spot without the way;
    3. turn by turn_last_rad on the spot.
    Turns are counter-clockwise; duration_s is for the whole.
    """

    forward_m: float = 0.0
    left_m: float = 0.0
    turn_rad: float = 0.0
    turn_first_rad: float = 0.0
    turn_last_rad: float = 0.0
    duration_s: float = 0.0

    @property
    def length_m(self) -> float:
        return math.hypot(self.forward_m, self.left_m)


class Advance(msgspec.Struct, frozen=True, gc=False):
    """What came of a motion.

    impact_m is the part of the commanded way that pointed into the obstacle: 0 if nothing was touched. Over
    the duration it is the speed of the impact.
    """

    pose: Pose
    travelled_m: float
    impact_m: float

    @property
    def bumped(self) -> bool:
        return self.impact_m > 0.0


def carry_out(free: FreeSpace, pose: Pose, motion: Motion, *, sliding: bool) -> Advance:
    """Sweep a motion from a free pose; the height of the pose reached is that of the floor there.

    Without sliding the way ends at the first contact. With sliding only the part of the way that points
    into the touched cell is lost, for as long as the body is at its side. A pose off free space is an error.
    """
    heading = pose.heading_rad + motion.turn_first_rad
    turned = wrapped(heading + motion.turn_rad + motion.turn_last_rad)
    if motion.forward_m == 0.0 and motion.left_m == 0.0:
        return Advance(Pose(pose.x_m, pose.y_m, pose.z_m, turned), 0.0, 0.0)
    node, x, y, z, travelled, impact = _sweep_arc(
        free.surface,
        pose.x_m,
        pose.y_m,
        pose.z_m,
        heading,
        motion.forward_m,
        motion.left_m,
        motion.turn_rad,
        sliding,
    )
    if node == NOWHERE:
        raise InvalidInput(
            f"the body stands at ({pose.x_m:.3f}, {pose.y_m:.3f}, {pose.z_m:.3f}), which is not in its free "
            "space; begin with Simulator.start"
        )
    return Advance(Pose(x, y, z, turned), travelled, impact)


def advance(
    free: FreeSpace, point_m: Point, dx_m: float, dz_m: float, *, sliding: bool
) -> tuple[Point, float, bool]:
    """Move a point by (dx, dz) of the world, as far as it gets: where to, how far, and was it stopped."""
    motion = Motion(forward_m=-dz_m, left_m=-dx_m)  # at heading 0 ahead is -Z and left is -X
    result = carry_out(free, Pose(*point_m), motion, sliding=sliding)
    return (result.pose.x_m, result.pose.y_m, result.pose.z_m), result.travelled_m, result.bumped


def wrapped(angle_rad: float) -> float:
    """The same direction as an angle from -pi to pi, exact to the last bit."""
    return math.remainder(angle_rad, FULL_TURN_RAD)


@kernel
def settled(surface: Surface, x: float, y: float, z: float) -> tuple[int, float, float, float]:
    """The node under a point or NOWHERE, and the point put on the floor, a hair inside the cell."""
    node = node_at(surface, x, y, z)
    if node == NOWHERE:
        return node, x, y, z
    inner_x, inner_z = _inside(surface, node, x, z)
    return node, inner_x, surface.floor_m[node], inner_z


@kernel
def _inside(surface: Surface, node: int, x: float, z: float) -> tuple[float, float]:
    low_x = surface.origin_x + surface.cell_of[node, 0] * surface.cell_m
    low_z = surface.origin_z + surface.cell_of[node, 1] * surface.cell_m
    return (
        min(max(x, low_x + INSET_M), low_x + surface.cell_m - INSET_M),
        min(max(z, low_z + INSET_M), low_z + surface.cell_m - INSET_M),
    )


@kernel
def _sweep_arc(
    surface: Surface,
    x: float,
    y: float,
    z: float,
    heading: float,
    forward: float,
    left: float,
    turn: float,
    sliding: bool,
) -> tuple[int, float, float, float, float, float]:
    """Node, x, y, z, distance travelled and impact after an arc, which is cut into chords that end on it."""
    node, x, y, z = settled(surface, x, y, z)
    if node == NOWHERE:
        return node, x, y, z, 0.0, 0.0
    sagitta = np.hypot(forward, left) * abs(turn) / 8.0
    chords = min(1 + int(np.sqrt(sagitta / ARC_ERROR_M)), MOST_CHORDS)
    bend = turn / chords
    # The chord of a piece of arc that turns by `bend`, along its first direction and across it.
    along = np.sin(bend) / bend if abs(bend) > 1e-6 else 1.0 - bend * bend / 6.0
    across_it = (1.0 - np.cos(bend)) / bend if abs(bend) > 1e-6 else bend / 2.0
    ahead = (forward * along - left * across_it) / chords
    aside = (forward * across_it + left * along) / chords
    travelled, impact = 0.0, 0.0
    for chord in range(chords):
        sin, cos = np.sin(heading + chord * bend), np.cos(heading + chord * bend)
        dx, dz = -ahead * sin - aside * cos, -ahead * cos + aside * sin
        node, x, z, way, hit = _sweep(surface, node, x, z, dx, dz, sliding)
        travelled += way
        impact = max(impact, hit * chords)
        if hit > 0.0 and not sliding:
            break
    x, z = _inside(surface, node, x, z)
    return node, x, surface.floor_m[node], z, travelled, impact


@kernel
def _sweep(
    surface: Surface, node: int, x: float, z: float, dx: float, dz: float, sliding: bool
) -> tuple[int, float, float, float, float]:
    """Follow a straight way from cell to cell: node, x, z, distance travelled, largest part that was blocked.

    A blocked part rests while the body slides along that side of the cell and is tried again in the next.
    """
    moves_x, moves_z = dx, dz
    way_x, way_z = (0 if dx > 0 else 2), (1 if dz > 0 else 3)
    left, travelled, impact = 1.0, 0.0, 0.0
    while moves_x != 0.0 or moves_z != 0.0:
        line_x = surface.origin_x + (surface.cell_of[node, 0] + (1 if dx > 0 else 0)) * surface.cell_m
        line_z = surface.origin_z + (surface.cell_of[node, 1] + (1 if dz > 0 else 0)) * surface.cell_m
        share_x = max((line_x - x) / moves_x, 0.0) if moves_x != 0.0 else np.inf
        share_z = max((line_z - z) / moves_z, 0.0) if moves_z != 0.0 else np.inf
        share = min(share_x, share_z)
        if left <= share:
            x, z = x + left * moves_x, z + left * moves_z
            travelled += left * np.hypot(moves_x, moves_z)
            break
        travelled += share * np.hypot(moves_x, moves_z)
        left -= share
        x = line_x if share == share_x else x + share * moves_x
        z = line_z if share == share_z else z + share * moves_z
        if share_x == share_z:
            onward = across(surface.links, node, way_x, way_z)
            along_x = surface.links[node, way_x] == NOWHERE
        else:
            along_x = share_x < share_z
            onward = surface.links[node, way_x if along_x else way_z]
        if onward != NOWHERE:
            node, moves_x, moves_z = onward, dx, dz
            continue
        impact = max(impact, abs(dx) if along_x else abs(dz))
        if not sliding:
            break
        moves_x, moves_z = (0.0, moves_z) if along_x else (moves_x, 0.0)
    return node, x, z, travelled, impact
