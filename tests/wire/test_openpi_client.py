"""The real openpi-client package, in an environment of its own with another NumPy, talks to our server."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from websockets.sync.client import connect

from wayproof.vocabulary import Action, AgentCard, Brief, Observation
from wayproof.wire.encoding import pack, unpack
from wayproof.wire.server import Served, serve_agent

CLIENT = """
import json, sys
import numpy as np
from openpi_client import websocket_client_policy
assert "wayproof" not in sys.modules and int(np.__version__.split(".")[0]) < 2
policy = websocket_client_policy.WebsocketClientPolicy("127.0.0.1", int(sys.argv[1]), api_key="secret")
card = policy.get_server_metadata()["card"]
rows = []
for step in range(4):
    image = np.full((8, 8, 3), 60 * step, np.uint8)
    answer = policy.infer({"observation/image": image, "observation/depth": np.ones((8, 8), np.float32),
                           "prompt": "go %d" % step})
    rows.append([answer["actions"].dtype.str, answer["actions"].shape, answer["actions"].tolist(),
                 answer["action"]["name"], answer["server_timing"]["infer_ms"] > 0])
try:
    policy.infer({"prompt": "blind"})
    refused = ""
except RuntimeError as error:
    refused = str(error)
print(json.dumps({"name": card["name"], "rows": rows, "refused": refused}))
"""


class Reader:
    """Walks while the picture is dark, turns in the half-light, then drives by velocity, then stops."""

    card = AgentCard(
        "reader", sensors=("rgb", "depth"), actions=("stop", "forward", "turn_right", "velocity")
    )

    def start(self, brief: Brief, seed: int) -> None:
        assert brief.instruction == "go 0" and brief.sensors == self.card.sensors
        self.begun = True

    def act(self, observation: Observation) -> Action:
        assert self.begun and observation.instruction == f"go {observation.step}"
        assert observation.readings["depth"].dtype == np.float32
        light = int(observation.readings["rgb"].max())
        moves = {0: Action("forward"), 60: Action("turn_right")}
        return moves.get(light, Action("velocity", velocity=(0.5, -0.25)) if light == 120 else Action("stop"))


@contextlib.contextmanager
def _serving(kind: type[Served], token: str | None = None) -> Iterator[int]:
    server = serve_agent(kind, token=token)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.socket.getsockname()[1]
    finally:
        server.shutdown()
        thread.join()


def _plain(step: int, level: int) -> bytes:
    seen: dict[str, Any] = {
        "observation/rgb": np.full((4, 4, 3), level, np.uint8),
        "observation/depth": np.ones((4, 4), np.float32),
        "prompt": f"go {step}",
    }
    return pack(seen)


def test_a_plain_observation_is_answered_with_actions_and_each_connection_is_an_episode() -> None:
    with _serving(Reader) as port:
        for _ in range(2):
            with connect(f"ws://127.0.0.1:{port}", compression=None) as line:
                assert unpack(line.recv())["card"]["name"] == "reader"
                line.send(_plain(0, 0))
                first = unpack(line.recv())
                line.send(pack({"prompt": "go 1"}))
                refused = line.recv()
                line.send(_plain(1, 60))
                second = unpack(line.recv())
            assert first["actions"].tolist() == [[0.25, 0.0]] and first["action"]["name"] == "forward"
            assert (
                isinstance(refused, str) and "needs the arrays observation/rgb, observation/depth" in refused
            )
            assert second["actions"][0, 0] == 0.0 and second["actions"][0, 1] < -0.1


@pytest.mark.slow
def test_the_real_openpi_client_gets_metadata_actions_and_errors_in_words(tmp_path: Path) -> None:
    python = tmp_path / "openpi" / "bin" / "python"
    _done(sys.executable, "-m", "venv", str(tmp_path / "openpi"))
    # openpi-client 0.1.2 imports typing_extensions without asking for it.
    _done(str(python), "-m", "pip", "install", "--quiet", "openpi-client", "numpy<2", "typing_extensions")
    with _serving(Reader, token="secret") as port:
        told = json.loads(_done(str(python), "-I", "-c", CLIENT, str(port)))
    assert told["name"] == "reader" and "needs the arrays observation/rgb" in told["refused"]
    turn_rad = told["rows"][1][2][0][1]
    assert told["rows"] == [
        ["<f4", [1, 2], [[0.25, 0.0]], "forward", True],
        ["<f4", [1, 2], [[0.0, turn_rad]], "turn_right", True],
        ["<f4", [1, 2], [[0.5, -0.25]], "velocity", True],
        ["<f4", [1, 2], [[0.0, 0.0]], "stop", True],
    ]
    assert turn_rad < -0.1


def _done(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
