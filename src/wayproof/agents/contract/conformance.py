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

import numpy as np

from wayproof.agents import Agent
from wayproof.agents.contract.agent_by_name import checked
from wayproof.agents.contract.capability_rules import (
    given_back_rule,
    override_rule,
    restore_rule,
    trace_rule,
)
from wayproof.agents.contract.conformance_cases import (
    SEED,
    Broken,
    Case,
    Make,
    blank_case,
    frozen_copy,
    limited_case,
    odd_instruction_cases,
    require_same,
    synthetic_case,
)
from wayproof.errors import WayproofError
from wayproof.vocabulary import CLAIMS, Action, AgentCard, Brief

SLOW_S = 1.0  # a slower step is remarked on, not failed


class Check(NamedTuple):
    """One rule: whether the agent keeps it, and what was found."""

    name: str
    passed: bool
    detail: str = ""


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
        ("trace", lambda: trace_rule(make, case)),
        ("override", lambda: override_rule(make, case)),
        ("its own trace changes nothing", lambda: given_back_rule(make, case)),
        ("save and restore", lambda: restore_rule(make, case)),
        ("black frames, no depth", lambda: _acts(make, blank_case(case))),
        ("odd instructions", lambda: _odd_instructions(make, case)),
        ("time per step", lambda: _timed(make, case)),
    )
    return [*first, *(_tried(name, rule) for name, rule in rules)]


def _tried(name: str, rule: Callable[[], str]) -> Check:
    """A rule's result; a rule is broken if the agent raises anything."""
    try:
        return Check(name, True, rule())
    except Broken as broken:
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
    require_same(_episode(agent, case), _episode(make(), case), "two agents with the same seed")
    return "as declared"


def _forgets(make: Make, case: Case) -> str:
    """A second episode goes as it would have without the first. Random agents cannot be compared."""
    agent = make()
    if not agent.card.deterministic:
        return "not deterministic, not tried"
    other = synthetic_case(agent.card, seed=SEED + 1)
    _episode(agent, other)
    require_same(_episode(agent, case), _episode(make(), case), "an agent with and without an episode before")
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
                raise Broken(
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
        require_same([agent.act(observation)], [agent.act(observation)], "the same observation given twice")
    return "as declared"


def _odd_instructions(make: Make, case: Case) -> str:
    cases = odd_instruction_cases(case)
    for name, odd in cases.items():
        try:
            _episode(make(), odd)
        except Exception as error:
            raise Broken(f"with an instruction that is {name}: {type(error).__name__}: {error}") from error
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
        raise Broken(f"act gave a {type(action).__name__}; it must give an Action")
    if action.name not in card.actions:
        raise Broken(f"action {action.name!r} is not on the card, which has {', '.join(card.actions)}")
    if action.name not in (*brief.actions, "velocity", "waypoint"):
        raise Broken(f"action {action.name!r} is not in brief.actions: {', '.join(brief.actions)}")
    for name, length in (("velocity", 2), ("waypoint", 3)):
        if action.name == name:
            _require_numbers(name, getattr(action, name), length)
    if action.name == "answer" and not isinstance(action.text, str):
        raise Broken("an answer has no text; give Action('answer', text=...)")


def _require_numbers(name: str, numbers: Sequence[float] | None, length: int) -> None:
    if numbers is None or len(numbers) != length or not all(map(math.isfinite, numbers)):
        raise Broken(f"a {name} has the numbers {numbers!r}; it needs {length} finite ones")
