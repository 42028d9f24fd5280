"""An episode of a file made ready for a scene of ours: start and goals on its floor, and a way between them.

Lengths are measured anew in our free space, as Habitat measures them in its own when an episode begins; a
length in the file that is quite another one is a sign of another mesh, frame or unit.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from msgspec.structs import replace

from wayproof.errors import InvalidInput
from wayproof.file_episodes.goal_fit import Unfit, fitted_in_turn, fitted_place, fitted_thing, on_floor
from wayproof.goal_kinds import (
    IMAGE_GOAL,
    INSTRUCTION_FOLLOWING,
    LANGUAGE_GOALS,
    MISSION,
    MULTI_GOAL,
    OBJECT_GOAL,
    POINT_GOAL,
)
from wayproof.simulator.world import World
from wayproof.tasks import TASKS, Now
from wayproof.tasks.judging.nearest_place import NearestPlace
from wayproof.tasks.judging.places import pose_at
from wayproof.vocabulary import Episode, Goal, Point, Pose, Protocol

OTHER_LENGTH = 0.2  # a length of the file that differs by more, and by more than a step or two, is odd
OTHER_LENGTH_M = 0.5
MOVED_M = 0.01  # less is rounding


@dataclass(frozen=True)
class Fitted:
    """An episode that can be run, and what had to be done for it."""

    episode: Episode
    remarks: tuple[str, ...] = ()


def task_of(episode: Episode) -> str:
    """The task of ours that an episode of a file runs as; "mission" for those that none can judge yet."""
    if episode.task == MULTI_GOAL:
        return LANGUAGE_GOALS
    if episode.task == MISSION and len(episode.goals) == 1:
        kind = episode.goals[0].kind
        return kind if kind in (POINT_GOAL, OBJECT_GOAL) else MISSION
    return episode.task


def fitted_episode(
    world: World, protocol: Protocol, episode: Episode, snap_m: float, tracks: Mapping[str, Any]
) -> Fitted:
    """The episode as it is run in a world; `tracks` are the expert's by the ids of the file.

    One that cannot be run there is Unfit.
    """
    if episode.task == MISSION:
        episode = _without_mission(episode, protocol)
    start = _start(world, episode.start, snap_m)
    goals = _goals(world, protocol, episode, snap_m)
    track = tracks.get(episode.file_id or episode.id)
    moved = replace(
        episode,
        scene=world.scene.name,
        task=protocol.task,
        start=start,
        goals=goals,
        reference_path_m=track.locations if track is not None else episode.reference_path_m,
        labels=episode.labels | _category(protocol, goals),
    )
    measured = _measured(world, protocol, moved)
    remarks = tuple(_remarks(episode, measured))
    return Fitted(measured, remarks)


def _without_mission(episode: Episode, protocol: Protocol) -> Episode:
    """A mission of one goal under a protocol of ours: its radius is measured to the thing's middle, its limit
    counts frames of another clock, and its people have no ways here."""
    goals = tuple(replace(goal, radius_m=None) for goal in episode.goals)
    return replace(episode, goals=goals, maximum_steps=protocol.maximum_steps, people=0)


def _start(world: World, start: Pose, snap_m: float) -> Pose:
    place = on_floor(world, (start.x_m, start.y_m, start.z_m), snap_m)
    if place is None:
        raise Unfit("start off the floor", f"at ({start.x_m:.2f}, {start.y_m:.2f}, {start.z_m:.2f})")
    return pose_at(place, start.heading_rad)


def _goals(world: World, protocol: Protocol, episode: Episode, snap_m: float) -> tuple[Goal, ...]:
    if not episode.goals:
        raise Unfit("the file has no goal for it")
    if protocol.task in (POINT_GOAL, INSTRUCTION_FOLLOWING):
        return tuple(fitted_place(world, goal, snap_m) for goal in episode.goals)
    if protocol.task == OBJECT_GOAL:
        return tuple(fitted_thing(world, goal, protocol, snap_m) for goal in episode.goals)
    return fitted_in_turn(world, episode.goals, protocol, snap_m)


def _measured(world: World, protocol: Protocol, episode: Episode) -> Episode:
    """The episode with the lengths of its shortest ways; one without a way to its goals is Unfit."""
    try:
        judge = TASKS[protocol.task].judge(world, protocol, episode)
        measures = judge.measure(Now(world.simulator().start(episode.start)))
    except InvalidInput as error:
        raise Unfit("no way to the goal", str(error)) from None
    if not all(math.isfinite(measure.distance_m) for measure in measures):
        raise Unfit("no way to the goal")
    if protocol.task != LANGUAGE_GOALS:
        return replace(episode, shortest_length_m=measures[0].distance_m)
    here, goals = episode.start, []
    for goal in episode.goals:
        places = NearestPlace(world.paths, np.array(goal.view_points_m))
        goals.append(replace(goal, shortest_length_m=places.distance_m(here)))
        here = pose_at(places.nearest(here))
    whole_m = sum(goal.shortest_length_m or 0.0 for goal in goals)
    return replace(episode, goals=tuple(goals), shortest_length_m=whole_m)


def _category(protocol: Protocol, goals: tuple[Goal, ...]) -> dict[str, str]:
    category = goals[0].category if protocol.task == OBJECT_GOAL else None
    return {} if category is None else {"category": category}


def _remarks(before: Episode, after: Episode) -> list[str]:
    """What a reader of the results should know of the change."""
    remarks = []
    if _gap_m(before.start, after.start) > MOVED_M:
        remarks.append("start moved on to the floor")
    told = [goal for goal in before.goals if goal.kind != IMAGE_GOAL]
    for old, new in zip(told, after.goals, strict=True):
        if _moved(old.position_m, new.position_m):
            remarks.append("goal moved on to the floor")
        if len(set(old.view_points_m)) > len(new.view_points_m) > 0:
            remarks.append("view points off the floor, left out")
    if any(goal.kind == IMAGE_GOAL for goal in before.goals):
        remarks.append("goals that are pictures, left out: no task of ours shows pictures")
    same_goals = len(before.goals) == len(after.goals)
    if same_goals and _other_length(before.shortest_length_m, after.shortest_length_m):
        remarks.append("shortest way quite another than the file's; are mesh, frame and unit the same?")
    return list(dict.fromkeys(remarks))


def _other_length(theirs_m: float | None, ours_m: float | None) -> bool:
    if theirs_m is None or ours_m is None:
        return False
    return abs(ours_m - theirs_m) > max(OTHER_LENGTH_M, OTHER_LENGTH * theirs_m)


def _gap_m(one: Pose, other: Pose) -> float:
    return math.hypot(one.x_m - other.x_m, one.z_m - other.z_m)


def _moved(one: Point | None, other: Point | None) -> bool:
    if one is None or other is None:
        return False
    return math.hypot(one[0] - other[0], one[2] - other[2]) > MOVED_M
