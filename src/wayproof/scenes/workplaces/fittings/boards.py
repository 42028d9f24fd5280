"""Boards to write and to pin on: whiteboards, notice boards and flip charts."""

from __future__ import annotations

import msgspec

from wayproof.geometry.outlines import rectangle
from wayproof.geometry.solid import join
from wayproof.geometry.solids import box, panel
from wayproof.geometry.sweeps import leg
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Variation
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.moved_parts import turn_parts
from wayproof.scenes.furniture_parts.picture_frames import framed_picture
from wayproof.scenes.workplaces.fittings import fitting

WRITINGS = 4


@fitting(
    "whiteboard",
    group="boards",
    shapes=("framed", "with_tray"),
    held_out=("glass",),
    stands="wall",
    synonyms=("dry erase board", "white board"),
)
def whiteboard(shape: str, vary: Variation) -> Model:
    """A white board on the wall with what was written on it."""
    width, height = 1.5 * vary.scale, 0.95 * vary.scale**0.5
    material = "glass" if shape == "glass" else "metal"
    face = vary.main(material, colours=("white",), pattern="plain", tile_m=1.0)
    frame = vary.finish("metal", colours=("silver",) if shape != "glass" else ("grey",), pattern="plain")
    rim = 0.012 if shape == "glass" else 0.025
    bars, view = framed_picture(rectangle(width, height), rim, 0.024, (0, height / 2, 0.0))
    parts = [Part(bars, frame), Part(view, written(face, "whiteboard", vary))]
    if shape == "with_tray":
        pens = vary.finish("plastic", colours=("red", "blue", "green"))
        parts.append(Part(box((0.6 * width, 0.012, 0.07), (0, -0.006, 0.045)), frame))
        sticks = [box((0.12, 0.014, 0.014), (0.2 * k - 0.2, 0.006, 0.05)) for k in range(2)]
        parts.append(Part(join(sticks), pens))
    return settled(parts, vary, hangs=True)


@fitting(
    "notice_board",
    group="boards",
    shapes=("cork", "felt"),
    held_out=("wide_frame",),
    stands="wall",
    synonyms=("pin board", "bulletin board", "cork board"),
)
def notice_board(shape: str, vary: Variation) -> Model:
    """A board on the wall with notes pinned to it."""
    width, height = 1.0 * vary.scale, 0.7 * vary.scale
    if shape == "cork":
        face = vary.main("wood", colours=("brown", "beige"), pattern="plain", tile_m=1.0)
    else:
        face = vary.main("fabric", colours=("blue", "green", "grey", "red"), pattern="woven", tile_m=1.0)
    frame = vary.finish("wood", colours=("brown", "beige", "white"), pattern="wood_grain")
    rim = 0.07 if shape == "wide_frame" else 0.03
    bars, view = framed_picture(rectangle(width, height), rim, 0.026, (0, height / 2, 0.0))
    return settled([Part(bars, frame), Part(view, written(face, "notices", vary))], vary, hangs=True)


@fitting(
    "flip_chart",
    group="boards",
    shapes=("tripod", "easel"),
    held_out=("rolling",),
    synonyms=("flipchart", "easel pad"),
)
def flip_chart(shape: str, vary: Variation) -> Model:
    """A block of large sheets on a stand."""
    width, low, high = 0.68, 0.85, 1.8 * vary.scale**0.25
    metal = vary.finish("metal", colours=("grey", "silver", "black"), pattern="plain")
    paper = vary.main("paper", colours=("white",), tile_m=1.0)
    x = width / 2 - 0.06
    legs = [leg((s * (x + 0.1), 0.0, 0.16), (s * x, high, 0.0), 0.03, 0.03) for s in (-1, 1)]
    legs.append(leg((0.0, 0.0, -0.3), (0.0, high - 0.05, -0.02), 0.03, 0.03))
    if shape == "easel":
        legs.append(box((2 * x + 0.12, 0.03, 0.03), (0, 0.42, 0.1)))
    if shape == "rolling":
        legs = [box((0.05, high, 0.05), (0, 0.02, -0.06)), box((0.6, 0.03, 0.08), (0, 0, -0.06))]
        legs += [box((0.06, 0.03, 0.5), (s * 0.3, 0, -0.02)) for s in (-1, 1)]
    lean = [
        Part(box((width, high - low, 0.02), (0, low, 0.01)), metal),
        Part(box((width - 0.02, high - low - 0.05, 0.012), (0, low + 0.02, 0.026)), paper),
        Part(
            panel(width - 0.03, high - low - 0.06, (0, low + 0.025, 0.034)),
            written(paper, "whiteboard", vary),
        ),
    ]
    pivot = (0.0, low, 0.02)
    parts = [Part(join(legs), metal), *turn_parts(lean, -0.09, axis="x", about=pivot)]
    return settled(parts, vary)


def written(finish: Finish, pattern: str, vary: Variation) -> Finish:
    """The same surface with writing or notes on it, shown once."""
    return msgspec.structs.replace(
        finish, pattern=pattern, tile_m=1.0, variant=int(vary.rng.integers(WRITINGS))
    )
