"""The whole way from houses to measured files, what it refuses, and the tables that it fills."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
import typer
from typer.testing import CliRunner

from wayproof.cli.train import app
from wayproof.errors import BrokenFile, InvalidInput
from wayproof.learning.card_tables import BEGIN, END, markdown, rewrite
from wayproof.learning.measured_worlds import Extent
from wayproof.learning.perception_job import run_part
from wayproof.learning.release import finish
from wayproof.learning.train_perception import Job, render_pictures, train_perception
from wayproof.learning.training_images import Plan
from wayproof.learning.world_shares import read_worlds
from wayproof.perception.dense import Dense

ONE_OF_EACH = Extent(1, 1, 1, tune=1, packs=0, scan_like=1)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"hours": 0.0}, "hours is 0.0"),
        ({"hours": float("nan")}, "hours is nan"),
        ({"steps": 0}, "steps is 0"),
        ({"houses": 0}, "houses is 0"),
        ({"resume": True}, "no .*checkpoint.safetensors to resume"),
        ({"worlds": (("castles", 1.0),)}, "castles has no train houses"),
        ({"worlds": (("houses-v1", 0.5),)}, "add up to 0.5"),
        ({"worlds": (("houses-v1", 1.5), ("offices-v1", -0.5))}, "share of offices-v1 is -0.5"),
    ],
)
def test_wrong_options_are_refused_before_anything_is_made(
    tmp_path: Path, changes: dict[str, object], sentence: str
) -> None:
    job = Job(tmp_path / "out", tmp_path / "networks", **changes)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match=sentence):
        train_perception(job, print)
    assert not (tmp_path / "out").exists()


def test_a_folder_with_a_training_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "checkpoint.safetensors").write_bytes(b"precious")
    with pytest.raises(InvalidInput, match="--resume"):
        train_perception(Job(tmp_path, tmp_path), print)
    assert (tmp_path / "checkpoint.safetensors").read_bytes() == b"precious"


def test_finishing_without_a_checkpoint_says_so(tmp_path: Path) -> None:
    with pytest.raises(BrokenFile, match="is not a checkpoint"):
        finish(tmp_path, tmp_path)


def test_shares_of_worlds_are_read_as_they_are_written() -> None:
    assert read_worlds("houses-v1=0.75, shops-v1=0.25") == (("houses-v1", 0.75), ("shops-v1", 0.25))
    with pytest.raises(InvalidInput, match="cannot read 'houses-v1'"):
        read_worlds("houses-v1")
    with pytest.raises(InvalidInput, match="has no train houses"):
        read_worlds("imported/castle=1")


def test_each_house_has_its_world_whatever_is_rendered_before() -> None:
    plan = Plan(worlds=(("houses-v1", 0.7), ("offices-v1", 0.3)))
    found = [plan.world_of(house) for house in range(400)]
    assert found == [plan.world_of(house) for house in reversed(range(400))][::-1]
    assert 0.24 < found.count("offices-v1") / 400 < 0.36
    assert {Plan().world_of(house) for house in range(20)} == {"houses-v1"}


def test_only_one_part_of_the_work_is_asked_for(tmp_path: Path) -> None:
    job = Job(tmp_path, tmp_path / "networks")
    with pytest.raises(InvalidInput, match="give one of them"):
        run_part(job, print, render=True, finish=False, measure=True)
    with pytest.raises(InvalidInput, match="to measure"):
        run_part(job, print, render=False, finish=False, measure=True)


def test_the_command_has_its_options() -> None:
    shown = CliRunner().invoke(app, ["perception", "--help"])
    assert shown.exit_code == 0
    told = "--hours --out --resume --steps --seed --networks --finish --render --measure --beside --worlds"
    for option in told.split():
        assert option in shown.output
    assert isinstance(app, typer.Typer)


def test_a_page_without_marks_is_refused_and_tables_replace_what_was_there() -> None:
    page = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    assert rewrite(page, "new") == f"before\n{BEGIN}\n\nnew\n\n{END}\nafter\n"
    with pytest.raises(BrokenFile, match="measured: begin"):
        rewrite("nothing", "new")


@pytest.mark.slow
def test_from_houses_to_measured_files_and_on_after_a_stop(tmp_path: Path) -> None:
    first = Job(
        tmp_path, tmp_path / "networks", steps=4, houses=2, extent=ONE_OF_EACH, worlds=(("houses-v1", 1.0),)
    )
    render_pictures(first, print)
    rendered = sorted(path.stat().st_mtime_ns for path in first.pictures.glob("house-*"))
    job = first
    card = train_perception(job, print)
    assert card["training"]["step"] == 4
    assert sorted(path.stat().st_mtime_ns for path in job.pictures.glob("house-*")) == rendered
    assert max(card["torch_difference"].values()) < 1e-3
    again = train_perception(
        Job(tmp_path, tmp_path / "networks", steps=5, houses=2, resume=True, extent=ONE_OF_EACH),
        print,
    )
    assert again["training"]["step"] == 5
    stored = msgspec.json.decode((tmp_path / "networks" / "dense.json").read_bytes())
    assert stored["fine"] == stored["outline"]["shipped"]
    assert stored["val"]["pictures"] == again["val"]["pictures"] == 25
    tables = markdown(stored)
    assert "| box AP (COCO) |" in tables and "| confidence of a pixel | val | test | val as scans |" in tables
    assert Dense(tmp_path / "networks" / "dense.onnx").categories == tuple(stored["categories"])
    assert (tmp_path / "gallery.jpg").stat().st_size > 1000


def _wayproof(*words: object, check: int = 0) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "wayproof", *map(str, words)]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == check, done.stderr
    return done


@pytest.mark.slow
def test_a_policy_is_trained_resumed_and_run_from_the_command_line(tmp_path: Path) -> None:
    """A few rounds: nothing is learnt, but every file is there and the agent runs."""
    words = [
        "train",
        "pointnav",
        "--frames",
        "2048",
        "--houses",
        "4",
        "--sensors",
        "blind",
        "-o",
        tmp_path / "t",
    ]
    first = _wayproof(*words, "--format", "json")
    assert '"name": "pointnav_blind"' in first.stdout
    again = _wayproof(*words, "--format", "json")
    assert "resuming the training" in again.stderr and again.stdout == first.stdout
    names = {file.name for file in (tmp_path / "t").iterdir()}
    assert {"recipe.json", "checkpoint.safetensors", "curve.jsonl", "pointnav_blind.onnx"} <= names
    policy = tmp_path / "t" / "pointnav_blind.onnx"
    ran = _wayproof("run", "smoke", "--agent", policy, "-o", tmp_path / "run", "--format", "json")
    assert '"agent": "pointnav_blind"' in ran.stdout
    wrong = _wayproof("train", "pointnav", "--sensors", "sonar", "-o", tmp_path / "w", check=3)
    assert "--sensors is 'sonar'; give blind, rgb, depth, rgbd" in wrong.stderr
