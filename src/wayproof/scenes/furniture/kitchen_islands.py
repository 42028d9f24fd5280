"""Kitchen furniture that stands free or hangs: islands and wall cupboards."""

from __future__ import annotations

from dataclasses import replace

from wayproof.geometry.solid import Solid, join, upright_grain
from wayproof.geometry.solids import box, cylinder, lathe
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.cabinetry import (
    BOARD_M,
    GAP_M,
    Frame,
    columns,
    door,
    doors,
    drawer,
    hollow_box,
    rows,
    shadow_slab,
)
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.kitchen_modules import (
    BODY_TOP_M,
    HEIGHT_M,
    WORKTOP_M,
    KitchenLook,
    kitchen_look,
)


@furniture(
    "kitchen_island",
    group="kitchen",
    shapes=("block", "table_legs"),
    held_out=("breakfast_bar",),
    synonyms=("island", "kitchen block"),
)
def kitchen_island(shape: str, vary: Variation) -> Model:
    """A free-standing worktop in the middle of a kitchen."""
    look = kitchen_look(vary)
    width, depth = vary.between(1.2, 1.6), 0.8
    surfaces = [Surface((0, HEIGHT_M, 0), width - 0.06, depth - 0.06, 0.6)]
    parts = [Part(box((width, WORKTOP_M, depth), (0, BODY_TOP_M, 0)), look.worktop)]
    if shape == "table_legs":
        parts += _legs_and_rack(width, depth, look, vary)
        surfaces.append(Surface((0, 0.25, 0), width - 0.26, depth - 0.26, 0.45, "in"))
        return settled(parts, vary, surfaces=surfaces)
    overhang = 0.25 if shape == "breakfast_bar" else 0.03
    parts += _island_block(width - 0.06, depth - 0.03 - overhang, (overhang - 0.03) / 2, look, vary)
    if shape == "breakfast_bar":
        parts += _raised_bar(width, depth, look)
        surfaces = [
            Surface((0, HEIGHT_M, 0.16), width - 0.06, depth - 0.4, 0.6),
            Surface((0, 1.1, -0.24), width - 0.06, 0.26, 0.5),
        ]
    return settled(parts, vary, surfaces=surfaces)


def _island_block(
    width_m: float, depth_m: float, z_m: float, look: KitchenLook, vary: Variation
) -> list[Part]:
    """Drawers beside doors on the front, a panelled back."""
    body = box((width_m, BODY_TOP_M - 0.1, depth_m - 0.03), (0, 0.1, z_m - 0.015))
    base = box((width_m - 0.08, 0.1, depth_m - 0.12), (0, 0, z_m - 0.02))
    front = z_m - 0.03 + depth_m / 2
    frame = Frame(0.0, 0.104, width_m - 0.008, BODY_TOP_M - 0.116)
    left, middle, right = columns(frame, 3)
    parts = [Part(body, look.work.body), Part(join([base, shadow_slab(frame, front)]), look.work.shadow)]
    for opening in rows(left, [1.0] * vary.count("drawer", 3, 3)):
        parts += drawer(opening, front, look.work)
    vary.count("door", 2, 2)
    parts += door(middle, front, look.work, hinge="left", pull_at=0.8)
    return parts + door(right, front, look.work, hinge="right", pull_at=0.8)


def _legs_and_rack(width_m: float, depth_m: float, look: KitchenLook, vary: Variation) -> list[Part]:
    """Four stout legs, an apron with drawers and a slatted rack near the floor."""
    x, z, leg = width_m / 2 - 0.07, depth_m / 2 - 0.07, 0.08
    stands = [box((leg, BODY_TOP_M, leg), (sx * x, 0, sz * z)) for sx in (-1, 1) for sz in (-1, 1)]
    pieces = [upright_grain(stand) for stand in stands]
    pieces.append(box((2 * x, 0.14, 2 * z), (0, BODY_TOP_M - 0.14, 0)))
    count = 6
    pitch = 2 * z / count
    slats = [
        box((2 * x, 0.02, pitch - 0.025), (0, 0.23, (k - (count - 1) / 2) * pitch)) for k in range(count)
    ]
    rails = [box((0.04, 0.04, 2 * z), (s * x, 0.192, 0)) for s in (-1, 1)]
    frame = Frame(0.0, BODY_TOP_M - 0.13, 2 * x - leg - 0.02, 0.12)
    parts = [
        Part(join([*pieces, *slats, *rails]), look.work.body),
        Part(shadow_slab(frame, z), look.work.shadow),
    ]
    for opening in columns(frame, vary.count("drawer", 2, 3)):
        parts += drawer(opening, z, look.work)
    return parts


