"""The style of a house: which colours its furniture prefers and how its floors, walls and ceilings look."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from wayproof.scenes.finishes import COLOURS, Finish
from wayproof.scenes.houses.shell_finishes import RoomFinishes

Shade = tuple[str, tuple[int, int, int]]

# Colours of paint and paper that people put on walls: pale versions of the colour they are called by.
WALL_SHADES: tuple[Shade, ...] = (
    ("white", (238, 235, 228)),
    ("white", (231, 230, 227)),
    ("beige", (226, 213, 190)),
    ("grey", (198, 200, 202)),
    ("blue", (182, 200, 217)),
    ("green", (191, 208, 184)),
    ("yellow", (236, 222, 172)),
    ("pink", (231, 203, 198)),
)
WOOD_SHADES: tuple[Shade, ...] = (
    ("brown", (132, 88, 52)),
    ("brown", (166, 118, 74)),
    ("beige", (196, 162, 118)),
    ("brown", (98, 64, 40)),
    ("grey", (150, 142, 132)),
)
STONE_SHADES: tuple[Shade, ...] = (
    ("white", (224, 222, 216)),
    ("grey", (162, 163, 163)),
    ("beige", (208, 194, 168)),
    ("blue", (142, 166, 186)),
    ("black", (72, 72, 74)),
)
CARPET_SHADES: tuple[Shade, ...] = (
    ("beige", (200, 182, 152)),
    ("grey", (142, 142, 146)),
    ("blue", (92, 110, 142)),
)
WET_ROOMS = ("bathroom", "kitchen", "laundry")

# Sets of colours that go together; the first words of a material's list are the likelier ones.
PALETTES: tuple[dict[str, tuple[str, ...]], ...] = (
    {"wood": ("brown",), "fabric": ("beige", "green", "brown"), "metal": ("black", "gold")},
    {"wood": ("beige", "white"), "fabric": ("grey", "blue", "white"), "metal": ("silver", "white")},
    {"wood": ("black", "brown"), "fabric": ("red", "grey", "purple"), "metal": ("black", "silver")},
    {"wood": ("white", "beige"), "fabric": ("pink", "yellow", "blue"), "metal": ("white", "gold")},
    {"wood": ("brown", "beige"), "fabric": ("orange", "green", "beige"), "leather": ("brown",)},
    {
        "wood": ("grey", "white"),
        "fabric": ("blue", "grey"),
        "metal": ("silver",),
        "plastic": ("white", "grey"),
    },
)


@dataclass(frozen=True)
class Style:
    """One house's taste; `held_out` opens the shapes and textures of the test split."""

    held_out: bool
    favourites: dict[str, tuple[str, ...]]
    wood: Shade
    trim: Finish
    facade: Finish
    door: Finish


def draw_style(rng: np.random.Generator, *, held_out: bool) -> Style:
    palette = PALETTES[int(rng.integers(len(PALETTES)))]
    white = surface_finish("plain", "wood", ("white", (236, 234, 229)), rng, tile_m=1.0, gloss=0.2)
    wood = pick_shade(WOOD_SHADES, rng)
    door = (
        white
        if rng.random() < 0.5
        else surface_finish("wood_grain", "wood", wood, rng, tile_m=1.2, gloss=0.2)
    )
    facade = surface_finish("brick", "stone", ("red", (158, 92, 70)), rng, tile_m=1.0)
    return Style(held_out, palette, wood, white, facade, door)


def draw_room_finishes(style: Style, room_type: str, rng: np.random.Generator) -> RoomFinishes:
    """Floor and walls that suit the room; ceilings are white."""
    ceiling = surface_finish("plaster", "plaster", ("white", (240, 239, 235)), rng, tile_m=2.0)
    return RoomFinishes(_floor(style, room_type, rng), _wall(style, room_type, rng), ceiling, style.trim)


def _floor(style: Style, room_type: str, rng: np.random.Generator) -> Finish:
    if room_type in WET_ROOMS:
        patterns = ("terrazzo",) if style.held_out else ("tile", "tile", "marble", "granite")
        pattern = patterns[int(rng.integers(len(patterns)))]
        return surface_finish(pattern, "stone", pick_shade(STONE_SHADES, rng), rng, tile_m=1.2, gloss=0.4)
    if room_type in ("bedroom", "children_room", "office") and rng.random() < 0.3:
        return surface_finish("carpet", "fabric", pick_shade(CARPET_SHADES, rng), rng, tile_m=0.6)
    pattern = "wood_parquet" if style.held_out else "herringbone" if rng.random() < 0.3 else "wood_planks"
    return surface_finish(pattern, "wood", style.wood, rng, tile_m=1.6, gloss=0.25)


def _wall(style: Style, room_type: str, rng: np.random.Generator) -> Finish:
    shade = pick_shade(WALL_SHADES, rng)
    if room_type == "bathroom" or (room_type in WET_ROOMS and rng.random() < 0.35):
        return surface_finish("tile", "ceramic", pick_shade(WALL_SHADES, rng), rng, tile_m=0.8, gloss=0.5)
    if room_type in ("living_room", "bedroom", "children_room", "dining_room") and rng.random() < 0.35:
        pattern = "geometric" if style.held_out else "wallpaper"
        return surface_finish(pattern, "paper", shade, rng, tile_m=0.6)
    if room_type in ("living_room", "dining_room", "kitchen") and rng.random() < 0.1:
        return surface_finish("brick", "stone", ("red", (170, 104, 82)), rng, tile_m=1.0)
    return surface_finish("plaster", "plaster", shade, rng, tile_m=2.0)


def pick_shade(shades: tuple[Shade, ...], rng: np.random.Generator) -> Shade:
    """One of several shades."""
    return shades[int(rng.integers(len(shades)))]


def surface_finish(
    pattern: str, material: str, shade: Shade, rng: np.random.Generator, *, tile_m: float, gloss: float = 0.05
) -> Finish:
    """A floor, wall or ceiling in a shade."""
    second = COLOURS["white"][0] if shade[0] != "white" else COLOURS["grey"][2]
    return Finish(
        material=material,
        pattern=pattern,
        colour=shade[0],
        rgb=shade[1],
        second_rgb=second,
        tile_m=tile_m,
        gloss=gloss,
        variant=int(rng.integers(4)),
    )
