"""`wayproof train pointnav` as a user meets it: the card, the curve, refusals, Ctrl-C, a large encoder."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

torch = pytest.importorskip("torch", reason="the extra `learn` is not installed")

from safetensors.torch import save_file  # noqa: E402

from wayproof.agents.learned.policy_card import read_card  # noqa: E402
from wayproof.agents.learned.policy_inputs import InputForm  # noqa: E402
from wayproof.cli.train import app  # noqa: E402
from wayproof.errors import BrokenFile, InvalidInput  # noqa: E402
from wayproof.learning.policies import policy_job  # noqa: E402
from wayproof.learning.policies.dagger import DaggerRecipe  # noqa: E402
from wayproof.learning.policies.episode_supply import Supply  # noqa: E402
from wayproof.learning.policies.policy_curve import read_curve  # noqa: E402
from wayproof.learning.policies.policy_job import run_job  # noqa: E402
from wayproof.learning.policies.policy_network import PolicySizes  # noqa: E402
from wayproof.learning.policies.policy_recipe import PolicyRecipe, begin_network  # noqa: E402
from wayproof.learning.policies.policy_tasks import PolicyJob, maker_for, recipe_for  # noqa: E402
from wayproof.learning.policies.policy_trainer import train_policy  # noqa: E402
from wayproof.learning.policies.residual_encoder import Trunk  # noqa: E402
from wayproof.vocabulary import Settings  # noqa: E402


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"sensors": "lidar"}, "--sensors is 'lidar'; give blind, rgb, depth, rgbd"),
        ({"reinforced": 1.0}, "--ppo is 1; give a share"),
        ({"houses": 3}, "--houses is 3; give 4 or more"),
        ({"hours": float("nan")}, "--hours is nan; give a number above 0"),
        ({"hours": -1.0}, "--hours is -1"),
        ({"encoder": "vit"}, "the encoder is 'vit'; give small or resnet18"),
        ({"encoder": "resnet18", "sensors": "blind"}, "a blind policy has no encoder"),
        ({"encoder": "resnet18", "frozen": True}, "needs trained weights; give --encoder-weights"),
        ({"encoder_weights": Path("none.safetensors")}, "add --encoder resnet18"),
    ],
)
def test_wrong_options_are_refused_before_anything_is_made(
    tmp_path: Path, changes: dict[str, object], sentence: str
) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        run_job(replace(PolicyJob(tmp_path / "out"), **changes), print)  # type: ignore[arg-type]
    assert not (tmp_path / "out").exists()


def test_a_file_that_holds_no_encoder_is_refused(tmp_path: Path) -> None:
    job = PolicyJob(tmp_path / "out", encoder="resnet18", encoder_weights=tmp_path / "none.safetensors")
    with pytest.raises(BrokenFile, match="none.safetensors is not a safetensors file"):
        run_job(job, print)


@pytest.mark.slow
def test_the_card_says_how_it_was_made_and_the_curve_how_it_went(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy_job, "VAL_HOUSES", 1)
    monkeypatch.setattr(policy_job, "VAL_EPISODES", 3)
    words = ["pointnav", "--sensors", "blind", "--frames", "2048", "--houses", "4", "-o", str(tmp_path / "t")]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert "round 2 of 2: loss" in done.stderr and "0 s left" in done.stderr
    made = read_card(tmp_path / "t" / "pointnav_blind.json").made
    assert made["command"] == (
        "wayproof train pointnav --sensors blind --frames 2048 --houses 4 --seed 0 --threads 1 -o t"
    )
    assert made["features that help stopping"] == ["min(r, 1)", "exp(-r)", "exp(-r/0.3)"]
    assert made["faults seen"] == [] and made["frames"] == 2048
    curve = read_curve(tmp_path / "t")
    assert list(curve) == [1, 2] and "val_success" in curve[2]
    files = [tmp_path / "t" / f"pointnav_blind.{kind}" for kind in ("onnx", "safetensors")]
    before = [file.read_bytes() for file in files]
    again = CliRunner().invoke(app, words)
    assert again.exit_code == 0 and "resuming the training" in again.stderr
    assert [file.read_bytes() for file in files] == before


@pytest.mark.slow
def test_ctrl_c_ends_with_130_and_says_how_to_resume(tmp_path: Path) -> None:
    # A shell's background jobs ignore Ctrl-C, and so would what they start.
    heeding = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    words = [sys.executable, "-c", f"{heeding}from wayproof.cli import main; main()", "train", "pointnav"]
    words += ["--sensors", "blind", "--houses", "4", "--frames", "100000000", "-o", str(tmp_path / "t")]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and not (tmp_path / "t" / "curve.jsonl").exists():
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == 130, said
    assert f"stopped; repeat the same command to resume the training in {tmp_path / 't'}" in said
    assert "Traceback" not in said


@pytest.mark.slow
def test_a_training_that_was_killed_resumes_to_the_same_curve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed without warning, between two checkpoints: every round of the curve comes out the same."""
    small = {"VAL_HOUSES": 1, "VAL_EPISODES": 3, "SAVE_EVERY": 2}
    given = "; ".join(f"policy_job.{name} = {value}" for name, value in small.items())
    code = (
        f"from wayproof.learning.policies import policy_job; {given}; from wayproof.cli import main; main()"
    )
    words = ["pointnav", "--sensors", "blind", "--houses", "4", "--frames", "7168", "-o"]
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "train", *words, str(killed)], stderr=subprocess.DEVNULL
    )
    while process.poll() is None and _rounds(killed) < 3:
        time.sleep(0.02)
    process.kill()
    process.wait()
    assert 3 <= _rounds(killed) < 7, "it was killed on its way"
    for name, value in small.items():
        monkeypatch.setattr(policy_job, name, value)
    for folder in (killed, whole):
        done = CliRunner().invoke(app, [*words, str(folder)])
        assert done.exit_code == 0, done.output
    resumed, unbroken = read_curve(killed), read_curve(whole)
    assert resumed == unbroken and sorted(unbroken) == [1, 2, 3, 4, 5, 6, 7]
    files = [folder / "pointnav_blind.safetensors" for folder in (killed, whole)]
    assert files[0].read_bytes() == files[1].read_bytes()


