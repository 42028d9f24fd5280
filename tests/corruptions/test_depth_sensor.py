"""Depth noise, steps, dead rows and lag do what their names say; what is no depth map is refused."""

from __future__ import annotations

import numpy as np
import pytest

from wayproof.corruptions.stream import start
from wayproof.errors import InvalidInput
from wayproof.vocabulary import Context


@pytest.mark.parametrize(("severity", "multiple"), [(0.2, 2.0), (0.5, 7.5), (0.1, 1.0)])
@pytest.mark.parametrize("distance_m", [1.0, 2.0, 4.0])
def test_depth_noise_is_normal_and_grows_with_the_square_of_the_range(
    severity: float, multiple: float, distance_m: float
) -> None:
    clean = np.full((300, 400), distance_m, np.float32)
    error = start("gaussian_depth_noise", severity)(clean).astype(np.float64) - distance_m
    spread = multiple * (0.0012 + 0.0019 * (distance_m - 0.4) ** 2)
    assert error.std() == pytest.approx(spread, rel=0.01)
    assert abs(error.mean()) < 4 * spread / np.sqrt(error.size)
    assert np.mean(np.abs(error) < spread) == pytest.approx(0.6827, abs=0.005)


def test_depth_noise_of_neighbours_is_independent() -> None:
    error = start("gaussian_depth_noise", 0.5)(np.full((300, 400), 2.0, np.float32)) - 2.0
    for one, other in ((error[:, 1:], error[:, :-1]), (error[1:], error[:-1]), (error[:, 4:], error[:, :-4])):
        assert abs(np.corrcoef(one.ravel(), other.ravel())[0, 1]) < 0.015


@pytest.mark.parametrize(("severity", "share"), [(0.2, 0.01), (0.5, 0.03), (1.0, 0.1)])
@pytest.mark.parametrize("distance_m", [3.0, 5.0])
def test_noise_on_normalised_depth_is_the_same_share_of_the_range_at_every_distance(
    severity: float, share: float, distance_m: float
) -> None:
    clean = np.full((200, 300), distance_m, np.float32)
    seen = start("normalised_depth_noise", severity)(clean, context=Context(longest_depth_m=8.0))
    error = seen.astype(np.float64) - distance_m
    assert error.std() == pytest.approx(8.0 * share, rel=0.02)
    assert np.mean(np.abs(error) < 8.0 * share) == pytest.approx(0.6827, abs=0.01)


@pytest.mark.parametrize("name", ["gaussian_depth_noise", "normalised_depth_noise"])
def test_depth_noise_makes_no_holes_and_reaches_no_farther_than_the_sensor(name: str) -> None:
    near = start(name, 1.0)(np.full((100, 100), 0.02, np.float32))
    assert near.min() >= np.float32(0.01)
    far = start(name, 1.0)(np.full((100, 100), 7.9, np.float32), context=Context(longest_depth_m=8.0))
    assert far.max() == 8.0


@pytest.mark.parametrize(("level", "bits"), [(1, 7), (2, 6), (3, 4), (4, 3), (5, 2)])
def test_quantised_depth_has_the_stated_number_of_steps(level: int, bits: int) -> None:
    clean = np.linspace(0.01, 8.0, 40_000, dtype=np.float32).reshape(200, 200)
    seen = start("depth_quantisation", level / 5)(clean, context=Context(longest_depth_m=8.0))
    assert len(np.unique(seen)) == 2**bits
    assert np.abs(seen - clean).max() <= 8.0 / 2**bits / 2 + 1e-5


@pytest.mark.parametrize(("severity", "rows"), [(0.2, 2), (0.6, 10), (1.0, 35), (0.01, 1)])
def test_dead_rows_are_whole_and_of_the_stated_share(severity: float, rows: int) -> None:
    seen = start("dead_rows", severity)(np.full((100, 30), 2.0, np.float32))
    assert (seen == 0).all(axis=1).sum() == rows
    assert (seen == 0).any(axis=1).sum() == rows


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_lagging_depth_is_as_many_steps_old_as_the_level(level: int) -> None:
    stream = start("depth_lag", level / 5)
    seen = [
        float(stream(np.full((4, 4), 1.0 + step, np.float32), context=Context(step=step))[0, 0])
        for step in range(9)
    ]
    assert seen == [1.0 + max(step - level, 0) for step in range(9)]


def test_depth_that_is_played_again_from_a_step_shows_the_same() -> None:
    stream = start("depth_lag", 0.4)

    def play(step: int) -> float:
        return float(stream(np.full((4, 4), 1.0 + step, np.float32), context=Context(step=step))[0, 0])

    first = [play(step) for step in range(6)]
    assert [play(step) for step in range(6)] == first


def test_two_sizes_of_depth_lag_apart() -> None:
    stream = start("depth_lag", 0.2)
    for step in range(3):
        for side in (4, 6):
            seen = stream(np.full((side, side), 10.0 * side + step, np.float32), context=Context(step=step))
            assert seen[0, 0] == 10 * side + max(step - 1, 0)


@pytest.mark.parametrize(
    ("depth", "sentence"),
    [
        (np.ones((4, 4), np.uint16), "divide millimetres by 1000"),
        (np.ones((4, 4, 3), np.float32), r"shape \(4, 4, 3\)"),
        (np.ones((0, 4), np.float32), "shape"),
        ([[1.0]], "not list"),
    ],
)
def test_what_is_no_depth_map_is_refused(depth: object, sentence: str) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        start("gaussian_depth_noise", 0.5)(depth)
