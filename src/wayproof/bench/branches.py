"""Coming back to a step of an episode: from a saved state, beside playing the steps up to there again.

Attribution branches an episode many times; without saved states each branch would play the whole prefix.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.episode.course import Course, Moment
from wayproof.episode.options import RolloutOptions
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.suites import load_suite, settings_of
from wayproof.tasks import TASKS

AREA = "run"
SUITE, TASK, SCENE = "object-in-room", "object_in_room", "houses-v1/val/40"
AGENT = "frontier_explorer"
STEP = 50
TIMES = 3


def rows(area: str = AREA) -> list[dict[str, Any]]:
    """CPU milliseconds to come back to step 50 of an episode; the ratio is how many times faster."""
    course, moment = _at_step()
    restored = min(_cpu_ms(lambda: course.go_back(moment)) for _ in range(TIMES))
    replayed = min(_cpu_ms(lambda: course.replay(moment)) for _ in range(TIMES))
    return [
        {
            "area": area,
            "name": f"back to step {STEP}, restored",
            "value": restored,
            "unit": "CPU ms",
            "peer": "prefix played again",
            "peer_value": replayed,
            "ratio": replayed / restored,
        }
    ]


def _at_step() -> tuple[Course, Moment]:
    """An explorer in an episode that is long enough, and the moment to come back to."""
    task = TASKS[TASK]
    protocol = task.protocol()
    world = world_named(SCENE, body_under(protocol, load_body(protocol.body)), lit=False)
    options = RolloutOptions(settings_of(load_suite(SUITE)), step_limit_s=600.0)
    index = 0
    while True:
        episode = task.draw(world, protocol, 0, index).episode
        course = Course(world, protocol, episode, load_agent(AGENT), options=options)
        while course.outcome is None and course.trial.state.step < STEP:
            course.step()
        if course.outcome is None:
            return course, course.moment()
        index += 1


def _cpu_ms(work: Callable[[], None]) -> float:
    began_s = time.process_time()
    work()
    return 1000.0 * (time.process_time() - began_s)
