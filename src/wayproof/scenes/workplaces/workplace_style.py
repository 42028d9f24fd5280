"""The style of workplaces: colours that their furniture prefers, floors, walls and ceilings."""

from __future__ import annotations

import numpy as np

from wayproof.scenes.finishes import Finish
from wayproof.scenes.houses.house_style import (
    STONE_SHADES,
    WOOD_SHADES,
    Shade,
    Style,
    pick_shade,
    surface_finish,
)
from wayproof.scenes.houses.shell_finishes import RoomFinishes

OFFICE_PALETTES: tuple[dict[str, tuple[str, ...]], ...] = (
    {"wood": ("white", "grey"), "fabric": ("grey", "blue"), "metal": ("silver", "white")},
    {"wood": ("beige",), "fabric": ("green", "grey"), "metal": ("white", "silver")},
    {"wood": ("brown",), "fabric": ("grey", "red"), "metal": ("black", "silver")},
    {"wood": ("white", "beige"), "fabric": ("orange", "grey"), "metal": ("grey", "black")},
)
SHOP_PALETTES: tuple[dict[str, tuple[str, ...]], ...] = (
    {"wood": ("beige", "white"), "fabric": ("blue", "white", "grey"), "metal": ("white", "silver")},
    {"wood": ("brown",), "fabric": ("red", "beige", "green"), "metal": ("black", "grey")},
    {"wood": ("white", "grey"), "fabric": ("pink", "purple", "white"), "metal": ("silver", "white")},
    {"wood": ("black", "brown"), "fabric": ("grey", "black", "white"), "metal": ("black", "silver")},
)
OFFICE_FLOORS: tuple[Shade, ...] = (
    ("grey", (116, 119, 124)),
    ("blue", (78, 96, 124)),
    ("grey", (146, 144, 140)),
    ("green", (92, 112, 98)),
    ("beige", (178, 164, 140)),
)
LINOLEUM_SHADES: tuple[Shade, ...] = (
    ("grey", (168, 170, 170)),
    ("beige", (200, 188, 162)),
    ("green", (150, 168, 150)),
    ("blue", (140, 160, 180)),
)
PLAIN_WALLS: tuple[Shade, ...] = (
    ("white", (238, 237, 233)),
    ("white", (232, 232, 230)),
    ("grey", (206, 208, 210)),
)
ACCENTS: tuple[Shade, ...] = (
    ("blue", (120, 150, 184)),
    ("green", (142, 172, 136)),
    ("yellow", (226, 200, 122)),
    ("orange", (216, 160, 112)),
    ("red", (178, 98, 88)),
)
ACCENTED = ("meeting_room", "reception", "kitchen", "fitting_room")
WET = ("bathroom", "kitchen")
CEILING: Shade = ("white", (238, 238, 235))


def draw_style(
    rng: np.random.Generator, palettes: tuple[dict[str, tuple[str, ...]], ...], *, held_out: bool
) -> Style:
    """The style of a whole workplace: light trim, and doors in wood or white."""
    palette = palettes[int(rng.integers(len(palettes)))]
    wood = pick_shade(WOOD_SHADES, rng)
    grey: Shade = ("grey", (150, 152, 156)) if rng.random() < 0.5 else ("white", (232, 232, 230))
    trim = surface_finish("plain", "wood", grey, rng, tile_m=1.0, gloss=0.2)
    door = (
        surface_finish("wood_grain", "wood", wood, rng, tile_m=1.2, gloss=0.2) if rng.random() < 0.5 else trim
    )
    facade = surface_finish("plaster", "plaster", ("grey", (186, 184, 178)), rng, tile_m=2.0)
    return Style(held_out, palette, wood, trim, facade, door)


def office_finishes(style: Style, room_type: str, rng: np.random.Generator) -> RoomFinishes:
    """Carpet tiles or linoleum, pale walls, a ceiling of panels."""
    return RoomFinishes(
        _office_floor(style, room_type, rng),
        _wall(room_type, rng),
        _ceiling(room_type, rng),
        style.trim,
    )


def shop_finishes(trade: str, style: Style, room_type: str, rng: np.random.Generator) -> RoomFinishes:
    """Wood for books and clothes, tiles and linoleum for the rest; staff rooms are plain."""
    if room_type not in ("sales_floor", "fitting_room"):
        return office_finishes(style, room_type, rng)
    if trade in ("books", "clothes"):
        pattern = "wood_parquet" if style.held_out else "wood_planks" if rng.random() < 0.6 else "herringbone"
        floor = surface_finish(pattern, "wood", style.wood, rng, tile_m=1.6, gloss=0.25)
    elif rng.random() < 0.5:
        floor = _linoleum(rng)
    else:
        pattern = "terrazzo" if style.held_out else "tile"
        floor = surface_finish(
            pattern, "stone", pick_shade(STONE_SHADES[:3], rng), rng, tile_m=1.6, gloss=0.4
        )
    shade = pick_shade(ACCENTS if rng.random() < 0.3 else PLAIN_WALLS, rng)
    wall = surface_finish("plaster", "plaster", shade, rng, tile_m=2.0)
    return RoomFinishes(floor, wall, _ceiling(room_type, rng), style.trim)


def _office_floor(style: Style, room_type: str, rng: np.random.Generator) -> Finish:
    if room_type in WET:
        pattern = "terrazzo" if style.held_out else "tile"
        return surface_finish(pattern, "stone", pick_shade(STONE_SHADES[:3], rng), rng, tile_m=1.2, gloss=0.4)
    if room_type in ("storage", "copy_room") or (room_type == "hallway" and rng.random() < 0.4):
        return _linoleum(rng)
    if style.held_out:
        return surface_finish("wood_parquet", "wood", style.wood, rng, tile_m=1.6, gloss=0.25)
    pattern, tile_m = ("carpet_tiles", 1.0) if rng.random() < 0.75 else ("carpet", 0.6)
    return surface_finish(pattern, "fabric", pick_shade(OFFICE_FLOORS, rng), rng, tile_m=tile_m)


def _linoleum(rng: np.random.Generator) -> Finish:
    return surface_finish("linoleum", "rubber", pick_shade(LINOLEUM_SHADES, rng), rng, tile_m=1.5, gloss=0.3)


def _wall(room_type: str, rng: np.random.Generator) -> Finish:
    if room_type == "bathroom":
        return surface_finish("tile", "ceramic", pick_shade(PLAIN_WALLS, rng), rng, tile_m=0.8, gloss=0.5)
    accented = room_type in ACCENTED and rng.random() < 0.45
    shade = pick_shade(ACCENTS if accented else PLAIN_WALLS, rng)
    return surface_finish("plaster", "plaster", shade, rng, tile_m=2.0)


def _ceiling(room_type: str, rng: np.random.Generator) -> Finish:
    tiled = room_type not in ("bathroom", "storage", "fitting_room") and rng.random() < 0.8
    pattern, tile_m = ("ceiling_tiles", 1.2) if tiled else ("plaster", 2.0)
    return surface_finish(pattern, "plaster", CEILING, rng, tile_m=tile_m)
