"""`wayproof test`: a campaign from an agent's name to a folder with its failures, numbers and suite."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from wayproof.agents.elsewhere.own_process import close_agent
from wayproof.errors import InvalidInput
from wayproof.run.store import locked
from wayproof.sensors import sensors_for
from wayproof.simulator.body import load_body
from wayproof.simulator.worlds import house_name
from wayproof.storage import write_atomically
from wayproof.tasks import TASKS
from wayproof.tasks.object_in_room import TASK
from wayproof.testing.campaign import Found, campaign
from wayproof.testing.campaign_folder import Settings, open_campaign
from wayproof.testing.case_result import CaseResult
from wayproof.testing.case_run import RunnerOptions, agent_to_test, camera_settings, offers
from wayproof.testing.case_suite import SETS, SUITE_FILE, write_suite
from wayproof.testing.case_workers import workers_for
from wayproof.testing.cases.gene_pool import lights_for, reaching
from wayproof.testing.failure_groups import distinct
from wayproof.testing.search.strategies import strategy_named
from wayproof.testing.summary import summary_of
from wayproof.testing.writing.case_writer import GRAMMAR, writer_for

SUMMARY = "summary.json"
FIRST_HOUSE = 200  # of the split val: houses that no suite of ours uses
MOST_WORKERS = 64


@dataclass(frozen=True)
class CampaignOptions:
    """How an agent is tested; `workers` changes nothing but the time it takes."""

    budget: int = 40
    seed: int = 0
    strategy: str = "cantest"
    houses: int = 4
    faults: bool = True
    lights: bool = True
    people: bool = False
    constraints: bool = False
    confounders: bool = False
    symbolic: bool = False
    rig: str | None = None
    words: str = GRAMMAR
    most_rollouts: int = 16
    workers: int = 1


@dataclass(frozen=True)
class Findings:
    """What a test has found; `missing`: what the agent does not offer, and what that costs."""

    found: Found
    summary: dict[str, Any]
    folder: Path
    missing: tuple[str, ...]


def run_campaign(
    agent: str,
    folder: Path,
    options: CampaignOptions,
    on_result: Callable[[CaseResult], None],
    tell: Callable[[str], None],
) -> Findings:
    """Test an agent, or go on with a test that was stopped."""
    writer = writer_for(options.words, folder, tell)
    settings, missing = _settings(agent, options)
    for sentence in missing:
        tell(f"{agent}: {sentence}; docs/guides/your-own-agent.md says how to offer it")
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder):
        open_campaign(folder, settings)
        how = RunnerOptions(options.houses, options.most_rollouts, options.rig)
        with workers_for(agent, options.workers, how) as workers:
            found = campaign(folder, settings, workers, on_result, writer)
        summary = summary_of(found, missing)
        _write(folder, found, summary)
    return Findings(found, summary, folder, tuple(missing))


def _settings(name: str, options: CampaignOptions) -> tuple[Settings, list[str]]:
    """What decides the campaign, checked before the first case; and what the agent does not offer."""
    _check(options)
    agent = agent_to_test(name)
    card, missing = agent.card, offers(agent)
    close_agent(agent)
    sensors_for(load_body(TASKS[TASK].protocol().body), card.sensors, settings=camera_settings(options.rig))
    scenes = tuple(house_name("val", FIRST_HOUSE + number) for number in range(options.houses))
    settings = Settings(
        agent=name,
        budget=options.budget,
        seed=options.seed,
        strategy=options.strategy,
        scenes=scenes,
        faults=reaching(card) if options.faults else (),
        lights=lights_for(card) if options.lights else (),
        people=options.people,
        constraints=options.constraints,
        confounders=options.confounders,
        symbolic=options.symbolic,
        rig=options.rig,
        words=options.words,
        most_rollouts=options.most_rollouts,
    )
    strategy_named(options.strategy, settings.pool)
    return settings, missing


def _check(options: CampaignOptions) -> None:
    if options.budget < 1:
        raise InvalidInput(f"budget is {options.budget}; give 1 or more test cases")
    if not 1 <= options.workers <= MOST_WORKERS:
        raise InvalidInput(f"workers is {options.workers}; give 1 to {MOST_WORKERS}")
    if not 1 <= options.houses <= 50:
        raise InvalidInput(f"houses is {options.houses}; give 1 to 50")
    if options.most_rollouts < 1:
        raise InvalidInput(f"rollouts is {options.most_rollouts}; give 1 or more for each failure")


def _write(folder: Path, found: Found, summary: dict[str, Any]) -> None:
    """The suite of the failures and the numbers."""
    settings, failures = found.settings, distinct(found.results)
    if failures:
        short = re.sub(r"[^\w.@-]+", "-", settings.agent.rpartition("/")[2])
        words = {
            "agent": short,
            "strategy": settings.strategy,
            "seed": settings.seed,
            "budget": settings.budget,
        }
        write_suite(folder, settings.pool, failures, words, settings.rig)
    else:
        for name in (SUITE_FILE, *SETS.values()):
            (folder / name).unlink(missing_ok=True)
    write_atomically(folder / SUMMARY, msgspec.json.format(msgspec.json.encode(summary), indent=2))
