"""A fault in the code of a real explorer is found: the failure is attributed to the faulty capability."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from faulty_explorers import SEEDED

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.agents.contract.capabilities import Detection, Remembered
from wayproof.episode.course import Course
from wayproof.episode.options import RolloutOptions
from wayproof.log import record_digest
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.testing.attribution import attribute
from wayproof.testing.examination import examine
from wayproof.testing.judged_steps import JudgedSteps
from wayproof.testing.oracles import ORDER
from wayproof.testing.oracles.recall import judge_memory
from wayproof.testing.oracles.step_facts import StepFacts, asked_for, to_map, with_history
from wayproof.vocabulary import Settings

OPTIONS = RolloutOptions(
    Settings(width_px=128, height_px=96, hfov_rad=math.radians(79.0)), step_limit_s=600.0
)


def course_of(agent, house: int, index: int) -> Course:
    protocol = TASKS["object_in_room"].protocol()
    world = world_named(f"houses-v1/val/{house}", body_under(protocol, load_body(protocol.body)), lit=False)
    episode = TASKS["object_in_room"].draw(world, protocol, 0, index).episode
    return Course(world, protocol, episode, agent, options=OPTIONS)


def test_an_explorer_without_a_fault_is_not_flagged() -> None:
    examined = examine(course_of(load_agent("frontier_explorer"), 40, 0))
    assert not examined.failed and not examined.errors


@pytest.fixture(scope="module")
def walk() -> tuple[JudgedSteps, list[StepFacts]]:
    """An explorer with true labels on its way to a thing, and the facts of each of its steps."""
    judged = JudgedSteps(course_of(load_agent("frontier_explorer"), 40, 0))
    while judged.course.outcome is None:
        assert judged.step() is not None
    return judged, list(judged.facts)


def test_oracles_tell_what_is_right_also_where_nothing_is_wrong(walk) -> None:
    judged, facts = walk
    told = {name: sum(judged.judge(one, name).expected is not None for one in facts) for name in ORDER}
    assert told["perception"] == told["memory"] == len(facts)
    assert 0 < told["decision"] <= len(facts) and 0 < told["plan"] <= len(facts)


def test_what_was_rightly_recalled_may_not_be_forgotten(walk) -> None:
    judged, facts = walk
    goal = facts[0].goal_things[0]
    place = to_map(facts[0].start, (float(goal.low_m[0]), float(goal.low_m[2])))
    unseen = replace(facts[0], true=(), parts=(), detections=(), entries=(), met={})
    trial = judged.course.trial

    def after(entry: Remembered) -> StepFacts:
        recalls = with_history(replace(unseen, entries=(entry,)), trial, None)
        assert judge_memory(recalls).kind != "forgotten"
        return with_history(unseen, trial, recalls)

    lost = judge_memory(after(Remembered(0, goal.category, place)))
    assert (lost.error, lost.kind) == (1.0, "forgotten")
    assert lost.expected is not None and lost.expected["entries"]
    far_off = Remembered(0, goal.category, (place[0] + 40.0, place[1]))
    assert not judge_memory(after(far_off)).wrong  # that was none of them, so letting go of it is right


def test_the_thing_sought_is_asked_for_when_smaller_than_others(walk) -> None:
    facts = walk[1][0]
    side = math.ceil(math.sqrt(0.002 * facts.pixels))
    assert facts.goal != "bed"
    asked = [asked_for(facts, Detection(name, (0, 0, side, side), 1.0)) for name in (facts.goal, "bed")]
    assert asked == [True, False]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("capability", "house"), [("perception", 40), ("memory", 40), ("plan", 41), ("decision", 41)]
)
def test_the_faulty_capability_is_found(capability: str, house: int) -> None:
    course = course_of(SEEDED[capability](), house, 0)
    examined = examine(course)
    assert examined.failed
    found = attribute(course, examined)
    assert found.capability == capability
    assert found.rollouts > found.placebos and found.placebo_repairs == 0


@pytest.mark.slow
def test_examining_changes_nothing_and_is_the_same_twice() -> None:
    plain = course_of(SEEDED["perception"](), 40, 0).finish()
    once, again = (examine(course_of(SEEDED["perception"](), 40, 0)) for _ in range(2))
    assert record_digest(plain) == record_digest(once.log) == record_digest(again.log)
    assert [(error.rank, error.verdict.kind) for error in once.errors] == [
        (error.rank, error.verdict.kind) for error in again.errors
    ]
