"""Before a run: how many episodes show a drop of a given size, and how long they take."""

from __future__ import annotations

import time
from typing import Any

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.file_episodes.episode_source import read_source
from wayproof.results.estimates.power import pairs_needed, smallest_drop
from wayproof.run.episode_runner import EpisodeRunner
from wayproof.run.folder import Tell, make_plan
from wayproof.suite import Suite
from wayproof.suites import conditions_of

# Twins of one episode that end differently; ours: what a fault of middle strength does to our own agents.
USUAL_DISCORDANCE = 0.3


def outlook(
    suite: Suite,
    agent: str,
    *,
    drop: float,
    power: float,
    alpha: float,
    discordance: float = USUAL_DISCORDANCE,
    probe: int = 3,
    workers: int = 2,
    tell: Tell,
) -> dict[str, Any]:
    """Episodes wanted for a drop, what the suite's own number can show, and hours by a short probe."""
    conditions = len(conditions_of(suite))
    planned = sum(recipe.count or len(read_source(recipe).episodes) for recipe in suite.episodes)
    wanted = pairs_needed(drop, max(discordance, drop), power=power, alpha=alpha)
    second_s = _seconds_per_episode(suite, agent, probe, tell)
    runs = conditions * suite.repeats
    return {
        "suite": suite.name,
        "conditions": conditions,
        "smallest_drop_wanted": drop,
        "episodes_needed": wanted,
        "episodes_planned": planned,
        "smallest_drop_of_planned": smallest_drop(planned, discordance, power=power, alpha=alpha),
        "discordance_assumed": discordance,
        "power": power,
        "alpha": alpha,
        "seconds_per_episode": second_s,
        "hours_for_needed": wanted * runs * second_s / workers / 3600,
        "hours_for_planned": planned * runs * second_s / workers / 3600,
        "workers": workers,
    }


def _seconds_per_episode(suite: Suite, agent: str, probe: int, tell: Tell) -> float:
    """The mean over a few episodes after a first one that warms up; making worlds is part of it."""
    plan = make_plan(suite, limit=probe + 1, tell=tell)
    runner = EpisodeRunner(plan, load_agent(agent))
    runner.check()
    tell(f"a probe of {probe} episodes")
    clean = [item for item in plan.work if item.condition == 0 and item.repeat == 0]
    runner.run(clean[0])
    began_s = time.perf_counter()
    for item in clean[1 : probe + 1] or clean[:1]:
        runner.run(item)
    return (time.perf_counter() - began_s) / max(1, len(clean[1 : probe + 1]))
