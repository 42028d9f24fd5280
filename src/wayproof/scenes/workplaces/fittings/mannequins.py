"""Mannequins: figures that wear what the shop sells."""

from __future__ import annotations

from wayproof.geometry.lofts import stack
from wayproof.geometry.outlines import oval
from wayproof.geometry.solid import Solid, both_sides, join, move
from wayproof.geometry.solids import box, cylinder, lathe, sphere
from wayproof.geometry.sweeps import horn
from wayproof.scenes.furniture import Model, Part, Variation
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.workplaces.fittings import fitting


@fitting(
    "mannequin",
    group="shop",
    shapes=("trousers", "dress"),
    held_out=("bust",),
    synonyms=("dummy", "shop dummy", "display figure"),
)
def mannequin(shape: str, vary: Variation) -> Model:
    """A figure without a face on a round plate, dressed."""
    tall = 1.72 * vary.scale**0.3
    skin = vary.finish("plastic", colours=("white", "beige", "black", "grey"))
    top = vary.main("fabric", colours=("red", "blue", "white", "green", "purple", "yellow", "pink", "grey"))
    metal = vary.finish("metal", colours=("silver", "black"), pattern="plain")
    plate = cylinder(0.2, 0.012, sides=16)
    if shape == "bust":
        pole = cylinder(0.016, 0.52 * tall, (0, 0.01, 0), sides=8)
        parts = [Part(join([plate, pole]), metal), Part(_torso(tall), top)]
        parts.append(Part(cylinder(0.04, 0.1, (0, 0.82 * tall, 0), top_radius_m=0.03, sides=10), skin))
        return settled(parts, vary)
    low = vary.finish("fabric", colours=("blue", "black", "grey", "beige", "brown", "white"))
    head = [
        sphere(0.1, (0, 0.88 * tall, 0.01), stretch=(0.8, 1.1, 0.95), sides=10),
        cylinder(0.045, 0.09, (0, 0.825 * tall, 0), sides=8),
    ]
    arm = horn(
        [(0.19, 0.79 * tall, 0), (0.25, 0.62 * tall, -0.02), (0.24, 0.47 * tall, 0.06)], [0.045, 0.038, 0.028]
    )
    sleeve = horn([(0.17, 0.8 * tall, 0), (0.235, 0.66 * tall, -0.015)], [0.06, 0.056])
    clothes = [_torso(tall), both_sides(sleeve)]
    bare = [*head, both_sides(arm)]
    if shape == "dress":
        skirt = lathe([(0.24, 0.0), (0.15, 0.28 * tall), (0.0, 0.28 * tall)], (0, 0.3 * tall, 0), sides=14)
        clothes.append(skirt)
        bare.append(both_sides(horn([(0.07, 0.03, 0), (0.08, 0.34 * tall, 0)], [0.04, 0.06])))
        parts = [Part(join(clothes), top)]
    else:
        trousers = horn(
            [(0.085, 0.05, 0.0), (0.09, 0.28 * tall, 0.01), (0.085, 0.53 * tall, 0)], [0.07, 0.085, 0.1]
        )
        parts = [Part(join(clothes), top), Part(both_sides(trousers), low)]
    shoes = both_sides(box((0.085, 0.05, 0.24), (0.085, 0.01, 0.04)))
    return settled([*parts, Part(join([*bare, shoes]), skin), Part(plate, metal)], vary)


def _torso(tall_m: float) -> Solid:
    """From the hips to the shoulders."""
    levels = [(0.0, 0.34, 0.22), (0.1, 0.3, 0.2), (0.24, 0.4, 0.25), (0.31, 0.36, 0.17), (0.335, 0.1, 0.1)]
    return move(
        stack([(share * tall_m, oval(wide, deep, sides=14)) for share, wide, deep in levels]),
        (0, 0.5 * tall_m, 0),
    )
