"""Twins: the same episode run twice, once clean and once corrupted, or by two versions of an agent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from wayproof.errors import InvalidInput
from wayproof.log import REMARKS, EpisodeLog, trial_key
from wayproof.results.trial_content import check_same_episodes, content_of
from wayproof.spec import differences
from wayproof.vocabulary import CLEAN

Key = tuple[str, str, int]


class Pair(NamedTuple):
    """One trial on both sides."""

    before: EpisodeLog
    after: EpisodeLog


@dataclass(frozen=True)
class Twins:
    """All pairs, in the order of the first side, and the trials that only one side has."""

    pairs: tuple[Pair, ...]
    only_before: tuple[Key, ...]
    only_after: tuple[Key, ...]

    @property
    def complete(self) -> bool:
        """Whether no trial stands alone."""
        return not self.only_before and not self.only_after


def twins(before: Iterable[EpisodeLog], after: Iterable[EpisodeLog]) -> Twins:
    """Pair by what the trials are: scene, start, goals and all else that shapes an episode, and the repeat.

    Different protocols, a trial twice on one side, or two episodes that share nothing but the name are
    refused: their difference would say nothing about the fault.
    """
    first, second = _by_trial(before), _by_trial(after)
    _check_same_protocol((*first.values(), *second.values()))
    contents = [{key: content_of(log) for key, log in side.items()} for side in (first, second)]
    check_same_episodes(contents[0].values(), contents[1].values(), ("one side", "the other"))
    found = _paired_keys(*({key: one.digest for key, one in side.items()} for side in contents))
    return Twins(
        tuple(Pair(log, second[found[key]]) for key, log in first.items() if key in found),
        tuple(key for key in first if key not in found),
        tuple(key for key in second if key not in found.values()),
    )


def _paired_keys(first: Mapping[Key, str], second: Mapping[Key, str]) -> dict[Key, Key]:
    """The trial of the second side for each of the first with the same content: of the same name, if there
    is one, else whatever its name."""
    found = {key: key for key, digest in first.items() if second.get(key) == digest}
    rest: dict[tuple[str, int], list[Key]] = {}
    for key, digest in second.items():
        if key not in found:
            rest.setdefault((digest, key[2]), []).append(key)
    for key, digest in first.items():
        others = rest.get((digest, key[2]))
        if key not in found and others:
            found[key] = others.pop(0)
    return found


def twins_by_condition(logs: Iterable[EpisodeLog], *, clean: str = CLEAN) -> dict[str, Twins]:
    """The clean episodes of a run beside those of each other condition."""
    found: dict[str, list[EpisodeLog]] = {}
    for log in logs:
        found.setdefault(log.condition.name, []).append(log)
    if clean not in found:
        raise InvalidInput(
            f"no log was made under {clean!r}; there are {', '.join(sorted(found)) or 'none at all'}. "
            "Corrupted episodes need their clean twins: run them too"
        )
    return {name: twins(found[clean], others) for name, others in found.items() if name != clean}


def _by_trial(logs: Iterable[EpisodeLog]) -> dict[Key, EpisodeLog]:
    found: dict[Key, EpisodeLog] = {}
    for log in logs:
        key = trial_key(log)
        if key in found:
            raise InvalidInput(
                f"two logs of episode {log.episode.id!r}, repeat {log.repeat}, on one side "
                f"({found[key].condition.name!r} and {log.condition.name!r}); give one condition at a time"
            )
        found[key] = log
    return found


def _check_same_protocol(logs: Iterable[EpisodeLog]) -> None:
    """Refuse logs of different protocols, field by field."""
    first: EpisodeLog | None = None
    for log in logs:
        first = first or log
        if log.protocol_hash != first.protocol_hash:
            found = "; ".join(differences(first.comparable, log.comparable, but=REMARKS))
            raise InvalidInput(
                f"results of the protocols {first.protocol_hash} and {log.protocol_hash} cannot be compared: "
                f"{found}. Run both under one protocol, or score them apart"
            )
