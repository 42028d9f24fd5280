"""Variance components against the F test and simulation; the spread of repeated runs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from wayproof.errors import InvalidInput
from wayproof.results.estimates.repeats import run_spread, standard_error_of_runs, variance_components
from wayproof.seeding import generator_for


def test_components_are_found_again_in_simulated_groups_of_unequal_size() -> None:
    rng = generator_for(1, "components")
    groups = np.repeat(np.arange(800), rng.integers(1, 12, 800))
    values = rng.normal(0, 1.0, len(groups)) + rng.normal(0, 0.5, 800)[groups]
    found = variance_components(values, groups)
    assert (found.within, found.between) == (pytest.approx(1.0, abs=0.06), pytest.approx(0.25, abs=0.06))
    assert found.correlation == pytest.approx(0.2, abs=0.04)
    assert (found.groups, found.n) == (800, len(groups))


@given(st.lists(st.lists(st.floats(-5, 5), min_size=3, max_size=3), min_size=2, max_size=8))
def test_balanced_groups_agree_with_the_f_test(table: list[list[float]]) -> None:
    found = variance_components(np.ravel(table), np.repeat(np.arange(len(table)), 3).tolist())
    within = np.var(table, axis=1, ddof=1).mean()
    assert found.within == pytest.approx(within, abs=1e-9)
    if within > 1e-6:
        f = stats.f_oneway(*table).statistic
        assert 1 + 3 * found.between / found.within == pytest.approx(f, rel=1e-6, abs=1e-9)


def test_levels_that_cannot_be_told_apart_are_none() -> None:
    one_group = variance_components([1.0, 2.0, 4.0], ["a", "a", "a"])
    assert one_group.within == pytest.approx(np.var([1, 2, 4], ddof=1)) and one_group.between is None
    alone = variance_components([1.0, 2.0], ["a", "b"])
    assert (alone.within, alone.between, alone.correlation) == (None, None, None)
    assert alone.cautions[0].code == variance_components([], []).cautions[0].code == "one_level"
    assert variance_components([1.0] * 4, list("aabb")).correlation == 0.0


def test_runs_of_the_same_episodes_show_their_spread_and_flips() -> None:
    table = [[1, 1, 0], [1, 1, 1], [0, 0, 0], [0, 1, 0]]
    found = run_spread(table)
    assert found.run_means == (0.5, 0.75, 0.25)
    assert found.run_spread == pytest.approx(0.25)
    assert standard_error_of_runs(found) == pytest.approx(0.25 / np.sqrt(3))
    assert found.flip_rate == pytest.approx(
        4 / 12
    )  # two of three pairs of runs differ in two of four episodes


def test_a_deterministic_agent_has_no_spread_between_runs() -> None:
    found = run_spread(np.repeat([[1.0], [0.0], [1.0]], 4, axis=1))
    assert found.run_spread == found.flip_rate == found.components.within == 0.0
    assert found.components.correlation == 1.0


def test_noise_of_chance_is_found_again() -> None:
    rng = generator_for(2, "runs")
    chances = rng.beta(2, 2, 3000)
    found = run_spread((rng.random((3000, 3)) < chances[:, None]).astype(float))
    assert found.flip_rate == pytest.approx(2 * np.mean(chances * (1 - chances)), abs=0.02)
    assert found.components.between == pytest.approx(np.var(chances), abs=0.01)


def test_one_run_or_no_episode_show_no_spread() -> None:
    single = run_spread([[1.0], [0.0]])
    assert (single.run_means, single.run_spread, single.flip_rate) == ((0.5,), None, None)
    assert standard_error_of_runs(single) is None
    assert run_spread(np.zeros((0, 3))).run_means == ()


def test_wrong_input_is_refused_with_a_sentence() -> None:
    with pytest.raises(InvalidInput, match="not finite"):
        run_spread([[1.0, float("nan")]])
    with pytest.raises(InvalidInput, match="1 scene names for 2 episodes"):
        variance_components([1.0, 2.0], ["a"])
