"""The standard modules of a kitchen, and the look that a whole kitchen shares.

Modules are 0.60 m deep and 0.90 m high with flat sides, so that they stand in a row without a gap. All of
them draw their look first and with the same requests: modules that share a seed or a `matching` dict match.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from wayproof.geometry.solid import Solid, upright_grain
from wayproof.geometry.solids import box
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Part, Surface, Variation
from wayproof.scenes.furniture_parts.cabinetry import GAP_M, PULL_STYLES, Frame, Joinery, shadow_slab
from wayproof.scenes.furniture_parts.palettes import painted

MODULE_M, DEPTH_M, HEIGHT_M = 0.6, 0.6, 0.9
WORKTOP_M, PLINTH_M = 0.04, 0.1
FRONT_M = 0.262  # the plane that doors hang on; with pulls they end just in front of the worktop
BODY_TOP_M = HEIGHT_M - WORKTOP_M
FRONT_COLOURS = ("white", "white", "grey", "beige", "brown", "blue", "green", "black")


@dataclass(frozen=True)
class KitchenLook:
    """What the modules of one kitchen share."""

    work: Joinery
    worktop: Finish
    steel: Finish


def kitchen_look(vary: Variation, *, described: bool = True) -> KitchenLook:
    """Draw the shared finishes; the thing is described by its fronts unless it has a finish of its own."""
    vary.fixed_size()
    fronts = vary.main if described else vary.finish
    front = painted(fronts("wood", colours=FRONT_COLOURS, pattern="wood_grain"))
    worktop = vary.finish("stone", "wood", colours=("grey", "beige", "brown", "black", "white"))
    pulls = ("silver", "gold") if front.colour in ("black", "brown") else ("silver", "black")
    work = Joinery(
        front=front,
        body=front,
        shadow=vary.finish("plastic", colours=("black",)),
        pull=vary.finish("metal", colours=pulls),
        # From the finishes, not from fresh draws: modules with equal finishes then have equal fronts.
        panelled=sum(front.rgb) % 2 == 0,
        pull_style=PULL_STYLES[sum(worktop.rgb) % len(PULL_STYLES)],
    )
    return KitchenLook(work, worktop, vary.finish("metal", colours=("silver",), pattern="brushed"))


def worktop_slab(width_m: float) -> Solid:
    return box((width_m, WORKTOP_M, DEPTH_M), (0, BODY_TOP_M, 0))


def module_case(width_m: float, look: KitchenLook) -> list[Part]:
    """The closed body of a module, its plinth and the shadow behind its fronts."""
    body_depth = DEPTH_M / 2 + FRONT_M
    body = box((width_m, BODY_TOP_M - PLINTH_M, body_depth), (0, PLINTH_M, FRONT_M - body_depth / 2))
    return [
        Part(upright_grain(body), look.work.body),
        plinth(width_m, look),
        Part(shadow_slab(replace(front_frame(width_m), width_m=width_m), FRONT_M), look.work.shadow),
    ]


def plinth(width_m: float, look: KitchenLook) -> Part:
    return Part(box((width_m, PLINTH_M, 0.5), (0, 0, -0.05)), look.work.shadow)


def front_frame(width_m: float) -> Frame:
    """The rectangle that doors and drawers of a module share."""
    return Frame(0.0, PLINTH_M + 0.003, width_m - GAP_M, BODY_TOP_M - PLINTH_M - 0.012)


def work_surface(width_m: float, *, x_m: float = 0.0) -> Surface:
    return Surface((x_m, HEIGHT_M, 0), width_m, DEPTH_M - 0.06, 0.5)
