"""Nominal motor noise: its statistics are the published ones, and it composes."""

from __future__ import annotations

import math

import numpy as np
import pytest

from wayproof.errors import InvalidInput
from wayproof.seeding import generator_for
from wayproof.simulator.actuation import actuation_for, exact, in_turn, legged, locobot
from wayproof.simulator.body import load_body
from wayproof.simulator.motion import Motion

DRAWS = 2_000
FORWARD = Motion(forward_m=0.25, duration_s=1.0)
TURN = Motion(turn_rad=math.radians(30), duration_s=1.0)


def _assert_normal(values: list[float], mean: float, sigma: float) -> None:
    """Mean and sigma within four standard errors."""
    assert np.mean(values) == pytest.approx(mean, abs=4 * sigma / math.sqrt(DRAWS))
    assert np.std(values) == pytest.approx(sigma, rel=4 / math.sqrt(2 * DRAWS))


def _draws(actuation, motion: Motion) -> list[Motion]:
    rng = generator_for(1, "actuation")
    return [actuation(motion, rng) for _ in range(DRAWS)]


def test_locobot_moves_are_long_by_a_millimetre_and_spread_by_five() -> None:
    moves = _draws(locobot, FORWARD)
    _assert_normal([move.forward_m for move in moves], 0.251, 0.005)
    assert all(move.left_m == 0.0 and move.turn_rad == 0.0 for move in moves)


def test_locobot_wobbles_by_a_quarter_degree_before_each_move() -> None:
    _assert_normal([move.turn_first_rad for move in _draws(locobot, FORWARD)], 0.0, math.radians(0.25))


def test_locobot_turns_are_spread_by_half_a_degree_and_do_not_move() -> None:
    turns = _draws(locobot, TURN)
    _assert_normal([turn.turn_rad for turn in turns], math.radians(30), math.radians(0.5))
    assert all(turn.length_m == 0.0 and turn.turn_first_rad == 0.0 for turn in turns)


def test_the_noise_of_one_move_is_independent_of_its_wobble() -> None:
    moves = _draws(locobot, FORWARD)
    pairs = np.array([[move.forward_m, move.turn_first_rad] for move in moves])
    assert abs(np.corrcoef(pairs.T)[0, 1]) < 4 / math.sqrt(DRAWS)


def test_ten_small_moves_spread_like_one_step() -> None:
    rng = generator_for(2, "actuation")
    small = Motion(forward_m=0.025, duration_s=0.1)
    sums = [sum(locobot(small, rng).forward_m for _ in range(10)) for _ in range(DRAWS)]
    _assert_normal(sums, 0.251, 0.005)


def test_legs_spread_wider_and_slip_sideways() -> None:
    moves = _draws(legged(4.0), FORWARD)
    _assert_normal([move.forward_m for move in moves], 0.251, 0.020)
    _assert_normal([move.left_m for move in moves], 0.0, 0.010)


def test_a_backward_move_is_long_in_its_own_direction() -> None:
    moves = _draws(locobot, Motion(forward_m=-0.25))
    _assert_normal([move.forward_m for move in moves], -0.251, 0.005)


@pytest.mark.parametrize("name", ["locobot", "legged"])
def test_a_body_at_rest_has_no_noise(name: str) -> None:
    rest = Motion(duration_s=0.1)
    assert actuation_for(name, load_body("h1"))(rest, generator_for(3)) == rest


def test_exact_actuation_changes_and_draws_nothing() -> None:
    rng, untouched = generator_for(4), generator_for(4)
    assert exact(FORWARD, rng) is FORWARD
    assert rng.random() == untouched.random()


def test_actuations_compose_in_their_order() -> None:
    def drift(motion: Motion, rng: np.random.Generator, /) -> Motion:
        return Motion(forward_m=motion.forward_m, turn_first_rad=0.1, duration_s=motion.duration_s)

    def halved(motion: Motion, rng: np.random.Generator, /) -> Motion:
        return Motion(forward_m=motion.forward_m / 2, turn_first_rad=motion.turn_first_rad / 2)

    rng = generator_for(5)
    assert in_turn(drift, halved)(FORWARD, rng).turn_first_rad == 0.05
    assert in_turn(halved, drift)(FORWARD, rng).turn_first_rad == 0.1


def test_nominal_actuation_is_the_bodys_own() -> None:
    assert actuation_for("nominal", load_body("locobot")) is locobot
    assert actuation_for("nominal", load_body("stretch")) is exact
    assert actuation_for("nominal", load_body("h1"))(FORWARD, generator_for(6)).left_m != 0.0


def test_wrong_actuations_are_refused() -> None:
    with pytest.raises(InvalidInput, match="no actuation named 'pyrobot'"):
        actuation_for("pyrobot", load_body("locobot"))
    with pytest.raises(InvalidInput, match="has none"):
        actuation_for("legged", load_body("locobot"))
