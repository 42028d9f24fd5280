"""What is said on the wire: our data as plain maps and back; errors name what does not fit.

    agent -> us   hello    {"wayproof": 1, "card": {...}, "offers": [...]}     once, on connection
    us -> agent   start    {"wayproof": "start", "seq", "brief", "seed"}       {"seq", "ok": true}
    us -> agent   act      {"wayproof": "act", "seq", "step", "goal", "instruction", "readings", "sent_s"}
                                                                               {"seq", "action"}
    us -> agent   trace    {"wayproof": "trace", "seq"}                        {"seq", "trace"}
    us -> agent   override {"wayproof": "override", "seq", "capability", "value"}
    us -> agent   save     {"wayproof": "save", "seq"}                         {"seq", "state"}
    us -> agent   restore  {"wayproof": "restore", "seq", "state"}             after a start like the first
    us -> agent   end      {"wayproof": "end", "seq"}

A card may declare a `system_prompt`; the brief then has the one to use, which a fault may have changed. Both
entries are optional: sides that do not know them ignore them, and the version stays.
A trace is asked for only where it is kept, after the action and outside the time that counts for it.
A text frame from the agent is an error message, as with openpi.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec
import numpy as np

from wayproof.vocabulary import Action, AgentCard, Brief, Observation
from wayproof.wire.encoding import WireFault

Kind = TypeVar("Kind")
VERSION = 1
OPTIONAL = (
    "trace",
    "override",
    "save",
    "restore",
    "act_many",
)  # parts of the contract that an agent may leave out


class PlainAction(msgspec.Struct, frozen=True):
    """An action as it travels."""

    name: str
    velocity: tuple[float, float] | None = None
    waypoint: tuple[float, float, float] | None = None
    text: str | None = None


class Hello(msgspec.Struct, frozen=True):
    """What a Wayproof agent says first; unknown entries are ignored."""

    wayproof: int
    card: AgentCard
    offers: tuple[str, ...] = ()  # which of OPTIONAL the agent has


def hello_of(card: AgentCard, offers: Sequence[str] = ()) -> dict[str, Any]:
    return {"wayproof": VERSION, "card": msgspec.to_builtins(card), "offers": list(offers)}


def read_hello(message: Any) -> Hello | None:
    """The hello of a Wayproof agent; None for another server, such as openpi's."""
    if not isinstance(message, Mapping):
        raise WireFault(f"the server opened with a {type(message).__name__}; a map of facts is expected")
    if "wayproof" not in message:
        return None
    hello = _converted(dict(message), Hello, "hello")
    if hello.wayproof != VERSION:
        raise WireFault(
            f"the agent speaks version {hello.wayproof} of the protocol and this Wayproof {VERSION}; "
            "update the older one (the shim is one file: copy it again)"
        )
    return hello


def start_message(brief: Brief, seed: int, seq: int) -> dict[str, Any]:
    plain = msgspec.to_builtins(brief)
    if brief.system_prompt is None:
        del plain["system_prompt"]  # an agent that declares none is told what it was always told
    return {"wayproof": "start", "seq": seq, "brief": plain, "seed": seed}


def read_start(message: Mapping[str, Any]) -> tuple[Brief, int]:
    return _converted(message.get("brief"), Brief, "start: brief"), int(message.get("seed", 0))


def act_message(observation: Observation, seq: int, sent_s: float) -> dict[str, Any]:
    truth = {name: _truth_to_plain(value) for name, value in observation.truth.items()}
    return {
        "wayproof": "act",
        "seq": seq,
        "sent_s": sent_s,
        "step": observation.step,
        "goal": observation.goal,
        "instruction": observation.instruction,
        "readings": dict(observation.readings),
        **({"truth": truth} if truth else {}),
    }


def read_act(message: Mapping[str, Any]) -> Observation:
    readings = message.get("readings")
    arrays = isinstance(readings, Mapping) and all(isinstance(one, np.ndarray) for one in readings.values())
    if not isinstance(readings, Mapping) or not arrays:
        raise WireFault("act: readings must be a map of arrays")
    truth = {name: _truth_from_plain(name, value) for name, value in (message.get("truth") or {}).items()}
    step, goal = int(message.get("step", 0)), int(message.get("goal", 0))
    return Observation(step, dict(readings), message.get("instruction"), goal, truth)


def action_message(action: Action, seq: int) -> dict[str, Any]:
    plain = msgspec.to_builtins(PlainAction(action.name, action.velocity, action.waypoint, action.text))
    return {"seq": seq, "action": plain}


def read_action(message: Any, seq: int) -> Action:
    given = _entry(message, "action", seq)
    if isinstance(given, Mapping):  # NumPy's numbers are as good as plain ones
        given = {k: v.tolist() if isinstance(v, np.ndarray | np.generic) else v for k, v in given.items()}
    plain = _converted(given, PlainAction, "action")
    return Action(plain.name, plain.velocity, plain.waypoint, plain.text)


def read_map(message: Any, name: str, seq: int) -> dict[str, Any]:
    """The trace or state that an answer holds."""
    found = _entry(message, name, seq)
    if not isinstance(found, Mapping):
        raise WireFault(f"the {name} must be a map, not a {type(found).__name__}")
    return dict(found)


def _entry(message: Any, name: str, seq: int) -> Any:
    """What an answer holds under that name; an answer to another message is a fault."""
    if not isinstance(message, Mapping) or name not in message:
        raise WireFault(f"the answer has no {name}")
    if message.get("seq") != seq:
        raise WireFault(f"the answer is for message {message.get('seq')!r}, not {seq}")
    return message[name]


def _truth_to_plain(value: object) -> Any:
    if isinstance(value, Action):
        return msgspec.to_builtins(PlainAction(value.name, value.velocity, value.waypoint, value.text))
    return value


def _truth_from_plain(name: str, value: Any) -> object:
    if name != "advice":
        return value
    plain = _converted(value, PlainAction, "truth: advice")
    return Action(plain.name, plain.velocity, plain.waypoint, plain.text)


def _converted(plain: Any, kind: type[Kind], where: str) -> Kind:
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise WireFault(f"{where}: {error}") from None
