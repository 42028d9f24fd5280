"""Published results: readable, sound in themselves, and our PRS gives what the paper prints."""

from itertools import product

import pytest

from wayproof.corruptions.written import condition_written
from wayproof.errors import UnknownName
from wayproof.metrics import METRICS
from wayproof.results.estimates.retention import score_of_means
from wayproof.results.published import published_table, results, table_names
from wayproof.results.published.paper_tables import papers

# What the papers print and we do not compute: numbers of other things than episodes.
NOT_OURS = {
    "prs_success", "prs_spl", "prs_success_gain", "oracle_stop_gain", "top_1_accuracy", "top_5_accuracy",
    "failures", "repaired", "repaired_share", "share_of_failures", "spl_straight_line",
}  # fmt: skip
ROUNDING = 0.005 + 1e-9  # of a number that is printed with two decimals


def one(name: str, **labels: str) -> float:
    (found,) = results(name, **labels)
    assert found.value is not None
    return found.value


@pytest.mark.parametrize("name", table_names())
def test_every_table_reads_and_says_where_it_is_from(name: str) -> None:
    table = published_table(name)
    assert name.startswith(table.paper.lower()) and table.about and table.paper in papers()
    cells = results(name)
    assert len(cells) == len(table.rows) * len(table.columns)
    keys = [(cell.metric, *sorted(cell.labels.items())) for cell in cells]
    assert len(set(keys)) == len(keys), "two cells have the same labels"
    for cell in cells:
        assert cell.metric in METRICS or cell.metric in NOT_OURS, cell.metric
        assert cell.value is None or cell.unit not in ("%", "share") or 0.0 <= (cell.share or 0.0) <= 1.0


def test_conditions_are_written_as_runs_write_them() -> None:
    for name in {cell.labels["condition"] for cell in results() if "condition" in cell.labels} - {"clean"}:
        assert condition_written(name.split(" + ")).name == name


@pytest.mark.parametrize("suite", ["rgb", "depth", "instruction"])
def test_prs_of_navtrust_comes_out_as_printed(suite: str) -> None:
    for printed in results("navtrust_retention", suite=suite):
        agent, dataset = printed.labels["agent"], printed.labels["dataset"]
        metric = printed.metric.removeprefix("prs_")
        cells = results(f"navtrust_{suite}", agent=agent, dataset=dataset, metric=metric)
        means = {cell.labels["condition"]: cell.value for cell in cells if cell.value is not None}
        ours = score_of_means(means.pop("clean"), list(means.values()))
        assert ours == pytest.approx(printed.value, abs=ROUNDING), printed


def test_prs_of_the_mitigations_comes_out_as_printed_with_the_clean_success_of_the_plain_agent() -> None:
    clean = one("navtrust_rgb", agent="ETPNav", dataset="R2R", condition="clean", metric="success")
    for printed in results("navtrust_mitigation_retention"):
        cells = results(
            "navtrust_mitigations", **{key: printed.labels[key] for key in ("suite", "mitigation")}
        )
        ours = score_of_means(clean, [cell.value for cell in cells])
        assert ours == pytest.approx(printed.value, abs=ROUNDING), printed


def test_navtrust_columns_on_rxr_are_the_means_over_four_languages() -> None:
    """So the column that is printed as Uni-NaVid (R2R) is RxR: see the notes of the table."""
    for agent, suite in (("Uni-NaVid", "rgb"), ("ETPNav", "rgb"), ("ETPNav", "depth")):
        for cell in results(f"navtrust_{suite}", agent=agent, dataset="RxR"):
            condition = cell.labels["condition"]
            parts = results("navtrust_languages", agent=agent, condition=condition, metric=cell.metric)
            if condition == "clean":
                assert parts == []
                continue
            assert len(parts) == 4
            mean = sum(part.value or 0.0 for part in parts) / 4
            # The parts are rounded, and so is the mean.
            allowed = 2 * (0.5 if cell.metric == "success" else 0.005) + 1e-9
            assert cell.value == pytest.approx(mean, abs=allowed), (agent, condition, cell.metric)


def test_rows_that_papers_print_twice_are_the_same() -> None:
    for metric in ("success", "spl"):
        for condition in (
            "clean",
            "lower_fov:1",
            "defocus_blur_robustnav:1",
            "camera_crack:1",
            "spatter_robustnav:1",
        ):
            table_2 = one(
                "robustnav_corruptions", task="PointNav", sensors="RGB", condition=condition, metric=metric
            )
            assert table_2 == one(
                "robustnav_mitigations", mitigation="none", condition=condition, metric=metric
            )
    for agent, column in product(("OmniNav", "Uni-NaVid"), published_table("omninavbench_styles").columns):
        metric = column["metric"]
        here = results("omninavbench_styles", agent=agent, condition="clean", metric=metric)[0].value
        assert (
            here == results("omninavbench_embodiments", agent=agent, body="aliengo", metric=metric)[0].value
        )


def test_the_full_mlfm_is_the_same_in_all_its_tables() -> None:
    rows = [
        results("langnavbench_language", agent="MLFM"),
        results("langnavbench_features", detector="YOLO-World", features="SED"),
        results("langnavbench_map_resolution", cell_cm="6", layers="3"),
        [
            cell
            for cell in results("langnavbench_exploration", exploring_percent="40")
            if "error" not in cell.labels
        ],
        results("langnavbench_map_and_detector", map="yes", detector="yes"),
        results("langnavbench_text_kernel", text_kernel="yes"),
    ]
    values = [[cell.value for cell in row] for row in rows]
    assert len(values[0]) == 11 and all(row == values[0] for row in values)


def test_cantest_repairs_are_shares_of_the_failures_it_found() -> None:
    for agent, capability in product(
        ("ApexNav", "MGDM", "Mem2Ego"), ("perception", "memory", "planning", "decision")
    ):
        cells = {
            cell.metric: cell.value for cell in results("cantest_repairs", agent=agent, capability=capability)
        }
        found = one("cantest_failures", tester="CanTest", agent=agent, capability=capability)
        assert cells["failures"] == found
        # Counts are printed with one decimal, so a share of about 50 cases is uncertain by 0.2 %.
        assert cells["repaired_share"] == pytest.approx(100 * cells["repaired"] / found, abs=0.2)


def test_results_are_found_by_label_and_keep_their_errors() -> None:
    (cell,) = results(
        "robustnav_severities", condition="motor_failure:1", task="PointNav", sensors="RGB", metric="spl"
    )
    assert (cell.value, cell.error, cell.page, cell.table, cell.row) == (17.91, 0.62, 16, "Table 5", 18)
    assert cell.share == pytest.approx(0.1791) and cell.world == "RoboTHOR"
    (undefined,) = results(
        "navtrust_instruction", agent="ETPNav", dataset="R2R", condition="inject_white_box:1", metric="spl"
    )
    assert undefined.value is None and undefined.share is None
    assert results(paper="RobustNav", condition="clean", metric="success", task="PointNav")
    with pytest.raises(UnknownName, match="Did you mean 'navtrust_rgb'"):
        results("navtrust_rbg")
