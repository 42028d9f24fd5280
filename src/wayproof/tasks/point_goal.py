"""PointNav: go to a point given relative to the start and say when it is reached.

Two published protocols with all their numbers. They agree on the step of 0.25 m and the 0.2 m around the
goal, and differ in the turn, the limit of steps, the noise of the motors, and whether the border itself
counts.
"""

from __future__ import annotations

import math

import msgspec
import numpy as np
from msgspec.structs import replace

from wayproof.errors import InvalidInput, unknown_name
from wayproof.navigation.fields import Field, distance_field, field_distance
from wayproof.navigation.paths import Paths
from wayproof.navigation.places import island_of
from wayproof.simulator.body import Body
from wayproof.vocabulary import Episode, Point, Pose

TASK = "point_goal"
ACTIONS = ("stop", "forward", "turn_left", "turn_right")


class PointGoalProtocol(msgspec.Struct, frozen=True):
    """All numbers of a PointNav protocol; `sources` says where each comes from, "ours" is Wayproof."""

    name: str
    forward_m: float
    turn_rad: float
    maximum_steps: int
    success_distance_m: float  # geodesic
    border_counts: bool  # whether exactly that distance is a success
    sliding: bool
    actuation: str
    length_ranges_m: tuple[
        tuple[float, float], ...
    ]  # geodesic; episode i is drawn from range i modulo their number
    detour_ratio: float  # geodesic to straight; below it draws are mostly rejected, see sampling
    tries_per_goal: int
    smallest_island_radius_m: float
    largest_rise_m: float  # between start and goal: both on one storey
    sources: dict[str, str] = {}


HABITAT = PointGoalProtocol(
    name="habitat",
    forward_m=0.25,
    turn_rad=math.radians(10.0),
    maximum_steps=500,
    success_distance_m=0.2,
    border_counts=False,
    sliding=True,
    actuation="none",
    length_ranges_m=((1.0, 30.0),),
    detour_ratio=1.1,
    tries_per_goal=10,
    smallest_island_radius_m=1.5,
    largest_rise_m=0.5,
    sources={
        "forward_m, turn_rad, maximum_steps": "habitat-lab, PointNav defaults",
        "success_distance_m, border_counts": "habitat-lab, PointNav defaults",
        "sliding, actuation": "habitat-lab, simulator defaults",
        "length_ranges_m, detour_ratio, tries_per_goal": "habitat-lab, PointNav generator",
        "smallest_island_radius_m, largest_rise_m": "habitat-lab, PointNav generator",
    },
)

ROBUSTNAV = PointGoalProtocol(
    name="robustnav",
    forward_m=0.25,
    turn_rad=math.radians(30.0),
    maximum_steps=300,
    success_distance_m=0.2,
    border_counts=True,
    sliding=False,
    actuation="locobot",
    length_ranges_m=((0.25, 2.28), (2.29, 4.39), (4.40, 9.61)),
    detour_ratio=1.0,
    tries_per_goal=10,
    smallest_island_radius_m=1.5,
    largest_rise_m=0.5,
    sources={
        "forward_m, turn_rad, maximum_steps, success_distance_m, actuation": "RobustNav, sections 3 and A.3",
        "border_counts": "RoboTHOR challenge: at most 0.2 m",
        "sliding": "AI2-THOR: a blocked move fails",
        "length_ranges_m": "RobustNav, easy, medium, hard; its 0.00 is 0.25 here (ours: not in the goal)",
        "detour_ratio, smallest_island_radius_m, largest_rise_m, tries_per_goal": "ours: RobustNav publishes "
        "episodes, not how they were drawn; as Habitat, without its preference for detours",
    },
)

PROTOCOLS = {protocol.name: protocol for protocol in (HABITAT, ROBUSTNAV)}


def protocol_named(name: str) -> PointGoalProtocol:
    if name not in PROTOCOLS:
        raise unknown_name("PointNav protocol", name, PROTOCOLS)
    return PROTOCOLS[name]


def body_under(protocol: PointGoalProtocol, body: Body) -> Body:
    """The body with the step sizes that the protocol prescribes."""
    return replace(body, forward_m=protocol.forward_m, turn_rad=protocol.turn_rad)


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


def reached(protocol: PointGoalProtocol, field: Field, pose: Pose, *, called_stop: bool) -> bool:
    """Whether the episode is a success: the agent has said stop, and is close enough."""
    if not called_stop:
        return False
    left_m = distance_to_goal(field, pose)
    limit_m = protocol.success_distance_m
    return left_m <= limit_m if protocol.border_counts else left_m < limit_m


def path_efficiency(success: bool, shortest_m: float, travelled_m: float) -> float:
    """SPL of one episode: success weighted by shortest length over length travelled, 0 to 1.

    A shortest length of 0 (a start in the goal) gives the success itself; an infinite one cannot be a
    success.
    """
    if not success:
        return 0.0
    longest = max(shortest_m, travelled_m)
    return 1.0 if shortest_m <= 0.0 else shortest_m / longest


def position_of(pose: Pose) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """A pose's place as (x, y, z)."""
    return np.array([pose.x_m, pose.y_m, pose.z_m])
