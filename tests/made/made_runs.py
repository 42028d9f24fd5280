"""Run folders for tests: logs written by hand into a real folder, or a real run in this process."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from made_logs import goal_at, made_log, straight
from msgspec.structs import replace

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.episode_set import EpisodeSet, Recipe
from wayproof.log import Comparable, EpisodeLog, MitigatedWords, Outcome, encode_log, protocol_hash
from wayproof.manifest import Manifest, StopRule
from wayproof.run.episode_runner import EpisodeRunner
from wayproof.run.folder import make_plan, open_folder
from wayproof.run.plan import Plan
from wayproof.run.store import Writer
from wayproof.suite import Camera, ConditionLine, Suite
from wayproof.tasks.point_goal import ROBUSTNAV
from wayproof.vocabulary import AgentCard, Episode, Point

FAULTS = {
    "fog": "fog:0.6",
    "dust": "spatter_robustnav:1",
    "half drift": "motion_drift:0.5",
    "full drift": "motion_drift:1",
    "black box": "prefix_black_box:1",
}
GOAL = goal_at(3.0)
WON = straight(0, 1, 2, 3)  # to the goal
LOST = straight(0, 0.5, 1.5)  # a touch half-way and a stop there


def write_run(
    folder: Path,
    wins: Mapping[str, Sequence[bool]],
    *,
    scenes: int = 4,
    agent: AgentCard | None = None,
    repeats: int = 1,
    left_out: int = 0,
    stop: StopRule | None = None,
    spoken: Mapping[str, str] | None = None,
    mended: Mapping[str, str] | None = None,
    broken: Mapping[tuple[str, int], Outcome] | None = None,
    thinks: Mapping[str, dict[str, Any]] | None = None,
    stays: Collection[tuple[str, int]] = (),
    **suite: Any,
) -> Path:
    """A folder as `run` leaves it. `wins`: success of each episode by condition, "clean" first.

    With repeats, `wins` has the first repeat of all episodes, then the second. `left_out`: pieces not done.
    `mended`: the instruction as the safeguard gave it, by condition.
    `thinks`: what the agent thinks at every step, by condition. `stays`: episodes that end where they began.
    """
    card = agent or AgentCard("made", sensors=("rgb",), version="1")
    count = len(wins["clean"]) // repeats
    plan = _plan(count, scenes, repeats, [name for name in wins if name != "clean"], suite)
    hashes = tuple(protocol_hash(Comparable(one, plan.settings, "houses-v1")) for one in plan.protocols)
    manifest = Manifest(plan.suite, card.name, card, plan.digest, len(plan.work), hashes, stop=stop)
    open_folder(folder, plan, manifest)
    writer = Writer(folder, "made")
    for item in list(plan.work)[: len(plan.work) - left_out]:
        condition = plan.conditions[item.condition]
        won = wins[condition.name][item.episode + item.repeat * count]
        points = straight(0) if (condition.name, item.episode) in stays else WON if won else LOST
        log = _log(plan, plan.episode(item), points, card)
        said = (spoken or {}).get(condition.name, (spoken or {}).get("clean"))
        outcome = (broken or {}).get((condition.name, item.episode), log.outcome)
        trace = tuple((thinks or {}).get(condition.name) or {} for _ in log.steps.action) if thinks else ()
        log = replace(log, condition=condition, repeat=item.repeat, outcome=outcome, trace=trace)
        if (read := (mended or {}).get(condition.name)) is not None:
            log = replace(log, mitigation="safeguard", mitigated=MitigatedWords((read,)))
        writer.append(encode_log(log if said is None else replace(log, instructions=(said,))))
    writer.close()
    return folder


def _plan(count: int, scenes: int, repeats: int, conditions: Sequence[str], suite: dict[str, Any]) -> Plan:
    episodes = tuple(
        Episode(
            id=f"e{k:03d}",
            scene=f"elsewhere/{k % scenes}",
            task="point_goal",
            start=made_log().episode.start,
            goals=(GOAL,),
            shortest_length_m=3.0,
            labels={"difficulty": ("easy", "hard")[k % 2]},
        )
        for k in range(count)
    )
    made = Suite(
        **{"name": "made", "version": 1, "summary": "made by hand"} | suite,
        episodes=(Recipe("point_goal", count, "robustnav"),),
        conditions=tuple(ConditionLine((FAULTS.get(name, "motor_failure"),), name) for name in conditions),
        repeats=repeats,
    )
    return Plan(made, (EpisodeSet(made.episodes[0], episodes, {}, ()),))


def _log(plan: Plan, episode: Episode, points: list[Point], card: AgentCard) -> EpisodeLog:
    log = made_log(points, goals=[GOAL], protocol=ROBUSTNAV, bumped=(2,) if points == LOST else ())
    comparable = Comparable(plan.protocols[0], plan.settings, "houses-v1")
    return replace(log, comparable=comparable, agent=card, episode=episode)


def really_run(folder: Path) -> None:
    """Real logs, in this process."""
    suite = Suite(
        name="small",
        version=1,
        summary="for tests",
        episodes=(Recipe("point_goal", 2, "robustnav", split="train", rooms=2, episodes_per_house=2),),
        conditions=(ConditionLine(("depth_quantisation:1",)), ConditionLine(("motion_drift:1",))),
        camera=Camera(width_px=32, height_px=24),
    )
    agent, plan = load_agent("map_and_plan"), make_plan(suite)
    hashes = tuple(protocol_hash(Comparable(one, plan.settings, "houses-v1")) for one in plan.protocols)
    open_folder(
        folder, plan, Manifest(suite, "map_and_plan", agent.card, plan.digest, len(plan.work), hashes)
    )
    writer, runner = Writer(folder, "real"), EpisodeRunner(plan, agent)
    for item in plan.work:
        writer.append(encode_log(runner.run(item)))
    writer.close()


def really_seen(most_steps: int) -> tuple[EpisodeLog, EpisodeLog]:
    """One real search by learned eyes, cut short, by day and in the dark; its thoughts are kept."""
    suite = Suite(
        name="dark",
        version=1,
        summary="for tests",
        episodes=(Recipe("object_goal", 1, "habitat", split="train", rooms=2, episodes_per_house=2),),
        conditions=(ConditionLine(("low_lighting_navtrust:1",), "dark"),),
        camera=Camera(width_px=128, height_px=96),
    )
    (drawn,) = make_plan(suite).sets
    short = tuple(replace(episode, maximum_steps=most_steps) for episode in drawn.episodes)
    plan = Plan(suite, (replace(drawn, episodes=short),))
    runner = EpisodeRunner(plan, load_agent("value_explorer"), keep_trace=True)
    clean, dark = (runner.run(item) for item in plan.work)
    return clean, dark
