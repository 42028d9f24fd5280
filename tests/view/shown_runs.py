"""What the viewer's tests show: runs made by hand, a real one made in this process, and a hostile one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from made_logs import PROTOCOL, goal_at, made_log, straight
from msgspec.structs import replace

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.episode_set import Recipe
from wayproof.log import EpisodeLog, encode_log
from wayproof.log_files import write_logs
from wayproof.run.episode_runner import EpisodeRunner
from wayproof.run.store import Writer
from wayproof.run.study import Options, open_study
from wayproof.suite import Camera, ConditionLine, Suite
from wayproof.vocabulary import Action, Goal, Observation

HOSTILE = (
    "<script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">"
    "\x00\x07\x1b[31m\u202egnorw\u202c\u200b"
    + "]]></bdi></p><style>*{display:none}</style>"
    + "go on " * 17_000  # 100 kB
)


@dataclass(frozen=True)
class SmallRun:
    """A run folder and the logs in it."""

    folder: Path
    logs: tuple[EpisodeLog, ...]


def pair(episode: str, *, reached: bool = True, lost: bool = False, **more: Any) -> list[EpisodeLog]:
    """A clean episode of six steps and its twin in fog, which parts from it after the second."""
    clean = straight(0, 0.5, 1, 1.5, 2, 2.5) if reached else straight(0, 0.1)
    foggy = [*clean[:3], *((x, 0.0, 0.5) for x, _, _ in clean[3:])] if not lost else straight(0, 0.5, 1, 1)
    common = {"id": episode, "shortest_length_m": 3.0, **more}
    return [
        made_log(clean, **common),
        made_log(foggy, condition="fog", seen=[9, *range(1, len(foggy))], bumped=(2,), **common),
    ]


def made_run(folder: Path, logs: Sequence[EpisodeLog] | None = None) -> Path:
    """Log files without a run around them."""
    write_logs(folder / "logs" / "a.waylog", some_logs() if logs is None else logs)
    return folder


def some_logs() -> list[EpisodeLog]:
    """Episode e1 reached both times, e2 lost to the fog, e3 failed both times; e1 also without a motor."""
    first = pair("e1", instructions=("Go to the red chair.",))
    masked = replace(first[1], instructions=("Go to the [MASK] chair.",))
    alone = made_log(
        straight(0, 0, 0), id="e1", condition="motor_failure", end=None, shortest_length_m=3.0, reason="steps"
    )
    return [first[0], masked, *pair("e2", lost=True), *pair("e3", reached=False), alone]


def following_logs() -> list[EpisodeLog]:
    """In e1 the person's short walk stays in reach, in e2 it leads away; nobody knows a shortest way."""
    logs = []
    for name, walk in (("e1", (-1.5, -2.0, -2.5)), ("e2", (-2.0, -6.0, -9.0))):
        places = [(0.0, 0.0, z) for z in walk]
        logs.append(
            made_log(
                straight(0, 0, 0),
                goals=[Goal("follow_person", person=0)],
                people=[[(*place, 0.0)] for place in places],
                end=None,
                protocol=replace(PROTOCOL, task="person_following"),
                people_ways_m=(tuple(places),),
                id=name,
            )
        )
    return logs


def language_logs() -> list[EpisodeLog]:
    """Of three goals, e1 finds two and stops before the third; e2 finds none."""
    goals = [goal_at(x, text=f"the chair at {x:g} m", shortest_length_m=1.0) for x in (1.0, 2.0, 3.0)]
    common: dict[str, Any] = {
        "goals": goals,
        "protocol": replace(PROTOCOL, task="language_goals", one_by_one=True, success_distance_m=0.1),
    }
    return [
        made_log(
            straight(0, 1, 1, 2), actions=["forward", "found", "forward"], end="found", id="e1", **common
        ),
        made_log(straight(0, 0.5), id="e2", **common),
    ]


def hostile_logs() -> list[EpisodeLog]:
    """Words, names and traces by somebody who wants to break the page."""
    clean, fog = pair("</td><script>document.title='taken'</script>", instructions=("go on",))
    thought = {"perception": {"<b>x</b>": HOSTILE[:300]}, "plan": [["<i>", 1]], "decision": "<u>stop</u>"}
    told = replace(fog, instructions=(HOSTILE,), trace=tuple(thought for _ in fog.steps.action))
    return [clean, told]


def small_suite(width_px: int = 40, height_px: int = 30) -> Suite:
    return Suite(
        name="shown",
        version=1,
        summary="for tests of the viewer",
        episodes=(Recipe("point_goal", 2, "robustnav", split="train", rooms=2),),
        conditions=(
            ConditionLine(("gaussian_depth_noise:1",), name="depth noise"),
            ConditionLine(("missing_depth:0.8",), name="missing depth"),
            ConditionLine(("dropped_actions:1",), name="dropped commands"),
        ),
        camera=Camera(width_px=width_px, height_px=height_px),
    )


def dark_suite() -> Suite:
    """Two searches for a thing, by day and in the dark."""
    return Suite(
        name="dark",
        version=1,
        summary="for tests of trace pictures",
        episodes=(Recipe("object_goal", 2, "habitat", split="train", rooms=2, episodes_per_house=2),),
        conditions=(ConditionLine(("low_lighting_navtrust:1",), name="dark"),),
        camera=Camera(width_px=128, height_px=96),
    )


class Impatient:
    """An agent that stops after some steps, so that a test takes seconds."""

    def __init__(self, agent: Any, most_steps: int) -> None:
        self._agent, self._most_steps = agent, most_steps
        self.card, self.start, self.trace = agent.card, agent.start, agent.trace

    def act(self, observation: Observation) -> Action:
        action: Action = self._agent.act(observation)
        return Action("stop") if observation.step >= self._most_steps else action


def thinking_run(folder: Path, *, agent: str = "value_explorer", most_steps: int = 14) -> SmallRun:
    """Real, short, with an agent that sees by its own eyes."""
    return finished(dark_suite(), folder, agent, Impatient(load_agent(agent), most_steps))


def real_run(folder: Path, *, agent: str = "map_and_plan", **size: int) -> SmallRun:
    """A finished run, made here without workers."""
    return finished(small_suite(**size), folder, agent, load_agent(agent))


def finished(suite: Suite, folder: Path, name: str, agent: Any) -> SmallRun:
    """A run folder with all its episodes and the agent's trace."""
    study = open_study(suite, name, folder, Options(keep_trace=True), tell=lambda text: None)
    runner = EpisodeRunner(study.plan, agent, keep_trace=True)
    writer = Writer(folder, "one")
    logs = tuple(runner.run(work) for work in study.mine)
    for log in logs:
        writer.append(encode_log(log))
    writer.close()
    return SmallRun(folder, logs)
