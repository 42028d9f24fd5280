"""The training of a policy on disk: weights, optimiser, memory of the trials, and how far each has come."""

from __future__ import annotations

from pathlib import Path

import msgspec
import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.learning.policies.policy_network import PolicyModule
from wayproof.learning.policies.policy_recipe import PolicyRecipe, Training
from wayproof.learning.policies.trial_batch import Progress
from wayproof.learning.policies.walkers import Place, parted, united
from wayproof.spec import differences
from wayproof.storage import write_atomically

MOMENTS = ("step", "exp_avg", "exp_avg_sq")
MEMORY = "trials.memory"


class Saved(msgspec.Struct, frozen=True):
    """What a checkpoint says beside its numbers."""

    round: int
    recipe: PolicyRecipe
    progress: tuple[Progress, ...]
    previous: tuple[int, ...]


def save_training(file: Path, training: Training, recipe: PolicyRecipe) -> None:
    """Write the whole state; a crash leaves the checkpoint before it."""
    everyone = united(training.walkers.places())
    saved = Saved(training.round, recipe, everyone.progress, everyone.previous)
    tensors = {f"network.{name}": value for name, value in training.network.state_dict().items()}
    for name, parameter in training.network.named_parameters():
        for moment, value in training.optimiser.state.get(parameter, {}).items():
            tensors[f"{moment}.{name}"] = value
    tensors[MEMORY] = everyone.memory
    plain = {name: value.detach().clone().contiguous() for name, value in tensors.items()}
    write_atomically(file, save(plain, metadata={"saved": msgspec.json.encode(saved).decode()}))


def load_training(
    file: Path, recipe: PolicyRecipe, network: PolicyModule, optimiser: torch.optim.Adam
) -> tuple[int, tuple[Place, ...]]:
    """Fill network and optimiser as they were saved; the next round and where the trials stand.

    Another recipe is refused.
    """
    saved, tensors = _read(file)
    found = differences(saved.recipe, recipe)
    if found:
        raise InvalidInput(
            f"{file} was made with another recipe: {'; '.join(found[:5])}. Resume with the same options, or "
            "start in another folder"
        )
    try:
        network.load_state_dict(_under(tensors, "network"))
        for name, parameter in network.named_parameters():
            if saved.round and parameter.requires_grad:
                optimiser.state[parameter] = {
                    moment: _laid_out(tensors[f"{moment}.{name}"], parameter) for moment in MOMENTS
                }
        memory = tensors[MEMORY]
    except (KeyError, RuntimeError) as error:
        raise BrokenFile(f"{file} does not fit the network: {error}; start the training anew") from error
    return saved.round, parted(saved.progress, saved.previous, memory, recipe.groups)


def _read(file: Path) -> tuple[Saved, dict[str, Tensor]]:
    try:
        with safe_open(file, framework="pt") as content:
            saved = msgspec.json.decode(content.metadata()["saved"], type=Saved)
            return saved, {name: content.get_tensor(name) for name in content.keys()}  # noqa: SIM118
    except (OSError, KeyError, TypeError, SafetensorError, msgspec.DecodeError) as error:
        raise BrokenFile(
            f"{file} is not a checkpoint of a policy: {error}; start in another folder"
        ) from error


def _under(tensors: dict[str, Tensor], part: str) -> dict[str, Tensor]:
    return {n.removeprefix(f"{part}."): value for n, value in tensors.items() if n.startswith(f"{part}.")}


def _laid_out(value: Tensor, parameter: Tensor) -> Tensor:
    """In the parameter's memory layout: another order of additions would give other bits."""
    if value.ndim == 4 and parameter.is_contiguous(memory_format=torch.channels_last):
        return value.to(memory_format=torch.channels_last)
    return value
