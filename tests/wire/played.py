"""A little episode to play over the wire, servers in threads, and agents behind the shim in processes."""

from __future__ import annotations

import contextlib
import subprocess
import time
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from wayproof.agents.elsewhere.websocket_agent import WebSocketAgent
from wayproof.episode.options import RolloutOptions
from wayproof.episode.rollout import rollout
from wayproof.log import EpisodeLog
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.world import World
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.tasks.point_goal import ROBUSTNAV
from wayproof.vocabulary import Episode, Settings
from wayproof.wire import shim
from wayproof.wire.client import TransportFault

SMALL = Settings(width_px=32, height_px=24)

BEELINE = """
import sys
import shim
assert not any(name.startswith("wayproof") for name in sys.modules)

class Beeline:
    card = {"name": "beeline", "sensors": ["point_goal", "depth"]}

    def start(self, brief, seed):
        self.turn_rad = brief["turn_rad"]

    def act(self, observation):
        assert observation["readings"]["depth"].ndim == 2
        distance, angle = observation["readings"]["point_goal"]
        if distance < 0.2:
            return "stop"
        if abs(angle) < self.turn_rad / 2:
            return "forward"
        return {"name": "turn_left" if angle > 0 else "turn_right"}
"""


@cache
def world() -> World:
    return world_named("houses-v1/train/1/2-rooms", body_under(ROBUSTNAV, load_body("locobot")), lit=False)


@cache
def episode(number: int = 1) -> Episode:
    return TASKS["point_goal"].draw(world(), ROBUSTNAV, 5, number).episode


def played(agent: Any, number: int = 1, **more: Any) -> EpisodeLog:
    on_step = more.pop("on_step", None)
    options = RolloutOptions(SMALL, **more)
    return rollout(world(), ROBUSTNAV, episode(number), agent, options=options, on_step=on_step)


def connected(address: str, longest_s: float = 60.0) -> WebSocketAgent:
    """An agent at a server that gives callers little time to open; a busy machine may need several tries."""
    until_s = time.monotonic() + longest_s
    while True:
        try:
            return WebSocketAgent(address)
        except TransportFault:
            if time.monotonic() > until_s:
                raise


@contextlib.contextmanager
def behind_the_shim(
    folder: Path,
    agent: str,
    *python: str,
    environment: Mapping[str, str] | None = None,
    serve: str = "port=0",
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """An agent's source, its class last, behind a copied shim in another process: address and process."""
    name = agent.rpartition("\nclass ")[2].partition(":")[0].partition("(")[0]
    (folder / "shim.py").write_text(Path(shim.__file__).read_text())
    (folder / "mine.py").write_text(f"{agent}\nshim.serve({name}, {serve})\n")
    process = subprocess.Popen(
        [*python, "mine.py"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=folder,
        env=environment,
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split()[-1], process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
