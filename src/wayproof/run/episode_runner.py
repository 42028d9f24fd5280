"""From one piece of work to one log, in this process: worlds and the agent are kept between episodes."""

from __future__ import annotations

from collections.abc import Callable

from wayproof.agents import Agent
from wayproof.agents.elsewhere.own_process import OwnProcessAgent
from wayproof.corruptions import CORRUPTIONS
from wayproof.episode.options import RolloutOptions
from wayproof.episode.recorder import Recorder
from wayproof.episode.rollout import rollout
from wayproof.episode.trial import Trial
from wayproof.log import EpisodeLog, Outcome
from wayproof.mitigations import mitigated
from wayproof.run.plan import Plan
from wayproof.sensors import SENSORS, sensors_for
from wayproof.sensors.mounted_rig import equipped
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.world import World
from wayproof.simulator.worlds import world_named
from wayproof.vocabulary import Condition, Protocol, shows_colours
from wayproof.work import Work

WARM_UP_S = 300.0  # more for the steps of an agent's first episode in a process: agents compile and load then


class EpisodeRunner:
    """Runs the pieces of one plan with one agent, and with the mitigation of that name before it."""

    def __init__(
        self, plan: Plan, agent: Agent, *, keep_trace: bool = False, mitigation: str | None = None
    ) -> None:
        self.plan, self.agent, self.keep_trace = plan, agent, keep_trace
        self._acting = mitigated(agent, mitigation)
        # Some faults of depth look at how bright a surface is: they must meet one light for all agents.
        faults = [fault.name for condition in plan.conditions for fault in condition.faults]
        faults += [fault.name for made in plan.sets for episode in made.episodes for fault in episode.faults]
        surfaces = any(CORRUPTIONS[name].needs_surfaces for name in faults)
        self._lit = shows_colours(agent.card.sensors) or surfaces
        self._warm = False

    def run(
        self, work: Work, *, condition: Condition | None = None, tell: Callable[[], None] | None = None
    ) -> EpisodeLog:
        """The log of one episode; `tell` is called at each step, so that a watchdog sees it alive.

        `condition` replaces the plan's, for controls.
        """
        protocol = self.plan.protocols[work.set]
        limit_s = self.plan.suite.step_limit_s + (WARM_UP_S if self.fresh else 0.0)
        if isinstance(self.agent, OwnProcessAgent):
            self.agent.allow(self.plan.suite.step_limit_s, WARM_UP_S)
        self._warm = True
        return rollout(
            self._world(work, protocol),
            protocol,
            self.plan.episode(work),
            self._acting,
            condition=condition or self.plan.conditions[work.condition],
            options=self._options(work, step_limit_s=limit_s),
            on_step=tell,
        )

    @property
    def fresh(self) -> bool:
        """Whether the agent's process has not made a step yet: it may have to compile and load."""
        return self.agent.fresh if isinstance(self.agent, OwnProcessAgent) else not self._warm

    def failed(self, work: Work, outcome: Outcome) -> EpisodeLog:
        """The log of an episode that could not be run to its end, such as one that kills its worker."""
        protocol = self.plan.protocols[work.set]
        world = self._world(work, protocol)
        trial = Trial(world, protocol, self.plan.episode(work), (), self.plan.conditions[work.condition])
        return Recorder(trial, self._options(work)).log(self._acting, outcome)

    def _options(self, work: Work, step_limit_s: float = 0.0) -> RolloutOptions:
        return RolloutOptions(
            settings=self.plan.settings,
            step_limit_s=step_limit_s,
            keep_trace=self.keep_trace,
            real_time=self.plan.real_time,
            repeat=work.repeat,
            agent_seeds=self.plan.agent_seeds,
        )

    def check(self) -> None:
        """Refuse an agent whose sensors no body here has, before the first episode."""
        for protocol in self.plan.protocols:
            sensors_for(load_body(protocol.body), self.agent.card.sensors, settings=self.plan.settings)
        for name in self.agent.card.sensors:
            SENSORS[name]

    def _world(self, work: Work, protocol: Protocol) -> World:
        body = equipped(body_under(protocol, load_body(protocol.body)), self.plan.settings)
        return world_named(work.scene, body, lit=self._lit, light=self.plan.suite.light)
