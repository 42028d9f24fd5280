"""The whole training of the perception network: render houses, train, export, measure, write the release."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from wayproof.errors import InvalidInput
from wayproof.learning.batches import Supply, wait_for_looks
from wayproof.learning.checkpoints import load_checkpoint, read_saved, save_checkpoint
from wayproof.learning.losses import Losses
from wayproof.learning.release import Extent, finish
from wayproof.learning.shards import open_index, render_shards, shard_folder
from wayproof.learning.training_images import Plan
from wayproof.learning.training_loop import Recipe, State, begin, steps_within, train
from wayproof.perception.phrases import Words

Say = Callable[[str], None]

HOUSES = 300
EVERY = 250  # steps between checkpoints
TOLD = 50  # steps between lines of progress


@dataclass(frozen=True)
class Job:
    """What to do where. `steps` counts more than `hours`, which is turned into steps by a clock."""

    folder: Path
    networks: Path
    hours: float = 1.5
    steps: int | None = None
    seed: int = 0
    houses: int = HOUSES
    resume: bool = False
    name: str = "dense"
    extent: Extent | None = None

    @property
    def checkpoint(self) -> Path:
        return self.folder / "checkpoint.safetensors"

    @property
    def pictures(self) -> Path:
        return self.folder / "train"


def train_perception(job: Job, say: Say) -> dict[str, Any]:
    """Train to the end and ship; the card with all that was measured."""
    _check(job)
    renderer = _start_rendering(job)
    try:
        learn(job, say)
    finally:
        renderer.terminate()
        renderer.join()
    return finish(job.folder, job.networks, name=job.name, say=say, extent=job.extent)


def learn(job: Job, say: Say) -> State:
    """Train from the start or from the last checkpoint, saving every few minutes."""
    index = open_index(job.pictures, Plan(seed=job.seed))
    words = Words(index.categories)
    supply = Supply(all=job.houses, first=min(Supply(0).first, job.houses))
    for house in range(supply.first):
        wait_for_looks(shard_folder(job.pictures, house))
    if job.resume:
        before = read_saved(job.checkpoint).recipe
        recipe = msgspec.structs.replace(before, steps=job.steps or before.steps)
        state, _ = load_checkpoint(job.checkpoint, recipe=recipe)
        say(f"goes on at step {state.step} of {recipe.steps}")
    else:
        recipe = Recipe(steps=job.steps or _steps(job, supply, words), supply=supply, seed=job.seed)
        state = begin(recipe, words)
        say(f"{recipe.steps} steps of {recipe.batch} pictures, {job.houses} houses")

    def after_step(now: State, lost: Losses) -> None:
        if now.step % TOLD == 0:
            say(f"step {now.step} of {recipe.steps}: {_told(lost)}")
        if now.step % EVERY == 0:
            save_checkpoint(job.checkpoint, now, recipe, words)

    state = train(job.pictures, recipe, state, after_step=after_step)
    save_checkpoint(job.checkpoint, state, recipe, words)
    return state


def _told(lost: Losses) -> str:
    names = ("category", "attributes", "text", "boxes", "depth")
    return ", ".join(f"{name} {float(getattr(lost, name).detach()):.2f}" for name in names)


def _steps(job: Job, supply: Supply, words: Words) -> int:
    """Steps that fit into the hours, of which an eighth is kept for measuring."""
    recipe = Recipe(steps=10**6, supply=supply, seed=job.seed)
    state = begin(recipe, words)

    def one_more() -> None:
        train(job.pictures, recipe, state, until=state.step + 1)

    # These are steps with small pictures; over a whole training a step takes about twice as long.
    return steps_within(job.hours * 0.875, one_more) // 2


def _start_rendering(job: Job) -> Any:
    """A process of its own renders the houses, so that training does not wait for them."""
    houses = read_saved(job.checkpoint).recipe.supply.all if job.resume else job.houses
    process = multiprocessing.get_context("spawn").Process(
        target=render_shards, args=(job.pictures, Plan(seed=job.seed), range(houses)), daemon=True
    )
    process.start()
    return process


def _check(job: Job) -> None:
    if not 0.0 < job.hours <= 240.0:
        raise InvalidInput(f"hours is {job.hours}; give more than 0 and at most 240")
    if job.steps is not None and job.steps < 1:
        raise InvalidInput(f"steps is {job.steps}; give 1 or more, or leave it to --hours")
    if job.houses < 1:
        raise InvalidInput(f"houses is {job.houses}; give 1 or more")
    if job.resume and not job.checkpoint.exists():
        raise InvalidInput(f"there is no {job.checkpoint} to resume; leave out --resume to start anew")
    if not job.resume and job.checkpoint.exists():
        raise InvalidInput(
            f"{job.checkpoint} holds a training; go on with it by --resume, or choose another --out"
        )
