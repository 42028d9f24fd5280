"""Whether logs may stand in one table: the same protocol, the same agent, each episode once."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from wayproof.errors import InvalidInput
from wayproof.log import EpisodeLog

REMARKS = "task.sources"  # says where numbers come from and is no part of the hash
LONGEST_SHOWN = 80  # characters of one value


def check_same_protocol(logs: Iterable[EpisodeLog]) -> None:
    """Refuse logs of different protocols, field by field."""
    first: EpisodeLog | None = None
    for log in logs:
        first = first or log
        if log.protocol_hash != first.protocol_hash:
            found = "; ".join(differences(first.comparable, log.comparable))
            raise InvalidInput(
                f"results of the protocols {first.protocol_hash} and {log.protocol_hash} cannot be compared: "
                f"{found}. Run both under one protocol, or score them apart"
            )


def check_one_table(logs: Sequence[EpisodeLog]) -> None:
    """Refuse logs of several protocols, agents or mitigations, and the same trial twice."""
    check_same_protocol(logs)
    agents = sorted({_agent(log) for log in logs})
    if len(agents) > 1:
        raise InvalidInput(f"logs of {len(agents)} agents ({', '.join(agents)}); score one agent at a time")
    seen: set[tuple[str, str, str, int]] = set()
    for log in logs:
        key = (log.condition.name, *trial_key(log))
        if key in seen:
            raise InvalidInput(
                f"two logs of episode {log.episode.id!r}, repeat {log.repeat}, under {log.condition.name!r}; "
                "leave one out, or number the repeats"
            )
        seen.add(key)


def trial_key(log: EpisodeLog) -> tuple[str, str, int]:
    """What twins share: scene, episode, repeat."""
    return log.episode.scene, log.episode.id, log.repeat


def differences(one: msgspec.Struct, other: msgspec.Struct) -> list[str]:
    """The fields in which two records differ, as "task.turn_rad is 0.17 against 0.52"."""
    left, right = _flat(one), _flat(other)
    names = [name for name in dict.fromkeys((*left, *right)) if not name.startswith(REMARKS)]
    return [
        f"{name} is {_shown(left, name)} against {_shown(right, name)}"
        for name in names
        if left.get(name, _flat) != right.get(name, _flat)
    ]


def _agent(log: EpisodeLog) -> str:
    name = " ".join(part for part in (log.agent.name, log.agent.version) if part)
    return name if log.mitigation is None else f"{name} with {log.mitigation}"


def _shown(values: dict[str, Any], name: str) -> str:
    return textwrap.shorten(repr(values[name]), LONGEST_SHOWN) if name in values else "not given"


def _flat(record: Any, prefix: str = "") -> dict[str, Any]:
    """Records and dicts within one another as one dict, keys joined by dots; tuples are taken whole."""
    inner = msgspec.structs.asdict(record) if isinstance(record, msgspec.Struct) else record
    if not isinstance(inner, dict):
        return {prefix: inner}
    flat: dict[str, Any] = {}
    for name, value in inner.items():
        flat |= _flat(value, f"{prefix}.{name}" if prefix else str(name))
    return flat
