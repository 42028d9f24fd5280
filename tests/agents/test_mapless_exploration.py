"""Exploration without map and pose: clearance, looking round, dodging, passing what is in the way."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from wayproof.agents.exploring.mapless_exploration import (
    CLEAR_M,
    DETOUR,
    STRIDE,
    Clearance,
    MaplessExploration,
    clearance_in,
)

TURN_RAD = math.radians(30.0)
OPEN = Clearance(3.0, 3.0, 3.0, 3.0)
WALL = Clearance(0.5, 0.3, 0.4, 0.3)


def exploration(seed: int = 0) -> MaplessExploration:
    return MaplessExploration(TURN_RAD, np.random.default_rng(seed))


def heading_after_looking_round(depths_m: list[float], seed: int) -> int:
    """Turns to the left, of twelve, between where it began to look round and where it goes."""
    return round_of(exploration(seed), depths_m) % 12


def round_of(explores: MaplessExploration, depths_m: list[float]) -> int:
    """Look round once over these depths and turn to what was chosen; turns to the left in all."""
    turned = 0
    for depth_m in depths_m:
        turned += _turn(explores.next_action(Clearance(3.0, 3.0, 3.0, depth_m), blocked=False))
    while (action := explores.next_action(OPEN, blocked=False)) != "forward":
        turned += _turn(action)
    return turned


def _turn(action: str) -> int:
    return {"turn_left": 1, "turn_right": -1}.get(action, 0)


def test_clearance_is_the_near_side_of_each_third_and_deep_what_shows_between_jambs() -> None:
    depth_m = np.full((168, 224), 1.0, np.float32)
    depth_m[84:126, :60] = 0.4
    depth_m[:, 90:134] = 5.0  # a doorway in the middle third
    clearance = clearance_in(depth_m)
    assert clearance == pytest.approx((0.4, 1.0, 1.0, 5.0))
    assert clearance.aside == "turn_right"


@pytest.mark.parametrize("side", range(12))
def test_it_goes_to_the_only_depth_that_a_look_round_showed(side: int) -> None:
    depths_m = [CLEAR_M] * 12
    depths_m[side] = 60.0
    assert {heading_after_looking_round(depths_m, seed) for seed in range(5)} == {side}


def test_it_seldom_goes_back_where_all_looks_alike() -> None:
    chosen = Counter(heading_after_looking_round([3.0] * 12, seed) for seed in range(600))
    back = sum(chosen[side] for side in range(4, 9))
    # Five of twelve sides at a fifth of the worth: 1 in 8; three standard deviations are 0.04.
    assert back / 600 == pytest.approx(1 / 8, abs=0.04)
    assert set(chosen) == set(range(12))


def test_a_stride_has_its_length_and_ends_with_a_look_round() -> None:
    explores = exploration()
    explores.stride()
    actions = [explores.next_action(OPEN, blocked=False) for _ in range(STRIDE + 3)]
    assert actions == ["forward"] * STRIDE + ["turn_left"] * 3


def test_it_dodges_to_one_side_until_it_has_moved() -> None:
    explores = exploration()
    explores.stride()
    right_is_freer, left_is_freer = Clearance(0.4, 0.3, 0.9, 1.0), Clearance(0.9, 0.3, 0.4, 1.0)
    assert explores.next_action(right_is_freer, blocked=False) == "turn_right"
    assert explores.next_action(left_is_freer, blocked=False) == "turn_right"
    assert explores.next_action(OPEN, blocked=False) == "forward"
    assert explores.next_action(left_is_freer, blocked=True) == "turn_right"  # that step led nowhere
    assert explores.next_action(OPEN, blocked=False) == "forward"
    assert explores.next_action(left_is_freer, blocked=False) == "turn_left"  # it is past


def test_a_detour_turns_aside_and_lasts_some_steps() -> None:
    explores = exploration()
    assert explores.detour(WALL) == "turn_left"
    actions = []
    while explores.is_on_detour:
        actions.append(explores.next_action(OPEN, blocked=False))
    assert actions == ["turn_left"] + ["forward"] * DETOUR


def test_whoever_was_held_up_does_not_try_the_deepest_again_and_again() -> None:
    chosen = set()
    for seed in range(40):
        explores = exploration(seed)
        depths_m = [60.0] + [CLEAR_M] * 11
        assert round_of(explores, depths_m) % 12 == 0
        # The first step of the stride leads nowhere, and so does every dodge: then it looks round anew.
        for _ in range(12):
            assert explores.next_action(Clearance(1.0, 0.3, 0.5, 1.0), blocked=True) == "turn_left"
        chosen.add(round_of(explores, depths_m) % 12)
    assert len(chosen) > 6
