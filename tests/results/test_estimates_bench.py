"""The bench of the area "estimates": peers compute the same thing, rows have their fields."""

from __future__ import annotations

import numpy as np
import pytest

from wayproof.bench import estimates as bench
from wayproof.results.estimates.differences import paired_differences
from wayproof.results.estimates.robust import iqm_interval


def test_the_peers_find_the_same_intervals() -> None:
    clean, others = bench.study()
    scenes = np.arange(bench.EPISODES) % bench.SCENES
    changes = others[:3] - clean
    for plain, options in (
        (bench.plain_by_episode(changes, 1500), {}),
        (bench.by_scipy(changes, 1500), {}),
        (bench.plain_by_scene(changes, scenes, 1500), {"scenes": scenes}),
    ):
        ours = paired_differences(clean, others[:3], seed=1, method="percentile", resamples=3000, **options)
        for interval, low, high in zip(ours, *plain, strict=True):
            assert (interval.low, interval.high) == pytest.approx((low, high), abs=0.12 * interval.width)
    iqm = iqm_interval(clean, seed=1, strata=scenes, resamples=3000)
    assert bench.plain_iqm(clean, scenes, 400) == pytest.approx((iqm.low, iqm.high), abs=0.15 * iqm.width)


@pytest.mark.slow
def test_every_row_has_its_fields_and_a_large_study_takes_seconds() -> None:
    rows = bench.rows()
    for row in rows:
        assert list(row) == ["area", "name", "value", "unit", "peer", "peer_value", "ratio"]
        assert row["area"] == "estimates" and row["value"] > 0 and row["ratio"] > 1
    assert 10 * max(row["value"] for row in rows) < 5000  # 10,000 resamples within five seconds
