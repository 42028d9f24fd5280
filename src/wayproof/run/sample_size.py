"""Before a run: how many scenes and episodes show a drop of a given size, and how long they take."""

from __future__ import annotations

import time
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import Any

from wayproof.agents.elsewhere.own_process import agent_apart, close_agent
from wayproof.episode_set import Recipe
from wayproof.file_episodes.episode_source import read_source
from wayproof.file_episodes.own_set import is_own, own_set
from wayproof.results.estimates.scene_power import Prospect, scenes_needed, smallest_drop_with_scenes
from wayproof.results.pilot import read_pilot
from wayproof.run.episode_runner import EpisodeRunner
from wayproof.run.folder import Tell, make_plan
from wayproof.suite import Suite
from wayproof.suites import conditions_of

# Twins of one episode that end differently; ours: what a fault of middle strength does to our own agents.
USUAL_DISCORDANCE = 0.3
# How alike the changes of two episodes of one scene are; ours: published runs of our agents in 25 houses have
# -0.01 to 0.11, one of them 0.22.
USUAL_CORRELATION = 0.05


def assumptions(
    pilot: Path | None, discordance: float | None, correlation: float | None
) -> tuple[float, float]:
    """Discordance and scene correlation: as stated, else as a pilot has them, else the usual ones."""
    known = (USUAL_DISCORDANCE, USUAL_CORRELATION) if pilot is None else read_pilot(pilot)[:2]
    return known[0] if discordance is None else discordance, known[1] if correlation is None else correlation


def outlook(
    suite: Suite,
    agent: str,
    *,
    drop: float,
    power: float,
    alpha: float,
    assumed: tuple[float, float] = (USUAL_DISCORDANCE, USUAL_CORRELATION),
    probe: int = 3,
    workers: int = 2,
    tell: Tell,
) -> dict[str, Any]:
    """Scenes and episodes wanted for a drop, what the suite's own can show, and hours by a short probe."""
    found = _numbers(suite, drop, power, alpha, assumed)
    second_s = _seconds_per_episode(suite, agent, probe, tell)
    hours = found["conditions"] * suite.repeats * second_s / workers / 3600
    return found | {
        "seconds_per_episode": second_s,
        "hours_for_needed": found["episodes_needed"] * hours,
        "hours_for_planned": found["episodes_planned"] * hours,
        "workers": workers,
    }


def _numbers(
    suite: Suite, drop: float, power: float, alpha: float, assumed: tuple[float, float]
) -> dict[str, Any]:
    conditions = len(conditions_of(suite))
    sizes = [_size(recipe) for recipe in suite.episodes]
    planned, scenes = (sum(each) for each in zip(*sizes, strict=True))
    prospect = prospect_of(
        drop, *assumed, per_scene=round(planned / scenes), alpha=alpha, comparisons=max(1, conditions - 1)
    )
    wanted = scenes_needed(prospect, power)
    return {
        "suite": suite.name,
        "conditions": conditions,
        "smallest_drop_wanted": drop,
        "scenes_needed": wanted,
        "episodes_needed": wanted * prospect.per_scene,
        "scenes_planned": scenes,
        "episodes_planned": planned,
        "episodes_per_scene": prospect.per_scene,
        "smallest_drop_of_planned": smallest_drop_with_scenes(prospect, scenes, power),
        "discordance_assumed": prospect.discordance,
        "scene_correlation_assumed": prospect.correlation,
        "power": power,
        "alpha": alpha,
        "comparisons": prospect.comparisons,
    }


def prospect_of(
    drop: float, discordance: float, correlation: float, *, per_scene: int, alpha: float, comparisons: int
) -> Prospect:
    """The plan's assumptions. Where few twins differ, scenes cannot be as unlike as stated, but almost."""
    independent = Prospect(drop, max(discordance, drop), 0.0, per_scene, alpha, comparisons)
    return replace(independent, correlation=min(correlation, 0.95 * independent.largest_correlation))


def _size(recipe: Recipe) -> tuple[int, int]:
    """How many episodes a recipe has, and in how many scenes."""
    if recipe.count:
        return recipe.count, ceil(recipe.count / recipe.episodes_per_house)
    episodes = own_set(recipe).episodes if is_own(recipe) else read_source(recipe).episodes
    return len(episodes), len({episode.scene for episode in episodes})


def _seconds_per_episode(suite: Suite, agent: str, probe: int, tell: Tell) -> float:
    """The mean over a few episodes after a first one that warms up; making worlds is part of it."""
    plan = make_plan(suite, limit=probe + 1, tell=tell)
    actor = agent_apart(agent)
    try:
        runner = EpisodeRunner(plan, actor)
        runner.check()
        tell(f"a probe of {probe} episodes")
        clean = [item for item in plan.work if item.condition == 0 and item.repeat == 0]
        runner.run(clean[0])
        began_s = time.perf_counter()
        for item in clean[1 : probe + 1] or clean[:1]:
            runner.run(item)
        return (time.perf_counter() - began_s) / max(1, len(clean[1 : probe + 1]))
    finally:
        close_agent(actor)
