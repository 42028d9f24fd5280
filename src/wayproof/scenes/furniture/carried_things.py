"""What people put on or take along: shoes, hats, umbrellas, keys and glasses."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.curves import arc
from wayproof.geometry.lofts import extruded, picture, stack
from wayproof.geometry.outlines import oval
from wayproof.geometry.solid import Point, Solid, both_sides, join, lying, turn
from wayproof.geometry.solids import box, cylinder, lathe, sphere
from wayproof.geometry.sweeps import board, hoop, horn, pipe
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.moved_parts import move_parts, resize_parts, turn_parts
from wayproof.scenes.furniture_parts.vessels import Profile, square_pot, vessel

# Lenses: width and height in metres, and squareness.
_LENSES = {
    "round": (0.048, 0.046, 2.0),
    "rectangular": (0.054, 0.032, 5.0),
    "sunglasses": (0.058, 0.048, 2.8),
}

# Uppers of shoes as level rings of (width, length, height, shift to the toe) in centimetres.
Rings = list[tuple[float, float, float, float]]
_SNEAKER: Rings = [(9.2, 27, 2, 0), (9.2, 26.5, 5, -0.2), (7.6, 20, 7.5, -3), (6.4, 12, 10, -6.8)]
_BOOT: Rings = [
    (9.4, 28, 2.4, 0),
    (9.4, 27.5, 5.5, -0.2),
    (8, 21, 8.5, -3),
    (8, 12.5, 13, -7.2),
    (9.5, 13, 26, -7),
]


@furniture(
    "shoes",
    group="carried",
    shapes=("sneakers", "boots"),
    held_out=("slippers",),
    synonyms=("pair of shoes", "shoe"),
)
def shoes(shape: str, vary: Variation) -> Model:
    """A pair of shoes side by side, toes to the front."""
    size = 0.01 * vary.scale**0.6
    if shape == "boots":
        upper = vary.main("leather", colours=("brown", "black", "beige", "red"))
    else:
        cloths = ("white", "black", "blue", "red", "grey", "green", "pink")
        upper = vary.main("fabric", colours=cloths, pattern="woven", tile_m=0.2)
    rubber = vary.finish(
        "rubber", colours=("black", "brown") if shape == "boots" else ("white", "grey", "beige")
    )
    dark = vary.finish("fabric", colours=("black",), pattern="woven")
    lace = vary.finish("fabric", colours=("white", "black", "yellow"), pattern="plain")
    shoe = [Part(_sole(shape), rubber), Part(_upper(shape), upper), Part(_opening(shape), dark)]
    if shape != "slippers":
        shoe.append(Part(_laces(shape), lace))
    pair = []
    for x, angle in ((-6.3, 0.06), (6.3, -0.1)):
        pair += move_parts(turn_parts(shoe, angle), (x, 0, 0))
    return settled(resize_parts(pair, size), vary)


def _sole(shape: str) -> Solid:
    """The sole, with a heel under boots; all pieces of shoes are in centimetres."""
    height = {"sneakers": 2.4, "boots": 2.8, "slippers": 2.0}[shape]
    return stack([(y, oval(9.8, 28, sides=10, squareness=2.6)) for y in (0, height)])


def _upper(shape: str) -> Solid:
    if shape == "slippers":
        return _toe_cover(1.0, 5.2)
    rings = _SNEAKER if shape == "sneakers" else _BOOT
    width, length, height, shift = rings[-1]
    inside = (width - 1.4, length - 2, height - 3, shift)
    stages = [*rings, inside]
    return stack([(y, oval(w, z, sides=10, squareness=2.5, centre=(0, c))) for w, z, y, c in stages])


def _toe_cover(share: float, shift: float) -> Solid:
    """The vaulted front of a slipper."""
    rings = [(9.9, 17, 1.5), (9.7, 16, 4), (7.8, 12.5, 6.2), (3, 5, 7.2)]
    return stack([(y * share, oval(share * w, share * z, sides=10, centre=(0, shift))) for w, z, y in rings])


def _opening(shape: str) -> Solid:
    if shape == "slippers":
        return _toe_cover(0.88, 3.6)
    width, length, height, shift = (_SNEAKER if shape == "sneakers" else _BOOT)[-1]
    return lying(picture(oval(width - 1.5, length - 2.2, sides=10, squareness=2.5)), (0, height - 2.8, shift))


def _laces(shape: str) -> Solid:
    """Laces over the instep; sneakers have two stripes on each side as well."""
    if shape == "boots":
        rungs = ((1.8, 9.6), (-0.4, 14), (-0.4, 19))
        return join([box((4.4, 0.7, 0.9), (0, y - 0.3, z)) for z, y in rungs])
    laces = [box((4.2, 0.8, 0.9), (0, y - 0.3, z)) for z, y in ((6.2, 7.8), (3.6, 8.6))]
    stripes = [turn(box((9.4, 3.2, 0.9), (0, 3.0, z)), -0.35, axis="x", about=(0, 4, z)) for z in (-1.5, 0.6)]
    return join([*laces, *stripes])


@furniture("hat", group="carried", shapes=("fedora", "cap"), held_out=("sun_hat",), stands="surface")
def hat(shape: str, vary: Variation) -> Model:
    """A hat with a brim, or a cap with a peak."""
    size = 0.01 * vary.scale**0.5
    ribbon = vary.finish("fabric", colours=("black", "red", "white", "blue"), pattern="plain")
    if shape == "cap":
        cloth = vary.main(
            "fabric", colours=("blue", "red", "black", "green", "white", "orange"), pattern="woven"
        )
        dome: Profile = [(9.2, 0.3), (9.5, 3), (8.8, 7), (6.2, 10.4), (2.5, 11.8), (0, 12)]
        crown = lathe([(0, 0.3), dome[0], *dome], sides=14)
        peak = stack(
            [
                (y, oval(14 * s, 20 * s, centre=(0, 7)))
                for s, y in ((0.98, 0), (1, 0.4), (0.9, 0.9), (0.6, 1.5))
            ]
        )
        button = sphere(0.8, (0, 11.5, 0), sides=6)
        parts = [Part(join([crown, peak]), cloth), Part(button, ribbon)]
    else:
        straw = shape == "sun_hat"
        felt = (
            vary.main("wicker", colours=("beige", "brown"))
            if straw
            else vary.main("fabric", colours=("grey", "brown", "black", "beige"), pattern="woven")
        )
        brim = 19.0 if straw else 14.5
        edge = (
            [(0, 0.5), (8, 0.2), (brim, 0), (brim, 0.6), (8.6, 1)]
            if straw
            else [(0, 0), (9, 0), (brim, 0.9), (brim, 1.4), (8.8, 0.8)]
        )
        top = (
            [(8.3, 6), (6.5, 9.5), (3, 11), (0, 11.2)]
            if straw
            else [(8.2, 7), (7.4, 10.6), (5, 11.6), (2.2, 10.2), (0, 9.6)]
        )
        band = [(8.95, 0.9), (8.85, 0.9), (8.75, 3.8), (0, 3.8)]
        crown = lathe([*edge, edge[-1], *top], sides=16)
        parts = [Part(crown, felt), Part(lathe(band, sides=16), ribbon)]
    return settled(resize_parts(parts, size), vary)


@furniture("umbrella_stand", group="carried", shapes=("round", "square"), held_out=("flared",))
def umbrella_stand(shape: str, vary: Variation) -> Model:
    """A tall pot with folded umbrellas in it."""
    radius, height = 0.12 * vary.scale, 0.5 * vary.scale**0.5
    finish = vary.main("metal", "ceramic", "wicker", "wood")
    if shape == "square":
        pot = square_pot(2 * radius, height, wall_m=0.06 * radius, floor_m=0.02)
    else:
        flared = [(0.8, 0), (0.66, 0.5 * height), (0.85, 0.85 * height), (1.1, height)]
        outline = flared if shape == "flared" else [(1.0, 0), (1.0, height)]
        pot = vessel([(r * radius, y) for r, y in outline], wall_m=0.008, floor_m=0.015)
    parts = [Part(pot, finish)]
    for k in range(vary.count("umbrella", 1, 4)):
        parts += _umbrella(vary, 0.7 + k * 1.7, 0.5 * radius, height)
    return settled(parts, vary)


def _umbrella(vary: Variation, angle: float, off: float, height: float) -> list[Part]:
    """A folded umbrella, point down, its handle bent into a hook."""
    top = height + vary.between(0.2, 0.3)
    lean = 0.5 * off

    def along(y: float) -> Point:
        return (0.6 * off + lean * y / height, y, 0.0)

    cloth = horn(
        [along(0.03), along(0.12), along(height), along(top - 0.1), along(top - 0.05)],
        [0.004, 0.018, 0.03, 0.026, 0.008],
        sides=5,
    )
    x, y, _ = along(top)
    bend = arc((x + 0.035, y, 0), 0.035, np.pi - 0.5, 0, steps=3)
    hook = pipe([along(top - 0.06), (x, y, 0), *bend, (x + 0.07, y - 0.03, 0)], 0.009, sides=4)
    paint = vary.finish(
        "fabric", colours=("black", "red", "blue", "green", "yellow", "purple"), pattern="plain"
    )
    wood = vary.finish("wood", colours=("brown", "beige", "black"))
    return [Part(turn(cloth, angle), paint), Part(turn(hook, angle), wood)]


@furniture(
    "keys",
    group="carried",
    shapes=("ring", "tag"),
    held_out=("car_key",),
    stands="surface",
    synonyms=("bunch of keys", "key"),
)
def keys(shape: str, vary: Variation) -> Model:
    """A few keys on a ring, some with a leather tag or a car's key."""
    vary.fixed_size()
    metal = vary.main("metal", colours=("silver", "gold"), pattern="plain")
    count = vary.count("key", 2, 4)
    ring = hoop(0.015, 0.0012, (0, 0.002, 0), sides=10, bar_sides=3)
    brass = vary.finish("metal", colours=("gold", "silver"), pattern="plain")
    spread = [(-0.9 + 1.8 * k / (count - 1)) for k in range(count)]
    bunch = [turn(_key(0.0015 * (k % 2)), angle) for k, angle in enumerate(spread)]
    parts = [Part(join([ring, *bunch[::2]]), metal), Part(join(bunch[1::2]), brass)]
    if shape == "tag":
        path = [(0.0, 0.003, -0.014), (0.0, 0.004, -0.05), (0.0, 0.003, -0.075)]
        tag = board(path, 0.024, 0.004, across=(1, 0, 0))
        parts.append(Part(tag, vary.finish("leather", colours=("brown", "red", "black"))))
    elif shape == "car_key":
        rings = [(0.03, 0.055, 0), (0.034, 0.06, 0.004), (0.034, 0.06, 0.009), (0.028, 0.052, 0.013)]
        fob = stack([(y, oval(w, d, squareness=3, centre=(0, -0.045))) for w, d, y in rings])
        parts.append(Part(fob, vary.finish("plastic", colours=("black",))))
    return settled(parts, vary)


