"""`wayproof warm`: compile every kernel once, so that tests and first runs do not wait for it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from wayproof.cli.output import say

if TYPE_CHECKING:
    from wayproof.scenes.scene import Scene


def warm() -> None:
    """Compile all kernels into the cache by doing one small real job of each kind."""
    from wayproof.kernels import source_digest
    from wayproof.scenes.houses.house import build_house
    from wayproof.scenes.light.bake import bake

    start = time.perf_counter()
    scene = build_house(1, rooms=2).scene
    _look_around(scene.with_light(bake(scene)))
    _walk_about(scene)
    _go_wrong()
    _play()
    _count()
    say(f"kernels {source_digest()} ready after {time.perf_counter() - start:.1f} s")


def _look_around(scene: Scene) -> None:
    from wayproof.pictures.people_sheet import people_in_room
    from wayproof.pictures.views import from_above

    from_above(scene, width_px=64)
    people_in_room(scene, scene.rooms[0], width_px=64, height_px=48)


def _walk_about(scene: Scene) -> None:
    from wayproof.navigation.free_points import sample_points
    from wayproof.navigation.free_space import free_space
    from wayproof.navigation.paths import distance, prepare_paths, shortest_path
    from wayproof.seeding import generator_for

    free = free_space(scene, radius_m=0.2, height_m=1.0, step_height_m=0.03)
    paths = prepare_paths(free)
    start, goal = sample_points(free, generator_for(0, "warm"), 2)
    distance(paths, start, goal)
    shortest_path(paths, start, goal)


def _play() -> None:
    """A few steps of each task and mapping agent."""
    from wayproof.agents.contract.agent_by_name import load_agent
    from wayproof.episode.options import RolloutOptions
    from wayproof.episode.rollout import rollout
    from wayproof.errors import InvalidInput
    from wayproof.metrics.scores import score_all
    from wayproof.simulator.body import body_under, load_body
    from wayproof.simulator.worlds import world_named
    from wayproof.tasks import TASKS
    from wayproof.vocabulary import Settings

    options = RolloutOptions(Settings(width_px=32, height_px=24))
    seeing = {"point_goal": "map_and_plan", "object_goal": "frontier_explorer"}
    for task in TASKS:
        protocol = task.protocol()
        body = body_under(protocol, load_body(protocol.body))
        world = world_named("houses-v1/train/1/4-rooms", body, lit=False)
        try:
            episode = task.draw(world, protocol, 0, 0).episode
        except InvalidInput:
            continue  # this house has no room for the task; its kernels compile when they are needed
        agent = load_agent(seeing.get(task.name, "oracle"))
        score_all(rollout(world, protocol, episode, agent, options=options))


def _count() -> None:
    from wayproof.results.estimates.differences import paired_differences

    paired_differences([0.0, 1.0, 1.0], [[1.0, 0.0, 1.0]], seed=0, resamples=10)


def _go_wrong() -> None:
    import numpy as np

    from wayproof.corruptions import CORRUPTIONS
    from wayproof.corruptions.stream import start

    frame = np.full((32, 32, 3), 128, np.uint8)
    for corruption in CORRUPTIONS:
        if corruption.modality == "rgb":
            start(corruption.name, 1.0)(frame)
        elif corruption.modality == "depth":
            start(corruption.name, 1.0)(np.full((32, 32), 2.0, np.float32))
