"""Constraints that can still be kept at a step: whether a plan breaks one, and a way that keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from wayproof.episode.trial import Trial
from wayproof.metrics.kept_constraints import broken_for_good, kept
from wayproof.tasks.judging.goal_places import goal_places
from wayproof.tasks.judging.nearest_place import NearestPlace
from wayproof.tasks.judging.places import pose_at, position_of
from wayproof.tasks.judging.room_places import way_over
from wayproof.testing.oracles.step_facts import StepFacts
from wayproof.vocabulary import Constraint

Floats = NDArray[np.float64]
PASS_BY, ORDER = "pass_by", "order"


@dataclass(frozen=True)
class Due:
    """The constraints of an episode at one of its steps; ways are (n, 2) in the world."""

    facts: StepFacts
    trial: Trial

    @cached_property
    def walked(self) -> Floats:
        """Where the body has been."""
        passed = self.trial.trail[: self.facts.step + 1]
        return np.array([(state.pose.x_m, state.pose.z_m) for state in passed])

    @cached_property
    def left(self) -> tuple[Constraint, ...]:
        """Those that nothing has broken yet; what is lost already is no fault of this step's plan."""
        walked = _poses(self.walked)
        return tuple(one for one in self.trial.episode.constraints if not broken_for_good(one, walked))

    def rooms(self) -> list[Constraint]:
        """Those with a room that is still to be gone through."""
        walked = _poses(self.walked)
        asks = [one for one in self.left if one.kind in (PASS_BY, ORDER) and one.outlines_m]
        return [one for one in asks if kept(_first_room(one), walked) is False]

    def broken_by(self, own: Floats) -> Constraint | None:
        """The first constraint that a plan breaks. A room to go through is missed by a plan that ends at the
        goal, known to the agent, without it."""
        poses = _poses(np.concatenate([self.walked, own]))
        for one in self.left:
            if broken_for_good(one, poses):
                return one
            if one.kind == PASS_BY and self._ends_at_goal(own) and kept(one, poses) is False:
                return one
        return None

    def way_of_one_who_obeys(self, own: Floats, way: Floats) -> Floats:
        """What a plan over a room that is to be gone through is measured by: the shortest way over it."""
        for one in self.rooms():
            over = self._over(one, way) if kept(_first_room(one), _poses(own)) else None
            if over is not None:
                return over
        return way

    def keeping(self, constraint: Constraint, way: Floats) -> Floats | None:
        """A way to the end of another that keeps a constraint; None if there is none."""
        walk = np.concatenate([self.walked, way])
        if constraint.kind != PASS_BY and not broken_for_good(constraint, _poses(walk)):
            return way
        return self._over(constraint, way) if constraint.kind in (PASS_BY, ORDER) else None

    def _over(self, constraint: Constraint, way: Floats) -> Floats | None:
        """The shortest way over the first room of a constraint to the end of another way."""
        height_m = self.facts.pose.y_m
        ends = NearestPlace(self.trial.world.paths, np.array([[way[-1, 0], height_m, way[-1, 1]]]))
        here = position_of(self.facts.pose)
        over = way_over(self.trial.world, constraint.outlines_m[0], here, ends)
        if over is None:
            return None
        plan = over.path_m[:, [0, 2]]
        lost = broken_for_good(constraint, _poses(np.concatenate([self.walked, plan])))
        return None if lost else plan

    def _ends_at_goal(self, own: Floats) -> bool:
        trial, end = self.trial, np.array([own[-1, 0], self.facts.pose.y_m, own[-1, 1]])
        if not self.facts.knows_goal() or not trial.world.free.contains(end):
            return False
        left_m = goal_places(trial.world, trial.present, trial.protocol).distance_m(pose_at(end))
        return bool(left_m < trial.protocol.success_distance_m + trial.protocol.forward_m)


def _first_room(constraint: Constraint) -> Constraint:
    return replace(constraint, kind=PASS_BY, outlines_m=constraint.outlines_m[:1])


def _poses(way: Floats) -> Floats:
    return np.column_stack([way[:, 0], np.zeros(len(way)), way[:, 1]])
