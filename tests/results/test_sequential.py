"""Evidence that may be looked at at any time: closed form, error rates under peeking, bounds at all times."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate

from wayproof.errors import InvalidInput
from wayproof.results.estimates.sequential import (
    BETS,
    StoppingRule,
    anytime_p_value,
    confidence_sequence,
    evidence_above,
    evidence_below,
    look,
)
from wayproof.seeding import generator_for

drop_lists = st.lists(st.sampled_from([1.0, -1.0, 0.0, 0.25]), max_size=80)


def pairs(rng: np.random.Generator, shape: tuple[int, ...], drop: float, discordance: float) -> np.ndarray:
    """Drops of 1, -1 and 0 with this mean and this share of those that are not 0."""
    draws = rng.random(shape)
    return np.where(draws < (discordance + drop) / 2, 1.0, np.where(draws < discordance, -1.0, 0.0))


def capital_over_time(drops: np.ndarray, margin: float) -> np.ndarray:
    """The evidence after each pair (studies, time) for three-valued drops, written down anew."""
    after = {value: np.cumsum(drops == value, axis=1)[..., None] for value in (1.0, 0.0, -1.0)}
    stakes = BETS / (1 + margin)
    logs = sum(count * np.log1p(stakes * (value - margin)) for value, count in after.items())
    return np.log(np.exp(logs).mean(axis=-1))


@pytest.mark.parametrize(("harmed", "helped"), [(0, 0), (5, 0), (12, 4), (4, 12), (60, 40)])
def test_without_margin_it_is_the_mean_likelihood_ratio_of_discordant_pairs(harmed: int, helped: int) -> None:
    """Over all shares q of harm above one half, each equally likely, against one half."""

    def ratio(q: float) -> float:
        return 2 * (2 * q) ** harmed * (2 * (1 - q)) ** helped

    expected = integrate.quad(ratio, 0.5, 1.0)[0]
    drops = [1.0] * harmed + [-1.0] * helped
    assert evidence_above(drops) == pytest.approx(expected, rel=2e-3)
    assert evidence_above(drops + [0.0] * 500) == pytest.approx(evidence_above(drops), rel=1e-9)


@given(drop_lists, st.floats(-0.9, 0.9))
def test_evidence_equals_the_capital_of_a_gambler(drops: list[float], margin: float) -> None:
    capital = np.ones(len(BETS))
    for drop in drops:
        capital *= 1 + BETS / (1 + margin) * (drop - margin)
    assert evidence_above(drops, margin) == pytest.approx(capital.mean(), rel=1e-6)


@given(drop_lists, st.floats(-0.9, 0.9))
def test_evidence_below_mirrors_evidence_above(drops: list[float], margin: float) -> None:
    mirrored = evidence_above([-drop for drop in drops], -margin)
    assert evidence_below(drops, margin) == pytest.approx(mirrored, rel=1e-9)


@given(drop_lists, st.floats(-0.9, 0.8), st.floats(0.01, 0.1))
def test_a_larger_margin_is_harder_to_exceed(drops: list[float], margin: float, more: float) -> None:
    assert evidence_above(drops, margin + more) <= evidence_above(drops, margin) * (1 + 1e-9)


@given(drop_lists, st.randoms(use_true_random=False))
def test_the_order_of_pairs_does_not_matter(drops: list[float], shuffler) -> None:
    shuffled = list(drops)
    shuffler.shuffle(shuffled)
    assert evidence_above(shuffled) == evidence_above(drops)


@pytest.mark.parametrize(
    ("drop", "margin", "discordance"),
    [(0.0, 0.0, 0.2), (0.0, 0.0, 1.0), (0.03, 0.03, 0.1), (0.10, 0.10, 0.5), (-0.05, 0.0, 0.2)],
)
def test_looking_after_every_pair_keeps_false_alarms_below_alpha(
    drop: float, margin: float, discordance: float
) -> None:
    """A thousand studies whose drop is exactly what is allowed, or better, watched for 250 pairs."""
    drops = pairs(generator_for(1, "null"), (1000, 250), drop, discordance)
    capital = capital_over_time(drops, margin)
    alarms = (capital >= np.log(1 / 0.05)).any(axis=1).mean()
    assert alarms <= 0.05 + 2.6 * np.sqrt(0.05 * 0.95 / 1000)
    assert np.log(evidence_above(drops[7], margin)) == pytest.approx(capital[7, -1])


@pytest.mark.slow
@pytest.mark.parametrize(("drop", "margin"), [(0.0, 0.0), (0.03, 0.03)])
def test_a_whole_night_of_looking_keeps_false_alarms_below_alpha(drop: float, margin: float) -> None:
    """Four thousand studies of 1,500 pairs, looked at after each."""
    rng, alarms = generator_for(1, "night"), 0
    for _ in range(40):
        drops = pairs(rng, (100, 1500), drop, 0.2)
        alarms += (capital_over_time(drops, margin) >= np.log(1 / 0.05)).any(axis=1).sum()
    assert alarms / 4000 <= 0.05 + 2.6 * np.sqrt(0.05 * 0.95 / 4000)


def test_pairs_in_order_of_scenes_break_the_promise_and_means_of_scenes_keep_it() -> None:
    """Forty scenes whose drops cancel out exactly: no drop on the whole, but scenes differ."""
    rng = generator_for(5, "scenes")
    alarms = {"pairs by scene": 0, "pairs at random": 0, "means of scenes": 0}
    for _ in range(300):
        effects = np.clip(rng.normal(0, 0.15, 40), -0.5, 0.5)
        effects -= effects.mean()
        table = np.array([pairs(rng, (25,), effect, 0.6) for effect in effects])
        means = table.mean(axis=1)
        mixed = table.ravel()[rng.permutation(table.size)]
        alarms["pairs by scene"] += capital_over_time(table.reshape(1, -1), 0.0).max() >= np.log(20)
        alarms["pairs at random"] += capital_over_time(mixed[None], 0.0).max() >= np.log(20)
        alarms["means of scenes"] += max(evidence_above(means[:count]) for count in range(1, 41)) >= 20
    allowed = 300 * 0.05 + 2.6 * np.sqrt(300 * 0.05 * 0.95)
    assert alarms["pairs at random"] <= allowed and alarms["means of scenes"] <= allowed
    assert alarms["pairs by scene"] > allowed


def test_repeated_mcnemar_would_not_keep_them() -> None:
    """The reason for all this: the same peeking with a fixed-sample z-test alarms far too often."""
    drops = pairs(generator_for(1, "null"), (2000, 400), 0.0, 0.2)
    with np.errstate(invalid="ignore"):
        z = np.cumsum(drops, axis=1) / np.sqrt(np.cumsum(drops**2, axis=1))
    assert (z[:, 30:] >= 1.645).any(axis=1).mean() > 0.2


@pytest.mark.parametrize(
    ("drop", "discordance", "most", "within"), [(0.3, 0.4, 120, 0.99), (0.1, 0.2, 600, 0.99)]
)
def test_clear_drops_are_decided_early(drop: float, discordance: float, most: int, within: float) -> None:
    drops = pairs(generator_for(2, "clear"), (500, most), drop, discordance)
    found = (capital_over_time(drops, 0.0) >= np.log(20)).any(axis=1)
    assert found.mean() >= within


def test_bounds_hold_at_all_times_at_once() -> None:
    """Looked at after 1, 30 and 300 pairs; the truth may leave in at most 5 % of studies, ever."""
    drops = pairs(generator_for(3, "bounds"), (250, 300), 0.08, 0.3)
    lost = 0
    for study in drops:
        intervals = [confidence_sequence(study[:count]) for count in (1, 30, 300)]
        lost += not all(interval.covers(-0.08) for interval in intervals)
    assert lost / 250 <= 0.05 + 2.6 * np.sqrt(0.05 * 0.95 / 250)
    assert intervals[0].width > 1.0 and intervals[-1].width < 0.3


@given(drop_lists, st.floats(0.5, 0.9))
def test_bounds_hold_the_mean_and_widen_with_the_level(drops: list[float], level: float) -> None:
    narrow, wide = (confidence_sequence(drops, level=chosen) for chosen in (level, level + 0.05))
    assert -1.0 <= wide.low <= narrow.low and narrow.high <= wide.high <= 1.0
    if drops:
        assert narrow.estimate == pytest.approx(-np.mean(drops))
        assert narrow.low <= narrow.estimate <= narrow.high


def test_bounds_are_where_the_gamblers_have_won_enough() -> None:
    drops = pairs(generator_for(4, "where"), (200,), 0.1, 0.3)
    interval = confidence_sequence(drops, level=0.9)
    assert evidence_above(drops, -interval.high) == pytest.approx(20.0, rel=1e-6)
    assert evidence_below(drops, -interval.low) == pytest.approx(20.0, rel=1e-6)


def test_a_look_decides_fails_passes_or_goes_on() -> None:
    rule = StoppingRule(margin=0.05, most_pairs=300)
    assert look([], rule).decision == "continue"
    assert look([1.0] * 10, rule).decision == "fail"
    assert look([0.0] * 200, rule).decision == "pass"
    mixed = [1.0, -1.0, 0.0, 0.0, 0.0] * 12
    assert look(mixed, rule).decision == "continue"
    assert look(mixed * 5, StoppingRule(most_pairs=300)).decision == "undecided"
    assert look([1.0] * 10, rule).pairs == 10


def test_conditions_side_by_side_need_more_evidence() -> None:
    drops = [1.0] * 8
    assert look(drops, StoppingRule()).decision == "fail"
    assert look(drops, StoppingRule(conditions=20)).decision == "continue"
    assert StoppingRule(conditions=20).threshold == pytest.approx(400)


def test_no_pairs_no_evidence_and_overwhelming_evidence() -> None:
    assert evidence_above([]) == evidence_below([]) == 1.0
    nothing = confidence_sequence([])
    assert (nothing.estimate, nothing.low, nothing.high) == (None, -1.0, 1.0)
    assert evidence_above([1.0] * 5000) == inf
    assert anytime_p_value(inf) == 0.0 and anytime_p_value(0.3) == 1.0 and anytime_p_value(20.0) == 0.05


def test_wrong_input_is_refused_with_a_sentence() -> None:
    with pytest.raises(InvalidInput, match="outside -1 to 1"):
        evidence_above([1.5])
    with pytest.raises(InvalidInput, match="not finite"):
        look([float("nan")], StoppingRule())
    with pytest.raises(InvalidInput, match="write 0.03 for 3 points"):
        StoppingRule(margin=3)
    with pytest.raises(InvalidInput, match="alpha is 5"):
        StoppingRule(alpha=5)
    with pytest.raises(InvalidInput, match="give 1 or more"):
        StoppingRule(conditions=0)
    with pytest.raises(InvalidInput, match="0 or more"):
        anytime_p_value(float("nan"))
