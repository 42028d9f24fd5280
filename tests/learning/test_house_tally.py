"""Accuracies of houses: what counts, bounds by drawing houses again, and differences in pairs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from painted_houses import CATEGORIES, paint_shards

from wayproof.learning.card_tables import markdown
from wayproof.learning.evaluation import accuracies, measured
from wayproof.learning.export import export
from wayproof.learning.house_tally import (
    Accuracies,
    HouseTally,
    Tallies,
    bounds_by_house,
    differences_by_house,
    resampled,
)
from wayproof.learning.network import Sizes
from wayproof.learning.training_loop import Learner
from wayproof.perception.dense import Dense
from wayproof.perception.phrases import Words

KINDS = 2


def house(right: int, wrong: int, *, found: int = 0, people: int = 0) -> HouseTally:
    """One whose pixels of category 1 were named rightly or as category 2 so many times."""
    tally = HouseTally(np.array([[0, 0, 0], [0, right, wrong], [0, 0, 0]]), depth=[0.1 * right])
    tally.reliability[0] = (right + wrong, 0.8 * (right + wrong), right)
    if people:
        tally.count("person", found, people)
    return tally


def test_a_house_that_counts_twice_counts_as_two() -> None:
    pair = Accuracies(Tallies([house(3, 1, found=1, people=2), house(0, 4)]))
    triple = Accuracies(Tallies([house(3, 1, found=1, people=2), house(0, 4), house(0, 4)]))
    twice, thrice = pair.all(np.array([1, 2])), triple.all(np.ones(3, np.int64))
    assert twice == thrice
    assert twice["pixel_accuracy"] == pytest.approx(3 / 12)
    assert twice["person"] == pytest.approx(0.5)
    assert twice["calibration_error"] == pytest.approx(0.8 - 3 / 12)
    assert twice["box_ap"] is None


def test_bounds_are_those_of_houses_and_not_of_pixels() -> None:
    alike = Accuracies(Tallies([house(3, 1)] * 8))
    assert bounds_by_house(8, alike.all)["pixel_accuracy"] == (0.75, 0.75)
    unlike = Accuracies(Tallies([house(400, 0), house(0, 400)] * 4))
    low, high = bounds_by_house(8, unlike.all)["pixel_accuracy"]
    # Eight throws of a fair coin: 95 % of the shares lie from 1/8 to 7/8.
    assert low + high == pytest.approx(1.0) and 0.1 < low < 0.3
    assert bounds_by_house(4, Accuracies(Tallies([house(3, 1)] * 4)).all) == {}


def test_the_same_houses_are_drawn_every_time() -> None:
    for one, other in zip(resampled(7, 5), resampled(7, 5), strict=True):
        assert one.tolist() == other.tolist() and one.sum() == 7


def test_a_difference_is_bounded_in_pairs() -> None:
    old = Accuracies(Tallies([house(10 * k, 100 - 10 * k) for k in range(1, 9)]))
    new = Accuracies(Tallies([house(10 * k + 5, 95 - 10 * k) for k in range(1, 9)]))
    found = differences_by_house(new, old)["pixel_accuracy"]
    assert found == {"difference": 0.05, "bounds": (0.05, 0.05)}


def test_measured_pictures_have_precision_calibration_and_bounds(tmp_path: Path) -> None:
    torch.set_num_threads(1)
    words = Words(CATEGORIES)
    learner = Learner(words, Sizes((16, 16, 16, 16), (1, 1, 1), 16, 16, 8))
    export(learner, words, tmp_path / "tiny.onnx")
    perceiver = Dense(tmp_path / "tiny.onnx")
    found = measured(
        accuracies(perceiver, paint_shards(tmp_path / "val", 6, pictures=1, stride=1)),
        CATEGORIES,
        resamples=20,
    )
    assert found.houses == found.pictures == 6
    assert found.box_ap is not None and 0.0 <= found.box_ap <= 1.0
    assert found.calibration_error is not None and found.overconfidence is not None
    assert sum(count for count, _, _ in found.reliability) == 6 * 168 * 224
    low, high = found.bounds["pixel_accuracy"]
    assert low <= found.pixel_accuracy <= high


def test_tables_say_what_a_card_holds() -> None:
    row = {
        "pictures": 50,
        "houses": 2,
        "people": 3,
        "phrases": 4,
        "attributes": {"colour": 0.5},
        "bounds": {"box_ap": [0.1, 0.3], "person": [0.2, 0.4]},
        "reliability": [[30, 0.5, 0.4], [70, 1.0, 0.9]],
        "iou": {"wall": 0.9, "cup": 0.01},
    }
    names = (
        "pixel_accuracy mean_iou_commonest mean_iou person_recall person_precision person_recall_sure "
        "person_precision_sure phrase_to_thing phrase_to_patch depth_error box_ap box_ap50 mask_ap mask_ap50 "
        "calibration_error overconfidence"
    )
    row |= dict.fromkeys(names.split(), 0.25)
    fault, crack = row | {"severity": 0.5}, row | {"severity": 1.0, "mask_ap": 0.125}
    card = {
        "training": {"step": 1, "recipe": {"steps": 1, "batch": 8, "seed": 0, "supply": {"all": 3}}},
        "int8": {"frames_per_second": {"float32": 1.0, "int8": 2.0}, "shipped": True},
        "val": row,
        "test": row,
        "corrupted_pictures": 10,
        "corrupted": {
            "0.5": {"clean": row, "fog": fault, "camera_crack": crack, "rgb_lag": fault},
            "1": {"clean": row, "fog": crack, "camera_crack": crack, "rgb_lag": row | {"severity": 1.0}},
        },
        "beside_older": {
            kind: {"box_ap": {"difference": 0.02, "bounds": [0.01, 0.03]}} for kind in ("val", "test")
        },
    }
    tables = markdown(card)
    assert "| box AP (COCO) | 25.0% (10.0 to 30.0) |  |  | 25.0% (10.0 to 30.0) |" in tables
    assert "| people found, within 5 m, IoU 0.5 | 25.0% (20.0 to 40.0) | > 90% | **no** |" in tables
    assert "| fog | 0.5 | 25.0% (10.0 to 30.0)" in tables and "| fog | 1 | 25.0% (10.0 to 30.0)" in tables
    assert tables.count("| camera_crack | 1 | 25.0% (10.0 to 30.0) | 12.5% |") == 1
    assert "changes no single picture: rgb_lag." in tables and "| rgb_lag | 1 |" not in tables
    assert "| 40% to 60% | 40% of 30.0% | 40% of 30.0% |" in tables
    assert "| 90% to 100% | 90% of 70.0% | 90% of 70.0% |" in tables
    assert "| box AP (COCO) | +2.0% (+1.0 to +3.0) | +2.0% (+1.0 to +3.0) |" in tables
    assert "Below 5 % IoU (1): cup." in tables
