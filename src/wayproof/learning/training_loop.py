"""The training loop: one step is a function of the state before it and its number, so stopping costs nothing.

No random number is drawn while training: the first weights come from the seed, the pictures from seed and
step. A run that was stopped and resumed therefore ends with the same bits as one that was not (as
many threads, the same torch on the same machine).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec
import torch
from torch import Tensor, nn

from wayproof.learning.batches import Batch, Supply, batch_at, category_shares
from wayproof.learning.losses import Losses, category_weights, losses
from wayproof.learning.network import DenseNetwork, Sizes, TextEncoder
from wayproof.learning.shards import read_index
from wayproof.learning.training_images import Plan, Worlds
from wayproof.perception.phrases import Words
from wayproof.scenes.by_name import HOUSES

WARM_UP, CONSTANT = 0.03, 0.4  # shares of the steps: until the full rate is reached, until it falls again
FIRST_SCALE = 10.0
# From which share of the steps on pictures have which size: small ones first, which cost a quarter.
SCALES = ((0.0, 0.5), (0.35, 0.7143), (0.6, 1.0))


class Recipe(msgspec.Struct, frozen=True):
    """Everything that decides what comes out of a training."""

    steps: int
    supply: Supply
    seed: int = 0
    batch: int = 8
    rate: float = 1.5e-3
    decay: float = 0.02
    averaging: float = 0.998  # of the weights over the last steps; the average is what is shipped
    counted_houses: int = 40  # from which the shares of the categories are taken
    threads: int = 2  # sums are added up in another order with another number of them
    sizes: Sizes = Sizes()
    pictures: int = 80  # of each house
    worlds: Worlds = ((HOUSES, 1.0),)  # which share of the houses is of which world

    @property
    def plan(self) -> Plan:
        """What pictures it learns from."""
        return Plan(seed=self.seed, pictures=self.pictures, worlds=self.worlds)


class Learner(nn.Module):
    """All that learns: the network, the text encoder, and how sharply similarities are read."""

    def __init__(self, words: Words, sizes: Sizes) -> None:
        super().__init__()
        self.network = DenseNetwork(len(words.categories), sizes)
        self.text = TextEncoder(len(words.tokens), sizes.embedding)
        self.log_scale = nn.Parameter(torch.tensor(FIRST_SCALE).log())

    def loss(self, batch: Batch, weights: Tensor) -> Losses:
        """How wrong it is on a batch."""
        scale = self.log_scale.exp().clamp(max=50.0)
        outline = self.network.outline
        names = None if outline is None else outline.names.weight
        return losses(self.network(batch.picture), batch, self.text(batch.told), scale, weights, names)


@dataclass
class State:
    """A training at one step: the learner, the running average of it, the optimiser; and at which steps the
    number of all steps was changed, with what it was before."""

    step: int
    learner: Learner
    average: Learner
    optimiser: torch.optim.AdamW
    changes: tuple[tuple[int, int], ...] = ()


def begin(recipe: Recipe, words: Words) -> State:
    """The state before the first step."""
    learner, average = (_learner(recipe, words) for _ in range(2))
    return State(0, learner, average, _optimiser(learner, recipe))


def train(
    folder: Path,
    recipe: Recipe,
    state: State,
    *,
    until: int | None = None,
    after_step: Callable[[State, Losses], None] = lambda state, losses: None,
) -> State:
    """Go on until the recipe's last step or `until`, on the pictures in a folder of shards."""
    torch.set_num_threads(recipe.threads)
    index = read_index(folder)
    words = Words(index.categories)
    counted = range(min(recipe.counted_houses, recipe.supply.first))
    shares = category_shares(folder, counted, len(index.categories))
    weights = category_weights(shares, index.categories)
    state.learner.train()
    while state.step < (recipe.steps if until is None else min(until, recipe.steps)):
        progress = state.step / recipe.steps
        batch = batch_at(
            folder,
            words,
            recipe.supply,
            seed=recipe.seed,
            step=state.step,
            size=recipe.batch,
            scale=scale_at(progress),
        )
        for group in state.optimiser.param_groups:
            group["lr"] = recipe.rate * rate_at(progress)
        found = state.learner.loss(batch, weights)
        state.optimiser.zero_grad()
        found.total.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(state.learner.parameters(), 5.0)
        state.optimiser.step()
        state.step += 1
        _average(state, recipe.averaging)
        after_step(state, found)
    return state


def rate_at(progress: float) -> float:
    """The learning rate as a share of the full one: up, level, then straight down to nothing."""
    if progress < WARM_UP:
        return (progress + 1e-3) / (WARM_UP + 1e-3)
    return min(1.0, (1.0 - progress) / (1.0 - CONSTANT) + 1e-3)


def scale_at(progress: float) -> float:
    """The size of the pictures at a point of the training, as a share of the full one."""
    return next(scale for start, scale in reversed(SCALES) if progress >= start)


def steps_within(hours: float, measure: Callable[[], None]) -> int:
    """How many steps fit into so many hours, after two to get going and three with a clock."""
    for _ in range(2):
        measure()
    start = time.perf_counter()
    for _ in range(3):
        measure()
    return max(int(hours * 3600.0 / ((time.perf_counter() - start) / 3)), 10)


def _learner(recipe: Recipe, words: Words) -> Learner:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(recipe.seed)
        learner = Learner(words, recipe.sizes)
    learner.network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    return learner


def _optimiser(learner: Learner, recipe: Recipe) -> torch.optim.AdamW:
    """Adam; biases, scales and word vectors do not decay."""
    plain = [value for value in learner.parameters() if value.ndim < 4]
    kernels = [value for value in learner.parameters() if value.ndim >= 4]
    groups = [{"params": kernels, "weight_decay": recipe.decay}, {"params": plain, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=recipe.rate, foreach=True)


@torch.no_grad()
def _average(state: State, averaging: float) -> None:
    """Move the average towards the present; faster at first, when the past is not worth keeping."""
    keep = min(averaging, (1.0 + state.step) / (10.0 + state.step))
    mine, others = state.average.state_dict(), state.learner.state_dict()
    moving = [name for name, value in mine.items() if value.is_floating_point()]
    torch._foreach_lerp_([mine[name] for name in moving], [others[name] for name in moving], 1.0 - keep)
    for name in mine.keys() - set(moving):
        mine[name].copy_(others[name])
