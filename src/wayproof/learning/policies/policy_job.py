"""From a few options to a trained policy with its card, in a folder that a second call resumes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import numpy as np
import torch
from numpy.typing import NDArray

from wayproof.agents.learned.policy_card import PolicyCard
from wayproof.agents.learned.policy_inputs import STOP_FEATURES
from wayproof.errors import BrokenFile
from wayproof.learning.policies.action_sharpness import (
    EPISODES,
    FIRST_HOUSE,
    ChosenSharpness,
    chosen_sharpness,
)
from wayproof.learning.policies.episode_supply import EpisodeSupply
from wayproof.learning.policies.policy_curve import Curve, RoundTeller
from wayproof.learning.policies.policy_export import export_policy
from wayproof.learning.policies.policy_network import PolicyNetwork
from wayproof.learning.policies.policy_recipe import PolicyRecipe, Training, begin_network, begin_walkers
from wayproof.learning.policies.policy_scores import successes_of, with_interval
from wayproof.learning.policies.policy_tasks import GROUPS, PolicyJob, check_job, maker_for, recipe_for
from wayproof.learning.policies.policy_trainer import Figures, train_policy, train_round
from wayproof.storage import write_atomically

VAL_HOUSES, VAL_FIRST, VAL_EPISODES = 12, 5_000, 60  # for the curve only; published numbers come from suites
CHECK_EVERY, SAVE_EVERY = 100, 50  # rounds; with a large encoder each one is saved
TELL_EVERY_S = 20.0
AS_THEY_ARE = ChosenSharpness(1.0, {})  # how PointNav policies draw their actions
SHARPNESS_TRIED = f"successes by sharpness, {EPISODES} episodes in train houses from {FIRST_HOUSE} on"
Say = Callable[[str], None]


def run_job(job: PolicyJob, say: Say) -> PolicyCard:
    """Train, or go on with what the folder holds, and export."""
    recipe = _recipe(job, say)
    val = EpisodeSupply(
        msgspec.structs.replace(recipe.supply, split="val", houses=VAL_HOUSES, first_house=VAL_FIRST)
    )
    curve, teller = Curve(job.folder), RoundTeller(recipe.rounds, TELL_EVERY_S, say)
    checked: dict[int, NDArray[np.bool_]] = {}  # successes by round

    def told(training: Training, figures: Figures) -> None:
        check = training.round % CHECK_EVERY == 0 or training.round == recipe.rounds
        if check:
            found = successes_of(training.network, val, recipe.settings, VAL_EPISODES)
            checked[training.round] = found
            figures = {**figures, "val_success": float(np.mean(found))}
        teller.tell(training.round, figures, always=check)
        curve.add(training.round, figures)

    training = train_policy(
        recipe,
        job.folder / "checkpoint.safetensors",
        after_round=told,
        save_every=SAVE_EVERY if recipe.sizes.encoder == "small" else 1,
        make=maker_for(job, recipe),
        processes=job.processes,
    )
    chosen = chosen_sharpness(training.network, recipe) if job.task == "objectnav" else AS_THEY_ARE
    found = checked.get(recipe.rounds) if chosen.sharpness == 1.0 else None
    if found is None:  # a training that was over before, or that draws otherwise than while it learnt
        sharp = chosen.sharpness
        found = successes_of(training.network, val, recipe.settings, VAL_EPISODES, sharpness=sharp)
    card = _card(job, recipe, val.protocol.actions, found, chosen)
    assert isinstance(training.network, PolicyNetwork)  # ours, since no other was asked for
    export_policy(training.network, card, job.folder)
    return card


def _card(
    job: PolicyJob,
    recipe: PolicyRecipe,
    actions: tuple[str, ...],
    found: NDArray[np.bool_],
    chosen: ChosenSharpness,
) -> PolicyCard:
    tried = {f"{one:g}": count for one, count in chosen.successes.items()}
    return PolicyCard(
        name=job.name,
        form=recipe.form,
        actions=actions,
        hidden=recipe.sizes.hidden,
        task=recipe.supply.task,
        protocol=recipe.supply.protocol,
        sharpness=chosen.sharpness,
        made=_made(job, recipe) | ({SHARPNESS_TRIED: tried} if tried else {}),
        reached={f"{VAL_HOUSES} val houses from {VAL_FIRST} on": with_interval(found)},
    )


def _made(job: PolicyJob, recipe: PolicyRecipe) -> dict[str, Any]:
    """How the policy came about."""
    frames = recipe.dagger.frames + (recipe.ppo.frames if recipe.ppo else 0)
    return {
        "command": job.command(frames),
        "frames": frames,
        "seed": recipe.seed,
        "begun from": job.begin,
        "faults seen": [],
        "features that help stopping": STOP_FEATURES.get(recipe.form.goal, []),
        "recipe": msgspec.to_builtins(recipe),
    }


def _recipe(job: PolicyJob, say: Say) -> PolicyRecipe:
    """The folder's recipe if a training stands there, else one that fits the time."""
    check_job(job)
    file = job.folder / "recipe.json"
    if file.exists():
        say(f"resuming the training in {job.folder}, with the options that it was begun with")
        try:
            return msgspec.json.decode(file.read_bytes(), type=PolicyRecipe)
        except msgspec.DecodeError as error:
            raise BrokenFile(f"{file}: {error}; start in another folder") from None
    recipe = recipe_for(job, job.frames or _frames_within(job, say))
    write_atomically(file, msgspec.json.format(msgspec.json.encode(recipe), indent=2))
    return recipe


def _frames_within(job: PolicyJob, say: Say) -> int:
    """How many frames fit into the hours: a few rounds in two houses with a clock, houses counted extra."""
    trial = recipe_for(replace(job, houses=GROUPS), 100_000)
    if job.encoder != "small":  # whose rounds take minutes
        trial = msgspec.structs.replace(trial, dagger=msgspec.structs.replace(trial.dagger, steps=4))
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
