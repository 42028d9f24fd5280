"""What an agent answers to each message of the wire, whatever carries it: a WebSocket or a pipe."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from typing import Any
from typing import Protocol as Interface

from wayproof.vocabulary import Action, AgentCard, Brief, Observation
from wayproof.wire.encoding import WireFault
from wayproof.wire.messages import OPTIONAL, action_message, read_act, read_start

Act = Callable[[Observation], Action]
LONGEST_DETAIL = 2000


class Served(Interface):
    """What is put behind the wire: an agent as agents/__init__.py describes it."""

    card: AgentCard

    def start(self, brief: Brief, seed: int) -> None: ...

    def act(self, observation: Observation) -> Action: ...


def offers_of(agent: Served) -> list[str]:
    """Which optional parts of the contract an agent has."""
    return [name for name in OPTIONAL if callable(getattr(agent, name, None))]


def answer_to(agent: Served, act: Act, message: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a message of ours; what the agent raises is passed on."""
    seq, kind = int(message.get("seq", 0)), message.get("wayproof")
    if kind == "start":
        brief, seed = read_start(message)
        agent.start(brief, seed)
        return {"seq": seq, "ok": True}
    if kind == "act":
        return action_message(act(read_act(message)), seq)
    if kind == "end":
        return {"seq": seq, "ok": True}
    return _optional_answer(agent, message, seq)


def _optional_answer(agent: Served, message: Mapping[str, Any], seq: int) -> dict[str, Any]:
    """The answer to what an agent may leave out; its hello said what it has."""
    kind = message.get("wayproof")
    asked = getattr(agent, kind, None) if kind in OPTIONAL else None
    if kind == "trace" and asked is not None:
        return {"seq": seq, "trace": dict(asked())}
    if kind == "save" and asked is not None:
        return {"seq": seq, "state": dict(asked())}
    if kind == "override" and asked is not None:
        asked(str(message.get("capability")), message.get("value"))
        return {"seq": seq, "ok": True}
    if kind == "restore" and asked is not None:
        asked(dict(message.get("state") or {}))
        return {"seq": seq, "ok": True}
    raise WireFault(
        f"unknown message {str(kind)[:80]!r}; known: start, act, end, and what the agent offers of trace, "
        "override, save, restore"
    )


def agents_traceback(error: BaseException) -> str:
    """The last lines of an error, from the agent's own code on: the same in whichever process it runs."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None and _is_ours(place.tb_frame.f_code.co_filename):
        place = place.tb_next
    lines = traceback.format_exception(type(error), error, place, limit=-3)
    return "".join(lines)[-LONGEST_DETAIL:]


def _is_ours(file: str) -> bool:
    """Whether a file only passes calls on to the agent."""
    return file.endswith(("/wire/agent_side.py", "/episode/guards.py", "/elsewhere/agent_process.py"))
