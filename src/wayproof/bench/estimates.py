"""Time of resampling, beside SciPy's bootstrap and plain NumPy loops on the same numbers.

The study is a large one: 20 conditions on 2,000 episodes in 40 scenes, all conditions drawn together. SciPy
works on all conditions in one call; the plain loops index all of them with one draw, as scripts usually do.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from wayproof.results.estimates.differences import paired_differences
from wayproof.results.estimates.retention import retention
from wayproof.results.estimates.robust import iqm_interval
from wayproof.seeding import generator_for

Floats = NDArray[np.float64]
Row = dict[str, Any]

CONDITIONS, EPISODES, SCENES = 20, 2000, 40
RESAMPLES, PEER_RESAMPLES, REPEATS = 10_000, 200, 3
SCIPY, PLAIN, TRIM = "scipy.stats.bootstrap", "plain NumPy loop", "scipy.stats.trim_mean loop"


def rows() -> list[Row]:
    """All rows of the area "estimates" in ms per 1,000 resamples; takes about half a minute. Needs SciPy."""
    clean, others = study()
    scenes = np.arange(EPISODES) % SCENES
    changes = others - clean
    by_episode = _ours(lambda: paired_differences(clean, others, seed=1, method="percentile"))
    by_scene = _ours(lambda: paired_differences(clean, others, seed=1, scenes=scenes.tolist()))
    plain = _peer(lambda: plain_by_episode(changes, PEER_RESAMPLES))
    plain_scenes = _peer(lambda: plain_by_scene(changes, scenes, PEER_RESAMPLES))
    return [
        _row("paired, by episode", by_episode, PLAIN, plain),
        _row("paired, by episode", by_episode, SCIPY, _peer(lambda: by_scipy(changes, PEER_RESAMPLES))),
        _row("paired, by scene", by_scene, PLAIN, plain_scenes),
        _row("PRS, joint", _ours(lambda: retention(clean, others, seed=1)), PLAIN, plain),
        _row(
            "IQM within scenes, one condition",
            _ours(lambda: iqm_interval(clean, seed=1, strata=scenes.tolist())),
            TRIM,
            _peer(lambda: plain_iqm(clean, scenes, PEER_RESAMPLES)),
        ),
    ]


def study() -> tuple[Floats, Floats]:
    """SPL of clean episodes (n,) and of their twins (conditions, n)."""
    rng = generator_for(1, "bench", "estimates")
    clean = (rng.random(EPISODES) < 0.6) * rng.beta(8, 2, EPISODES)
    return clean, clean * (rng.random((CONDITIONS, EPISODES)) < np.linspace(0.4, 0.98, CONDITIONS)[:, None])


def plain_by_episode(changes: Floats, resamples: int) -> Floats:
    """Bounds (2, conditions) of all mean changes, one index array per resample."""
    rng = generator_for(1, "bench", "plain")
    count = changes.shape[1]
    means = np.array([changes[:, rng.integers(0, count, count)].mean(axis=1) for _ in range(resamples)])
    return np.asarray(np.quantile(means, (0.025, 0.975), axis=0))


def plain_by_scene(changes: Floats, scenes: NDArray[np.int64], resamples: int) -> Floats:
    """The same with whole scenes drawn, their episodes joined anew in each resample."""
    rng = generator_for(1, "bench", "plain")
    members = [np.flatnonzero(scenes == number) for number in range(SCENES)]
    means = []
    for _ in range(resamples):
        drawn = np.concatenate([members[number] for number in rng.integers(0, SCENES, SCENES)])
        means.append(changes[:, drawn].mean(axis=1))
    return np.asarray(np.quantile(means, (0.025, 0.975), axis=0))


def plain_iqm(values: Floats, scenes: NDArray[np.int64], resamples: int) -> Floats:
    """Bounds of the interquartile mean, each scene drawn by itself."""
    rng = generator_for(1, "bench", "plain")
    parts = [values[scenes == number] for number in range(SCENES)]
    means = [
        stats.trim_mean(np.concatenate([part[rng.integers(0, len(part), len(part))] for part in parts]), 0.25)
        for _ in range(resamples)
    ]
    return np.asarray(np.quantile(means, (0.025, 0.975)))


def by_scipy(changes: Floats, resamples: int) -> Floats:
    """Bounds (2, conditions) of all mean changes by SciPy, vectorised over conditions."""
    rng = generator_for(1, "bench", "scipy")
    found = stats.bootstrap(
        (changes,), np.mean, axis=-1, n_resamples=resamples, batch=50, method="percentile", rng=rng
    )
    return np.asarray(found.confidence_interval)


def _peer(job: Callable[[], object]) -> float:
    return _ms(job, PEER_RESAMPLES)


def _ours(job: Callable[[], object]) -> float:
    return _ms(job, RESAMPLES)


def _ms(job: Callable[[], object], resamples: int) -> float:
    """Processor milliseconds per 1,000 resamples, the median of several runs after a first one."""
    job()
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        job()
        times.append(time.process_time() - start)
    return 1e6 * float(np.median(times)) / resamples


def _row(name: str, value: float, peer: str, peer_value: float) -> Row:
    return {
        "area": "estimates",
        "name": f"{name}, {EPISODES} episodes",
        "value": round(value, 3),
        "unit": "ms per 1,000 resamples",
        "peer": peer,
        "peer_value": round(peer_value, 3),
        "ratio": round(peer_value / value, 2),
    }
