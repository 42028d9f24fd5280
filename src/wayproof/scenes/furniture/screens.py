"""Things with a screen: televisions, monitors and telephones."""

from __future__ import annotations

from wayproof.geometry.lofts import prism, stack
from wayproof.geometry.outlines import oval, rectangle, rounded_rectangle
from wayproof.geometry.solid import Solid, both_sides, facing, join, lying, move, turn
from wayproof.geometry.solids import box, cylinder, panel, sphere
from wayproof.geometry.sweeps import pipe
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Glow, Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.lamp_parts import SCREEN_LIGHT, screen_finish
from wayproof.scenes.furniture_parts.palettes import described_by
from wayproof.scenes.furniture_parts.picture_frames import framed, strip_of_picture


@furniture(
    "television",
    group="electronics",
    shapes=("feet", "stand"),
    held_out=("tube",),
    stands="surface",
    synonyms=("tv", "television set", "tv set"),
)
def television(shape: str, vary: Variation) -> Model:
    """A television set, switched on or off."""
    lit = vary.state("on", "off") == "on"
    case = vary.main("plastic", colours=("black", "black", "grey", "white"))
    glass = screen_finish(vary, lit=lit)
    if shape == "tube":
        return _tube_television(vary, case, glass)
    width, foot = 0.95 * vary.scale, 0.06
    height = width * 0.58
    back = box((width * 0.6, height * 0.55, 0.03), (0, foot + height * 0.1, -0.03))
    body = box((width, height, 0.034), (0, foot, 0))
    view = panel(width - 0.03, height - 0.04, (0, foot + 0.025, 0.019))
    if shape == "feet":
        x = 0.36 * width
        feet = [pipe([(1.06 * x, 0.008, z), (x, foot + 0.02, 0)], 0.008, sides=5) for z in (-0.11, 0.11)]
        stand = both_sides(join(feet))
    else:
        low, high = oval(0.44 * width, 0.24, squareness=4), oval(0.4 * width, 0.22, squareness=4)
        plate = stack([(0.0, low), (0.012, high)])
        stand = join([plate, box((0.09, foot + 0.06, 0.03), (0, 0.008, -0.02))])
    parts = (Part(join([body, back, stand]), case), Part(view, glass, glows=True))
    glow = Glow(((0, foot + height / 2, 0.12),), SCREEN_LIGHT, 0.12)
    return settled(parts, vary, glow=glow)


def _tube_television(vary: Variation, case: Finish, glass: Finish) -> Model:
    """The old kind: a deep case, a bulging picture, knobs beside it and a pair of aerials."""
    vary.modifier("old")
    half_x, half_y, depth = 0.3 * vary.scale, 0.24 * vary.scale, 0.4 * vary.scale
    middle = (0.0, half_y, 0.0)
    shell = [(0.0, 0.45, 0.4), (depth * 0.35, 0.8, 0.75), (depth * 0.55, 1.0, 1.0), (depth, 1.0, 1.0)]
    front = rectangle(2 * half_x, 2 * half_y)
    body = facing(stack([(z, front * (x, y)) for z, x, y in shell]), middle)
    view_x = half_x * 0.72
    bezel = move(
        framed(rectangle(2 * view_x, 1.68 * half_y), 0.025, 0.03, recess=0.7),
        (-half_x * 0.2, half_y, depth - 0.002),
    )
    view = panel(
        2 * view_x - 0.054, half_y * 1.68 - 0.054, (-half_x * 0.2, half_y * 0.16 + 0.027, depth + 0.01)
    )
    knobs = [
        facing(cylinder(0.024, 0.025, sides=10), (half_x * 0.76, half_y * y, depth - 0.002))
        for y in (1.55, 1.2)
    ]
    slots = [
        box((half_x * 0.3, 0.008, 0.006), (half_x * 0.76, half_y * y, depth + 0.002))
        for y in (0.4, 0.55, 0.7, 0.85)
    ]
    hub = (0.0, 2 * half_y, depth * 0.6)
    aerials = both_sides(pipe([hub, (0.22, 2 * half_y + 0.3, depth * 0.55)], 0.003, sides=4))
    holder = sphere(0.03, (0, 2 * half_y - 0.025, depth * 0.6), sides=6)
    metal = vary.finish("metal", colours=("silver",), pattern="plain")
    parts = (
        Part(join([body, bezel]), case),
        Part(view, glass, glows=True),
        Part(join([*knobs, *slots, aerials, holder]), metal),
    )
    return settled(parts, vary, glow=Glow(((0, half_y, depth + 0.12),), SCREEN_LIGHT, 0.08))


