"""OmniNavBench's dialect for asking an agent: HTTP with JSON, images as PNG in base64.

    GET  /health                                      {"model_loaded": true}, and ours: "system_prompt"
    POST /reset   {"instruction", "session_id"}       any object
    POST /act     {"instruction", "image", "image_shape", "session_id", "step", ...}
                                                      {"action": "forward"} or {"waypoints": [[right, ahead]]}
    POST /predict_text   as /act                      {"answer": "two"}

A server whose health declares a `system_prompt` is sent the one to use with each reset, as a fault may have
changed it; to others nothing is sent that OmniNavBench does not send.

There a request that fails becomes a stop; here it is a TransportFault, and the episode is invalid. A server
that sends its answer byte by byte is cut off when its time is over.
"""

from __future__ import annotations

import base64
import http.client
import itertools
import json
import math
import os
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.language.object_words import one
from wayproof.vocabulary import Action, Brief, Observation
from wayproof.wire.client import OPEN_S, TransportFault

LARGEST_ANSWER_BYTES = 1 << 20  # a handful of words or points; a server that sends more is broken
ARRIVED = 0.5  # OmniNavBench: an `arrive_pred` above it is a stop
WORDS = {"left": "turn_left", "right": "turn_right"}  # the others are called as we call them
_numbers = itertools.count()


