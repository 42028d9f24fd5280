"""One test case run with an agent: every step judged, a failure attributed, all of it as plain data.

An agent that shows no trace is tested by its outcomes alone; one that cannot be overridden has its errors
counted, and no failure attributed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from wayproof.agents import AGENTS, Agent, Overridable, Traceable
from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.agents.elsewhere.own_process import OwnProcessAgent, agent_apart
from wayproof.corruptions import CORRUPTIONS
from wayproof.episode.course import Course
from wayproof.episode.options import RolloutOptions
from wayproof.log import EpisodeLog
from wayproof.simulator.world import World
from wayproof.simulator.worlds import keep_worlds, world_named
from wayproof.suites import load_suite, settings_of
from wayproof.tasks import TASKS
from wayproof.tasks.object_in_room import TASK
from wayproof.testing.attribution import Attribution, attribute
from wayproof.testing.behaviour_letters import behaviour_of
from wayproof.testing.case_result import CaseResult
from wayproof.testing.cases.case import Case, episode_of
from wayproof.testing.cases.gene_pool import body_of
from wayproof.testing.cases.simpler_case import simpler_cases
from wayproof.testing.examination import Examined, examine, failed
from wayproof.testing.failure_types import type_of
from wayproof.testing.story_facts import source_of, walked
from wayproof.vocabulary import Protocol, shows_colours

SUITE = "object-in-room"  # whose cameras are used
STEP_S, WARM_UP_S = 60.0, 300.0
FAR_M = 1e6  # stands for a goal that cannot be reached from where the agent ended
MOST_SIMPLER = 6  # cases that are tried to make one smaller


@dataclass
class CaseRunner:
    """Runs cases with one agent. Built-in agents run in this process, others in one of their own."""

    agent: Agent
    scenes: int = 4  # worlds that are kept
    most_rollouts: int = 16

    def __post_init__(self) -> None:
        settings = settings_of(load_suite(SUITE))
        self.options = RolloutOptions(settings, step_limit_s=STEP_S + WARM_UP_S)
        keep_worlds(2 * self.scenes)
        if isinstance(self.agent, OwnProcessAgent):
            self.agent.allow(STEP_S, WARM_UP_S)

    def run(self, case: Case) -> CaseResult:
        """What comes of a case."""
        course = self._course(case)
        if not isinstance(self.agent, Traceable):
            return _result(case, course, course.finish())
        examined = examine(course)
        found = Attribution(None)
        if examined.failed and isinstance(self.agent, Overridable):
            found = attribute(course, examined, self.most_rollouts)
        return _result(case, course, examined.log, examined, found)

    def shrunk(self, result: CaseResult) -> CaseResult:
        """The smallest case found that fails in the same way, with what comes of it.

        Failures without a source stay as they are: nobody could tell whether a smaller one fails alike.
        """
        if result.source is None:
            return result
        tried = 0
        while tried < MOST_SIMPLER:
            for simpler in simpler_cases(self._world(result.case), _protocol(), result.case):
                tried += 1
                again = self.run(simpler)
                if again.type == result.type:
                    result = again
                    break
                if tried >= MOST_SIMPLER:
                    return result
            else:
                return result
        return result

    def _world(self, case: Case) -> World:
        surfaces = any(CORRUPTIONS[fault.name].needs_surfaces for fault in case.faults)
        lit = shows_colours(self.agent.card.sensors) or surfaces
        return world_named(case.scene, body_of(_protocol()), lit=lit)

    def _course(self, case: Case) -> Course:
        world, protocol = self._world(case), _protocol()
        return Course(world, protocol, episode_of(world, protocol, case), self.agent, options=self.options)


def agent_to_test(name: str) -> Agent:
    """An agent by its name, where it is to be run."""
    return load_agent(name) if name in AGENTS else agent_apart(name)


def offers(agent: Agent) -> list[str]:
    """What an agent lacks to be tested in depth, a sentence each."""
    missing = []
    if not isinstance(agent, Traceable):
        missing.append("it shows no trace: failures are found, and no capability is judged")
    elif not isinstance(agent, Overridable):
        missing.append("it takes no override: errors are counted, and no failure is attributed")
    return missing


def _protocol() -> Protocol:
    return TASKS[TASK].protocol()


def _result(
    case: Case,
    course: Course,
    log: EpisodeLog,
    examined: Examined | None = None,
    found: Attribution | None = None,
) -> CaseResult:
    errors = Counter(type_of(error) for error in examined.errors) if examined else Counter()
    source = source_of(examined, found) if examined and found and found.source else None
    return CaseResult(
        case=case,
        failed=failed(log),
        outcome=log.outcome.reason,
        steps=len(log.steps.action),
        distance_m=round(float(np.nan_to_num(log.steps.distance_m[-1, 0], nan=FAR_M, posinf=FAR_M)), 3),
        shortest_m=round(log.episode.shortest_length_m or 0.0, 3),
        instruction=log.episode.instruction or "",
        source=source,
        errors=dict(sorted(errors.items())),
        rollouts=found.rollouts if found else 0,
        placebos=found.placebos if found else 0,
        placebo_repairs=found.placebo_repairs if found else 0,
        behaviour=behaviour_of(log),
        path_m=walked(log),
    )