def _rounds(folder: Path) -> int:
    return len(read_curve(folder)) if (folder / "curve.jsonl").exists() else 0


@pytest.mark.slow
def test_a_frozen_encoder_keeps_its_trained_weights_and_resumes(tmp_path: Path) -> None:
    weights = Trunk(3).state_dict()
    save_file(weights, tmp_path / "resnet.safetensors")
    job = PolicyJob(
        tmp_path / "t",
        sensors="rgb",
        encoder="resnet18",
        encoder_weights=tmp_path / "resnet.safetensors",
        frozen=True,
    )
    asked = recipe_for(job, 1000)
    assert (asked.form.width_px, asked.form.height_px) == (128, 96) and asked.sizes.encoder == "resnet18"
    recipe = PolicyRecipe(
        form=InputForm(("rgb",), "point"),
        supply=Supply("point_goal", "robustnav", 1, lit=False),
        settings=Settings(width_px=64, height_px=48),
        dagger=DaggerRecipe(4 * 4, trials=2, steps=4, parts=1, passes=1),
        sizes=PolicySizes(hidden=32, encoder="resnet18"),
        frozen=asked.frozen,
    )
    make = maker_for(job, recipe)
    first = begin_network(recipe, make).state_dict()
    whole = train_policy(recipe, tmp_path / "whole", make=make).network.state_dict()
    train_policy(recipe, tmp_path / "parts", make=make, until=1)
    parts = train_policy(recipe, tmp_path / "parts", make=make).network.state_dict()
    for name, value in whole.items():
        assert torch.equal(value, parts[name]), name
        if name.startswith("encoder.trunk."):
            assert torch.equal(value, weights[name.removeprefix("encoder.trunk.")]), name
    assert not torch.equal(whole["encoder.compressor.weight"], first["encoder.compressor.weight"])
