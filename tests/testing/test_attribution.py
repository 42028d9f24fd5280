"""A fault in the code of a real explorer is found: the failure is attributed to the faulty capability."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from faulty_explorers import SEEDED, Roundabout

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.agents.contract.capabilities import Detection, Remembered
from wayproof.episode.course import Course
from wayproof.episode.interventions import Intervention
from wayproof.episode.options import RolloutOptions
from wayproof.log import record_digest
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.testing import attribution
from wayproof.testing.attribution import ONCE, PERSISTENTLY, attribute
from wayproof.testing.examination import CapabilityError, Examined, examine
from wayproof.testing.judged_steps import JudgedSteps
from wayproof.testing.oracles import ORDER, Verdict
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


def test_roll_outs_are_not_spent_on_one_capability_alone(walk, monkeypatch) -> None:
    """Of later errors of a capability only the repair that suits them is tried."""
    judged, facts = walk
    tried: list[tuple[str, int, str]] = []

    def once(course, moment, error):
        tried.append((error.capability, moment.step, ONCE))

    def on(course, moment, examined, capability):
        tried.append((capability, moment.step, PERSISTENTLY))

    monkeypatch.setattr(attribution, "repaired_once", once)
    monkeypatch.setattr(attribution, "repaired_from", on)
    monkeypatch.setattr(attribution, "failed", lambda log: True)
    moment = judged.course.moment()
    errors = [("plan", 3, 9), ("plan", 20, 5), ("plan", 40, 1), ("decision", 50, 1)]
    made = tuple(
        CapabilityError(name, first, first + steps - 1, Verdict(1.0, "made", expected=0), steps)
        for name, first, steps in errors
    )
    moments = {first: replace(moment, step=first) for _, first, _ in errors}
    found = attribute(judged.course, Examined(judged.course.log(), made, tuple(facts), moments))
    assert found.source is None and not found.given_up and found.rollouts == len(tried)
    assert tried == [
        ("plan", 3, ONCE),
        ("plan", 3, PERSISTENTLY),
        ("plan", 20, PERSISTENTLY),
        ("plan", 40, ONCE),
        ("decision", 50, ONCE),
        ("decision", 50, PERSISTENTLY),
    ]


@pytest.mark.slow
def test_a_given_plan_takes_the_place_of_a_faulty_planner_also_at_its_end() -> None:
    judged = JudgedSteps(course_of(Roundabout(), 41, 0))
    while True:
        before = judged.course.moment()
        facts = judged.step()
        assert facts is not None
        if judged.judge(facts, "plan").kind == "detour":
            break
    judged.go_back(before)
    here = to_map(facts.start, (facts.pose.x_m, facts.pose.z_m))
    judged.course.intervene([Intervention("plan", [list(here)], before.step, before.step)])
    mended = judged.step()
    assert mended is not None and not judged.judge(mended, "plan").wrong


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
