"""What it costs to keep an agent in a process of its own: a step there beside the same step in ours.

Both copies of the agent are asked about the same observations, in turns, so that other work on
the machine falls on both alike. CPU time is that of both processes. The clock counts what a run waits for;
on a machine with other work it grows, because two processes then wait for their turns.
"""

from __future__ import annotations

import contextlib
import sys
import time
from typing import Any

import numpy as np
from msgspec.structs import replace

from wayproof.agents import Agent
from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.agents.elsewhere.own_process import OwnProcessAgent
from wayproof.episode.options import RolloutOptions
from wayproof.episode.rollout import rollout
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.vocabulary import Action, Brief, Observation, Settings

AGENT, SCENE = "value_explorer", "houses-v1/train/1/4-rooms"
SIZE_PX = (224, 168)
STEPS, WARM_UP = 600, 10


class Both:
    """Asks two agents the same, and keeps the seconds that each step took: by the clock and of CPU."""

    def __init__(self, here: Agent, apart: OwnProcessAgent) -> None:
        self.card, self._here, self._apart = here.card, here, apart
        self.taken_s: dict[str, list[tuple[float, float]]] = {"here": [], "apart": []}

    def start(self, brief: Brief, seed: int) -> None:
        self._here.start(brief, seed)
        self._apart.start(brief, seed)

    def act(self, observation: Observation) -> Action:
        agents: list[tuple[str, Agent]] = [("here", self._here), ("apart", self._apart)]
        if observation.step % 2:
            agents.reverse()
        for name, agent in agents:
            clock_s, cpu_s = time.perf_counter(), self._cpu_s()
            action = agent.act(observation)
            self.taken_s[name].append((time.perf_counter() - clock_s, self._cpu_s() - cpu_s))
        return action

    def _cpu_s(self) -> float:
        there_s = 0.0
        if sys.platform == "linux" and self._apart.pid is not None:
            there_s = time.clock_gettime((~self._apart.pid << 3) | 2)  # the CPU clock of another process
        return time.process_time() + there_s


def rows(area: str) -> list[dict[str, Any]]:
    """Milliseconds a step, apart beside in process; takes about twenty seconds. CPU time on Linux only."""
    protocol = TASKS["object_goal"].protocol("habitat")
    world = world_named(SCENE, body_under(protocol, load_body(protocol.body)))
    settings = Settings(width_px=SIZE_PX[0], height_px=SIZE_PX[1])
    options = RolloutOptions(settings, step_limit_s=600.0)
    with contextlib.closing(OwnProcessAgent(AGENT)) as apart:
        both, index = Both(load_agent(AGENT), apart), 0
        while len(both.taken_s["here"]) < STEPS:
            episode = TASKS["object_goal"].draw(world, protocol, 1, index).episode
            rollout(world, protocol, replace(episode, maximum_steps=STEPS), both, options=options)
            index += 1
    here, there = (1e3 * np.array(both.taken_s[name][WARM_UP:]) for name in ("here", "apart"))
    kinds = ["ms", "CPU ms"] if sys.platform == "linux" else ["ms"]
    return [  # the ratio is the median over pairs: steps are unlike each other
        {
            "area": area,
            "name": f"{AGENT}'s step in a process of its own",
            "value": float(np.median(there[:, column])),
            "unit": unit,
            "peer": "in process",
            "peer_value": float(np.median(here[:, column])),
            "ratio": float(np.median(here[:, column] / there[:, column])),
        }
        for column, unit in enumerate(kinds)
    ]
