"""Check many houses, offices or shops side by side and count what is in them."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from wayproof.errors import unknown_name
from wayproof.navigation.fitness.house_check import check_house
from wayproof.scenes.houses.house import WORLD as HOUSES
from wayproof.scenes.houses.house import House, build_house
from wayproof.scenes.plan.drawing import polygon_area
from wayproof.scenes.scene import things
from wayproof.scenes.workplaces import OFFICES, SHOPS, build_office, build_shop

FIVE_ROOMS = 5
BUILDERS: dict[str, Callable[..., House]] = {
    HOUSES: build_house,
    OFFICES: build_office,
    SHOPS: build_shop,
}


@dataclass(frozen=True)
class HouseFacts:
    """What one checked house is like."""

    seed: int
    problems: list[str]
    room_areas_m2: list[tuple[str, float]]
    categories: dict[str, int]
    attributes: dict[str, int]  # "colour red" -> how many things
    triangles: int


@dataclass(frozen=True)
class BulkResult:
    """All checked houses, in order of their seeds."""

    houses: tuple[HouseFacts, ...]

    @property
    def problems(self) -> dict[int, list[str]]:
        return {house.seed: house.problems for house in self.houses if house.problems}

    def category_shares(self) -> dict[str, float]:
        """For each category that occurs: the share of houses that have at least one."""
        seen = Counter(name for house in self.houses for name in house.categories)
        return {name: seen[name] / len(self.houses) for name in sorted(seen)}

    def median_objects(self, rooms: int) -> float | None:
        counts = [sum(h.categories.values()) for h in self.houses if len(h.room_areas_m2) == rooms]
        return float(np.median(counts)) if counts else None

    def summary(self) -> dict[str, Any]:
        shares = self.category_shares()
        rarest = min(shares, key=lambda name: shares[name])
        return {
            "houses": len(self.houses),
            "valid": len(self.houses) - len(self.problems),
            "categories": len(shares),
            "rarest": f"{rarest} in {100 * shares[rarest]:.1f} % of houses",
            "objects": f"median {self.median_objects(FIVE_ROOMS)} in houses of {FIVE_ROOMS} rooms",
            "triangles": int(np.median([house.triangles for house in self.houses])),
        }


def check_houses(seeds: Iterable[int], *, split: str, workers: int = 2, world: str = HOUSES) -> BulkResult:
    """Build and check each house of a world; the result does not depend on the number of workers."""
    if world not in BUILDERS:
        raise unknown_name("world that can be checked", world, BUILDERS)
    jobs = [(world, seed, split) for seed in seeds]
    if workers == 1 or len(jobs) == 1:
        return BulkResult(tuple(_facts(job) for job in jobs))
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        return BulkResult(tuple(pool.imap(_facts, jobs, chunksize=4)))


def _facts(job: tuple[str, int, str]) -> HouseFacts:
    world, seed, split = job
    house = BUILDERS[world](seed, split=split)
    scene = house.scene
    objects = things(scene)
    words: Counter[str] = Counter()
    for thing in objects:
        for name in ("colour", "size", "pattern", "material", "state", "modifier"):
            value = getattr(thing.attributes, name)
            if value is not None:
                words[f"{name} {value}"] += 1
        words.update(f"number {part} {count}" for part, count in thing.attributes.number.items())
        if thing.relation:
            words[f"support {thing.relation}"] += 1
    return HouseFacts(
        seed=seed,
        problems=check_house(house),
        room_areas_m2=[(r.type, polygon_area(np.asarray(r.polygon_m, float))) for r in scene.rooms],
        categories=dict(Counter(thing.category for thing in objects)),
        attributes=dict(words),
        triangles=len(scene.faces),
    )
