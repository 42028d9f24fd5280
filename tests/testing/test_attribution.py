"""A fault in the code of a real explorer is found: the failure is attributed to the faulty capability."""

from __future__ import annotations

import math

import pytest
from faulty_explorers import SEEDED

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.episode.course import Course
from wayproof.episode.options import RolloutOptions
from wayproof.log import record_digest
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.testing.attribution import attribute
from wayproof.testing.examination import examine
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
