"""A training on disk: weights, their average and the optimiser in one safetensors file."""

from __future__ import annotations

from pathlib import Path

import msgspec
import torch
from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import Tensor

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.learning.training_loop import Recipe, State, begin
from wayproof.perception.phrases import Words
from wayproof.storage import write_atomically

_MOMENTS = ("step", "exp_avg", "exp_avg_sq")


class Saved(msgspec.Struct, frozen=True):
    """What a checkpoint says beside its numbers."""

    step: int
    recipe: Recipe
    categories: tuple[str, ...]
    changes: tuple[tuple[int, int], ...] = ()  # as State.changes


def save_checkpoint(file: Path, state: State, recipe: Recipe, words: Words) -> None:
    """Write the whole state; a crash leaves the checkpoint before it."""
    saved = Saved(state.step, recipe, words.categories, state.changes)
    tensors = {f"learner.{name}": value for name, value in state.learner.state_dict().items()}
    tensors |= {f"average.{name}": value for name, value in state.average.state_dict().items()}
    for name, parameter in state.learner.named_parameters():
        for moment, value in state.optimiser.state.get(parameter, {}).items():
            tensors[f"{moment}.{name}"] = value
    plain = {name: value.detach().clone().contiguous() for name, value in tensors.items()}
    content = save(plain, metadata={"saved": msgspec.json.encode(saved).decode()})
    write_atomically(file, content)


def read_saved(file: Path) -> Saved:
    """What a checkpoint says of itself."""
    return _read(file)[0]


def load_checkpoint(file: Path, *, recipe: Recipe | None = None) -> tuple[State, Saved]:
    """The state as it was saved; a `recipe` must be the same but for the number of steps."""
    saved, tensors = _read(file)
    if recipe is not None and msgspec.structs.replace(recipe, steps=0) != msgspec.structs.replace(
        saved.recipe, steps=0
    ):
        raise InvalidInput(
            f"{file} was made with another recipe ({saved.recipe}); resume with the same options, or start "
            "in another folder"
        )
    state = begin(saved.recipe, Words(saved.categories))
    state.step, state.changes = saved.step, saved.changes
    if recipe is not None and recipe.steps != saved.recipe.steps:
        state.changes = (*saved.changes, (saved.step, saved.recipe.steps))
    try:
        for part, module in (("learner", state.learner), ("average", state.average)):
            module.load_state_dict(_under(tensors, part))
        if saved.step:
            for name, parameter in state.learner.named_parameters():
                state.optimiser.state[parameter] = {
                    moment: _like(tensors[f"{moment}.{name}"], parameter) for moment in _MOMENTS
                }
    except (KeyError, RuntimeError) as error:
        raise BrokenFile(f"{file} does not fit the network: {error}; start the training again") from error
    return state, saved


def _read(file: Path) -> tuple[Saved, dict[str, Tensor]]:
    try:
        content = file.read_bytes()
        length = int.from_bytes(content[:8], "little")
        header = msgspec.json.decode(content[8 : 8 + length], type=dict[str, msgspec.Raw])
        note = msgspec.json.decode(header["__metadata__"], type=dict[str, str])
        return msgspec.json.decode(note["saved"], type=Saved), load(content)
    except (OSError, KeyError, ValueError, SafetensorError, msgspec.DecodeError) as error:
        raise BrokenFile(f"{file} is not a checkpoint: {error}; start without --resume") from error


def _under(tensors: dict[str, Tensor], part: str) -> dict[str, Tensor]:
    return {
        name.removeprefix(f"{part}."): value for name, value in tensors.items() if name.startswith(f"{part}.")
    }


def _like(value: Tensor, parameter: Tensor) -> Tensor:
    """In the parameter's memory layout: another order of additions would give other bits."""
    if value.ndim == 4:
        return (
            value.to(memory_format=torch.channels_last)
            if parameter.is_contiguous(memory_format=torch.channels_last)
            else value
        )
    return value
