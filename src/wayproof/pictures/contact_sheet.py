"""Contact sheets: a few variants of every object category side by side, drawn by the real renderer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from wayproof.geometry.solids import Floats
from wayproof.rendering.camera import Camera, View, view_from
from wayproof.rendering.prepared_scene import prepare
from wayproof.rendering.renderer import render
from wayproof.scenes.assembly import Placed, assemble
from wayproof.scenes.furniture import FURNITURE, Furniture, Variation
from wayproof.scenes.light.lightings import light_at_vertices
from wayproof.scenes.scene import Scene
from wayproof.scenes.textures import texture_for
from wayproof.seeding import generator_for

Pixels = NDArray[np.uint8]

PAPER = (247, 246, 242)
HFOV_RAD = np.radians(24.0)
CAPTION_PX = 15
VARIANTS = 3


def contact_sheet(names: Iterable[str], *, tile_px: int = 112, across: int = 4) -> Pixels:
    """Three variants of each kind of thing, `across` kinds to a row, with captions."""
    blocks = [_block(FURNITURE[name], tile_px) for name in names]
    blank = np.full_like(blocks[0], PAPER[0])
    blank[:] = PAPER
    while len(blocks) % across:
        blocks.append(blank)
    rows = [np.concatenate(blocks[k : k + across], axis=1) for k in range(0, len(blocks), across)]
    return np.concatenate(rows, axis=0)


def portrait(kind: Furniture, shape: str, seed: int, *, size_px: int) -> Pixels:
    """One model from its best side on plain paper."""
    scene = model_scene(kind, shape, seed)
    prepared = prepare(scene, light=light_at_vertices(scene))
    view = _view(scene.vertices_m.astype(float), kind.stands)
    camera = Camera(2 * size_px, 2 * size_px, HFOV_RAD)
    frame = render(prepared, [view], camera, want=("rgb", "instance"))[0]
    assert frame.rgb is not None and frame.instance is not None
    picture = frame.rgb.copy()
    picture[frame.instance == 0] = PAPER
    return np.asarray(Image.fromarray(picture).resize((size_px, size_px), Image.Resampling.BOX))


def model_scene(kind: Furniture, shape: str, seed: int) -> Scene:
    """A scene that holds one model and nothing else."""
    model = kind.build(shape, Variation(generator_for(seed, "portrait", kind.name)))
    placed = Placed(kind.category, shape, model.attributes, model.parts, glow=model.glow)
    return assemble(f"portrait/{kind.name}", [placed], texture_for)


def _view(vertices: Floats, stands: str) -> View:
    """From the front right and above, far enough that everything is in the picture."""
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    centre, radius = (low + high) / 2, float(np.linalg.norm(high - low)) / 2
    pitch = {"wall": -0.12, "ceiling": 0.25}.get(stands, -0.42)
    heading = 0.35 if stands == "wall" else 0.6
    distance = 1.02 * radius / np.sin(HFOV_RAD / 2)
    away = np.array([np.sin(heading) * np.cos(pitch), -np.sin(pitch), np.cos(heading) * np.cos(pitch)])
    return view_from(centre + distance * away, heading, pitch_rad=pitch)


def _block(kind: Furniture, tile_px: int) -> Pixels:
    shapes: Sequence[str] = (*kind.shapes, *kind.held_out_shapes)
    tiles = [portrait(kind, shapes[k % len(shapes)], k, size_px=tile_px) for k in range(VARIANTS)]
    strip = Image.new("RGB", (VARIANTS * tile_px, tile_px + CAPTION_PX), PAPER)
    for k, tile in enumerate(tiles):
        strip.paste(Image.fromarray(tile), (k * tile_px, CAPTION_PX))
    pen = ImageDraw.Draw(strip)
    pen.text((4, 1), kind.name.replace("_", " "), (60, 56, 52), ImageFont.load_default(size=12))
    pen.line([(VARIANTS * tile_px - 1, 0), (VARIANTS * tile_px - 1, tile_px + CAPTION_PX)], (225, 222, 216))
    return np.asarray(strip)
