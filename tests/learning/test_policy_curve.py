"""The curve of a training: JSON lines for scripts, and files that the real TensorBoard reads."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="the extra `learn` is not installed")

from wayproof.learning.policies.policy_curve import Curve, read_curve, round_line  # noqa: E402


def board(folder: Path) -> dict[str, list[tuple[int, float]]]:
    """Steps and values by tag, as TensorBoard itself reads them."""
    accumulators = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    found = accumulators.EventAccumulator(str(folder / "tensorboard"))
    found.Reload()
    return {
        tag: [(event.step, event.value) for event in found.Scalars(tag)] for tag in found.Tags()["scalars"]
    }


def test_tensorboard_reads_every_figure_while_the_training_goes_on(tmp_path: Path) -> None:
    curve = Curve(tmp_path)
    curve.add(1, {"loss": 0.5, "success": float("nan")})
    curve.add(2, {"loss": 0.25, "success": 1.0, "val_success": 0.75})
    expected = {"loss": [(1, 0.5), (2, 0.25)], "success": [(2, 1.0)], "val_success": [(2, 0.75)]}
    assert board(tmp_path) == expected
    assert read_curve(tmp_path) == {
        1: {"round": 1, "loss": 0.5},
        2: {"round": 2, "loss": 0.25, "success": 1.0, "val_success": 0.75},
    }


def test_rounds_that_are_done_again_count_once(tmp_path: Path) -> None:
    killed = Curve(tmp_path)
    for number in (1, 2, 3):
        killed.add(number, {"loss": float(number)})
    del killed
    gc.collect()
    resumed = Curve(tmp_path)
    for number in (2, 3):
        resumed.add(number, {"loss": 10.0 * number})
    assert board(tmp_path) == {"loss": [(1, 1.0), (2, 20.0), (3, 30.0)]}
    assert {number: row["loss"] for number, row in read_curve(tmp_path).items()} == {1: 1.0, 2: 20.0, 3: 30.0}


def test_the_line_of_a_round_says_how_long_it_will_take() -> None:
    figures = {"agreement": 0.81234, "success": 0.5}
    assert (
        round_line(25, 100, figures, 50.0, 20) == "round 25 of 100: agreement 0.812, success 0.5; 3 min left"
    )
    assert round_line(99, 100, {"loss": 1.0}, 50.0, 20) == "round 99 of 100: loss 1; 2 s left"
