"""What a drawing is made of: a few flat shapes in metres, independent of the file that they end up in."""

from __future__ import annotations

from dataclasses import dataclass

PlanPoint = tuple[float, float]


@dataclass(frozen=True)
class Area:
    """A filled polygon, with an outline when `stroke` is set."""

    points_m: tuple[PlanPoint, ...]
    fill: str
    stroke: str | None = None
    width_m: float = 0.02


@dataclass(frozen=True)
class Line:
    points_m: tuple[PlanPoint, ...]
    stroke: str
    width_m: float = 0.03


@dataclass(frozen=True)
class Dot:
    centre_m: PlanPoint
    radius_m: float
    fill: str


@dataclass(frozen=True)
class Label:
    """Text centred on a point, with a pale halo; its lines are parted by newlines."""

    centre_m: PlanPoint
    text: str
    height_m: float
    fill: str = "#333333"
    bold: bool = False
    halo: str = "#fdfbf8"


Shape = Area | Line | Dot | Label


@dataclass(frozen=True)
class Drawing:
    """Shapes in painting order, and the part of the world that they show: x0, z0, x1, z1."""

    shapes: tuple[Shape, ...]
    bounds_m: tuple[float, float, float, float]


def rectangle(x0: float, z0: float, x1: float, z1: float) -> tuple[PlanPoint, ...]:
    return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))
