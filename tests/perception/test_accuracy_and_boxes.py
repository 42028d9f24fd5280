"""Scores of perception against plain loops over pixels and against shapely's boxes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import ndimage
from shapely.geometry import box

from wayproof.perception.accuracy import (
    boxes_found,
    category_ious,
    confusion,
    mean_iou,
    pixel_accuracy,
)
from wayproof.perception.boxes import LEAST_PIXELS, Candidate, iou, joined, proposals, regions

KINDS = 4
MAPS = arrays(np.int16, (6, 7), elements=st.integers(0, KINDS))
SIDES = st.tuples(*[st.floats(0, 50, width=32)] * 2, *[st.floats(1, 50, width=32)] * 2)


@given(MAPS, MAPS)
def test_accuracy_and_overlap_agree_with_a_loop_over_pixels(truth: np.ndarray, answer: np.ndarray) -> None:
    table = confusion(truth, answer, KINDS)
    pairs = [(int(t), int(a)) for t, a in zip(truth.ravel(), answer.ravel(), strict=True) if t > 0]
    right = sum(t == a for t, a in pairs)
    if pairs:
        assert pixel_accuracy(table) == pytest.approx(right / len(pairs))
    else:
        assert math.isnan(pixel_accuracy(table))
    for kind, found in enumerate(category_ious(table), start=1):
        both = sum(t == kind and a == kind for t, a in pairs)
        either = sum(kind in (t, a) for t, a in pairs)
        if any(t == kind for t, _ in pairs):
            assert found == pytest.approx(both / either)
        else:
            assert math.isnan(found)


def test_the_mean_iou_of_the_commonest_leaves_rare_categories_out() -> None:
    truth = np.array([[1] * 6, [2] * 4 + [3] * 2])
    answer = np.array([[1] * 6, [2] * 4 + [1] * 2])
    table = confusion(truth, answer, 3)
    assert mean_iou(table, commonest=2) == pytest.approx((6 / 8 + 1.0) / 2)
    assert mean_iou(table) == pytest.approx((6 / 8 + 1.0 + 0.0) / 3)
    assert math.isnan(mean_iou(np.zeros((4, 4), np.int64)))


@given(SIDES, st.lists(SIDES, min_size=1, max_size=4))
def test_overlap_of_boxes_agrees_with_shapely(
    one: tuple[float, ...], others: list[tuple[float, ...]]
) -> None:
    def corners(sides: tuple[float, ...]) -> tuple[float, float, float, float]:
        return sides[0], sides[1], sides[0] + sides[2], sides[1] + sides[3]

    mine = box(*corners(one))
    expected = [mine.intersection(b).area / mine.union(b).area for b in (box(*corners(o)) for o in others)]
    found = iou(np.array(corners(one), np.float32), np.array([corners(o) for o in others], np.float32))
    np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-4)


def test_each_answer_finds_one_box_only() -> None:
    truth = np.array([[0, 0, 10, 10], [1, 1, 11, 11], [40, 40, 50, 50]], np.float32)
    one = np.array([0, 0, 10, 10])
    assert boxes_found(truth, [one], 0.5) == 1
    assert boxes_found(truth, [one, one], 0.5) == 2
    assert boxes_found(truth, [one, one, one], 0.5) == 2
    assert boxes_found(truth, [np.array([40, 40, 44, 44])], 0.5) == 0


def test_cells_that_agree_become_one_thing_and_neighbours_stay_two() -> None:
    left, right = [0.0, 0.0, 10.0, 20.0], [11.0, 0.0, 21.0, 20.0]
    kind = np.array([3, 3, 3, 3, 5])
    score = np.array([0.9, 0.7, 0.8, 0.1, 0.6], np.float32)
    boxes = np.array([left, [1.0, 0.0, 11.0, 20.0], right, left, left], np.float32)
    pair, single, other = proposals(kind, score, boxes)
    np.testing.assert_allclose(pair.box_px, [7 / 16, 0.0, 10 + 7 / 16, 20.0], rtol=1e-5)
    assert (pair.kind, pair.score) == (3, pytest.approx(0.8))
    assert single.box_px.tolist() == right and other.kind == 5


def test_no_sure_cell_means_nothing_proposed() -> None:
    assert proposals(np.array([1]), np.array([0.1], np.float32), np.ones((1, 4), np.float32)) == []


@given(arrays(np.int64, (12, 14), elements=st.integers(0, 2)))
def test_regions_are_scipys_connected_components(kind: np.ndarray) -> None:
    large = np.kron(kind, np.ones((3, 3), np.int64))
    confidence = np.full(large.shape, 0.5, np.float32)
    found = regions(large, confidence, frozenset({0}))
    expected = []
    for one in (1, 2):
        labels, _ = ndimage.label(large == one, np.ones((3, 3)))
        for number, (rows, columns) in enumerate(ndimage.find_objects(labels), start=1):
            if (labels == number).sum() >= LEAST_PIXELS:
                expected.append((one, columns.start, rows.start, columns.stop, rows.stop))
    assert sorted((f.kind, *(int(side) for side in f.box_px)) for f in found) == sorted(expected)
    assert all(f.score == pytest.approx(0.5) for f in found)


def test_a_proposal_for_one_of_two_things_in_a_region_is_kept() -> None:
    pair = [Candidate(1, 0.9, np.array([0, 0, 20, 40], np.float32))]
    left, right = (Candidate(1, 0.9, np.array([x, 0, x + 11, 40], np.float32), 30.0 - x) for x in (0, 9))
    boxes = [thing.box_px.tolist() for thing in joined(pair, [left, right])]
    assert boxes == [[0, 0, 20, 40], [0, 0, 11, 40], [9, 0, 20, 40]]


def test_an_unsure_region_is_no_thing() -> None:
    kind = np.ones((20, 20), np.int64)
    assert regions(kind, np.full((20, 20), 0.1, np.float32), frozenset()) == []
    assert len(regions(kind, np.full((20, 20), 0.9, np.float32), frozenset())) == 1


def test_a_proposal_that_a_region_covers_is_dropped_and_another_kept_at_a_lower_score() -> None:
    seen = [Candidate(1, 0.7, np.array([0, 0, 10, 10], np.float32))]
    same = Candidate(1, 0.9, np.array([1, 0, 10, 10], np.float32), 5.0)
    elsewhere = Candidate(1, 0.8, np.array([30, 0, 40, 10], np.float32), 4.0)
    other_kind = Candidate(2, 0.5, np.array([0, 0, 10, 10], np.float32), 1.0)
    kept = joined(seen, [same, elsewhere, other_kind])
    assert [(thing.kind, thing.score) for thing in kept] == [(1, 0.7), (1, pytest.approx(0.32)), (2, 0.2)]
