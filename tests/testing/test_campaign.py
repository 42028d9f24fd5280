"""A campaign is the same after any interruption and with any number of workers; its journal decides."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from made_case_results import made_case, made_result, made_source

from wayproof.errors import InvalidInput
from wayproof.testing import campaign as campaigns
from wayproof.testing.campaign import campaign
from wayproof.testing.campaign_folder import JOURNAL, Settings, open_campaign
from wayproof.testing.case_result import CaseResult
from wayproof.testing.cases.case import Case
from wayproof.testing.failure_groups import (
    MOST_CLUSTERS,
    by_capability,
    by_type,
    clusters,
    distinct,
    harmless,
)
from wayproof.testing.failure_types import TYPES
from wayproof.vocabulary import Fault

SETTINGS = Settings("agent", 10, 0, "made", ("houses-v1/val/200",), ())


class Growing:
    """Proposes what depends on everything that it has learnt."""

    def __init__(self) -> None:
        self.learnt = 0

    def propose(self, number: int, rng: np.random.Generator, name: str) -> Case:
        kind = f"thing-{self.learnt}-{rng.integers(1000)}"
        return made_case(number, kind)

    def learn(self, result: CaseResult) -> None:
        self.learnt += result.failed


class Counting:
    """Fails every third case; stops after so many."""

    def __init__(self, most: int = 1000) -> None:
        self.most, self.ran, self.shrunk = most, [], []

    def run(self, cases: Sequence[Case]):
        for case in cases:
            if len(self.ran) == self.most:
                raise KeyboardInterrupt
            self.ran.append(case.id)
            source = made_source() if int(case.id[-4:]) % 3 == 0 else None
            yield made_result(case, source)

    def shrink(self, results: Sequence[CaseResult]):
        self.shrunk += [one.case.id for one in results]
        return iter(results)


@pytest.fixture(autouse=True)
def strategy(monkeypatch):
    monkeypatch.setattr(campaigns, "strategy_named", lambda name, pool: Growing())


def run(folder: Path, workers: Counting):
    folder.mkdir(exist_ok=True)
    open_campaign(folder, SETTINGS)
    return campaign(folder, SETTINGS, workers, lambda result: None)


def test_stopped_and_resumed_it_finds_the_same(tmp_path: Path) -> None:
    whole = run(tmp_path / "whole", Counting())
    assert [one.case.id for one in whole.results] == [f"case-{number:04}" for number in range(10)]
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "stopped", Counting(most=6))
    torn = (tmp_path / "stopped" / JOURNAL).read_bytes()[:-20]
    (tmp_path / "stopped" / JOURNAL).write_bytes(torn)
    rest = Counting()
    resumed = run(tmp_path / "stopped", rest)
    assert resumed == whole
    assert rest.ran == [f"case-{number:04}" for number in range(5, 10)]
    again = Counting()
    assert run(tmp_path / "stopped", again) == whole and not again.ran and not again.shrunk


def test_another_campaign_in_the_folder_is_refused(tmp_path: Path) -> None:
    open_campaign(tmp_path, SETTINGS)
    with pytest.raises(InvalidInput, match="holds another campaign: seed 0, not 1"):
        open_campaign(tmp_path, Settings("agent", 10, 1, "made", ("houses-v1/val/200",), ()))
    open_campaign(tmp_path, Settings("agent", 20, 0, "made", ("houses-v1/val/200",), ()))


def test_failures_are_told_apart_by_signature_and_put_together_by_type() -> None:
    results = [
        made_result(made_case(0), made_source(), steps=90),
        made_result(made_case(1), made_source(), steps=50),
        made_result(made_case(2, "bed", "bedroom"), made_source("plan", "PL-1")),
        made_result(made_case(3), failed=True),
        made_result(made_case(4), errors={"DE-1": 2}),
    ]
    assert [one.case.id for one in distinct(results)] == ["case-0001", "case-0002", "case-0003"]
    assert by_type(results) == {"PE-1": 2, "PL-1": 1, "unattributed": 1}
    assert by_capability(results) == {
        "perception": 2,
        "memory": 0,
        "plan": 1,
        "decision": 0,
        "unattributed": 1,
    }
    found = clusters(results)
    assert [one.easiest.type for one in found] == ["PE-1", "PL-1", "unattributed"]
    assert len(found[0].results) == 2 and found[0].easiest.case.id == "case-0001"
    assert harmless(results) == {"DE-1": 2}
    assert len(TYPES) == 8


def test_a_cluster_has_one_type_one_end_and_the_same_troubles() -> None:
    fault = (Fault("missing_depth", 1.0),)
    results = [
        made_result(made_case(0), made_source()),
        made_result(made_case(1, faults=fault), made_source()),
        made_result(made_case(2, light="evening"), made_source()),
        made_result(made_case(3), made_source(), outcome="steps"),
        made_result(made_case(4, kind="bed"), made_source()),
    ]
    assert [len(one.results) for one in clusters(results)] == [2, 1, 1, 1]
    many = [
        made_result(made_case(number), made_source(), outcome=f"end {number // 2}") for number in range(60)
    ]
    lone = made_result(made_case(99), made_source("plan", "PL-1"))
    kept = clusters([*many, lone])
    assert len(kept) == MOST_CLUSTERS and kept[-1].results == (lone,)  # of every type there is one
