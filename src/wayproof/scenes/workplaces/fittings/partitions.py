"""Light walls that do not reach the ceiling: sides of toilet cubicles and of changing cubicles."""

from __future__ import annotations

from wayproof.geometry.solid import join
from wayproof.geometry.solids import box
from wayproof.geometry.sweeps import pipe
from wayproof.scenes.furniture import Model, Part, Variation
from wayproof.scenes.furniture_parts.drapes import pleats
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.workplaces.fittings import fitting

HEIGHT_M, THICK_M = 2.0, 0.03


@fitting(
    "cubicle_wall",
    group="partitions",
    shapes=("footed", "full"),
    held_out=("capped",),
    synonyms=("toilet partition", "partition"),
)
def cubicle_wall(shape: str, vary: Variation) -> Model:
    """A partition that stands out from the wall between two toilets."""
    vary.fixed_size()
    deep, foot = 1.3, 0.0 if shape == "full" else 0.14
    face = vary.main("plastic", colours=("white", "grey", "blue", "green", "beige"))
    metal = vary.finish("metal", colours=("silver",), pattern="plain")
    panel = box((THICK_M, HEIGHT_M - foot - 0.02, deep), (0, foot, 0))
    rail = box((THICK_M + 0.02, 0.03, deep + 0.01), (0, HEIGHT_M - 0.03, 0))
    feet = [box((THICK_M + 0.01, foot + 0.01, 0.05), (0, 0, s * (deep / 2 - 0.06))) for s in (-1, 1)]
    hard = [rail, *(feet if foot else [])]
    if shape == "capped":
        hard.append(box((THICK_M + 0.03, HEIGHT_M - 0.05, 0.04), (0, 0.02, deep / 2 - 0.02)))
    return settled([Part(panel, face), Part(join(hard), metal)], vary)


@fitting(
    "changing_cubicle",
    group="partitions",
    shapes=("curtained", "half_drawn"),
    held_out=("arched",),
    synonyms=("fitting room", "changing room", "dressing cubicle"),
)
def changing_cubicle(shape: str, vary: Variation) -> Model:
    """A cubicle to try on clothes: two sides, a mirror at the back and a curtain drawn aside."""
    vary.fixed_size()
    width, deep = 1.3, 1.15
    face = vary.finish("wood", colours=("white", "beige", "brown"), pattern="plain")
    cloth = vary.main("fabric", colours=("red", "blue", "green", "purple", "grey", "beige"), pattern="woven")
    metal = vary.finish("metal", colours=("silver", "black", "gold"), pattern="plain")
    glass = vary.finish("glass", colours=("silver",), pattern="mirror", tile_m=1.0)
    sides = [box((THICK_M, HEIGHT_M, deep), (s * (width / 2 - THICK_M / 2), 0, 0)) for s in (-1, 1)]
    back = box((width - 2 * THICK_M + 0.004, HEIGHT_M, THICK_M), (0, 0, THICK_M / 2 - deep / 2))
    lintel = box((width, 0.1 if shape != "arched" else 0.24, THICK_M), (0, HEIGHT_M, deep / 2 - THICK_M / 2))
    mirror = box((0.5, 1.5, 0.012), (0, 0.35, THICK_M + 0.004 - deep / 2))
    rail = pipe(
        [(-width / 2 + 0.02, 1.95, deep / 2 - 0.05), (width / 2 - 0.02, 1.95, deep / 2 - 0.05)],
        0.012,
        sides=5,
    )
    drawn = 0.1 if shape != "half_drawn" else 0.14
    left, z = -width / 2 + 0.04, deep / 2 - 0.05
    curtain = pleats([(left, z), (left + drawn, z)], 0.12, 1.94, folds=5, depth_m=0.05)
    parts = [
        Part(join([*sides, back, lintel]), face),
        Part(curtain, cloth),
        Part(rail, metal),
        Part(mirror, glass),
    ]
    return settled(parts, vary)
