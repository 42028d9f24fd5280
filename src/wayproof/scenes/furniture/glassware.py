"""Glass and jars on the table: bottles, wine glasses, jars and salt shakers."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.lofts import loft, stack
from wayproof.geometry.outlines import at_height, oval
from wayproof.geometry.solid import Solid, join
from wayproof.geometry.solids import box, cylinder, lathe, sphere
from wayproof.geometry.sweeps import pipe
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import pictured
from wayproof.scenes.furniture_parts.paper_labels import curved_label
from wayproof.scenes.furniture_parts.vessels import Profile, scaled

# Outsides as (radius, height) in millimetres, from the foot to the mouth.
_BOTTLES: dict[str, Profile] = {
    "wine": [(37, 0), (37, 0), (37, 190), (30, 215), (14, 240), (14, 300)],
    "water": [(32, 0), (34, 10), (34, 150), (32, 170), (14, 200), (13, 212)],
    "milk": [(42, 0), (44, 8), (44, 140), (26, 195), (25, 215), (29, 222)],
}
_GLASSES: dict[str, Profile] = {
    "balloon": [(6, 85), (30, 100), (42, 130), (41, 160), (33, 205)],
    "flute": [(5, 85), (18, 105), (24, 150), (25, 190), (22, 230)],
    "coupe": [(6, 100), (30, 108), (50, 128), (54, 150)],
}
_GLASS_FOOT: Profile = [(0, 0), (34, 0), (34, 3), (6, 8), (4, 20)]
_COOKIE_JAR: Profile = [(0, 0), (60, 0), (60, 0), (84, 42), (86, 92), (73, 145), (66, 170), (0, 170)]
_COOKIE_LID: Profile = [(77, 0), (77, 14), (43, 40), (0, 52)]
_MILL: Profile = [(0, 0), (26, 0), (26, 0), (27, 25), (16, 60), (17, 85), (25, 105), (26, 110), (0, 112)]
_EGG: Profile = [(0, 0), (14, 0), (14, 0), (24, 14), (27, 30), (23, 50), (13, 66), (0, 70)]
_SHAKER_CAP: Profile = [(18.5, 58), (18.5, 72), (13, 82), (0, 84)]


@furniture("bottle", group="kitchenware", shapes=("wine", "water"), held_out=("milk",), stands="surface")
def bottle(shape: str, vary: Variation) -> Model:
    """A bottle with a label: slender for wine, with a screw cap for water, wide for milk."""
    vary.modifier(shape)
    size = 0.001 * vary.scale**0.7
    profile = scaled(_BOTTLES[shape], size)
    girth, top = profile[1][0], profile[-1][1]
    body = lathe([(0, 0), *profile, profile[-1], (0, top)])
    if shape == "wine":
        glass = vary.main("glass", colours=("green", "brown", "black"))
        cap = lathe([(16 * size, -0.06), (16 * size, 0.002), (0, 0.003)], (0, top, 0))
        cover = vary.finish("metal", colours=("red", "gold", "black"), pattern="plain")
        label = curved_label(girth, 90 * size, (0, 50 * size, 0), sides=12, facets=6)
    elif shape == "water":
        glass = vary.main("plastic", colours=("blue", "green", "white"))
        cap = cylinder(16 * size, 0.018, (0, top - 0.004, 0), sides=8)
        cover = vary.finish("plastic", colours=("white", "blue", "red"))
        label = curved_label(girth, 50 * size, (0, 75 * size, 0), sides=12, facets=12)
    else:
        glass = vary.main("glass", colours=("white",))
        cap = lathe([(31 * size, -0.014), (31 * size, 0.002), (0, 0.004)], (0, top, 0), sides=10)
        cover = vary.finish("metal", colours=("red", "blue", "silver"), pattern="plain")
        label = curved_label(girth, 60 * size, (0, 50 * size, 0), sides=12, facets=4)
    return settled([Part(body, glass), Part(cap, cover), Part(label, _label(vary))], vary)


def _label(vary: Variation) -> Finish:
    return pictured(vary.finish("paper", colours=("white", "beige")), "label")


@furniture(
    "wine_glass", group="kitchenware", shapes=("balloon", "flute"), held_out=("coupe",), stands="surface"
)
def wine_glass(shape: str, vary: Variation) -> Model:
    """A glass with a long stem, often with wine in it."""
    size = 0.001 * vary.scale**0.7
    outside = scaled(_GLASSES[shape], size)
    inside = [(max(r - 0.002, 0.001), y + 0.001) for r, y in reversed(outside)]
    profile = [*scaled(_GLASS_FOOT, size), *outside, *inside[1:-1], (0.0, inside[-1][1])]
    parts = [Part(lathe(profile, sides=10), vary.main("glass", colours=("silver",)))]
    if vary.chance(0.65):
        # Glass is opaque here: the wine lies just outside of the bowl, where one would see it shine through.
        filled = [(r + 0.001, y) for r, y in _lower_part(outside, 0.5)]
        wine = vary.finish("food", colours=("red", "yellow"))
        parts.append(Part(lathe([*filled, filled[-1], (0, filled[-1][1])], sides=10), wine))
    return settled(parts, vary)


def _lower_part(profile: Profile, share: float) -> list[tuple[float, float]]:
    """A profile cut off at a share of its height."""
    radii, heights = zip(*profile, strict=True)
    level = heights[0] + share * (heights[-1] - heights[0])
    return [(r, y) for r, y in profile if y < level] + [(float(np.interp(level, heights, radii)), level)]


@furniture(
    "jar", group="kitchenware", shapes=("preserve", "cookie"), held_out=("clip_top",), stands="surface"
)
def jar(shape: str, vary: Variation) -> Model:
    """A lidded jar for jam, biscuits or dry food."""
    if shape == "preserve":
        return settled(_preserve_jar(vary), vary)
    if shape == "cookie":
        size = 0.001 * vary.scale
        body = lathe(scaled(_COOKIE_JAR, size))
        lid = lathe(scaled(_COOKIE_LID, size), (0, 170 * size, 0))
        knob = sphere(18 * size, (0, 215 * size, 0), sides=8)
        return settled([Part(join([body, lid, knob]), vary.main("ceramic"))], vary)
    return settled(_clip_top_jar(vary), vary)


def _preserve_jar(vary: Variation) -> list[Part]:
    """Jam under a screw lid; the glass shows the colour of the jam."""
    radius, height = 0.04 * vary.scale, 0.105 * vary.scale
    glass = vary.main("glass", colours=("red", "orange", "green", "purple"))
    body = lathe(
        [(0, 0), (0.9 * radius, 0), (radius, 0.008), (radius, 0.86 * height), (0.8 * radius, height)]
    )
    lid = cylinder(0.9 * radius, 0.018, (0, height - 0.004, 0), sides=12)
    pattern = vary.choose(("checked", "plain"))
    cover = vary.finish("metal", colours=("gold", "white", "red"), pattern=pattern, tile_m=0.06)
    label = curved_label(radius, 0.45 * height, (0, 0.22 * height, 0), sides=12, facets=4)
    return [Part(body, glass), Part(lid, cover), Part(label, _label(vary))]


def _clip_top_jar(vary: Variation) -> list[Part]:
    """A square jar with a wire clip, two thirds full."""
    width, height = 0.1 * vary.scale, 0.16 * vary.scale
    glass = vary.main("glass", colours=("silver", "green", "blue"))
    rings = [(1, 0), (1, 0), (1, 0.8 * height), (0.75, 0.94 * height), (0.75, height)]
    body = stack([(y, oval(s * width, s * width, squareness=6)) for s, y in rings])
    lid_outline = [(0.42 * width, -0.004), (0.42 * width, 0.012), (0.3 * width, 0.024), (0, 0.026)]
    lid = lathe(lid_outline, (0, height, 0))
    half = [(0.41 * width, height - 0.02), (0.47 * width, height), (0.2 * width, height + 0.026)]
    wire = [(x, y, 0.01) for x, y in half] + [(-x, y, 0.01) for x, y in reversed(half)]
    steel = vary.finish("metal", colours=("silver", "gold"), pattern="plain")
    filled = [at_height(oval(width + 0.002, width + 0.002, squareness=6), y) for y in (0.004, 0.6 * height)]
    food = vary.finish("food", colours=("beige", "brown", "orange"), pattern="speckled")
    clip = pipe(wire, 0.0022, sides=4)
    return [Part(join([body, lid]), glass), Part(clip, steel), Part(loft(filled), food)]


@furniture(
    "salt_shaker",
    group="kitchenware",
    shapes=("faceted", "mill"),
    held_out=("egg",),
    stands="surface",
    synonyms=("salt cellar", "pepper mill"),
)
def salt_shaker(shape: str, vary: Variation) -> Model:
    """A small shaker with holes in its cap, or a turned mill."""
    size = 0.001 * vary.scale
    steel = vary.finish("metal", colours=("silver",), pattern="plain")
    black = vary.finish("plastic", colours=("black",))
    if shape == "mill":
        head = sphere(24 * size, (0, 108 * size, 0), stretch=(1, 0.9, 1), sides=8)
        knob = sphere(7 * size, (0, 149 * size, 0), sides=6)
        wood = vary.main("wood", colours=("brown", "black", "beige"))
        return settled(
            [Part(join([lathe(scaled(_MILL, size), sides=10), head]), wood), Part(knob, steel)], vary
        )
    if shape == "egg":
        body = lathe(scaled(_EGG, size), sides=10)
        return settled(
            [Part(body, vary.main("ceramic")), Part(_holes(70 * size, 67.5 * size, size), black)], vary
        )
    glass = vary.main("glass", "ceramic", colours=("white", "silver", "blue"))
    body = cylinder(22 * size, 60 * size, top_radius_m=17 * size, sides=8)
    cap = lathe(scaled(_SHAKER_CAP, size), sides=8)
    holes = _holes(84 * size, 83 * size, size)
    return settled([Part(body, glass), Part(cap, steel), Part(holes, black)], vary)


def _holes(middle: float, ring: float, size: float) -> Solid:
    """Dark spots on a cap: one on top and five around it, at their two heights."""
    spots = [(0.0, middle, 0.0)]
    spots += [
        (8 * size * float(np.cos(a)), ring, 8 * size * float(np.sin(a))) for a in np.arange(5) * 0.4 * np.pi
    ]
    return join([box((3 * size, 0.002, 3 * size), (x, y - 0.0014, z)) for x, y, z in spots])
