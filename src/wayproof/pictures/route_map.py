"""A walk drawn on a map: the way that was gone, the shortest one, start, goal, and where the body is now."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from wayproof.scenes.plan.drawing import draw_plan
from wayproof.scenes.plan.png import to_pixels
from wayproof.scenes.scene import Scene
from wayproof.vocabulary import Pose

Pixels = NDArray[np.uint8]
Bounds = tuple[float, float, float, float]
PlanPoint = tuple[float, float]
Colour = tuple[int, int, int]

SUPERSAMPLING = 3
TRAIL: Colour = (214, 62, 44)
SHORTEST: Colour = (250, 250, 250)
START: Colour = (32, 114, 196)
GOAL: Colour = (38, 150, 84)
BODY: Colour = (222, 78, 40)
PERSON: Colour = (126, 87, 194)
HALO: Colour = (255, 255, 255)
INK: Colour = (34, 32, 30)
DASH_M, GAP_M = 0.14, 0.12


@dataclass(frozen=True)
class Walk:
    """What to draw, places as (x, z): the way gone, the shortest way, goal, body, numbered stops, people."""

    trail_m: Sequence[PlanPoint]
    goal_m: PlanPoint
    shortest_m: Sequence[PlanPoint] = ()
    body: Pose | None = None
    body_radius_m: float = 0.2
    stops_m: Sequence[PlanPoint] = ()
    people_m: Sequence[PlanPoint] = ()


@dataclass(frozen=True)
class SceneMap:
    """A picture of a scene from above, which shows x0, z0, x1, z1 from edge to edge."""

    picture: Pixels
    bounds_m: Bounds


def square_plan(scene: Scene, *, size_px: int = 640) -> SceneMap:
    """The plan in the middle of a square: all scenes have maps of one size, as videos need them."""
    drawing = draw_plan(scene, labels=False)
    x0, z0, x1, z1 = drawing.bounds_m
    half = max(x1 - x0, z1 - z0) / 2
    bounds = ((x0 + x1) / 2 - half, (z0 + z1) / 2 - half, (x0 + x1) / 2 + half, (z0 + z1) / 2 + half)
    picture = to_pixels(replace(drawing, bounds_m=bounds), width_px=size_px)
    return SceneMap(picture, bounds)


def draw_walk(scene_map: SceneMap, walk: Walk) -> Pixels:
    """A copy of a map with a walk on it."""
    picture, bounds_m = scene_map.picture, scene_map.bounds_m
    height, width = picture.shape[:2]
    scale = SUPERSAMPLING * width / (bounds_m[2] - bounds_m[0])
    large = Image.fromarray(picture).resize(
        (width * SUPERSAMPLING, height * SUPERSAMPLING), Image.Resampling.NEAREST
    )
    pen = _Pen(ImageDraw.Draw(large), bounds_m[0], bounds_m[1], scale)
    _dashes(pen, walk.shortest_m)
    pen.line(walk.trail_m, HALO, 0.11)
    pen.line(walk.trail_m, TRAIL, 0.06)
    if walk.trail_m:
        pen.disc(walk.trail_m[0], 0.15, HALO)
        pen.disc(walk.trail_m[0], 0.11, START)
    _flag(pen, walk.goal_m)
    for place in walk.people_m:
        pen.disc(place, 0.25, HALO)
        pen.disc(place, 0.21, PERSON)
    for number, place in enumerate(walk.stops_m, start=1):
        _stop(pen, place, number)
    if walk.body is not None:
        _body(pen, walk.body, walk.body_radius_m)
    return np.asarray(large.resize((width, height), Image.Resampling.BOX))


@dataclass(frozen=True)
class _Pen:
    """Draws in metres of the plan."""

    draw: ImageDraw.ImageDraw
    x0: float
    z0: float
    scale: float

    def at(self, point: PlanPoint) -> PlanPoint:
        return (point[0] - self.x0) * self.scale, (point[1] - self.z0) * self.scale

    def line(self, points: Sequence[PlanPoint], colour: Colour, width_m: float) -> None:
        if len(points) > 1:
            corners = [self.at(point) for point in points]
            self.draw.line(corners, colour, max(round(width_m * self.scale), 1), joint="curve")
        for end in (points[0], points[-1]) if points else ():
            self.disc(end, width_m / 2, colour)

    def disc(self, centre: PlanPoint, radius_m: float, colour: Colour) -> None:
        x, y = self.at(centre)
        radius = radius_m * self.scale
        self.draw.ellipse((x - radius, y - radius, x + radius, y + radius), colour)

    def area(self, points: Sequence[PlanPoint], colour: Colour) -> None:
        self.draw.polygon([self.at(point) for point in points], colour)


def _dashes(pen: _Pen, points: Sequence[PlanPoint]) -> None:
    """The shortest way as dashes that keep their rhythm around corners."""
    if len(points) < 2:
        return
    places = np.asarray(points, float)
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(places, axis=0).T))])
    for begin in np.arange(0.0, along[-1], DASH_M + GAP_M):
        end = min(begin + DASH_M, along[-1])
        corners = along[(along > begin) & (along < end)]
        at = np.concatenate([[begin], corners, [end]])
        dash = [
            (float(np.interp(s, along, places[:, 0])), float(np.interp(s, along, places[:, 1]))) for s in at
        ]
        pen.line(dash, INK, 0.065)
        pen.line(dash, SHORTEST, 0.04)


def _flag(pen: _Pen, goal: PlanPoint) -> None:
    """A ring and a dot where the goal is."""
    for radius_m, colour in ((0.22, HALO), (0.19, GOAL), (0.12, HALO), (0.08, GOAL)):
        pen.disc(goal, radius_m, colour)


def _stop(pen: _Pen, place: PlanPoint, number: int) -> None:
    pen.disc(place, 0.165, INK)
    pen.disc(place, 0.14, HALO)
    font = ImageFont.load_default(size=max(0.2 * pen.scale, 8.0))
    x, y = pen.at(place)
    pen.draw.text((x, y), str(number), INK, font, anchor="mm", stroke_width=max(round(pen.scale / 120), 0))


def _body(pen: _Pen, pose: Pose, radius_m: float) -> None:
    """A disc of the body's size with a nose that shows where it looks."""
    x, z, sin, cos = pose.x_m, pose.z_m, math.sin(pose.heading_rad), math.cos(pose.heading_rad)

    def ahead(forward_m: float, left_m: float) -> PlanPoint:
        return x - forward_m * sin - left_m * cos, z - forward_m * cos + left_m * sin

    pen.disc((x, z), radius_m + 0.03, HALO)
    pen.disc((x, z), radius_m, BODY)
    nose = (
        ahead(0.85 * radius_m, 0.0),
        ahead(-0.45 * radius_m, 0.55 * radius_m),
        ahead(-0.45 * radius_m, -0.55 * radius_m),
    )
    pen.area(nose, HALO)
