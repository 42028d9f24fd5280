"""The plan: every piece of work of a suite, in an order that depends on the suite alone.

Work is grouped by scene, since making a world takes longer than an episode; within a scene the conditions of
one episode follow each other, so that whatever is done so far is paired.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec
from msgspec.structs import replace

from wayproof.errors import InvalidInput
from wayproof.suites import Suite, conditions_of, settings_of
from wayproof.tasks import TASKS
from wayproof.tasks.drawing.episode_sets import EpisodeSet
from wayproof.vocabulary import Condition, Episode, Protocol, Settings


class Work(msgspec.Struct, frozen=True, array_like=True):
    """One episode under one condition, by their numbers in the plan."""

    number: int
    set: int
    episode: int
    condition: int
    repeat: int
    scene: str
    key: str


@dataclass(frozen=True)
class Plan:
    """A suite with its episodes, and all the work that it means."""

    suite: Suite
    sets: tuple[EpisodeSet, ...]

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        return conditions_of(self.suite)

    @cached_property
    def settings(self) -> Settings:
        return settings_of(self.suite)

    @cached_property
    def protocols(self) -> tuple[Protocol, ...]:
        """The protocol of each episode set."""
        protocols = (TASKS[made.recipe.task].protocol(made.recipe.protocol) for made in self.sets)
        return tuple(
            replace(protocol, body=made.recipe.body or protocol.body)
            for protocol, made in zip(protocols, self.sets, strict=True)
        )

    def episode(self, work: Work) -> Episode:
        return self.sets[work.set].episodes[work.episode]

    @cached_property
    def work(self) -> tuple[Work, ...]:
        """Everything there is to do, in order."""
        listed: list[Work] = []
        for number, made in enumerate(self.sets):
            for place, episode in enumerate(made.episodes):
                for repeat in range(self.suite.repeats):
                    for index, condition in enumerate(self.conditions):
                        key = work_key(self.protocols[number], episode, condition.name, repeat)
                        listed.append(Work(len(listed), number, place, index, repeat, episode.scene, key))
        return tuple(listed)

    @cached_property
    def digest(self) -> str:
        """Equal plans do the same work."""
        digest = hashlib.blake2b(msgspec.json.encode(self.suite, order="sorted"), digest_size=8)
        for made in self.sets:
            digest.update(made.hash.encode())
        return digest.hexdigest()


def work_key(protocol: Protocol, episode: Episode, condition: str, repeat: int) -> str:
    """The name of a piece of work, as its log has it, too."""
    return (
        f"{protocol.task}/{protocol.name}/{protocol.body}|{episode.scene}|{episode.id}|{condition}|{repeat}"
    )


def shard_of(work: Sequence[Work], shard: tuple[int, int]) -> list[Work]:
    """The share of the work of shard i of n (counted from 1): whole scenes, so that pairs stay together."""
    number, count = shard
    if not 1 <= number <= count:
        raise InvalidInput(f"shard is {number}/{count}; write i/n with i from 1 to n, as 2/4")
    scenes: dict[str, int] = {}
    for item in work:
        scenes.setdefault(item.scene, len(scenes))
    return [item for item in work if scenes[item.scene] % count == number - 1]
