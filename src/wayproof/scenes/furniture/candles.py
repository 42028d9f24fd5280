"""Candles in all kinds of holders, burning or not."""

from __future__ import annotations

from wayproof.geometry.solid import Solid, join
from wayproof.geometry.solids import cylinder, lathe
from wayproof.scenes.furniture import Glow, Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.lamp_parts import FLAME_LIGHT, flame, flame_finish


@furniture(
    "candle", group="decoration", shapes=("pillar", "taper", "jar"), held_out=("tealight",), stands="surface"
)
def candle(shape: str, vary: Variation) -> Model:
    """A candle, burning or not."""
    vary.modifier(shape)
    lit = vary.state("lit", "unlit") == "lit"
    wax = vary.main("wax")
    metal = vary.finish("metal", colours=("silver", "gold", "black"), pattern="plain")
    glass = vary.finish("glass", colours=("silver",))
    build = {"pillar": _pillar, "taper": _taper, "jar": _jar, "tealight": _tealight}[shape]
    top, body, holder = build(vary.scale)
    wick = cylinder(0.0018, 0.016, (0, top - 0.004, 0), sides=4)
    parts = [Part(body, wax), Part(wick, vary.finish("rubber", colours=("black",)))]
    if holder:
        parts.append(Part(holder, glass if shape == "jar" else metal))
    if lit:
        parts.append(Part(flame((0, top + 0.005, 0), 0.032), flame_finish(vary), glows=True))
    return settled(parts, vary, glow=Glow(((0, top + 0.06, 0),), FLAME_LIGHT, 0.06))


def _pillar(scale: float) -> tuple[float, Solid, Solid | None]:
    height, radius = 0.14 * scale, 0.038 * scale
    profile = [(0, 0), (radius, 0), (radius, height), (radius * 0.8, height - 0.003), (0, height - 0.008)]
    return height - 0.006, lathe(profile, sides=14, smooth=False), None


def _taper(scale: float) -> tuple[float, Solid, Solid | None]:
    low, height = 0.07 * scale, 0.22 * scale
    stick = cylinder(0.011, height, (0, low - 0.015, 0), top_radius_m=0.008, sides=8)
    foot = [(0, 0), (0.05, 0), (0.048, 0.008), (0.012, 0.016), (0.01, low - 0.025)]
    cup = [(0.022, low - 0.015), (0.022, low), (0.012, low), (0.012, low - 0.01), (0, low - 0.01)]
    return low - 0.015 + height, stick, lathe([*foot, *cup], sides=10)


def _jar(scale: float) -> tuple[float, Solid, Solid | None]:
    """Wax that shows through the sides of a clear jar, whose foot and rim are drawn as glass."""
    radius, height = 0.042 * scale, 0.1 * scale
    wall, wax_top = radius - 0.003, height * 0.78
    wax = cylinder(radius, wax_top - 0.008, (0, 0.008, 0), sides=14)
    rim = [(wall, wax_top), (radius, wax_top), (radius, height), (wall, height)]
    glass = [lathe([*rim, rim[0]], sides=14, smooth=False), cylinder(radius, 0.008, sides=14)]
    return wax_top, wax, join(glass)


def _tealight(scale: float) -> tuple[float, Solid, Solid | None]:
    radius, height = 0.026 * scale, 0.018 * scale
    wall, floor = radius * 0.92, height * 0.6
    cup = [(0, 0), (radius, 0), (radius, height), (wall, height), (wall, floor), (0, floor)]
    wax = cylinder(radius * 0.9, height * 0.35, (0, height * 0.5, 0), sides=14)
    return height * 0.85, wax, lathe(cup, sides=14, smooth=False)
