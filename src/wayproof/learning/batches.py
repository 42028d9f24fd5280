"""The training pictures of a step: a function of seed and step alone, so a resumed run meets the same ones.

While houses are still being rendered, early steps draw from the first of them; which ones is decided by the
step's number and not by the clock. A step whose houses are not there yet waits for them.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import torch
from numpy.typing import NDArray

from wayproof.errors import BrokenFile
from wayproof.kinds import ROOM_SURFACES
from wayproof.learning.network import CELL_PX, MULTIPLE_PX
from wayproof.learning.shards import load_looks, shard_folder
from wayproof.learning.training_images import HEIGHT_PX, WIDTH_PX, Looks
from wayproof.learning.viewpoints import USUAL_HFOV_RAD
from wayproof.perception.input_images import padded
from wayproof.perception.phrases import ATTRIBUTES, Words
from wayproof.seeding import generator_for

PHRASES = 8  # per picture
FEWEST_CELLS = 3  # of a thing that a phrase may speak of
SAID = 0.5  # how often a phrase tells an attribute
MIRRORED = 0.5  # how often a picture is taken in the mirrored house
_PATIENCE_S = 600.0


class Supply(msgspec.Struct, frozen=True):
    """Which houses there are at which step: `first` at the start, one more every `every` steps."""

    all: int
    first: int = 150
    every: int = 40

    def at(self, step: int) -> int:
        return min(self.all, self.first + step // self.every)


@dataclass(frozen=True)
class Batch:
    """n pictures and what is to be learned from them; h, w count cells.

    picture (n, H, W, 3); category (n, 4, h, w) at four points of each cell, -1 for nothing; values (n,
    fields, h, w), -1 where there is no word; boxes_px (n, 4, h, w) as distances from the cell's middle; thing
    (n, h, w) weight of the cell in the loss of boxes, 0 on walls, floors and ceilings; depth_m (n, h, w) for
    the usual camera, 0 for unknown. Phrases: told (n, p, tokens), true (n, p, tokens) all that holds of the
    same thing, where (n, p, h, w) the cells that the phrase is true of; a row of zeros is no phrase.
    """

    picture: torch.Tensor
    category: torch.Tensor
    values: torch.Tensor
    boxes_px: torch.Tensor
    thing: torch.Tensor
    depth_m: torch.Tensor
    told: torch.Tensor
    true: torch.Tensor
    where: torch.Tensor


def batch_at(
    folder: Path, words: Words, supply: Supply, *, seed: int, step: int, size: int, scale: float = 1.0
) -> Batch:
    """The batch of a step: one picture each of several houses, some mirrored, made smaller by `scale`."""
    rng = generator_for(seed, "batch", step)
    there = supply.at(step)
    houses = rng.choice(there, size=size, replace=there < size)
    samples = []
    for house in houses:
        looks = _looks(shard_folder(folder, int(house)))
        picture = int(rng.integers(len(looks.rgb)))
        if rng.random() < MIRRORED:
            looks, picture = mirrored(looks, picture), 0
        samples.append(sample_of(looks, picture, words, rng, scale))
    return Batch(
        **{
            field.name: torch.from_numpy(np.stack([sample[field.name] for sample in samples]))
            for field in fields(Batch)
        }
    )


def sample_of(
    looks: Looks, picture: int, words: Words, rng: np.random.Generator, scale: float = 1.0
) -> dict[str, NDArray[np.generic]]:
    """One picture with what is to be learned from it, by the names of Batch."""
    rgb = resized(looks.rgb[picture], scale)
    grid = (rgb.shape[0] // CELL_PX, rgb.shape[1] // CELL_PX)
    fine = looks.instance[picture].astype(np.int64)
    corners = np.stack([_at(fine, grid, a, b) for a in (0.25, 0.75) for b in (0.25, 0.75)])
    cells = _at(fine, grid, 0.5, 0.5)
    boxes, weight = _boxes(looks, picture, cells, _solid(looks, words))
    told, true, where = _phrases(looks, cells, words, rng)
    # What counts for the eye is the focal length in pixels: a smaller picture looks as if farther away.
    farther = np.tan(looks.hfov_rad[picture] / 2) / np.tan(USUAL_HFOV_RAD / 2) * WIDTH_PX / rgb.shape[1]
    depth = _at(looks.depth_m[picture], grid, 0.5, 0.5).astype(np.float32)
    return {
        "picture": padded(rgb, MULTIPLE_PX),
        "category": looks.category.astype(np.int64)[corners] - 1,
        "values": looks.values[cells].transpose(2, 0, 1).astype(np.int64),
        "boxes_px": boxes * np.float32(scale),
        "thing": weight,
        "depth_m": depth * np.float32(farther),
        "told": told,
        "true": true,
        "where": where,
    }


def mirrored(looks: Looks, picture: int) -> Looks:
    """One picture as it would be in the mirrored house: as likely a house, and twice as many of them."""
    mine = looks.seen[:, 0] == picture
    left, top, right, bottom = looks.box_px[mine].T
    return replace(
        looks,
        rgb=looks.rgb[picture : picture + 1, :, ::-1],
        instance=looks.instance[picture : picture + 1, :, ::-1],
        depth_m=looks.depth_m[picture : picture + 1, :, ::-1],
        hfov_rad=looks.hfov_rad[picture : picture + 1],
        seen=looks.seen[mine] * [0, 1],
        box_px=np.stack([WIDTH_PX - right, top, WIDTH_PX - left, bottom], axis=1),
        pixels=looks.pixels[mine],
        distance_m=looks.distance_m[mine],
    )


def resized(rgb: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    """The picture made smaller, to whole cells."""
    if scale == 1.0:
        return rgb
    height, width = (round(side * scale / CELL_PX) * CELL_PX for side in rgb.shape[:2])
    smaller: NDArray[np.uint8] = cv2.resize(rgb, (width, height), interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    return smaller


def _at(layer: NDArray[Any], grid: tuple[int, int], down: float, right: float) -> NDArray[Any]:
    """A layer at one point of each cell of a grid, given as shares of the cell's height and width."""
    rows = ((np.arange(grid[0]) + down) * layer.shape[0] / grid[0]).astype(np.int64)
    columns = ((np.arange(grid[1]) + right) * layer.shape[1] / grid[1]).astype(np.int64)
    return np.asarray(layer[rows[:, None], columns])


