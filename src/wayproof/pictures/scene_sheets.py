"""Everything that `wayproof scenes show` draws of one scene."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from wayproof.pictures.views import from_above, into_rooms
from wayproof.scenes.plan.drawing import draw_plan
from wayproof.scenes.plan.png import to_pixels
from wayproof.scenes.plan.svg import to_svg
from wayproof.scenes.scene import Scene
from wayproof.storage import write_atomically


def show_scene(scene: Scene, folder: Path) -> Iterator[Path]:
    """Write the pictures one by one and yield their paths."""
    plan = draw_plan(scene)
    svg = folder / "plan.svg"
    write_atomically(svg, to_svg(plan).encode())
    yield svg
    yield save_picture(to_pixels(plan, width_px=1200), folder / "plan.png")
    yield save_picture(from_above(scene, width_px=1200), folder / "above.png")
    for room, picture in into_rooms(scene):
        yield save_picture(picture, folder / f"room_{room.id}_{room.type}.png")


def save_picture(pixels: NDArray[np.uint8], file: Path) -> Path:
    """Write RGB pixels as PNG, or as JPEG if the name says so."""
    stream = io.BytesIO()
    kind = "JPEG" if file.suffix in (".jpg", ".jpeg") else "PNG"
    options = {"quality": 85} if kind == "JPEG" else {"compress_level": 6}
    Image.fromarray(pixels).save(stream, kind, **options)
    write_atomically(file, stream.getvalue())
    return file
