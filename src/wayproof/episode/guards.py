"""The guards around an agent: whatever it does wrong becomes the outcome of its episode, never an error.

An agent may crash when it starts or acts, take too long, give something that is no action or one that its
body or task does not know, or tell a trace that cannot be kept. All of that is data about the agent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np

from wayproof.agents import Agent, Traceable
from wayproof.agents.elsewhere.own_process import AgentFailed, AgentTookTooLong, NotAnAction
from wayproof.episode.options import RolloutOptions
from wayproof.errors import InvalidInput
from wayproof.log import Outcome, writable
from wayproof.simulator.body import Body
from wayproof.simulator.control import check_action
from wayproof.vocabulary import Action, AgentCard, Brief, Observation, Protocol
from wayproof.wire.agent_side import agents_traceback
from wayproof.wire.byte_meter import byte_meter
from wayproof.wire.client import TransportFault

LONGEST_TEXT = 20_000  # characters of an answer
OWN_PROCESS_FAULTS: dict[type[Exception], str] = {
    AgentFailed: "agent_error",
    AgentTookTooLong: "agent_timeout",
    NotAnAction: "bad_action",
}
TRACE_LIMIT_BYTES = 1 << 20  # of one step; the conformance kit asks for far less
EPISODE_TRACE_BYTES = 128 << 20  # of one episode: half of what a log may hold
DEEPEST_TRACE = 32  # lists in lists
MOST_KEPT = 1024  # numbers of an array in a trace; larger ones are for testers, and a log names them only


@dataclass(frozen=True)
class Decision:
    """What an agent decided at one step: an action that can be carried out, and how it came about."""

    action: Action
    took_s: float
    trace: Mapping[str, Any]  # empty unless it is kept
    traffic: tuple[int, int] | None  # bytes sent and received, of an agent on the wire


class GuardedAgent:
    """An agent as an episode may trust it: each call gives what was asked for, or why the episode is over."""

    def __init__(
        self,
        agent: Agent,
        protocol: Protocol,
        body: Body,
        options: RolloutOptions,
        clock: Callable[[], float],
    ) -> None:
        self._agent, self._body, self._options, self._clock = agent, body, options, clock
        self._spoken = actions_allowed(protocol, agent.card)
        self._traced_bytes = 0

    def start(self, brief: Brief, seed: int) -> Outcome | None:
        """Begin an episode; the outcome, if the agent cannot."""
        self._traced_bytes = 0
        try:
            self._agent.start(brief, seed)
        except KeyboardInterrupt:
            raise  # a person's, not the agent's
        except BaseException as error:  # sys.exit() too is a decision of the agent's
            return _failure(error)
        return None

    def act(self, observation: Observation) -> Decision | Outcome:
        """The agent's decision, or why there is none that could be carried out."""
        traffic, began_s = byte_meter(self._agent), self._clock()
        try:
            action = self._agent.act(observation)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            return _failure(error)
        # As the log keeps it, so that an episode in real time can be replayed.
        took_s = float(np.float32(self._clock() - began_s))
        refused = self._unlawful(action)
        if refused is not None:
            return refused
        if took_s > self._options.step_limit_s:
            return Outcome("agent_timeout", f"step {observation.step} took {took_s:.1f} s")
        trace = self._trace() if self._options.keep_trace else {}
        return trace if isinstance(trace, Outcome) else Decision(action, took_s, trace, traffic())

    def _unlawful(self, action: object) -> Outcome | None:
        """Why an action cannot be carried out; None if it can."""
        if not isinstance(action, Action):
            return Outcome("bad_action", f"act gave a {type(action).__name__}; it must give an Action")
        if action.name not in self._spoken:
            allowed = ", ".join(self._spoken)
            return Outcome("bad_action", f"action {str(action.name)!r}; this task allows {allowed}")
        try:
            check_action(self._body, action)
        except InvalidInput as error:
            return Outcome("bad_action", str(error))
        return _unkeepable(action.text)

    def _trace(self) -> dict[str, Any] | Outcome:
        """A copy of what the agent tells of its step, which may be nothing, or how that failed."""
        if not isinstance(self._agent, Traceable):
            return {}
        try:
            told = dict(self._agent.trace())
            _check_depth(told, DEEPEST_TRACE)
            data = msgspec.msgpack.encode(told, enc_hook=_plain_numbers)
            trace = msgspec.msgpack.decode(data, type=dict[str, Any])
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            return _failure(error)
        self._traced_bytes += len(data)
        for size, most, of in (
            (len(data), TRACE_LIMIT_BYTES, "a step"),
            (self._traced_bytes, EPISODE_TRACE_BYTES, "an episode"),
        ):
            if size > most:
                return Outcome("agent_error", f"a trace of {size} bytes; {most} bytes {of} are kept at most")
        return trace


def actions_allowed(protocol: Protocol, card: AgentCard) -> tuple[str, ...]:
    """The protocol's actions, and continuous ones if the agent says that it uses them."""
    return (*protocol.actions, *(name for name in ("velocity", "waypoint") if name in card.actions))


def _unkeepable(text: object) -> Outcome | None:
    """Why what an agent said cannot be stored; None if it can."""
    if text is None:
        return None
    if not isinstance(text, str):
        return Outcome("bad_action", f"an action with a {type(text).__name__} as its text")
    if len(text) > LONGEST_TEXT:
        return Outcome("bad_action", f"a text of {len(text)} characters; {LONGEST_TEXT} are the most")
    if writable(text, LONGEST_TEXT) != text:
        return Outcome("bad_action", "a text with characters that are no Unicode text (lone surrogates)")
    return None


def _check_depth(value: object, left: int) -> None:
    if left < 0:
        raise ValueError(f"trace() gave lists or maps nested deeper than {DEEPEST_TRACE}")
    if isinstance(value, Mapping):
        for entry in value.values():
            _check_depth(entry, left - 1)
    elif isinstance(value, list | tuple):
        for entry in value:
            _check_depth(entry, left - 1)


def _plain_numbers(value: object) -> object:
    if isinstance(value, np.ndarray) and (value.size > MOST_KEPT or value.dtype == np.bool_):
        return {"array": str(value.dtype), "shape": list(value.shape)}
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    raise TypeError(f"trace() gave a {type(value).__name__}; give plain values and arrays")


def _failure(error: BaseException) -> Outcome:
    """How an episode ends on an error of the agent's that has just been caught."""
    if isinstance(error, TransportFault):
        return Outcome("invalid", writable(str(error)))  # a broken line is no decision of the agent's
    for kind, reason in OWN_PROCESS_FAULTS.items():
        if isinstance(error, kind):
            return Outcome(reason, writable(str(error)))
    return Outcome("agent_error", writable(agents_traceback(error)))