def _solid(looks: Looks, words: Words) -> NDArray[np.bool_]:
    """Which instances have a box worth telling: all but walls, floors and ceilings."""
    names = np.array(["", *words.categories])
    return ~np.isin(names[looks.category], ("", *ROOM_SURFACES))


def _boxes(
    looks: Looks, picture: int, cells: NDArray[np.int64], solid: NDArray[np.bool_]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Distances (4, h, w) to the sides of the box, and weights (h, w) that let small things count as well."""
    table = np.zeros((len(looks.category), 4), np.float32)
    mine = looks.seen[:, 0] == picture
    table[looks.seen[mine, 1]] = looks.box_px[mine]
    left, top, right, bottom = table[cells].transpose(2, 0, 1)
    high, wide = HEIGHT_PX / cells.shape[0], WIDTH_PX / cells.shape[1]
    y, x = np.mgrid[: cells.shape[0], : cells.shape[1]] + 0.5
    y, x = y * high, x * wide
    distances = np.stack([x - left, y - top, right - x, bottom - y]).astype(np.float32)
    count = np.bincount(cells.ravel(), minlength=len(looks.category))[cells]
    weight = np.where(solid[cells], 1.0 / np.sqrt(np.maximum(count, 1)), 0.0).astype(np.float32)
    return np.maximum(distances, 0.0), weight


def _phrases(
    looks: Looks, cells: NDArray[np.int64], words: Words, rng: np.random.Generator
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_]]:
    """What to say of some of the things in view, all that is true of them, and where each phrase is true."""
    ids, count = np.unique(cells, return_counts=True)
    tokens = len(words.tokens)
    true_of = np.stack([_truths(looks, int(instance), words) for instance in ids])
    speakable = np.flatnonzero((count >= FEWEST_CELLS) & (true_of.sum(axis=1) > 0))
    told = np.zeros((PHRASES, tokens), np.float32)
    true = np.zeros((PHRASES, tokens), np.float32)
    where = np.zeros((PHRASES, *cells.shape), np.bool_)
    position = np.searchsorted(ids, cells)
    for row, chosen in enumerate(rng.permutation(speakable)[:PHRASES]):
        kept = rng.random(tokens) < SAID
        kept[: len(words.categories)] = True
        true[row] = true_of[chosen]
        told[row] = true_of[chosen] * kept
        where[row] = ((true_of @ told[row]) >= told[row].sum())[position]
    return told, true, where


def _truths(looks: Looks, instance: int, words: Words) -> NDArray[np.float32]:
    """All tokens that hold of an instance, as a row of ones and zeros."""
    row = np.zeros(len(words.tokens), np.float32)
    if looks.category[instance] > 0:
        row[int(looks.category[instance]) - 1] = 1.0
        for field, value in zip(ATTRIBUTES, looks.values[instance], strict=True):
            if value >= 0:
                row[words.attribute_token(field, int(value))] = 1.0
    return row


def category_shares(folder: Path, houses: Sequence[int], categories: int) -> NDArray[np.float64]:
    """The share of pixels that each category has in these houses; at least a millionth."""
    counts = np.zeros(categories + 1)
    for house in houses:
        looks = _looks(shard_folder(folder, house))
        counts += np.bincount(looks.category[looks.instance[:]].ravel(), minlength=categories + 1)
    share: NDArray[np.float64] = np.maximum(counts[1:] / max(counts[1:].sum(), 1.0), 1e-6)
    return share


@lru_cache(maxsize=4096)
def _looks(folder: Path) -> Looks:
    wait_for_looks(folder)
    return load_looks(folder)


def wait_for_looks(folder: Path) -> None:
    """Wait for whoever renders a house's pictures."""
    waited_s = 0.0
    while not folder.exists():
        if waited_s > _PATIENCE_S:
            raise BrokenFile(
                f"{folder} did not appear within {_PATIENCE_S:.0f} s; the process that renders the houses "
                "has stopped: start the training again with --resume"
            )
        time.sleep(1.0)
        waited_s += 1.0
