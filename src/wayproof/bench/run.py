"""The run engine beside the bare simulator: how many steps a second survive workers, logs and the store.

The agent does nothing but turn and go, at 256 x 256 RGB-D. Both sides play the same episodes and are timed
from the first finished one to the last: start-up is left out, going over to the second house is not.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from wayproof.bench import branches, isolation
from wayproof.episode.trial import Trial
from wayproof.episode_set import Recipe
from wayproof.log_files import stored_logs
from wayproof.run.folder import make_plan
from wayproof.run.study import Options, open_study, run_study
from wayproof.run.worker import Report
from wayproof.sensors import sensors_for
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.suite import Camera, Suite
from wayproof.vocabulary import Action, AgentCard, Brief, Observation

AREA = "run"
SIDE_PX = 256
EPISODES_PER_HOUSE = 8
HOUSES = 2


class Spinner:
    """An agent that costs nothing: goes and turns until the steps run out."""

    card = AgentCard("spinner", "goes and turns", sensors=("rgb", "depth"))

    def start(self, brief: Brief, seed: int) -> None:
        pass

    def act(self, observation: Observation) -> Action:
        return Action("turn_left" if observation.step % 4 == 3 else "forward")


def rows() -> list[dict[str, Any]]:
    """Steps a second: one worker beside the bare simulator, two workers beside one; isolation; branches."""
    bare = _bare()
    one, two = _engine(1), _engine(2)
    return [
        _row("engine, 1 worker", one, "bare simulator", bare),
        _row("engine, 2 workers", two, "engine, 1 worker", one),
        *isolation.rows(AREA),
        *branches.rows(AREA),
    ]


def _suite() -> Suite:
    recipe = Recipe(
        "point_goal", HOUSES * EPISODES_PER_HOUSE, "robustnav", episodes_per_house=EPISODES_PER_HOUSE
    )
    return Suite("bench", 1, "speed", (recipe,), camera=Camera(width_px=SIDE_PX, height_px=SIDE_PX))


def _bare() -> float:
    """The same steps in this process: render, act, and nothing else."""
    plan = make_plan(_suite())
    protocol = plan.protocols[0]
    body = body_under(protocol, load_body(protocol.body))
    sensors = sensors_for(body, Spinner.card.sensors, settings=plan.settings)
    steps = 0
    ends: list[float] = []
    for episode in plan.sets[0].episodes:
        trial = Trial(world_named(episode.scene, body), protocol, episode, sensors)
        while trial.outcome is None:
            trial.rig.read(trial.state, start=episode.start, goal_m=trial.present.position_m)
            trial.act(Action("turn_left" if trial.state.step % 4 == 3 else "forward"))
        steps, ends = steps + trial.state.step, [*ends, time.perf_counter()]
    return _rate(steps, ends, 1)


def _engine(workers: int) -> float:
    """Steps a second between the first and the last finished episode of all workers."""
    ends: list[float] = []

    def heard(report: Report) -> None:
        if report.kind == "done":
            ends.append(time.perf_counter())

    with tempfile.TemporaryDirectory() as folder:
        study = open_study(
            _suite(), f"{__name__}:Spinner", Path(folder), Options(workers=workers), tell=lambda _: None
        )
        run_study(study, workers, on_report=heard, tell=lambda _: None)
        steps = sum(len(log.steps.action) for log in stored_logs(study.folder))
    return _rate(steps, ends, workers)


def _rate(steps: int, ends: list[float], workers: int) -> float:
    """Steps a second, without the first episode of each worker, which carries its start-up."""
    share = (len(ends) - workers) / len(ends)
    return steps * share / (ends[-1] - ends[workers - 1])


def _row(name: str, value: float, peer: str, peer_value: float) -> dict[str, Any]:
    return {
        "area": AREA,
        "name": name,
        "value": value,
        "unit": "steps/s",
        "peer": peer,
        "peer_value": peer_value,
        "ratio": value / peer_value,
    }
