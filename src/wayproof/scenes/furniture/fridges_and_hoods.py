"""Refrigerators and range hoods: the cold and the air of a kitchen."""

from __future__ import annotations

from wayproof.geometry.lofts import FLAT, extruded, loft
from wayproof.geometry.outlines import rectangle, ring
from wayproof.geometry.solid import Solid, join
from wayproof.geometry.solids import box, cylinder
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Glow, Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.cabinetry import Frame, columns, pull, rows, shadow_slab
from wayproof.scenes.furniture_parts.finished_model import settled, standing
from wayproof.scenes.furniture_parts.palettes import described_by

FRIDGE_WIDTH_M, FRIDGE_DEPTH_M, FRIDGE_FOOT_M = 0.7, 0.65, 0.05
FRIDGE_FRONT_M = 0.262  # the plane that the thick doors hang on
DOOR_M = 0.05
NOTE_COLOURS = ("yellow", "red", "blue", "green", "white")


@furniture(
    "refrigerator",
    group="kitchen",
    shapes=("top_freezer", "bottom_freezer", "single_door"),
    held_out=("french_doors",),
    synonyms=("fridge", "freezer", "icebox"),
)
def refrigerator(shape: str, vary: Variation) -> Model:
    """A tall cold cupboard with thick doors."""
    vary.fixed_size()
    colours = ("silver", "white", "black", "red") if shape == "single_door" else ("silver", "white", "black")
    main = described_by(vary, ("metal", colours))
    steel = vary.finish(
        "metal", colours=("silver",) if main.colour != "silver" else ("grey",), pattern="brushed"
    )
    dark = vary.finish("plastic", colours=("black",))
    height = vary.between(*{"single_door": (1.5, 1.6), "french_doors": (1.8, 2.0)}.get(shape, (1.65, 2.0)))
    body_depth = FRIDGE_DEPTH_M / 2 + FRIDGE_FRONT_M
    middle = FRIDGE_FRONT_M - body_depth / 2
    whole = Frame(0.0, FRIDGE_FOOT_M + 0.004, FRIDGE_WIDTH_M - 0.004, height - FRIDGE_FOOT_M - 0.006)
    parts = [
        Part(box((FRIDGE_WIDTH_M, height - FRIDGE_FOOT_M, body_depth), (0, FRIDGE_FOOT_M, middle)), main),
        Part(box((FRIDGE_WIDTH_M - 0.04, FRIDGE_FOOT_M, 0.54), (0, 0, -0.03)), dark),
        Part(shadow_slab(whole, FRIDGE_FRONT_M), dark),
    ]
    doors = _door_frames(shape, whole)
    vary.count("door", len(doors), len(doors))
    parts += [Part(_fridge_door(frame), main) for frame in doors]
    parts.append(Part(join([_fridge_handle(shape, frame, k) for k, frame in enumerate(doors)]), steel))
    if shape == "french_doors":
        parts += _dispenser(doors[1], dark, steel)
    elif vary.chance(0.6):
        parts += _notes(max(doors, key=lambda frame: frame.height_m), vary)
    return standing(parts, vary)


def _door_frames(shape: str, whole: Frame) -> list[Frame]:
    """The fronts from the floor up."""
    if shape == "single_door":
        return [whole]
    low, high = rows(
        whole, {"top_freezer": [0.7, 0.3], "bottom_freezer": [0.4, 0.6]}.get(shape, [0.35, 0.65]), gap_m=0.012
    )
    return [low, *columns(high, 2, gap_m=0.01)] if shape == "french_doors" else [low, high]


def _fridge_door(frame: Frame) -> Solid:
    """A thick door with bevelled edges."""
    y = frame.y_m + frame.height_m / 2
    stages = [(0.0, 0.0), (0.0, DOOR_M - 0.012), (0.012, DOOR_M)]
    rings = [
        ring(
            rectangle(frame.width_m - 2 * cut, frame.height_m - 2 * cut),
            (frame.x_m, y, FRIDGE_FRONT_M + z),
            axis="z",
        )
        for cut, z in stages
    ]
    return loft(rings, crease_rad=FLAT)


def _fridge_handle(shape: str, frame: Frame, index: int) -> Solid:
    """A long bar: upright near the opening edge, or level on the freezer drawer of a double door."""
    z = FRIDGE_FRONT_M + DOOR_M
    if shape == "french_doors" and index == 0:
        return pull("bar", (0, frame.y_m + frame.height_m - 0.1, z), length_m=0.56, thickness_m=0.02)
    inner = (1 if index == 1 else -1) if shape == "french_doors" else 1
    x = frame.x_m + inner * (frame.width_m / 2 - 0.06)
    length = min(0.55, 0.62 * frame.height_m)
    low_door = index == 0 and shape != "single_door"
    y = frame.y_m + (frame.height_m - length - 0.08 if low_door else 0.08)
    if shape == "single_door":
        y = frame.y_m + 0.4 * frame.height_m
    return pull("bar", (x, y + length / 2, z), length_m=length, thickness_m=0.02, upright=True)


