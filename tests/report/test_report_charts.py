"""Charts: values stay on their scale, in order, and signs tell what colours tell."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from made_runs import write_run

from wayproof.report.charts import Scale, axis, curve, dot_row, scale_for, stacked_row
from wayproof.report.outputs import report_text
from wayproof.results.measured import Measured
from wayproof.results.table import tables_in

values = st.floats(-1e6, 1e6).map(lambda value: round(value, 4))


@given(st.lists(values, min_size=1, max_size=12))
def test_a_scale_holds_all_its_values_between_a_few_round_ticks(numbers: list[float]) -> None:
    scale = scale_for([Measured(value, value, value, 1) for value in numbers], include=(0.0,))
    assert scale.low <= min(numbers) + 1e-6 and max(numbers) - 1e-6 <= scale.high
    assert scale.low <= 0.0 <= scale.high and 2 <= len(scale.ticks) <= 7
    assert list(scale.ticks) == sorted(scale.ticks)


@given(values, values)
def test_greater_values_stand_farther_right_within_the_picture(one: float, other: float) -> None:
    scale = scale_for([Measured(one, other, None, 1)], include=(0.0,))
    low, high = sorted((one, other))
    assert 0.0 <= scale.at(low) <= scale.at(high) <= 100.0


@given(
    st.dictionaries(st.sampled_from(["none", "drift", "fall", "immobile"]), st.integers(0, 50), min_size=1)
)
def test_bars_of_a_whole_never_leave_the_picture(counts: dict[str, int]) -> None:
    total = sum(counts.values())
    if total:
        drawn = str(stacked_row(counts, total))
        ends = [float(x) + float(w) for x, w in re.findall(r'x="([\d.]+)%" y="2" width="([\d.]+)%"', drawn)]
        assert len(ends) == sum(count > 0 for count in counts.values())
        assert all(end <= 100.3 for end in ends)


def test_an_unknown_interval_draws_a_dot_and_an_unknown_value_nothing() -> None:
    scale = Scale(0.0, 1.0)
    assert "c-span" not in dot_row(Measured(0.5, None, None, 1), scale, kind="open")
    assert "circle" not in dot_row(Measured(None, None, None, 0), scale, kind="open")
    assert "c-zero" in dot_row(Measured(0.5, 0.4, 0.6, 9), Scale(-1.0, 1.0), kind="gain", zero=0.0)


def test_axes_are_written_in_points_with_a_true_minus() -> None:
    drawn = str(axis(Scale(-0.5, 0.5, (-0.5, 0.0, 0.5)), factor=100, signed=True))
    assert re.findall(r">([^<]+)</text>", drawn) == ["\N{MINUS SIGN}50", "0", "+50"]


def test_a_curve_has_one_sign_for_each_point_and_lines_between() -> None:
    points = [
        (0.0, Measured(1.0, 0.9, 1.0, 9)),
        (0.5, Measured(None, None, None, 0)),
        (1.0, Measured(0.2, 0.1, 0.4, 9)),
    ]
    drawn = str(curve(points))
    assert drawn.count("<circle") == 2 and drawn.count('class="c-curve"') == 1


def test_bars_say_what_they_are_in_plain_words() -> None:
    drawn = str(stacked_row({"none": 3, "premature_stop": 1}, 4))
    assert re.findall(r"<title>(.*?)</title>", drawn) == ["success: 3 of 4", "premature stop: 1 of 4"]


def test_a_dot_is_filled_by_the_verdict_and_not_by_its_interval_alone(tmp_path: Path) -> None:
    """Six losses of forty leave out 0, but among four conditions they may be chance."""
    wins = {name: [True] * 40 for name in ("clean", "fog", "dust", "half drift", "full drift")}
    wins["fog"][:6] = [False] * 6
    wins["dust"][:30] = [False] * 30
    write_run(tmp_path / "run", wins)
    text = report_text([tmp_path / "run"], episodes=0, tell=lambda _: None)
    chart = text.split("Change against the clean twin</figcaption>")[1].split("</figure>")[0]
    dots = {
        row.split("</span>")[0]: re.findall(r'class="c-dot (c-\w+)"', row)
        for row in chart.split('<span class="chart-name">')[1:]
    }
    found = tables_in(tmp_path / "run")[0]
    for one in found.metrics[:2]:  # success and SPL
        high = one.under("fog").delta_high
        assert high is not None and high < 0.0 and one.under("fog").verdict == "no change shown"
    assert dots["fog"] == ["c-open", "c-open"] and dots["dust"] == ["c-drop", "c-drop"]
