"""THE join: an episode in its world, its faults, and an agent that acts until it is over -> EpisodeLog."""

from __future__ import annotations

import time
from collections.abc import Callable

from wayproof.agents import Agent
from wayproof.episode.brief import brief_for
from wayproof.episode.guards import GuardedAgent
from wayproof.episode.options import RolloutOptions
from wayproof.episode.recorder import Recorder
from wayproof.episode.trial import Trial
from wayproof.log import EpisodeLog, Outcome
from wayproof.seeding import key_for
from wayproof.sensors import sensors_for
from wayproof.simulator.world import World
from wayproof.vocabulary import Condition, Episode, Observation, Protocol


def rollout(
    world: World,
    protocol: Protocol,
    episode: Episode,
    agent: Agent,
    *,
    condition: Condition | None = None,
    options: RolloutOptions | None = None,
    on_step: Callable[[], None] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> EpisodeLog:
    """Run one episode. Faults of the agent end it with their reason; faults of the set-up are raised.

    `on_step` is called before each step, so that whoever watches sees it alive.
    """
    options = options or RolloutOptions()
    sensors = sensors_for(world.body, agent.card.sensors, settings=options.settings)
    trial = Trial(world, protocol, episode, sensors, condition)
    recorder = Recorder(trial, options)
    guarded = GuardedAgent(agent, protocol, world.body, options, clock)
    brief = brief_for(trial, agent.card, options.settings)
    recorder.briefed(brief)
    outcome = guarded.start(brief, _agent_seed(episode, options))
    while outcome is None:
        if on_step is not None:
            on_step()
        outcome = _step(trial, guarded, recorder, agent.card.truths, real_time=options.real_time)
    return recorder.log(agent.card, outcome)


def _step(
    trial: Trial, agent: GuardedAgent, recorder: Recorder, truths: tuple[str, ...], *, real_time: bool
) -> Outcome | None:
    """Observe, act, and what follows from it; the outcome, if that ends the episode."""
    observed = trial.observe()
    recorder.observed(observed)
    observation = Observation(
        step=trial.state.step,
        readings=observed.corrupted,
        instruction=trial.instruction,
        goal=trial.goal,
        truth=trial.truth(truths),
    )
    decision = agent.act(observation)
    if isinstance(decision, Outcome):
        return decision
    if real_time:
        trial.go_on(decision.took_s)
    trial.act(decision.action)
    recorder.acted(decision)
    return trial.outcome


def _agent_seed(episode: Episode, options: RolloutOptions) -> int:
    return key_for(episode.seed, episode.scene, episode.id, "agent", options.repeat) % 2**63
