"""Static against embodied: the accuracy on a network's card, set beside a real run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from small_suites import SEEING, run_small, small_suite
from typer.testing import CliRunner

from wayproof.cli import app
from wayproof.errors import BrokenFile, InvalidInput
from wayproof.perception import network_card
from wayproof.results.run_folder import read_run
from wayproof.results.static_vs_embodied import StaticStudy, static_study

FAULTS = ("speckle_noise:1", "black_out:1", "flare:1", "defocus_navtrust:1")
ACCURACY = {"clean": 0.9, "speckle_noise": 0.5, "black_out": 0.2, "flare": 0.8, "defocus_navtrust": 0.7}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("static")
    run_small(small_suite(*FAULTS, "motor_failure"), folder, agent=SEEING)
    return folder


@pytest.fixture
def card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    table = {name: {"pixel_accuracy": value, "mean_iou": value / 2} for name, value in ACCURACY.items()}
    file = tmp_path / "dense.json"
    file.write_text(json.dumps({"corrupted": {"1": table}, "anything": "else"}))
    monkeypatch.setattr(network_card, "NETWORKS", tmp_path)
    return file


def study(run: Path) -> StaticStudy:
    return static_study(read_run(run), network_card.pixel_accuracies("dense"), "dense")


def test_losses_stand_side_by_side_the_worst_first_and_other_faults_are_left_out(
    run: Path, card: Path
) -> None:
    found = study(run)
    assert [row.corruption for row in found.rows] == [
        "black_out",
        "speckle_noise",
        "defocus_navtrust",
        "flare",
    ]
    assert [row.pixels_lost for row in found.rows] == [0.7, 0.4, 0.2, 0.1]
    assert all(row.success == 1.0 and row.success_lost == 0.0 and row.episodes == 4 for row in found.rows)
    # The expert does not look: nothing was lost, so there are no ranks to compare, and it says so.
    assert found.rank_correlation is None and "same" in found.cautions[0]


def test_the_command_prints_the_table_and_what_cannot_be_told(run: Path, card: Path) -> None:
    done = CliRunner().invoke(app, ["static", str(run)])
    assert done.exit_code == 0
    assert "black_out" in done.stdout and "rank correlation: unknown" in done.stderr


def test_a_card_without_numbers_and_a_run_without_rgb_faults_are_refused(
    run: Path, card: Path, tmp_path: Path
) -> None:
    card.write_text(json.dumps({"corrupted": {"0.5": {"clean": {"pixel_accuracy": 1, "mean_iou": 1}}}}))
    with pytest.raises(InvalidInput, match="static-vision"):
        study(run)
    card.write_text("{}")
    with pytest.raises(BrokenFile, match="no accuracy under faults"):
        study(run)
