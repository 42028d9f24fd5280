"""Oracles on literal examples: what is right is not flagged, and what is wrong is called by its name."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayproof.agents.contract.capabilities import Detection
from wayproof.testing.oracles.detection_match import assignment_error, matched
from wayproof.testing.oracles.label_distance import label_distance
from wayproof.testing.oracles.route import ndtw
from wayproof.testing.oracles.step_facts import to_map, to_world
from wayproof.vocabulary import Pose

NAMES = st.sampled_from(["mug", "chair", "office_chair", "bed", "couch", "table_lamp", "floor_lamp", ""])
BOXES = st.tuples(st.integers(0, 40), st.integers(0, 40), st.integers(1, 40), st.integers(1, 40)).map(
    lambda box: (box[0], box[1], box[0] + box[2], box[1] + box[3])
)
DETECTIONS = st.lists(st.builds(Detection, NAMES.filter(bool), BOXES, st.just(1.0)), max_size=6)


@given(NAMES, NAMES)
def test_label_distance_is_symmetric_and_within_its_scale(one: str, other: str) -> None:
    assert label_distance(one, other) == label_distance(other, one)
    assert 0.0 <= label_distance(one, other) <= 1.0
    assert (label_distance(one, other) == 0.0) == (one == other)


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ("chair", "office_chair", 0.1),
        ("table_lamp", "floor_lamp", 0.3),
        ("", "mug", 0.8),
        ("bed", "mug", 0.9),
    ],
)
def test_label_distance_follows_the_papers_scale(one: str, other: str, distance: float) -> None:
    assert label_distance(one, other) == distance


@given(DETECTIONS, DETECTIONS)
def test_the_assignment_error_is_a_share_and_nothing_for_the_truth(true, own) -> None:
    assert assignment_error(true, true) == 0.0
    assert 0.0 <= assignment_error(true, own) <= 1.0
    assert assignment_error(true, own) == pytest.approx(assignment_error(own, true))


def test_two_chairs_may_be_told_apart_or_seen_as_one_region() -> None:
    chairs = [Detection("chair", (0, 0, 10, 10), 1.0), Detection("chair", (10, 0, 20, 10), 1.0)]
    region = [Detection("chair", (0, 0, 20, 10), 1.0)]
    assert matched(chairs, region, chairs).error == matched(chairs, region, region).error == 0.0
    assert matched(chairs, region, region).label_gaps == (0.0, 0.0)


def test_what_is_missed_and_what_is_made_up_count_whole() -> None:
    mug, bed = Detection("mug", (0, 0, 10, 10), 1.0), Detection("bed", (50, 50, 60, 60), 1.0)
    found = matched([mug], [mug], [bed])
    assert found.error == 1.0 and found.label_gaps == (1.0,) and found.hallucinated == (bed,)


def test_ndtw_is_one_on_the_way_and_falls_with_distance() -> None:
    way = np.column_stack([np.arange(0.0, 5.0, 0.25), np.zeros(20)])
    assert ndtw(way, way) == 1.0
    assert ndtw(way + (0.0, 3.0), way) == pytest.approx(math.exp(-1.0))


@given(st.floats(-3, 3), st.floats(-5, 5), st.floats(-5, 5))
def test_the_map_of_an_agent_and_the_world_are_one(heading: float, x: float, z: float) -> None:
    start = Pose(1.0, 0.0, -2.0, heading)
    assert to_world(start, to_map(start, (x, z))) == pytest.approx((x, z), abs=1e-9)


def test_ahead_is_minus_z_and_left_is_minus_x() -> None:
    assert to_map(Pose(0.0, 0.0, 0.0), (0.0, -2.0)) == pytest.approx((2.0, 0.0))
    assert to_map(Pose(0.0, 0.0, 0.0), (-3.0, 0.0)) == pytest.approx((0.0, 3.0))
