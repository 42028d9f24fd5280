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
from wayproof.learning.measured_worlds import Extent
from wayproof.learning.network import Sizes
from wayproof.learning.release import finish
from wayproof.learning.shards import open_index, render_shards, shard_folder
from wayproof.learning.training_images import Worlds
from wayproof.learning.training_loop import Recipe, State, begin, steps_within, train
from wayproof.learning.world_shares import check_worlds
from wayproof.perception.phrases import Words

Say = Callable[[str], None]

HOUSES, PICTURES = 1000, 40  # houses, and pictures of each
FIRST_HOUSES, STEPS_PER_HOUSE = 150, 30  # there at the start; until there is one more
FINE_CHANNELS = 16  # of the head for outlines finer than a cell
# Other looks of furniture, other rooms, and surfaces as scanners show them: what our houses lack.
WORLDS: Worlds = (
    ("houses-v1", 0.6),
    ("houses-v1@packs", 0.15),
    ("houses-v1@scan_like", 0.12),
    ("offices-v1", 0.08),
    ("shops-v1", 0.05),
)
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
    worlds: Worlds = WORLDS
    beside: Path | None = None  # an older network, to be compared with on the same pictures

    @property
    def checkpoint(self) -> Path:
        return self.folder / "checkpoint.safetensors"

    @property
    def pictures(self) -> Path:
        return self.folder / "train"

    @property
    def recipe(self) -> Recipe:
        """What a training begins with; `steps` is what it is told, or very many."""
        supply = Supply(self.houses, min(FIRST_HOUSES, self.houses), STEPS_PER_HOUSE)
        return Recipe(
            steps=self.steps or 10**6,
            supply=supply,
            seed=self.seed,
            sizes=Sizes(fine=FINE_CHANNELS),
            pictures=PICTURES,
            worlds=self.worlds,
        )


def train_perception(job: Job, say: Say) -> dict[str, Any]:
    """Train to the end and ship; the card with all that was measured."""
    _check(job)
    renderer = _start_rendering(job)
    try:
        learn(job, say)
    finally:
        renderer.terminate()
        renderer.join()
    return finish(job.folder, job.networks, name=job.name, say=say, extent=job.extent, beside=job.beside)


def render_pictures(job: Job, say: Say) -> None:
    """Render all pictures of a training, as much as is not there yet, and no more."""
    _check(job, anew=False)
    recipe = read_saved(job.checkpoint).recipe if job.checkpoint.exists() else job.recipe

    def told(house: int) -> None:
        if (house + 1) % 10 == 0:
            say(f"{house + 1} of {recipe.supply.all} houses")

    render_shards(job.pictures, recipe.plan, range(recipe.supply.all), done=told)


def learn(job: Job, say: Say) -> State:
    """Train from the start or from the last checkpoint, saving every few minutes."""
    recipe = read_saved(job.checkpoint).recipe if job.resume else job.recipe
    index = open_index(job.pictures, recipe.plan)
    words = Words(index.categories)
    for house in range(recipe.supply.first):
        wait_for_looks(shard_folder(job.pictures, house))
    if job.resume:
        recipe = msgspec.structs.replace(recipe, steps=job.steps or recipe.steps)
        state, _ = load_checkpoint(job.checkpoint, recipe=recipe)
        say(f"goes on at step {state.step} of {recipe.steps}")
    else:
        recipe = msgspec.structs.replace(recipe, steps=job.steps or _steps(job, recipe, words))
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
    names = ("category", "attributes", "text", "boxes", "depth", "fine")
    return ", ".join(f"{name} {float(getattr(lost, name).detach()):.2f}" for name in names)


def _steps(job: Job, recipe: Recipe, words: Words) -> int:
    """Steps that fit into the hours, of which an eighth is kept for measuring."""
    state = begin(recipe, words)

    def one_more() -> None:
        train(job.pictures, recipe, state, until=state.step + 1)

    # These are steps with small pictures; over a whole training a step takes about twice as long.
    return steps_within(job.hours * 0.875, one_more) // 2


def _start_rendering(job: Job) -> Any:
    """A process of its own renders the houses, so that training does not wait for them."""
    recipe = read_saved(job.checkpoint).recipe if job.resume else job.recipe
    process = multiprocessing.get_context("spawn").Process(
        target=render_shards, args=(job.pictures, recipe.plan, range(recipe.supply.all)), daemon=True
    )
    process.start()
    return process


def _check(job: Job, *, anew: bool = True) -> None:
    if not 0.0 < job.hours <= 240.0:
        raise InvalidInput(f"hours is {job.hours}; give more than 0 and at most 240")
    if job.steps is not None and job.steps < 1:
        raise InvalidInput(f"steps is {job.steps}; give 1 or more, or leave it to --hours")
    if job.houses < 1:
        raise InvalidInput(f"houses is {job.houses}; give 1 or more")
    if job.resume and not job.checkpoint.exists():
        raise InvalidInput(f"there is no {job.checkpoint} to resume; leave out --resume to start anew")
    if anew and not job.resume and job.checkpoint.exists():
        raise InvalidInput(
            f"{job.checkpoint} holds a training; go on with it by --resume, or choose another --out"
        )
    if not job.resume:
        check_worlds(job.worlds)
