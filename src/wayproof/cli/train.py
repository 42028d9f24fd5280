"""`wayproof train`: make the networks that agents see with, from houses to measured ONNX files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from wayproof.cli.output import Format, answer, say
from wayproof.errors import missing_dependency

app = typer.Typer(help="Train networks (extra 'learn').", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def train() -> None:
    """Train networks (extra 'learn')."""


PictureFolder = Annotated[
    Path | None, typer.Option("--out", help="folder for pictures and checkpoints; else the user's cache")
]
WorldShares = Annotated[
    str, typer.Option("--worlds", help="shares of worlds, as houses-v1=0.8,houses-v1@packs=0.2")
]
Networks = Annotated[Path | None, typer.Option("--networks", help="where dense.onnx goes; else OUT/networks")]
Render = Annotated[
    bool, typer.Option("--render", help="only render the pictures, so that training need not wait")
]
Finish = Annotated[
    bool, typer.Option("--finish", help="stop training: export and measure the last checkpoint")
]
Measure = Annotated[
    bool, typer.Option("--measure", help="only measure the dense.onnx in NETWORKS anew, for its card")
]
Beside = Annotated[
    Path | None, typer.Option("--beside", help="an older dense.onnx to compare with on the same pictures")
]
Procthor = Annotated[
    Path | None, typer.Option("--procthor", help="folder with ProcTHOR houses to measure in as well")
]


@app.command()
def perception(
    hours: Annotated[float, typer.Option("--hours", help="how long, evaluation included")] = 2.5,
    out: PictureFolder = None,
    resume: Annotated[bool, typer.Option("--resume", help="resume the training in that folder")] = False,
    steps: Annotated[int | None, typer.Option("--steps", help="a number of steps instead of hours")] = None,
    houses: Annotated[int, typer.Option("--houses", help="how many train houses are rendered")] = 1000,
    worlds: WorldShares = "",
    seed: Annotated[int, typer.Option("--seed", help="seed of weights and pictures", min=0)] = 0,
    networks: Networks = None,
    render: Render = False,
    finish: Finish = False,
    measure: Measure = False,
    beside: Beside = None,
    procthor: Procthor = None,
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """Train the network that agents see with. It learns in train houses, some with furniture of packs, some
    as scans, and in offices and shops; it is exported and measured in val and test houses.

    Ctrl-C or a crash loses at most a few minutes: the same command with --resume goes on, to the same bits.

    Example: wayproof train perception --hours 2.5 --out training
    """
    try:
        from wayproof.learning import perception_job as jobs
    except ImportError as error:
        raise missing_dependency("torch, onnx or safetensors", "learn", "training") from error
    from wayproof.kernels import cache_folder

    folder = out or cache_folder() / "training" / "perception"
    target = networks or folder / "networks"
    job = jobs.job_of(folder, target, hours, steps, seed, houses, resume, worlds, beside, procthor)
    card = jobs.run_part(job, say, render=render, finish=finish, measure=measure)
    if card is not None:
        say(f"wrote {target / 'dense.onnx'}")
        answer(_rows(card) if form is Format.TABLE else card, form)


Out = Annotated[Path, typer.Option("--out", "-o", help="folder for checkpoints, curve and network")]
Hours = Annotated[float, typer.Option("--hours", help="how long, on this machine")]
Frames = Annotated[int | None, typer.Option("--frames", help="a number of frames instead of hours", min=1)]
Ppo = Annotated[float, typer.Option("--ppo", help="share of the frames for PPO, after imitation")]
Houses = Annotated[int, typer.Option("--houses", help="how many train houses", min=1)]
Seed = Annotated[int, typer.Option("--seed", help="seed of weights, episodes and random draws", min=0)]
Threads = Annotated[int, typer.Option("--threads", help="CPU threads for torch", min=1)]
Processes = Annotated[
    int, typer.Option("--processes", help="that walk side by side, up to 4; the weights are the same", min=1)
]
Form = Annotated[Format, typer.Option("--format", help="table or json")]


@app.command()
def pointnav(
    out: Out,
    sensors: Annotated[str, typer.Option("--sensors", help="rgb, depth, rgbd or blind")] = "depth",
    hours: Hours = 1.0,
    frames: Frames = None,
    ppo: Ppo = 0.0,
    houses: Houses = 100,
    seed: Seed = 0,
    threads: Threads = 1,
    processes: Processes = 1,
    encoder: Annotated[str, typer.Option("--encoder", help="small, or resnet18 (slow on a CPU)")] = "small",
    encoder_weights: Annotated[
        Path | None, typer.Option("--encoder-weights", help="trained ResNet-18, a safetensors file")
    ] = None,
    freeze_encoder: Annotated[
        bool, typer.Option("--freeze-encoder", help="keep these weights, as RobustNav does")
    ] = False,
    form: Form = Format.TABLE,
) -> None:
    """Train an end-to-end policy for PointNav. It imitates an expert along its own paths (DAgger) and can
    then improve by PPO. Repeat the same command to resume; the weights come out the same.

    Example: wayproof train pointnav --sensors depth --hours 1 -o training/depth
    """
    seen = ("", encoder, encoder_weights, freeze_encoder)
    options = ("pointnav", sensors, frames, hours, ppo, houses, seed, threads, processes, *seen)
    _train_policy(out, options, "quickstart", form)


@app.command()
def objectnav(
    out: Out,
    sensors: Annotated[str, typer.Option("--sensors", help="rgb or rgbd")] = "rgbd",
    hours: Hours = 1.0,
    frames: Frames = None,
    ppo: Ppo = 0.0,
    houses: Houses = 100,
    seed: Seed = 0,
    threads: Threads = 1,
    processes: Processes = 1,
    begin: Annotated[
        str,
        typer.Option(
            "--begin", help="policy whose weights are taken over: shipped, an ONNX file, or '' for none"
        ),
    ] = "pointnav_rgbd",
    form: Form = Format.TABLE,
) -> None:
    """Train an end-to-end policy for ObjectNav. Along its own paths it imitates an expert that explores and
    knows only what was in view (DAgger), and can then improve by PPO. It is given what the shipped perception
    network sees of the wanted thing. Repeat the same command to resume.

    Example: wayproof train objectnav --sensors rgbd --hours 1 -o training/objectnav
    """
    options = ("objectnav", sensors, frames, hours, ppo, houses, seed, threads, processes, begin)
    _train_policy(out, options, "robustnav-objectnav", form)


def _train_policy(folder: Path, options: tuple[Any, ...], suite: str, form: Format) -> None:
    """`options` in the order of PolicyJob."""
    try:
        from wayproof.learning.policies.policy_job import run_job
        from wayproof.learning.policies.policy_tasks import PolicyJob
    except ImportError as error:
        raise missing_dependency("torch, onnx or safetensors", "learn", "training") from error
    job = PolicyJob(folder, *options)
    try:
        card = run_job(job, say)
    except KeyboardInterrupt:
        say(f"stopped; repeat the same command to resume the training in {job.folder}")
        raise typer.Exit(130) from None
    file = job.folder / f"{card.name}.onnx"
    say(f"wrote {file}; try it: wayproof run {suite} --agent {file}")
    answer({"name": card.name, **card.reached}, form)


@app.command()
def occupancy(
    out: Annotated[Path, typer.Option("--out", "-o", help="folder for windows, checkpoint and network")],
    houses: Annotated[int, typer.Option("--houses", help="how many train houses", min=1)] = 60,
    steps: Annotated[int, typer.Option("--steps", help="of training", min=1)] = 900,
    val_houses: Annotated[int, typer.Option("--val-houses", help="in which it is measured", min=1)] = 24,
    rgb_houses: Annotated[
        int, typer.Option("--rgb-houses", help="in which it is measured on maps from colours too", min=0)
    ] = 24,
    seed: Annotated[int, typer.Option("--seed", help="seed of weights, walks and batches", min=0)] = 0,
    threads: Annotated[int, typer.Option("--threads", help="CPU threads for torch", min=1)] = 1,
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """Train the network that guesses unseen ground. It is shown the map around a robot and says what lies
    where nobody has looked yet. Repeat the same command to resume; the weights come out the same.

    Example: wayproof train occupancy -o training/occupancy
    """
    try:
        from wayproof.learning.occupancy.train_occupancy import (
            OccupancyJob,
            OccupancyRecipe,
            run_occupancy,
        )
    except ImportError as error:
        raise missing_dependency("torch, onnx or safetensors", "learn", "training") from error
    job = OccupancyJob(out, OccupancyRecipe(houses, steps, seed=seed), val_houses, rgb_houses, threads)
    try:
        card = run_occupancy(job, say)
    except KeyboardInterrupt:
        say(f"stopped; repeat the same command to resume the training in {out}")
        raise typer.Exit(130) from None
    say(f"wrote {out / card['name']}.onnx")
    answer(card["reached"], form)


def _rows(card: dict[str, Any]) -> list[dict[str, Any]]:
    """One row per condition."""
    shown = ("pixel_accuracy", "mean_iou_commonest", "mean_iou", "person_recall", "phrase_to_thing")
    found = {"val": card["val"], "test": card["test"]}
    found |= {f"val, {name}": row for name, row in card["corrupted"]["0.5"].items()}
    return [{"pictures of": name, **{field: row[field] for field in shown}} for name, row in found.items()]
