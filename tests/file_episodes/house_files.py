"""Files of every format about one of our houses, written as other platforms would write them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from wayproof.formats import FORMATS
from wayproof.goal_kinds import MISSION, MULTI_GOAL, OBJECT_GOAL
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.world import World
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.tasks.visibility.view_points import view_points
from wayproof.vocabulary import Episode

HOUSE = "houses-v1/val/1"
THEIRS = "scans/My_House.glb"  # what the files call it
# What each format's file about the house is run as.
RUNS = {
    "habitat_point_goal": "point_goal",
    "habitat_object_goal": "object_goal",
    "vln_ce_r2r": "instruction_following",
    "vln_ce_rxr": "instruction_following",
    "goat_bench": "language_goals",
    "langnav": "language_goals",
    "robothor": "object_goal",
    "omninavbench": "point_goal",
    "onemap": "language_goals",
    "r2r": "instruction_following",
}
DRAWN = {"goat_bench": "goat_bench", "langnav": "langnav", "onemap": "langnav", "robothor": "robustnav"}


@cache
def world_for(task: str, protocol: str | None = None) -> World:
    chosen = TASKS[task].protocol(protocol)
    return world_named(HOUSE, body_under(chosen, load_body(chosen.body)), lit=False)


@cache
def drawn(task: str, protocol: str | None = None, index: int = 0) -> Episode:
    """An episode of ours, under the name that the file has for the house."""
    world = world_for(task, protocol)
    found = TASKS[task].draw(world, TASKS[task].protocol(protocol), 4, index).episode
    return replace(found, scene=THEIRS)


def file_about_house(name: str, folder: Path) -> Path:
    """A file of a format with one episode in the house."""
    folder.mkdir(parents=True, exist_ok=True)
    if name == "r2r":
        return _viewpoint_file(folder)
    episode = drawn(RUNS[name], DRAWN.get(name))
    file = folder / "val.json.gz"
    FORMATS[name].write([_as_theirs(name, episode)], file)
    return file


def _as_theirs(name: str, episode: Episode) -> Episode:
    """The episode as the platform would have it: without our ids, with its own kinds of goals."""
    goals = tuple(replace(goal, instances=()) for goal in episode.goals)
    if name == "habitat_object_goal":
        goals = tuple(replace(goal, view_points_m=_all_views(episode)) for goal in goals)
    if name == "onemap":
        goals = tuple(replace(goal, kind=OBJECT_GOAL) for goal in goals)
        episode = replace(episode, task=MULTI_GOAL)
    if name == "goat_bench":
        goals = (replace(goals[0], kind=OBJECT_GOAL, text=None), *goals[1:])
        episode = replace(episode, task=MULTI_GOAL)
    if name == "omninavbench":
        episode = replace(episode, task=MISSION, scene="My_House")
    return replace(episode, goals=goals, labels={})


def _all_views(episode: Episode) -> tuple[tuple[float, float, float], ...]:
    world = world_for("object_goal")
    return tuple(
        place for number in episode.goals[0].instances for place in view_points(world, number, most=10_000)
    )


def _viewpoint_file(folder: Path) -> Path:
    """R2R's own form, with the graph of the scan beside it."""
    episode = drawn("instruction_following")
    places = [episode.reference_path_m[0], episode.reference_path_m[-1]]
    graph = [
        {
            "image_id": f"view{number}",
            "pose": [1, 0, 0, x, 0, 1, 0, -z, 0, 0, 1, y + 1.5, 0, 0, 0, 1],
            "height": 1.5,
        }
        for number, (x, y, z) in enumerate(places)
    ]
    (folder / "connectivity").mkdir()
    (folder / "connectivity" / "My_House_connectivity.json").write_text(json.dumps(graph))
    entry = {"scan": "My_House", "path_id": 7, "path": ["view0", "view1"], "heading": 0.5}
    file = folder / "R2R_val.json"
    file.write_text(json.dumps([{**entry, "instructions": [episode.instruction, "Go there."]}]))
    return file
