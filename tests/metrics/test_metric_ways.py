"""nDTW, SDTW, CLS and path proximity against brute force, full matrices and numbers worked out by hand."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_logs import PROTOCOL, logs, made_log, places, straight
from scipy.spatial.distance import cdist

from wayproof.errors import InvalidInput
from wayproof.log import EpisodeLog
from wayproof.metrics import METRICS
from wayproof.metrics.cls import cls
from wayproof.metrics.dtw import warped_m
from wayproof.metrics.ndtw import ndtw
from wayproof.metrics.path_proximity import path_proximity
from wayproof.metrics.sdtw import sdtw

ways = st.lists(places, min_size=1, max_size=5).map(lambda points: np.array(points, np.float64))
long_ways = st.lists(places, min_size=1, max_size=40).map(lambda points: np.array(points, np.float64))


def brute_force(one: np.ndarray, other: np.ndarray) -> float:
    """The least sum over every monotone pairing, by trying all of them."""
    gaps = cdist(one, other)

    def least(row: int, column: int) -> float:
        if row == 0 and column == 0:
            return gaps[0, 0]
        before = [(row - 1, column), (row, column - 1), (row - 1, column - 1)]
        return gaps[row, column] + min(least(r, c) for r, c in before if r >= 0 and c >= 0)

    return least(len(one) - 1, len(other) - 1)


def full_matrix(one: np.ndarray, other: np.ndarray) -> float:
    gaps = cdist(one, other)
    total = np.full((len(one) + 1, len(other) + 1), np.inf)
    total[0, 0] = 0.0
    for row, column in itertools.product(range(len(one)), range(len(other))):
        least = min(total[row, column + 1], total[row + 1, column], total[row, column])
        total[row + 1, column + 1] = gaps[row, column] + least
    return float(total[-1, -1])


@given(ways, ways)
@settings(max_examples=60)
def test_warping_equals_the_best_of_all_pairings(one, other) -> None:
    assert warped_m(one, other) == pytest.approx(brute_force(one, other), abs=1e-9)


@given(long_ways, long_ways)
def test_warping_equals_the_full_matrix(one, other) -> None:
    assert warped_m(one, other) == pytest.approx(full_matrix(one, other), abs=1e-9)


@given(long_ways, long_ways, st.integers(0, 45))
def test_a_band_never_gives_less_and_a_wide_one_gives_the_same(one, other, band) -> None:
    exact = warped_m(one, other)
    assert warped_m(one, other, band=band) >= exact - 1e-9
    assert math.isfinite(warped_m(one, other, band=band))
    assert warped_m(one, other, band=max(len(one), len(other))) == exact


@given(long_ways, long_ways)
def test_warping_is_symmetric_and_nothing_for_the_same_way(one, other) -> None:
    assert warped_m(one, other) == pytest.approx(warped_m(other, one))
    assert warped_m(one, one) == 0.0


def test_warping_refuses_empty_ways_and_negative_bands() -> None:
    with pytest.raises(InvalidInput, match="at least one point"):
        warped_m(np.zeros((0, 3)), np.zeros((2, 3)))
    with pytest.raises(InvalidInput, match="band of -1"):
        warped_m(np.zeros((1, 3)), np.zeros((2, 3)), band=-1)


def test_ndtw_by_hand() -> None:
    # The agent keeps one metre to the side of a reference way of four points: sum 4 m, scale 4 x 1 m.
    beside = [(x, 0.0, 1.0) for x in (0.0, 1.0, 2.0, 3.0)]
    log = made_log(beside, reference_path_m=tuple(straight(0, 1, 2, 3)))
    assert ndtw(log) == pytest.approx(math.exp(-1.0))
    assert sdtw(log) == 0.0  # a metre away is out of range
    assert ndtw(made_log(straight(0, 1, 2, 3), reference_path_m=tuple(straight(0, 1, 2, 3)))) == 1.0


def test_turning_on_the_spot_changes_no_way() -> None:
    reference = ((0.0, 0.0, 0.3), (1.0, 0.0, 0.3), (3.0, 0.0, 0.3))
    plain = made_log(straight(0, 1, 2, 3), reference_path_m=reference)
    turning = made_log(straight(0, 0, 0, 1, 2, 2, 3), reference_path_m=(*reference, reference[-1]))
    for metric in (ndtw, cls, path_proximity):
        assert metric(plain) == metric(turning) < 1.0


def test_ndtw_sees_the_order_and_path_proximity_does_not() -> None:
    reference = tuple(straight(0, 4, 8))
    there = made_log(straight(0, 4, 8), reference_path_m=reference, end=None)
    back = made_log(straight(8, 4, 0), reference_path_m=reference, end=None)
    assert path_proximity(there) == path_proximity(back) == 1.0
    assert ndtw(there) == 1.0 and ndtw(back) == pytest.approx(math.exp(-16 / 3))


def test_cls_by_hand() -> None:
    # Half of the reference way walked: gaps 0, 0, 1 at scale 1.
    log = made_log(straight(0, 1), reference_path_m=tuple(straight(0, 1, 2)))
    coverage = (1 + 1 + math.exp(-1)) / 3
    covered = 2 * coverage
    assert cls(log) == pytest.approx(coverage * covered / (covered + abs(covered - 1)))
    assert cls(made_log(straight(0, 1, 2), reference_path_m=tuple(straight(0, 1, 2)))) == 1.0


def test_cls_of_a_single_reference_point() -> None:
    here = ((0.0, 0.0, 0.0),)
    assert cls(made_log(reference_path_m=here)) == 1.0
    assert cls(made_log(straight(0, 1), reference_path_m=here)) == 0.0


def test_path_proximity_by_hand() -> None:
    log = made_log(straight(0, 1, 2), reference_path_m=((0.0, 7.0, 0.0),), end=None)
    expected = (1 + math.exp(-1 / 2) + math.exp(-4 / 2)) / 3  # the height of 7 m does not count
    assert path_proximity(log) == pytest.approx(expected)


@given(logs())
def test_the_three_agree_with_plain_loops(log: EpisodeLog) -> None:
    reference = dropped([tuple(point) for point in log.episode.reference_path_m])
    walked = dropped([tuple(point) for point in log.steps.pose[:, :3].tolist()])
    if not reference:
        assert ndtw(log) is None and cls(log) is None and path_proximity(log) is None and sdtw(log) is None
        return
    scale = PROTOCOL.success_distance_m
    total = full_matrix(np.array(walked), np.array(reference))
    assert ndtw(log) == pytest.approx(math.exp(-total / (len(reference) * scale)))
    near = [math.exp(-min(math.dist(point, place) for place in walked) / scale) for point in reference]
    coverage = sum(near) / len(near)
    expected, actual = coverage * way_m(reference), way_m(walked)
    score = expected / (expected + abs(expected - actual)) if expected or actual else 1.0
    assert cls(log) == pytest.approx(coverage * score)
    flat = [(point[0], point[2]) for point in reference]
    gaps = [min(math.dist((place[0], place[2]), point) for point in flat) for place in walked]
    assert path_proximity(log) == pytest.approx(
        np.mean([math.exp(-(gap**2) / (2 * scale**2)) for gap in gaps])
    )


def dropped(points: list[tuple[float, ...]]) -> list[tuple[float, ...]]:
    return [point for number, point in enumerate(points) if number == 0 or point != points[number - 1]]


def way_m(points: list[tuple[float, ...]]) -> float:
    return sum(math.dist(one, other) for one, other in itertools.pairwise(points))


def test_sdtw_is_ndtw_of_successes() -> None:
    log = made_log(straight(0, 1, 3), reference_path_m=tuple(straight(0, 2, 3)))
    assert METRICS["success"].score(log) == 1.0 and sdtw(log) == ndtw(log) < 1.0
