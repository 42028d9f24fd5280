"""The numbers of a report are those of `score`, of the metrics and of a pencil."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from made_runs import write_run

from wayproof.errors import InvalidInput
from wayproof.log import Outcome
from wayproof.manifest import StopRule
from wayproof.report.findings import Findings, PartFindings, findings
from wayproof.report.run_data import LabelledPart, read_parts
from wayproof.results.mean_rows import label_rows, mean_rows
from wayproof.results.measured import Measured
from wayproof.results.table import tables_in
from wayproof.vocabulary import AgentCard


def found(*folders: Path) -> Findings:
    return findings(read_parts(folders), wayproof="0", written="today")


@pytest.fixture(scope="module")
def part(made_run: Path) -> LabelledPart:
    return read_parts([made_run])[0]


@pytest.fixture(scope="module")
def made(part: LabelledPart) -> PartFindings:
    return findings([part], wayproof="0", written="today").parts[0]


def test_the_table_is_the_one_that_score_prints(made_run: Path, made: PartFindings) -> None:
    assert [made.table] == tables_in(made_run)


def test_the_score_of_retention_is_the_mean_of_the_ratios_shown(made: PartFindings) -> None:
    for kept in made.retained:
        assert [row.ratio for row in kept.rows] == [
            pytest.approx(row.corrupted / row.clean) for row in kept.rows
        ]
        assert kept.score.value == pytest.approx(np.mean([row.ratio for row in kept.rows]))
        assert kept.score.low is not None and kept.score.high is not None
        assert kept.score.low < kept.score.value < kept.score.high
    ratios = {row.condition: row.ratio for row in made.retained[0].rows}
    wanted = {"fog": 0.5, "dust": 1.0, "half drift": 30 / 32, "full drift": 0.75}
    assert ratios == pytest.approx(wanted)


def test_one_fault_at_two_severities_makes_a_curve_that_starts_clean(made: PartFindings) -> None:
    (curve,) = made.curves
    assert curve.fault == "motion_drift"
    assert [(point.severity, point.success.value) for point in curve.points] == [
        (0, 0.8),
        (0.5, 0.75),
        (1.0, 0.6),
    ]


def test_slices_are_those_of_score_by(made: PartFindings, part: LabelledPart) -> None:
    slices = {one.kind: one for one in made.slices}
    assert slices["difficulty"].labels == ("easy", "hard") and len(slices["scene"].labels) == 4
    wanted = {(row["difficulty"], row["condition"]): row for row in label_rows(part.part, "difficulty")}
    for cell in slices["difficulty"].cells:
        row = wanted[cell.label, cell.condition]
        assert cell.rate == Measured(row["sr"], row["sr_low"], row["sr_high"], row["n"])
    for whole in slices["difficulty"].wholes:
        assert whole.change.value == pytest.approx((whole.corrupted or 0) - (whole.clean.value or 0))


def test_behaviour_agrees_with_the_metrics_and_comparisons(made: PartFindings, part: LabelledPart) -> None:
    panels = {panel.name: panel for panel in made.behaviour}
    rows = {row["condition"]: row for row in mean_rows(part.part)}
    for name in ("collisions", "minimum_distance", "stop_failure_positive", "oracle_stop_gain"):
        for condition, row in panels[name].rows.items():
            assert row.value == pytest.approx(rows[condition][name])
    # 16 of 40 win clean and under fog, 3 m each; the way is as long.
    assert panels["path_inflation"].rows["fog"].value == pytest.approx(1.0)
    assert panels["path_inflation"].rows["fog"].n == 16


def test_failure_modes_count_every_episode_once(made: PartFindings) -> None:
    modes = made.failures
    assert {name: sum(counts.values()) for name, counts in modes.items()} == dict.fromkeys(modes, 40)
    assert modes["fog"]["none"] == 16 and modes["fog"]["premature_stop"] == 24


def test_repeats_give_a_noise_floor(tmp_path: Path) -> None:
    """Of four episodes one ends differently in the second run: a flip rate of one in four."""
    wins = {"clean": [True, True, True, True, True, True, True, False], "fog": [False] * 8}
    noise = found(write_run(tmp_path / "run", wins, scenes=2, repeats=2)).parts[0].noise
    clean, fog = noise.repeats
    assert (clean.runs, clean.episodes, clean.flip_rate) == (2, 4, 0.25)
    assert fog.flip_rate == 0.0 and fog.unlike_clean == pytest.approx(7 / 8)
    assert "25.0 %" in noise.sentences[0]


def test_a_fault_that_reached_nobody_is_a_control(made: PartFindings) -> None:
    """Logs made by hand have no checksum of a clean reading, so no fault is seen in them."""
    noise = made.noise
    assert noise.untouched == 160 and noise.untouched_ended == 16 + 4 + 2 + 8
    assert all(not row.touched for row in noise.reached)


def test_a_stopped_condition_is_shown_as_score_counts_it(tmp_path: Path) -> None:
    wins = {"clean": [True] * 60, "fog": [False] * 60, "dust": [True] * 60}
    folder = write_run(tmp_path / "run", wins, scenes=30, stop=StopRule())
    one = found(folder).parts[0]
    assert one.table == tables_in(folder)[0]
    fog = next(line for line in one.table.conditions if line.name == "fog")
    assert fog.stopped_early and 10 <= fog.n < 60
    row = next(row for row in one.retained[0].rows if row.condition == "fog")
    assert (row.n, row.clean, row.corrupted) == (fog.n, 1.0, 0.0)
    assert sum(one.failures["fog"].values()) == fog.n
    assert any("Stopped early" in text for text in one.cautions)
    assert not any("not finished" in text for text in one.cautions)


def test_what_broke_off_is_told_with_its_reason(tmp_path: Path) -> None:
    broken = {
        ("fog", 3): Outcome("agent_error", "ValueError: no map"),
        ("clean", 1): Outcome("invalid", "disk"),
    }
    folder = write_run(tmp_path / "run", {"clean": [True] * 8, "fog": [True] * 8}, broken=broken)
    told = " ".join(found(folder).parts[0].cautions)
    assert "fog: 1 episode ended by an error of the agent" in told and "ValueError: no map" in told
    assert "clean: 1 episode aborted by an error of the set-up" in told and "disk" in told


def test_two_runs_are_compared_in_pairs(tmp_path: Path) -> None:
    first = write_run(
        tmp_path / "a", {"clean": [k < 30 for k in range(40)], "fog": [k < 10 for k in range(40)]}
    )
    second = write_run(
        tmp_path / "b",
        {"clean": [k < 30 for k in range(40)], "fog": [k < 30 for k in range(40)]},
        agent=AgentCard("other", sensors=("rgb",)),
    )
    both = found(first, second)
    assert [part.label for part in both.parts] == ["made", "other"]
    (rival,) = both.rivals
    by_name = {line.name: line for line in rival.differences}
    assert by_name["fog"].delta == pytest.approx(0.5) and by_name["fog"].verdict == "gain"
    assert by_name["clean"].delta == 0.0
    assert rival.sentence.startswith("Against made, other succeeds more often under fog; no difference")


def test_runs_of_other_protocols_stand_beside_each_other_uncompared(tmp_path: Path, real_run: Path) -> None:
    made = write_run(tmp_path / "a", {"clean": [True] * 6, "fog": [False] * 6})
    (rival,) = found(made, real_run).rivals
    assert not rival.differences and "different protocols" in rival.refused


def test_two_versions_of_one_agent_are_told_apart(tmp_path: Path) -> None:
    wins = {"clean": [True] * 6, "fog": [False] * 6}
    old = write_run(tmp_path / "old", wins, agent=AgentCard("made", version="1"))
    new = write_run(tmp_path / "new", wins, agent=AgentCard("made", version="2"))
    same = write_run(tmp_path / "same", wins, agent=AgentCard("made", version="2"))
    assert [part.label for part in read_parts([old, new])] == ["made 1", "made 2"]
    assert [part.label for part in read_parts([new, same])] == ["made, new", "made, same"]


def test_an_empty_run_and_one_given_twice_are_refused(tmp_path: Path, made_run: Path) -> None:
    empty = write_run(tmp_path / "run", {"clean": [True] * 2}, left_out=2)
    with pytest.raises(InvalidInput, match="no finished episode"):
        read_parts([empty])
    with pytest.raises(InvalidInput, match="twice"):
        read_parts([made_run, made_run])


def test_every_parameter_has_a_source_and_ours_are_marked(made: PartFindings) -> None:
    parameters = made.parameters
    by_name = {(one.group, one.name): one for one in parameters}
    assert not by_name["task", "turn"].ours and by_name["task", "turn"].value == "30 degrees"
    assert by_name["suite", "world"].ours
    assert by_name["fault motion drift", "severity"].ours and not by_name["fault motion drift", "angle"].ours
    assert by_name["conditions", "fog"].value == "fog:0.6 (fixed)"


def test_published_rows_are_of_the_same_fault_and_never_shown_twice(made: PartFindings) -> None:
    rows = made.references
    assert rows and all(
        row.published_as.split(":")[0] in ("spatter_robustnav", "motion_drift") for row in rows
    )
    assert len({(row.source, row.who, row.published_as) for row in rows}) == len(rows)
    drift = [row for row in rows if row.published_as == "motion_drift:1"]
    assert drift and {row.condition for row in drift} == {"full drift"}
    assert all(row.ratio == pytest.approx(row.corrupted / row.clean) for row in rows)
    assert {row.world for row in rows} == {"RoboTHOR"}


def test_claims_name_clauses_as_pointers_and_cover_each_condition(made: PartFindings) -> None:
    claims = made.assurance
    text = " ".join(claim.claim for claim in claims)
    assert all(name in text for name in ("fog", "dust", "half drift", "full drift", "PRS"))
    fog = next(claim for claim in claims if "Under fog" in claim.claim)
    assert (fog.n, fog.covered) == (40, "fog:0.6 in houses-v1")
    assert any("5.15" in clause for clause in fog.may_support) and any(
        "Art. 15" in c for c in fog.may_support
    )
    assert any("MEASURE 1.1" in clause for clause in claims[-1].may_support)
    assert not any("compli" in claim.claim.lower() for claim in claims)


def test_what_was_not_tested_is_named(made: PartFindings) -> None:
    gaps = {gap.respect: gap for gap in made.uncovered}
    assert (
        gaps["modalities"].not_tested == "depth, instruction, gps, compass, imu, point goal and system prompt"
    )
    assert "speckle noise" not in gaps["faults"].tested and "fog" in gaps["faults"].tested
    assert "stretch" in gaps["bodies"].not_tested and "locobot" not in gaps["bodies"].not_tested
    assert {"light", "people", "worlds", "robots", "repeats", "severities", "tasks"} <= gaps.keys()
