"""The agent's side of the wire: puts an agent behind a WebSocket; each connection gets an agent of its own.

It listens on this machine only unless told otherwise. With a token, clients without it are rejected before
any data is exchanged. GET /healthz answers "OK", as openpi's server does. A message without "wayproof" is a
plain observation of an openpi client: it is answered with `actions`, and its connection is one episode.

An agent with `act_many(agents, observations)` is asked for all waiting sessions at once: see shim.Batcher.
"""

from __future__ import annotations

import hmac
import http
import socket
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.sync.server import Server, ServerConnection, serve

from wayproof.simulator.body import load_body
from wayproof.vocabulary import Action, AgentCard, Brief, Observation, Settings
from wayproof.wire.agent_side import Act, Served, answer_to, offers_of
from wayproof.wire.encoding import (
    LARGEST_MESSAGE_BYTES,
    SOCKET_BUFFER_BYTES,
    WireFault,
    keep_memory,
    pack,
    unpack,
)
from wayproof.wire.messages import action_message, hello_of
from wayproof.wire.shim import BATCH_WAIT_S, Batcher

LOOPBACK = "127.0.0.1"
OPEN_S = 10.0
MOST_CONNECTIONS = 64
FOR_NO_PAGES = "without a token, agents are not served to pages in a browser; set WAYPROOF_TOKEN\n"
SCHEMES = ("Bearer", "Api-Key")  # ours and openpi's word before the token
# What an openpi client does not say about its robot and task is taken from here (ours).
OPENPI_BODY, OPENPI_STEPS, OPENPI_SUCCESS_M = "locobot", 500, 1.0


@dataclass
class OpenpiEpisode:
    """How far the episode of an openpi client has come; without a brief it has not begun."""

    brief: Brief | None = None
    steps: int = 0


def serve_agent(
    make: Callable[[], Served],
    *,
    host: str = LOOPBACK,
    port: int = 0,
    token: str | None = None,
    batch_wait_s: float = BATCH_WAIT_S,
) -> Server:
    """A server that is bound and not yet serving: call `serve_forever()`, in a thread if you like."""
    batcher = Batcher(batch_wait_s)
    keep_memory()
    slots = threading.BoundedSemaphore(MOST_CONNECTIONS)

    def handle(connection: ServerConnection) -> None:
        if not slots.acquire(blocking=False):
            connection.close(1013, "too many connections")
            return
        try:
            connection.recv_bufsize = SOCKET_BUFFER_BYTES
            agent = make()
            _talk(connection, agent, partial(batcher.act, agent) if hasattr(agent, "act_many") else agent.act)
        except ConnectionClosed:
            pass  # the client has gone
        finally:
            slots.release()

    server = serve(
        handle,
        host,
        port,
        process_request=partial(_refusal, token),
        max_size=LARGEST_MESSAGE_BYTES,
        compression=None,
        open_timeout=OPEN_S,
    )
    server.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SOCKET_BUFFER_BYTES)
    return server


def _refusal(token: str | None, connection: ServerConnection, request: Request) -> Response | None:
    """The response to a request that opens no session; None for one that does."""
    if request.path == "/healthz":
        return connection.respond(http.HTTPStatus.OK, "OK\n")
    if token is not None and not _is_right(request.headers.get("Authorization", ""), token):
        return connection.respond(http.HTTPStatus.UNAUTHORIZED, "wrong or missing token\n")
    if token is None and "Origin" in request.headers:  # only browsers say where a page is from
        return connection.respond(http.HTTPStatus.FORBIDDEN, FOR_NO_PAGES)
    return None


def _is_right(given: str, token: str) -> bool:
    scheme, _, secret = given.partition(" ")
    return hmac.compare_digest(secret.encode(), token.encode()) and scheme in SCHEMES


def _talk(connection: ServerConnection, agent: Served, act: Act) -> None:
    connection.send(pack(hello_of(agent.card, offers_of(agent))))
    episode = OpenpiEpisode()
    for data in connection:
        try:
            answer = pack(_answer(agent, act, unpack(data), episode))
        except Exception:
            # In words, as openpi does; the client ends the episode and may begin another.
            connection.send(traceback.format_exc(limit=-3))
            continue
        connection.send(answer)


def _answer(agent: Served, act: Act, message: Any, episode: OpenpiEpisode) -> dict[str, Any]:
    if not isinstance(message, Mapping):
        raise WireFault(f"a message must be a map, not a {type(message).__name__}")
    if "wayproof" not in message:
        return _openpi_answer(agent, act, message, episode)
    return answer_to(agent, act, message)


def _openpi_answer(
    agent: Served, act: Act, message: Mapping[str, Any], episode: OpenpiEpisode
) -> dict[str, Any]:
    """The answer to an openpi client; the first observation of a connection begins an episode."""
    began_s = time.perf_counter()
    readings = {
        str(name).removeprefix("observation/"): value
        for name, value in message.items()
        if isinstance(value, np.ndarray)
    }
    if "image" in readings:
        readings.setdefault("rgb", readings.pop("image"))
    missing = [name for name in agent.card.sensors if name not in readings]
    if missing:
        raise WireFault(
            f"{agent.card.name} needs the arrays {', '.join(f'observation/{one}' for one in missing)}"
        )
    prompt = message.get("prompt")
    words = None if prompt is None else str(prompt)
    if episode.brief is None:
        brief = _openpi_brief(agent.card, words)
        agent.start(brief, 0)
        episode.brief = brief
    action = act(Observation(episode.steps, readings, words))
    episode.steps += 1
    answer = action_message(action, episode.steps)
    timing = {"infer_ms": 1e3 * (time.perf_counter() - began_s)}
    return {"actions": _as_row(action, episode.brief), "action": answer["action"], "server_timing": timing}


def _openpi_brief(card: AgentCard, instruction: str | None) -> Brief:
    body = load_body(OPENPI_BODY)
    camera = body.cameras[0]
    return Brief(
        task="instruction_following",
        instruction=instruction,
        language="en-US",
        category=None,
        actions=card.actions,
        sensors=card.sensors,
        forward_m=body.forward_m,
        turn_rad=body.turn_rad,
        maximum_steps=OPENPI_STEPS,
        success_distance_m=OPENPI_SUCCESS_M,
        body_radius_m=body.radius_m,
        body_height_m=body.height_m,
        camera_height_m=camera.height_m,
        camera_pitch_rad=camera.pitch_rad,
        camera_hfov_rad=camera.hfov_rad,
        furthest_depth_m=Settings().furthest_depth_m,
        system_prompt=card.system_prompt,
    )


def _as_row(action: Action, brief: Brief) -> np.ndarray[Any, np.dtype[np.float32]]:
    """An action as openpi's array (1, n): forward m/s and turn rad/s, or a way-point as it is.

    A discrete step is the speed that makes it within one second; what does not move is zero.
    """
    steps = {
        "forward": (brief.forward_m, 0.0),
        "turn_left": (0.0, brief.turn_rad),
        "turn_right": (0.0, -brief.turn_rad),
    }
    row = action.velocity or action.waypoint or steps.get(action.name, (0.0, 0.0))
    return np.array([row], np.float32)
