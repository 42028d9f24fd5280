"""RobustNav's camera crack: the cover glass is hit at one place, and cracks run from there over the frame."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions import Context, Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import WHITE, Floats, Pixels, colour_for, on_frames
from wayproof.corruptions.rgb.layers import Layer, blend, kept_by_size, layer_of

# RobustNav lays a picture of a crack over the frame; its pictures are not public as text, so the cracks are ours.
RAYS = (8, 14)
RINGS = (2, 3)
REACH_SHARE = (0.35, 1.1)  # of the long side: how far a ray runs
STRIDE_SHARE = 0.035  # of the long side: length of one straight piece
WANDER_RAD = 0.16
CHANCE_OF_BRANCH = 0.16
BRIGHT = 0.92  # of white, where a crack's edge catches the light
DARK = 0.75  # share of the light that is lost beside it
WIDTH_SHARE = 1 / 260  # of the short side, at the impact; thinner outwards
_SHIFT = 4  # OpenCV takes corners in sixteenths of a pixel

Point = NDArray[np.float64]
Line = list[Point]


@corruption(
    modality="rgb",
    sources=("robustnav",),
    scope="scene",
    switch=True,
    constants={
        "impact": "uniform over the frame, one crack per scene (RobustNav)",
        "rays, rings": "8 to 14 with branches, 2 to 3 (ours; RobustNav uses drawn pictures)",
        "look": "bright lines with dark edges, 1 / 260 of the short side wide at the impact (ours)",
    },
)
def camera_crack(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Cracks of the cover glass, drawn once per scene; on or off."""
    layer_for = kept_by_size(rng, draw_crack)

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        return blend(frame, layer_for(frame))

    return on_frames(corrupt)


def draw_crack(rng: np.random.Generator, height: int, width: int, channels: int) -> Layer:
    """Bright lines beside dark ones, and splinters at the impact that take away some light."""
    impact = rng.random(2) * (width, height)
    rays = _rays(rng, max(height, width), impact)
    lines = [*rays, *_rings(rng, rays, max(height, width), impact)]
    bright, dark = _drawn(lines, impact, height, width, 0.0), _drawn(lines, impact, height, width, 0.8)
    splinters = _splinters(rng, rays, height, width)
    keep = (1.0 - DARK * dark) * (1.0 - BRIGHT * bright) * (1.0 - splinters)
    add = BRIGHT * bright * np.float32(0.95) + splinters * np.float32(0.75)
    return layer_of(keep, add, colour_for(channels, WHITE))


def _rays(rng: np.random.Generator, side_px: int, impact: Point) -> list[Line]:
    """Broken lines from the impact outwards in all directions, some with branches."""
    count = int(rng.integers(*RAYS, endpoint=True))
    turns = (np.arange(count) + rng.uniform(-0.3, 0.3, count)) * (2 * np.pi / count) + rng.uniform(
        0, 2 * np.pi
    )
    rays: list[Line] = []
    for turn in turns:
        ray = _wander(rng, impact, float(turn), side_px * rng.uniform(*REACH_SHARE), side_px)
        rays.append(ray)
        for at in range(2, len(ray) - 1):
            if rng.random() < CHANCE_OF_BRANCH:
                branch_rad = float(turn) + rng.choice([-1.0, 1.0]) * rng.uniform(0.4, 0.9)
                rays.append(_wander(rng, ray[at], branch_rad, side_px * rng.uniform(0.08, 0.3), side_px))
    return rays


def _wander(rng: np.random.Generator, start: Point, turn_rad: float, length_px: float, side_px: int) -> Line:
    """A line of short straight pieces whose direction strays a little from one to the next."""
    line, stride_px = [start], STRIDE_SHARE * side_px
    for _ in range(max(1, round(length_px / stride_px))):
        turn_rad += rng.normal(0.0, WANDER_RAD)
        step = stride_px * rng.uniform(0.6, 1.4)
        line.append(line[-1] + step * np.array([np.cos(turn_rad), np.sin(turn_rad)]))
    return line


def _rings(rng: np.random.Generator, rays: list[Line], side_px: int, impact: Point) -> list[Line]:
    """Pieces of rings between neighbouring rays, as glass breaks across its rays near the impact."""
    main = sorted((ray for ray in rays if ray[0] is impact), key=lambda ray: _direction(ray, impact))
    rings: list[Line] = []
    for ring in range(int(rng.integers(*RINGS, endpoint=True))):
        for ray, following in zip(main, main[1:] + main[:1], strict=True):
            at = ring + 1 + int(rng.random() < 0.3)
            if rng.random() < 0.8 - 0.15 * ring and at < min(len(ray), len(following)):
                bend = rng.normal(0.0, 0.006 * side_px, 2)
                rings.append([ray[at], (ray[at] + following[at]) / 2 + bend, following[at]])
    return rings


def _direction(ray: Line, impact: Point) -> float:
    away = ray[1] - impact
    return float(np.arctan2(away[1], away[0]))


def _drawn(lines: list[Line], impact: Point, height: int, width: int, beside: float) -> Floats:
    """Lines on a map from 0 to 1, thick near the impact, all moved down and right by `beside` widths.

    A line thinner than a pixel is drawn a pixel wide and fainter.
    """
    short_px, long_px = min(height, width), max(height, width)
    sheet = np.zeros((height, width), np.uint8)
    for line in lines:
        for start, end in zip(line[:-1], line[1:], strict=True):
            far = min(1.0, float(np.hypot(*(start - impact))) / (0.6 * long_px))
            wide_px = WIDTH_SHARE * short_px * (1.7 - 1.2 * far) * (1.8 if beside else 1.0)
            corners = (
                np.rint((np.stack([start, end]) + beside * wide_px) * (1 << _SHIFT)).astype(int).tolist()
            )
            grey = round(255 * min(1.0, max(0.45, wide_px)))
            cv2.line(sheet, corners[0], corners[1], grey, max(1, round(wide_px)), cv2.LINE_AA, _SHIFT)
    return np.asarray(sheet, np.float32) / np.float32(255)


def _splinters(rng: np.random.Generator, rays: list[Line], height: int, width: int) -> Floats:
    """Facets between neighbouring rays at the impact that turned white."""
    sheet = np.zeros((height, width), np.uint8)
    main = [ray for ray in rays if ray[0] is rays[0][0]]
    for ray, following in zip(main, main[1:] + main[:1], strict=True):
        if rng.random() < 0.55:
            facet = np.array([ray[0], ray[1], following[1]])
            facet = facet[:1] + (facet - facet[:1]) * rng.uniform(0.4, 1.0)
            cv2.fillPoly(
                sheet, [np.rint(facet * 16).astype(np.int32)], int(rng.integers(60, 170)), cv2.LINE_AA, _SHIFT
            )
    return np.asarray(sheet, np.float32) / np.float32(255)
