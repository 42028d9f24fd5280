"""What a person looks like, drawn from a generator: size, build, skin, hair and clothes that go together."""

from __future__ import annotations

import msgspec
import numpy as np

from wayproof.scenes.finishes import COLOURS, Finish
from wayproof.scenes.textures import Rgb

SHORTEST_M, TALLEST_M = 1.50, 1.95

SKINS: tuple[Rgb, ...] = (
    (238, 204, 180), (226, 184, 154), (216, 170, 136), (198, 148, 112),
    (176, 124, 88), (146, 98, 68), (112, 74, 52), (84, 56, 42),
)  # fmt: skip
HAIR_COLOURS: dict[str, Rgb] = {
    "black": (34, 29, 28), "dark_brown": (62, 42, 30), "brown": (98, 66, 42), "auburn": (126, 62, 38),
    "blond": (196, 160, 100), "grey": (148, 146, 144), "white": (216, 214, 210),
}  # fmt: skip
HAIR_STYLES = ("short", "side_parted", "curly", "buzz", "bald", "bob", "long", "ponytail", "bun", "headscarf")
TOPS = ("t_shirt", "shirt", "jumper", "hoodie", "jacket", "dress")
BOTTOMS = ("jeans", "trousers", "shorts", "skirt")


class Look(msgspec.Struct, frozen=True):
    """One person's appearance. Shape: 0 has broad shoulders, 1 broad hips; girth 1 is the average."""

    height_m: float
    girth: float
    shape: float
    belly: float
    skin_rgb: Rgb
    hair_style: str
    hair_rgb: Rgb
    eye_rgb: Rgb
    beard: bool
    glasses: bool
    top: str
    top_finish: Finish
    inner_rgb: Rgb  # what shows in the opening of a jacket
    sleeves: str  # "long" or "short"
    tucked: bool
    bottom: str
    bottom_finish: Finish
    shoe_rgb: Rgb
    sole_rgb: Rgb
    emblem: int  # the print on a T-shirt, 0 for none


def draw_look(rng: np.random.Generator) -> Look:
    """Any look that people would not turn their heads at."""
    shape = float(np.clip(rng.choice([0.15, 0.85]) + rng.normal(0.0, 0.12), 0.0, 1.0))
    typical_m = 1.77 - 0.13 * shape
    height_m = float(np.clip(rng.normal(typical_m, 0.07), SHORTEST_M, TALLEST_M))
    girth = float(np.clip(rng.normal(1.0, 0.10), 0.85, 1.28))
    skin = SKINS[int(rng.integers(len(SKINS)))]
    style, hair = _hair(rng, shape, skin)
    top = str(rng.choice(TOPS, p=[0.26, 0.2, 0.18, 0.12, 0.14, 0.1]))
    if top == "dress" and shape < 0.5:
        top = "shirt"
    bottom = _bottom(rng, shape, top)
    shoe = _pick(rng, ("black", "brown", "white", "red", "blue", "grey"))
    beard = bool(shape < 0.5 and rng.random() < 0.35)
    return Look(
        height_m=height_m,
        girth=girth,
        shape=shape,
        belly=float(np.clip((girth - 0.98) * 3.0 + rng.normal(0.0, 0.15), 0.0, 1.0)),
        skin_rgb=skin,
        hair_style=style,
        hair_rgb=hair,
        eye_rgb=((70, 46, 30), (52, 40, 34), (74, 96, 118), (84, 98, 66))[
            int(rng.integers(4 if sum(skin) > 480 else 2))
        ],
        beard=beard,
        glasses=bool(rng.random() < 0.25),
        top=top,
        top_finish=_top_finish(rng, top),
        inner_rgb=_pick(rng, ("white", "grey", "blue", "black")),
        sleeves="short"
        if top == "t_shirt" or (top in ("dress", "shirt") and rng.random() < 0.45)
        else "long",
        tucked=bool(top == "shirt" and rng.random() < 0.5)
        or (bottom == "skirt" and top in ("shirt", "t_shirt")),
        bottom=bottom,
        bottom_finish=_bottom_finish(rng, bottom),
        shoe_rgb=shoe,
        sole_rgb=(232, 230, 224) if rng.random() < 0.5 else (44, 40, 38),
        emblem=int(rng.integers(0, 4)) if top == "t_shirt" else 0,
    )


def _hair(rng: np.random.Generator, shape: float, skin: Rgb) -> tuple[str, Rgb]:
    if shape < 0.5:
        style = str(rng.choice(HAIR_STYLES[:5], p=[0.34, 0.26, 0.16, 0.14, 0.10]))
    else:
        style = str(
            rng.choice(
                ("bob", "long", "ponytail", "bun", "curly", "headscarf"), p=[0.2, 0.25, 0.2, 0.13, 0.12, 0.1]
            )
        )
    weights = (
        [0.14, 0.22, 0.22, 0.1, 0.16, 0.1, 0.06] if sum(skin) > 480 else [0.6, 0.26, 0.0, 0.0, 0.0, 0.1, 0.04]
    )
    colour = HAIR_COLOURS[str(rng.choice(list(HAIR_COLOURS), p=weights))]
    if style == "headscarf":
        colour = _pick(rng, ("blue", "purple", "green", "beige", "pink", "red"))
    return style, colour


def _bottom(rng: np.random.Generator, shape: float, top: str) -> str:
    if top == "dress":
        return "skirt"
    if top == "jacket":
        return str(rng.choice(("trousers", "jeans")))
    weights = [0.42, 0.3, 0.2, 0.08] if shape > 0.5 else [0.45, 0.38, 0.17, 0.0]
    return str(rng.choice(BOTTOMS, p=weights))


def _top_finish(rng: np.random.Generator, top: str) -> Finish:
    patterns = {
        "t_shirt": ("woven", "woven", "striped"),
        "shirt": ("woven", "checked", "striped", "dotted"),
        "jumper": ("woven", "striped", "geometric"),
        "hoodie": ("woven",),
        "jacket": ("woven",),
        "dress": ("floral", "dotted", "woven", "striped"),
    }[top]
    colours = ("grey", "black", "blue", "brown", "green") if top == "jacket" else tuple(COLOURS)[:12]
    return _cloth(rng, str(rng.choice(patterns)), colours)


def _bottom_finish(rng: np.random.Generator, bottom: str) -> Finish:
    if bottom == "jeans":
        rgb = ((44, 62, 98), (74, 98, 138), (34, 38, 50), (108, 132, 164))[int(rng.integers(4))]
        return Finish("fabric", "woven", "blue", rgb, rgb, 0.3, 0.0, int(rng.integers(3)))
    if bottom == "skirt":
        return _cloth(
            rng,
            str(rng.choice(("woven", "checked", "floral"))),
            ("black", "red", "blue", "green", "grey", "beige"),
        )
    return _cloth(rng, "woven", ("black", "grey", "beige", "brown", "blue", "green"))


def _cloth(rng: np.random.Generator, pattern: str, colours: tuple[str, ...]) -> Finish:
    name = str(rng.choice(colours))
    rgb, second = (
        _pick(rng, (name,)),
        _pick(rng, tuple(other for other in ("white", "black", "blue", "red", "yellow") if other != name)),
    )
    return Finish("fabric", pattern, name, rgb, second, 0.3, 0.0, int(rng.integers(3)))


def _pick(rng: np.random.Generator, names: tuple[str, ...]) -> Rgb:
    shades = COLOURS[names[int(rng.integers(len(names)))]]
    return shades[int(rng.integers(len(shades)))]
