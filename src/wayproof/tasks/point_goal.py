"""PointNav: go to a point given relative to the start and say when it is reached.

Three published protocols with all their numbers. They agree on the step of 0.25 m, and differ in the turn,
the limit of steps, how near is near enough, and the noise of the motors.

Episodes are drawn by Habitat's rule: a goal, up to ten starts for it, then a new goal. A pair is rejected if
it is too near or too far along the floor, or on two storeys. Pairs with hardly a detour (ratio r of geodesic
to straight below 1.1) are kept with probability 20 (r - 0.98)^2 only, 1 to 29 %. A pair that the protocol's
own steps cannot solve within its own limit is rejected too.
"""

from __future__ import annotations

import math
from collections import Counter

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput, unknown_name
from wayproof.navigation.distance_fields import Field, distance_field, field_distance
from wayproof.navigation.free_points import MAIN_ISLAND, sample_points
from wayproof.navigation.free_space import FreeSpace
from wayproof.navigation.path_tracing import path_to_goal
from wayproof.navigation.paths import Paths
from wayproof.simulator.world import World
from wayproof.tasks import TASKS, Draw, Measure, Now, Task
from wayproof.tasks.drawing.point_goal_lengths import Drawing, drawing_of, keep_probability
from wayproof.tasks.drawing.rejection import (
    NO_WAY_BY_STEPS,
    accepted,
    episode_generator,
    episode_id,
    length_fault,
    no_episode,
)
from wayproof.tasks.drawing.search_starts import DIFFICULTIES
from wayproof.tasks.judging.places import (
    EXPERT_SHARE,
    Guide,
    Places,
    check_one_island,
    claim,
    goal_of,
    planned_actions,
    point_from,
    pose_at,
    position_of,
)
from wayproof.vocabulary import WHEELED_ACTIONS, Action, Episode, Goal, Headlines, Pose, Protocol

TASK = "point_goal"
ACTIONS = WHEELED_ACTIONS
MOST_GOALS = 300

HABITAT = Protocol(
    task=TASK,
    name="habitat",
    sensors=("rgb", "depth", "gps", "compass", "point_goal", "bump"),
    turn_rad=math.radians(10.0),
    maximum_steps=500,
    success_distance_m=0.2,
    sliding=True,
    sources={
        "forward_m, turn_rad, maximum_steps, actions": "habitat-lab, PointNav defaults",
        "success_distance_m, border_counts": "habitat-lab, PointNav defaults",
        "sliding, actuation": "habitat-lab, simulator defaults",
        "sensors": "habitat-lab, PointNav: goal by GPS and compass; bump is part of its collision measure",
        "body": "ours: Habitat's default body is a cylinder of 0.1 m, LoCoBot is what its challenge used",
    },
)

ROBUSTNAV = Protocol(
    task=TASK,
    name="robustnav",
    sensors=("rgb", "depth", "gps", "compass", "point_goal"),
    turn_rad=math.radians(30.0),
    maximum_steps=300,
    success_distance_m=0.2,
    border_counts=True,
    actuation="locobot",
    sources={
        "forward_m, turn_rad, maximum_steps, success_distance_m, actuation": "RobustNav, sections 3 and A.3",
        "border_counts": "RoboTHOR challenge: at most 0.2 m",
        "sliding": "AI2-THOR: a blocked move fails",
        "sensors, body, actions": "RobustNav, section 3: RGB or RGB-D with GPS and compass on a LoCoBot",
    },
)

HABITAT_CHALLENGE_2020 = Protocol(
    task=TASK,
    name="habitat_challenge_2020",
    sensors=("rgb", "depth", "gps", "compass", "point_goal", "bump"),
    turn_rad=math.radians(30.0),
    maximum_steps=500,
    success_distance_m=0.36,
    sources={
        "forward_m, turn_rad, maximum_steps, actions, sliding": "Habitat challenge 2020, PointNav settings",
        "success_distance_m": "Habitat challenge 2020: twice the radius of 0.18 m",
        "border_counts": "habitat-lab, PointNav defaults",
        "actuation": "ours: the challenge's noise is a fault here, see its suite",
        "sensors": "ours, as habitat-lab's PointNav: the challenge had no GPS and compass",
        "body": "Habitat challenge 2020: a LoCoBot",
    },
)

PROTOCOLS = {protocol.name: protocol for protocol in (HABITAT, ROBUSTNAV, HABITAT_CHALLENGE_2020)}


def protocol_named(name: str) -> Protocol:
    """A protocol by name."""
    if name not in PROTOCOLS:
        raise unknown_name("PointNav protocol", name, PROTOCOLS)
    return PROTOCOLS[name]


def sample_episode(
    paths: Paths, scene: str, protocol: Protocol, *, seed: int, index: int, drawing: Drawing | None = None
) -> Draw:
    """Episode number `index` of a run seed in a scene: the same whatever was drawn before.

    A scene without room for such an episode is an error that says what the draws failed on. `drawing`
    replaces the protocol's own.
    """
    rng = episode_generator(seed, scene, TASK, protocol.name, index)
    drawing = drawing or drawing_of(protocol)
    _check_island(paths.free, protocol.name, drawing)
    ranges_m = drawing.length_ranges_m
    band = index % len(ranges_m)
    labels = {"difficulty": list(DIFFICULTIES)[band]} if len(ranges_m) == len(DIFFICULTIES) else {}
    rejected: Counter[str] = Counter()
    for _ in range(MOST_GOALS):
        field = distance_field(paths, sample_points(paths.free, rng, 1)[0])
        start = _start_for(field, protocol, drawing, ranges_m[band], rng, rejected)
        if start is not None:
            name = episode_id(protocol.task, protocol.name, seed, index)
            episode = _episode(scene, protocol, field, start)
            return accepted(msgspec.structs.replace(episode, id=name, seed=seed, labels=labels), rejected)
    raise no_episode(scene, paths.free, protocol, rejected, lengths_m=ranges_m[band])