def _raised_bar(width_m: float, depth_m: float, look: KitchenLook) -> list[Part]:
    """A higher ledge along the back for people on stools."""
    back = -depth_m / 2
    wall = box((width_m - 0.04, 1.06 - HEIGHT_M + 0.002, 0.08), (0, HEIGHT_M - 0.002, back + 0.22))
    ledge = box((width_m, WORKTOP_M, 0.32), (0, 1.06, back + 0.16))
    return [Part(wall, look.work.front), Part(ledge, look.worktop)]


@furniture(
    "wall_cupboard",
    group="kitchen",
    shapes=("one_door", "two_doors"),
    held_out=("open_shelf",),
    stands="wall",
    synonyms=("kitchen cupboard", "overhead cabinet", "upper cabinet"),
)
def wall_cupboard(shape: str, vary: Variation) -> Model:
    """A kitchen cupboard that hangs on the wall."""
    look = kitchen_look(vary)
    width = 0.6 if shape == "one_door" else 0.9
    height, depth = 0.68, 0.31
    if shape == "open_shelf":
        return _open_cupboard(width, height, depth + BOARD_M, look, vary)
    frame = Frame(0.0, 0.002, width - GAP_M, height - 0.004)
    parts = [
        Part(box((width, height, depth), (0, 0, depth / 2)), look.work.body),
        Part(shadow_slab(replace(frame, width_m=width), depth), look.work.shadow),
    ]
    count = vary.count("door", *((1, 1) if width < 0.8 else (2, 2)))
    parts += doors(frame, count, depth, look.work, pull_at=0.2)
    return settled(parts, vary, hangs=True)


def _open_cupboard(
    width_m: float, height_m: float, depth_m: float, look: KitchenLook, vary: Variation
) -> Model:
    """A case without doors, with stacked plates and cups on one side of each board."""
    case = hollow_box((width_m, height_m, depth_m), (0, 0, depth_m / 2))
    middle = height_m / 2
    board = box(
        (width_m - 2 * BOARD_M + 0.004, BOARD_M, depth_m - 0.03), (0, middle - BOARD_M, depth_m / 2 + 0.003)
    )
    dishes = vary.finish("ceramic")
    x = -width_m / 2 + 0.17
    plates = [
        cylinder(0.115, 0.014, (x, BOARD_M + k * 0.018, depth_m / 2), top_radius_m=0.125, sides=12)
        for k in range(5)
    ]
    cups = [_cup(x + dx, middle, depth_m / 2 + 0.03) for dx in (-0.08, 0.03, 0.14)]
    parts = [Part(join([case, board]), look.work.body), Part(join([*plates, *cups]), dishes)]
    surfaces = [
        Surface((0.14, y, depth_m / 2), width_m / 2 - 0.02, depth_m - 0.08, room, "in")
        for y, room in ((BOARD_M, middle - 0.05), (middle, middle - 0.04))
    ]
    return settled(parts, vary, surfaces=surfaces, hangs=True)


def _cup(x_m: float, y_m: float, z_m: float) -> Solid:
    profile = [(0.0, 0.0), (0.028, 0.0), (0.042, 0.09), (0.036, 0.09), (0.024, 0.01), (0.0, 0.01)]
    return lathe(profile, (x_m, y_m, z_m), sides=8, smooth=False)
