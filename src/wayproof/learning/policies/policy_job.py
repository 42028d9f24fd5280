"""From a few options to a trained policy with its card, in a folder that a second call resumes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import numpy as np
import torch

from wayproof.agents.learned.policy_card import PolicyCard
from wayproof.agents.learned.policy_inputs import InputForm
from wayproof.errors import BrokenFile, InvalidInput
from wayproof.learning.policies.dagger import DaggerRecipe
from wayproof.learning.policies.episode_supply import EpisodeSupply, Supply
from wayproof.learning.policies.policy_curve import Curve, round_line
from wayproof.learning.policies.policy_export import export_policy
from wayproof.learning.policies.policy_network import PolicyNetwork
from wayproof.learning.policies.policy_recipe import PolicyRecipe, Training, begin_network, begin_walkers
from wayproof.learning.policies.policy_scores import successes_of, with_interval
from wayproof.learning.policies.policy_trainer import Figures, train_policy, train_round
from wayproof.learning.policies.ppo import PpoRecipe
from wayproof.storage import write_atomically
from wayproof.vocabulary import Settings

CAMERAS = {"blind": (), "rgb": ("rgb",), "depth": ("depth",), "rgbd": ("rgb", "depth")}
VAL_HOUSES, VAL_FIRST, VAL_EPISODES = 12, 5_000, 60  # for the curve only; published numbers come from suites
CHECK_EVERY = 100  # rounds
GROUPS = 4  # of trials; their number decides the bits, so it does not follow the number of processes
Say = Callable[[str], None]


@dataclass(frozen=True)
class PolicyJob:
    """What a user asks for."""

    folder: Path
    sensors: str = "depth"
    frames: int | None = None  # instead of hours
    hours: float = 1.0
    reinforced: float = 0.0  # share of the frames that PPO gets
    houses: int = 100
    seed: int = 0
    threads: int = 1
    processes: int = 1  # that walk side by side


def run_job(job: PolicyJob, say: Say) -> PolicyCard:
    """Train, or go on with what the folder holds, and export."""
    recipe = _recipe(job, say)
    val = EpisodeSupply(
        msgspec.structs.replace(recipe.supply, split="val", houses=VAL_HOUSES, first_house=VAL_FIRST)
    )
    curve = Curve(job.folder)
    began_s, first = time.monotonic(), [-1]

    def told(training: Training, figures: Figures) -> None:
        if first[0] < 0:
            first[0] = training.round - 1
        if training.round % CHECK_EVERY == 0 or training.round == recipe.rounds:
            found = successes_of(training.network, val, recipe.settings, VAL_EPISODES)
            figures = {**figures, "val_success": float(np.mean(found))}
            gone_s = time.monotonic() - began_s
            say(round_line(training.round, recipe.rounds, figures, gone_s, training.round - first[0]))
        curve.add(training.round, figures)

    training = train_policy(
        recipe, job.folder / "checkpoint.safetensors", after_round=told, processes=job.processes
    )
    found = successes_of(training.network, val, recipe.settings, VAL_EPISODES)
    card = PolicyCard(
        name=f"pointnav_{job.sensors}",
        form=recipe.form,
        actions=val.protocol.actions,
        hidden=recipe.sizes.hidden,
        made={"recipe": msgspec.to_builtins(recipe), "faults seen": []},
        reached={f"{VAL_HOUSES} val houses from {VAL_FIRST} on": with_interval(found)},
    )
    assert isinstance(training.network, PolicyNetwork)  # ours, since no other was asked for
    export_policy(training.network, card, job.folder)
    return card


def _recipe(job: PolicyJob, say: Say) -> PolicyRecipe:
    """The folder's recipe if a training stands there, else one that fits the time."""
    if job.sensors not in CAMERAS:
        raise InvalidInput(f"--sensors is {job.sensors!r}; give {', '.join(CAMERAS)}")
    if not 0.0 <= job.reinforced < 1.0:
        raise InvalidInput(f"--ppo is {job.reinforced:g}; give a share from 0 to below 1")
    file = job.folder / "recipe.json"
    if file.exists():
        say(f"resuming the training in {job.folder}, with the options that it was begun with")
        try:
            return msgspec.json.decode(file.read_bytes(), type=PolicyRecipe)
        except msgspec.DecodeError as error:
            raise BrokenFile(f"{file}: {error}; start in another folder") from None
    recipe = _written(job, job.frames or _frames_within(job, say))
    write_atomically(file, msgspec.json.format(msgspec.json.encode(recipe), indent=2))
    return recipe


def _written(job: PolicyJob, frames: int) -> PolicyRecipe:
    cameras = CAMERAS[job.sensors]
    coloured = "rgb" in cameras
    # Colours are averaged to half the size, as agents do with larger pictures; depths are picked, so that
    # rendering the small picture is the same.
    size = (128, 96) if coloured else (64, 48)
    return PolicyRecipe(
        form=InputForm(cameras, "point"),
        supply=Supply("point_goal", "robustnav", job.houses, seed=job.seed, lit=coloured),
        settings=Settings(width_px=size[0], height_px=size[1]),
        dagger=DaggerRecipe(round(frames * (1.0 - job.reinforced))),
        ppo=PpoRecipe(round(frames * job.reinforced)) if job.reinforced else None,
        seed=job.seed,
        threads=job.threads,
        groups=GROUPS,
    )


def _frames_within(job: PolicyJob, say: Say) -> int:
    """How many frames fit into the hours: a few rounds in two houses with a clock, houses counted extra."""
    trial = _written(replace(job, houses=GROUPS), 100_000)
    network = begin_network(trial)
    optimiser = torch.optim.Adam(network.parameters(), lr=trial.dagger.rate)
    training = Training(0, network, optimiser, begin_walkers(trial, network, None, job.processes))
    train_round(training, trial)
    began_s = time.monotonic()
    for _ in range(3):
        train_round(training, trial)
    training.walkers.close()
    per_frame_s = (time.monotonic() - began_s) / (3 * trial.dagger.trials * trial.dagger.steps)
    frames = max(int(3600.0 * job.hours / per_frame_s), 10_000)
    say(f"{1 / per_frame_s:.0f} frames a second: {frames:,} frames in {job.hours:g} hours")
    return frames
