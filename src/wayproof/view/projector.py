"""One thread that makes frames and maps: worlds are made once, frames ahead of whoever watches."""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from typing import NamedTuple

from wayproof.errors import InvalidInput, WayproofError
from wayproof.replay import world_of
from wayproof.scenes.plan.draw import draw_plan
from wayproof.scenes.plan.svg import to_svg
from wayproof.view.film import Film, ReadLog, reason_of

AHEAD = 90  # steps that are made beyond the last one asked for
AT_ONCE = 4  # steps of one film before another one may have its turn
WATCHED = 2  # films that are looked at together: the twins
KEPT_BYTES = 256 << 20
KEPT_PLANS = 32
PATIENCE_S = 45.0


class Frame(NamedTuple):
    """A JPEG; same: whether it shows, bit by bit, what the agent got (None: it got no such reading)."""

    data: bytes
    same: bool | None


class Plan(NamedTuple):
    """A map as SVG, and the ground that it shows: x0, z0, x1, z1."""

    svg: str
    bounds_m: tuple[float, float, float, float]


class NotYet(WayproofError):
    """It takes longer than a browser should wait; asking again is right."""


class Projector:
    """Films by the key of their episode, and plans by scene. All worlds are used by its own thread alone."""

    def __init__(self) -> None:
        self._films: OrderedDict[str, Film] = OrderedDict()  # the one looked at last comes last
        self._logs: dict[str, ReadLog] = {}
        self._wanted: dict[str, int] = {}  # the furthest step asked for, by film
        self._plans: OrderedDict[str, Plan | str] = OrderedDict()  # or why there is none
        self._plans_wanted: dict[str, ReadLog] = {}
        self._change = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="projector", daemon=True)
        self._thread.start()

    def frame(self, key: str, read_log: ReadLog, view: str, step: int) -> Frame:
        """One frame of an episode, made if it is not there; waits for it."""
        until_s = time.monotonic() + PATIENCE_S
        with self._change:
            self._logs[key] = read_log
            self._wanted[key] = max(step, self._wanted.pop(key, 0))  # the latest question comes last
            self._change.notify_all()
            while True:
                film = self._films.get(key)
                if film is not None and (view, step) in film.frames:
                    return Frame(film.frames[view, step], film.same[view, step])
                if film is not None and (film.over or film.made > step):
                    raise InvalidInput(film.error or f"there is no view {view[:40]!r} of step {step} here")
                self._wait(until_s)

    def plan(self, scene: str, read_log: ReadLog) -> Plan:
        """The map of a log's scene; waits for it."""
        until_s = time.monotonic() + PATIENCE_S
        with self._change:
            if scene not in self._plans:
                self._plans_wanted[scene] = read_log
                self._change.notify_all()
            while scene not in self._plans:
                self._wait(until_s)
            plan = self._plans[scene]
        if isinstance(plan, str):
            raise InvalidInput(plan)
        return plan

    def close(self) -> None:
        with self._change:
            self._closed = True
            self._change.notify_all()
        self._thread.join(timeout=10.0)

    def _wait(self, until_s: float) -> None:
        if self._closed or not self._change.wait(until_s - time.monotonic()):
            raise NotYet(
                "the frames are not ready yet (the first ones compile and build the house); ask again"
            )

    def _work(self) -> None:
        while True:
            with self._change:
                while not self._closed and not self._plans_wanted and self._next() is None:
                    self._change.wait()
                if self._closed:
                    return
                wanted = next(iter(self._plans_wanted.items()), None)
                key = self._next()
            if wanted is not None:
                self._draw(*wanted)
            elif key is not None:
                self._make(key)

    def _next(self) -> str | None:
        """The film to go on with: of the two looked at last the one less far ahead, else one waited for."""
        leads = {key: self._lead(key) for key in reversed(self._wanted)}
        watched = {key: lead for key, lead in list(leads.items())[:WATCHED] if lead <= AHEAD}
        if watched:
            return min(watched, key=lambda key: watched[key])
        return next((key for key, lead in leads.items() if lead <= 0), None)

    def _lead(self, key: str) -> float:
        """How many steps a film is ahead of what was asked for; endless if nothing more will come."""
        film = self._films.get(key)
        if film is None:
            return -self._wanted[key] - 1
        return math.inf if film.over else film.made - self._wanted[key] - 1

    def _make(self, key: str) -> None:
        """A few steps of one film, each told to those who wait."""
        film = self._films.get(key)
        if film is None:
            film = Film(self._logs[key])
        for _ in range(AT_ONCE):
            if not film.over:
                film.make_one()
            with self._change:
                self._films[key] = film
                self._films.move_to_end(key)
                self._change.notify_all()
        with self._change:
            self._forget_oldest()

    def _draw(self, scene: str, read_log: ReadLog) -> None:
        made: Plan | str
        try:
            drawing = draw_plan(world_of(read_log()).scene)
            made = Plan(to_svg(drawing), drawing.bounds_m)
        except Exception as error:  # the thread must go on for the next one; the reason is shown on the page
            made = reason_of(error)
        with self._change:
            self._plans_wanted.pop(scene, None)
            self._plans[scene] = made
            if len(self._plans) > KEPT_PLANS:
                self._plans.popitem(last=False)
            self._change.notify_all()

    def _forget_oldest(self) -> None:
        """Keep what was looked at last, within bounds."""
        while len(self._films) > 2 and sum(film.size_bytes for film in self._films.values()) > KEPT_BYTES:
            key, _ = self._films.popitem(last=False)
            self._wanted.pop(key, None)
            self._logs.pop(key, None)
