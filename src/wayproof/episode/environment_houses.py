"""Which house an episode is in, and the houses made ready."""

from __future__ import annotations

from dataclasses import dataclass

from wayproof.errors import InvalidInput, unknown_name
from wayproof.scenes.houses.house import FEWEST_ROOMS, MOST_ROOMS, SPLITS
from wayproof.scenes.light.lightings import lighting_named
from wayproof.seeding import generator_for
from wayproof.simulator.body import Body
from wayproof.simulator.world import World
from wayproof.simulator.worlds import house_name, world_named


@dataclass(frozen=True)
class Houses:
    """The houses of an environment: split, seeds, number of rooms or None, light, whether it is baked."""

    split: str
    seeds: tuple[int, ...]
    rooms: int | None
    episodes_per_house: int
    condition: str
    lit: bool

    def __post_init__(self) -> None:
        if self.split not in SPLITS:
            raise unknown_name("split", self.split, SPLITS)
        if not self.seeds or not all(isinstance(seed, int) and seed >= 0 for seed in self.seeds):
            raise InvalidInput(f"houses is {self.seeds!r}; give at least one whole number from 0 on")
        if self.rooms is not None and not FEWEST_ROOMS <= self.rooms <= MOST_ROOMS:
            raise InvalidInput(f"rooms is {self.rooms}; a house has {FEWEST_ROOMS} to {MOST_ROOMS} rooms")
        if self.episodes_per_house < 1:
            raise InvalidInput(f"episodes_per_house is {self.episodes_per_house}; give 1 or more")
        lighting_named(self.condition)

    def house_of(self, run_seed: int, index: int) -> int:
        """The house of an episode: drawn anew after so many episodes."""
        turn = index // self.episodes_per_house
        return self.seeds[int(generator_for(run_seed, "house", turn).integers(len(self.seeds)))]

    def world(self, house: int, body: Body) -> World:
        """A house made ready for a body."""
        name = house_name(self.split, house, self.rooms)
        return world_named(name, body, lit=self.lit, light=self.condition)
