"""THE join: an episode in its world, its faults, and an agent that acts until it is over -> EpisodeLog."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from typing import Any

import msgspec
import numpy as np

from wayproof.agents import Agent, Traceable
from wayproof.agents.elsewhere.websocket_agent import meter
from wayproof.episode.brief import brief_for
from wayproof.episode.recorder import Recorder
from wayproof.episode.trial import Trial
from wayproof.errors import InvalidInput
from wayproof.log import Comparable, EpisodeLog, Outcome
from wayproof.scenes.by_name import world_name_of
from wayproof.seeding import key_for
from wayproof.sensors import sensors_for
from wayproof.simulator.control import check_action
from wayproof.simulator.world import World
from wayproof.vocabulary import Action, Brief, Condition, Episode, Observation, Protocol, Settings
from wayproof.wire.client import TransportFault

LONGEST_DETAIL = 2000
TRACE_LIMIT_BYTES = 1 << 20  # of one step; the conformance kit asks for far less
SOFTWARE = ("wayproof", "numpy", "numba", "opencv-python-headless", "onnxruntime")


def rollout(
    world: World,
    protocol: Protocol,
    episode: Episode,
    agent: Agent,
    *,
    condition: Condition | None = None,
    settings: Settings | None = None,
    repeat: int = 0,
    step_limit_s: float = 60.0,
    keep_trace: bool = False,
    mitigation: str | None = None,
    tell: Callable[[], None] | None = None,
    real_time: bool = False,
    clock: Callable[[], float] = time.perf_counter,
) -> EpisodeLog:
    """Run one episode. Faults of the agent end it with their reason; faults of the set-up are raised.

    `tell` is called before each step, so that whoever watches sees it alive. In `real_time` the world goes on
    for as long as the agent thinks by the clock.
    """
    condition, settings = condition or Condition(), settings or Settings()
    sensors = sensors_for(world.body, agent.card.sensors, settings=settings)
    trial = Trial(world, protocol, episode, sensors, condition)
    recorder = Recorder(trial, keep_trace=keep_trace)
    seed = key_for(episode.seed, episode.scene, episode.id, "agent", repeat) % 2**63
    outcome = _started(agent, brief_for(trial, agent.card, settings), seed)
    while outcome is None:
        if tell is not None:
            tell()
        outcome = _step(trial, agent, recorder, step_limit_s, clock, real_time)
    comparable = Comparable(protocol, settings, world_name_of(episode.scene), world.condition, real_time)
    return recorder.log(
        comparable,
        agent.card,
        outcome,
        repeat=repeat,
        software=software_versions(),
        scene_hash=world.scene_hash,
        mitigation=mitigation,
    )


def _step(
    trial: Trial,
    agent: Agent,
    recorder: Recorder,
    limit_s: float,
    clock: Callable[[], float],
    real_time: bool,
) -> Outcome | None:
    """Observe, act, and what follows from it; the outcome, if that ends the episode."""
    observed = trial.observe()
    truth = trial.truth(agent.card.truths)
    observation = Observation(trial.state.step, observed.corrupted, trial.instruction, trial.goal, truth)
    recorder.observed(observed)
    traffic, began_s = meter(agent), clock()
    action = _acted(agent, trial, observation)
    took_s = float(np.float32(clock() - began_s))  # as the log keeps it, so that it can be replayed
    if isinstance(action, Outcome):
        return action
    if took_s > limit_s:
        return Outcome("agent_timeout", f"step {trial.state.step} took {took_s:.1f} s")
    told = _told(agent) if recorder.keeps_trace else {}
    if isinstance(told, Outcome):
        return told
    if real_time:
        trial.go_on(took_s)
    trial.act(action)
    recorder.acted(action, took_s, told, traffic())
    return trial.outcome


def _started(agent: Agent, brief: Brief, seed: int) -> Outcome | None:
    try:
        agent.start(brief, seed)
    except Exception as error:
        return _failure(error)
    return None


def _acted(agent: Agent, trial: Trial, observation: Observation) -> Action | Outcome:
    """The agent's action, or why there is none that could be carried out."""
    try:
        action = agent.act(observation)
    except Exception as error:
        return _failure(error)
    if not isinstance(action, Action):
        return Outcome("bad_action", f"act gave a {type(action).__name__}; it must give an Action")
    spoken = (
        *trial.protocol.actions,
        *(name for name in ("velocity", "waypoint") if name in agent.card.actions),
    )
    if action.name not in spoken:
        return Outcome("bad_action", f"action {str(action.name)!r}; this task allows {', '.join(spoken)}")
    try:
        check_action(trial.world.body, action)
    except InvalidInput as error:
        return Outcome("bad_action", str(error))
    return action


def _told(agent: Agent) -> dict[str, Any] | Outcome:
    """A copy of what the agent tells of its step, which may be nothing, or how that failed."""
    if not isinstance(agent, Traceable):
        return {}
    try:
        data = msgspec.msgpack.encode(dict(agent.trace()), enc_hook=_plain_numbers)
        told: dict[str, Any] = msgspec.msgpack.decode(data)
    except Exception as error:
        return _failure(error)
    if len(data) > TRACE_LIMIT_BYTES:
        return Outcome(
            "agent_error", f"a trace of {len(data)} bytes; {TRACE_LIMIT_BYTES} a step are kept at most"
        )
    return told


def _plain_numbers(value: object) -> object:
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    raise TypeError(f"trace() gave a {type(value).__name__}; give plain values and arrays")


def _failure(error: Exception) -> Outcome:
    """How an episode ends on an error of the agent's that has just been caught."""
    if isinstance(error, TransportFault):
        return Outcome("invalid", str(error))  # a broken line is no decision of the agent's
    return Outcome("agent_error", traceback.format_exc(limit=-3)[-LONGEST_DETAIL:])


@cache
def software_versions() -> dict[str, str]:
    """What a log was made with."""
    return {name: version(name) for name in SOFTWARE}
