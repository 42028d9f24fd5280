"""Whether an agent keeps the contract: rules that need no world, on made-up observations of the right form.

    for check in check_agent(MyAgent):
        print(check.passed, check.name, check.detail)

The observations are noise of the right shapes, so an agent need not do anything clever, only keep the rules:
actions that it declared, the same ones for the same seed, no memory of the last episode, no changes to its
input, no crash on a black frame or an odd instruction.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from wayproof.agents import CAPABILITIES, Agent, Overridable, Traceable
from wayproof.agents.contract.agent_by_name import checked
from wayproof.agents.contract.conformance_cases import (
    Case,
    blank_case,
    frozen_copy,
    limited_case,
    odd_instruction_cases,
    synthetic_case,
)
from wayproof.errors import WayproofError
from wayproof.vocabulary import CLAIMS, Action, AgentCard, Brief

Make = Callable[[], Agent]
SEED = 7
SLOW_S = 1.0  # a slower step is remarked on, not failed
LARGEST_TRACE_BYTES = 65_536


class Check(NamedTuple):
    """One rule: whether the agent keeps it, and what was found."""

    name: str
    passed: bool
    detail: str = ""


class _Broken(Exception):
    """A rule was broken; the text says how."""


def check_agent(make: Make, case: Case | None = None) -> list[Check]:
    """All rules, in order. `case` holds observations from a real episode; without it they are made up.

    `make` gives a new agent at each call. If its card is invalid, or it cannot start and act at all, the
    other rules are not tried.
    """
    first = [_tried("card", lambda: _card(make))]
    if not first[0].passed:
        return first
    card = make().card
    case = case or synthetic_case(card)
    first.append(_tried("acts", lambda: _acts(make, case)))
    if not first[-1].passed:
        return first
    rules: tuple[tuple[str, Callable[[], str]], ...] = (
        ("keeps to the brief's actions", lambda: _acts(make, limited_case(case, card))),
        ("same seed, same actions", lambda: _deterministic(make, case)),
        ("forgets the last episode", lambda: _forgets(make, case)),
        ("leaves its input alone", lambda: _hands_off(make, case)),
        ("stateless as declared", lambda: _stateless(make, case)),
        ("trace", lambda: _trace(make, case)),
        ("override", lambda: _override(make, case)),
        ("black frames, no depth", lambda: _acts(make, blank_case(case))),
        ("odd instructions", lambda: _odd_instructions(make, case)),
        ("time per step", lambda: _timed(make, case)),
    )
    return [*first, *(_tried(name, rule) for name, rule in rules)]


def _tried(name: str, rule: Callable[[], str]) -> Check:
    """A rule's result; a rule is broken if the agent raises anything."""
    try:
        return Check(name, True, rule())
    except _Broken as broken:
        return Check(name, False, str(broken))
    except WayproofError as error:
        return Check(name, False, str(error))
    except Exception as error:
        return Check(name, False, f"it raised {type(error).__name__}: {error}")


def _card(make: Make) -> str:
    card = checked(make(), getattr(make, "__name__", "the agent")).card
    truths = f"; privileged: {', '.join(card.truths)}" if card.truths else ""
    return f"{card.name}: {', '.join(card.sensors) or 'no sensors'}{truths}"


def _acts(make: Make, case: Case) -> str:
    actions = _episode(make(), case)
    return f"{len(actions)} steps: {', '.join(sorted({action.name for action in actions}))}"


def _deterministic(make: Make, case: Case) -> str:
    agent = make()
    if not agent.card.deterministic:
        return "not declared, not tried"
    _require_same(_episode(agent, case), _episode(make(), case), "two agents with the same seed")
    return "as declared"


def _forgets(make: Make, case: Case) -> str:
    """A second episode goes as it would have without the first. Random agents cannot be compared."""
    agent = make()
    if not agent.card.deterministic:
        return "not deterministic, not tried"
    other = synthetic_case(agent.card, seed=SEED + 1)
    _episode(agent, other)
    _require_same(
        _episode(agent, case), _episode(make(), case), "an agent with and without an episode before"
    )
    return "start forgets all"


def _hands_off(make: Make, case: Case) -> str:
    agent = make()
    agent.start(case.brief, SEED)
    for observation in case.observations:
        given = frozen_copy(observation)
        before = {name: reading.copy() for name, reading in observation.readings.items()}
        action = agent.act(given)
        for name, reading in given.readings.items():
            if not np.array_equal(reading, before[name], equal_nan=reading.dtype.kind == "f"):
                raise _Broken(
                    f"it changed the reading {name!r} of step {observation.step}; copy before writing"
                )
        if action.name in CLAIMS:
            break
    return "readings unchanged"


