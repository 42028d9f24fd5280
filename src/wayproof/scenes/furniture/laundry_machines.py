"""Washing machines and clothes dryers: steel cases with a real hole, a drum in it and a door that swings."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from wayproof.geometry.lofts import extruded, loft
from wayproof.geometry.outlines import ring, with_hole
from wayproof.geometry.solid import Solid, at_corners, both_sides, facing, join, move, turn, without_boxes
from wayproof.geometry.solids import box, cylinder, lathe
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.cabinetry import Frame, leaf, pull
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.moved_parts import turn_parts

WIDTH_M, HEIGHT_M, DEPTH_M, FOOT_M = 0.6, 0.85, 0.54, 0.025
FRONT_M = DEPTH_M / 2
RADIUS_M, CENTRE_M = 0.165, 0.43  # of the opening in the front
TUB_RADIUS_M = 0.18  # of the opening in the top
SWUNG_RAD = 1.85


@dataclass(frozen=True)
class Finishes:
    """What a machine is made of."""

    main: Finish
    dark: Finish
    steel: Finish
    light: Finish
    glass: Finish


def _finishes(vary: Variation) -> Finishes:
    main = vary.main("metal", colours=("white", "white", "silver", "black"), pattern="plain")
    return Finishes(
        main=main,
        dark=vary.finish("plastic", colours=("black",)),
        steel=vary.finish(
            "metal", colours=("silver",) if main.colour != "silver" else ("grey",), pattern="brushed"
        ),
        light=vary.finish("plastic", colours=("green", "blue", "orange")),
        glass=vary.finish("glass", colours=("black",), pattern="plain"),
    )


@furniture(
    "washing_machine",
    group="household",
    shapes=("front_loader", "raised_panel"),
    held_out=("top_loader",),
    synonyms=("washer", "laundry machine"),
)
def washing_machine(shape: str, vary: Variation) -> Model:
    """A machine that washes clothes in a drum behind a round door."""
    vary.fixed_size()
    use = _finishes(vary)
    is_open = vary.state("open", "closed") == "open"
    if shape == "top_loader":
        return settled(_top_loader(use, is_open=is_open), vary)
    parts = [Part(_pierced_case("z"), use.main), *_gasket(use), Part(_feet(), use.dark)]
    parts += _swung(_round_door(use, see_through=True), is_open=is_open)
    if shape == "raised_panel":
        parts += _console(use)
        return settled(parts, vary, surfaces=[Surface((0, HEIGHT_M, 0.06), WIDTH_M - 0.06, DEPTH_M - 0.2)])
    parts += _control_strip(use)
    hatch = box((0.16, 0.09, 0.006), (0.19, 0.06, FRONT_M + 0.001))
    parts.append(Part(hatch, use.steel))
    return settled(parts, vary, surfaces=[Surface((0, HEIGHT_M, 0), WIDTH_M - 0.06, DEPTH_M - 0.06)])


def _pierced_case(axis: str) -> Solid:
    """The case with a deep round hole in its front ("z") or its top ("y")."""
    tall = HEIGHT_M - FOOT_M
    if axis == "z":
        wall, mouth = with_hole(WIDTH_M, tall, 2 * RADIUS_M)
        walls = [ring(wall, (0, FOOT_M + tall / 2, z), axis="z") for z in (-FRONT_M, FRONT_M)]
        places = [(0.0, CENTRE_M, z) for z in (FRONT_M, FRONT_M - 0.36)]
    else:
        wall, mouth = with_hole(WIDTH_M, DEPTH_M, 2 * TUB_RADIUS_M)
        walls = [ring(wall, (0, y, 0)) for y in (FOOT_M, HEIGHT_M)]
        places = [(0.0, y, 0.05) for y in (HEIGHT_M, HEIGHT_M - 0.4)]
    return loft([*walls, *(ring(mouth, place, axis=axis) for place in places)])


def _drum(radius_m: float, depth_m: float) -> Solid:
    """The inside of a drum that opens upwards, below a lip that closes the gap to the wall of its hole."""
    profile = [(radius_m + 0.008, -0.008), (radius_m, -0.014), (radius_m, -depth_m), (0.0, -depth_m)]
    return without_boxes(lathe(profile, sides=16, smooth=False))


def _gasket(use: Finishes) -> list[Part]:
    """The drum behind the front and the rubber lip round its mouth."""
    lip = lathe(
        [(RADIUS_M + 0.002, -0.012), (RADIUS_M - 0.03, -0.03), (RADIUS_M - 0.03, -0.05)],
        sides=16,
        smooth=False,
    )
    mouth = (0.0, CENTRE_M, FRONT_M)
    drum = facing(_drum(RADIUS_M - 0.006, 0.35), mouth)
    return [Part(drum, use.steel), Part(without_boxes(facing(lip, mouth)), use.dark)]


def _feet() -> Solid:
    return at_corners(cylinder(0.025, FOOT_M + 0.002, sides=6), WIDTH_M / 2 - 0.06, DEPTH_M / 2 - 0.06)


def _round_door(use: Finishes, *, see_through: bool) -> list[Part]:
    """A round door: a ring about a dome of dark glass, or a plain disc with a grip."""
    at = (0.0, CENTRE_M, FRONT_M)
    outer = RADIUS_M + 0.045
    if not see_through:
        disc = lathe(
            [(0, 0.002), (outer, 0.002), (outer, 0.02), (outer - 0.03, 0.036), (0, 0.036)],
            sides=16,
            smooth=False,
        )
        edge = lathe([(outer - 0.045, 0.0375), (outer - 0.06, 0.0375)], sides=16, smooth=False)
        grip = box((0.03, 0.12, 0.02), (outer - 0.03, CENTRE_M - 0.06, FRONT_M + 0.034))
        return [
            Part(facing(disc, at), use.main),
            Part(join([without_boxes(facing(edge, at)), grip]), use.steel),
        ]
    rim = lathe(
        [(0, 0.002), (outer, 0.002), (outer - 0.005, 0.024), (outer - 0.06, 0.034)], sides=16, smooth=False
    )
    dome = lathe([(outer - 0.06, 0.034), (0.55 * outer, 0.048), (0, 0.054)], sides=16)
    bulge = lathe([(0, -0.06), (0.5 * RADIUS_M, -0.05), (RADIUS_M - 0.035, 0.004)], sides=12)
    grip = box((0.022, 0.09, 0.02), (outer - 0.028, CENTRE_M - 0.045, FRONT_M + 0.026))
    glass = without_boxes(join([facing(dome, at), facing(bulge, at)]))
    return [Part(facing(rim, at), use.steel), Part(glass, use.glass), Part(grip, use.dark)]


def _swung(door: list[Part], *, is_open: bool, half_width_m: float = RADIUS_M + 0.045) -> list[Part]:
    """The door in its place, or turned outwards about its left edge."""
    hinge = (-half_width_m, 0.0, FRONT_M + 0.002)
    return turn_parts(door, -SWUNG_RAD, about=hinge) if is_open else door


def _control_strip(use: Finishes) -> list[Part]:
    """Along the top of the front: drawer for the powder, dial, display and keys."""
    y, z = 0.735, FRONT_M
    strip = box((WIDTH_M - 0.004, 0.105, 0.014), (0, y, z + 0.006))
    tray = leaf(Frame(-0.2, y + 0.008, 0.17, 0.088), z + 0.012, panelled=False, thickness_m=0.006)
    grip = box((0.1, 0.014, 0.006), (-0.2, y + 0.02, z + 0.019))
    dial = facing(
        lathe([(0.036, -0.002), (0.03, 0.022), (0, 0.024)], sides=12, smooth=False),
        (-0.04, y + 0.052, z + 0.013),
    )
    screen = box((0.11, 0.05, 0.005), (0.1, y + 0.036, z + 0.0135))
    keys = [box((0.02, 0.014, 0.005), (0.19 + 0.032 * k, y + 0.05, z + 0.0135)) for k in range(3)]
    return [
        Part(join([strip, tray]), use.main),
        Part(join([dial, *keys]), use.steel),
        Part(grip, use.dark),
        Part(screen, use.light),
    ]


def _console(use: Finishes) -> list[Part]:
    """A sloping panel that stands on the back of the top."""
    back = -DEPTH_M / 2
    profile = [
        (back, HEIGHT_M),
        (back + 0.12, HEIGHT_M),
        (back + 0.07, HEIGHT_M + 0.15),
        (back, HEIGHT_M + 0.15),
    ]
    lean = -0.32
    face = (0.0, HEIGHT_M + 0.075, back + 0.0965)
    dial = lathe([(0.034, -0.004), (0.028, 0.02), (0, 0.022)], sides=10, smooth=False)
    dials = both_sides(move(turn(dial, np.pi / 2 + lean, axis="x"), (0.18, *face[1:])))
    screen = move(turn(box((0.16, 0.05, 0.006), (0, -0.025, 0)), lean, axis="x"), face)
    return [
        Part(extruded(profile, WIDTH_M, axis="x"), use.main),
        Part(dials, use.steel),
        Part(screen, use.light),
    ]


def _top_loader(use: Finishes, *, is_open: bool) -> list[Part]:
    """The hole is in the top, under a lid with a dark window."""
    parts = [Part(_pierced_case("y"), use.main), Part(_feet(), use.dark), *_console(use)]
    parts.append(Part(move(_drum(TUB_RADIUS_M - 0.006, 0.39), (0, HEIGHT_M, 0.05)), use.steel))
    post = lathe([(0.05, 0), (0.03, 0.1), (0.025, 0.24), (0, 0.26)], (0, HEIGHT_M - 0.392, 0.05), sides=8)
    parts.append(Part(without_boxes(post), use.main if use.main.colour != "black" else use.light))
    deep = 0.41
    middle = FRONT_M - deep / 2 - 0.005
    lid = box((WIDTH_M - 0.02, 0.018, deep), (0, HEIGHT_M + 0.003, middle))
    window = box((WIDTH_M - 0.16, 0.006, deep - 0.12), (0, HEIGHT_M + 0.019, middle))
    lip = box((0.16, 0.01, 0.02), (0, HEIGHT_M + 0.006, FRONT_M + 0.002))
    hinge = (0.0, HEIGHT_M + 0.003, FRONT_M - deep - 0.005)
    moving = [Part(lid, use.main), Part(window, use.glass), Part(lip, use.steel)]
    return parts + (turn_parts(moving, -1.45, axis="x", about=hinge) if is_open else moving)


@furniture(
    "clothes_dryer",
    group="household",
    shapes=("round_door", "square_door"),
    held_out=("raised_panel",),
    synonyms=("dryer", "tumble dryer", "laundry dryer"),
)
def clothes_dryer(shape: str, vary: Variation) -> Model:
    """A machine that dries clothes with warm air, with vents in its foot."""
    vary.fixed_size()
    use = _finishes(vary)
    is_open = vary.state("open", "closed") == "open"
    parts = [Part(_pierced_case("z"), use.main), *_gasket(use), Part(_feet(), use.dark)]
    slits = [box((0.34, 0.008, 0.005), (0, 0.07 + 0.02 * k, FRONT_M + 0.0005)) for k in range(5)]
    parts.append(Part(join(slits), use.dark))
    if shape == "round_door":
        parts += _swung(_round_door(use, see_through=False), is_open=is_open)
    else:
        parts += _swung(_square_door(use), is_open=is_open, half_width_m=0.21)
    surface = Surface((0, HEIGHT_M, 0), WIDTH_M - 0.06, DEPTH_M - 0.06)
    if shape == "raised_panel":
        parts += _console(use)
        surface = Surface((0, HEIGHT_M, 0.06), WIDTH_M - 0.06, DEPTH_M - 0.2)
    else:
        parts += _control_strip(use)
    return settled(parts, vary, surfaces=[surface])


def _square_door(use: Finishes) -> list[Part]:
    """A square door with a recessed field and a bar at its edge."""
    frame = Frame(0.0, CENTRE_M - 0.21, 0.42, 0.42)
    slab = leaf(frame, FRONT_M + 0.002, panelled=True, thickness_m=0.028)
    bar = pull("bar", (0.185, CENTRE_M, FRONT_M + 0.03), length_m=0.16, upright=True)
    return [Part(slab, use.main), Part(bar, use.steel)]
