"""The adversary changes severity, onset, wording and fault alone, and leaves what has failed or holds out."""

from __future__ import annotations

import pytest
from made_case_results import made_case, made_result
from msgspec.structs import replace

from wayproof.seeding import generator_for
from wayproof.testing.cases.gene_pool import GenePool
from wayproof.testing.search import adversary
from wayproof.testing.search.adversary import PATIENCE, Adversary, changed, strain_of
from wayproof.vocabulary import Fault

POOL = GenePool(("houses-v1/val/200",), ("missing_depth", "gps_noise"))


@pytest.fixture
def search(monkeypatch) -> Adversary:
    monkeypatch.setattr(adversary, "SEEDS", 0)
    monkeypatch.setattr(adversary, "AFRESH", 0.0)
    return Adversary(POOL)


def test_nothing_else_is_changed() -> None:
    case = made_case(0, faults=(Fault("gps_noise", 0.4),), people=2, light="evening")
    for number in range(40):
        found = changed(POOL, case, generator_for(0, "changed", number))
        assert replace(found, faults=case.faults, wording=case.wording) == case
        assert found.faults == case.faults or found.wording == case.wording


def test_a_fault_grows_level_by_level_and_then_acts_from_the_first_step() -> None:
    fault = Fault("gps_noise", 0.8, onset_step=20)
    assert adversary._stronger(fault) == Fault("gps_noise", 1.0, onset_step=20)
    assert adversary._stronger(Fault("gps_noise", 1.0, onset_step=20)) == Fault("gps_noise", 1.0)


def test_the_case_nearest_to_failing_is_worked_on_and_left_once_it_fails(search: Adversary) -> None:
    easy, hard = made_case(0), made_case(1)
    search.learn(made_result(easy, steps=20))
    search.learn(made_result(hard, steps=280, errors={"PE-1": 1}))
    tried = search.propose(2, generator_for(0, 2), "case-0002")
    assert (tried.parent, tried.kind, tried.start, tried.how) == (hard.id, hard.kind, hard.start, "adversary")
    search.learn(made_result(tried, failed=True))
    assert search.propose(3, generator_for(0, 3), "case-0003").parent == easy.id


def test_what_comes_nearer_is_changed_further(search: Adversary) -> None:
    first = made_case(0)
    search.learn(made_result(first, steps=20))
    tried = search.propose(1, generator_for(0, 1), "case-0001")
    search.learn(made_result(tried, steps=200))
    assert search.propose(2, generator_for(0, 2), "case-0002").parent == tried.id


def test_what_holds_out_is_given_up(search: Adversary) -> None:
    search.learn(made_result(made_case(0), steps=100))
    for number in range(PATIENCE):
        search.learn(
            made_result(search.propose(9, generator_for(0, number), f"case-{number + 1:04}"), steps=50)
        )
    assert not search.targets


def test_strain_grows_with_steps_and_errors() -> None:
    calm, slow = made_result(made_case(0), steps=20), made_result(made_case(0), steps=200)
    wrong = made_result(made_case(0), steps=20, errors={"PL-1": 3})
    assert strain_of(calm) < strain_of(wrong) < strain_of(slow) <= 1.0