@furniture(
    "monitor",
    group="electronics",
    shapes=("round_foot", "legs"),
    held_out=("curved",),
    stands="surface",
    synonyms=("computer monitor", "computer screen"),
)
def monitor(shape: str, vary: Variation) -> Model:
    """A computer screen on a stand."""
    lit = vary.state("on", "off") == "on"
    case = vary.main("plastic", colours=("black", "black", "grey", "white"))
    glass = screen_finish(vary, lit=lit)
    width, low = (0.8 if shape == "curved" else 0.54) * vary.scale, 0.1
    height = 0.32 * vary.scale
    if shape == "curved":
        body, view = _curved_screen(width, height, low)
    else:
        body = box((width, height, 0.03), (0, low, 0))
        view = panel(width - 0.02, height - 0.03, (0, low + 0.02, 0.017))
    if shape == "round_foot":
        foot = cylinder(0.11, 0.014, (0, 0, -0.04), sides=16)
    elif shape == "legs":
        foot = join([pipe([(x, 0.01, 0.08), (0, 0.012, -0.06)], 0.01, sides=5) for x in (-0.14, 0.14)])
    else:
        foot = join([pipe([(x, 0.01, 0.1), (0, 0.012, -0.06)], 0.012, sides=5) for x in (-0.2, 0.2)])
    neck = box((0.05, low + height * 0.55, 0.02), (0, 0.006, -0.045))
    hub = box((0.08, 0.08, 0.04), (0, low + height * 0.5 - 0.04, -0.03))
    parts = (Part(join([body, foot, neck, hub]), case), Part(view, glass, glows=True))
    return settled(parts, vary, glow=Glow(((0, low + height / 2, 0.1),), SCREEN_LIGHT, 0.08))


def _curved_screen(width: float, height: float, low: float, *, strips: int = 6) -> tuple[Solid, Solid]:
    """A screen bent round the viewer, as upright strips that share one picture."""
    radius, strip = 1.1, width / strips
    bodies: list[Solid] = []
    views: list[Solid] = []
    for k in range(strips):
        angle = (k + 0.5 - strips / 2) * strip / radius
        piece = panel(strip * 1.012, height - 0.03, (0, low + 0.02, 0.012))
        shown = strip_of_picture(piece, k, strips)
        for target, solid in ((bodies, box((strip * 1.014, height, 0.02), (0, low, 0))), (views, shown)):
            target.append(turn(solid, -angle, about=(0, 0, radius)))
    return join(bodies), join(views)


@furniture(
    "cellular_telephone",
    group="electronics",
    shapes=("smartphone", "keypad"),
    held_out=("flip",),
    stands="surface",
    synonyms=("cell phone", "mobile phone", "phone", "smartphone"),
)
def cellular_telephone(shape: str, vary: Variation) -> Model:
    """A mobile telephone that lies face up."""
    lit = vary.state("on", "off") == "on"
    kinds = ("plastic", ("black", "white", "blue", "red", "green")), ("metal", ("silver", "black", "gold"))
    case = described_by(vary, *kinds, polished=True)
    glass = screen_finish(vary, lit=lit)
    half_x, half_z, thick = 0.038 * vary.scale, 0.078 * vary.scale, 0.009
    if shape == "smartphone":
        body = prism(rounded_rectangle(2 * half_x, 2 * half_z, 0.2 * half_x), thick)
        lens = cylinder(0.004, 0.001, (0, thick - 0.0002, -half_z + 0.006), sides=6)
        view = lying(panel(2 * half_x - 0.007, 2 * half_z - 0.022), (0, thick + 0.001, half_z - 0.011))
        parts = [Part(join([body, lens]), case), Part(view, glass, glows=True)]
    else:
        parts = _keyed_telephone(shape, vary, case, glass, half_x * 0.72, half_z * 0.82)
    return settled(parts, vary, glow=Glow(((0, 0.06, 0),), SCREEN_LIGHT, 0.02))


def _keyed_telephone(
    shape: str, vary: Variation, case: Finish, glass: Finish, half_x: float, half_z: float
) -> list[Part]:
    """A telephone with keys; the flip kind has its screen in a lid that stands open."""
    thick = 0.016
    keys = vary.finish("rubber", colours=("grey", "black"))
    pad = [
        box(
            (half_x * 0.42, 0.003, half_z * 0.14),
            (half_x * 0.6 * x, thick - 0.001, half_z * (0.12 + 0.23 * row)),
        )
        for x in (-1, 0, 1)
        for row in range(4)
    ]
    body = prism(rounded_rectangle(2 * half_x, 2 * half_z, 0.3 * half_x), thick)
    view = lying(panel(half_x * 1.5, half_z * 0.72), (0, thick + 0.001, -half_z * 0.12))
    if shape == "flip":
        lid = prism(rounded_rectangle(2 * half_x, 1.84 * half_z, 0.3 * half_x), thick - 0.004)
        lid = move(lid, (0, 0.004, -1.9 * half_z))
        view = lying(panel(half_x * 1.5, half_z * 1.25), (0, thick + 0.001, -half_z * 1.25))
        lid, view = (turn(piece, 0.55, axis="x", about=(0, thick, -half_z)) for piece in (lid, view))
        hinge = pipe([(-half_x * 0.8, thick * 0.7, -half_z), (half_x * 0.8, thick * 0.7, -half_z)], 0.009)
        body = join([body, lid, hinge])
    return [Part(body, case), Part(view, glass, glows=True), Part(join(pad), keys)]
