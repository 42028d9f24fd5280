"""Cases are solvable, changes keep what they promise, and a search depends on its seed alone."""

from __future__ import annotations

import pytest
from made_case_results import made_result, made_source
from msgspec.structs import replace

from wayproof.errors import WayproofError
from wayproof.seeding import generator_for
from wayproof.testing.cases.case_draw import drawn_case
from wayproof.testing.cases.case_episode import episode_of, solvable
from wayproof.testing.cases.gene_pool import GenePool, reaching
from wayproof.testing.cases.mutation import mutated
from wayproof.testing.cases.simpler_case import simpler_cases
from wayproof.testing.search import cantest, rivals
from wayproof.testing.search.strategies import STRATEGIES, strategy_named
from wayproof.vocabulary import AgentCard, Fault

pytestmark = pytest.mark.slow
POOL = GenePool(("houses-v1/val/200", "houses-v1/val/201"), ("missing_depth", "dropped_actions"))


def case_of(number: int = 0):
    return drawn_case(POOL, generator_for(0, "case", number), f"case-{number:04}")


def test_changes_keep_or_leave_the_room_and_can_be_solved() -> None:
    case = case_of()
    mild = mutated(POOL, case, True, generator_for(0, "mild"), "case-0001")
    wild = mutated(POOL, case, False, generator_for(0, "wild"), "case-0002")
    assert (mild.scene, mild.room) == (case.scene, case.room) and mild.kind != case.kind
    assert wild.room != case.room and wild.kind != case.kind
    assert (mild.parent, mild.how, wild.how) == (case.id, "mild", "aggressive")
    for one in (case, mild, wild):
        assert solvable(POOL.world(one.scene), one)


def test_smaller_cases_have_less_and_can_be_solved() -> None:
    case = replace(case_of(), faults=(Fault("missing_depth", 1.0),), people=2, wording=3)
    world = POOL.world(case.scene)
    smaller = list(simpler_cases(world, case))
    assert not smaller[0].faults and smaller[1].people == 0 and smaller[-1].wording == 0
    length_m = episode_of(world, case).shortest_length_m
    for one in smaller[2:-1]:
        assert episode_of(world, one).shortest_length_m < length_m
        assert solvable(world, one)


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_search_depends_on_its_seed_and_results_alone(name: str, monkeypatch) -> None:
    for module in (cantest, rivals):
        monkeypatch.setattr(module, "SEEDS", 2)
    twice = []
    for _ in range(2):
        strategy, cases = strategy_named(name, POOL), []
        for number in range(5):
            case = strategy.propose(number, generator_for(3, name, number), f"case-{number:04}")
            source = made_source() if number % 2 else None
            strategy.learn(made_result(case, source, behaviour="abc"[: number % 3 + 1]))
            cases.append(case)
        twice.append(cases)
    assert twice[0] == twice[1]


def test_only_faults_that_reach_the_agent_are_drawn() -> None:
    seeing = reaching(AgentCard("a", sensors=("rgb",)))
    blind = reaching(AgentCard("b", sensors=("depth", "semantic")))
    assert "low_lighting_robustnav" in seeing and "missing_depth" not in seeing
    assert "missing_depth" in blind and "low_lighting_robustnav" not in blind
    assert "dropped_actions" in seeing and "dropped_actions" in blind


def test_an_unknown_strategy_is_refused() -> None:
    with pytest.raises(WayproofError, match="cantest"):
        strategy_named("canest", POOL)
