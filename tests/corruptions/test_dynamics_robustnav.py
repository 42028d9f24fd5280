"""Bias, drift, motor failure and LoCoBot's noise as RobustNav defines them, and as its code does them."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from wayproof.corruptions.stream import start
from wayproof.errors import InvalidInput
from wayproof.simulator.motion import Motion

FORWARD = Motion(forward_m=0.25, duration_s=1.0)
BACKWARD = Motion(forward_m=-0.25, duration_s=1.0)
LEFT = Motion(turn_rad=math.radians(30), duration_s=0.8)
RIGHT = Motion(turn_rad=-math.radians(30), duration_s=0.8)
DRAWS = 3_000


def over_steps(name: str, motion: Motion, *, severity: float = 1.0, profile: str = "fixed") -> list[Motion]:
    stream = start(name, severity, profile=profile)
    return [stream(motion, step=step) for step in range(DRAWS)]


def over_episodes(name: str, motion: Motion, *, count: int = 600, profile: str = "fixed") -> list[Motion]:
    return [start(name, 1.0, episode=str(k), profile=profile)(motion) for k in range(count)]


def assert_normal(values: list[float], mean: float, sigma: float) -> None:
    assert np.mean(values) == pytest.approx(mean, abs=4 * sigma / math.sqrt(len(values)))
    assert np.std(values) == pytest.approx(sigma, rel=4 / math.sqrt(2 * len(values)))


def degrees(motion: Motion) -> float:
    return math.degrees(motion.turn_first_rad + motion.turn_rad + motion.turn_last_rad)


def assert_uniform(values: list[float], allowed: list[float]) -> None:
    counts = Counter(round(value, 6) for value in values)
    assert sorted(counts) == pytest.approx(allowed)
    expected = len(values) / len(allowed)
    assert all(abs(count - expected) < 4.5 * math.sqrt(expected) for count in counts.values())


@pytest.mark.parametrize("profile", ["fixed", "parity"])
def test_constant_bias_is_one_of_six_lengths_and_six_angles(profile: str) -> None:
    moves = over_episodes("motion_bias_constant", FORWARD, profile=profile)
    assert_uniform([move.forward_m for move in moves], [0.10, 0.15, 0.20, 0.30, 0.35, 0.40])
    turns = over_episodes("motion_bias_constant", LEFT, profile=profile)
    assert_uniform([degrees(turn) for turn in turns], [15, 20, 25, 35, 40, 45])


@pytest.mark.parametrize(("profile", "share_of_one_sign"), [("fixed", 0.5), ("parity", 1.0)])
def test_constant_bias_has_one_sign_for_both_in_parity_only(profile: str, share_of_one_sign: float) -> None:
    moves = over_episodes("motion_bias_constant", FORWARD, profile=profile)
    turns = over_episodes("motion_bias_constant", RIGHT, profile=profile)
    agree = [
        (move.forward_m > 0.25) == (abs(turn.turn_rad) > abs(RIGHT.turn_rad))
        for move, turn in zip(moves, turns, strict=True)
    ]
    assert np.mean(agree) == pytest.approx(share_of_one_sign, abs=0.09 if share_of_one_sign < 1 else 0)


def test_constant_bias_scales_with_severity() -> None:
    full, half = (start("motion_bias_constant", s, seed=2)(FORWARD).forward_m for s in (1.0, 0.5))
    assert half - 0.25 == pytest.approx((full - 0.25) / 2)


def test_stochastic_bias_is_the_papers_normal() -> None:
    moves, turns = over_steps("motion_bias_stochastic", FORWARD), over_steps("motion_bias_stochastic", LEFT)
    lengths = [move.forward_m for move in moves]
    assert np.mean(lengths) == pytest.approx(0.25, abs=0.006)
    assert np.std(lengths) == pytest.approx(
        0.1, rel=0.04
    )  # a little less: the tails beyond 2.5 sigma are cut
    assert min(lengths) >= 0.0 and max(lengths) <= 0.5
    assert np.std([degrees(turn) for turn in turns]) == pytest.approx(10, rel=0.04)
    assert_normal([math.degrees(move.turn_first_rad) for move in moves], 0.0, 0.25)


def test_stochastic_bias_in_parity_goes_backward_at_times_and_turns_before_each_step() -> None:
    moves = over_steps("motion_bias_stochastic", FORWARD, profile="parity")
    assert_normal([move.forward_m for move in moves], 0.251, 0.1)
    assert_normal([math.degrees(move.turn_first_rad) for move in moves], 0.0, 5.0)
    assert np.mean([move.forward_m < 0 for move in moves]) == pytest.approx(0.006, abs=0.005)
    turns = over_steps("motion_bias_stochastic", LEFT, profile="parity")
    assert_normal([degrees(turn) for turn in turns], 30.0, 10.0)
    assert all(turn.turn_first_rad == 0.0 for turn in turns)


def test_drift_goes_ten_degrees_off_and_keeps_the_heading() -> None:
    for seed in range(6):
        move = start("motion_drift", 1.0, seed=seed)(FORWARD)
        assert abs(move.left_m) == pytest.approx(0.25 * math.sin(math.radians(10)))
        assert abs(move.left_m) == pytest.approx(0.0434, abs=1e-4)
        assert move.length_m == pytest.approx(0.25) and degrees(move) == 0.0


def test_drift_in_parity_turns_before_each_step_and_never_back() -> None:
    moves = over_steps("motion_drift", FORWARD, profile="parity")
    side = math.copysign(10.0, moves[0].turn_first_rad)
    assert_normal([degrees(move) for move in moves], side, 0.5)
    assert all(move.left_m == 0.0 and move.turn_last_rad == 0.0 for move in moves)


@pytest.mark.parametrize("profile", ["fixed", "parity"])
def test_drift_goes_left_or_right_per_episode_and_leaves_turns_alone(profile: str) -> None:
    moves = over_episodes("motion_drift", FORWARD, profile=profile)
    sides = [move.left_m + move.turn_first_rad > 0 for move in moves]
    assert 0.4 < np.mean(sides) < 0.6
    assert start("motion_drift", 1.0, profile=profile)(LEFT) == LEFT


def test_drift_in_parity_leaves_backing_up_alone() -> None:
    assert start("motion_drift", 1.0, profile="parity")(BACKWARD) == BACKWARD


@pytest.mark.parametrize("profile", ["fixed", "parity"])
def test_motor_failure_kills_the_turns_to_one_side(profile: str) -> None:
    dead = Counter()
    for episode in range(200):
        stream = start("motor_failure", 1, episode=str(episode), profile=profile)
        left, right = stream(LEFT, step=3), stream(RIGHT, step=8)
        assert stream(FORWARD) == FORWARD
        assert sorted([left == LEFT, right == RIGHT]) == [False, True]
        failed = right if left == LEFT else left
        assert failed == Motion(duration_s=0.8)
        dead["left" if left != LEFT else "right"] += 1
    assert 70 < dead["left"] < 130


def test_motor_failure_makes_an_arc_straight_or_drops_it_in_parity() -> None:
    arcs = [Motion(forward_m=0.05, turn_rad=turn, duration_s=0.1) for turn in (0.1, -0.1)]
    fixed = [start("motor_failure", 1)(arc) for arc in arcs]
    assert sorted(motion.turn_rad == 0.0 for motion in fixed) == [False, True]
    assert all(motion.forward_m == 0.05 for motion in fixed)
    parity = [start("motor_failure", 1, profile="parity")(arc) for arc in arcs]
    assert sorted(motion == Motion(duration_s=0.1) for motion in parity) == [False, True]


def test_motor_failure_is_on_or_off() -> None:
    with pytest.raises(InvalidInput, match="on or off"):
        start("motor_failure", 0.5)


def test_locobot_noise_is_the_papers_and_in_parity_the_simulators() -> None:
    moves = over_steps("locobot_noise", FORWARD)
    assert_normal([move.forward_m for move in moves], 0.25, 0.005)
    assert all(move.turn_first_rad == 0.0 for move in moves)
    assert_normal([degrees(turn) for turn in over_steps("locobot_noise", LEFT)], 30.0, 0.5)
    moves = over_steps("locobot_noise", FORWARD, profile="parity")
    assert_normal([move.forward_m for move in moves], 0.251, 0.005)
    assert_normal([degrees(move) for move in moves], 0.0, 0.25)


def test_ten_small_moves_are_as_wrong_as_one_step() -> None:
    small = Motion(forward_m=0.025, duration_s=0.1)
    for name in ("motion_bias_stochastic", "locobot_noise"):
        stream = start(name, 1.0, profile="parity")
        sums = [sum(stream(small, step=10 * k + i).forward_m for i in range(10)) for k in range(600)]
        assert_normal(sums, 0.251, 0.1 if "bias" in name else 0.005)


@pytest.mark.parametrize("level", [1, 3, 5])
def test_delayed_commands_come_as_many_commands_later(level: int) -> None:
    stream = start("action_delay", level / 5)
    commands = [Motion(forward_m=0.1 * k, duration_s=1.0 + k) for k in range(1, 10)]
    seen = [stream(command, step=step) for step, command in enumerate(commands)]
    assert seen[:level] == [Motion(duration_s=command.duration_s) for command in commands[:level]]
    assert seen[level:] == commands[: 9 - level]


def test_a_share_of_the_commands_is_dropped_and_the_rest_untouched() -> None:
    seen = over_steps("dropped_actions", FORWARD, severity=0.6)
    assert set(seen) == {FORWARD, Motion(duration_s=1.0)}
    assert np.mean([motion != FORWARD for motion in seen]) == pytest.approx(0.2, abs=0.03)
