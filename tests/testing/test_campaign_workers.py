"""A campaign with two workers finds what one finds, and its failures are a suite that runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.run.episode_runner import EpisodeRunner
from wayproof.run.folder import make_plan
from wayproof.suites import load_suite
from wayproof.testing.agent_campaign import CampaignOptions, Findings, run_campaign
from wayproof.testing.campaign_folder import JOURNAL
from wayproof.testing.failure_groups import distinct

BUDGET = 5


def findings_of(folder: Path, workers: int) -> Findings:
    options = CampaignOptions(BUDGET, houses=1, workers=workers)
    return run_campaign("random", folder, options, lambda result: None, lambda sentence: None)


@pytest.mark.slow
def test_two_workers_find_what_one_finds(tmp_path: Path) -> None:
    one, two = (findings_of(tmp_path / str(count), count) for count in (1, 2))
    assert one.found == two.found and one.summary == two.summary
    assert (tmp_path / "1" / JOURNAL).read_bytes() == (tmp_path / "2" / JOURNAL).read_bytes()
    assert one.missing  # it shows no trace, and is told what that costs
    failures = distinct(one.found.results)
    assert failures and all(result.type == "unattributed" for result in failures)
    plan = make_plan(load_suite(tmp_path / "1" / "suite.toml"))
    assert [episode.id for episode in plan.sets[0].episodes] == [result.case.id for result in failures]
    faulty = [result.case for result in failures if result.case.faults]
    kept = {episode.id: episode.faults for episode in plan.sets[0].episodes}
    assert all(kept[case.id] == case.faults for case in faulty)
    runner = EpisodeRunner(plan, load_agent("random"))
    log = runner.run(plan.work[0])
    assert (log.outcome.reason, len(log.steps.action)) == (failures[0].outcome, failures[0].steps)
