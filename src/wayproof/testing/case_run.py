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
from wayproof.sensors.mounted_rig import equipped
from wayproof.simulator.world import World
from wayproof.simulator.worlds import keep_worlds, world_named
from wayproof.suites import load_suite, settings_of, with_rig
from wayproof.testing.attribution import Attribution, attribute
from wayproof.testing.behaviour_letters import behaviour_of
from wayproof.testing.case_result import CaseResult
from wayproof.testing.cases.case import Case
from wayproof.testing.cases.case_episode import episode_of
from wayproof.testing.cases.gene_pool import body_of
from wayproof.testing.cases.simpler_case import simpler_cases
from wayproof.testing.examination import Examined, examine, failed
from wayproof.testing.failure_types import type_of
from wayproof.testing.story_facts import source_of, walked
from wayproof.vocabulary import Settings, shows_colours

SUITE = "object-in-room"  # whose cameras are used
STEP_S, WARM_UP_S = 60.0, 300.0
FAR_M = 1e6  # stands for a goal that cannot be reached from where the agent ended
MOST_SIMPLER = 6  # cases that are tried to make one smaller


@dataclass(frozen=True)
class RunnerOptions:
    """How cases are run: worlds that are kept, roll-outs for one failure, sensors on the body."""

    scenes: int = 4
    most_rollouts: int = 16
    rig: str | None = None


@dataclass
class CaseRunner:
    """Runs cases with one agent. Built-in agents run in this process, others in one of their own."""

    agent: Agent
    how: RunnerOptions = RunnerOptions()

    def __post_init__(self) -> None:
        self.options = RolloutOptions(camera_settings(self.how.rig), step_limit_s=STEP_S + WARM_UP_S)
        keep_worlds(2 * self.how.scenes)
        if isinstance(self.agent, OwnProcessAgent):
            self.agent.allow(STEP_S, WARM_UP_S)

    def run(self, case: Case) -> CaseResult:
        """What comes of a case."""
        course = self.course(case)
        if not isinstance(self.agent, Traceable):
            return _result(case, course, course.finish())
        examined = examine(course)
        found = Attribution(None)
        if examined.failed and isinstance(self.agent, Overridable):
            found = attribute(course, examined, self.how.most_rollouts)
        return _result(case, course, examined.log, examined, found)

    def shrunk(self, result: CaseResult) -> CaseResult:
        """The smallest case found that fails in the same way, with what comes of it.

        Failures without a source stay as they are: nobody could tell whether a smaller one fails alike.
        """
        if result.source is None:
            return result
        tried = 0
        while tried < MOST_SIMPLER:
            for simpler in simpler_cases(self._world(result.case), result.case):
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
        body = equipped(body_of(case.protocol), self.options.settings)
        return world_named(case.place_name, body, lit=lit)

    def course(self, case: Case) -> Course:
        """A case at its beginning."""
        world = self._world(case)
        return Course(world, case.protocol, episode_of(world, case), self.agent, options=self.options)


def camera_settings(rig: str | None = None) -> Settings:
    """What the sensors are told: the cameras of the suite, or a rig by its name or file."""
    suite = load_suite(SUITE)
    return settings_of(suite if rig is None else with_rig(suite, rig))


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
        distance_m=round(float(np.nan_to_num(log.steps.distance_m[-1, -1], nan=FAR_M, posinf=FAR_M)), 3),
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
