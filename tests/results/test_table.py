"""Tables and comparisons: hand-worked numbers, and refusal to compare what is different."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest
from made_logs import made_log
from msgspec.structs import replace
from small_suites import run_small, small_suite

from wayproof.cli.gate_formats import as_github, as_junit
from wayproof.errors import InvalidInput
from wayproof.log import encode_log
from wayproof.log_files import stored_logs
from wayproof.results.compare import Difference, Side, compare, gate, overall, read_side
from wayproof.results.episode_scores import EpisodeScores
from wayproof.results.estimates.interval import Interval, opposite
from wayproof.results.part import parts_of
from wayproof.results.table import Table, table_of
from wayproof.run.store import Writer

COMPARABLE = made_log().comparable


def _scores(
    condition: str, good: int, count: int = 40, *, agent: str = "a", scenes: int = 4
) -> list[EpisodeScores]:
    """The first `good` episodes succeed, with an SPL of 0.5."""
    return [
        EpisodeScores(
            protocol="p",
            task="t",
            agent=agent,
            beyond_protocol=(),
            condition=condition,
            scene=f"s{k % scenes}",
            episode=f"e{k}",
            repeat=0,
            reason="stop",
            values={"success": float(k < good), "spl": 0.5 * (k < good)},
        )
        for k in range(count)
    ]


def _table(scores: Sequence[EpisodeScores]) -> Table:
    (part,) = parts_of(scores, {"p": COMPARABLE})
    return table_of(part)


def test_a_table_has_rates_paired_changes_and_retention() -> None:
    table = _table([*_scores("clean", 32), *_scores("fog", 16), *_scores("dust", 32)])
    clean, fog, dust = table.conditions
    assert (clean.name, clean.n, clean.sr, clean.spl, clean.verdict) == ("clean", 40, 0.8, 0.4, "reference")
    assert fog.delta == pytest.approx(-0.4) and fog.verdict == "drop"
    assert (
        fog.delta_low is not None and fog.delta_high is not None and fog.delta_low < -0.4 < fog.delta_high < 0
    )
    assert (dust.delta, dust.verdict) == (0.0, "no change shown")
    assert fog.p_holm == pytest.approx(2 * 2 * 0.5**16) and dust.p_holm == 1.0
    assert table.prs_sr == pytest.approx((0.5 + 1.0) / 2) == table.prs_spl
    assert (table.episodes, table.scenes) == (40, 4)


def test_a_table_does_not_depend_on_the_order_in_which_episodes_ended() -> None:
    scores = [*_scores("clean", 32, scenes=9), *_scores("fog", 17, scenes=9)]
    assert _table(scores) == _table([*scores[:40][::-1], *scores[40::2], *scores[41::2]])


def test_repeats_are_averaged_before_they_count() -> None:
    again = [replace(score, repeat=1, values={"success": 0.0, "spl": 0.0}) for score in _scores("clean", 40)]
    table = _table([*_scores("clean", 40), *again])
    line = table.conditions[0]
    assert (line.n, line.sr) == (40, 0.5) and line.run_spread == pytest.approx(0.5**0.5)


def test_faults_and_invalid_episodes_are_counted_apart() -> None:
    scores = _scores("clean", 2, 4)
    scores[2] = replace(scores[2], reason="agent_error")
    scores[3] = replace(scores[3], reason="invalid")
    line = _table(scores).conditions[0]
    assert (line.agent_faults, line.invalid, line.sr) == (1, 1, 0.5)


def _side(agent: str, good: int) -> Side:
    scores = [*_scores("clean", good, 400, agent=agent), *_scores("fog", good, 400, agent=agent)]
    return Side(agent, parts_of(scores, {"p": COMPARABLE}))


@pytest.mark.parametrize(("good", "verdict"), [(360, "pass"), (300, "fail"), (350, "undecided")])
def test_a_gate_passes_fails_or_says_that_it_cannot_know(good: int, verdict: str) -> None:
    lines = gate(_side("new", good), _side("old", 360), 0.03)
    assert overall(lines) == verdict
    assert [line.name for line in lines] == ["clean", "fog", "all conditions"]
    shown = ElementTree.fromstring(as_junit(lines))
    assert int(shown.attrib["failures"]) == sum(line.verdict == "fail" for line in lines)
    assert len(as_github(lines).splitlines()) == 3


def test_a_gate_on_a_metric_of_which_less_is_better_allows_a_rise() -> None:
    """Collisions rise by about 1 in every episode: a failure one way round, a pass the other."""

    def side(agent: str, collisions: float, kinds: int) -> Side:
        scores = [
            replace(score, values={"collisions": collisions + 0.1 * (number % kinds)})
            for number, score in enumerate(_scores("clean", 0, 60, agent=agent, scenes=30))
        ]
        return Side(agent, parts_of(scores, {"p": COMPARABLE}))

    calm, rough = side("calm", 1.0, 3), side("rough", 2.0, 5)
    assert gate(rough, calm, 0.5, "collisions")[0].verdict == "fail"
    assert gate(calm, rough, 0.5, "collisions")[0].verdict == "pass"
    assert gate(rough, calm, 0.5, "collisions")[0].delta == pytest.approx(1.1, abs=0.01)
    with pytest.raises(InvalidInput, match="has no better side"):
        gate(rough, calm, 0.5, "path_length")


def test_an_interval_turned_round() -> None:
    turned = opposite(Interval(-0.2, -0.3, -0.1, 0.95, 10, "example"))
    assert (turned.estimate, turned.low, turned.high) == (0.2, 0.1, 0.3)
    assert opposite(Interval(None, None, 1.0, 0.95, 0, "example")).low == -1.0


def test_hostile_names_stay_text_in_junit_and_github() -> None:
    line = Difference('<a b="c">&\n::error::', 1, 0, 0, 0, 0, 0, "fail", "x\n::set-output::y %")
    case = ElementTree.fromstring(as_junit([line]))[0]
    assert case.attrib["name"].replace("\n", " ") == '<a b="c">& ::error::'.replace("\n", " ")
    assert len(as_github([line]).splitlines()) == 1


@pytest.mark.slow
def test_an_agent_is_compared_on_the_same_episodes_only(tmp_path: Path) -> None:
    suite = small_suite(episodes=4)
    run_small(suite, tmp_path / "good")
    run_small(suite, tmp_path / "bad", agent="idle")
    run_small(replace(suite, camera=replace(suite.camera, width_px=32)), tmp_path / "other")
    good, bad, other = (read_side(tmp_path / name) for name in ("good", "bad", "other"))
    line = compare(bad, good)[0]
    assert (line.n, line.first, line.second, line.delta) == (4, 0.0, 1.0, 1.0)
    with pytest.raises(InvalidInput, match=r"different protocols.*settings.width_px is 24 against 32"):
        compare(good, other)


def test_runs_are_read_in_the_order_of_their_plan_not_of_their_workers(tmp_path: Path) -> None:
    suite = small_suite("motion_drift:1", "motor_failure")
    run_small(suite, tmp_path / "run")
    shutil.copytree(tmp_path / "run", tmp_path / "other", ignore=shutil.ignore_patterns("*.waylog"))
    writer = Writer(tmp_path / "other", "backwards")
    for log in reversed(list(stored_logs(tmp_path / "run"))):
        writer.append(encode_log(log))
    writer.close()
    one, other = read_side(tmp_path / "run"), read_side(tmp_path / "other")
    assert [part.scores for part in one.parts] == [part.scores for part in other.parts]
    assert len(one.parts[0].order) == 3


@pytest.mark.parametrize(("isolation", "marked"), [("in process", True), ("sandbox", False), ("", False)])
def test_an_agent_in_the_simulators_process_is_marked(isolation: str, marked: bool) -> None:
    table = _table([replace(one, isolation=isolation) for one in _scores("clean", 8)])
    assert any("could have read the truth" in text for text in table.cautions) == marked
