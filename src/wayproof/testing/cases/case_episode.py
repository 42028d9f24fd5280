"""The episode that a test case means, and whether an expert solves it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from wayproof.metrics.kept_constraints import kept
from wayproof.simulator.world import World
from wayproof.tasks import TASKS, Judge, Measure, Now
from wayproof.tasks.drawing.rehearsal import rehearse
from wayproof.tasks.drawing.search_starts import Search, episode_from
from wayproof.tasks.judging.goal_places import goal_places
from wayproof.tasks.judging.places import Guide, Places, point_from, position_of
from wayproof.tasks.judging.room_places import WayOver, way_over
from wayproof.tasks.object_goal import SearchJudge
from wayproof.tasks.object_in_room import LENGTHS_M, goal_in_words
from wayproof.tasks.take_and_place import episode_with, instruction_of, two_goals
from wayproof.testing.cases.case import DAY, Case, goal_of, place_of
from wayproof.testing.cases.case_bounds import AVOID, constraint_of
from wayproof.vocabulary import Action, Episode, Goal

NEAR_M = 0.2  # from the place in a room that is gone over
LONGEST_M = 2 * LENGTHS_M[1]  # of a way over a room, or to two goals


def episode_of(world: World, case: Case) -> Episode:
    """The episode that a case means. Its id is the case's, so that faults are drawn alike each time."""
    episode = _searched(world, case) if case.place is None else _carried(world, case)
    constraints = () if case.bound is None else (constraint_of(world, case),)
    said = " ".join([episode.instruction or "", *(one.text or "" for one in constraints)])
    labels = {"category": case.kind, "room": case.room}
    return replace(
        episode,
        id=case.id,
        seed=case.seed,
        instruction=" ".join(case.words) or said,
        goals=_in_its_words(case, episode.goals),
        constraints=constraints,
        people=case.people,
        faults=case.faults,
        light=None if case.light == DAY else case.light,
        labels=episode.labels | labels,
    )


def _in_its_words(case: Case, goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
    """Goals with the sentences of a case that has its own; a constraint's comes after that of the goal."""
    if not case.words:
        return goals
    return tuple(replace(goal, text=text) for goal, text in zip(goals, case.words, strict=False))


def _searched(world: World, case: Case) -> Episode:
    """One search, over the room that is to be gone through, if there is one."""
    asked = goal_in_words(goal_of(world, case), case.wording)
    protocol = case.protocol
    places = goal_places(world, asked, protocol)
    episode = episode_from(Search(world, protocol, asked, places, LENGTHS_M, SearchJudge), case.start)
    over = _way_over(world, case)
    if over is None:
        return episode
    path = tuple(point_from(place) for place in over.path_m)
    return replace(episode, shortest_length_m=over.length_m, reference_path_m=path)


def _carried(world: World, case: Case) -> Episode:
    take, place = goal_of(world, case), place_of(world, case)
    assert place is not None
    goals = two_goals(take, place, case.wording)
    episode = episode_with(world, case.protocol, goals, case.start)
    return replace(episode, instruction=instruction_of(take, place, case.wording))


def _way_over(world: World, case: Case) -> WayOver | None:
    """The shortest way over the room that is to be gone through; None if none is, or there is no way."""
    if case.bound is None or case.bound.kind == AVOID:
        return None
    asked = goal_in_words(goal_of(world, case), case.wording)
    outline = constraint_of(world, case).outlines_m[0]
    return way_over(world, outline, position_of(case.start), goal_places(world, asked, case.protocol))


def solvable(world: World, case: Case) -> bool:
    """Whether the way is long enough and an expert with the protocol's steps solves it, constraints kept.

    A room to go through must lie off the expert's way, else nobody could tell who obeys.
    """
    episode = episode_of(world, case)
    length_m = episode.shortest_length_m or math.inf
    longest_m = LENGTHS_M[1] if case.place is None and case.bound is None else LONGEST_M
    if not LENGTHS_M[0] <= length_m <= longest_m:
        return False
    poses = _walked(world, case, episode)
    if poses is None or not all(kept(one, poses) for one in episode.constraints):
        return False
    if case.bound is None or case.bound.kind == AVOID:
        return True
    plain = _walked(world, replace(case, bound=None), episode)
    return plain is None or not all(kept(one, plain) for one in episode.constraints)


def _walked(world: World, case: Case, episode: Episode) -> NDArray[np.float64] | None:
    """The poses of an expert who does what the case asks for; None if that cannot be done."""
    judge: Judge = TASKS[case.protocol.task].judge(world, case.protocol, episode)
    if case.bound is not None and case.bound.kind != AVOID:
        over = _way_over(world, case)
        if over is None:
            return None
        judge = _Over(judge, Guide(Places(world.paths, (point_from(over.via_m),)), case.protocol, NEAR_M))
    return rehearse(world, case.protocol, episode, judge, most_turns_rad=math.inf)


@dataclass
class _Over:
    """A judge whose expert goes over a place first."""

    judge: Judge
    guide: Guide
    been: bool = False

    def measure(self, now: Now) -> tuple[Measure, ...]:
        return self.judge.measure(now)

    def advice(self, now: Now) -> Action:
        name = "stop" if self.been else self.guide.next_action(now.state.pose)
        self.been = name == "stop"
        return self.judge.advice(now) if self.been else Action(name)
