"""One small house for all tests of sensors."""

from __future__ import annotations

import pytest

from wayproof.navigation.free_points import sample_points
from wayproof.scenes.houses.house import build_house
from wayproof.seeding import generator_for
from wayproof.simulator.body import load_body
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.vocabulary import Pose


@pytest.fixture(scope="session")
def world() -> World:
    return World(build_house(1, rooms=2).scene, load_body("locobot"))


@pytest.fixture(scope="session")
def states(world: World) -> list[State]:
    """The body at rest in some free places, looking in several directions."""
    rng = generator_for(5, "places")
    return [
        State(Pose(*map(float, place), float(rng.uniform(-3.0, 3.0))))
        for place in sample_points(world.free, rng, 6)
    ]
