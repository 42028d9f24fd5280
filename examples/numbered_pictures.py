"""A thing from near with a bar for its size, and with its surroundings; and a plan with numbers on it.

Drawn for goal_reading_sheets.py, from where the body of a world can stand.
"""

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from wayproof.rendering.camera import Camera, View, view_from
from wayproof.rendering.renderer import Renderer
from wayproof.scenes.plan.drawing import draw_plan
from wayproof.scenes.plan.png import to_pixels
from wayproof.scenes.scene import Instance
from wayproof.simulator.world import World
from wayproof.tasks.visibility.view_points import sights_of, spread_out

TILE_PX, WIDE_PX, PLAN_PX = 186, 124, 556
WITHIN_M = (1.5, 3.0)  # of the thing, as far as a view point may be
WIDE_RAD, WIDEST_RAD = math.radians(80.0), math.radians(120.0)
TRIAL = Camera(64, 64, math.radians(70.0))
INK, MARK, EARLIER, PAPER = (30, 30, 30), (214, 30, 90), (20, 90, 200), (255, 255, 255)


def tile(world: World, renderer: Renderer, mark: str, thing: Instance) -> Image.Image:
    """A thing from near with a bar for its size, and below with its surroundings."""
    picture = Image.new("RGB", (TILE_PX - 4, TILE_PX + WIDE_PX), (225, 225, 225))
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default(size=20)
    colour = EARLIER if mark == "P" else MARK
    eye = best_eye(world, renderer, thing)
    if eye is None:
        pen.text((40, 60), "not in view", INK, font)
    else:
        half = _half_width(eye, thing, sights_of(world).surface(thing.id).astype(np.float64))
        size = Camera(TILE_PX - 4, TILE_PX, 2.0 * math.atan(1.25 * half))
        wide = Camera(TILE_PX - 4, WIDE_PX, min(max(2.0 * math.atan(2.5 * half), WIDE_RAD), WIDEST_RAD))
        towards = view_to(eye, thing)
        picture.paste(Image.fromarray(_pixels(renderer, towards, size)), (0, 0))
        _bar(pen, size, float(np.linalg.norm(_middle(thing) - eye)))
        picture.paste(Image.fromarray(_outlined(renderer, towards, wide, thing.id, colour)), (0, TILE_PX))
    pen.rectangle((0, 0, 24 if len(mark) == 1 else 34, 24), colour)
    pen.text((6, 0), mark, PAPER, font)
    return picture


def best_eye(world: World, renderer: Renderer, thing: Instance) -> np.ndarray | None:
    """Where the body's camera sees most of a thing, its front rather than its back."""
    height_m = world.body.cameras[0].height_m
    front = np.array([math.sin(thing.heading_rad), 0.0, math.cos(thing.heading_rad)])
    for radius_m in WITHIN_M:
        places = spread_out(sights_of(world).places(thing.id, radius_m), 8)
        eyes = [np.asarray(place, float) + (0.0, height_m, 0.0) for place in places]
        if eyes:
            frames = renderer.render([view_to(eye, thing) for eye in eyes], TRIAL, want=("instance",))
            worth = []
            for eye, frame in zip(eyes, frames, strict=True):
                way = (eye - _middle(thing)) * (1.0, 0.0, 1.0)
                facing = float(way @ front) / max(float(np.linalg.norm(way)), 1e-6)
                worth.append(np.count_nonzero(frame.instance == thing.id) * (1.2 + facing))
            return eyes[int(np.argmax(worth))]
    return None


def view_to(eye: np.ndarray, thing: Instance) -> View:
    x, y, z = _middle(thing) - eye
    return view_from(eye, math.atan2(-x, -z), pitch_rad=math.atan2(y, math.hypot(x, z)))


def _middle(thing: Instance) -> np.ndarray:
    return (np.array(thing.low_m) + np.array(thing.high_m)) / 2.0


def _half_width(eye: np.ndarray, thing: Instance, points: np.ndarray) -> float:
    """The tangent of half the angle under which a thing is seen."""
    seen = (points - eye) @ view_to(eye, thing).rotation.T
    ahead = np.maximum(seen[:, 2:], 0.2)
    return float(np.clip(np.abs(seen[:, :2] / ahead).max(), 0.1, 1.2))


def _pixels(renderer: Renderer, view: View, camera: Camera) -> np.ndarray:
    rgb = renderer.render([view], camera, want=("rgb",))[0].rgb
    assert rgb is not None
    return rgb


def _outlined(
    renderer: Renderer, view: View, camera: Camera, number: int, colour: tuple[int, int, int]
) -> np.ndarray:
    """The picture with a line around the thing."""
    frame = renderer.render([view], camera, want=("rgb", "instance"))[0]
    assert frame.rgb is not None and frame.instance is not None
    own = np.pad(frame.instance == number, 2)
    grown = own[4:, 2:-2] | own[:-4, 2:-2] | own[2:-2, 4:] | own[2:-2, :-4]
    picture = frame.rgb.copy()
    picture[grown & ~own[2:-2, 2:-2]] = colour
    return picture


def _bar(pen: ImageDraw.ImageDraw, camera: Camera, away_m: float) -> None:
    """How long a metre, half a metre or a decimetre is where the thing stands."""
    for length_m, name in ((1.0, "1 m"), (0.5, "50 cm"), (0.1, "10 cm"), (0.02, "2 cm")):
        long_px = length_m / away_m * camera.focal_px
        if long_px <= 0.8 * TILE_PX:
            top = TILE_PX - 6 - long_px
            pen.line([(9, TILE_PX - 6), (9, top)], PAPER, 5)
            pen.line([(9, TILE_PX - 6), (9, top)], INK, 2)
            pen.text(
                (14, TILE_PX - 20),
                name,
                INK,
                ImageFont.load_default(size=12),
                stroke_width=2,
                stroke_fill=PAPER,
            )
            return


def plan_of(world: World, marked: Sequence[tuple[str, Instance]]) -> Image.Image:
    """The house from above with the numbers."""
    drawing = draw_plan(world.scene)
    picture = Image.fromarray(to_pixels(drawing, width_px=PLAN_PX - 8))
    x0, z0, x1, _ = drawing.bounds_m
    scale, pen, font = picture.width / (x1 - x0), ImageDraw.Draw(picture), ImageFont.load_default(size=14)
    same = Counter[tuple[int, int]]()
    for mark, thing in marked:
        x, _, z = _middle(thing)
        at = round((x - x0) * scale), round((z - z0) * scale)
        left = at[0] + 14 * same[at[0] // 12, at[1] // 12]
        same[at[0] // 12, at[1] // 12] += 1
        colour = EARLIER if mark == "P" else MARK
        pen.text((left, at[1]), mark, colour, font, anchor="mm", stroke_width=3, stroke_fill=PAPER)
    return picture
