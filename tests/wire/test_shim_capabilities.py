"""An agent behind the one-file shim that offers trace, override, save and restore: told, saved, branched."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from played import SMALL, behind_the_shim, episode, world

from wayproof.agents import Overridable, Restorable, Traceable
from wayproof.agents.elsewhere.websocket_agent import WebSocketAgent
from wayproof.episode.branch import branched
from wayproof.episode.course import Course
from wayproof.episode.interventions import Intervention
from wayproof.episode.options import RolloutOptions
from wayproof.log import ACTION_NAMES, record_digest
from wayproof.tasks.point_goal import ROBUSTNAV

COUNTING = """
import shim

class Counting:
    card = {"name": "counting", "sensors": ["bump"], "actions": ["forward", "turn_left", "stop"]}

    def start(self, brief, seed):
        self.count, self.told = 0, None

    def act(self, observation):
        self.count += 1
        told, self.told = self.told, None
        own = "stop" if self.count == 20 else "turn_left" if self.count % 4 == 0 else "forward"
        self.last = told or own
        return self.last

    def trace(self):
        return {"decision": self.last}

    def override(self, capability, value):
        assert capability == "decision", "no " + capability
        self.told = value

    def save(self):
        return {"count": self.count}

    def restore(self, state):
        self.count = state["count"]
"""


@pytest.mark.slow
def test_an_agent_behind_the_shim_is_told_saved_and_branched(tmp_path: Path) -> None:
    with behind_the_shim(tmp_path, COUNTING, sys.executable) as (address, _):
        agent = WebSocketAgent(address)
        assert (
            isinstance(agent, Traceable) and isinstance(agent, Overridable) and isinstance(agent, Restorable)
        )
        course = Course(world(), ROBUSTNAV, episode(), agent, options=RolloutOptions(SMALL))
        moments = []
        while course.outcome is None:
            moments.append(course.moment())
            course.step()
        log = course.log()
        assert moments[9].agent == {"count": 9}
        assert record_digest(branched(course, moments[9])) == record_digest(log)
        told = branched(course, moments[9], [Intervention("decision", "turn_left", 9, 9)])
        names = [ACTION_NAMES[number] for number in told.steps.action]
        assert names[8:11] == ["forward", "turn_left", "forward"] and told.outcome.reason == "stop"
        assert agent.trace() == {"decision": "stop"}
        agent.close()
