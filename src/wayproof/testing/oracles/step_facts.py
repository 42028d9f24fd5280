"""What is true and what the agent said at one step, and what it had met by then.

Facts are frozen, one for each step, and each holds what the oracles need of the steps before it: whoever goes
back to a step takes the facts of the step before, and goes on from there.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from wayproof.agents.contract.capabilities import (
    DETECTIONS,
    ENTRIES,
    Detection,
    Point2,
    Remembered,
    read_detections,
    read_entries,
    read_points,
)
from wayproof.episode.trial import Trial
from wayproof.kinds import ROOM_SURFACES, answering
from wayproof.scenes.scene import Instance
from wayproof.tasks.visibility.view_points import plan_gap_m
from wayproof.testing.oracles.detection_match import Matched, matched
from wayproof.vocabulary import Pose

LEAST_SHARE = 0.003  # of the image that a thing covers to count as in view: smaller ones nobody must see
LEAST_GOAL_SHARE = 0.001  # and the thing sought: explorers may claim it when it covers so much
KNOWN_LABEL = 0.3  # a label at most this far from the true one recognises the thing
SAME_M = 2.0  # an entry of memory this near a thing, and of about its name, is about that thing
PLACED_M = 8.0  # things further away have no depth to be placed by


@dataclass(frozen=True)
class Met:
    """A thing that the agent recognised or rightly recalled: first when, and where, nearest to it then."""

    step: int
    category: str
    point_m: Point2  # (x, z) in the world


@dataclass(frozen=True, eq=False)
class StepFacts:
    """One step. `detections`, `entries` and `plan` are None if the agent does not tell of them."""

    step: int
    pose: Pose
    start: Pose
    kinds: tuple[str, ...]  # the categories that answer to the goal
    goal: str
    goal_things: tuple[Instance, ...]  # all that answer to the goal, wherever they are
    true: tuple[tuple[int, Detection], ...]  # things in view, with their ids
    parts: tuple[Detection, ...]  # the same as connected parts of the labels
    pixels: int  # of the image
    detections: tuple[Detection, ...] | None = None
    entries: tuple[Remembered, ...] | None = None
    plan: tuple[Point2, ...] | None = None  # (x, z) in the world
    action: str = ""
    matches: Matched | None = None
    met: Mapping[int, Met] = field(default_factory=dict)  # by id, this step included
    false_goals: int = 0  # steps so far at which it took something else for the goal
    visits: Mapping[tuple[int, int, int], tuple[int, int]] = field(default_factory=dict)

    def is_goal(self, label: str) -> bool:
        return label in self.kinds

    def goal_gap_m(self, point_m: Point2) -> float:
        """Metres from a point (x, z) to the nearest thing that answers to the goal."""
        return min((plan_gap_m(thing, *point_m) for thing in self.goal_things), default=math.inf)

    def on_map(self, point_m: Point2) -> Point2:
        """A point (x, z) of the world as the agent maps it: ahead of the start and to its left."""
        return to_map(self.start, point_m)

    def knows_goal(self) -> bool:
        """Whether it has recognised a thing that answers to the goal."""
        return any(self.is_goal(one.category) for one in self.met.values())


def to_map(start: Pose, point_m: Point2) -> Point2:
    """From the world's (x, z) to metres ahead of a start and to its left."""
    x, z = point_m[0] - start.x_m, point_m[1] - start.z_m
    sin, cos = math.sin(start.heading_rad), math.cos(start.heading_rad)
    return -x * sin - z * cos, -x * cos + z * sin


def to_world(start: Pose, point_m: Point2) -> Point2:
    """From metres ahead of a start and to its left to the world's (x, z)."""
    ahead, left = point_m
    sin, cos = math.sin(start.heading_rad), math.cos(start.heading_rad)
    return start.x_m - ahead * sin - left * cos, start.z_m - ahead * cos + left * sin


def large_enough(detection: Detection, pixels: int, least: float = LEAST_SHARE) -> bool:
    """Whether a detection covers enough of the image, and is a thing rather than a wall."""
    left, top, right, bottom = detection.box_px
    area = (right - left) * (bottom - top) if detection.region is None else int(detection.region.sum())
    return area >= least * pixels and detection.label not in ROOM_SURFACES


