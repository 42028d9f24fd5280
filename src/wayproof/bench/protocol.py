"""What the wire costs: a step of an agent in another process on this machine, beside the same agent in ours.

The observation is 256 x 256 RGB-D of noise, which no packing shortens. The agent's server is a process of its
own, as in use. Times are medians of the clock, since most of a step over a socket is waiting; on a machine
with other work they grow, because two processes then wait for their turns.
"""

from __future__ import annotations

import contextlib
import sys
import time
from typing import Any

import numpy as np

from wayproof.agents import Agent
from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.agents.contract.conformance_cases import synthetic_case
from wayproof.agents.elsewhere.http_agent import HttpAgent
from wayproof.agents.elsewhere.websocket_agent import WebSocketAgent
from wayproof.bench import batching
from wayproof.bench.served import served
from wayproof.seeding import generator_for
from wayproof.vocabulary import AgentCard, Observation

AREA = "protocol"
SIDE_PX = 256
TURNS, STEPS, PAUSE_S = 30, 10, 0.02
AGENT = "forward_only"  # it costs nothing, so that what is left is the wire
AIM_MS = 1.0
NATIVE = (sys.executable, "-m", "wayproof", "serve", AGENT, "--port", "0")
# The same agent behind the shim.
SHIM = """
import sys
from wayproof.wire import shim
sys.stdout = sys.stderr

class Agent:
    card = {"name": "forward_only"}
    def start(self, brief, seed):
        pass
    def act(self, observation):
        return "forward"

shim.serve(Agent, port=0)
"""
# A server in OmniNavBench's dialect that reads the picture, as an agent must, and always goes forward.
HTTP = """
import base64, json, sys
from http.server import BaseHTTPRequestHandler, HTTPServer
import cv2, numpy as np

class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.tell({"model_loaded": True})
    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/act":
            data = np.frombuffer(base64.b64decode(asked["image"]), np.uint8)
            assert cv2.imdecode(data, cv2.IMREAD_COLOR).shape == tuple(asked["image_shape"])
        self.tell({"action": "forward"})
    def tell(self, answer):
        data = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
    def log_message(self, *_):
        pass

server = HTTPServer(("127.0.0.1", 0), Handler)
print("at http://127.0.0.1:%d;" % server.server_port, file=sys.stderr, flush=True)
server.serve_forever()
"""


def rows() -> list[dict[str, Any]]:
    """All rows of the area "protocol"; takes about half a minute."""
    rng = generator_for(1, "bench", "protocol")
    rgb = rng.integers(0, 256, (SIDE_PX, SIDE_PX, 3), dtype=np.uint8)
    depth_m = rng.uniform(0.5, 9.5, (SIDE_PX, SIDE_PX)).astype(np.float32)
    rgbd, colour = {"rgb": rgb, "depth": depth_m}, {"rgb": rgb}
    with contextlib.ExitStack() as stack:
        native, shim, http = (
            stack.enter_context(served(command)).address
            for command in (NATIVE, (sys.executable, "-c", SHIM), (sys.executable, "-c", HTTP))
        )
        remote, behind_shim = (
            stack.enter_context(contextlib.closing(WebSocketAgent(address))) for address in (native, shim)
        )
        asked: list[tuple[Agent, dict[str, Any]]] = [
            (load_agent(AGENT), rgbd),
            (remote, rgbd),
            (behind_shim, rgbd),
            (remote, colour),
            (HttpAgent(http), colour),
        ]
        here_ms, there_ms, shim_ms, colour_ms, http_ms = steps_ms(asked)
    return [
        _row("step of a remote agent, RGB-D", there_ms, "the same agent in process", here_ms),
        _row("overhead per step, RGB-D", there_ms - here_ms, "our aim", AIM_MS),
        _row("step of an agent behind the shim, RGB-D", shim_ms, "wayproof serve", there_ms),
        _row("step of a remote agent, RGB", colour_ms, "OmniNavBench's HTTP with PNG", http_ms),
        *batching.rows(AREA),
    ]


def steps_ms(asked: list[tuple[Agent, dict[str, Any]]]) -> list[float]:
    """The median time of a step of each agent; they take turns, so that other work falls on all alike."""
    times: list[list[float]] = [[] for _ in asked]
    for agent, _ in asked:
        agent.start(synthetic_case(AgentCard("bench")).brief, 0)
    for turn in range(TURNS + 1):
        for (agent, readings), taken in zip(asked, times, strict=True):
            time.sleep(PAUSE_S)  # a simulator has other things to do as well
            for step in range(STEPS):
                seen = Observation(step, readings, "go on")
                began_s = time.perf_counter()
                agent.act(seen)
                if turn:  # the first one warms up
                    taken.append(time.perf_counter() - began_s)
    return [1e3 * float(np.median(taken)) for taken in times]


def _row(name: str, value_ms: float, peer: str, peer_ms: float) -> dict[str, Any]:
    return {
        "area": AREA,
        "name": name,
        "value": value_ms,
        "unit": "ms",
        "peer": peer,
        "peer_value": peer_ms,
        "ratio": peer_ms / value_ms,
    }
