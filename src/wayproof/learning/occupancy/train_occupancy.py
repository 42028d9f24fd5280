"""From houses to a measured ONNX file: windows are collected, learnt from with checkpoints, and scored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor
from torch.nn import functional

from wayproof.agents.mapping.occupancy_anticipation import COARSE, WINDOW, occupancy_network
from wayproof.agents.mapping.occupancy_map import CELL_M
from wayproof.errors import BrokenFile, InvalidInput
from wayproof.learning.occupancy.map_samples import Samples, house_samples
from wayproof.learning.occupancy.occupancy_network import OccupancyNetwork, exported
from wayproof.learning.occupancy.occupancy_scores import best_chance, scores_of
from wayproof.seeding import generator_for
from wayproof.storage import write_atomically

NAME = "occupancy"
SAVE_EVERY = 50
TUNING_HOUSES = 12  # train houses after those learnt from: they tell from which chance on a cell is free
DEPTH, COLOURS = "depth", "colours"
MOMENTS = ("step", "exp_avg", "exp_avg_sq")
Say = Callable[[str], None]


class OccupancyRecipe(msgspec.Struct, frozen=True):
    """What decides the weights."""

    houses: int = 60
    steps: int = 900
    batch: int = 24
    rate: float = 2e-3
    seed: int = 0
    colours_every: int = 3  # one house in so many is mapped as an agent without a depth camera does


@dataclass(frozen=True)
class OccupancyJob:
    """A training and where it lies."""

    folder: Path
    recipe: OccupancyRecipe
    val_houses: int = 24
    rgb_houses: int = 24
    threads: int = 1

    @property
    def command(self) -> str:
        one = self.recipe
        sizes = f"--houses {one.houses} --steps {one.steps} --seed {one.seed}"
        return (
            f"wayproof train occupancy {sizes} --val-houses {self.val_houses} --rgb-houses {self.rgb_houses}"
        )


def run_occupancy(job: OccupancyJob, say: Say) -> dict[str, Any]:
    """Collect, train, export, score; what is there already is not made again. Gives the card."""
    torch.set_num_threads(job.threads)
    job.folder.mkdir(parents=True, exist_ok=True)
    recipe = job.recipe
    train = joined(_mixed(job, range(recipe.houses), say))
    if not len(train.windows):
        raise InvalidInput(f"{recipe.houses} train houses gave no window; take more houses")
    network = trained(recipe, train, job.folder / "checkpoint.safetensors", say)
    file = job.folder / f"{NAME}.onnx"
    write_atomically(file, exported(network))
    run = occupancy_network(file)
    free_from = best_chance(run, _mixed(job, range(recipe.houses, recipe.houses + TUNING_HOUSES), say))
    reached = {}
    for kind, count in ((DEPTH, job.val_houses), (COLOURS, job.rgb_houses)):
        if count:
            houses = _collected(job, "val", range(count), say, from_colours=kind == COLOURS)
            reached[f"val, maps from {kind}"] = scores_of(run, houses, free_from)
    card = {
        "name": NAME,
        "window_cells": WINDOW,
        "cell_m": COARSE * CELL_M,
        "free_from": free_from,
        "made": {
            "command": job.command,
            "recipe": msgspec.to_builtins(recipe),
            "windows": len(train.windows),
        },
        "reached": reached,
    }
    plain = msgspec.json.format(msgspec.json.encode(card), indent=2)
    write_atomically(file.with_suffix(".json"), plain + b"\n")
    return card


def trained(recipe: OccupancyRecipe, samples: Samples, file: Path, say: Say) -> OccupancyNetwork:
    """The network after all steps; a checkpoint is gone on from, to the same bits."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(recipe.seed)
        network = OccupancyNetwork()
    optimiser = torch.optim.Adam(network.parameters(), lr=recipe.rate)
    first = _load(file, recipe, network, optimiser) if file.is_file() else 0
    for step in range(first, recipe.steps):
        optimiser.param_groups[0]["lr"] = recipe.rate * (1.0 - step / recipe.steps)
        windows, blocked = batch_at(recipe, samples, step)
        loss = loss_of(network(windows), windows, blocked)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        if (step + 1) % SAVE_EVERY == 0 or step + 1 == recipe.steps:
            _save(file, recipe, step + 1, network, optimiser)
            say(f"step {step + 1} of {recipe.steps}: loss {loss.item():.3f}")
    return network.eval()


