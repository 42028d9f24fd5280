"""The decision oracle: the action against the agent's own plan.

An action is wrong if it leads away from the plan: forward with the next way-point behind, a turn away from
it, a claim while the plan leads on and the agent itself does not recall the goal nearby. Looking up and down,
and whatever it does at the end of its plan, the plan does not speak of.
"""

from __future__ import annotations

import math

from wayproof.agents.contract.capabilities import Point2
from wayproof.testing.oracles import RIGHT, Verdict
from wayproof.testing.oracles.step_facts import StepFacts
from wayproof.vocabulary import CLAIMS

NEAR_M = 0.5  # way-points nearer than this have been come to
EITHER_WAY_RAD = math.pi / 2  # to a way-point behind it may turn either way round
CLAIM_M = 2.0  # an entry of the goal this near makes a claim the agent's honest belief


def judge_decision(facts: StepFacts, turn_rad: float) -> Verdict:
    """How far the action leads away from the plan, as a share of a half turn; the right one follows it."""
    point = _ahead(facts)
    if point is None or facts.action not in ("forward", "turn_left", "turn_right", *CLAIMS):
        return RIGHT
    aside = _bearing(facts, point)
    expected = "forward" if abs(aside) <= turn_rad else "turn_left" if aside > 0 else "turn_right"
    right = RIGHT._replace(expected=expected)
    if facts.action in CLAIMS:
        if _believes_itself_there(facts):
            return right
        told = f"it claims a goal that by its own account is not here, and its plan goes on ({expected})"
        return Verdict(1.0, "off plan", told, expected)
    turned = {"turn_left": turn_rad, "turn_right": -turn_rad}.get(facts.action, 0.0)
    left = abs(math.remainder(aside - turned, math.tau))
    if turned and (left <= abs(aside) or abs(aside) > EITHER_WAY_RAD):
        return right
    told = f"{facts.action}, with the next way-point {math.degrees(aside):.0f} degrees to the left"
    return Verdict(left / math.pi, "off plan", told, expected)


def _ahead(facts: StepFacts) -> Point2 | None:
    """The first way-point that is not come to yet; None at the end of the plan."""
    here = (facts.pose.x_m, facts.pose.z_m)
    return next((point for point in facts.plan or () if math.dist(point, here) > NEAR_M), None)


def _bearing(facts: StepFacts, point: Point2) -> float:
    """How far to the left of the heading a point lies."""
    x, z = point[0] - facts.pose.x_m, point[1] - facts.pose.z_m
    return math.remainder(math.atan2(-x, -z) - facts.pose.heading_rad, math.tau)


def _believes_itself_there(facts: StepFacts) -> bool:
    """Whether it recalls the goal nearby; one that tells nothing of its memory must at least see it."""
    if facts.entries is None:
        return any(facts.is_goal(one.label) for one in facts.detections or ())
    here = facts.on_map((facts.pose.x_m, facts.pose.z_m))
    return any(
        facts.is_goal(entry.what) and entry.where_m is not None and math.dist(entry.where_m, here) <= CLAIM_M
        for entry in facts.entries
    )
