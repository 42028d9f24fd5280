"""Lamps of working rooms: long lights hung from wires, flat panels in the ceiling, spots on a rail."""

from __future__ import annotations

from wayproof.geometry.solid import join
from wayproof.geometry.solids import box, cylinder
from wayproof.scenes.furniture import Glow, Model, Part, Variation
from wayproof.scenes.furniture_parts.finished_model import standing
from wayproof.scenes.furniture_parts.lamp_parts import bulb_finish
from wayproof.scenes.workplaces.fittings import fitting

DAYLIGHT = (1.0, 0.96, 0.9)
POWER = 1.0


@fitting(
    "work_lamp",
    group="lamps",
    category="ceiling_lamp",
    shapes=("hung", "panel"),
    held_out=("tube",),
    stands="ceiling",
)
def work_lamp(shape: str, vary: Variation) -> Model:
    """A long flat light for working rooms, mostly on."""
    vary.state("on", "on", "on", "on", "on", "off")
    metal = vary.main("metal", colours=("white", "silver", "black"), pattern="plain")
    milk = bulb_finish(vary)
    if shape == "panel":
        vary.fixed_size()
        rim, light, low = (
            box((0.62, 0.02, 0.62), (0, -0.02, 0)),
            box((0.58, 0.004, 0.58), (0, -0.022, 0)),
            0.03,
        )
        parts = [Part(rim, metal), Part(light, milk, glows=True)]
        return standing(parts, vary, glow=Glow(((0, -0.08, 0),), DAYLIGHT, POWER))
    length, drop = 1.2 * vary.scale, vary.between(0.25, 0.4) if shape == "hung" else 0.1
    low = -drop
    wires = [box((0.006, drop - 0.03, 0.006), (s * 0.38 * length, low + 0.03, 0)) for s in (-1, 1)]
    caps = [cylinder(0.03, 0.02, (s * 0.38 * length, -0.02, 0), sides=8) for s in (-1, 1)]
    if shape == "tube":
        case = box((length, 0.05, 0.08), (0, low + 0.03, 0))
        lights = [box((length - 0.06, 0.026, 0.026), (0, low, s * 0.026)) for s in (-1, 1)]
    else:
        case = box((length, 0.05, 0.14), (0, low + 0.004, 0))
        lights = [box((length - 0.03, 0.006, 0.12), (0, low, 0))]
    parts = [Part(join([case, *wires, *caps]), metal), Part(join(lights), milk, glows=True)]
    places = tuple((s * 0.25 * length, low - 0.05, 0.0) for s in (-1, 1))
    return standing(parts, vary, glow=Glow(places, DAYLIGHT, POWER))


@fitting(
    "shop_lamp",
    group="lamps",
    category="ceiling_lamp",
    shapes=("spots", "strip"),
    held_out=("cage",),
    stands="ceiling",
)
def shop_lamp(shape: str, vary: Variation) -> Model:
    """Spots on a rail, or a bright strip, under the ceiling of a shop; always on."""
    vary.state("on")
    metal = vary.main("metal", colours=("black", "white", "silver"), pattern="plain")
    milk = bulb_finish(vary)
    length = 1.4 * vary.scale**0.5
    rail = box((length, 0.03, 0.035), (0, -0.03, 0))
    if shape == "spots":
        xs = [(k - 1) * 0.38 * length for k in range(3)]
        cans = [cylinder(0.045, 0.12, (x, -0.19, 0), sides=10) for x in xs]
        necks = [box((0.02, 0.06, 0.02), (x, -0.08, 0)) for x in xs]
        lights = [cylinder(0.04, 0.006, (x, -0.194, 0), sides=10) for x in xs]
        low = -0.22
    elif shape == "strip":
        cans, necks, low = [box((length, 0.06, 0.1), (0, -0.08, 0))], [], -0.13
        lights = [box((length - 0.04, 0.012, 0.08), (0, -0.09, 0))]
    else:
        cans = [cylinder(0.17, 0.09, (0, -0.4, 0), top_radius_m=0.08, sides=12)]
        necks, low = [box((0.015, 0.3, 0.015), (0, -0.32, 0))], -0.44
        lights = [cylinder(0.15, 0.012, (0, -0.408, 0), sides=12)]
    parts = [Part(join([rail, *cans, *necks]), metal), Part(join(lights), milk, glows=True)]
    places = tuple((s * 0.3 * length, low - 0.03, 0.0) for s in (-1, 1))
    return standing(parts, vary, glow=Glow(places, DAYLIGHT, POWER))
