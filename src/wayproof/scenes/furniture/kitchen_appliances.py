"""The large machines of a kitchen row: stoves and dishwashers."""

from __future__ import annotations

from wayproof.geometry.solid import facing, join, without_boxes
from wayproof.geometry.solids import box, lathe
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Glow, Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.cabinetry import Frame, leaf, pull, rows, shadow_slab
from wayproof.scenes.furniture_parts.finished_model import standing
from wayproof.scenes.furniture_parts.kitchen_modules import (
    DEPTH_M,
    FRONT_M,
    HEIGHT_M,
    MODULE_M,
    front_frame,
    kitchen_look,
    module_case,
    work_surface,
    worktop_slab,
)
from wayproof.scenes.furniture_parts.palettes import described_by

BURNERS_M = (
    (-0.15, 0.12, 0.095),
    (0.15, 0.12, 0.075),
    (-0.15, -0.13, 0.075),
    (0.15, -0.13, 0.095),
)  # x, z, radius


@furniture(
    "stove",
    group="kitchen",
    shapes=("ceramic_hob", "gas_hob"),
    held_out=("range",),
    synonyms=("cooker", "oven", "hob"),
)
def stove(shape: str, vary: Variation) -> Model:
    """An oven with a hob of four burners above it."""
    look = kitchen_look(vary, described=False)
    main = described_by(vary, ("metal", ("silver", "white", "black")))
    dark, steel = vary.finish("plastic", colours=("black",)), look.steel
    hot_burner = vary.choose((0, 1, 2, 3)) if vary.state("on", "off") == "on" else -1
    top = vary.finish("glass", colours=("black",), pattern="plain") if shape != "gas_hob" else steel
    body = box((MODULE_M, 0.81, DEPTH_M / 2 + FRONT_M), (0, 0.07, FRONT_M / 2 - DEPTH_M / 4))
    hob = box((MODULE_M, 0.02, DEPTH_M), (0, HEIGHT_M - 0.02, 0))
    parts = [
        Part(body, main),
        Part(hob, top),
        Part(box((MODULE_M - 0.02, 0.07, 0.5), (0, 0, -0.05)), dark),
        *_oven_front(main, dark, steel),
        *_controls(shape, main, vary.finish("plastic", colours=("green", "blue", "orange")), dark, steel),
    ]
    burners, surface_height = (
        _gas_burners(hot_burner, vary, dark) if shape == "gas_hob" else _rings(hot_burner, vary)
    )
    places = tuple(
        (x, HEIGHT_M + 0.08, z) for k, (x, z, _) in enumerate(BURNERS_M) if k == max(hot_burner, 0)
    )
    room = 0.14 if shape == "range" else 0.2
    surfaces = [
        Surface((x, surface_height, z), room, room, 0.5)
        for k, (x, z, _) in enumerate(BURNERS_M)
        if k != hot_burner
    ]
    glow = Glow(places, (0.5, 0.6, 1.0) if shape == "gas_hob" else (1.0, 0.4, 0.2), 0.05)
    return standing(parts + burners, vary, surfaces=surfaces, glow=glow)


def _oven_front(main: Finish, dark: Finish, steel: Finish) -> list[Part]:
    """The oven door with its window and bar, and a drawer under it."""
    whole = Frame(0.0, 0.08, MODULE_M - 0.012, 0.66)
    low, high = rows(whole, [0.17, 0.83])
    window = box((0.42, 0.26, 0.01), (0, high.y_m + 0.09, FRONT_M + 0.017))
    trim = box((0.45, 0.29, 0.006), (0, high.y_m + 0.075, FRONT_M + 0.017))
    bar = pull("bar", (0, high.y_m + high.height_m - 0.06, FRONT_M + 0.018), length_m=0.46)
    leaves = [leaf(frame, FRONT_M, panelled=False) for frame in (low, high)]
    shadow = shadow_slab(whole, FRONT_M)
    return [Part(join(leaves), main), Part(join([window, shadow]), dark), Part(join([bar, trim]), steel)]


def _controls(shape: str, main: Finish, display: Finish, dark: Finish, steel: Finish) -> list[Part]:
    """Knobs and a clock: below the hob, or on the back of a range."""
    cases = [box((MODULE_M - 0.006, 0.125, 0.018), (0, 0.75, FRONT_M + 0.009))]
    face, y = FRONT_M + 0.018, 0.812
    if shape == "range":
        cases.append(box((MODULE_M, 0.2, 0.07), (0, HEIGHT_M, -0.265)))
        face, y = -0.23, HEIGHT_M + 0.11
    clock = box((0.12, 0.05, 0.004), (0, y - 0.025, face + 0.001))
    digits = [
        box((0.016, 0.026, 0.003), (x, y - 0.013, face + 0.0035)) for x in (-0.035, -0.012, 0.012, 0.035)
    ]
    knob = lathe([(0.023, -0.002), (0.019, 0.022), (0.0, 0.024)], sides=7, smooth=False)
    knobs = [facing(knob, (x, y, face)) for x in (-0.25, -0.18, -0.11, 0.11, 0.18, 0.25)]
    return [
        Part(join(cases), main),
        Part(clock, dark),
        Part(join(digits), display),
        Part(join(knobs), steel if main.colour == "black" else dark),
    ]


