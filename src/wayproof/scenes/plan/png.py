"""A drawing as pixels, with Pillow: drawn at twice the size and halved, so that edges are smooth."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from wayproof.scenes.plan.shapes import Area, Dot, Drawing, Label, Line, PlanPoint

SUPERSAMPLING = 2
LINE_SPACING = 1.15


def to_pixels(drawing: Drawing, *, width_px: int = 900) -> NDArray[np.uint8]:
    """RGB uint8 (h, w, 3) on white."""
    x0, z0, x1, z1 = drawing.bounds_m
    scale = width_px * SUPERSAMPLING / (x1 - x0)
    size = (width_px * SUPERSAMPLING, round((z1 - z0) * scale))
    picture = Image.new("RGB", size, "#ffffff")
    pen = ImageDraw.Draw(picture)

    def place(point: PlanPoint) -> PlanPoint:
        return ((point[0] - x0) * scale, (point[1] - z0) * scale)

    for shape in drawing.shapes:
        if isinstance(shape, Area):
            corners = [place(p) for p in shape.points_m]
            pen.polygon(corners, shape.fill)
            if shape.stroke:
                # Pillow draws a polygon's outline inside it; a closed line lies on both sides, as in SVG.
                width = max(round(shape.width_m * scale), 1)
                pen.line([*corners, *corners[:2]], shape.stroke, width, joint="curve")
        elif isinstance(shape, Line):
            width = max(round(shape.width_m * scale), 1)
            pen.line([place(p) for p in shape.points_m], shape.stroke, width, joint="curve")
        elif isinstance(shape, Dot):
            x, y = place(shape.centre_m)
            radius = shape.radius_m * scale
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), shape.fill)
        else:
            _write(pen, shape, place(shape.centre_m), scale)
    small = picture.resize((width_px, size[1] // SUPERSAMPLING), Image.Resampling.BOX)
    return np.asarray(small)


def _write(pen: ImageDraw.ImageDraw, label: Label, centre: PlanPoint, scale: float) -> None:
    size = max(8.0, label.height_m * scale)
    lines = label.text.split("\n")
    for number, line in enumerate(lines):
        y = centre[1] + (number - (len(lines) - 1) / 2) * LINE_SPACING * size
        _write_line(pen, line, (centre[0], y), size, label)


def _write_line(pen: ImageDraw.ImageDraw, text: str, centre: PlanPoint, size: float, label: Label) -> None:
    """One line; Pillow's own font has no superscript, so that a final ² is a small 2, raised."""
    font, small = ImageFont.load_default(size=size), ImageFont.load_default(size=0.62 * size)
    body, square = text.removesuffix("²"), text.endswith("²")
    width = font.getlength(body) + (small.getlength("2") if square else 0.0)
    x = centre[0] - width / 2
    pieces = [(x, centre[1], body, font)]
    if square:
        pieces.append((x + font.getlength(body), centre[1] - 0.3 * size, "2", small))
    thick = 1 if label.bold else 0
    for stroke, fill in ((thick + round(0.14 * size), label.halo), (thick, label.fill)):
        for left, middle, piece, face in pieces:
            pen.text((left, middle), piece, fill, face, anchor="lm", stroke_width=stroke, stroke_fill=fill)
