"""The plan: all work, in a fixed order, cut into shards that keep pairs together."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_suites import small_suite

from wayproof.errors import InvalidInput
from wayproof.run.folder import make_plan
from wayproof.run.plan import Plan
from wayproof.run.queues import MOST_CRASHES, Order, Queues
from wayproof.vocabulary import CLEAN
from wayproof.work import shard_of


@cache
def _plan() -> Plan:
    return make_plan(small_suite("fog:0.5", "motor_failure", repeats=2))


def test_every_episode_meets_every_condition_and_repeat_once() -> None:
    plan = _plan()
    assert [condition.name for condition in plan.conditions] == [CLEAN, "fog:0.5", "motor_failure:1"]
    assert len(plan.work) == 4 * 3 * 2 == len({item.key for item in plan.work})
    assert [item.number for item in plan.work] == list(range(24))
    scenes = [item.scene for item in plan.work]
    assert scenes == sorted(scenes) and len(set(scenes)) == 2


@given(count=st.integers(1, 5))
def test_shards_are_a_partition_that_never_parts_twins(count: int) -> None:
    work = _plan().work
    shards = [shard_of(work, (number, count)) for number in range(1, count + 1)]
    assert sorted(item.number for shard in shards for item in shard) == [item.number for item in work]
    home = {item.scene: number for number, shard in enumerate(shards) for item in shard}
    assert all(home[item.scene] == number for number, shard in enumerate(shards) for item in shard)


@pytest.mark.parametrize("shard", [(0, 2), (3, 2), (1, 0)])
def test_a_shard_that_is_none_is_refused(shard: tuple[int, int]) -> None:
    with pytest.raises(InvalidInput, match="write i/n"):
        shard_of(_plan().work, shard)


def test_a_worker_stays_in_its_scene_and_others_go_elsewhere() -> None:
    queues = Queues(_plan().work)
    first = queues.next("", ())
    assert first is not None
    scene = queues.by_number[first.work].scene
    stays, elsewhere = queues.next(scene, {scene}), queues.next("", {scene})
    assert stays is not None and elsewhere is not None
    assert queues.by_number[stays.work].scene == scene != queues.by_number[elsewhere.work].scene


def test_all_orders_are_given_once_and_dropped_ones_never() -> None:
    queues = Queues(_plan().work)
    queues.drop({3, 7})
    given_out = []
    while (order := queues.next("", ())) is not None:
        given_out.append(order.work)
    assert sorted(given_out) == [k for k in range(24) if k not in (3, 7)] and queues.left() == 0


def test_work_that_kills_three_times_is_given_up_as_invalid() -> None:
    queues = Queues(_plan().work[:1])
    for _ in range(MOST_CRASHES):
        order = queues.next("", ())
        assert order == Order(0)
        queues.crashed(order, "ended with code -9")
    last = queues.next("", ())
    assert last is not None and last.outcome is not None and last.outcome.reason == "invalid"
    assert "killed its worker 3 times; the last one ended with code -9" in last.outcome.detail
