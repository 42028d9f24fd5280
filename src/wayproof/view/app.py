"""The web application: a fixed list of files, the rest looked up by key; requests never name a path."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from wayproof.errors import UnknownName, WayproofError, unknown_name
from wayproof.view.guard import Guard
from wayproof.view.index import Row, RunIndex
from wayproof.view.projector import Plan, Projector
from wayproof.view.query import neighbours, page, query_from
from wayproof.view.run_library import Library
from wayproof.view.story import story, traced

KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
FRESH = {"cache-control": "no-cache"}
# A key is that of a record's content: what was once sent for it stays right.
LASTING = {"cache-control": "private, max-age=86400, immutable"}
Answer = Callable[[Request], Response]
PATIENCE_S = 20.0
ASK_EVERY_S = 0.012


class Viewer:
    """What the application knows: runs, frames and the token that requests must carry."""

    def __init__(self, path: Path) -> None:
        self.library, self.projector = Library(path), Projector()
        self.token = secrets.token_urlsafe(16)

    def close(self) -> None:
        self.projector.close()
        self.library.close()

    def app(self) -> ASGIApp:
        """The application, guarded."""
        run, episode = "/api/runs/{run}", "/api/runs/{run}/episodes/{episode}"
        routes = [
            Route("/", _page("index.html")),
            *(Route(f"/page/{name}", _page(name)) for name in page_files() if name != "index.html"),
            Route("/api/runs", _answered(self._runs)),
            Route(run, _answered(self._run)),
            Route(f"{run}/episodes", _answered(self._episodes)),
            Route(episode, _answered(self._story)),
            Route(f"{episode}/trace", _answered(self._trace)),
            Route(f"{episode}/made", _answered(self._made)),
            Route(f"{episode}/plan", _awaited(self._plan)),
            Route(f"{episode}/plan.svg", _awaited(self._plan_svg)),
            Route(f"{episode}/names.svg", _awaited(self._names_svg)),
            Route(f"{episode}/frames/{{view}}/{{step:int}}", _awaited(self._frame)),
        ]
        return Guard(Starlette(routes=routes, exception_handlers={HTTPException: _refused}), self.token)

    def _runs(self, request: Request) -> Response:
        return _json({"runs": [run.about() for run in self.library.runs()]})

    def _run(self, request: Request) -> Response:
        run = self._found_run(request)
        return _json({**run.about(), "facets": run.facets()})

    def _episodes(self, request: Request) -> Response:
        asked = request.query_params
        query = query_from(asked.getlist)
        offset, limit = _number(asked.get("offset"), 0), _number(asked.get("limit"), 100)
        return _json(page(self._found_run(request), query, offset, limit))

    def _story(self, request: Request) -> Response:
        run, row = self._found(request)
        query = query_from(request.query_params.getlist)
        return _json({**story(run, row), "place": neighbours(run, query, row)})

    def _trace(self, request: Request) -> Response:
        run, row = self._found(request)
        return _json(traced(run.log(row), max(_number(request.query_params.get("start"), 0), 0)))

    def _plan(self, request: Request) -> Response | None:
        plan = self._drawn(request)
        return None if plan is None else _json({"bounds_m": plan.bounds_m, "rooms_m": plan.rooms_m})

    def _plan_svg(self, request: Request) -> Response | None:
        plan = self._drawn(request)
        return None if plan is None else Response(plan.svg, 200, LASTING, KINDS[".svg"])

    def _names_svg(self, request: Request) -> Response | None:
        plan = self._drawn(request)
        return None if plan is None else Response(plan.names_svg, 200, LASTING, KINDS[".svg"])

    def _frame(self, request: Request) -> Response | None:
        run, row = self._found(request)
        view, step = request.path_params["view"], request.path_params["step"]
        frame = self.projector.frame(row.key, lambda: run.log(row), view, step)
        if frame is None:
            return None
        same = {None: "unknown", True: "yes", False: "no"}[frame.same]
        return Response(frame.data, 200, {**LASTING, "x-wayproof-same": same}, "image/jpeg")

    def _made(self, request: Request) -> Response:
        _, row = self._found(request)
        return _json({"steps": self.projector.made(row.key)})

    def _drawn(self, request: Request) -> Plan | None:
        run, row = self._found(request)
        return self.projector.plan(f"{run.key}|{row.scene}", lambda: run.log(row))

    def _found_run(self, request: Request) -> RunIndex:
        return self.library.run(request.path_params["run"])

    def _found(self, request: Request) -> tuple[RunIndex, Row]:
        run, key = self._found_run(request), request.path_params["episode"]
        if key not in run.by_key:
            raise unknown_name("episode", key[:40], [])
        return run, run.by_key[key]


def page_files() -> list[str]:
    """The files of which the page is made."""
    folder = files("wayproof.view") / "page"
    return sorted(entry.name for entry in folder.iterdir() if Path(entry.name).suffix in KINDS)


def _page(name: str) -> Callable[[Request], Any]:
    """An endpoint that sends one file; which one is decided here, not by the request."""

    async def send(request: Request) -> Response:
        content = (files("wayproof.view") / "page" / name).read_bytes()
        return Response(content, 200, FRESH, KINDS[Path(name).suffix])

    return send


def _answered(answer: Answer) -> Callable[[Request], Any]:
    """An endpoint that works in a thread."""

    async def endpoint(request: Request) -> Response:
        try:
            return await run_in_threadpool(answer, request)
        except WayproofError as error:
            return _sorry(error)

    return endpoint


def _awaited(answer: Callable[[Request], Response | None]) -> Callable[[Request], Any]:
    """An endpoint for what takes time: asked again until it is there, or until nobody wants it any more."""

    async def endpoint(request: Request) -> Response:
        try:
            until_s = time.monotonic() + PATIENCE_S
            while time.monotonic() < until_s and not await request.is_disconnected():
                response = answer(request)
                if response is not None:
                    return response
                await asyncio.sleep(ASK_EVERY_S)
        except WayproofError as error:
            return _sorry(error)
        return _json(
            {"later": "still rendering; the first pictures take longest. Ask again"},
            202,
        )

    return endpoint


def _sorry(error: WayproofError) -> Response:
    """Our errors are sentences; a wrong key is nothing found."""
    return _json({"error": str(error)}, 404 if isinstance(error, UnknownName) else 422)


async def _refused(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return _json({"error": "nothing found here; start at /"}, status)


def _json(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, {"cache-control": "no-store"}, "application/json")


def _number(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else otherwise
