"""The planning oracle: the agent's plan against the shortest way, by normalised dynamic time warping.

Until the agent has recognised its goal, a plan is judged against the shortest way to its own target: nobody
can plan a way to a place that it does not know, and such a way would repair everything and prove nothing.
Afterwards the way is the expert's, from where the agent stands.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.contract.capabilities import Point2
from wayproof.episode.trial import Trial
from wayproof.metrics.dtw import warped_m
from wayproof.metrics.kept_constraints import filled_in
from wayproof.navigation.free_points import MAIN_ISLAND, snap
from wayproof.navigation.paths import shortest_path
from wayproof.tasks.judging.goal_places import goal_places
from wayproof.tasks.judging.places import position_of
from wayproof.testing.oracles import RIGHT, THRESHOLD, Verdict
from wayproof.testing.oracles.due_constraints import Due
from wayproof.testing.oracles.step_facts import StepFacts, to_map

Floats = NDArray[np.float64]

TOLERANCE_M = 3.0  # the success distance of nDTW: what the papers on instructions use
SPACING = 5  # of the points of a filled-in way, every so many count: 0.25 m
SNAP_M = 0.1  # a way-point this near the floor is on it
SHORT_M = 1.0  # plans shorter than this are about to be done with
DETOUR_M = 1.5  # metres longer than the shortest way, from which a plan can be a detour
SHARE = 1.35  # and so many times as long
MILDEST = 0.9 * THRESHOLD  # what is longer by less than both counts at most this much
LOOP = 6  # times at the same place, facing the same way


def judge_plan(facts: StepFacts, trial: Trial) -> Verdict:
    """A detour, a plan that breaks a constraint, a loop; the right output is the shortest way."""
    if not facts.plan:
        return RIGHT
    reached = _on_floor(facts, trial)
    if reached is None:
        return RIGHT
    count, end = reached
    own = _filled([(facts.pose.x_m, facts.pose.z_m), *facts.plan[:count]])
    way = shortest_path(trial.world.paths, position_of(facts.pose), end)[:, [0, 2]]
    due = Due(facts, trial)
    broken = _broken(facts, due, own, way)
    if broken.wrong:
        return broken
    way = due.way_of_one_who_obeys(own, way)
    detour = _detour(facts, own, way)
    if detour.wrong:
        return detour
    straight_on = facts.knows_goal() and not due.rooms()
    after = _away_from_goal(facts, trial, own) if straight_on else _loop(facts)
    mild = max(detour, after, key=lambda verdict: verdict.error)
    return mild if mild.expected is not None else mild._replace(expected=expected_way(facts, way))


def _on_floor(facts: StepFacts, trial: Trial) -> tuple[int, Floats] | None:
    """How many way-points lead to the last one that lies on the floor, and that one: a plan may end in a wall
    or a thing, and the floor nearest to that may be on its other side."""
    plan = facts.plan or ()
    for count in range(len(plan), 0, -1):
        x_m, z_m = plan[count - 1]
        place = snap(trial.world.free, np.array([x_m, facts.pose.y_m, z_m]), SNAP_M, island=MAIN_ISLAND)
        if place is not None:
            return count, place
    return None


def expected_way(facts: StepFacts, way_m: Floats) -> list[list[float]]:
    """A way (n, 2) in the world as an override of the plan takes it."""
    points = [to_map(facts.start, (float(x), float(z))) for x, z in way_m[1:]]
    return [[round(x, 2), round(y, 2)] for x, y in points]


def _detour(facts: StepFacts, own: Floats, way: Floats) -> Verdict:
    """How much longer its plan is than the shortest way; of a few steps, or a small share, never an error."""
    length_m, shortest_m = _length(own), _length(way)
    if length_m <= shortest_m:
        return RIGHT
    error = max(1.0 - ndtw(own, _filled(way.tolist())), 1.0 - shortest_m / length_m)
    if length_m < shortest_m + DETOUR_M or length_m < SHARE * shortest_m:
        error = min(error, MILDEST)
    told = f"its plan to its own target is {length_m:.1f} m long, the shortest way {shortest_m:.1f} m"
    return Verdict(error, "detour", told, expected_way(facts, way))


def _away_from_goal(facts: StepFacts, trial: Trial, own: Floats) -> Verdict:
    """Whether a plan of one who knows where the goal is leads elsewhere."""
    places = goal_places(trial.world, trial.present, trial.protocol)
    way = shortest_path(trial.world.paths, position_of(facts.pose), np.array(places.nearest(facts.pose)))[
        :, [0, 2]
    ]
    if _length(way) < SHORT_M:
        return RIGHT
    error = 1.0 - ndtw(own, _filled(way.tolist()))
    told = (
        f"it knows the goal {_length(way):.1f} m away, and its plan of {_length(own):.1f} m leads elsewhere"
    )
    return Verdict(error, "detour", told, expected_way(facts, way))


def _broken(facts: StepFacts, due: Due, own: Floats, way: Floats) -> Verdict:
    constraint = due.broken_by(own)
    if constraint is None:
        return RIGHT
    mended = due.keeping(constraint, way)
    told = f"its plan breaks: {constraint.text}"
    return Verdict(1.0, "constraint", told, None if mended is None else expected_way(facts, mended))


def _loop(facts: StepFacts) -> Verdict:
    times = max((count for count, last in facts.visits.values() if last == facts.step), default=0)
    if times < LOOP:
        return RIGHT
    return Verdict(
        min(1.0, times / (2 * LOOP)), "loop", f"it stands here, facing this way, for the {times}th time"
    )


def ndtw(way: Floats, reference: Floats, tolerance_m: float = TOLERANCE_M) -> float:
    """How well a way (n, 2) follows a reference (m, 2), from 0 to 1."""
    return math.exp(-warped_m(_flat(way), _flat(reference)) / (len(reference) * tolerance_m))


def _flat(way: Floats) -> Floats:
    return np.column_stack([way, np.zeros(len(way))])


def _filled(points: Sequence[Point2] | list[list[float]]) -> Floats:
    """A way with a point about every 0.25 m, its end included."""
    dense = filled_in(np.array(points, np.float64).reshape(-1, 2))
    return np.asarray(np.concatenate([dense[:-1:SPACING], dense[-1:]]))


def _length(way: Floats) -> float:
    return float(np.linalg.norm(np.diff(way, axis=0), axis=1).sum())