def _start_for(
    field: Field,
    protocol: Protocol,
    drawing: Drawing,
    lengths_m: tuple[float, float],
    rng: np.random.Generator,
    rejected: Counter[str],
) -> Pose | None:
    for _ in range(drawing.tries_per_goal):
        place = sample_points(field.free, rng, 1)[0]
        reason = _fault(field, place, drawing, lengths_m, rng)
        if reason is not None:
            rejected[reason] += 1
            continue
        start = pose_at(place, rng.uniform(-math.pi, math.pi))
        if 0 < len(expert_actions(field, start, protocol)) <= protocol.maximum_steps:
            return start
        rejected[NO_WAY_BY_STEPS] += 1
    return None


def _fault(
    field: Field,
    place: NDArray[np.float64],
    drawing: Drawing,
    lengths_m: tuple[float, float],
    rng: np.random.Generator,
) -> str | None:
    """Why the protocol rejects a start for the goal of a field, or None."""
    if abs(place[1] - field.goal_m[1]) > drawing.largest_rise_m:
        return "two storeys"
    length_m = field_distance(field, place)
    if length_m == math.inf:
        return "no way"
    fault = length_fault(length_m, lengths_m)
    if fault is not None:
        return fault
    straight_m = float(np.linalg.norm(place - field.goal_m))
    keep = keep_probability(length_m / straight_m, drawing)
    return "too straight" if keep < 1.0 and rng.random() > keep else None


def expert_actions(field: Field, start: Pose, protocol: Protocol) -> list[str]:
    """The actions of one who knows the way, "stop" last; none if whole steps do not lead to the goal."""
    return planned_actions(field, start, protocol, EXPERT_SHARE * protocol.success_distance_m)


def _episode(scene: str, protocol: Protocol, field: Field, start: Pose) -> Episode:
    way = path_to_goal(field, position_of(start))
    goal = Goal(protocol.task, position_m=point_from(field.goal_m), radius_m=protocol.success_distance_m)
    return Episode(
        id="",
        scene=scene,
        task=protocol.task,
        start=start,
        goals=(goal,),
        shortest_length_m=field_distance(field, way[0]),
        reference_path_m=tuple(point_from(place) for place in way),
        maximum_steps=protocol.maximum_steps,
    )


def _check_island(free: FreeSpace, protocol: str, drawing: Drawing) -> None:
    """The main island must reach as far as the protocol asks, in the circle around its plan."""
    cells = free.surface.cell_of[free.surface.island == MAIN_ISLAND]
    if not len(cells):
        raise InvalidInput(
            f"a body of radius {free.radius_m:g} m and height {free.height_m:g} m fits nowhere in this "
            "scene; choose a smaller body or another scene"
        )
    across_m = (cells.max(axis=0) + 1 - cells.min(axis=0)) * free.cell_m
    radius_m = math.hypot(across_m[0], across_m[1]) / 2
    if radius_m < drawing.smallest_island_radius_m:
        raise InvalidInput(
            f"the free space of this scene reaches {radius_m:.2f} m; protocol {protocol!r} wants "
            f"islands of {drawing.smallest_island_radius_m:g} m at least; choose a larger scene"
        )


def field_to_goal(paths: Paths, episode: Episode) -> Field:
    """Distances to the episode's goal. A start or goal in an obstacle, or on two islands, is an error."""
    field = distance_field(paths, np.array(goal_of(episode)))
    check_one_island(paths.free, episode)
    return field


class PointGoalJudge:
    """How far it is to the point of one episode."""

    def __init__(self, world: World, protocol: Protocol, episode: Episode) -> None:
        field_to_goal(world.paths, episode)  # refuses what cannot be solved
        self.protocol = protocol
        self.places = Places(world.paths, (goal_of(episode),))
        self.guide = Guide(self.places, protocol, protocol.success_distance_m)

    def measure(self, now: Now) -> tuple[Measure, ...]:
        left_m = self.places.distance_m(now.state.pose)
        return (Measure(left_m, self.protocol.close_enough(left_m)),)

    def advice(self, now: Now) -> Action:
        name = self.guide.next_action(now.state.pose)
        return claim(self.protocol) if name == "stop" else Action(name)


def _draw(world: World, protocol: Protocol, seed: int, index: int) -> Draw:
    return sample_episode(world.paths, world.scene.name, protocol, seed=seed, index=index)


TASKS.add(
    TASK,
    Task(
        name=TASK,
        summary="go to a point given relative to the start and say when it is reached",
        protocols=PROTOCOLS,
        draw=_draw,
        judge=PointGoalJudge,
        source="Anderson et al. 2018; Habitat; RobustNav",
        headlines=Headlines(("success", "spl"), ("soft_spl", "distance_to_goal")),
        gives_words=False,
    ),
)