def _stateless(make: Make, case: Case) -> str:
    agent = make()
    if agent.card.stateful or not agent.card.deterministic:
        return "not declared, not tried"
    agent.start(case.brief, SEED)
    for observation in case.observations:
        _require_same([agent.act(observation)], [agent.act(observation)], "the same observation given twice")
    return "as declared"


def _trace(make: Make, case: Case) -> str:
    agent = make()
    if not isinstance(agent, Traceable):
        return "none given (testers then see decisions only)"
    largest = 0
    agent.start(case.brief, SEED)
    for observation in case.observations:
        action = agent.act(observation)
        trace = agent.trace()
        strange = sorted(set(trace) - set(CAPABILITIES))
        if strange:
            raise _Broken(f"trace has {', '.join(strange)}; its keys are {', '.join(CAPABILITIES)}")
        try:
            largest = max(largest, len(msgspec.msgpack.encode(dict(trace))))
        except TypeError as error:
            raise _Broken(f"trace holds more than plain values: {error}; use .tolist() and float()") from None
        if action.name in CLAIMS:
            break
    if largest > LARGEST_TRACE_BYTES:
        raise _Broken(f"a trace takes {largest} bytes; keep it below {LARGEST_TRACE_BYTES} per step")
    return f"up to {largest} bytes a step"


def _override(make: Make, case: Case) -> str:
    agent = make()
    if not isinstance(agent, Overridable):
        return "none offered (testers then cannot attribute failures)"
    shared = [name for name in agent.card.actions if name in case.brief.actions]
    if not shared:
        return "not tried: it has no discrete action"
    given = shared[-1]
    agent.start(case.brief, SEED)
    agent.override("decision", Action(given))
    taken = agent.act(case.observations[0])
    if taken.name != given:
        raise _Broken(f"decision was overridden with {given!r}, and it did {taken.name!r}")
    return f"decision {given!r} was taken over"


def _odd_instructions(make: Make, case: Case) -> str:
    cases = odd_instruction_cases(case)
    for name, odd in cases.items():
        try:
            _episode(make(), odd)
        except Exception as error:
            raise _Broken(f"with an instruction that is {name}: {type(error).__name__}: {error}") from error
    return ", ".join(cases)


def _timed(make: Make, case: Case) -> str:
    agent = make()
    agent.start(case.brief, SEED)
    took_s = []
    for observation in case.observations:
        began_s = time.perf_counter()
        action = agent.act(observation)
        took_s.append(time.perf_counter() - began_s)
        if action.name in CLAIMS:
            break
    middle_s, worst_s = float(np.median(took_s)), max(took_s)
    remark = " (slow)" if middle_s > SLOW_S else ""
    return f"{1e3 * middle_s:.1f} ms at the median, {1e3 * worst_s:.1f} ms at most{remark}"


def _episode(agent: Agent, case: Case) -> list[Action]:
    """The actions of an agent, each one checked, until it claims or the observations end."""
    agent.start(case.brief, SEED)
    actions = []
    for observation in case.observations:
        action = agent.act(frozen_copy(observation))
        _require_lawful(action, agent.card, case.brief)
        actions.append(action)
        if action.name in CLAIMS:
            break
    return actions


def _require_lawful(action: object, card: AgentCard, brief: Brief) -> None:
    if not isinstance(action, Action):
        raise _Broken(f"act gave a {type(action).__name__}; it must give an Action")
    if action.name not in card.actions:
        raise _Broken(f"action {action.name!r} is not on the card, which has {', '.join(card.actions)}")
    if action.name not in (*brief.actions, "velocity", "waypoint"):
        raise _Broken(f"action {action.name!r} is not in brief.actions: {', '.join(brief.actions)}")
    for name, length in (("velocity", 2), ("waypoint", 3)):
        if action.name == name:
            _require_numbers(name, getattr(action, name), length)
    if action.name == "answer" and not isinstance(action.text, str):
        raise _Broken("an answer has no text; give Action('answer', text=...)")


def _require_numbers(name: str, numbers: Sequence[float] | None, length: int) -> None:
    if numbers is None or len(numbers) != length or not all(map(math.isfinite, numbers)):
        raise _Broken(f"a {name} has the numbers {numbers!r}; it needs {length} finite ones")


def _require_same(one: Sequence[Action], other: Sequence[Action], who: str) -> None:
    for step, (a, b) in enumerate(zip(one, other, strict=False)):
        if (a.name, a.velocity, a.waypoint, a.text) != (b.name, b.velocity, b.waypoint, b.text):
            raise _Broken(f"{who} differ at step {step}: {a.name!r} and {b.name!r}")
    if len(one) != len(other):
        raise _Broken(f"{who} differ: one ended after {len(one)} steps, the other after {len(other)}")
