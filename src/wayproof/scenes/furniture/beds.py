"""Beds for grown-up people, single and double."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solid import Point, Solid, both_sides, join
from wayproof.geometry.solids import box, upright
from wayproof.geometry.sweeps import board, four_legs, pipe, post
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.bedding import bed_linen, made_bed
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import timber
from wayproof.scenes.furniture_parts.upholstery import leaning, padded

MATTRESS_M = 0.21


@furniture("bed", group="beds", shapes=("panel", "upholstered", "platform"), held_out=("four_poster",))
def bed(shape: str, vary: Variation) -> Model:
    """A bed with mattress, duvet and pillows, its head to the wall."""
    double = vary.chance(0.6)
    vary.modifier("double" if double else "single")
    width = 1.58 * vary.scale**0.6 if double else 0.93 * vary.scale**0.5
    length = 2.0
    linen = bed_linen(vary)
    deck = {"panel": 0.3, "upholstered": 0.26, "platform": 0.22, "four_poster": 0.36}[shape]
    pillows = vary.choose((2, 2, 4)) if double else 1
    drop = 0.1 if shape in ("panel", "four_poster") else 0.14
    made = made_bed(width, length, linen, pillows=pillows, mattress_m=MATTRESS_M, drop_m=drop)
    made = made.moved(0, deck, 0)
    build = {
        "panel": _panel,
        "upholstered": _upholstered,
        "platform": _platform,
        "four_poster": _four_poster,
    }[shape]
    return settled([*made.parts, *build(width, length, deck, vary)], vary, surfaces=(made.lap,))


def _panel(width: float, length: float, deck: float, vary: Variation) -> list[Part]:
    """Posts, a tall headboard with fields and a low footboard."""
    wood = vary.finish("wood")
    x, head, foot = width / 2 + 0.05, -length / 2 - 0.04, length / 2 + 0.06
    top = vary.between(1.0, 1.15)
    pieces = [
        both_sides(post([(x, 0, head), (x, top + 0.04, head)], [0.06, 0.07])),
        both_sides(post([(x, 0, foot), (x, 0.56, foot)], [0.05, 0.07])),
        both_sides(box((0.03, 0.16, foot - head - 0.05), (x, deck - 0.06, (foot + head) / 2))),
        box((2 * x - 0.05, 0.09, 0.05), (0, top - 0.09, head)),
        box((2 * x - 0.05, 0.08, 0.05), (0, deck + 0.18, head)),
        box((2 * x - 0.05, 0.06, 0.05), (0, 0.45, foot)),
        box((2 * x - 0.056, 0.3, 0.026), (0, 0.17, foot)),
        box((2 * x - 0.056, top - deck - 0.22, 0.02), (0, deck + 0.2, head - 0.004)),
        padded((2 * x + 0.1, 0.03, 0.085), (0, top - 0.004, head), rounding_m=0.01),
    ]
    fields = 3 if width > 1.2 else 2
    each = (2 * x - 0.08) / fields
    uprights = [
        upright((0.07, top - deck - 0.3, 0.04), (k * each - each * fields / 2, deck + 0.24, head))
        for k in range(1, fields)
    ]
    return [Part(join([*pieces, *uprights]), wood)]


def _upholstered(width: float, length: float, deck: float, vary: Variation) -> list[Part]:
    """A padded box with a headboard sewn in upright channels."""
    cover, wood = (
        vary.finish("fabric", colours=("grey", "beige", "brown", "blue", "white"), pattern="woven"),
        vary.finish("wood"),
    )
    wide, head = width + 0.1, -length / 2 - 0.06
    base = padded((wide, deck + 0.02, length + 0.08), (0, 0.06, 0.01), rounding_m=0.04)
    count = round(wide / 0.22)
    each = wide / count
    high = vary.between(1.0, 1.2) - 0.06
    channels = [
        padded((each - 0.004, high, 0.11), ((k + 0.5) * each - wide / 2, 0.06, head), rounding_m=0.035)
        for k in range(count)
    ]
    x, z = wide / 2 - 0.1, length / 2 - 0.1
    feet = four_legs((x, 0, z), (x, 0.065, z), 0.04, 0.06)
    return [Part(join([base, *channels]), cover), Part(feet, wood)]


def _platform(width: float, length: float, deck: float, vary: Variation) -> list[Part]:
    """A low, wide frame with a headboard of level slats."""
    wood = vary.finish("wood")
    wide, head = width + 0.2, -length / 2 - 0.035
    deck_board = padded((wide, 0.08, length + 0.16), (0, deck - 0.04, 0.05), rounding_m=0.015)
    x, z = wide / 2 - 0.2, length / 2 - 0.15
    feet = [upright((0.08, deck - 0.03, 0.08), (x, 0, s * z)) for s in (-1, 1)]
    pieces = [deck_board, both_sides(join(feet))]
    slats = 3
    for k in range(slats):
        y = deck + 0.12 + k * 0.19
        slat = padded((wide, 0.15, 0.025), (0, y, head), rounding_m=0.01)
        pieces.append(leaning(slat, 0.1, about=(0, deck, head)))
    stay = upright((0.05, 0.62, 0.03), (wide / 2 - 0.25, deck, head - 0.022))
    pieces.append(both_sides(leaning(stay, 0.1, about=(0, deck, head))))
    return [Part(join(pieces), wood)]


def _four_poster(width: float, length: float, deck: float, vary: Variation) -> list[Part]:
    """Tall posts with a canopy of cloth that sags between the rails."""
    wood = timber(vary, colours=("brown", "black", "white"))
    cloth = vary.finish("fabric", colours=("white", "beige"), pattern="woven")
    x, head, foot, top = width / 2 + 0.045, -length / 2 - 0.05, length / 2 + 0.055, 2.02
    posts: list[Solid] = [
        post([(x, 0, z), (x, deck + 0.2, z), (x, top, z)], [0.07, 0.075, 0.045]) for z in (head, foot)
    ]
    posts.append(box((0.03, 0.14, foot - head - 0.06), (x, deck - 0.05, (foot + head) / 2)))
    rail = [(x, top - 0.03, head), (x, top - 0.03, foot)]
    posts.append(pipe(rail, 0.018, sides=5))
    pieces = [both_sides(each) for each in posts]
    pieces += [pipe([(-x, top - 0.03, z), (x, top - 0.03, z)], 0.018, sides=5) for z in (head, foot)]
    pieces += [
        box((2 * x - 0.06, 0.14, 0.03), (0, deck - 0.05, foot)),
        box((2 * x - 0.06, 0.55, 0.025), (0, deck + 0.15, head)),
    ]
    pieces.append(padded((2 * x - 0.05, 0.05, 0.05), (0, deck + 0.69, head), rounding_m=0.016))
    sag: list[Point] = []
    for share in np.linspace(0.0, 1.0, 9):
        dip = 0.09 * abs(float(np.sin(2 * np.pi * float(share))))
        sag.append((0, top - 0.005 - dip, head + float(share) * (foot - head)))
    return [Part(join(pieces), wood), Part(board(sag, 2 * x - 0.05, 0.006, across=(1, 0, 0)), cloth)]
