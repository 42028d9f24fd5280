"""The film of one episode: what its cameras saw, made again step by step from the log."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions import CORRUPTIONS
from wayproof.episode.checksum import checksum
from wayproof.episode.replay import replay, replayed_world
from wayproof.errors import WayproofError
from wayproof.log import EpisodeLog
from wayproof.sensors import sensors_for
from wayproof.sensors.mounted_rig import PANORAMA, carried
from wayproof.simulator.body import Body, body_under, load_body
from wayproof.view.reading_pictures import Pixels, to_jpeg, to_pixels
from wayproof.vocabulary import Readings, modality_of, shows_colours

CAMERAS = ("rgb", "depth")

ReadLog = Callable[[], EpisodeLog]


class View(NamedTuple):
    """One reading that can be shown; `seen`: whether the agent got it, too."""

    name: str
    kind: str  # "rgb" or "depth"
    seen: bool
    width_px: int
    height_px: int


class Shot(NamedTuple):
    """One reading at one step. same: whether it is, bit by bit, what the agent got; None: it got none."""

    pixels: Pixels
    same: bool | None


def views_of(log: EpisodeLog) -> list[View]:
    """What can be shown of an episode: colour and depth of every camera in use."""
    protocol = log.comparable.task
    body = body_under(protocol, load_body(protocol.body))
    made = sensors_for(body, _cameras(log, body), settings=log.comparable.settings)
    return [
        View(name, modality_of(name) or "rgb", name in log.steps.seen, shape[1], shape[0])
        for name, shape in ((sensor.reading.name, sensor.reading.shape) for sensor in made)
    ]


def shots(log: EpisodeLog) -> Iterator[dict[str, Shot]]:
    """All readings of every state of an episode, by the name of the view."""
    furthest_m = log.comparable.settings.furthest_depth_m
    for step, readings in enumerate(_readings(log)):
        yield {
            name: Shot(to_pixels(reading, furthest_m), _same(log, name, step, reading))
            for name, reading in readings.items()
        }


def reason_of(error: Exception) -> str:
    """Why something could not be made, in words; what we did not foresee also goes to the terminal."""
    if isinstance(error, WayproofError):
        return str(error)
    traceback.print_exception(error)
    return f"{type(error).__name__}: {error}"


class Film:
    """The frames that have been made so far, as JPEG. Not for several threads at once."""

    def __init__(self, read_log: ReadLog) -> None:
        self.frames: dict[tuple[str, int], bytes] = {}
        self.same: dict[tuple[str, int], bool | None] = {}
        self.made = 0  # steps
        self.size_bytes = 0
        self.error: str | None = None
        self.over = False  # whether nothing more will come
        self._read_log = read_log
        self._shots: Iterator[dict[str, Shot]] | None = None

    def make_one(self) -> None:
        """The next step; what cannot be made again ends the film with its reason."""
        try:
            if self._shots is None:
                self._shots = shots(self._read_log())
            step = next(self._shots, None)
        except Exception as error:  # whatever it is, the page says it and other films go on
            step, self.error = None, reason_of(error)
        if step is None:
            self.over = True
            return
        for name, shot in step.items():
            data = to_jpeg(shot.pixels)
            self.frames[name, self.made] = data
            self.same[name, self.made] = shot.same
            self.size_bytes += len(data)
        self.made += 1


def _readings(log: EpisodeLog) -> Iterator[Readings]:
    """What all cameras said at each state, faults included.

    Agents that see no colours are run in a world without light, and faults of depth that depend on how
    bright a surface is may differ there. Then both are made: what such an agent got is told by its checksum,
    colours for people to look at are those in the light.
    """
    dark_ones = tuple(name for name in log.agent.sensors if modality_of(name) == "depth")
    acting = (*log.condition.faults, *log.episode.faults)
    surfaces = any(CORRUPTIONS[fault.name].needs_surfaces for fault in acting)
    if not surfaces or shows_colours(log.agent.sensors) or not dark_ones:
        yield from _seen(log, None, lit=True)
        return
    both = zip(_seen(log, None, lit=True), _seen(log, dark_ones, lit=False), strict=True)
    for step, (light, dark) in enumerate(both):
        was_dark = {name: reading for name, reading in dark.items() if _same(log, name, step, reading)}
        yield {**light, **was_dark}


def _cameras(log: EpisodeLog, body: Body) -> tuple[str, ...]:
    """Colour and depth of the cameras that there are, and the panoramas that the agent got."""
    around = [name for name in log.agent.sensors if name.startswith(PANORAMA)]
    return (*carried(CAMERAS, body, log.comparable.settings), *around)


def _seen(log: EpisodeLog, sensors: tuple[str, ...] | None, *, lit: bool) -> Iterator[Readings]:
    """Of these sensors, or of all that can be shown."""
    world = replayed_world(log, lit=lit)
    for replayed in replay(log, world, sensors=sensors or _cameras(log, world.body)):
        assert replayed.observed is not None  # sensors were asked for
        yield replayed.observed.corrupted


def _same(log: EpisodeLog, name: str, step: int, reading: NDArray[np.generic]) -> bool | None:
    """Whether the log has the checksum of these very bits; after the last action nothing was observed."""
    sums = log.steps.seen.get(name)
    return None if sums is None or step >= len(sums) else checksum(reading) == int(sums[step])
