"""What speaks for and against a target, on hand-made images: claims that agree, and second looks."""

from __future__ import annotations

import numpy as np
from plain_room import brief_of

from wayproof.agents.exploring.seen_target import LEAST_AGREEMENT, SeenTarget
from wayproof.agents.mapping.depth_projection import MapPose
from wayproof.agents.mapping.occupancy_map import OccupancyMap
from wayproof.agents.mapping.target_evidence import TargetEvidence
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.seeing.perception import SeenImage

NAMES = np.array(["", "couch", "bench", "wall"])
COUCH, BENCH, WALL = 1, 2, 3
START = MapPose(0.0, 0.0, 0.0)
HERE = np.array([[1.01, 0.01], [1.03, 0.02]])
THERE = np.array([[4.01, 2.01]])


def image(label: int, confidence: float = 0.9, depth_m: float = 0.8) -> SeenImage:
    """A wall at 3 m with a square of 24 x 24 pixels of something before it."""
    labels, depths = np.full((48, 64), WALL), np.full((48, 64), 3.0, np.float32)
    sure = np.full((48, 64), 0.9, np.float32)
    square = (slice(12, 36), slice(20, 44))
    labels[square], depths[square], sure[square] = label, depth_m, confidence
    return SeenImage(labels, NAMES, sure, depths)


def sighting() -> SeenTarget:
    return SeenTarget(Navigator(brief_of()), 0.5)


def test_agreement_is_the_share_of_what_was_seen_there_that_showed_the_target() -> None:
    evidence = TargetEvidence(OccupancyMap(0.2))
    assert evidence.agreement(HERE) == 0.0
    evidence.add(np.repeat(HERE, 3, axis=0), START)
    assert evidence.agreement(HERE) == 1.0
    evidence.deny(np.repeat(HERE, 6, axis=0))
    assert evidence.agreement(HERE) == 6 / (6 + 12)
    assert evidence.agreement(np.array([[1e6, 0.0]])) == 0.0


def test_looks_count_places_not_images() -> None:
    evidence = TargetEvidence(OccupancyMap(0.2))
    assert evidence.looks(HERE) == 0
    for x_m, looks in ((0.0, 1), (0.0, 1), (0.1, 1), (0.3, 2), (0.35, 2), (0.6, 3)):
        evidence.add(HERE, MapPose(x_m, 0.0, 0.0))
        assert evidence.looks(HERE) == looks
    assert evidence.looks(THERE) == 0


def test_doubtful_places_come_in_the_order_of_what_speaks_for_them() -> None:
    evidence = TargetEvidence(OccupancyMap(0.2))
    assert evidence.best_doubtful() is None
    evidence.add(np.concatenate([np.repeat(HERE, 40, axis=0), np.repeat(THERE, 45, axis=0)]), START)
    evidence.deny(np.repeat(HERE, 80, axis=0))
    first = evidence.best_doubtful()
    assert first is not None and np.allclose(first, THERE, atol=0.03)  # less for it, but nothing against it
    evidence.dismiss(first)
    second = evidence.best_doubtful()
    assert second is not None and np.allclose(second, HERE[:1], atol=0.03)
    evidence.dismiss(second)
    assert evidence.best_doubtful() is None
    evidence.add(np.repeat(THERE, 90, axis=0), START)
    assert evidence.best_doubtful() is None, "a place gets one second look"


def test_saved_evidence_goes_on_as_it_was() -> None:
    evidence, other = TargetEvidence(OccupancyMap(0.2)), TargetEvidence(OccupancyMap(0.2))
    evidence.add(np.concatenate([np.repeat(HERE, 40, axis=0), THERE]), START)
    evidence.deny(HERE)
    other.restore(evidence.save())
    for each in (evidence, other):
        each.add(HERE, MapPose(0.1, 0.0, 0.0))
    assert other.agreement(HERE) == evidence.agreement(HERE) < 1.0
    assert other.looks(HERE) == evidence.looks(HERE) == 1
    assert np.array_equal(other.best_doubtful(), evidence.best_doubtful())


def test_a_couch_that_was_a_bench_in_most_images_is_not_agreed_upon() -> None:
    seen = sighting()
    seen.note(image(COUCH), ("couch",), 0.0)
    assert seen.view.pixels > 0 and seen.agreed and not seen.confirmed
    for benches, agreed in ((1, True), (9, False)):
        for label in (*[BENCH] * benches, COUCH, COUCH):
            seen.note(image(label), ("couch",), 0.0)
        assert seen.view.pixels > 0 and seen.agreed is agreed
    assert 0.0 < seen.evidence.agreement(seen.map.points_m()) < LEAST_AGREEMENT


def test_a_second_place_confirms() -> None:
    seen = sighting()
    seen.note(image(COUCH), ("couch",), 0.0)
    seen._navigator.pose = MapPose(0.25, 0.0, 0.0)
    seen.note(image(COUCH, depth_m=0.55), ("couch",), 0.0)
    assert seen.agreed and seen.confirmed


def test_what_is_set_aside_is_not_believed_until_there_is_nothing_else_to_see() -> None:
    seen = sighting()
    seen.note(image(COUCH), ("couch",), 0.0)
    seen.set_aside()
    assert not len(seen.map.points_m())
    seen.note(image(COUCH), ("couch",), 0.0)
    assert not len(seen.map.points_m()) and seen.view.pixels == 0
    assert seen.go_back() and len(seen.map.points_m())
    seen.note(image(COUCH), ("couch",), 0.0)
    assert seen.view.pixels > 0 and seen.agreed and seen.confirmed


def test_nothing_is_doubted_where_labels_are_true() -> None:
    seen = SeenTarget(Navigator(brief_of()), 0.0)
    seen.note(image(COUCH), ("couch",), 0.0)
    assert seen.agreed and seen.confirmed and not seen.go_back()