def asked_for(facts: StepFacts, one: Detection) -> bool:
    """Whether a thing in view is one that perception must not miss."""
    least = LEAST_GOAL_SHARE if facts.is_goal(one.label) else LEAST_SHARE
    return large_enough(one, facts.pixels, least)


def said(trace: Mapping[str, Any], start: Pose) -> dict[str, Any]:
    """The outputs of an agent's trace as facts hold them."""
    perception, memory, plan = trace.get("perception") or {}, trace.get("memory") or {}, trace.get("plan")
    seen, recalled = perception.get(DETECTIONS), memory.get(ENTRIES)
    return {
        "detections": None if seen is None else read_detections(seen),
        "entries": None if recalled is None else read_entries(recalled),
        "plan": None if plan is None else tuple(to_world(start, one) for one in read_points("plan", plan)),
    }


def with_history(facts: StepFacts, trial: Trial, before: StepFacts | None) -> StepFacts:
    """The facts with what was met up to this step."""
    met = dict(before.met) if before is not None else {}
    false_goals = before.false_goals if before is not None else 0
    matches = None
    if facts.detections is not None:
        shown = [(number, one) for number, one in facts.true if asked_for(facts, one)]
        own = [one for one in facts.detections if asked_for(facts, one)]
        parts = [one for one in facts.parts if asked_for(facts, one)]
        matches = matched([one for _, one in shown], parts, own)
        for (number, one), best in zip(shown, matches.label_gaps, strict=True):
            known = best <= KNOWN_LABEL and large_enough(one, facts.pixels)
            if known and number not in met and 0 < number <= len(trial.world.scene.instances):
                found = _met(trial, number, facts)
                if found is not None:
                    met[number] = found
        false_goals += any(
            facts.is_goal(one.label) and large_enough(one, facts.pixels) for one in matches.hallucinated
        )
    met = {**_recalled_goals(facts), **met}
    visits = _visits(dict(before.visits) if before is not None else {}, facts)
    return replace(facts, matches=matches, met=met, false_goals=false_goals, visits=visits)


def facts_of(
    trial: Trial, true: Sequence[tuple[int, Detection]], parts: Sequence[Detection], pixels: int
) -> StepFacts:
    """What is true at a step before the agent acts; its own words come after."""
    goal = trial.present.category or ""
    return StepFacts(
        step=trial.state.step,
        pose=trial.state.pose,
        start=trial.episode.start,
        kinds=answering(goal),
        goal=goal,
        goal_things=tuple(one for one in trial.world.scene.instances if one.category in answering(goal)),
        true=tuple(true),
        parts=tuple(parts),
        pixels=pixels,
    )


def _met(trial: Trial, number: int, facts: StepFacts) -> Met | None:
    thing = trial.world.scene.instances[number - 1]
    x, z = facts.pose.x_m, facts.pose.z_m
    if plan_gap_m(thing, x, z) > PLACED_M:
        return None
    point = (
        float(np.clip(x, thing.low_m[0], thing.high_m[0])),
        float(np.clip(z, thing.low_m[2], thing.high_m[2])),
    )
    return Met(facts.step, thing.category, point)


def _recalled_goals(facts: StepFacts) -> dict[int, Met]:
    """Things sought that the agent rightly recalls, however little of them it saw: it may not forget them."""
    found = {}
    for entry in facts.entries or ():
        if not facts.is_goal(entry.what) or entry.where_m is None:
            continue
        point = to_world(facts.start, entry.where_m)
        for thing in facts.goal_things:
            if plan_gap_m(thing, *point) <= SAME_M:
                found[thing.id] = Met(facts.step, thing.category, point)
    return found


CELL_M, TURN_RAD, APART = 0.5, math.pi / 4, 10  # visits: the size of a place, and steps between two of them


def _visits(
    visits: dict[tuple[int, int, int], tuple[int, int]], facts: StepFacts
) -> dict[tuple[int, int, int], tuple[int, int]]:
    """How often each place was come to, and when last."""
    pose = facts.pose
    turned = round(pose.heading_rad / TURN_RAD) % round(math.tau / TURN_RAD)
    place = (math.floor(pose.x_m / CELL_M), math.floor(pose.z_m / CELL_M), turned)
    count, last = visits.get(place, (0, -APART - 1))
    visits[place] = (count + (facts.step - last > APART), facts.step)
    return visits
