"""What the agent saw where the twins diverge: frames replayed from the logs and checked against them."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from itertools import islice

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.episode.checksum import checksum
from wayproof.episode.replay import ReplayStep, replay
from wayproof.errors import BrokenFile
from wayproof.log import EpisodeLog
from wayproof.report.example_episodes import Example
from wayproof.simulator.world import World
from wayproof.vocabulary import shows_colours

Pixels = NDArray[np.uint8]

SENSORS = ("rgb", "depth")
WIDEST_PX = 320
QUALITY = 84
NO_READING = (128, 128, 128)
SCENE = "the scene in colour, for orientation; the agent has no colour camera"
PICTURED = {
    "rgb": "Picture of the agent's camera",
    "depth": "Depth picture of the agent's camera",
    "the scene": "The scene from the agent's place",
}
DEPTH = "depth: light is near, dark is far, grey is no reading"


@dataclass(frozen=True)
class View:
    """One sensor at one step under both conditions, as data URIs; `hurt` is empty where there is one."""

    title: str
    note: str
    clean: str
    hurt: str

    @property
    def pictured(self) -> str:
        """What the picture shows, for those who do not see it."""
        kind, comma, more = self.title.partition(",")
        return f"{PICTURED.get(kind, kind)}{comma}{more}"


def views(one: Example, world: World) -> list[View]:
    """What the twins saw at the last step that they share."""
    names = tuple(name for name in one.pair.before.agent.sensors if name in SENSORS)
    if not names:
        return []
    before, after = (_replayed(log, world, names, one.step) for log in one.pair)
    found = []
    if "rgb" not in names:
        found.append(View("the scene", SCENE, jpeg_uri(before.trial.picture()), ""))
    for name in names:
        furthest_m = _furthest(before) if name == "depth" else 0.0
        clean, hurt = (_picture(replayed, name, furthest_m) for replayed in (before, after))
        note, same = DEPTH if name == "depth" else "", np.array_equal(clean, hurt)
        title = f"{name}, the same for both" if same else name
        found.append(View(title, note, jpeg_uri(clean), "" if same else jpeg_uri(hurt)))
    return found


def needs_light(one: Example) -> bool:
    """Whether the agent sees colours, which need a lit world."""
    return shows_colours(one.pair.before.agent.sensors)


def _replayed(log: EpisodeLog, world: World, names: tuple[str, ...], step: int) -> ReplayStep:
    """The episode replayed up to a step; a frame that differs from the logged one is an error."""
    replayed = next(islice(replay(log, world, sensors=names), step, None))
    for name, sums in log.steps.seen.items():
        seen = replayed.observed.corrupted.get(name) if replayed.observed is not None else None
        if seen is not None and step < len(sums) and checksum(seen) != int(sums[step]):
            raise BrokenFile(
                f"the {name} frame at step {step} of episode {log.episode.id!r} does not match the "
                "log's checksum; another version of the world made that log"
            )
    return replayed


def _furthest(replayed: ReplayStep) -> float:
    """The dark end of the scale: nearly everything that the clean twin saw is nearer."""
    assert replayed.observed is not None
    depth_m = np.asarray(replayed.observed.corrupted["depth"], np.float64)
    read = depth_m[depth_m > 0]
    return max(1.0, float(np.percentile(read, 98))) if len(read) else 1.0


def _picture(replayed: ReplayStep, name: str, furthest_m: float) -> Pixels:
    assert replayed.observed is not None
    reading = replayed.observed.corrupted[name]
    if name == "rgb":
        return np.asarray(reading, np.uint8)
    return depth_picture(np.asarray(reading, np.float64), furthest_m)


def depth_picture(depth_m: NDArray[np.float64], furthest_m: float) -> Pixels:
    """Depth (h, w) in metres as RGB (h, w, 3): light is near, dark is far, grey is no reading."""
    near = 1.0 - np.clip(np.nan_to_num(depth_m) / furthest_m, 0.0, 1.0)
    coloured = cv2.applyColorMap((near * 255).astype(np.uint8), cv2.COLORMAP_CIVIDIS)
    picture = np.asarray(coloured[:, :, ::-1], np.uint8).copy()
    picture[~(depth_m > 0)] = NO_READING
    return picture


def jpeg_uri(picture: Pixels) -> str:
    """A picture as a data URI, at most WIDEST_PX wide."""
    height, width = picture.shape[:2]
    if width > WIDEST_PX:
        size = (WIDEST_PX, max(1, round(height * WIDEST_PX / width)))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    done, data = cv2.imencode(".jpg", picture[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert done
    return "data:image/jpeg;base64," + base64.b64encode(data.tobytes()).decode("ascii")
