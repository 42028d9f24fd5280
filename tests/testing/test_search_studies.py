"""The study scripts read what `wayproof test` wrote: strategies side by side, repairs tried elsewhere."""

from __future__ import annotations

from pathlib import Path

import compare_searches
import pytest
import repairs_again
from made_case_results import made_case, made_result, made_source

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.errors import InvalidInput
from wayproof.testing.agent_campaign import CampaignOptions, run_campaign
from wayproof.testing.campaign_folder import Journal, Settings, open_campaign


def folder_of(
    tmp_path: Path, strategy: str, seed: int, failing: int, cases: int = 6, agent: str = "a"
) -> Path:
    """A campaign of which the first cases fail, each with another thing."""
    folder = tmp_path / f"{strategy}-{seed}"
    folder.mkdir()
    open_campaign(folder, Settings(agent, cases, seed, strategy, ("houses-v1/val/200",), ()))
    journal = Journal(folder)
    for number in range(cases):
        source = made_source() if number < failing else None
        journal.add(made_result(made_case(number, kind=f"thing {number}"), source))
    return folder


def rows(text: str) -> dict[str, list[str]]:
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()]
    return {row[0]: row[1:] for row in cells if len(row) > 1}


def test_strategies_are_compared_at_equal_budget_with_intervals_over_seeds(tmp_path: Path) -> None:
    found = {"cantest": (4, 5, 3), "random": (2, 2, 2)}
    folders = [
        folder_of(tmp_path, strategy, seed, failing)
        for strategy, several in found.items()
        for seed, failing in enumerate(several)
    ]
    folders.append(folder_of(tmp_path, "random", 3, 6, cases=5))
    text = compare_searches.table([compare_searches.read(one) for one in folders], "cantest")
    table = rows(text)
    assert text.startswith("5 cases each; 4 seeds")
    distinct = 1 + compare_searches.COLUMNS.index("distinct")
    assert table["cantest"][distinct] == "4 (1.52 to 6.48)"  # 4, 5, 3: 4.303 / sqrt(3) on each side
    both = text.rpartition("| random |")[2].split("|")
    assert [one.strip() for one in both[:3]] == ["3", "2 (-0.484 to 4.48)", "+100"]


def test_one_seed_has_no_interval_and_unequal_tests_are_refused(tmp_path: Path) -> None:
    one, other = folder_of(tmp_path, "cantest", 0, 2), folder_of(tmp_path, "random", 0, 1)
    text = compare_searches.table([compare_searches.read(folder) for folder in (one, other)], "cantest")
    assert "one seed: no intervals" in text and "(" not in rows(text)["cantest"][2]
    foreign = folder_of(tmp_path, "random", 1, 1, agent="b")
    with pytest.raises(InvalidInput, match="agent is 'b' in one folder and 'a' in another"):
        compare_searches.table([compare_searches.read(folder) for folder in (one, foreign)], "cantest")


@pytest.mark.slow
def test_a_source_is_tried_with_other_seeds_and_from_places_nearby(tmp_path: Path) -> None:
    agent = f"{Path(repairs_again.__file__).parent / 'faulty_explorers.py'}:Wilful"
    options = CampaignOptions(budget=3, houses=1, faults=False)
    run_campaign(agent, tmp_path, options, lambda result: None, lambda sentence: None)
    failures = repairs_again.attributed(tmp_path, 1)
    assert len(failures) == 1 and failures[0].source.capability == "decision"
    outcomes = repairs_again.study(tmp_path, load_agent(agent), fresh=2, near=2, most=1)
    assert {(kind, capability) for kind, capability, _ in outcomes} == {
        ("fresh seed", "decision"),
        ("neighbouring start", "decision"),
    }
    assert sum(outcomes.values()) == 4
    text = repairs_again.report(outcomes)
    again = sum(count for (*_, what), count in outcomes.items() if what != "succeeds")
    assert len(text.splitlines()) == 6 and (again == 0 or "repaired" in text)
