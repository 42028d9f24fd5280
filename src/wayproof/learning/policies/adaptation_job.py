"""From a trained policy to a variant with its card, in a folder that a second call resumes."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save

from wayproof.agents.learned.policy_card import PolicyCard
from wayproof.errors import BrokenFile
from wayproof.learning.policies.adaptation_recipe import (
    FIRST_EPISODE,
    AdaptationJob,
    adaptation_recipe,
    check_job,
    frames_of,
    updates_of,
)
from wayproof.learning.policies.auxiliary_heads import HEADS, WithHead
from wayproof.learning.policies.episode_supply import EpisodeSupply
from wayproof.learning.policies.policy_curve import Curve, round_line
from wayproof.learning.policies.policy_export import export_policy, network_from
from wayproof.learning.policies.policy_job import VAL_FIRST, VAL_HOUSES, Say
from wayproof.learning.policies.policy_network import PolicyModule, PolicyNetwork
from wayproof.learning.policies.policy_recipe import PolicyRecipe, Training
from wayproof.learning.policies.policy_scores import successes_of, with_interval
from wayproof.learning.policies.policy_steps import Steps, begin_walk, walked
from wayproof.learning.policies.policy_trainer import Figures, train_policy
from wayproof.learning.policies.progress_monitor import monitored
from wayproof.learning.policies.trial_batch import TrialBatch, first_progress
from wayproof.seeding import generator_for
from wayproof.storage import write_atomically
from wayproof.vocabulary import CLEAN, Condition

DONE = {"continue": "continued", "augment": "augmented", "finetune": "finetuned", "monitor": "monitored"}
HELD_OUT = FIRST_EPISODE - 1_000  # episodes that teach nothing: the head is asked about their frames
HELD_OUT_TRIALS, HELD_OUT_STEPS = 16, 64
SAVE_EVERY = 5  # rounds


def run_adaptation(job: AdaptationJob, say: Say) -> PolicyCard:
    """Train on, or go on with what the folder holds, and export NAME_HOW.onnx."""
    check_job(job)
    if job.self_supervised and not head_file(job.policy).exists():
        return run_adaptation(replace(job, policy=_with_joint_head(job, say)), say)
    base, card = network_from(job.policy)
    recipe = adaptation_recipe(job, base, card)
    network = _network(job, base)
    frames = _held_out_frames(recipe, base) if isinstance(network, WithHead) else None
    before = _asked(network, frames)
    _train(job, recipe, network, say)
    after = _asked(network, frames)
    found = network.network if isinstance(network, WithHead) else network
    name = f"{card.name}_{'adapted' if job.self_supervised else DONE.get(job.way, job.way)}"
    made = _made(job, recipe, card, {"before": before, "after": after})
    adapted = msgspec.structs.replace(card, name=name, made=made, reached=_reached(job, recipe, found))
    export_policy(found, adapted, job.folder)
    if isinstance(network, WithHead):
        _save_head(network, head_file(job.folder / f"{name}.onnx"))
    return adapted


def head_file(policy: Path) -> Path:
    """Where the auxiliary head of a policy lies, if it has one: an agent does not need it."""
    return policy.with_suffix(".head.safetensors")


def _with_joint_head(job: AdaptationJob, say: Say) -> Path:
    """The policy trained on with the head in clean houses, which adaptation begins from."""
    say(f"{job.policy.name} has no {job.way} head yet: it is trained along in clean houses first")
    folder = job.folder / "joint"
    card = run_adaptation(replace(job, to="", folder=folder), say)
    say(f"wrote {folder / card.name}.onnx; now adapting it to {job.to}")
    return folder / f"{card.name}.onnx"


def _network(job: AdaptationJob, base: PolicyNetwork) -> PolicyNetwork | WithHead:
    """What is trained: the policy, with a head or a monitor where the way has one."""
    if job.way == "monitor":
        return monitored(base, job.seed)
    if job.way not in HEADS:
        return base
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(job.seed)
        if not job.self_supervised:
            return WithHead(base, job.way)
        acting, _ = network_from(job.policy)
        network = WithHead(base, job.way, acting=acting)
    return _load_head(network, head_file(job.policy))


def _train(job: AdaptationJob, recipe: PolicyRecipe, network: PolicyModule, say: Say) -> None:
    curve, began_s, first = Curve(job.folder), time.monotonic(), [-1]

    def told(training: Training, figures: Figures) -> None:
        first[0] = training.round - 1 if first[0] < 0 else first[0]
        curve.add(training.round, figures)
        if training.round % SAVE_EVERY == 0 or training.round == recipe.rounds:
            gone_s = time.monotonic() - began_s
            say(round_line(training.round, recipe.rounds, figures, gone_s, training.round - first[0]))

    train_policy(
        recipe,
        job.folder / "checkpoint.safetensors",
        save_every=SAVE_EVERY,
        after_round=told,
        make=lambda form, actions, sizes, seed: network,
        processes=job.processes,
    )


def _held_out_frames(recipe: PolicyRecipe, acting: PolicyNetwork) -> Steps:
    """Frames of the world that is trained in, from episodes that nothing is learnt in."""
    supply = EpisodeSupply(msgspec.structs.replace(recipe.supply, first_episode=HELD_OUT))
    batch = TrialBatch(
        supply, recipe.form, recipe.settings, first_progress(HELD_OUT_TRIALS), recipe.condition
    )
    rng = generator_for(recipe.seed, "held-out frames")
    return walked(begin_walk(batch, acting), acting, HELD_OUT_STEPS, rng)


@torch.no_grad()
def _asked(network: PolicyModule, frames: Steps | None) -> dict[str, float]:
    """Loss and accuracy of the head on frames."""
    if frames is None or not isinstance(network, WithHead):
        return {}
    guess = network.guess_at(frames)
    return {"loss": float(guess.loss), "accuracy": guess.accuracy, "frames": len(guess.right)}


def _reached(job: AdaptationJob, recipe: PolicyRecipe, network: PolicyNetwork) -> dict[str, Any]:
    """Success in val houses, clean and under the target's faults, on the same episodes."""
    if not job.episodes:
        return {}
    houses = {"split": "val", "houses": VAL_HOUSES, "first_house": VAL_FIRST, "first_episode": 0}
    val = EpisodeSupply(msgspec.structs.replace(recipe.supply, **houses))
    worlds: dict[str, Condition | None] = {CLEAN: None}
    worlds |= {recipe.condition.name: recipe.condition} if recipe.condition else {}
    return {
        f"{name}, {VAL_HOUSES} val houses from {VAL_FIRST} on": with_interval(
            successes_of(network, val, recipe.settings, job.episodes, condition=condition)
        )
        for name, condition in worlds.items()
    }


