"""Pictures with labels on disk: one folder per house, plain arrays that are mapped into memory.

A folder appears under its name only when it is complete, so rendering can be stopped at any time and goes on
where it was.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import msgspec
import numpy as np

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.learning.training_images import Looks, Plan, Worlds, look_round
from wayproof.simulator.world import known_categories
from wayproof.storage import write_atomically

VERSION = 2


class Index(msgspec.Struct, frozen=True):
    """What a folder of shards holds: the category ids count from 1 in the order of the names."""

    version: int
    split: str
    seed: int
    pictures: int
    stride: int
    worlds: Worlds
    categories: tuple[str, ...]


def open_index(folder: Path, plan: Plan) -> Index:
    """The index of a folder of shards, made if the folder is new; another plan's folder is refused."""
    file = folder / "index.json"
    if not file.exists():
        index = Index(VERSION, *_wanted(plan), known_categories())
        write_atomically(file, msgspec.json.encode(index))
        return index
    index = read_index(folder)
    held = (index.version, index.split, index.seed, index.pictures, index.stride, index.worlds)
    if held != (VERSION, *_wanted(plan)):
        raise InvalidInput(
            f"{folder} holds pictures of another plan ({index.pictures} of each {index.split} house, seed "
            f"{index.seed}, labels every {index.stride} pixels, worlds {_shares(index.worlds)}); choose "
            "another folder or remove it"
        )
    return index


def _wanted(plan: Plan) -> tuple[str, int, int, int, Worlds]:
    return plan.split, plan.seed, plan.pictures, plan.stride, plan.worlds


def _shares(worlds: Worlds) -> str:
    return ", ".join(f"{world} {share:g}" for world, share in worlds)


def read_index(folder: Path) -> Index:
    """The index of a folder that exists."""
    try:
        return msgspec.json.decode((folder / "index.json").read_bytes(), type=Index)
    except (OSError, msgspec.DecodeError) as error:
        raise BrokenFile(
            f"{folder / 'index.json'} cannot be read: {error}; render the pictures again"
        ) from error


def render_shards(
    folder: Path, plan: Plan, houses: range, *, done: Callable[[int], None] = lambda house: None
) -> None:
    """Render the houses with these seeds that are not there yet, in order."""
    index = open_index(folder, plan)
    for house in houses:
        if not shard_folder(folder, house).exists():
            save_looks(shard_folder(folder, house), look_round(house, plan, index.categories))
        done(house)


def shard_folder(folder: Path, house: int) -> Path:
    """Where the pictures of a house are."""
    return folder / f"house-{house:06d}"


def save_looks(target: Path, looks: Looks) -> None:
    """Write a house's pictures under another name, then give them theirs."""
    partial = target.with_name(f".{target.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    for field in fields(looks):
        np.save(partial / f"{field.name}.npy", getattr(looks, field.name), allow_pickle=False)
    partial.rename(target)


def load_looks(folder: Path) -> Looks:
    """A house's pictures, mapped: only what is looked at is read."""
    try:
        arrays = {
            field.name: np.load(folder / f"{field.name}.npy", mmap_mode="r", allow_pickle=False)
            for field in fields(Looks)
        }
    except (OSError, ValueError, EOFError) as error:
        raise BrokenFile(
            f"{folder} is not a complete set of pictures: {error}; remove it to render it again"
        ) from error
    return Looks(**arrays)
