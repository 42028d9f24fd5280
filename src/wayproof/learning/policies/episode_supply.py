"""Which episode a trial gets next: a function of its number, so that nothing has to be remembered.

Worlds are kept, since an episode is over in a fraction of the time that making its house takes.
"""

from __future__ import annotations

import contextlib
from functools import cached_property

import msgspec

from wayproof.errors import InvalidInput
from wayproof.seeding import generator_for
from wayproof.simulator.body import Body, body_under, load_body
from wayproof.simulator.world import World
from wayproof.simulator.worlds import house_name, world_named
from wayproof.tasks import TASKS
from wayproof.vocabulary import Episode, Protocol

EPISODES_PER_HOUSE = 1_000  # drawn from; each is known by its index


class Supply(msgspec.Struct, frozen=True):
    """Where episodes come from."""

    task: str
    protocol: str
    houses: int
    split: str = "train"
    first_house: int = 0
    seed: int = 0
    lit: bool = True  # whether light is baked: colours need it, depth does not
    first_episode: int = 0  # added to the numbers of episodes, to draw others in the same houses


class EpisodeSupply:
    """Episodes by number, in worlds that are made once and kept."""

    def __init__(self, supply: Supply, group: int = 0, groups: int = 1) -> None:
        """With several groups each has every so-manieth house for itself, so that none is kept twice."""
        if not groups <= supply.houses:
            raise InvalidInput(
                f"{supply.houses} houses are too few for {groups} groups of trials; take more houses"
            )
        self.supply = supply
        self._houses = range(supply.first_house + group, supply.first_house + supply.houses, groups)
        self.protocol: Protocol = TASKS[supply.task].protocol(supply.protocol)
        self._worlds: dict[int, World] = {}

    @cached_property
    def body(self) -> Body:
        return body_under(self.protocol, load_body(self.protocol.body))

    def episode(self, number: int) -> tuple[World, Episode]:
        """Episode `number` and its world; a house without room for it is passed over."""
        drawn_by = self.supply.first_episode + number
        rng = generator_for(self.supply.seed, "supply", self.supply.task, drawn_by)
        for _ in self._houses:
            house = self._houses[int(rng.integers(len(self._houses)))]
            index = int(rng.integers(EPISODES_PER_HOUSE))
            world = self._world(house)
            with contextlib.suppress(InvalidInput):
                drawn = TASKS[self.supply.task].draw(world, self.protocol, self.supply.seed, index)
                return world, drawn.episode
        raise InvalidInput(f"no house of {self.supply} has room for episode {number}; take more houses")

    def _world(self, house: int) -> World:
        if house not in self._worlds:
            name = house_name(self.supply.split, house)
            self._worlds[house] = world_named(name, self.body, lit=self.supply.lit)
        return self._worlds[house]
