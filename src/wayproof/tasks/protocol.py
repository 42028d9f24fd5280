"""A task's protocol: the numbers that decide what an agent is asked, what it may use and what counts."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from wayproof.simulator.body import Body

DISCRETE = ("stop", "forward", "turn_left", "turn_right")


class Protocol(msgspec.Struct, frozen=True):
    """What two runs must share to be compared; `sources` says where each number comes from.

    How episodes are drawn is the task's own business and stands in its file.
    """

    task: str
    name: str
    sensors: tuple[str, ...]  # permitted; an agent that uses others is marked in every table
    maximum_steps: int
    success_distance_m: float
    body: str = "locobot"
    actions: tuple[str, ...] = DISCRETE
    forward_m: float = 0.25
    turn_rad: float = 0.5235987755982988  # 30 degrees
    border_counts: bool = False  # whether exactly the success distance is a success
    must_see: bool = False  # whether the goal has to be in view as well
    sliding: bool = False
    actuation: str = "none"
    one_by_one: bool = False  # whether the next goal is told only when the one before is done with
    goal_steps: int | None = None  # the limit of steps for each goal
    people_mode: str = "scripted"
    sources: dict[str, str] = {}

    def close_enough(self, distance_m: float, radius_m: float | None = None) -> bool:
        """Whether a distance counts as arrived."""
        limit_m = self.success_distance_m if radius_m is None else radius_m
        return distance_m <= limit_m if self.border_counts else distance_m < limit_m


def body_under(protocol: Protocol, body: Body) -> Body:
    """The body with the step sizes that the protocol prescribes."""
    return replace(body, forward_m=protocol.forward_m, turn_rad=protocol.turn_rad)
