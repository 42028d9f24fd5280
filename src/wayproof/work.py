"""The work of a run: every episode under every condition, in an order that depends on the suite alone.

Work is grouped by scene, since making a world takes longer than an episode; within a scene the conditions of
one episode follow each other, so that whatever is done so far is paired.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wayproof.episode_set import EpisodeSet
from wayproof.errors import InvalidInput
from wayproof.vocabulary import Episode


class Work(msgspec.Struct, frozen=True, array_like=True):
    """One episode under one condition, by their numbers in the plan."""

    number: int
    set: int
    episode: int
    condition: int
    repeat: int
    scene: str
    key: str


class NotApplicable(msgspec.Struct, frozen=True):
    """A condition that is not run on the episodes of a set, since no fault of it can reach the agent."""

    set: int
    condition: str
    why: str  # "the agent has no depth"


def listed_work(
    sets: Sequence[EpisodeSet],
    protocols: Sequence[str],
    conditions: Sequence[str],
    repeats: int,
    not_applicable: Sequence[NotApplicable] = (),
) -> tuple[Work, ...]:
    """Everything there is to do, in order; `protocols` are the hashes of the sets, `conditions` are names."""
    needless = {(one.set, one.condition) for one in not_applicable}
    listed: list[Work] = []
    for number, (made, protocol) in enumerate(zip(sets, protocols, strict=True)):
        for place, episode in enumerate(made.episodes):
            for repeat in range(repeats):
                for index, condition in enumerate(conditions):
                    if (number, condition) in needless:
                        continue
                    key = work_key(protocol, episode, condition, repeat)
                    listed.append(Work(len(listed), number, place, index, repeat, episode.scene, key))
    return tuple(listed)


def work_key(protocol: str, episode: Episode, condition: str, repeat: int) -> str:
    """The name of a piece of work, as its log has it, too; `protocol` is a hash."""
    return f"{episode.task}|{protocol}|{episode.scene}|{episode.id}|{condition}|{repeat}"


def shard_of(work: Sequence[Work], shard: tuple[int, int]) -> list[Work]:
    """The share of the work of shard i of n (counted from 1): whole scenes, so that pairs stay together."""
    number, count = shard
    if not 1 <= number <= count:
        raise InvalidInput(f"shard is {number}/{count}; write i/n with i from 1 to n, as 2/4")
    scenes: dict[str, int] = {}
    for item in work:
        scenes.setdefault(item.scene, len(scenes))
    return [item for item in work if scenes[item.scene] % count == number - 1]