def _dispenser(frame: Frame, dark: Finish, steel: Finish) -> list[Part]:
    """The niche for water and ice in a door."""
    z, y = FRIDGE_FRONT_M + DOOR_M, frame.y_m + 0.3 * frame.height_m
    niche = box((0.17, 0.26, 0.006), (frame.x_m, y, z))
    spout = box((0.05, 0.04, 0.012), (frame.x_m, y + 0.2, z + 0.007))
    tray = box((0.15, 0.012, 0.012), (frame.x_m, y + 0.012, z + 0.007))
    panel = box((0.17, 0.07, 0.006), (frame.x_m, y + 0.265, z))
    return [Part(join([niche, panel]), dark), Part(join([spout, tray]), steel)]


def _notes(frame: Frame, vary: Variation) -> list[Part]:
    """A few papers and magnets on the door."""
    z = FRIDGE_FRONT_M + DOOR_M
    parts = []
    for _ in range(int(vary.rng.integers(2, 5))):
        x = frame.x_m + vary.between(-0.6, 0.2) * frame.width_m / 2
        y = frame.y_m + vary.between(0.45, 0.85) * frame.height_m
        size = vary.choose(((0.07, 0.07), (0.1, 0.14), (0.03, 0.03)))
        parts.append(
            Part(
                box((*size, 0.004), (x, y, z + vary.between(0.001, 0.004))),
                vary.finish("paper", colours=NOTE_COLOURS),
            )
        )
    return parts


@furniture(
    "range_hood",
    group="kitchen",
    shapes=("chimney", "slim"),
    held_out=("angled",),
    stands="wall",
    synonyms=("extractor hood", "cooker hood", "extractor fan"),
)
def range_hood(shape: str, vary: Variation) -> Model:
    """A hood over the stove that draws the steam away."""
    vary.fixed_size()
    main = described_by(vary, ("metal", ("silver", "black", "white")))
    dark = vary.finish("plastic", colours=("black",))
    is_on = vary.state("on", "off") == "on"
    lamp = vary.finish("glass", colours=("yellow",) if is_on else ("silver",), pattern="plain")
    width, depth = 0.6, 0.48
    if shape == "chimney":
        parts = _chimney_hood(width, depth, main, dark)
    elif shape == "slim":
        parts = _slim_hood(width, depth, main, dark)
    else:
        depth = 0.36
        parts = _angled_hood(width, depth, main, dark, vary)
    lights = [cylinder(0.03, 0.006, (x, 0.0, depth - 0.08), sides=10) for x in (-0.2, 0.2)]
    parts.append(Part(join(lights), lamp, glows=True))
    glow = Glow(((-0.2, -0.03, depth - 0.08), (0.2, -0.03, depth - 0.08)), (1.0, 0.9, 0.75), 0.15)
    return settled(parts, vary, glow=glow, hangs=True)


def _chimney_hood(width_m: float, depth_m: float, main: Finish, dark: Finish) -> list[Part]:
    """A pyramid over a lip, with a square duct above."""
    stages = [(width_m, depth_m, 0.004), (width_m, depth_m, 0.06), (0.24, 0.24, 0.28)]
    canopy = loft(
        [ring(rectangle(wide, deep), (0, y, deep / 2)) for wide, deep, y in stages], crease_rad=FLAT
    )
    duct = box((0.22, 0.47, 0.22), (0, 0.278, 0.112))
    keys = [box((0.018, 0.018, 0.006), (0.03 * k, 0.022, depth_m + 0.001)) for k in range(-2, 3)]
    return [Part(join([canopy, duct]), main), Part(join([*keys, _filters(width_m, depth_m)]), dark)]


def _filters(width_m: float, depth_m: float) -> Solid:
    """Two grease filters on the underside."""
    return join(
        [
            box((width_m / 2 - 0.06, 0.004, depth_m - 0.2), (s * width_m / 4, 0.002, depth_m / 2 - 0.06))
            for s in (-1, 1)
        ]
    )


def _slim_hood(width_m: float, depth_m: float, main: Finish, dark: Finish) -> list[Part]:
    """A flat visor that sticks out from under a shallow case."""
    visor = box((width_m, 0.05, depth_m), (0, 0.004, depth_m / 2))
    case = box((width_m - 0.01, 0.14, 0.3), (0, 0.052, 0.151))
    lip = box((width_m + 0.004, 0.03, 0.02), (0, 0.014, depth_m))
    slider = box((0.08, 0.012, 0.006), (0.18, 0.023, depth_m + 0.011))
    slots = [box((0.4, 0.008, 0.004), (0, 0.09 + 0.03 * k, 0.302)) for k in range(3)]
    return [
        Part(join([visor, case]), main),
        Part(join([lip, *slots, _filters(width_m, depth_m)]), dark),
        Part(slider, main),
    ]


def _angled_hood(width_m: float, depth_m: float, main: Finish, dark: Finish, vary: Variation) -> list[Part]:
    """A slanting pane of dark glass in front of a duct."""
    outline = [(0.0, 0.004), (depth_m, 0.004), (depth_m, 0.05), (0.13, 0.424), (0.0, 0.424)]
    body = extruded(outline, width_m - 0.04, axis="x")
    slope = [(depth_m + 0.006, 0.05), (depth_m + 0.02, 0.058), (0.15, 0.45), (0.136, 0.442)]
    pane = extruded(slope, width_m, axis="x")
    duct = box((0.3, 0.3, 0.128), (0, 0.42, 0.0645))
    glass = vary.finish("glass", colours=("black",), pattern="plain")
    return [Part(join([body, duct]), main), Part(pane, glass), Part(_filters(width_m, depth_m), dark)]
