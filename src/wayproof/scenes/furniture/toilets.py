"""Toilets, and the paper that hangs beside them."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.lofts import closed_stack, cloth, stack
from wayproof.geometry.outlines import egg
from wayproof.geometry.solid import Solid, facing, join, move, turn
from wayproof.geometry.solids import box, cylinder, lathe, sphere
from wayproof.geometry.sweeps import pipe
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled, standing
from wayproof.scenes.furniture_parts.palettes import chrome, porcelain

RIM_HEIGHT_M = 0.40
BOWL_Z_M = 0.09  # the bowl's middle lies in front of the footprint's, for the cistern takes the back
BACK_Z_M = -0.34
HINGE_Z_M = BOWL_Z_M - 0.17

Cistern = tuple[Solid, Solid, tuple[Surface, ...]]  # china, metal fittings, places to put things


@furniture(
    "toilet",
    group="bathroom",
    shapes=("close_coupled", "wall_hung"),
    held_out=("high_tank",),
    synonyms=("lavatory", "wc"),
)
def toilet(shape: str, vary: Variation) -> Model:
    """A flush toilet with a seat, a lid and a cistern."""
    vary.fixed_size()
    china = porcelain(vary)
    seat = vary.choose((china, vary.finish("wood", colours=("brown", "beige"), pattern="wood_grain")))
    metal = chrome(vary)
    water = vary.finish("glass", colours=("blue",))
    lid_is_open = vary.state("open", "closed") == "open"
    cistern, fittings, surfaces = _CISTERNS[shape]()
    return standing(
        (
            Part(join([_bowl(hangs=shape == "wall_hung"), cistern]), china),
            Part(join([_seat(), _lid(lid_is_open)]), seat),
            Part(fittings, metal),
            Part(cylinder(0.085, 0.01, (0, RIM_HEIGHT_M - 0.165, BOWL_Z_M), sides=10), water),
        ),
        vary,
        surfaces=surfaces,
    )


def _bowl(*, hangs: bool) -> Solid:
    """Foot, flared outside, rim and hollow inside; a bowl that hangs has no foot."""
    rim = RIM_HEIGHT_M
    below = (
        [(0.1, 0.08, 0.04, 0.31), (0.15, 0.13, 0.13, 0.31)]
        if hangs
        else [(0.0, 0.13, 0.13, 0.4), (0.1, 0.105, 0.1, 0.4)]
    )
    sections = [
        *below,
        (0.28, 0.165, 0.2, 0.3),
        (rim, 0.185, 0.25, 0.25),
        (rim, 0.145, 0.21, 0.15),
        (rim - 0.09, 0.125, 0.16, 0.12),
        (rim - 0.2, 0.06, 0.07, 0.06),
    ]
    return move(
        stack([(y, egg(x, front, back, sides=12)) for y, x, front, back in sections]), (0, 0, BOWL_Z_M)
    )


def _seat() -> Solid:
    low, high = RIM_HEIGHT_M + 0.004, RIM_HEIGHT_M + 0.024
    outer, inner = egg(0.185, 0.25, 0.19, sides=12), egg(0.115, 0.18, 0.11, sides=12)
    rings = [(low, outer), (high, outer), (high, inner), (low, inner)]
    return move(closed_stack(rings), (0, 0, BOWL_Z_M))


def _lid(is_open: bool) -> Solid:
    low = RIM_HEIGHT_M + 0.027
    flat = stack([(low, egg(0.18, 0.245, 0.17, sides=12)), (low + 0.02, egg(0.165, 0.22, 0.155, sides=12))])
    flat = move(flat, (0, 0, BOWL_Z_M))
    return turn(flat, np.radians(-97), axis="x", about=(0, low, HINGE_Z_M)) if is_open else flat


def _low_cistern() -> Cistern:
    """A tank on the back of the bowl."""
    plinth = box((0.2, RIM_HEIGHT_M, 0.2), (0, 0, BACK_Z_M + 0.1))
    tank = box((0.38, 0.375, 0.16), (0, RIM_HEIGHT_M, BACK_Z_M + 0.082))
    cover = box((0.4, 0.03, 0.175), (0, 0.77, BACK_Z_M + 0.0875))
    lever = join(
        [cylinder(0.012, 0.02, (0.12, 0.7, -0.165), sides=6), box((0.07, 0.012, 0.012), (0.14, 0.712, -0.15))]
    )
    return join([plinth, tank, cover]), lever, (Surface((0, 0.8, -0.2525), 0.35, 0.13),)


def _panel_cistern() -> Cistern:
    """A tank hidden in a panel that carries the bowl."""
    panel = box((0.5, 1.05, 0.14), (0, 0, BACK_Z_M + 0.07))
    plate = box((0.24, 0.15, 0.012), (0, 0.82, -0.196))
    buttons = [box((0.1, 0.12, 0.006), (x, 0.835, -0.188)) for x in (-0.055, 0.055)]
    return panel, join([plate, *buttons]), (Surface((0, 1.05, -0.27), 0.45, 0.09),)


def _high_cistern() -> Cistern:
    """A tank high up on the wall, with a chain."""
    plinth = box((0.16, 0.3, 0.2), (0, 0, BACK_Z_M + 0.1))
    tank = box((0.44, 0.28, 0.17), (0, 1.72, BACK_Z_M + 0.085))
    cover = box((0.47, 0.03, 0.2), (0, 1.99, BACK_Z_M + 0.1))
    down = pipe([(0, 1.73, -0.27), (0, 0.42, -0.27), (0, 0.34, -0.2), (0, 0.34, -0.12)], 0.022)
    brackets = [pipe([(x, 1.56, BACK_Z_M + 0.01), (x, 1.72, -0.19)], 0.01, sides=4) for x in (-0.16, 0.16)]
    chain = pipe([(0.2, 1.8, -0.15), (0.2, 1.05, -0.15)], 0.004, sides=4)
    handle = sphere(0.02, (0.2, 0.99, -0.15), stretch=(1, 1.8, 1), sides=6)
    arm = pipe([(0.1, 1.8, -0.18), (0.22, 1.8, -0.14)], 0.008, sides=4)
    return join([plinth, tank, cover]), join([down, *brackets, chain, handle, arm]), ()


_CISTERNS = {"close_coupled": _low_cistern, "wall_hung": _panel_cistern, "high_tank": _high_cistern}


@furniture(
    "toilet_paper_holder",
    group="bathroom",
    shapes=("arm", "bracket"),
    held_out=("covered",),
    stands="wall",
    synonyms=("toilet roll holder",),
)
def toilet_paper_holder(shape: str, vary: Variation) -> Model:
    """A roll of toilet paper on a holder fixed to the wall."""
    vary.fixed_size()
    metal = vary.main("metal", colours=("silver", "black", "gold", "white"), pattern="plain")
    paper = vary.finish("paper", colours=("white",))
    width, radius, tail = 0.1, 0.056, 0.07
    middle = (0.0, tail + radius, 0.075)
    roll = _roll(radius, width, middle)
    front = middle[2] + radius + 0.001
    strip = [
        [(x, y, z) for x in (-width / 2, width / 2)]
        for y, z in ((0.0, front + 0.004), (tail + radius, front))
    ]
    parts = (Part(join([roll, cloth(np.array(strip))]), paper), Part(_holder(shape, middle, radius), metal))
    return settled(parts, vary, hangs=True)


def _roll(radius_m: float, width_m: float, middle: tuple[float, float, float]) -> Solid:
    core = 0.02
    profile = [(core, 0.0), (radius_m, 0.0), (radius_m, width_m), (core, width_m), (core, 0.0)]
    upright = lathe(profile, (0, -width_m / 2, 0), sides=12, smooth=False)
    return move(turn(upright, np.pi / 2, axis="z"), middle)


def _holder(shape: str, middle: tuple[float, float, float], radius_m: float) -> Solid:
    _, y, z = middle
    if shape == "arm":
        plate = facing(cylinder(0.028, 0.012, (-0.075, 0, -y), sides=10))
        arm = pipe([(-0.075, y, 0.01), (-0.075, y, z), (0.068, y, z)], 0.008)
        return join([plate, arm, box((0.012, 0.034, 0.034), (0.07, y - 0.017, z))])
    cheeks = [box((0.012, 0.05, z + 0.02), (x, y - 0.025, (z + 0.02) / 2)) for x in (-0.064, 0.064)]
    pin = pipe([(-0.06, y, z), (0.06, y, z)], 0.012)
    plate = box((0.14, 0.07, 0.01), (0, y - 0.035, 0.005))
    if shape == "bracket":
        return join([*cheeks, pin, plate])
    top = y + radius_m + 0.012
    cover = box((0.15, 0.008, 0.135), (0, top, 0.0675))
    flap = turn(box((0.15, 0.09, 0.008), (0, top - 0.085, 0.138)), -0.12, axis="x", about=(0, top, 0.138))
    return join([*cheeks, pin, box((0.15, top - y + 0.04, 0.01), (0, y - 0.035, 0.005)), cover, flap])
