"""The plan of a run: a suite with its episodes, its conditions, and the list of work that they mean."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

import msgspec
from msgspec.structs import replace

from wayproof.episode.agent_seed import AGENT_SEEDS
from wayproof.episode_set import EpisodeSet, file_key
from wayproof.log import Comparable, protocol_hash
from wayproof.scenes.by_name import world_name_of
from wayproof.suite import Suite
from wayproof.suites import conditions_of, settings_of
from wayproof.tasks import TASKS
from wayproof.vocabulary import Condition, Episode, Protocol, Settings
from wayproof.work import NotApplicable, Work, listed_work


@dataclass(frozen=True)
class Plan:
    """A suite with its episodes, and all the work that it means."""

    suite: Suite
    sets: tuple[EpisodeSet, ...]
    real_time: bool = False  # whether the world goes on while the agent thinks
    not_applicable: tuple[NotApplicable, ...] = ()  # what need not be done, as it cannot reach the agent
    agent_seeds: int = AGENT_SEEDS  # from how many the agent's seeds are taken

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

    @cached_property
    def protocol_hashes(self) -> tuple[str, ...]:
        """Of each episode set, as its logs will have them."""
        light = self.suite.light
        return tuple(
            protocol_hash(
                Comparable(protocol, self.settings, world_name_of(made.recipe.world), light, self.real_time)
            )
            for protocol, made in zip(self.protocols, self.sets, strict=True)
        )

    @property
    def files(self) -> dict[str, str]:
        """Digests of the files that episodes were read from, by the set's number and the file's name."""
        return {
            file_key(number, made.recipe): made.content
            for number, made in enumerate(self.sets)
            if made.recipe.file is not None
        }

    def episode(self, work: Work) -> Episode:
        return self.sets[work.set].episodes[work.episode]

    @cached_property
    def work(self) -> tuple[Work, ...]:
        """Everything there is to do, in order."""
        names = [condition.name for condition in self.conditions]
        hashes, repeats = self.protocol_hashes, self.suite.repeats
        return listed_work(self.sets, hashes, names, repeats, self.not_applicable)

    @cached_property
    def digest(self) -> str:
        """Equal plans do the same work."""
        digest = hashlib.blake2b(msgspec.json.encode(self.suite, order="sorted"), digest_size=8)
        for made in self.sets:
            digest.update(made.hash.encode())
        return digest.hexdigest()
