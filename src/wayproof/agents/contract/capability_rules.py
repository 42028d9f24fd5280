"""The rules of the conformance kit for what an agent may offer beyond acting: trace, override, save, restore.

What is not offered breaks no rule. What is offered must be true: a trace that is given back changes nothing,
and a saved agent goes on as it would have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np

from wayproof.agents import CAPABILITIES, Overridable, Restorable, Traceable
from wayproof.agents.contract.capabilities import read_detections, read_entries, replaceable
from wayproof.agents.contract.conformance_cases import SEED, Broken, Case, Make, frozen_copy, require_same
from wayproof.errors import InvalidInput
from wayproof.vocabulary import CLAIMS, Action
from wayproof.wire.encoding import WireFault, pack, unpack

LARGEST_TRACE_BYTES = 65_536  # of one step, apart from arrays
LARGEST_ARRAYS_BYTES = 8 << 20  # of one step: regions of detections, a depth image


def trace_rule(make: Make, case: Case) -> str:
    """A trace is small, plain, and about the four capabilities in their forms."""
    agent = make()
    if not isinstance(agent, Traceable):
        return "none given (testers then see decisions only)"
    largest = arrays = 0
    agent.start(case.brief, SEED)
    for observation in case.observations:
        action = agent.act(observation)
        trace = agent.trace()
        strange = sorted(set(trace) - set(CAPABILITIES))
        if strange:
            raise Broken(f"trace has {', '.join(strange)}; its keys are {', '.join(CAPABILITIES)}")
        _require_forms(trace)
        sizes = _sizes(trace)
        largest, arrays = max(largest, sizes[0]), max(arrays, sizes[1])
        if action.name in CLAIMS:
            break
    if largest > LARGEST_TRACE_BYTES:
        raise Broken(f"a trace takes {largest} bytes; keep it below {LARGEST_TRACE_BYTES} per step")
    if arrays > LARGEST_ARRAYS_BYTES:
        raise Broken(f"the arrays of a trace take {arrays} bytes; keep them below {LARGEST_ARRAYS_BYTES}")
    return f"up to {largest} bytes a step" + (f" and {arrays} in arrays" if arrays else "")


def override_rule(make: Make, case: Case) -> str:
    """A decision that is given is taken."""
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
        raise Broken(f"decision was overridden with {given!r}, and it did {taken.name!r}")
    return f"decision {given!r} was taken over"


def given_back_rule(make: Make, case: Case) -> str:
    """An agent that is told at each step what it thinks anyway acts as one that is told nothing."""
    told, free = make(), make()
    if not isinstance(told, Overridable) or not isinstance(free, Traceable):
        return "needs trace and override"
    if not told.card.deterministic:
        return "not deterministic, not tried"
    told.start(case.brief, SEED)
    free.start(case.brief, SEED)
    taken: set[str] = set()
    for observation in case.observations:
        own = free.act(frozen_copy(observation))
        for capability, value in replaceable(free.trace()).items():
            try:
                told.override(capability, value)
                taken.add(capability)
            except InvalidInput:
                continue  # it does not offer this one, and says so
        require_same([own], [told.act(frozen_copy(observation))], "an agent that is told what it thinks")
        if own.name in CLAIMS:
            break
    return f"{', '.join(name for name in CAPABILITIES if name in taken)} given back"


def restore_rule(make: Make, case: Case) -> str:
    """An agent that is restored from the middle of an episode goes on as the one that was saved there."""
    agent, other = make(), make()
    if not isinstance(agent, Restorable) or not isinstance(other, Restorable):
        return "none offered (testers then play an episode again to branch it)"
    seen = case.observations[: _until_claim(make, case)]
    half = len(seen) // 2
    if half == 0:
        return "not tried: it claims at once"
    agent.start(case.brief, SEED)
    for observation in seen[:half]:
        agent.act(frozen_copy(observation))
    state = agent.save()
    try:
        saved = pack(dict(state))
    except (TypeError, WireFault) as error:
        raise Broken(f"save holds more than plain values and arrays: {error}") from None
    expected = [agent.act(frozen_copy(observation)) for observation in seen[half:]]
    if pack(dict(state)) != saved:
        raise Broken("later steps changed what save had given; give copies")
    other.start(case.brief, SEED)
    other.restore(unpack(saved))
    after = [other.act(frozen_copy(observation)) for observation in seen[half:]]
    require_same(expected, after, "an agent and its restored twin")
    return f"restored after {half} steps from {len(saved)} bytes"


def _until_claim(make: Make, case: Case) -> int:
    """How many steps it makes before its first claim."""
    agent = make()
    agent.start(case.brief, SEED)
    for number, observation in enumerate(case.observations):
        if agent.act(frozen_copy(observation)).name in CLAIMS:
            return number
    return len(case.observations)


def _require_forms(trace: Mapping[str, Any]) -> None:
    """Detections and entries, where a trace has them, are in the form that testers read."""
    perception, memory = trace.get("perception"), trace.get("memory")
    try:
        if isinstance(perception, Mapping) and "detections" in perception:
            read_detections(perception["detections"])
        if isinstance(memory, Mapping) and "entries" in memory:
            steps = [entry.step for entry in read_entries(memory["entries"])]
            if steps != sorted(steps):
                raise Broken("the entries of memory are not in the order of time")
    except InvalidInput as error:
        raise Broken(f"trace: {error}") from None


def _sizes(trace: Mapping[str, Any]) -> tuple[int, int]:
    """Bytes of a trace without its arrays, and of these; a trace of other values breaks the rule."""
    arrays = 0

    def without(value: object) -> object:
        nonlocal arrays
        if isinstance(value, np.ndarray):
            arrays += value.nbytes
            return None
        raise TypeError(f"a {type(value).__name__}")

    try:
        return len(msgspec.msgpack.encode(dict(trace), enc_hook=without)), arrays
    except TypeError as error:
        raise Broken(
            f"trace holds more than plain values and arrays: {error}; use float() and the like"
        ) from None
