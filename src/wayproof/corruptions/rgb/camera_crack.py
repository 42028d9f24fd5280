"""RobustNav's camera crack: the cover glass is hit at one place, and cracks run from there over the frame."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import WHITE, Floats, Pixels, colour_for, on_frames
from wayproof.corruptions.rgb.lens_layers import Layer, blend, kept_by_size, layer_of
from wayproof.vocabulary import Context

# RobustNav lays a drawn picture of a crack over the frame; these cracks are drawn by rule, so all numbers are
# ours.
RAYS = (9, 15)
RINGS = (2, 4)
REACH_SHARE = (0.3, 1.0)  # of the long side: how far a ray runs
STRIDE_SHARE = (0.05, 0.12)  # of the long side: length of one straight piece
KINK_RAD = 0.10
CHANCE_OF_BRANCH = 0.22
FIRST_RING_SHARE = 0.045  # of the long side; each further ring lies 1.9 times as far out
BRIGHT = 0.9  # share of white where a crack's edge catches the light
DARK = 0.55  # share of the light lost beside it
WIDTH_SHARE = 1 / 220  # of the short side, at the impact; a third of it far out
FINER = 3  # drawn that many times larger and averaged, for lines thinner than a pixel
_SHIFT = 4  # OpenCV takes corners in sixteenths of a pixel

Points = NDArray[np.float64]  # (n, 2): corners of a broken line as x, y in pixels


@corruption(
    modality="rgb",
    sources=("robustnav",),
    scope="scene",
    switch=True,
    constants={
        "impact": "uniform over the frame, one crack per scene (RobustNav)",
        "rays, rings": f"{RAYS[0]} to {RAYS[1]} with branches, {RINGS[0]} to {RINGS[1]} "
        "(ours; RobustNav uses drawn pictures)",
        "look": f"bright lines with dark edges, 1 / {1 / WIDTH_SHARE:g} of the short side wide at "
        "the impact (ours)",
    },
)
def camera_crack(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Cracks of the cover glass, drawn once per scene; on or off."""
    layer_for = kept_by_size(rng, draw_crack)

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        return blend(frame, layer_for(frame))

    return on_frames(corrupt)


def draw_crack(rng: np.random.Generator, height: int, width: int, channels: int) -> Layer:
    """Bright lines beside dark ones, and splinters around the impact that reflect some light."""
    impact = rng.random(2) * (width, height)
    side_px = max(height, width)
    rays = _rays(rng, side_px, impact)
    lines = [*rays, *_branches(rng, side_px, rays), *_rings(rng, side_px, rays)]
    bright = _drawn(lines, impact, height, width, beside=False)
    dark = _drawn(lines, impact, height, width, beside=True)
    splinters = _splinters(rng, rays, height, width)
    keep = (1.0 - DARK * dark) * (1.0 - BRIGHT * bright) * (1.0 - splinters)
    light = BRIGHT * bright + splinters * np.float32(0.85)
    return layer_of(keep, light, colour_for(channels, WHITE))


def _rays(rng: np.random.Generator, side_px: int, impact: Points) -> list[Points]:
    """Broken lines from the impact outwards, in order around it."""
    count = int(rng.integers(*RAYS, endpoint=True))
    places = np.arange(count) + rng.uniform(-0.35, 0.35, count)
    turns = rng.uniform(0, 2 * np.pi) + places * (2 * np.pi / count)
    return [_broken_line(rng, impact, turn, rng.uniform(*REACH_SHARE), side_px) for turn in turns]


def _broken_line(
    rng: np.random.Generator, start: Points, turn_rad: float, length_share: float, side_px: int
) -> Points:
    """Straight pieces with small kinks."""
    corners, left_px = [start], length_share * side_px
    while left_px > 0:
        turn_rad += rng.normal(0.0, KINK_RAD)
        stride_px = min(left_px, side_px * rng.uniform(*STRIDE_SHARE))
        corners.append(corners[-1] + stride_px * np.array([np.cos(turn_rad), np.sin(turn_rad)]))
        left_px -= stride_px
    return np.array(corners)


def _branches(rng: np.random.Generator, side_px: int, rays: list[Points]) -> list[Points]:
    branches = []
    for ray in rays:
        for before, at in pairwise(ray[:-1]):
            if rng.random() < CHANCE_OF_BRANCH:
                turn_rad = np.arctan2(*(at - before)[::-1]) + rng.choice((-1.0, 1.0)) * rng.uniform(0.35, 0.8)
                branches.append(_broken_line(rng, at, turn_rad, rng.uniform(0.06, 0.3), side_px))
    return branches


def _rings(rng: np.random.Generator, side_px: int, rays: list[Points]) -> list[Points]:
    """Straight pieces between neighbouring rays, further and further from the impact, with gaps."""
    rings = []
    for ring in range(int(rng.integers(*RINGS, endpoint=True))):
        away_px = FIRST_RING_SHARE * side_px * 1.9**ring * rng.uniform(0.85, 1.15, len(rays))
        ends = [_point_along(ray, distance_px) for ray, distance_px in zip(rays, away_px, strict=True)]
        for end, following in pairwise([*ends, ends[0]]):
            if rng.random() < 0.9 - 0.17 * ring:
                rings.append(np.array([end, following]))
    return rings


def _point_along(line: Points, distance_px: float) -> Points:
    """The point of a broken line that far from its start, or its end."""
    for start, end in pairwise(line):
        piece_px = float(np.hypot(*(end - start)))
        if distance_px <= piece_px:
            return np.asarray(start + (end - start) * (distance_px / piece_px))
        distance_px -= piece_px
    return np.asarray(line[-1])


def _drawn(lines: list[Points], impact: Points, height: int, width: int, *, beside: bool) -> Floats:
    """How much of each pixel lies on a line, 0 to 1; `beside` moves them down and right by their width."""
    sheet = np.zeros((height * FINER, width * FINER), np.uint8)
    widest_px = FINER * WIDTH_SHARE * min(height, width)
    for line in lines:
        for start, end in pairwise(line):
            far = min(1.0, float(np.hypot(*((start + end) / 2 - impact))) / (0.5 * max(height, width)))
            wide_px = widest_px * (1.0 - 0.67 * far)
            moved = np.stack([start, end]) * FINER + (wide_px if beside else 0.0)
            corners = np.rint(moved * (1 << _SHIFT)).astype(int).tolist()
            cv2.line(sheet, corners[0], corners[1], 255, max(1, round(wide_px)), cv2.LINE_AA, _SHIFT)
    return _averaged(sheet, height, width)


def _splinters(rng: np.random.Generator, rays: list[Points], height: int, width: int) -> Floats:
    """Facets between neighbouring rays at the impact, tilted so that some catch the light."""
    sheet = np.zeros((height * FINER, width * FINER), np.uint8)
    reach_px = FIRST_RING_SHARE * max(height, width)
    for ray, following in pairwise([*rays, rays[0]]):
        facet = np.array([ray[0], _point_along(ray, reach_px), _point_along(following, reach_px)])
        grey = int(rng.integers(0, 150))
        cv2.fillPoly(sheet, [np.rint(facet * (FINER << _SHIFT)).astype(np.int32)], grey, cv2.LINE_AA, _SHIFT)
    return _averaged(sheet, height, width)


def _averaged(sheet: Pixels, height: int, width: int) -> Floats:
    small = cv2.resize(sheet, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32) / np.float32(255)
