"""An agent behind a real socket is tested as deeply as it offers, with the same results as here."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_test_cases import HOUSE
from served_agents import serving

from wayproof.agents.contract import policy
from wayproof.agents.contract.agent_by_name import agent_maker
from wayproof.agents.exploring.object_search import ObjectSearch
from wayproof.agents.frontier_explorer import FrontierExplorer, explore_nearest
from wayproof.agents.seeing.perception import TrueLabels
from wayproof.seeding import generator_for
from wayproof.testing.agent_campaign import CampaignOptions, run_campaign
from wayproof.testing.case_run import CaseRunner, agent_to_test, offers
from wayproof.testing.cases.case_draw import drawn_case
from wayproof.testing.cases.gene_pool import GenePool
from wayproof.wire.server import serve_agent

pytestmark = pytest.mark.slow
GIVES_UP = 10  # the step at which the hasty one says "stop" on its way


class HastySearch(ObjectSearch):
    def _decide(self, plan):
        action = super()._decide(plan)
        return self.claim if self.navigator.step == GIVES_UP else action


class Hasty(FrontierExplorer):
    def start(self, brief, seed) -> None:
        self.policy = HastySearch(brief, self.card, TrueLabels(brief), explore_nearest)

    act, trace, override = policy.act, policy.trace, policy.override
    save, restore = policy.save, policy.restore


def test_a_remote_agent_with_trace_and_override_is_attributed_as_here() -> None:
    case = drawn_case(GenePool((HOUSE,)), generator_for(0, "remote", 0), "case-0000")
    here = CaseRunner(Hasty()).run(case)
    with serving(serve_agent(Hasty)) as address:
        agent = agent_to_test(address)
        assert not offers(agent)
        there = CaseRunner(agent).run(case)
        agent.close()
    assert here.failed and here.source is not None
    assert (here.source.type, here.source.step) == ("DE-1", GIVES_UP)
    assert there == here


def test_a_remote_agent_that_offers_neither_is_tested_by_outcomes_and_told_so(tmp_path: Path) -> None:
    said: list[str] = []
    with serving(serve_agent(agent_maker("random"))) as address:
        options = CampaignOptions(budget=4, houses=1, faults=False)
        found = run_campaign(address, tmp_path, options, lambda result: None, said.append)
    assert found.missing == ("it shows no trace: failures are found, and no capability is judged",)
    assert said == [f"{address}: {found.missing[0]}; docs/guides/your-own-agent.md says how to offer it"]
    assert found.summary["missing"] == list(found.missing)
    failures = [one for one in found.found.results if one.failed]
    assert failures and not any(one.source or one.errors or one.rollouts for one in failures)
    assert (tmp_path / "suite.toml").exists()
