"""Tests and intervals over scenes beside SciPy and statsmodels; planning and stopping with scenes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from made_runs import write_run
from scipy import stats

from wayproof.errors import InvalidInput
from wayproof.results.estimates.differences import mean_intervals, scene_p_value
from wayproof.results.estimates.distributions import student_tails
from wayproof.results.estimates.multiplicity import holm
from wayproof.results.estimates.paired_proportions import PairCounts, newcombe_p_value, newcombe_paired
from wayproof.results.estimates.proportions import wilson, wilson_by_scene
from wayproof.results.estimates.scene_power import (
    Prospect,
    scene_power,
    scenes_needed,
    smallest_drop_with_scenes,
)
from wayproof.results.estimates.sequential import StoppingRule, look
from wayproof.results.estimates.sign_bets import sign_evidence
from wayproof.results.pilot import read_pilot
from wayproof.seeding import generator_for


@pytest.mark.parametrize("freedom", [1, 4, 24])
@pytest.mark.parametrize("t", [0.0, 0.7, -2.5, 9.0])
def test_tails_of_student_are_those_of_scipy(t: float, freedom: int) -> None:
    assert student_tails(t, freedom) == pytest.approx(2 * stats.t.sf(abs(t), freedom), rel=1e-9)


def test_scenes_of_one_size_are_tested_as_scipy_tests_their_means() -> None:
    rng = generator_for(0, "scenes in tests")
    values = rng.normal(0.2, 1.0, (6, 5))
    scenes = np.repeat(np.arange(6), 5).tolist()
    found = stats.ttest_1samp(values.mean(axis=1), 0.1)
    assert scene_p_value(values.ravel(), scenes, 0.1) == pytest.approx(found.pvalue)
    (interval,) = mean_intervals(values.ravel()[None], seed=0, scenes=scenes)
    wanted = stats.ttest_1samp(values.mean(axis=1), 0.0).confidence_interval(0.95)
    assert (interval.low, interval.high) == pytest.approx((wanted.low, wanted.high))


def test_scenes_of_other_sizes_have_the_cluster_robust_error_cr3() -> None:
    """CR3 of an intercept alone: each scene's residuals count n / (n - its size) times."""
    rng = generator_for(1, "scenes in tests")
    sizes = np.array([2, 9, 4, 7, 5])
    scenes = np.repeat(np.arange(5), sizes)
    values = rng.normal(0, 1, sizes.sum()) + scenes
    residuals = np.bincount(scenes, values - values.mean())
    left_out = values.mean() - residuals / (len(values) - sizes)
    error = np.sqrt(4 / 5 * ((left_out - left_out.mean()) ** 2).sum())
    (interval,) = mean_intervals(values[None], seed=0, scenes=scenes.tolist())
    assert interval.width == pytest.approx(2 * stats.t.ppf(0.975, 4) * error)


def test_wilson_by_scene_contains_wilson_and_widens_with_the_spread_of_scenes() -> None:
    scenes = np.repeat(np.arange(5), 10).tolist()
    alike, unlike = np.tile([1.0] * 6 + [0.0] * 4, 5), np.repeat([1.0, 0.0, 1.0, 0.0, 1.0], 10)
    plain, same, other = wilson(30, 50), wilson_by_scene(alike, scenes), wilson_by_scene(unlike, scenes)
    assert same.low < plain.low and plain.high < same.high and other.width > 2 * same.width
    assert wilson_by_scene(alike, [0] * 50) == plain
    all_won = wilson_by_scene(np.ones(50), scenes)
    assert all_won.high == 1.0 and 0.7 < all_won.low < wilson(50, 50).low


def test_the_p_value_of_a_margin_is_where_newcombes_interval_reaches_it() -> None:
    pairs = PairCounts(59, 16, 6, 80)
    p = newcombe_p_value(pairs, -0.01)
    assert newcombe_paired(pairs, level=1 - p).high == pytest.approx(-0.01, abs=1e-9)
    assert newcombe_p_value(pairs) == pytest.approx(stats.binomtest(6, 22).pvalue)
    assert newcombe_p_value(pairs, -10 / 161) == pytest.approx(1.0, abs=1e-6)


def test_holm_is_that_of_statsmodels() -> None:
    multitest = pytest.importorskip("statsmodels.stats.multitest", reason="statsmodels is not installed")
    p = generator_for(2, "scenes in tests").random(35) ** 3
    assert holm(p) == pytest.approx(multitest.multipletests(p, method="holm")[1])


def test_planned_scenes_hold_their_power_and_grow_with_what_makes_it_hard() -> None:
    easy = Prospect(0.2, 0.3, 0.0, 10)
    alike = Prospect(0.2, 0.3, 0.1, 10)
    many = Prospect(0.2, 0.3, 0.1, 10, comparisons=35)
    found = [scenes_needed(one, studies=1000) for one in (easy, alike, many)]
    assert found == sorted(found) and len(set(found)) == 3
    assert scene_power(many, found[2]) > 0.75 and scene_power(many, found[2] // 2) < 0.7
    drop = smallest_drop_with_scenes(alike, found[1], studies=1000)
    assert drop == pytest.approx(0.2, abs=0.02)
    assert scene_power(easy, 1) == 0.0 and smallest_drop_with_scenes(easy, 1) is None


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ((0.4, 0.3, 0.0, 10), "at most the discordance"),
        ((0.1, 0.3, 0.9, 10), "it lies in 0 to 0.276"),
        ((0.1, 0.3, 0.0, 0), "give 1 or more of each"),
    ],
)
def test_impossible_prospects_are_refused(fields: tuple[float, float, float, int], says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        Prospect(*fields)


def test_a_pilot_tells_discordance_and_correlation(tmp_path: Path) -> None:
    """Episode k is in scene k % 4. All losses in one scene: alike within it; spread evenly: not alike."""
    clean = [True] * 40
    lumped = write_run(tmp_path / "a", {"clean": clean, "fog": [k % 4 != 0 for k in range(40)]})
    spread = write_run(tmp_path / "b", {"clean": clean, "fog": [k % 5 != 0 for k in range(40)]})
    one, other = read_pilot(lumped), read_pilot(spread)
    assert (one.discordance, one.scenes, one.pairs) == (0.25, 4, 40) and other.discordance == 0.2
    assert one.correlation == 1.0 and other.correlation < 0.1
    with pytest.raises(InvalidInput, match="a pilot needs 3 or more"):
        read_pilot(write_run(tmp_path / "c", {"clean": clean, "fog": clean}, scenes=2))


def test_bets_on_signs_gain_nothing_on_average_from_symmetric_drops() -> None:
    """The mean capital after one scene is 1 for every size of drop, hence after any number of scenes."""
    for size in (0.1, 0.5, 1.0):
        assert (sign_evidence([size]) + sign_evidence([-size])) / 2 == pytest.approx(1.0)
    assert sign_evidence([0.3] * 30, margin=0.3) == 1.0 > sign_evidence([0.2] * 9, margin=0.3)


def test_a_clear_drop_among_many_conditions_is_decided_by_signs_in_half_the_scenes() -> None:
    rules = {kind: StoppingRule(conditions=35, evidence=kind) for kind in ("means", "signs")}
    drops = [0.1, 0.5, 0.3, 0.2, 0.4, 0.3] * 5
    taken = {
        kind: next((n for n in range(1, 31) if look(drops[:n], rule).decision == "fail"), 31)
        for kind, rule in rules.items()
    }
    assert taken["signs"] <= 15 and taken["means"] > 24
    assert look([-d for d in drops], rules["signs"]).decision == "pass"
