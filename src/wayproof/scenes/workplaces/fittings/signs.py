"""Signs: boards over the counter, on the wall and on the floor."""

from __future__ import annotations

from wayproof.geometry.outlines import rectangle
from wayproof.geometry.solid import join
from wayproof.geometry.solids import box, panel
from wayproof.scenes.furniture import Model, Part, Variation
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.moved_parts import turn_parts
from wayproof.scenes.furniture_parts.picture_frames import framed_picture
from wayproof.scenes.workplaces.fittings import fitting
from wayproof.scenes.workplaces.fittings.boards import written

SIGN_COLOURS = ("red", "blue", "green", "yellow", "black", "white", "orange")


@fitting(
    "wall_sign",
    group="signs",
    category="sign",
    shapes=("board", "framed"),
    held_out=("lettering",),
    stands="wall",
    synonyms=("shop sign", "notice"),
)
def wall_sign(shape: str, vary: Variation) -> Model:
    """A sign on the wall with a few words."""
    width, height = 1.15 * vary.scale, 0.42 * vary.scale
    face = vary.main("plastic", colours=SIGN_COLOURS, tile_m=1.0)
    trim = vary.finish("metal", colours=("silver", "black", "gold"), pattern="plain")
    if shape == "board":
        parts = [Part(box((width, height, 0.03), (0, 0, 0.015)), face)]
        parts.append(Part(panel(width, height, (0, 0, 0.032)), written(face, "shop_sign", vary)))
    else:
        rim = 0.025 if shape == "framed" else 0.006
        bars, view = framed_picture(rectangle(width, height), rim, 0.03, (0, height / 2, 0))
        parts = [Part(bars, trim), Part(view, written(face, "shop_sign", vary))]
    return settled(parts, vary, hangs=True)


@fitting(
    "office_sign",
    group="signs",
    category="sign",
    shapes=("board", "framed"),
    held_out=("lettering",),
    stands="wall",
)
def office_sign(shape: str, vary: Variation) -> Model:
    """The name of the firm on the wall behind the reception."""
    width, height = 1.3 * vary.scale, 0.4 * vary.scale
    face = vary.main(
        "metal", colours=("white", "blue", "black", "grey", "green"), pattern="plain", tile_m=1.0
    )
    rim = {"board": 0.008, "framed": 0.02, "lettering": 0.004}[shape]
    bars, view = framed_picture(rectangle(width, height), rim, 0.03, (0, height / 2, 0))
    return settled([Part(bars, face), Part(view, written(face, "firm_name", vary))], vary, hangs=True)


@fitting(
    "floor_sign",
    group="signs",
    category="sign",
    shapes=("a_board", "stand"),
    held_out=("banner",),
    synonyms=("pavement sign",),
)
def floor_sign(shape: str, vary: Variation) -> Model:
    """A sign that stands on the floor with an offer."""
    width, height = (
        0.5 * vary.scale**0.5,
        {"a_board": 0.9, "stand": 1.25, "banner": 1.7}[shape] * vary.scale**0.25,
    )
    face = vary.main("plastic", colours=SIGN_COLOURS, tile_m=1.0)
    dark = vary.finish("metal", colours=("black", "silver"), pattern="plain")
    if shape == "a_board":
        half = [
            Part(box((width, height, 0.02)), dark),
            Part(panel(width - 0.06, height - 0.1, (0, 0.05, 0.012)), written(face, "shop_sign", vary)),
        ]
        about = (0.0, height, 0.0)
        front = turn_parts(half, -0.22, axis="x", about=about)
        back = turn_parts(turn_parts(half[:1], 3.14159), 0.22, axis="x", about=about)
        return settled([*front, *back], vary)
    low = 0.55 if shape == "stand" else 0.06
    pole = box((0.03, height - 0.01, 0.03), (0, 0.01, -0.01))
    plate = box((0.42, 0.02, 0.3))
    board = box((width, height - low, 0.02), (0, low, 0.015))
    view = panel(width - 0.02, height - low - 0.02, (0, low + 0.01, 0.027))
    return settled(
        [Part(join([pole, plate, board]), dark), Part(view, written(face, "shop_sign", vary))], vary
    )
