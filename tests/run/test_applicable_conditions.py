"""What cannot reach an agent is not run; a suite of which nothing can is refused before the first episode."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from small_suites import digests, run_small, small_suite

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.errors import InvalidInput
from wayproof.manifest import read_manifest, write_manifest
from wayproof.results.run_folder import read_run
from wayproof.results.table import table_of
from wayproof.run.applicable_conditions import check_some_apply, not_applicable
from wayproof.run.merge import merge
from wayproof.run.study import Options, open_study
from wayproof.suites import load_suite
from wayproof.vocabulary import AgentCard

MIXED = small_suite("fog:0.5", "depth_lag:0.5", "motor_failure", "inject_white_box", episodes=2)
EXPERTS = Path(__file__).parents[1] / "made" / "seeing_experts.py"


def _verdicts(folder: Path) -> dict[str, str]:
    (part,) = read_run(folder).parts
    return {line.name: line.verdict for line in table_of(part).conditions}


@pytest.mark.parametrize(
    ("agent", "missed"),
    [
        ("oracle", {"fog:0.5", "depth_lag:0.5", "inject_white_box:1"}),
        (f"{EXPERTS}:RgbExpert", {"depth_lag:0.5", "inject_white_box:1"}),
        (f"{EXPERTS}:DepthExpert", {"fog:0.5", "inject_white_box:1"}),
    ],
    ids=["blind", "rgb", "depth"],
)
def test_a_mixed_suite_runs_what_reaches_the_agent_and_shows_the_rest_as_not_applicable(
    agent: str, missed: set[str], tmp_path: Path
) -> None:
    study = run_small(MIXED, tmp_path, agent=agent)
    run = read_run(tmp_path)
    ran = 5 - len(missed)
    assert len(study.plan.work) == run.wanted == len(run.scores) == 2 * ran and run.is_finished
    assert read_manifest(tmp_path).work == 2 * ran
    verdicts = _verdicts(tmp_path)
    assert list(verdicts) == ["clean", "fog:0.5", "depth_lag:0.5", "motor_failure:1", "inject_white_box:1"]
    assert {name for name, verdict in verdicts.items() if verdict == "n/a"} == missed
    before = digests(tmp_path)
    run_small(MIXED, tmp_path, agent=agent)  # resumed: nothing is left to do
    assert digests(tmp_path) == before


def test_a_run_of_an_earlier_version_goes_on_as_it_began_and_its_idle_episodes_do_not_count(
    tmp_path: Path,
) -> None:
    suite = small_suite("depth_lag:0.5", "motor_failure", episodes=2)
    study = open_study(suite, "oracle", tmp_path, Options(), tell=lambda _: None)
    write_manifest(tmp_path, replace(study.manifest, not_applicable=(), work=6))
    study = run_small(suite, tmp_path)
    assert len(study.plan.work) == len(digests(tmp_path)) == 6 and read_run(tmp_path).is_finished
    assert _verdicts(tmp_path)["depth_lag:0.5"] == "n/a"


def test_shards_agree_on_what_is_not_run(tmp_path: Path) -> None:
    suite = small_suite("depth_lag:0.5", "motor_failure", episodes=4, per_house=2)
    for number in (1, 2):
        run_small(suite, tmp_path / f"{number}", shard=(number, 2))
    assert merge([tmp_path / "1", tmp_path / "2"], tmp_path / "all") == 8
    assert read_run(tmp_path / "all").is_finished and _verdicts(tmp_path / "all")["depth_lag:0.5"] == "n/a"


@pytest.mark.parametrize(
    ("suite", "card", "said"),
    [
        (
            "navtrust-rgb",
            AgentCard("ranger", sensors=("depth",)),
            "no fault of navtrust-rgb can reach 'ranger'",
        ),
        (
            "navtrust-depth",
            AgentCard("eyes", sensors=("rgb",)),
            "the agent has no depth .gaussian depth noise",
        ),
        ("navtrust-rgb", AgentCard("blind"), "Its sensors are: none"),
    ],
)
def test_a_suite_of_which_nothing_applies_is_refused_with_what_is_missing(
    suite: str, card: AgentCard, said: str
) -> None:
    loaded = load_suite(suite)
    with pytest.raises(InvalidInput, match=said):
        check_some_apply(loaded, card, not_applicable(loaded, card))


def test_the_refusal_comes_before_anything_is_drawn_or_written(tmp_path: Path) -> None:
    suite = small_suite("inject_white_box")
    with pytest.raises(InvalidInput, match="the agent declares no system prompt .inject_white_box:1."):
        open_study(suite, "map_and_plan", tmp_path / "run", Options(), tell=lambda _: None)
    assert not (tmp_path / "run").exists()


def test_an_agent_that_has_everything_runs_everything() -> None:
    card = replace(load_agent("map_and_plan").card, sensors=("rgb", "depth"), system_prompt="Be brief.")
    assert not_applicable(MIXED, card) == ()
