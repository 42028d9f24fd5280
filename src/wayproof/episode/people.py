"""The people of one episode: where they are at each step, and the triangles that a camera or a lidar meets.

Two modes, part of a protocol. "scripted": what people do depends on time alone, so a clean episode and its
corrupted twin meet the same people. "reactive": they also avoid the robot and each other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from wayproof.errors import InvalidInput, unknown_name
from wayproof.rendering.triangle_batch import Batch
from wayproof.seeding import Name
from wayproof.simulator.contact import Disc
from wayproof.simulator.people.figure import figure_for
from wayproof.simulator.people.person_mesh import (
    CATEGORY,
    DrawnPerson,
    light_around,
    person_batch,
    prepare_person,
)
from wayproof.simulator.people.persons import Person, draw_people, guides, people_discs, person_at
from wayproof.simulator.people.reactive import Walker, react, start_walkers
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.vocabulary import Point

MODES = ("scripted", "reactive")
MOST_PEOPLE = 100


@dataclass(frozen=True, eq=False)
class People:
    """People who walk about in a world. Their instance ids follow on those of the scene."""

    world: World
    persons: tuple[Person, ...]
    mode: str = "scripted"

    @cached_property
    def drawn(self) -> tuple[DrawnPerson, ...]:
        """The people made ready for the renderer."""
        first = 1 + max((instance.id for instance in self.world.scene.instances), default=0)
        category = self.world.categories.index(CATEGORY) + 1
        return tuple(
            prepare_person(figure_for(person.figure_seed), instance=first + number, category=category)
            for number, person in enumerate(self.persons)
        )

    def start(self) -> tuple[Walker, ...]:
        """Everybody at the first step."""
        return start_walkers(self.persons)

    def after(self, walkers: Sequence[Walker], before: State, now: State) -> tuple[Walker, ...]:
        """Everybody after the robot's step from one state to the next."""
        if self.mode == "scripted":
            time_s = now.time_s
            return tuple(
                Walker(person_at(person, time_s), (0.0, 0.0), time_s, 0.0) for person in self.persons
            )
        robot = (now.pose.x_m, now.pose.z_m, self.world.body.radius_m)
        return react(self.persons, walkers, robot, now.time_s - before.time_s, self.world.people_paths)

    def batches(self, walkers: Sequence[Walker]) -> list[Batch]:
        """Their triangles, lit by the place where they stand."""
        return [
            person_batch(drawn, walker.state, light_around(self.world.surroundings, walker.state.position_m))
            for drawn, walker in zip(self.drawn, walkers, strict=True)
        ]

    def touches(self, walkers: Sequence[Walker], now: State) -> bool:
        """Whether the robot and a person are in each other's way; people on other floors are not."""
        pose = now.pose
        return any(
            math.hypot(x - pose.x_m, z - pose.z_m) < radius for x, z, radius in self.discs(walkers, pose.y_m)
        )

    def discs(self, walkers: Sequence[Walker], floor_m: float) -> list[Disc]:
        """People on this floor as discs that the centre of the robot cannot enter."""
        body = self.world.body
        near = [
            walker.state for walker in walkers if abs(walker.state.position_m[1] - floor_m) < body.height_m
        ]
        return [(x, z, radius + body.radius_m) for x, z, radius in people_discs(near).tolist()]


def people_in(
    world: World,
    count: int,
    seed: int,
    *names: Name,
    mode: str = "scripted",
    clear_of_m: Sequence[tuple[float, float]] = (),
    ways_m: Sequence[Sequence[Point]] = (),
    pace_m_s: float = 1.0,
) -> People:
    """So many people for one episode, the same for the same seed and names; none is nobody and costs nothing.

    Nobody starts within a metre of the places (x, z) in `clear_of_m`, as far as there is room. The first
    people walk the ways given, once and at the pace given; the others walk about.
    """
    check_people(count, mode)
    if count < len(ways_m):
        raise InvalidInput(f"{len(ways_m)} paths for {count} people; give one path for each person")
    if count == 0:
        return People(world, (), mode)
    paths = world.people_paths
    leading = guides(paths, ways_m, pace_m_s, seed, *names)
    starts = [*clear_of_m, *((way[0][0], way[0][2]) for way in ways_m)]
    others = draw_people(paths, count - len(leading), seed, *names, clear_of_m=starts)
    return People(world, (*leading, *others), mode)


def check_people(count: int, mode: str) -> None:
    """Refuse a number or mode of people that cannot be."""
    if not 0 <= count <= MOST_PEOPLE:
        raise InvalidInput(f"people is {count}; give 0 to {MOST_PEOPLE}")
    if mode not in MODES:
        raise unknown_name("mode of people", mode, MODES)
