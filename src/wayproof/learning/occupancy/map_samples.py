"""Windows of maps as agents make them, each with what is truly there: what the network learns from.

An expert walks to goals in a house while a depth camera is mapped. Truth is the free space of a body as thin
as a cell and as tall as the robot; half of the walks see no farther than colours alone can tell.
"""

from __future__ import annotations

import contextlib
import io
import math
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.agents.mapping.floor_depth import SURE_M
from wayproof.agents.mapping.occupancy_anticipation import (
    COARSE,
    LAYERS,
    WINDOW,
    window_around,
    window_layers,
)
from wayproof.agents.mapping.occupancy_map import Box, OccupancyMap
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.rgb_map_and_plan import FloorSight
from wayproof.episode.brief import brief_for
from wayproof.episode.trial import Trial
from wayproof.errors import InvalidInput
from wayproof.navigation.free_space import free_space
from wayproof.scenes.by_name import scene_named
from wayproof.scenes.scene import Scene
from wayproof.seeding import generator_for
from wayproof.sensors import sensors_for
from wayproof.simulator.body import Body, body_under, load_body
from wayproof.simulator.world import World
from wayproof.simulator.worlds import house_name
from wayproof.storage import write_atomically
from wayproof.tasks import TASKS
from wayproof.vocabulary import Action, AgentCard, Episode, Pose, Settings

TASK, PROTOCOL = "point_goal", "robustnav"
EPISODES, EVERY, MOST_STEPS = 4, 4, 100  # of a house; steps between two windows; steps of a walk
DETOURS = 0.15  # share of the steps at which it turns instead of following the expert
THIN_M = 0.01
WALL_M = 0.2  # what lies this close to a room belongs to the house: its walls
CAMERA = Settings(width_px=112, height_px=84, hfov_rad=math.radians(79.0))

Flags = NDArray[np.bool_]


class Samples(NamedTuple):
    """Windows (n, layers, w, w) of 0 and 1; truth (n, w, w): cannot be driven on; inside (n, w, w): a room or
    its walls, so that a guess there is not about gardens."""

    windows: NDArray[np.uint8]
    blocked: Flags
    inside: Flags


class Truth(NamedTuple):
    """The plan of a house [x, z] in cells: where a thin body can stand, and what belongs to the house."""

    free: Flags
    inside: Flags
    origin_m: tuple[float, float]
    cell_m: float


def house_samples(
    split: str, house: int, seed: int, *, folder: Path | None = None, from_colours: bool = False
) -> Samples:
    """The windows of one house; with a folder they are kept there and read again.

    from_colours: mapped as an agent does that has no depth camera.
    """
    name = f"{split}-{house}-{seed}{'-rgb' if from_colours else ''}.npz"
    if folder is not None and (folder / name).is_file():
        with np.load(folder / name) as kept:
            return Samples(kept["windows"], kept["blocked"], kept["inside"])
    found = _walked(split, house, seed, from_colours)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        content = io.BytesIO()
        np.savez_compressed(content, **found._asdict())
        write_atomically(folder / name, content.getvalue())
    return found


def _walked(split: str, house: int, seed: int, from_colours: bool) -> Samples:
    task = TASKS[TASK]
    protocol = task.protocol(PROTOCOL)
    body = body_under(protocol, load_body(protocol.body))
    world = World(scene_named(house_name(split, house), light=from_colours), body)
    truth = truth_of(world.scene, body)
    found: list[tuple[NDArray[np.uint8], Flags, Flags]] = []
    for index in range(EPISODES):
        with contextlib.suppress(InvalidInput):  # a house may have no room for an episode of this length
            episode = task.draw(world, protocol, seed, index).episode
            found += _walk(world, truth, episode, seed, from_colours)
    if not found:
        size = (0, WINDOW, WINDOW)
        return Samples(np.zeros((0, LAYERS, *size[1:]), np.uint8), np.zeros(size, bool), np.zeros(size, bool))
    windows, blocked, inside = zip(*found, strict=True)
    return Samples(np.stack(windows), np.stack(blocked), np.stack(inside))


