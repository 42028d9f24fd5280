"""PointNav: go to a point given relative to the start and say when it is reached.

Two published protocols with all their numbers. They agree on the step of 0.25 m and the 0.2 m around the
goal, and differ in the turn, the limit of steps, the noise of the motors, and whether the border itself
counts.
"""

from __future__ import annotations

import math

import numpy as np

from wayproof.errors import InvalidInput, unknown_name
from wayproof.navigation.distance_fields import Field, distance_field, field_distance
from wayproof.navigation.free_points import island_of
from wayproof.navigation.paths import Paths
from wayproof.simulator.world import World
from wayproof.tasks import TASKS, Draw, Measure, Now, Task
from wayproof.tasks.drawing.point_goal_draws import TASK, sample_episode
from wayproof.tasks.judging.places import Guide, Places, claim, position_of
from wayproof.vocabulary import WHEELED_ACTIONS, Action, Episode, Point, Pose, Protocol

ACTIONS = WHEELED_ACTIONS

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

PROTOCOLS = {protocol.name: protocol for protocol in (HABITAT, ROBUSTNAV)}


def protocol_named(name: str) -> Protocol:
    if name not in PROTOCOLS:
        raise unknown_name("PointNav protocol", name, PROTOCOLS)
    return PROTOCOLS[name]


def goal_of(episode: Episode) -> Point:
    """The goal's position; a goal without one is an error."""
    if len(episode.goals) != 1 or episode.goals[0].position_m is None:
        raise InvalidInput(f"episode {episode.id!r} needs one goal with a position to be a PointNav episode")
    return episode.goals[0].position_m


def field_to_goal(paths: Paths, episode: Episode) -> Field:
    """Distances to the episode's goal. A start or goal in an obstacle, or on two islands, is an error."""
    goal, start = np.array(goal_of(episode)), position_of(episode.start)
    field = distance_field(paths, goal)
    islands = (island_of(paths.free, start), island_of(paths.free, goal))
    if islands[0] != islands[1]:
        raise InvalidInput(
            f"episode {episode.id!r} starts on island {islands[0]} and its goal is on {islands[1]}: "
            f"a body of radius {paths.free.radius_m} m finds no way between them; choose both on one island "
            "(navigation.places.island_of) or a smaller body"
        )
    return field


def distance_to_goal(field: Field, pose: Pose) -> float:
    """Geodesic distance in metres."""
    return field_distance(field, position_of(pose))


def reached(protocol: Protocol, field: Field, pose: Pose, *, called_stop: bool) -> bool:
    """Whether the episode is a success: the agent has said stop, and is close enough."""
    return called_stop and protocol.close_enough(distance_to_goal(field, pose))


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
    ),
)
