"""A plan that breaks a constraint is called so while that can be kept; the way that is told keeps it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from made_test_cases import POOL, first_case, has_bound
from msgspec.structs import replace as struct_replace

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.episode.course import Course
from wayproof.episode.options import RolloutOptions
from wayproof.metrics.kept_constraints import kept
from wayproof.navigation.paths import shortest_path
from wayproof.tasks.judging.places import position_of
from wayproof.testing.cases.case_episode import episode_of
from wayproof.testing.judged_steps import JudgedSteps
from wayproof.testing.oracles.route import judge_plan
from wayproof.testing.oracles.step_facts import Met, StepFacts, to_world
from wayproof.vocabulary import Settings

pytestmark = pytest.mark.slow


def begun(kind: str) -> tuple[JudgedSteps, StepFacts]:
    """The first step of a case with a constraint, by one who knows its goal and plans straight to it."""
    case = first_case(has_bound(kind))
    world = POOL.world(case.scene)
    options = RolloutOptions(Settings(width_px=128, height_px=96), step_limit_s=600.0)
    course = Course(
        world, case.protocol, episode_of(world, case), load_agent("frontier_explorer"), options=options
    )
    judged = JudgedSteps(course)
    facts = judged.step()
    assert facts is not None
    goal = facts.goal_things[0]
    known = {**facts.met, goal.id: Met(0, goal.category, (goal.low_m[0], goal.low_m[2]))}
    trial = course.trial
    end = np.array(trial.judge.places.nearest(facts.pose))
    way = shortest_path(world.paths, position_of(facts.pose), end)[1:, [0, 2]]
    return judged, replace(facts, met=known, plan=tuple(map(tuple, way.tolist())))


@pytest.mark.parametrize("kind", ["pass_by", "order"])
def test_a_plan_that_leaves_a_room_out_is_wrong_and_the_way_over_it_right(kind: str) -> None:
    judged, facts = begun(kind)
    trial = judged.course.trial
    verdict = judge_plan(facts, trial)
    assert (verdict.kind, verdict.error) == ("constraint", 1.0)
    assert isinstance(verdict.expected, list)
    mended = tuple(to_world(facts.start, tuple(point)) for point in verdict.expected)
    walk = np.array([(facts.pose.x_m, 0.0, facts.pose.z_m), *((x, 0.0, z) for x, z in mended)])
    assert kept(trial.episode.constraints[0], walk) is True
    assert not judge_plan(replace(facts, plan=mended), trial).wrong


def test_an_agent_that_does_not_know_the_goal_may_still_go_through_the_room_later() -> None:
    judged, facts = begun("pass_by")
    assert judge_plan(replace(facts, met={}), judged.course.trial).kind != "constraint"


def test_what_is_lost_already_is_no_fault_of_a_later_plan() -> None:
    judged, facts = begun("order")
    trial = judged.course.trial
    outline = np.array(trial.episode.constraints[0].outlines_m[1])
    x_m, z_m = outline.mean(axis=0).tolist()
    there = struct_replace(facts.pose, x_m=x_m, z_m=z_m)
    trial.trail[0] = struct_replace(trial.trail[0], pose=there)
    assert judge_plan(facts, trial).kind != "constraint"
