"""What a log tells of each capability at each step without the truth: how the agent contradicts itself.

perception   labels that it saw a step before and a step after and not now, or how unsure it was
memory       the share of what it recalled a step before and recalls no more
plan         how much longer its plan is than the straight line to the plan's end
decision     how far its action leads away from its own plan, as the oracle of decisions has it

None of them is an error by itself: things are hidden for a step, plans go round walls. What is usual is
learnt.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from wayproof.agents.contract.capabilities import DETECTIONS, Detection, Point2, Remembered
from wayproof.errors import InvalidInput
from wayproof.kinds import ROOM_SURFACES, answering
from wayproof.log import ACTION_NAMES, EpisodeLog
from wayproof.testing.oracles import ORDER
from wayproof.testing.oracles.obedience import judge_decision
from wayproof.testing.oracles.step_facts import StepFacts, said
from wayproof.vocabulary import Pose

Signals = Mapping[str, float | None]  # by capability; None where the trace says nothing
SAME_M = 1.0  # an entry of memory this near another of its name is the same
SHORT_M = 1.0  # plans shorter than this say nothing


def signals_of(log: EpisodeLog) -> list[Signals]:
    """The signals of every step of a log that has a trace."""
    if not log.trace:
        raise InvalidInput(
            f"the log of episode {log.episode.id!r} has no trace; run the suite with --trace, and an agent "
            "that offers one"
        )
    steps = [_facts(log, number) for number in range(min(len(log.trace), len(log.steps.action)))]
    turn_rad = log.comparable.task.turn_rad
    found: list[Signals] = []
    for number, facts in enumerate(steps):
        before = steps[number - 1] if number else None
        after = steps[number + 1] if number + 1 < len(steps) else None
        found.append(
            {
                ORDER[0]: _flicker(before, facts, after),
                ORDER[1]: _lost(before, facts),
                ORDER[2]: _roundabout(facts),
                ORDER[3]: judge_decision(facts, turn_rad).error if facts.plan is not None else None,
            }
        )
    return found


def _facts(log: EpisodeLog, number: int) -> StepFacts:
    """A step as the agent's trace tells it; nothing of what was true is known."""
    x, y, z, heading = (float(value) for value in log.steps.pose[number])
    goal = log.episode.goals[int(log.steps.goal[number])].category or ""
    trace = _without_regions(log.trace[number])
    return StepFacts(
        step=number,
        pose=Pose(x, y, z, heading),
        start=log.episode.start,
        kinds=answering(goal),
        goal=goal,
        goal_things=(),
        true=(),
        parts=(),
        pixels=0,
        action=ACTION_NAMES[int(log.steps.action[number])],
        **said(trace, log.episode.start),
    )


def _without_regions(trace: Mapping[str, Any]) -> dict[str, Any]:
    """The trace as a log keeps it has the sizes of regions alone, which say nothing."""
    seen = trace.get("perception") or {}
    if DETECTIONS not in seen:
        return dict(trace)
    bare = [{**one, "region": None} for one in seen[DETECTIONS]]
    return {**trace, "perception": {**seen, DETECTIONS: bare}}


def _flicker(before: StepFacts | None, now: StepFacts, after: StepFacts | None) -> float | None:
    if now.detections is None:
        return None
    unsure = max((1.0 - one.score for one in _things(now.detections)), default=0.0)
    if before is None or after is None:
        return unsure
    both = _labels(before.detections) & _labels(after.detections)
    return max(unsure, len(both - _labels(now.detections)) / len(both)) if both else unsure


def _lost(before: StepFacts | None, now: StepFacts) -> float | None:
    if now.entries is None:
        return None
    known = before.entries if before is not None else None
    return sum(not _kept(one, now.entries) for one in known) / len(known) if known else 0.0


def _roundabout(facts: StepFacts) -> float | None:
    if facts.plan is None:
        return None
    here: Point2 = (facts.pose.x_m, facts.pose.z_m)
    points = [here, *facts.plan]
    length_m = sum(math.dist(one, other) for one, other in pairwise(points))
    return 0.0 if length_m < SHORT_M else 1.0 - math.dist(here, points[-1]) / length_m


def _kept(one: Remembered, entries: Sequence[Remembered]) -> bool:
    return any(
        other.what == one.what
        and (one.where_m is None or other.where_m is None or math.dist(one.where_m, other.where_m) <= SAME_M)
        for other in entries
    )


def _things(seen: Sequence[Detection] | None) -> list[Detection]:
    return [one for one in seen or () if one.label not in ROOM_SURFACES]


def _labels(seen: Sequence[Detection] | None) -> set[str]:
    return {one.label for one in _things(seen)}