def _walk(
    world: World, truth: Truth, episode: Episode, seed: int, from_colours: bool
) -> list[tuple[NDArray[np.uint8], Flags, Flags]]:
    """One episode: the expert's way with detours, a window every few steps."""
    names = ("rgb" if from_colours else "depth", "gps", "compass")
    protocol = TASKS[TASK].protocol(PROTOCOL)
    trial = Trial(world, protocol, episode, sensors_for(world.body, names, settings=CAMERA))
    brief = brief_for(trial, AgentCard("mapper", sensors=names), CAMERA)
    navigator = Navigator(brief)
    colours = FloorSight(brief) if from_colours else None
    rng = generator_for(seed, "map samples", episode.scene, episode.id)
    furthest_m = SURE_M if rng.random() < 0.5 else math.inf
    found = []
    for step in range(MOST_STEPS):
        readings = trial.observe().clean
        seen_m = colours.depth_m(readings) if colours else _within(readings["depth"], furthest_m)
        navigator.sense({**readings, "depth": seen_m})
        if step % EVERY == 0:
            box = window_around(navigator.map, navigator.pose)
            blocked, inside = seen_in(truth, navigator.map, box, episode.start)
            found.append((window_layers(navigator.map, box), blocked, inside))
        advice = trial.judge.advice(trial.now).name
        if advice == "stop" or trial.outcome is not None:
            break
        trial.act(Action("turn_left" if rng.random() < DETOURS else advice))
    return found


def _within(depth_m: NDArray[np.generic], furthest_m: float) -> NDArray[np.float32]:
    near = np.asarray(depth_m, np.float32)
    return np.where(near <= furthest_m, near, np.float32(0.0))


def truth_of(scene: Scene, body: Body) -> Truth:
    """The plan of a house on the level of its ground floor."""
    free = free_space(scene, radius_m=THIN_M, height_m=body.height_m, step_height_m=body.step_height_m)
    surface = free.surface
    # Seats and mattresses are places to stand, too, but no robot gets there.
    indoors = (surface.island < max(free.islands_indoors, 1)) & (surface.floor_m <= body.step_height_m)
    plan = np.zeros((surface.size_x, surface.size_z), np.bool_)
    plan[tuple(surface.cell_of[indoors].T)] = True
    rooms = np.zeros(plan.shape, np.uint8)
    origin = np.array([surface.origin_x, surface.origin_z])
    for room in scene.rooms:
        corners = np.rint((np.array(room.polygon_m) - origin) / surface.cell_m).astype(np.int32)
        cv2.fillPoly(rooms, [corners[:, ::-1]], 1)  # OpenCV has columns first
    reach = 2 * round(WALL_M / surface.cell_m) + 1
    inside = cv2.dilate(rooms, np.ones((reach, reach), np.uint8)) > 0
    return Truth(plan, inside, (surface.origin_x, surface.origin_z), surface.cell_m)


def seen_in(truth: Truth, the_map: OccupancyMap, box: Box, start: Pose) -> tuple[Flags, Flags]:
    """Truth in a window of a map that began at a pose: what cannot be driven on, what is of the house."""
    middle = (COARSE - 1) / 2.0
    ahead, left = (
        (first + COARSE * np.arange(WINDOW) + middle + 0.5 - the_map.side // 2) * the_map.cell_m
        for first in (box.i, box.j)
    )
    ahead, left = ahead[:, None], left[None, :]
    sin, cos = math.sin(start.heading_rad), math.cos(start.heading_rad)
    x, z = start.x_m - ahead * sin - left * cos, start.z_m - ahead * cos + left * sin
    i, j = (
        np.floor((value - first) / truth.cell_m).astype(np.int64)
        for value, first in zip((x, z), truth.origin_m, strict=True)
    )
    known = (i >= 0) & (i < truth.free.shape[0]) & (j >= 0) & (j < truth.free.shape[1])
    i, j = np.where(known, i, 0), np.where(known, j, 0)
    return ~(known & truth.free[i, j]), known & truth.inside[i, j]