def _key(level: float) -> Solid:
    """A key that hangs on the ring at the origin and points along +z."""
    bow = cylinder(0.0125, 0.0025, (0, level, 0.025), sides=6)
    blade = box((0.006, 0.0022, 0.034), (0, level, 0.052))
    teeth = [box((0.004, 0.002, 0.003), (0.0045, level, z)) for z in (0.054, 0.064)]
    return join([bow, blade, *teeth])


@furniture(
    "eyeglasses",
    group="carried",
    shapes=("round", "rectangular"),
    held_out=("sunglasses",),
    stands="surface",
    synonyms=("glasses", "spectacles"),
)
def eyeglasses(shape: str, vary: Variation) -> Model:
    """Two lenses in a frame with a bridge and two arms, set down on the table."""
    vary.fixed_size()
    width, height, squareness = _LENSES[shape]
    frame = vary.main("plastic", "metal", colours=("black", "brown", "red", "blue", "silver"))
    thickness = 0.0022 if frame.material == "metal" else 0.003
    middle, half_gap = height / 2 + thickness, 0.035 - width / 2
    outline = oval(width, height, squareness=squareness).tolist()
    rim = [(x + 0.034, middle - z, 0.0) for x, z in outline]
    hinge, low = middle + 0.25 * height, middle + 0.1 * height
    ear = [
        (0.034 + width / 2, hinge, 0),
        (0.066, hinge, -0.01),
        (0.067, hinge, -0.1),
        (0.064, thickness, -0.135),
    ]
    right = join([pipe(rim, thickness, sides=4, closed=True), pipe(ear, 0.9 * thickness, sides=4)])
    saddle = [(-half_gap, low, 0), (0, middle + 0.2 * height, 0.002), (half_gap, low, 0)]
    bridge = pipe(saddle, 0.9 * thickness, sides=4)
    parts = [Part(join([both_sides(right), bridge]), frame)]
    if shape == "sunglasses":
        lens = extruded([(x, y) for x, y, _ in rim], 0.0024)
        parts.append(Part(both_sides(lens), vary.finish("glass", colours=("black", "brown"))))
    return settled(parts, vary)