def loss_of(logits: Tensor, windows: Tensor, blocked: Tensor) -> Tensor:
    """Cross-entropy over the cells that were not seen: what was seen needs no guess."""
    unseen = (windows.sum(1) == 0).float()
    each = functional.binary_cross_entropy_with_logits(logits, blocked, reduction="none")
    return (each * unseen).sum() / unseen.sum().clamp(min=1.0)


def batch_at(recipe: OccupancyRecipe, samples: Samples, step: int) -> tuple[Tensor, Tensor]:
    """Windows and truth of one step, all turned and mirrored alike: a house has no up and no left."""
    rng = generator_for(recipe.seed, "occupancy batch", step)
    chosen = rng.integers(len(samples.windows), size=recipe.batch)
    turns, mirrored = int(rng.integers(4)), bool(rng.integers(2))
    pair = []
    for array in (samples.windows[chosen], samples.blocked[chosen]):
        turned = np.rot90(array, turns, axes=(-2, -1))
        pair.append(torch.from_numpy(np.ascontiguousarray(turned[..., ::-1] if mirrored else turned)).float())
    return pair[0], pair[1]


def joined(houses: dict[str, Samples]) -> Samples:
    """The windows of several houses."""
    return Samples(*(np.concatenate(parts) for parts in zip(*houses.values(), strict=True)))


def _mixed(job: OccupancyJob, houses: range, say: Say) -> dict[str, Samples]:
    """Train houses, some of them mapped from colours."""
    every = job.recipe.colours_every
    colours = range(houses.start, houses.stop, every)
    depth = [house for house in houses if house not in colours]
    return {
        **_collected(job, "train", depth, say),
        **_collected(job, "train", colours, say, from_colours=True),
    }


def _collected(
    job: OccupancyJob, split: str, houses: Sequence[int], say: Say, *, from_colours: bool = False
) -> dict[str, Samples]:
    """The windows of some houses, walked through unless that was done before."""
    found, kind = {}, COLOURS if from_colours else DEPTH
    for number, house in enumerate(houses, 1):
        found[f"{split}/{house}"] = house_samples(
            split, house, job.recipe.seed, folder=job.folder / "samples", from_colours=from_colours
        )
        if number % 10 == 0 or number == len(houses):
            say(f"walked through {number} of {len(houses)} {split} houses, mapping from {kind}")
    return found


def _save(
    file: Path, recipe: OccupancyRecipe, step: int, network: OccupancyNetwork, optimiser: torch.optim.Adam
) -> None:
    tensors = {f"network.{name}": value for name, value in network.state_dict().items()}
    for name, parameter in network.named_parameters():
        for moment in MOMENTS:
            tensors[f"{moment}.{name}"] = optimiser.state[parameter][moment]
    plain = {name: value.detach().clone().contiguous() for name, value in tensors.items()}
    about = {"step": str(step), "recipe": msgspec.json.encode(recipe).decode()}
    write_atomically(file, save(plain, metadata=about))


def _load(file: Path, recipe: OccupancyRecipe, network: OccupancyNetwork, optimiser: torch.optim.Adam) -> int:
    """Fill network and optimiser; the next step. Another recipe is refused."""
    try:
        with safe_open(file, framework="pt") as content:
            about = content.metadata()
            tensors = {name: content.get_tensor(name) for name in content.keys()}  # noqa: SIM118
        made = msgspec.json.decode(about["recipe"], type=OccupancyRecipe)
        network.load_state_dict({name: tensors[f"network.{name}"] for name in network.state_dict()})
        for name, parameter in network.named_parameters():
            optimiser.state[parameter] = {moment: tensors[f"{moment}.{name}"] for moment in MOMENTS}
    except (OSError, KeyError, TypeError, RuntimeError, SafetensorError, msgspec.DecodeError) as error:
        raise BrokenFile(f"{file} is not a checkpoint of this training: {error}; start anew") from error
    if made != recipe:
        raise InvalidInput(
            f"{file} was made with another recipe ({made}); give the same options, or another folder"
        )
    return int(about["step"])
