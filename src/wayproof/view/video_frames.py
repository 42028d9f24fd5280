"""One picture of a video: what both twins see, where they are on the map, and a caption."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from wayproof.log import EpisodeLog
from wayproof.metrics.goals import radius_m
from wayproof.pictures.route_map import SceneMap
from wayproof.view.film import Shot
from wayproof.view.reading_pictures import Pixels

Colour = tuple[int, int, int]

TILE_PX = 256  # how wide a twin's pictures are
PAD_PX, LABEL_PX, HEAD_PX, FOOT_PX = 16, 24, 64, 12
PAPER: Colour = (250, 249, 246)
INK: Colour = (34, 38, 43)
FAINT: Colour = (104, 110, 120)
CLEAN: Colour = (0, 114, 178)
CORRUPTED: Colour = (213, 94, 0)
GOAL: Colour = (21, 114, 79)
PERSON: Colour = (126, 87, 194)
WHITE: Colour = (255, 255, 255)
SUBPIXELS = 4  # bits of a place behind the point


@dataclass(frozen=True)
class Twin:
    """One side of a video."""

    log: EpisodeLog
    colour: Colour
    result: str  # "reached", "drift", ...


@dataclass(frozen=True)
class Sheet:
    """What does not change from frame to frame."""

    paper: Pixels  # with captions and the empty places
    ground: SceneMap  # with goals and whole ways
    twins: tuple[Twin, ...]
    views: tuple[str, ...]
    tile_px: tuple[int, int]


def make_sheet(
    twins: Sequence[Twin], views: Mapping[str, tuple[int, int]], plan: SceneMap, head: str
) -> Sheet:
    """`views`: width and height of each picture by its name. The plan must be `map_side_px` wide."""
    width, height = max(views.values(), key=lambda size: size[1] / size[0])
    tile = (TILE_PX, round(TILE_PX * height / width))
    across, down = _size(len(twins), len(views), tile)
    paper = Image.new("RGB", (across, down), PAPER)
    pen = ImageDraw.Draw(paper)
    _write(pen, (PAD_PX, 12), head, INK, 18)
    for column, twin in enumerate(twins):
        for row, view in enumerate(views):
            x, y = _corner(column, row, tile)
            seen = "" if view in twin.log.steps.seen else ", not seen by the agent"
            name = f"{twin.log.condition.name}: {twin.result}" if row == 0 else f"{view}{seen}"
            _write(pen, (x, y - LABEL_PX + 4), name, twin.colour if row == 0 else FAINT, 14)
    return Sheet(np.asarray(paper), _ground(plan, twins), tuple(twins), tuple(views), tile)


def map_side_px(views: Mapping[str, tuple[int, int]]) -> int:
    """How wide and high the map of a video is: as high as the pictures of a twin."""
    width, height = max(views.values(), key=lambda size: size[1] / size[0])
    return len(views) * (round(TILE_PX * height / width) + LABEL_PX) - LABEL_PX


def draw_frame(sheet: Sheet, step: int, last: int, shots: Sequence[Mapping[str, Shot]]) -> Pixels:
    """One frame: `shots` are those of each twin."""
    frame = sheet.paper.copy()
    for column, seen in enumerate(shots):
        for row, view in enumerate(sheet.views):
            x, y = _corner(column, row, sheet.tile_px)
            frame[y : y + sheet.tile_px[1], x : x + sheet.tile_px[0]] = _fitted(
                seen[view].pixels, sheet.tile_px
            )
    ground = _moment(sheet, step)
    x, y = _corner(len(sheet.twins), 0, sheet.tile_px)
    frame[y : y + ground.shape[0], x : x + ground.shape[1]] = ground
    _foot(frame, step, last)
    return frame


def _size(twins: int, views: int, tile: tuple[int, int]) -> tuple[int, int]:
    """Width and height, both even: colours at half resolution need that."""
    side = views * (tile[1] + LABEL_PX) - LABEL_PX
    across = PAD_PX + twins * (tile[0] + PAD_PX) + side + PAD_PX
    down = HEAD_PX + LABEL_PX + side + PAD_PX + FOOT_PX
    return across + across % 2, down + down % 2


def _corner(column: int, row: int, tile: tuple[int, int]) -> tuple[int, int]:
    return PAD_PX + column * (tile[0] + PAD_PX), HEAD_PX + LABEL_PX - 4 + row * (tile[1] + LABEL_PX)


def _fitted(pixels: Pixels, size: tuple[int, int]) -> Pixels:
    """The picture as large as its place allows, in the middle of it."""
    height, width = pixels.shape[:2]
    scale = min(size[0] / width, size[1] / height)
    inner = (round(width * scale), round(height * scale))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    out = np.full((size[1], size[0], 3), PAPER, np.uint8)
    x, y = (size[0] - inner[0]) // 2, (size[1] - inner[1]) // 2
    out[y : y + inner[1], x : x + inner[0]] = cv2.resize(pixels, inner, interpolation=way)
    return out


def _ground(plan: SceneMap, twins: Sequence[Twin]) -> SceneMap:
    """The map with goals and, faintly, the whole ways."""
    picture = plan.picture.copy()
    faint = picture.copy()
    for twin in twins:
        _Pen(faint, plan).way(twin.log.steps.pose[:, [0, 2]], twin.colour, 0.05)
    cv2.addWeighted(faint, 0.45, picture, 0.55, 0.0, dst=picture)
    pen, log = _Pen(picture, plan), twins[-1].log
    for number, goal in enumerate(log.episode.goals):
        if goal.position_m is not None:
            pen.disc((goal.position_m[0], goal.position_m[2]), radius_m(log, number), GOAL, filled=False)
            pen.disc((goal.position_m[0], goal.position_m[2]), 0.12, GOAL)
    return SceneMap(picture, plan.bounds_m)


def _moment(sheet: Sheet, step: int) -> Pixels:
    """The map at one step."""
    picture = sheet.ground.picture.copy()
    pen = _Pen(picture, sheet.ground)
    for number, twin in enumerate(sheet.twins):
        steps = twin.log.steps
        now = min(step, len(steps.pose) - 1)
        thick = len(sheet.twins) > 1 and number == 0
        pen.way(steps.pose[: now + 1, [0, 2]], twin.colour, 0.11 if thick else 0.05)
        for bump in np.flatnonzero(steps.bumped[: now + 1]):
            pen.cross(steps.pose[bump, [0, 2]], 0.09, twin.colour)
    people = sheet.twins[-1].log.steps.people
    for x, z in people[min(step, len(people) - 1)][:, [0, 2]] if people.size else ():
        pen.disc((x, z), 0.21, PERSON)
    for number, twin in reversed(list(enumerate(sheet.twins))):
        pose = twin.log.steps.pose[min(step, len(twin.log.steps.pose) - 1)]
        pen.body(pose, 0.14 if len(sheet.twins) > 1 and number == 0 else 0.2, twin.colour)
    return picture


@dataclass(frozen=True)
class _Pen:
    """Draws on a map in metres."""

    picture: Pixels
    scene_map: SceneMap

    @property
    def scale(self) -> float:
        x0, _, x1, _ = self.scene_map.bounds_m
        return float(self.picture.shape[1] / (x1 - x0))

    def at(self, points: object) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
        x0, z0, _, _ = self.scene_map.bounds_m
        places = (np.asarray(points, float) - (x0, z0)) * self.scale
        return np.asarray(np.round(places * 2**SUBPIXELS), np.int32)

    def way(self, points: object, colour: Colour, width_m: float) -> None:
        width = max(round(width_m * self.scale), 2)
        cv2.polylines(self.picture, [self.at(points)], False, colour, width, cv2.LINE_AA, SUBPIXELS)

    def disc(self, centre: object, radius: float, colour: Colour, *, filled: bool = True) -> None:
        x, y = self.at(centre).tolist()
        size = round(radius * self.scale * 2**SUBPIXELS)
        cv2.circle(self.picture, (x, y), size, colour, -1 if filled else 2, cv2.LINE_AA, SUBPIXELS)

    def cross(self, centre: object, size_m: float, colour: Colour) -> None:
        middle = np.asarray(centre, float)
        for end in (np.array([size_m, size_m]), np.array([size_m, -size_m])):
            self.way(np.stack([middle - end, middle + end]), colour, 0.04)

    def body(self, pose: object, radius: float, colour: Colour) -> None:
        """A disc with a nose that shows where it looks."""
        x, _, z, heading = np.asarray(pose, float).tolist()
        self.disc((x, z), radius + 0.04, WHITE)
        self.disc((x, z), radius, colour)
        ahead = np.array([-np.sin(heading), -np.cos(heading)])
        left = np.array([-np.cos(heading), np.sin(heading)])
        nose = np.array([x, z]) + radius * np.stack(
            [0.85 * ahead, -0.45 * ahead + 0.55 * left, -0.45 * ahead - 0.55 * left]
        )
        cv2.fillPoly(self.picture, [self.at(nose)], WHITE, cv2.LINE_AA, SUBPIXELS)


def _foot(frame: Pixels, step: int, last: int) -> None:
    """The step in words, and as a line along the lower edge."""
    strip = Image.fromarray(frame[36:HEAD_PX, : frame.shape[1] // 2])
    _write(ImageDraw.Draw(strip), (PAD_PX, 2), f"step {step} of {last}", FAINT, 15)
    frame[36:HEAD_PX, : frame.shape[1] // 2] = np.asarray(strip)
    done = round(frame.shape[1] * (step / max(last, 1)))
    frame[-4:, :done] = INK


def _write(pen: ImageDraw.ImageDraw, at: tuple[int, int], text: str, colour: Colour, size: int) -> None:
    """Pillow's own font knows Latin letters only; others become question marks rather than boxes."""
    known = text.replace("…", "...").encode("latin-1", "replace").decode("latin-1")
    pen.text(at, known, colour, ImageFont.load_default(size=size))
