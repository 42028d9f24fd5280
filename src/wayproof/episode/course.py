"""An episode and an agent, step by step, with moments to come back to; `rollout` runs one to its end."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wayproof.agents import Agent, Restorable
from wayproof.episode.agent_seed import agent_seed
from wayproof.episode.brief import brief_for
from wayproof.episode.guards import GuardedAgent
from wayproof.episode.interventions import Intervention, check_interventions, intervene
from wayproof.episode.options import RolloutOptions
from wayproof.episode.recorder import Notes, Recorder
from wayproof.episode.trial import Trial, TrialMoment
from wayproof.errors import InvalidInput
from wayproof.log import EpisodeLog, Outcome
from wayproof.sensors import sensors_for
from wayproof.simulator.world import World
from wayproof.vocabulary import Action, Condition, Episode, Observation, Protocol


@dataclass(frozen=True, eq=False)
class Moment:
    """A step of an episode to come back to, before anything is observed there."""

    step: int
    trial: TrialMoment
    notes: Notes
    agent: Mapping[str, Any] | None  # None if the agent offers no state
    interventions: tuple[Intervention, ...]


class Course:
    """An agent in an episode. What the agent does wrong ends it; what is wrong with the set-up is raised."""

    def __init__(
        self,
        world: World,
        protocol: Protocol,
        episode: Episode,
        agent: Agent,
        *,
        condition: Condition | None = None,
        options: RolloutOptions | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.agent, self.options = agent, options or RolloutOptions()
        sensors = sensors_for(world.body, agent.card.sensors, settings=self.options.settings)
        self.trial = Trial(world, protocol, episode, sensors, condition)
        self._begun = self.trial.save()
        self._recorder = Recorder(self.trial, self.options)
        self._guarded = GuardedAgent(agent, protocol, world.body, self.options, clock)
        self._interventions: tuple[Intervention, ...] = ()
        self.last_action: Action | None = None  # of the last step; None if it had none
        self._brief = brief_for(self.trial, agent.card, self.options.settings)
        self._recorder.briefed(self._brief)
        self._notes = self._recorder.save()
        self.outcome = self._start()

    def intervene(self, interventions: Sequence[Intervention]) -> None:
        """From now on these interventions hold, each for its steps, and no others."""
        check_interventions(interventions, self.agent)
        self._interventions = tuple(interventions)

    def step(self) -> None:
        """Observe, act, and what follows from it."""
        trial, self.last_action = self.trial, None
        observed = trial.observe()
        self._recorder.observed(observed)
        observation = Observation(
            step=trial.state.step,
            readings=observed.corrupted,
            instruction=trial.instruction,
            goal=trial.goal,
            truth=trial.truth(self.agent.card.truths),
        )
        intervene(self._interventions, self.agent, trial)
        decision = self._guarded.act(observation)
        if isinstance(decision, Outcome):
            self.outcome = decision
            return
        if self.options.real_time:
            trial.go_on(decision.took_s)
        trial.act(decision.action)
        self.last_action = decision.action
        self._recorder.acted(decision)
        self.outcome = trial.outcome

    def finish(self) -> EpisodeLog:
        """All steps to the end."""
        while self.outcome is None:
            self.step()
        return self.log()

    def log(self) -> EpisodeLog:
        """The log of an episode that is over."""
        if self.outcome is None:
            raise InvalidInput("the episode is not over; call finish() for its log")
        return self._recorder.log(self.agent, self.outcome)

    def moment(self) -> Moment:
        """The present step, to come back to."""
        state = self.agent.save() if isinstance(self.agent, Restorable) else None
        trial = self.trial
        notes = self._recorder.save()
        return Moment(trial.state.step, trial.save(), notes, state, self._interventions)

    def go_back(self, moment: Moment) -> None:
        """Come back to a moment of this course: by the agent's own state, else by playing it again."""
        if moment.agent is None or not isinstance(self.agent, Restorable):
            self.replay(moment)
            return
        self.outcome = self._start()
        self.agent.restore(moment.agent)
        self.trial.restore(moment.trial)
        self._recorder.restore(moment.notes)
        self._interventions = moment.interventions

    def replay(self, moment: Moment) -> None:
        """Play the episode again up to a moment; an agent that acts otherwise than before is an error."""
        if self.options.real_time:
            raise InvalidInput(
                "an episode in real time goes another way each time; only an agent with save and restore "
                "can come back to a step of it"
            )
        self.trial.restore(self._begun)
        self._recorder.restore(self._notes)
        self._interventions = moment.interventions
        self.outcome = self._start()
        while self.outcome is None and self.trial.state.step < moment.step:
            self.step()
        if self.trial.state != moment.trial["state"] or self.trial.claims != moment.trial["claims"]:
            raise InvalidInput(
                f"{self.agent.card.name!r} played the first {moment.step} steps again and came elsewhere; "
                "branching needs an agent that acts the same for the same seed, or offers save and restore"
            )

    def _start(self) -> Outcome | None:
        options = self.options
        seed = agent_seed(self.trial.episode, options.repeat, options.agent_seeds)
        return self._guarded.start(self._brief, seed)
