"""Pictures that need no renderer: wall, floor and coloured blocks, with labels known by construction."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np

from wayproof.learning.shards import Index, open_index, save_looks, shard_folder
from wayproof.learning.training_images import HEIGHT_PX, WIDTH_PX, Looks, Plan
from wayproof.learning.viewpoints import USUAL_HFOV_RAD
from wayproof.perception.phrases import ATTRIBUTES, attribute_values
from wayproof.scenes.scene import Attributes
from wayproof.seeding import generator_for
from wayproof.storage import write_atomically

CATEGORIES = ("chair", "floor", "person", "table", "wall")
COLOURS = {"red": (200, 40, 40), "blue": (40, 60, 200)}
BLOCKS = 3


def paint_house(number: int, pictures: int, stride: int) -> Looks:
    """Instances: 1 wall, 2 floor, then blocks of any kind in any colour, each a rectangle."""
    rng = generator_for(number, "painted")
    rgb = np.full((pictures, HEIGHT_PX, WIDTH_PX, 3), 220, np.uint8)
    instance = np.ones((pictures, HEIGHT_PX, WIDTH_PX), np.uint16)
    kinds = [int(rng.choice([1, 3, 4])) for _ in range(BLOCKS)]
    tints = [str(rng.choice(list(COLOURS))) for _ in range(BLOCKS)]
    for picture in range(pictures):
        rgb[picture, 100:] = (120, 90, 50)
        instance[picture, 100:] = 2
        for block in range(BLOCKS):
            top, left = int(rng.integers(20, 100)), 10 + 70 * block + int(rng.integers(0, 10))
            rows, columns = slice(top, top + 20 + 8 * kinds[block]), slice(left, left + 50)
            rgb[picture, rows, columns] = COLOURS[tints[block]]
            rgb[picture, rows, left : left + 12 * kinds[block]] //= 2
            instance[picture, rows, columns] = 3 + block
    values = np.full((3 + BLOCKS, len(ATTRIBUTES)), -1, np.int8)
    for block, tint in enumerate(tints):
        values[3 + block] = attribute_values(Attributes(colour=tint))
    seen, boxes, pixels = _sightings(instance)
    return Looks(
        rgb=rgb,
        instance=instance[:, ::stride, ::stride].copy(),
        depth_m=np.full((pictures, HEIGHT_PX // 4, WIDTH_PX // 4), 2.0, np.float16),
        hfov_rad=np.full(pictures, USUAL_HFOV_RAD, np.float32),
        category=np.array([0, 5, 2, *kinds], np.int16),
        values=values,
        seen=seen,
        box_px=boxes,
        pixels=pixels,
        distance_m=np.full(len(seen), 2.0, np.float32),
    )


def _sightings(instance: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    seen, boxes, pixels = [], [], []
    for picture, labels in enumerate(instance):
        for one in range(1, 3 + BLOCKS):
            rows, columns = np.nonzero(labels == one)
            seen.append((picture, one))
            boxes.append((columns.min(), rows.min(), columns.max() + 1, rows.max() + 1))
            pixels.append(len(rows))
    return np.array(seen, np.int32), np.array(boxes, np.int16), np.array(pixels, np.int32)


def paint_shards(folder: Path, houses: int, *, pictures: int = 3, stride: int = 2) -> Path:
    """A folder of shards as the renderer would leave it."""
    plan = Plan(pictures=pictures, stride=stride)
    index: Index = open_index(folder, plan)
    painted = msgspec.structs.replace(index, categories=CATEGORIES)
    write_atomically(folder / "index.json", msgspec.json.encode(painted))
    for house in range(houses):
        save_looks(shard_folder(folder, house), paint_house(house, pictures, stride))
    return folder