class HttpClient:
    """Asks a server at http://host:port. Each question opens a connection of its own."""

    def __init__(self, address: str, *, token: str | None = None, answer_s: float = 60.0) -> None:
        parts = urlsplit(address)
        try:
            self._host, self._port = parts.hostname or "", parts.port
        except ValueError as error:
            raise InvalidInput(f"{address!r} is not an address: {error}; give http://host:port") from None
        if parts.scheme not in ("http", "https") or not self._host:
            raise InvalidInput(f"{address!r} is not the address of an agent; give http://host:port")
        self.address, self._path = address, parts.path.rstrip("/")
        self._secure, self._token, self._answer_s = parts.scheme == "https", token, answer_s
        # Servers that keep sessions tell simulators apart by it, so it names machine and process.
        self.session = f"wayproof-{socket.gethostname()}-{os.getpid()}-{next(_numbers)}"
        self.bytes_sent = self.bytes_received = 0
        self.seconds = 0.0

    def open(self) -> dict[str, Any]:
        """Ask for the server's health; one whose model is not loaded is refused."""
        health = self._asked("GET", "/health", None)
        if health.get("model_loaded") is False:
            raise TransportFault(f"{self.address} has not loaded its model yet; wait for it, then run again")
        return health

    def reset(self, instruction: str, system_prompt: str | None = None) -> None:
        prompted = {} if system_prompt is None else {"system_prompt": system_prompt}
        self._asked("POST", "/reset", {"instruction": instruction, "session_id": self.session, **prompted})

    def act(self, observation: Observation, instruction: str) -> Action:
        answer = self._asked("POST", "/act", question(observation, instruction, self.session))
        try:
            return read_answer(answer)
        except (ValueError, OverflowError) as error:
            raise TransportFault(f"{self.address}/act: {error}") from None

    def text(self, observation: Observation, instruction: str) -> str:
        """Its answer to a question in words."""
        answer = self._asked("POST", "/predict_text", question(observation, instruction, self.session))
        if not isinstance(answer.get("answer"), str):
            raise TransportFault(f"{self.address}/predict_text: no text as `answer` in {_shown(answer)}")
        return str(answer["answer"])

    def _asked(self, method: str, path: str, content: Mapping[str, Any] | None) -> dict[str, Any]:
        body = None if content is None else json.dumps(content).encode()
        began_s = time.perf_counter()
        status, data = self._exchanged(method, self._path + path, body)
        self.seconds += time.perf_counter() - began_s
        self.bytes_sent += len(body or b"")
        self.bytes_received += len(data)
        where = f"{self.address}{path}"
        if len(data) > LARGEST_ANSWER_BYTES:
            raise TransportFault(f"{where}: an answer of more than {LARGEST_ANSWER_BYTES} bytes")
        if status != http.HTTPStatus.OK:
            raise TransportFault(f"{where}: HTTP status {status}: {_shown(data.decode(errors='replace'))}")
        try:
            answer = json.loads(data)
        except (ValueError, RecursionError):
            raise TransportFault(f"{where}: not JSON: {_shown(data.decode(errors='replace'))}") from None
        if not isinstance(answer, dict):
            raise TransportFault(f"{where}: a {type(answer).__name__} where a JSON object is expected")
        return answer

    def _exchanged(self, method: str, path: str, body: bytes | None) -> tuple[int, bytes]:
        """Status and content of one answer, within the time for it."""
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        connection = kind(self._host, self._port, timeout=OPEN_S)
        headers = {"Content-Type": "application/json", "Accept": "application/json", "Connection": "close"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        try:
            connection.connect()
            with _cut_off_after(connection.sock, self._answer_s) as over:
                connection.request(method, path, body, headers)
                answer = connection.getresponse()
                data = answer.read(LARGEST_ANSWER_BYTES + 1)
            if over.is_set():
                raise TimeoutError
            return answer.status, data
        except TimeoutError:
            raise TransportFault(f"{self.address} gave no answer within {self._answer_s:g} s") from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            said = f"{type(error).__name__}: {error}".rstrip(": ")
            raise TransportFault(f"no answer from {self.address}: {said}; is the server running?") from None
        finally:
            connection.close()


def words_for(brief: Brief) -> str:
    """The instruction for the agent: the episode's, or a sentence about the thing to find."""
    if brief.instruction:
        return brief.instruction
    return f"Go to {one(brief.category)} and stop there." if brief.category else ""


def question(observation: Observation, instruction: str, session: str) -> dict[str, Any]:
    """The content of a question. Side cameras and a pose are sent if the readings have them."""
    readings = observation.readings
    rgb = readings["rgb"]
    content: dict[str, Any] = {
        "session_id": session,
        "step": observation.step,
        "instruction": instruction,
        "image": _png(rgb),
        "image_shape": list(rgb.shape),
    }
    if "rgb_left" in readings and "rgb_right" in readings:
        content["front_image"] = content["image"]
        content["left_image"], content["right_image"] = (
            _png(readings["rgb_left"]),
            _png(readings["rgb_right"]),
        )
    if "gps" in readings and "compass" in readings:
        ahead_m, right_m = (float(one_m) for one_m in readings["gps"])
        half_rad = float(readings["compass"][0]) / 2
        # OmniNavBench: x ahead, y left, z up, quaternion w first; ours is relative to the start.
        rotation = [math.cos(half_rad), 0.0, 0.0, math.sin(half_rad)]
        content["pose"] = {"position": [ahead_m, -right_m, 0.0], "rotation": rotation}
    return content


def read_answer(answer: Mapping[str, Any]) -> Action:
    """The action in an answer, of several the first. Without one: ValueError or OverflowError."""
    arrived = answer.get("arrive_pred", 0.0)
    if isinstance(arrived, int | float) and arrived > ARRIVED:
        return Action("stop")
    wanted = answer.get("waypoints", answer.get("action", answer.get("actions")))
    if isinstance(wanted, list) and wanted and isinstance(wanted[0], str):
        wanted = wanted[0]
    if isinstance(wanted, str):
        word = wanted.strip().lower()
        return Action(WORDS.get(word, word))  # an unknown word is the agent's fault, not the transport's
    if not isinstance(wanted, list):
        raise ValueError(f"neither `action` nor `waypoints` in {_shown(answer)}")
    if not wanted:
        return Action("waypoint", waypoint=(0.0, 0.0, 0.0))  # OmniNavBench: no point means stand still
    point = wanted[0]
    numeric = isinstance(point, list) and all(type(number) in (int, float) for number in point[:2])
    if not numeric or len(point) < 2:
        raise ValueError(f"{_shown(point)} is not a point [metres to the right, metres ahead]")
    right_m, ahead_m = float(point[0]), float(point[1])
    return Action("waypoint", waypoint=(ahead_m, -right_m, math.atan2(-right_m, ahead_m)))


@contextmanager
def _cut_off_after(connection: socket.socket, seconds: float) -> Iterator[threading.Event]:
    """Close the connection when the time is over, even if bytes still arrive."""
    over = threading.Event()

    def cut_off() -> None:
        over.set()
        with suppress(OSError):  # it is closed already
            connection.shutdown(socket.SHUT_RDWR)

    connection.settimeout(seconds)
    timer = threading.Timer(seconds, cut_off)
    timer.daemon = True
    timer.start()
    try:
        yield over
    except (OSError, http.client.HTTPException):
        if over.is_set():
            raise TimeoutError from None
        raise
    finally:
        timer.cancel()


def _png(rgb: NDArray[np.generic]) -> str:
    written, data = cv2.imencode(".png", np.ascontiguousarray(rgb[..., ::-1]))
    if not written:
        raise InvalidInput(f"an image of shape {rgb.shape} and type {rgb.dtype} cannot be written as PNG")
    return base64.b64encode(data.tobytes()).decode("ascii")


def _shown(value: Any) -> str:
    return str(value)[:300]
