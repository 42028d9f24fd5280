"""Corruptions in training code: pickled, counted and drawn apart; folders in the order people number them."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from wayproof.corruptions.augmentation import augmentation
from wayproof.corruptions.files import Order, Outcome, planned

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_a_pickled_augmentation_draws_as_the_one_it_was_made_from() -> None:
    augment = augmentation(["speckle_noise:0.1..0.9"], seed=4)
    frame = np.full((16, 16, 3), 128, np.uint8)
    augment(image=frame)
    copy = pickle.loads(pickle.dumps(augment))
    assert np.array_equal(copy(image=frame)["image"], augment(image=frame)["image"])


@pytest.mark.slow
def test_two_spawned_workers_give_no_duplicates_in_two_epochs() -> None:
    pytest.importorskip("torch")
    done = subprocess.run(
        [sys.executable, EXAMPLES / "torch_dataloader.py"], capture_output=True, text=True, check=True
    )
    assert done.stdout == "32 of 32 pictures differ\n"


def test_the_files_of_a_folder_are_steps_in_natural_order(tmp_path: Path) -> None:
    for name in ("f10.png", "f2.png", "f1.png"):
        (tmp_path / name).write_bytes(b"")
    jobs = planned(tmp_path, tmp_path / "out", Order(("fog:0.5",)), Outcome())
    assert [(job.source.name, job.step) for job in jobs] == [("f1.png", 0), ("f2.png", 1), ("f10.png", 2)]


def test_corrupted_files_say_what_is_only_approximated(tmp_path: Path) -> None:
    import cv2
    import msgspec
    from typer.testing import CliRunner

    from wayproof.cli import app

    cv2.imwrite(str(tmp_path / "a.png"), np.full((24, 32, 3), 90, np.uint8))
    ordered = ["corrupt", str(tmp_path / "a.png"), str(tmp_path / "b.png"), "--with", "camera_pose_shift:0.5"]
    told = CliRunner().invoke(app, [*ordered, "--with", "speckle_noise:0.2", "--format", "json"])
    rows = msgspec.json.decode(told.stdout)["corruptions"]
    assert "turn alone" in rows[0]["approximation"] and not rows[1]["approximation"]
