"""One thread that renders frames and maps: worlds are built once, frames ahead of the viewer.

Nothing blocks here: a request for something that is not ready gets None and is repeated. What has not been
requested for a while is not rendered, so that leafing through episodes costs nothing.
"""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import NamedTuple

from wayproof.episode.replay import replayed_world
from wayproof.errors import InvalidInput
from wayproof.scenes.plan.drawing import draw_plan
from wayproof.scenes.plan.shapes import Label, PlanPoint
from wayproof.scenes.plan.svg import to_svg
from wayproof.scenes.scene import Scene
from wayproof.view.film import Film, ReadLog, reason_of

AHEAD = 90  # steps that are made beyond the last one asked for
AT_ONCE = 4  # steps of one film before another one may have its turn
WATCHED = 2  # films that are looked at together: the twins
WANTED_FOR_S = 3.0  # after the last question
KEPT_BYTES = 256 << 20
KEPT_PLANS = 32


class Frame(NamedTuple):
    """A JPEG; same: whether it shows, bit by bit, what the agent got (None: it got no such reading)."""

    data: bytes
    same: bool | None


class Plan(NamedTuple):
    """A map as SVG, its names apart, so that layers fit between; the ground that it shows: x0, z0, x1, z1."""

    svg: str
    names_svg: str
    bounds_m: tuple[float, float, float, float]
    rooms_m: tuple[tuple[PlanPoint, ...], ...]  # their outlines


@dataclass
class _Wish:
    """A film that somebody looks at."""

    read_log: ReadLog
    step: int = 0  # the furthest asked for
    asked_s: float = 0.0


class Projector:
    """Films by the key of their episode, and plans by scene. Worlds are used by its own thread alone."""

    def __init__(self) -> None:
        self._films: OrderedDict[str, Film] = OrderedDict()  # the one worked on last comes last
        self._wishes: OrderedDict[str, _Wish] = OrderedDict()  # the one asked for last comes last
        self._plans: OrderedDict[str, Plan | str] = OrderedDict()  # or why there is none
        self._plans_wanted: dict[str, ReadLog] = {}
        self._change = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="projector", daemon=True)
        self._thread.start()

    def frame(self, key: str, read_log: ReadLog, view: str, step: int) -> Frame | None:
        """One frame of an episode, or None if it has yet to be made; what can never be is an error."""
        with self._change:
            wish = self._wishes.setdefault(key, _Wish(read_log))
            wish.step, wish.asked_s = max(step, wish.step), time.monotonic()
            self._wishes.move_to_end(key)
            film = self._films.get(key)
            if film is not None and (view, step) in film.frames:
                self._change.notify_all()  # there may be more to make ahead
                return Frame(film.frames[view, step], film.same[view, step])
            if film is not None and (film.over or film.made > step):
                raise InvalidInput(film.error or f"there is no view {view[:40]!r} of step {step} here")
            self._change.notify_all()
            return None

    def made(self, key: str) -> int:
        """How many steps of an episode have been made."""
        with self._change:
            film = self._films.get(key)
            return 0 if film is None else film.made

    def plan(self, scene: str, read_log: ReadLog) -> Plan | None:
        """The map of a log's scene, or None if it has yet to be drawn."""
        with self._change:
            plan = self._plans.get(scene)
            if plan is None:
                self._plans_wanted[scene] = read_log
                self._change.notify_all()
        if isinstance(plan, str):
            raise InvalidInput(plan)
        return plan

    def close(self) -> None:
        with self._change:
            self._closed = True
            self._change.notify_all()
        self._thread.join(timeout=3.0)

    def _work(self) -> None:
        while True:
            with self._change:
                while not self._closed and not self._plans_wanted and self._next() is None:
                    self._change.wait()
                if self._closed:
                    return
                scene = next(iter(self._plans_wanted), None)
                read_log = self._plans_wanted.pop(scene) if scene is not None else None
                key = self._next()
            if scene is not None and read_log is not None:
                self._draw(scene, read_log)
            elif key is not None:
                self._make(key)

    def _next(self) -> str | None:
        """The film to go on with: of the two asked for last the one less far ahead, else one waited for."""
        leads = {key: self._lead(key) for key in reversed(self._wishes)}
        watched = {key: lead for key, lead in list(leads.items())[:WATCHED] if lead <= AHEAD}
        if watched:
            return min(watched, key=lambda key: watched[key])
        return next((key for key, lead in leads.items() if lead < 0), None)

    def _lead(self, key: str) -> float:
        """How many steps a film is ahead of what was asked for; endless if it need not be gone on with."""
        film, wish = self._films.get(key), self._wishes[key]
        if time.monotonic() - wish.asked_s > WANTED_FOR_S or (film is not None and film.over):
            return math.inf
        return (0 if film is None else film.made) - wish.step - 1

    def _make(self, key: str) -> None:
        """A few steps of one film."""
        film = self._films.get(key) or Film(self._wishes[key].read_log)
        for _ in range(AT_ONCE):
            if not film.over:
                film.make_one()
            with self._change:
                self._films[key] = film
                self._films.move_to_end(key)
        with self._change:
            self._forget_oldest()

    def _draw(self, scene: str, read_log: ReadLog) -> None:
        made: Plan | str
        try:
            made = _plan_of(replayed_world(read_log()).scene)
        except Exception as error:  # the thread must go on for the next one; the reason is shown on the page
            made = reason_of(error)
        with self._change:
            self._plans[scene] = made
            if len(self._plans) > KEPT_PLANS:
                self._plans.popitem(last=False)

    def _forget_oldest(self) -> None:
        """Keep what was looked at last, within bounds."""
        while len(self._films) > WATCHED and sum(f.size_bytes for f in self._films.values()) > KEPT_BYTES:
            key, _ = self._films.popitem(last=False)
            self._wishes.pop(key, None)


def _plan_of(scene: Scene) -> Plan:
    drawing = draw_plan(scene)
    ground = tuple(shape for shape in drawing.shapes if not isinstance(shape, Label))
    names = tuple(shape for shape in drawing.shapes if isinstance(shape, Label))
    return Plan(
        svg=to_svg(replace(drawing, shapes=ground)),
        names_svg=to_svg(replace(drawing, shapes=names)),
        bounds_m=drawing.bounds_m,
        rooms_m=tuple(room.polygon_m for room in scene.rooms),
    )
