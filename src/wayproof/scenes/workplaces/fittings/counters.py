"""Where one pays: counters with a till."""

from __future__ import annotations

from wayproof.geometry.lofts import extruded
from wayproof.geometry.solid import join, lying, move, turn, without_boxes
from wayproof.geometry.solids import box, panel
from wayproof.scenes.furniture import Glow, Model, Part, Surface, Variation
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.lamp_parts import SCREEN_LIGHT, screen_finish
from wayproof.scenes.furniture_parts.palettes import contrast, described_by
from wayproof.scenes.workplaces.fittings import fitting

HEIGHT_M, TOP_M = 0.95, 0.04


@fitting(
    "counter",
    group="shop",
    shapes=("plain", "slatted"),
    held_out=("glazed",),
    synonyms=("shop counter", "sales counter", "checkout", "till"),
)
def counter(shape: str, vary: Variation) -> Model:
    """A counter to pay at; its front is where customers stand."""
    width, depth = 1.7 * vary.scale, 0.62
    front = described_by(vary, ("wood", ("brown", "beige", "white", "grey", "black")))
    top = vary.finish("wood", "stone", colours=("beige", "brown", "white", "black", "grey"))
    trim = vary.finish("metal", colours=("silver", "black", "gold"), pattern="plain")
    body = box((width - 0.06, HEIGHT_M - TOP_M - 0.08, depth - 0.08), (0, 0.08, 0))
    plinth = box((width - 0.12, 0.082, depth - 0.16))
    slab = box((width, TOP_M, depth), (0, HEIGHT_M - TOP_M - 0.001, 0))
    face = depth / 2 - 0.04
    parts = [Part(body, front), Part(plinth, trim), Part(slab, top)]
    if shape == "slatted":
        count = int(width / 0.14)
        step = (width - 0.08) / count
        slats = [box((0.06, 0.76, 0.02), ((k - (count - 1) / 2) * step, 0.1, face)) for k in range(count)]
        parts.append(Part(join(slats), top))
    elif shape == "glazed":
        glass = vary.finish("glass", colours=("blue", "green"), pattern="glassy")
        parts.append(Part(box((width - 0.2, 0.5, 0.012), (0, 0.36, face)), glass))
    else:
        parts.append(Part(box((width - 0.06, 0.05, 0.012), (0, 0.7, face)), trim))
    surface = Surface((0, HEIGHT_M - 0.001, 0), width - 0.06, depth - 0.08)
    return settled(parts, vary, surfaces=[surface])


@fitting(
    "cash_register",
    group="shop",
    shapes=("classic", "touch"),
    held_out=("brass",),
    stands="surface",
    synonyms=("till", "cash desk"),
)
def cash_register(shape: str, vary: Variation) -> Model:
    """A till with a drawer, keys or a touch screen, and a display for the customer."""
    grow = vary.scale**0.5
    width, depth, drawer = 0.38 * grow, 0.4 * grow, 0.11
    case = (
        vary.main("metal", colours=("gold",), pattern="plain")
        if shape == "brass"
        else vary.main("plastic", colours=("grey", "black", "white"))
    )
    dark = contrast(vary, case)
    glass = screen_finish(vary, lit=True)
    vary.state("on")
    base = box((width, drawer, depth))
    lock = box((0.03, 0.03, 0.01), (0, 0.04, depth / 2))
    line = box((width - 0.02, 0.004, 0.006), (0, drawer - 0.012, depth / 2))
    pole = box((0.03, 0.3, 0.03), (-width / 2 + 0.06, drawer - 0.002, -depth / 2 + 0.06))
    sign = box((0.16, 0.07, 0.03), (-width / 2 + 0.1, drawer + 0.28, -depth / 2 + 0.06))
    parts = [Part(join([base, pole, sign]), case), Part(join([lock, line]), dark)]
    if shape == "touch":
        screen = [box((0.32, 0.22, 0.025), (0.02, 0, 0)), panel(0.3, 0.2, (0.02, 0.01, 0.0145))]
        lean = [move(turn(piece, -0.35, axis="x"), (0, drawer + 0.05, 0.0)) for piece in screen]
        foot = box((0.12, 0.07, 0.1), (0.02, drawer - 0.002, -0.03))
        parts += [Part(join([lean[0], foot]), dark), Part(lean[1], glass, glows=True)]
    else:
        outline = [(-0.16, 0.0), (0.16, 0.0), (0.16, 0.05), (-0.05, 0.16), (-0.16, 0.16)]
        block = extruded([(z, y) for z, y in outline], width - 0.04, axis="x")
        parts.append(Part(move(block, (0, drawer - 0.002, 0)), case))
        parts.append(Part(box((0.2, 0.05, 0.008), (0.04, drawer + 0.1, -0.16)), dark))
        keys = lying(panel(0.2, 0.17), (0, 0, 0))
        keys = move(turn(keys, 0.482, axis="x"), (-0.04, drawer + 0.056, 0.155))
        finish = vary.finish("plastic", colours=("black",), pattern="keyboard", tile_m=1.0)
        parts.append(Part(without_boxes(keys), finish, glows=False))
        view = panel(0.12, 0.05, (-width / 2 + 0.1, drawer + 0.29, -depth / 2 + 0.0775))
        parts.append(Part(view, glass, glows=True))
    return settled(parts, vary, glow=Glow(((0, drawer + 0.2, depth / 2),), SCREEN_LIGHT, 0.02))
