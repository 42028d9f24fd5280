"""The memory oracle: what the agent recalls against what it recognised itself on its own way.

A thing that it never recognised is perception's fault, so memory is not asked for it: the truth for memory is
what was in view and recognised. Forgotten things, things that never were, and a wrong order in time count.
"""

from __future__ import annotations

import math
from itertools import combinations

from wayproof.agents.contract.capabilities import Remembered
from wayproof.agents.moving.navigator import FAILED_STEP
from wayproof.testing.oracles import RIGHT, Verdict
from wayproof.testing.oracles.label_distance import label_distance
from wayproof.testing.oracles.step_facts import SAME_M, Met, StepFacts, to_map, to_world

SAME_LABEL = 0.3
LEAST_THINGS = 5  # recognised, before the share that is forgotten says anything
SPARE_STEPS = 5  # two things met within so few steps have no order


def judge_memory(facts: StepFacts) -> Verdict:
    """The worst of forgetting, false memory and wrong order; the right output is the mended list."""
    if facts.entries is None:
        return RIGHT
    found = max((_forgotten(facts), _false(facts), _disordered(facts)), key=lambda verdict: verdict.error)
    return found._replace(expected={"entries": [one.plain() for one in _mended(facts)]})


def _forgotten(facts: StepFacts) -> Verdict:
    """The goal forgotten counts whole; of other things the share that is gone."""
    assert facts.entries is not None
    goals = [one for one in facts.met.values() if facts.is_goal(one.category)]
    if goals and not any(_recalled(facts, one) for one in goals):
        first = min(goals, key=lambda one: one.step)
        return Verdict(
            1.0, "forgotten", f"it recognised a {first.category} at step {first.step} and recalls none"
        )
    others = [one for one in facts.met.values() if not facts.is_goal(one.category)]
    if len(others) < LEAST_THINGS or all(one.what == FAILED_STEP for one in facts.entries):
        return RIGHT  # an agent that keeps no list of things at all has no things to lose
    gone = [one for one in others if not _recalled(facts, one)]
    share = len(gone) / len(others)
    return Verdict(share, "forgotten", f"it recalls {len(others) - len(gone)} of {len(others)} things")


def _false(facts: StepFacts) -> Verdict:
    """An entry of the goal where no such thing is, unless its own eyes said so before."""
    false = _false_goals(facts)
    if not false or facts.false_goals:
        return RIGHT
    return Verdict(1.0, "invented", f"it recalls a {false[0].what} where it never detected one")


def _disordered(facts: StepFacts) -> Verdict:
    """The share of pairs of recalled things whose order in time is the other way round."""
    assert facts.entries is not None
    pairs = [(one.step, entry.step) for one in facts.met.values() if (entry := _entry(facts, one))]
    judged = wrong = 0
    for (met, recalled), (other_met, other_recalled) in combinations(pairs, 2):
        if abs(met - other_met) > SPARE_STEPS:
            judged += 1
            wrong += (met - other_met) * (recalled - other_recalled) < 0
    if judged < 3:
        return RIGHT
    return Verdict(wrong / judged, "order", f"{wrong} of {judged} pairs of things in the wrong order")


def _mended(facts: StepFacts) -> list[Remembered]:
    """Its entries without false ones, with those of the goal that are missing."""
    assert facts.entries is not None
    false = [] if facts.false_goals else _false_goals(facts)
    kept = [entry for entry in facts.entries if entry not in false]
    kept += [
        Remembered(one.step, facts.goal, to_map(facts.start, one.point_m))
        for one in facts.met.values()
        if facts.is_goal(one.category) and not _recalled(facts, one)
    ]
    return sorted(kept, key=lambda entry: entry.step)


def _false_goals(facts: StepFacts) -> list[Remembered]:
    assert facts.entries is not None
    return [
        entry
        for entry in facts.entries
        if facts.is_goal(entry.what)
        and entry.where_m is not None
        and facts.goal_gap_m(to_world(facts.start, entry.where_m)) > SAME_M
    ]


def _recalled(facts: StepFacts, met: Met) -> bool:
    return _entry(facts, met) is not None


def _entry(facts: StepFacts, met: Met) -> Remembered | None:
    """The entry about a thing."""
    place = facts.on_map(met.point_m)
    for entry in facts.entries or ():
        near = entry.where_m is None or math.dist(entry.where_m, place) <= SAME_M
        if near and label_distance(entry.what, met.category) <= SAME_LABEL:
            return entry
    return None
