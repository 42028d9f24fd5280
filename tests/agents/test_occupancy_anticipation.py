"""Guesses of unseen ground: what the network sees, and what its guesses do to the costs of a plan."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from plain_room import Block, PlainRoom, distance_to_goal, walls

from wayproof.agents.anticipating_planner import AnticipatingPlanner
from wayproof.agents.mapping.depth_projection import MapPose
from wayproof.agents.mapping.occupancy_anticipation import (
    COARSE,
    DEAREST,
    LAYERS,
    SHIPPED,
    WINDOW,
    Anticipation,
    occupancy_network,
    window_around,
    window_layers,
)
from wayproof.agents.mapping.occupancy_map import FREE, UNKNOWN, OccupancyMap

HERE = MapPose(0.0, 0.0, 0.0)


def says(value: float):
    """A network that thinks the same of every cell."""
    return lambda arrays: {"blocked": np.full((1, WINDOW, WINDOW), value, np.float32)}


def a_map() -> OccupancyMap:
    found = OccupancyMap(0.175, side=320)
    found.set_seen(0.0, 0.0, 0.5)
    found.set_solid(1.0, 0.0)
    return found


def test_a_window_shows_what_is_solid_and_what_is_free_around_the_robot() -> None:
    the_map = a_map()
    box = window_around(the_map, HERE)
    layers = window_layers(the_map, box)
    assert layers.shape == (LAYERS, WINDOW, WINDOW) and (layers.sum(axis=0) <= 1).all()
    i, j = the_map.cell_at(1.0, 0.0)
    assert layers[0].sum() == 1 and layers[0, (i - box.i) // COARSE, (j - box.j) // COARSE] == 1
    assert layers[1, WINDOW // 2, WINDOW // 2] == 1


@pytest.mark.parametrize(("x_m", "y_m"), [(0.0, 0.0), (100.0, -100.0), (-100.0, 3.3)])
def test_a_window_lies_on_the_map_in_whole_coarse_cells(x_m: float, y_m: float) -> None:
    box = window_around(a_map(), MapPose(x_m, y_m, 0.0))
    assert box.i % COARSE == box.j % COARSE == 0
    assert box.i >= 0 and box.i + box.size_x <= 320 and box.j >= 0 and box.j + box.size_y <= 320


def test_guesses_make_unseen_ground_dearer_and_leave_what_was_seen_alone() -> None:
    the_map = a_map()
    box = window_around(the_map, HERE)
    guessed = Anticipation(the_map.side, says(1.0))
    np.testing.assert_array_equal(guessed.costs(the_map, box), the_map.costs[box.part])  # nothing guessed yet
    guessed.renew(the_map, HERE)
    costs, plain = guessed.costs(the_map, box), the_map.costs[box.part]
    assert costs[64, 64] == plain[64, 64] == FREE
    assert plain[0, 0] == UNKNOWN and costs[0, 0] == DEAREST
    assert ((costs == 0) == (plain == 0)).all() and (costs >= plain).all()


def test_ground_that_is_guessed_free_costs_what_unknown_ground_costs() -> None:
    the_map = a_map()
    box = window_around(the_map, HERE)
    guessed = Anticipation(the_map.side, says(0.3))
    guessed.renew(the_map, HERE)
    np.testing.assert_array_equal(guessed.costs(the_map, box), the_map.costs[box.part])


def test_saved_guesses_are_restored() -> None:
    the_map = a_map()
    one, two = Anticipation(the_map.side, says(0.8)), Anticipation(the_map.side, says(0.1))
    one.renew(the_map, HERE)
    two.restore(one.save())
    np.testing.assert_array_equal(one.guesses, two.guesses)


@pytest.mark.parametrize("open_side", [1, -1])
def test_a_planner_goes_round_a_wall_where_the_ground_behind_it_is_guessed_open(open_side: int) -> None:
    """The wall hides the goal; all that is unseen on one side of it is guessed blocked."""
    room = PlainRoom([*walls(-2, -2.5, 5, 2.5), Block(1.5, -1.2, 1.7, 1.2)], goal=(3.5, 0.0))
    agent = AnticipatingPlanner()
    agent.start(room.brief, 0)
    navigator, sides = agent.policy.navigator, []

    def one_side(arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        box = window_around(navigator.map, navigator.pose)
        y_m = [navigator.map.point_of(0, box.j + COARSE * column + 0.5)[1] for column in range(WINDOW)]
        return {"blocked": np.tile(np.array(y_m, np.float32) * open_side < 0.0, (1, WINDOW, 1))}

    navigator.anticipation = Anticipation(navigator.map.side, one_side)
    for _ in range(room.brief.maximum_steps):
        name = agent.act(room.observe()).name
        if name == "stop":
            break
        room.step(name)
        sides.append(room.y * open_side)
    assert distance_to_goal(room) <= 0.2 and max(sides) > 1.2 and min(sides) > -0.5


def test_the_shipped_network_gives_a_chance_for_every_cell_and_has_a_card() -> None:
    the_map = a_map()
    layers = window_layers(the_map, window_around(the_map, HERE)).astype(np.float32)
    blocked = occupancy_network()({"window": layers[None]})["blocked"]
    assert blocked.shape == (1, WINDOW, WINDOW) and (blocked >= 0.0).all() and (blocked <= 1.0).all()
    card = msgspec.json.decode(SHIPPED.with_suffix(".json").read_bytes())
    assert card["window_cells"] == WINDOW and card["made"]["command"].startswith("wayproof train occupancy ")