def _made(
    job: AdaptationJob, recipe: PolicyRecipe, base: PolicyCard, asked: dict[str, dict[str, float]]
) -> dict[str, Any]:
    """What the card tells of how the variant came about; what its base went through stays in it."""
    faults = [msgspec.to_builtins(fault) for fault in recipe.condition.faults] if recipe.condition else []
    seen = base.made.get("faults seen", [])
    return {
        "base": {"name": base.name, "digest": recipe.begun_from, "made": base.made, "reached": base.reached},
        "command": job.command,
        "way": job.way,
        "target": recipe.condition.name if job.to and recipe.condition else CLEAN,
        "steps": frames_of(recipe),
        "updates": updates_of(recipe),
        "seed": job.seed,
        "faults seen": [*seen, *(fault for fault in faults if fault not in seen)],
        **({"auxiliary head on held-out frames": asked} if asked["before"] else {}),
        "recipe": msgspec.to_builtins(recipe),
    }


def _save_head(network: WithHead, file: Path) -> None:
    weights = {name: value.detach().clone().contiguous() for name, value in network.head.state_dict().items()}
    write_atomically(file, save(weights, metadata={"head": network.head_name}))


def _load_head(network: WithHead, file: Path) -> WithHead:
    try:
        with safe_open(file, framework="pt") as content:
            head = content.metadata()["head"]
            weights = {name: content.get_tensor(name) for name in content.keys()}  # noqa: SIM118
        if head != network.head_name:
            raise BrokenFile(f"{file} holds the head {head!r}, not {network.head_name!r}; give --way {head}")
        network.head.load_state_dict(weights)
    except (OSError, KeyError, TypeError, RuntimeError, SafetensorError) as error:
        raise BrokenFile(
            f"{file} is not the auxiliary head of this policy: {error}; make it anew by --way "
            f"{network.head_name} without --to"
        ) from error
    return network
