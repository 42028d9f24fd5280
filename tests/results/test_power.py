"""Planning: the formula against a table, the exact power against simulation, and their edges."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from wayproof.errors import InvalidInput
from wayproof.results.estimates.paired_proportions import PairCounts, mcnemar, newcombe_paired
from wayproof.results.estimates.power import (
    critical_count,
    design_effect,
    exact_power,
    pairs_for_margin,
    pairs_needed,
    pairs_needed_exact,
    smallest_drop,
)
from wayproof.seeding import generator_for


# Pairs for power 80 % at alpha 5 %, by drop and discordance.
@pytest.mark.parametrize(
    ("drop", "discordance", "pairs"),
    [
        (0.02, 0.06, 1175),
        (0.03, 0.15, 1306),
        (0.05, 0.06, 186),
        (0.05, 0.10, 312),
        (0.05, 0.20, 626),
        (0.05, 0.40, 1254),
        (0.10, 0.30, 234),
    ],
)
def test_the_formula_meets_a_known_table(drop: float, discordance: float, pairs: int) -> None:
    assert pairs_needed(drop, discordance) == pytest.approx(pairs, abs=1)


def test_exact_power_agrees_with_simulated_studies() -> None:
    n, drop, discordance = 200, 0.08, 0.2
    rng = generator_for(1, "power")
    harmed = (discordance + drop) / 2
    counts = rng.multinomial(n, [harmed, discordance - harmed, 1 - discordance], 20_000)
    unique, times = np.unique(counts[:, :2], axis=0, return_counts=True)
    for mid_p in (False, True):
        found = sum(
            count
            for (b, c), count in zip(unique.tolist(), times.tolist(), strict=True)
            if mcnemar(PairCounts(0, b, c, 0), mid_p=mid_p) <= 0.05
        )
        assert exact_power(n, drop, discordance, mid_p=mid_p) == pytest.approx(found / 20_000, abs=0.011)


@given(st.integers(0, 200), st.floats(0.001, 0.3))
def test_the_critical_count_is_the_last_significant_one(discordant: int, alpha: float) -> None:
    p_values = [
        stats.binomtest(k, discordant).pvalue if discordant else 1.0 for k in range(discordant // 2 + 1)
    ]
    significant = [k for k, p in enumerate(p_values) if p <= alpha]
    assert critical_count(discordant, alpha) == (max(significant) if significant else -1)


def test_the_exact_test_alarms_falsely_at_most_at_alpha() -> None:
    for pairs in (10, 60, 300):
        assert 0.0 < exact_power(pairs, 0.0, 0.3) <= 0.05
        assert exact_power(pairs, 0.0, 0.3) <= exact_power(pairs, 0.0, 0.3, mid_p=True)


@pytest.mark.parametrize(("drop", "discordance"), [(0.05, 0.1), (0.1, 0.3), (0.3, 0.35)])
def test_the_exact_number_of_pairs_has_the_power_and_a_few_less_have_not(
    drop: float, discordance: float
) -> None:
    pairs = pairs_needed_exact(drop, discordance)
    assert exact_power(pairs, drop, discordance) >= 0.8
    assert exact_power(int(0.93 * pairs), drop, discordance) < 0.8
    assert pairs_needed(drop, discordance) <= pairs <= 1.25 * pairs_needed(drop, discordance) + 10
    assert pairs_needed_exact(drop, discordance, mid_p=True) <= pairs


@given(st.integers(20, 3000), st.floats(0.05, 0.6))
def test_the_smallest_drop_is_the_one_that_so_many_pairs_find(pairs: int, discordance: float) -> None:
    drop = smallest_drop(pairs, discordance)
    if drop is None:
        assert pairs_needed(discordance, discordance) > pairs
    else:
        assert pairs_needed(drop, discordance) <= pairs
        assert drop < 1e-6 or pairs_needed(0.999 * drop, discordance) >= pairs


def test_a_gate_planned_for_80_per_cent_passes_in_about_80_per_cent() -> None:
    margin, discordance = 0.04, 0.12
    n = pairs_for_margin(margin, discordance)
    counts = generator_for(1, "gate").multinomial(n, [0.5, discordance / 2, discordance / 2, 0.38], 2000)
    passed = [newcombe_paired(PairCounts(*row)).low >= -margin for row in counts.tolist()]
    assert np.mean(passed) == pytest.approx(0.8, abs=0.06)


def test_less_noise_more_power_and_shared_scenes_change_the_number_as_they_should() -> None:
    assert pairs_needed(0.05, 0.1) < pairs_needed(0.05, 0.2) < pairs_needed(0.04, 0.2)
    assert pairs_needed(0.05, 0.2, power=0.9) > pairs_needed(0.05, 0.2)
    assert pairs_needed(0.05, 0.2, design_effect=2.0) == pytest.approx(2 * pairs_needed(0.05, 0.2), abs=1)
    assert pairs_for_margin(0.03, 0.1, drop=0.01) > pairs_for_margin(0.03, 0.1)
    assert design_effect(167, 0.02) == pytest.approx(4.32) and design_effect(10, -0.1) == 1.0


def test_no_pairs_show_nothing() -> None:
    assert smallest_drop(0, 0.2) is None and exact_power(0, 0.1, 0.2) == 0.0
    assert smallest_drop(3, 0.2) is None


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: pairs_needed(0.0, 0.2), "above 0 and at most the discordance"),
        (lambda: pairs_needed(0.3, 0.2), "above 0 and at most the discordance"),
        (lambda: pairs_needed(float("nan"), 0.2), "above 0 and at most the discordance"),
        (lambda: pairs_needed(5, 20), "discordance is 20"),
        (lambda: pairs_needed(0.05, 0.2, power=80), "power is 80"),
        (lambda: pairs_for_margin(0.03, 0.2, drop=0.03), "between the drop and 1"),
        (lambda: pairs_for_margin(0.9, 0.2, drop=0.5), "at most the discordance"),
        (lambda: smallest_drop(-1, 0.2), "pairs is -1"),
        (lambda: design_effect(0, 0.1), "0 episodes per scene"),
    ],
)
def test_impossible_plans_are_refused_with_a_sentence(call, says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        call()
