"""A drawing as SVG: one unit is one centimetre, north (-z) is up, all text escaped."""

from __future__ import annotations

from html import escape

from wayproof.scenes.plan.shapes import Area, Dot, Drawing, Label, Line, PlanPoint, Shape

UNITS_PER_M = 100
LINE_SPACING = 1.15


def to_svg(drawing: Drawing, *, width_px: int = 900) -> str:
    """A complete SVG document."""
    x0, z0, x1, z1 = drawing.bounds_m
    width, height = (x1 - x0) * UNITS_PER_M, (z1 - z0) * UNITS_PER_M
    body = "\n".join(_element(shape, (x0, z0)) for shape in drawing.shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width_px}" height="{width_px * height / width:.0f}" font-family="sans-serif">\n'
        f"{body}\n</svg>\n"
    )


def _element(shape: Shape, origin: PlanPoint) -> str:
    if isinstance(shape, Area):
        stroke = (
            f' stroke="{shape.stroke}" stroke-width="{shape.width_m * UNITS_PER_M:.1f}"'
            if shape.stroke
            else ""
        )
        return f'<polygon points="{_points(shape.points_m, origin)}" fill="{shape.fill}"{stroke}/>'
    if isinstance(shape, Line):
        return (
            f'<polyline points="{_points(shape.points_m, origin)}" fill="none" stroke="{shape.stroke}" '
            f'stroke-width="{shape.width_m * UNITS_PER_M:.1f}" stroke-linecap="round" '
            'stroke-linejoin="round"/>'
        )
    x, y = _place(shape.centre_m, origin)
    if isinstance(shape, Dot):
        return (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{shape.radius_m * UNITS_PER_M:.1f}" fill="{shape.fill}"/>'
        )
    return _text(shape, x, y)


def _text(label: Label, x: float, y: float) -> str:
    size = label.height_m * UNITS_PER_M
    weight = ' font-weight="bold"' if label.bold else ""
    lines = label.text.split("\n")
    first = y + size * (0.35 - (len(lines) - 1) / 2 * LINE_SPACING)
    spans = "".join(
        f'<tspan x="{x:.1f}" y="{first + number * LINE_SPACING * size:.1f}">{escape(line)}</tspan>'
        for number, line in enumerate(lines)
    )
    halo = (
        f'stroke="{label.halo}" stroke-width="{0.28 * size:.1f}" stroke-linejoin="round" paint-order="stroke"'
    )
    return (
        f'<text font-size="{size:.1f}" text-anchor="middle" fill="{label.fill}" {halo}{weight}>{spans}</text>'
    )


def _place(point: PlanPoint, origin: PlanPoint) -> PlanPoint:
    return ((point[0] - origin[0]) * UNITS_PER_M, (point[1] - origin[1]) * UNITS_PER_M)


def _points(points: tuple[PlanPoint, ...], origin: PlanPoint) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in (_place(point, origin) for point in points))
