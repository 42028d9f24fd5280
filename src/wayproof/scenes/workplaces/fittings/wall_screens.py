"""Screens on the walls of meeting rooms and shops."""

from __future__ import annotations

from wayproof.geometry.solid import join
from wayproof.geometry.solids import box, panel
from wayproof.scenes.furniture import Glow, Model, Part, Variation
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.lamp_parts import SCREEN_LIGHT, screen_finish
from wayproof.scenes.workplaces.fittings import fitting


@fitting(
    "wall_screen",
    group="electronics",
    category="television",
    shapes=("wall", "bar_below"),
    held_out=("upright",),
    stands="wall",
)
def wall_screen(shape: str, vary: Variation) -> Model:
    """A large screen on the wall, switched on or off."""
    lit = vary.state("on", "off") == "on"
    case = vary.main("plastic", colours=("black", "black", "grey"))
    glass = screen_finish(vary, lit=lit)
    width, height = 1.25 * vary.scale, 0.71 * vary.scale
    if shape == "upright":
        width, height = 0.62 * vary.scale, 1.1 * vary.scale
    body = [box((width, height, 0.04), (0, 0, 0.045)), box((0.3, 0.3, 0.03), (0, height / 2 - 0.15, 0.015))]
    if shape == "bar_below":
        body.append(box((0.6 * width, 0.06, 0.06), (0, -0.09, 0.03)))
    view = panel(width - 0.03, height - 0.03, (0, 0.015, 0.067))
    glow = Glow(((0, height / 2, 0.2),), SCREEN_LIGHT, 0.12)
    return settled([Part(join(body), case), Part(view, glass, glows=True)], vary, glow=glow, hangs=True)
