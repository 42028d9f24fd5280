"""Stopping early: decided on the unbroken beginning of the plan, whatever order the work is finished in."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from wayproof.manifest import StopRule
from wayproof.results.early_stopping import Stopping
from wayproof.seeding import generator_for
from wayproof.work import Work

PAIRS, PER_SCENE = 300, 5


def _work() -> list[Work]:
    return [
        Work(2 * pair + condition, 0, pair, condition, 0, f"scene {pair // PER_SCENE}", f"{pair}|{condition}")
        for pair in range(PAIRS)
        for condition in (0, 1)
    ]


def _results(drop: float) -> dict[int, bool]:
    rng = generator_for(1, "stopping", round(1000 * drop))
    return {item.number: bool(rng.random() < (0.9 - drop * item.condition)) for item in _work()}


def _decided(order: list[int], results: dict[int, bool]) -> tuple[dict[int, int], set[int]]:
    stopping = Stopping(_work(), StopRule())
    needless: set[int] = set()
    for number in order:
        if number not in needless:
            needless |= stopping.heard(number, results[number])
    return stopping.decided, needless


@given(seed=st.integers(0, 50))
def test_the_decision_does_not_depend_on_who_finishes_first(seed: int) -> None:
    results = _results(0.6)
    in_order, needless = _decided(list(range(2 * PAIRS)), results)
    late = generator_for(seed, "late").uniform(0, 9, 2 * PAIRS)
    jumbled = [int(k) for k in np.argsort(np.arange(2 * PAIRS) + late)]
    assert _decided(jumbled, results)[0] == in_order
    assert 5 <= in_order[1] < 40
    assert needless == {2 * k + 1 for k in range(in_order[1] * PER_SCENE, PAIRS)}


def test_no_drop_is_not_mistaken_for_one() -> None:
    decided, needless = _decided(list(range(2 * PAIRS)), _results(0.0))
    assert decided == {} and needless == set()


def test_the_pairs_that_count_are_those_of_the_scenes_before_the_decision() -> None:
    results = _results(0.6)
    stopping = Stopping(_work(), StopRule())
    for number, good in results.items():
        stopping.heard(number, good)
    counted = stopping.counted(1)
    assert counted == {2 * k + 1 for k in range(stopping.decided[1] * PER_SCENE)}
    assert stopping.counted(0) is None
