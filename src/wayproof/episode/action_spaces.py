"""Gymnasium's numbers as actions of an agent: discrete steps, velocities or way-points.

Continuous spaces run from -1 to 1, as the libraries for training expect them. Their last number is the claim:
above CLAIM_ABOVE the agent says "here it is" and does not move.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any
from typing import Protocol as Interface

import numpy as np
from gymnasium import spaces

from wayproof.errors import InvalidInput, unknown_name
from wayproof.simulator.body import CONTROLS, Body
from wayproof.tasks.judging.places import claim
from wayproof.vocabulary import Action, Protocol

CLAIM_ABOVE = 0.5  # ours: an untrained policy then claims in about a quarter of its steps, not in half
WAYPOINT_REACH_M = 1.0  # ours: how far ahead or aside 1.0 is; four discrete steps


class ActionSpace(Interface):
    """A Gymnasium space, what its numbers mean, and the action of an agent that each of them is."""

    @property
    def space(self) -> spaces.Space[Any]: ...

    @property
    def meaning(self) -> str: ...

    def action(self, given: Any) -> Action: ...


def action_space_for(control: str, protocol: Protocol, body: Body) -> ActionSpace:
    """The actions of a protocol under "discrete", "velocity" or "waypoint" control, checked."""
    if control not in CONTROLS:
        raise unknown_name("control", control, CONTROLS)
    if control not in body.controls:
        raise InvalidInput(
            f"body {body.name!r} has no {control} control; it understands {', '.join(body.controls)}"
        )
    if "answer" in protocol.actions:
        raise InvalidInput(
            f"task {protocol.task!r} is answered in words, and actions in Gymnasium are numbers; "
            "write an agent instead and run it with `wayproof run`"
        )
    if control == "velocity":
        return VelocityActions(body.maximum_speed_m_s, body.maximum_turn_rad_s, claim(protocol))
    if control == "waypoint":
        return WaypointActions(claim(protocol))
    return DiscreteActions(protocol.actions)


@dataclass(frozen=True)
class DiscreteActions:
    """The protocol's actions, numbered in its order."""

    names: tuple[str, ...]

    @property
    def space(self) -> spaces.Space[Any]:
        return spaces.Discrete(len(self.names))

    @property
    def meaning(self) -> str:
        return "one of " + ", ".join(f"{number} ({name})" for number, name in enumerate(self.names))

    def action(self, given: Any) -> Action:
        return Action(self.names[int(given)])


@dataclass(frozen=True)
class VelocityActions:
    """Shares of the body's highest speed and turn rate (left positive), kept for one control period."""

    speed_m_s: float
    turn_rad_s: float
    claim: Action

    @property
    def space(self) -> spaces.Space[Any]:
        return spaces.Box(-1.0, 1.0, (3,), np.float32)

    @property
    def meaning(self) -> str:
        return "three numbers from -1 to 1: speed, turn rate, claim"

    def action(self, given: Any) -> Action:
        speed, turn, claims = (float(value) for value in given)
        if claims > CLAIM_ABOVE:
            return self.claim
        return Action("velocity", velocity=(speed * self.speed_m_s, turn * self.turn_rad_s))


@dataclass(frozen=True)
class WaypointActions:
    """A place ahead and to the left within reach, and the heading there as a share of half a turn."""

    claim: Action

    @property
    def space(self) -> spaces.Space[Any]:
        return spaces.Box(-1.0, 1.0, (4,), np.float32)

    @property
    def meaning(self) -> str:
        return "four numbers from -1 to 1: ahead, left, heading, claim"

    def action(self, given: Any) -> Action:
        ahead, left, heading, claims = (float(value) for value in given)
        if claims > CLAIM_ABOVE:
            return self.claim
        place = (ahead * WAYPOINT_REACH_M, left * WAYPOINT_REACH_M, heading * math.pi)
        return Action("waypoint", waypoint=place)
