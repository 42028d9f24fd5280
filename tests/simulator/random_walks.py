"""Random walks of random bodies under all controls in one house; run as a program it prints their digest."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator

import msgspec
import numpy as np

from wayproof.geometry.height_spans import height_spans
from wayproof.navigation.free_points import sample_points
from wayproof.navigation.free_space import FreeSpace, free_space_of_spans
from wayproof.scenes.houses.house import build_house
from wayproof.seeding import generator_for
from wayproof.simulator.actuation import actuation_for
from wayproof.simulator.body import Body, body_names, load_body
from wayproof.simulator.simulator import Simulator
from wayproof.simulator.state import State
from wayproof.vocabulary import DISCRETE_ACTIONS, Action, Pose

STEPS_PER_WALK = 250


def distance_to_free(free: FreeSpace, pose: Pose) -> float:
    """How far a pose is from the nearest free cell whose floor is at its height; by looking at all cells."""
    surface = free.surface
    low = surface.cell_of * surface.cell_m + (surface.origin_x, surface.origin_z)
    point = np.array([pose.x_m, pose.z_m])
    apart = np.maximum(np.maximum(low - point, point - low - surface.cell_m), 0.0)
    at_height = np.abs(surface.floor_m - pose.y_m) < 1e-6
    return float(np.hypot(*apart[at_height].T).min()) if at_height.any() else np.inf


def random_action(rng: np.random.Generator, body: Body) -> Action:
    kind = rng.integers(10)
    if kind < 6:
        return Action(DISCRETE_ACTIONS[rng.integers(len(DISCRETE_ACTIONS))])
    if kind < 9:
        speed, turn = rng.normal(0.0, 1.0, 2)
        return Action("velocity", velocity=(speed * body.maximum_speed_m_s, turn * body.maximum_turn_rad_s))
    forward, left, heading = rng.normal(0.0, 1.0, 3)
    return Action("waypoint", waypoint=(forward, left, heading))


def house_spaces() -> dict[str, FreeSpace]:
    """The free space of one house for each of our bodies."""
    scene = build_house(4, rooms=3).scene
    spans = height_spans(scene.vertices_m, scene.faces)
    spaces = {}
    for name in body_names():
        body = load_body(name)
        spaces[name] = free_space_of_spans(
            spans, radius_m=body.radius_m, height_m=body.height_m, step_height_m=body.step_height_m
        )
    return spaces


def random_walk(spaces: dict[str, FreeSpace], walk: int, steps: int) -> Iterator[tuple[Simulator, State]]:
    """The states of one walk; body, sliding and actuation are drawn; whoever falls starts anew."""
    rng = generator_for(11, "walk", walk)
    name = body_names()[rng.integers(len(body_names()))]
    body = load_body(name)
    actuation = actuation_for(["none", "locobot", "nominal"][rng.integers(3)], body)
    simulator = Simulator(spaces[name], body, sliding=bool(rng.integers(2)), actuation=actuation)
    start = Pose(*sample_points(spaces[name], rng, 1)[0].tolist(), heading_rad=float(rng.uniform(-4, 4)))
    state = simulator.start(start)
    for _ in range(steps):
        state = simulator.step(state, random_action(rng, body), rng)
        yield simulator, state
        if state.fallen:
            state = simulator.start(start)


def digest_of_walks(steps: int, inspect: Callable[[Simulator, State], None] | None = None) -> str:
    """SHA-256 over all states of as many walks as make up the steps."""
    spaces = house_spaces()
    digest = hashlib.sha256()
    for walk in range(steps // STEPS_PER_WALK):
        for simulator, state in random_walk(spaces, walk, STEPS_PER_WALK):
            digest.update(msgspec.json.encode(state))
            if inspect is not None:
                inspect(simulator, state)
    return digest.hexdigest()


if __name__ == "__main__":
    print(digest_of_walks(int(sys.argv[1])))