def _rings(hot: int, vary: Variation) -> tuple[list[Part], float]:
    """Cooking zones drawn on the glass; the hot one glows red in rings."""
    cold, glowing = (
        vary.finish("ceramic", colours=("grey",), pattern="plain"),
        vary.finish("ceramic", colours=("red", "orange"), pattern="plain"),
    )
    parts = []
    for k, (x, z, radius) in enumerate(BURNERS_M):
        sizes = (radius, 0.68 * radius, 0.36 * radius) if k == hot else (radius,)
        width = 0.024 if k == hot else 0.01
        marks = [
            lathe([(r, 0.0), (r - width, 0.0)], (x, HEIGHT_M + 0.002, z), sides=16, smooth=False)
            for r in sizes
        ]
        parts.append(Part(without_boxes(join(marks)), glowing if k == hot else cold, glows=k == hot))
    return parts, HEIGHT_M


def _gas_burners(hot: int, vary: Variation, dark: Finish) -> tuple[list[Part], float]:
    """Burner caps under two iron grates; the lit one has a crown of blue flame."""
    pieces = [
        lathe([(0.4 * r, 0.0), (0.4 * r, 0.018), (0.0, 0.02)], (x, HEIGHT_M, z), sides=8)
        for x, z, r in BURNERS_M
    ]
    bar, height = 0.012, HEIGHT_M + 0.035
    for x in (-0.15, 0.15):
        pieces += [box((0.25, bar, bar), (x, height - bar, z)) for z in (-0.24, -0.13, 0.12, 0.23)]
        pieces += [box((bar, 0.032, 0.47), (x + dx, HEIGHT_M - 0.001, -0.005)) for dx in (-0.119, 0.0, 0.119)]
    parts = [Part(join(pieces), dark)]
    if hot >= 0:
        x, z, radius = BURNERS_M[hot]
        crown = lathe(
            [(0.4 * radius, 0.006), (0.62 * radius, 0.03), (0.3 * radius, 0.019)], (x, HEIGHT_M, z), sides=12
        )
        parts.append(Part(without_boxes(crown), vary.finish("plastic", colours=("blue",)), glows=True))
    return parts, height


@furniture(
    "dishwasher",
    group="kitchen",
    shapes=("bar_handle", "recessed_grip"),
    held_out=("two_drawers",),
    synonyms=("dish washer", "dishwashing machine"),
)
def dishwasher(shape: str, vary: Variation) -> Model:
    """A machine that washes dishes, under the worktop."""
    look = kitchen_look(vary, described=False)
    main = described_by(vary, ("metal", ("silver", "white", "black")))
    dark, label = (
        vary.finish("plastic", colours=("black",)),
        vary.finish("plastic", colours=("green", "blue", "white")),
    )
    frame = front_frame(MODULE_M)
    face = FRONT_M + 0.018
    parts = [Part(worktop_slab(MODULE_M), look.worktop), *module_case(MODULE_M, look)]
    if shape == "two_drawers":
        fronts = rows(frame, [1.0, 1.0])
        bars = [pull("bar", (0, f.y_m + f.height_m - 0.07, face), length_m=0.42) for f in fronts]
        parts += [
            Part(join([leaf(f, FRONT_M, panelled=False) for f in fronts]), main),
            Part(join(bars), look.steel),
        ]
        strip = box((0.2, 0.02, 0.004), (0, frame.y_m + frame.height_m - 0.03, face + 0.001))
        return standing([*parts, Part(strip, dark)], vary, surfaces=[work_surface(MODULE_M - 0.05)])
    low, high = rows(frame, [0.85, 0.15])
    parts.append(Part(leaf(low, FRONT_M, panelled=False), main))
    parts.append(Part(leaf(high, FRONT_M, panelled=False), dark if main.colour == "silver" else main))
    screen = box((0.1, 0.04, 0.004), (0.18, high.y_m + 0.03, face + 0.001))
    keys = [box((0.02, 0.016, 0.006), (-0.22 + 0.04 * k, high.y_m + 0.045, face + 0.001)) for k in range(5)]
    parts += [Part(screen, label), Part(join(keys), look.steel)]
    if shape == "bar_handle":
        parts.append(Part(pull("bar", (0, low.y_m + low.height_m - 0.05, face), length_m=0.46), look.steel))
    else:
        parts.append(Part(box((0.26, 0.045, 0.004), (0, low.y_m + low.height_m - 0.06, face + 0.001)), dark))
        parts.append(
            Part(box((0.28, 0.012, 0.014), (0, low.y_m + low.height_m - 0.015, face + 0.005)), look.steel)
        )
    return standing(parts, vary, surfaces=[work_surface(MODULE_M - 0.05)])
