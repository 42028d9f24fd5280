"""Average precision against pycocotools on drawn boxes and masks, and calibration against a plain loop."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pycocotools import mask as coco_mask
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

from wayproof.perception.average_precision import (
    OVERLAPS,
    MatchedImages,
    average_precisions,
    box_areas,
    box_overlaps,
    mask_overlaps,
    matched,
    mean_average_precision,
)
from wayproof.perception.confidence_calibration import calibration_error, overconfidence, reliability
from wayproof.seeding import generator_for

SIDE = 40
LEAST_PX = 60.0
CATEGORIES = (1, 2, 3)


def drawn_boxes(rng: np.random.Generator, count: int) -> np.ndarray:
    low = rng.integers(0, SIDE - 12, (count, 2))
    return np.concatenate([low, low + rng.integers(3, 13, (count, 2))], axis=1).astype(float)


def drawn(seed: int) -> list[tuple[int, int, np.ndarray, np.ndarray, np.ndarray]]:
    """Image, category, true boxes, answered boxes (some near a true one) and scores."""
    rng = generator_for(seed, "average precision")
    rows = []
    for image in range(6):
        for category in CATEGORIES:
            things = drawn_boxes(rng, int(rng.integers(0, 4)))
            near = things[rng.random(len(things)) < 0.8] + rng.integers(-2, 3, (1, 4))
            near[:, 2:] = np.maximum(near[:, 2:], near[:, :2] + 1)
            answers = np.clip(np.concatenate([near, drawn_boxes(rng, int(rng.integers(0, 3)))]), 0, SIDE)
            scores = rng.integers(1, 2000, len(answers)) / 2000.0
            rows.append((image, category, things, answers, scores))
    return rows


def masks_of(boxes: np.ndarray) -> np.ndarray:
    """Boxes without their upper left pixel, so that a mask is not its box."""
    masks = np.zeros((len(boxes), SIDE, SIDE), np.bool_)
    for mask, (left, top, right, bottom) in zip(masks, boxes.astype(int), strict=True):
        mask[top:bottom, left:right] = True
        mask[top, left] = False
    return masks


def ours(seed: int, kind: str) -> tuple[float, float] | None:
    images = MatchedImages()
    for image, category, things, answers, scores in drawn(seed):
        if kind == "bbox":
            overlap, areas, true = box_overlaps(answers, things), box_areas(answers), box_areas(things)
        else:
            mine, theirs = masks_of(answers), masks_of(things)
            overlap = mask_overlaps(mine, theirs)
            areas, true = mine.sum((1, 2)).astype(float), theirs.sum((1, 2)).astype(float)
        images.add(category, image, matched(overlap, scores, areas, true, least_px=LEAST_PX))
    return mean_average_precision(images.ranked(6), np.ones(6, np.int64))


def theirs(seed: int, kind: str) -> tuple[float, float]:
    things: list[dict[str, Any]] = []
    answers: list[dict[str, Any]] = []
    for image, category, true, found, scores in drawn(seed):
        for target, boxes, extra in ((things, true, None), (answers, found, scores)):
            for number, (box, mask) in enumerate(zip(boxes, masks_of(boxes), strict=True)):
                left, top, right, bottom = box.tolist()
                row = {
                    "image_id": image,
                    "category_id": category,
                    "bbox": [left, top, right - left, bottom - top],
                    "segmentation": coco_mask.encode(np.asfortranarray(mask.astype(np.uint8))),
                    "area": (right - left) * (bottom - top) if kind == "bbox" else float(mask.sum()),
                    "iscrowd": 0,
                    "id": len(target) + 1,
                }
                target.append(row if extra is None else row | {"score": float(extra[number])})
    truth = COCO()
    truth.dataset = {
        "info": {},
        "images": [{"id": image, "height": SIDE, "width": SIDE} for image in range(6)],
        "annotations": things,
        "categories": [{"id": category} for category in CATEGORIES],
    }
    with contextlib.redirect_stdout(io.StringIO()):
        truth.createIndex()
        found_set = COCO()
        found_set.dataset = truth.dataset | {"annotations": answers}
        found_set.createIndex()
        score = COCOeval(truth, found_set, kind)
        score.params.areaRng, score.params.areaRngLbl = [[LEAST_PX, 1e10]], ["all"]
        score.evaluate()
        score.accumulate()
    table = score.eval["precision"][:, :, :, 0, -1]  # demands, recalls, categories
    kept = table[:, :, (table > -1).any(axis=(0, 1))]
    return float(kept.mean()), float(kept[0].mean())


@pytest.mark.parametrize("kind", ["bbox", "segm"])
@pytest.mark.parametrize("seed", range(12))
def test_average_precision_is_that_of_pycocotools(seed: int, kind: str) -> None:
    assert ours(seed, kind) == pytest.approx(theirs(seed, kind), abs=1e-9)


def test_a_perfect_detector_has_one_and_one_that_finds_half_has_half() -> None:
    one = np.array([1.0])
    areas, pair = np.array([100.0]), np.array([100.0, 100.0])
    perfect = matched(np.array([[1.0]]), one, areas, areas)
    half = matched(np.array([[1.0, 0.0]]), one, areas, pair)
    for found, expected in ((perfect, 1.0), (half, 51 / 101)):
        images = MatchedImages()
        images.add(1, 0, found)
        (row,) = images.ranked(1).values()
        precisions = average_precisions(row, np.ones(1, np.int64))
        assert precisions is not None and precisions.tolist() == pytest.approx([expected] * len(OVERLAPS))


def test_counting_a_group_twice_is_as_if_its_images_were_there_twice() -> None:
    once, twice = MatchedImages(), MatchedImages()
    for image, category, things, answers, scores in drawn(3):
        sizes = box_areas(answers), box_areas(things)
        found = matched(box_overlaps(answers, things), scores, *sizes)
        once.add(category, image, found)
        for _ in range(2 if image == 2 else 1):
            twice.add(category, image, found)
    weighted = mean_average_precision(once.ranked(6), np.array([1, 1, 2, 1, 1, 1]))
    assert weighted == pytest.approx(mean_average_precision(twice.ranked(6), np.ones(6, np.int64)), abs=1e-9)


def test_what_is_too_small_is_neither_asked_for_nor_held_against_an_answer() -> None:
    images = MatchedImages()
    overlap = np.array([[0.9, 0.0], [0.0, 0.9], [0.0, 0.0]])
    images.add(
        1,
        0,
        matched(
            overlap, np.array([0.9, 0.8, 0.7]), *map(np.array, ([9.0, 99.0, 9.0], [9.0, 99.0])), least_px=50.0
        ),
    )
    assert images.found[1][0][1].wanted == 1
    found = mean_average_precision(images.ranked(1), np.ones(1, np.int64))
    assert found is not None and found[1] == pytest.approx(1.0)
    assert mean_average_precision(MatchedImages().ranked(1), np.ones(1, np.int64)) is None


@settings(max_examples=30)
@given(st.lists(st.tuples(st.floats(0.0, 1.0), st.booleans()), min_size=1, max_size=60))
def test_calibration_agrees_with_a_loop_over_answers(answers: list[tuple[float, bool]]) -> None:
    bins = 5
    table = reliability(
        np.array([sure for sure, _ in answers]), np.array([right for _, right in answers]), bins=bins
    )
    error = 0.0
    for number in range(bins):
        mine = [(sure, right) for sure, right in answers if min(int(sure * bins), bins - 1) == number]
        if mine:
            confidence = sum(sure for sure, _ in mine) / len(mine)
            error += len(mine) / len(answers) * abs(confidence - sum(right for _, right in mine) / len(mine))
    assert calibration_error(table) == pytest.approx(error)
    surplus = sum(sure - right for sure, right in answers) / len(answers)
    assert overconfidence(table) == pytest.approx(surplus)


def test_no_answers_have_no_calibration_error() -> None:
    table = reliability(np.empty(0), np.empty(0, np.bool_))
    assert calibration_error(table) is None and overconfidence(table) is None
