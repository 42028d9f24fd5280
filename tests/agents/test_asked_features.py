"""A feature map that is asked for goals, on hand-made maps: coarse cells, goals in a row, kernel, worth."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_room import brief_of

from wayproof.agents.mapping.asked_features import AskedFeatures, highest_around
from wayproof.agents.mapping.occupancy_map import Box, OccupancyMap
from wayproof.agents.mapping.similarity_map import UNSEEN
from wayproof.agents.mlfm import WORTH_M, LayeredGrounding
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.reading.goal_phrase import GoalPhrase, ThingPhrase
from wayproof.agents.seeing.feature_spaces import Concepts
from wayproof.perception import load_dense

SIDE = 64


def put(asked: AskedFeatures, cells: dict[tuple[int, int, int], np.ndarray]) -> None:
    """Fill a map with one vector for each cell (layer, i, j)."""
    vectors = np.array(list(cells.values()), np.float32)
    weight = np.ones(len(cells), np.float32)
    asked.restore({"total": vectors, "weight": weight, "cell": np.array(list(cells), np.int32)})


@settings(max_examples=30, deadline=None)
@given(
    times=st.sampled_from([2, 4]),
    corner=st.tuples(st.integers(0, 40), st.integers(0, 40)),
    size=st.tuples(st.integers(1, 20), st.integers(1, 20)),
)
def test_coarse_cells_answer_for_all_fine_cells_that_they_cover(times, corner, size) -> None:
    on_map = OccupancyMap(0.2, side=SIDE)
    coarse, rng = AskedFeatures(on_map, 2, 3, times=times), np.random.default_rng(0)
    side = SIDE // times
    cells = {
        (layer, i, j): rng.random(3) for layer in range(2) for i in range(side) for j in range(0, side, 2)
    }
    put(coarse, cells)
    phrase = np.array([1.0, 0.0, 0.0], np.float32)
    coarse.ask([phrase])
    values = coarse.values(Box(*corner, *size))
    assert values.shape == size
    for i in range(size[0]):
        for j in range(size[1]):
            at = (corner[0] + i) // times, (corner[1] + j) // times
            known = [cells[layer, *at][0] for layer in range(2) if (layer, *at) in cells]
            assert values[i, j] == pytest.approx(max(known)) if known else values[i, j] == UNSEEN


def test_the_next_goal_is_asked_of_the_map_that_was_kept() -> None:
    asked = AskedFeatures(OccupancyMap(0.2, side=SIDE), 3, 2)
    put(asked, {(0, 5, 5): np.array([1.0, 0.0]), (1, 9, 9): np.array([0.0, 1.0])})
    whole = Box(0, 0, SIDE, SIDE)
    assert not np.isfinite(asked.values(whole)).any()  # nothing is asked for yet
    for phrase, best in (([1.0, 0.0], (5, 5)), ([0.0, 1.0], (9, 9)), ([1.0, 0.0], (5, 5))):
        asked.ask([np.array(phrase, np.float32)])
        values = asked.values(whole)
        assert np.unravel_index(np.argmax(values), values.shape) == best
        assert np.isfinite(values).sum() == 2 == asked.features.rows


@pytest.fixture(scope="module")
def space() -> Concepts:
    return Concepts(load_dense())


def grounding_of(space: Concepts, **options: object) -> tuple[LayeredGrounding, Navigator]:
    navigator = Navigator(brief_of(task="language_goals"))
    return LayeredGrounding(navigator, space, 3, **options), navigator  # type: ignore[arg-type]


def test_the_kernel_finds_a_jar_on_a_bookshelf_and_without_it_one_cell_must_be_both(space: Concepts) -> None:
    goal = GoalPhrase(ThingPhrase("jar"), ThingPhrase("bookshelf"))
    jar, shelf, wall = (space.label(name) for name in ("jar", "bookshelf", "wall"))
    best = {}
    for kernel in (True, False):
        grounding, navigator = grounding_of(space, kernel=kernel)
        middle = navigator.map.side // 2
        near, far = (middle, middle), (middle + 40, middle)
        put(
            grounding.map,
            {
                (1, *near): jar,  # above a bookshelf
                (0, *near): shelf,
                (1, *far): (jar + shelf) / 2,  # one cell that looks like both, above a wall
                (0, *far): wall,
            },
        )
        grounding.ask(goal)
        values = grounding.map.values(Box(0, 0, navigator.map.side, navigator.map.side))
        best[kernel] = tuple(np.argwhere(values == values.max())[0].tolist())
        scores = values[near], values[far]
        assert (scores[0] > scores[1]) if kernel else (scores[0] <= scores[1] + 1e-6)
    assert best[True] == near


def test_ground_is_worth_more_where_the_map_fits(space: Concepts) -> None:
    grounding, navigator = grounding_of(space)
    middle = navigator.map.side // 2
    put(
        grounding.map,
        {(0, middle + 6, middle): space.label("chair"), (0, middle, middle): space.label("wall")},
    )
    grounding.ask(GoalPhrase(ThingPhrase("chair")))
    box = Box(middle - 60, middle - 60, 120, 120)
    navigator.box = lambda: box  # type: ignore[method-assign]
    worth_m = grounding.worth_m(box)
    assert worth_m[60 + 6, 60] == pytest.approx(WORTH_M) and worth_m[60 + 6 + 20, 60] == pytest.approx(
        WORTH_M
    )
    assert worth_m[0, 0] == 0.0 and worth_m.min() == 0.0  # what was not seen is worth nothing
    one = np.zeros((9, 9), np.float32)
    one[4, 4] = 1.0
    assert highest_around(one, 0.1, 0.05).sum() == 25.0
