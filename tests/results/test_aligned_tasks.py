"""Aligned tasks: success on both over the same pairs, by hand; what is no pair is counted or refused."""

from __future__ import annotations

import numpy as np
import pytest
from made_logs import PROTOCOL, made_log, straight
from msgspec.structs import replace

from wayproof.errors import InvalidInput
from wayproof.log import EpisodeLog
from wayproof.results.aligned_tasks import AlignedTable, aligned_tables, plain_aligned
from wayproof.results.intervals import change_of
from wayproof.results.part import parts_of_logs
from wayproof.vocabulary import Condition, Fault, Pose

THINGS, WORDS = (
    replace(PROTOCOL, task=task, name="made") for task in ("object_goal", "instruction_following")
)
SCENES = 4


def _logs(protocol, condition: str, wins: str, fault: str = "fog", **episode) -> list[EpisodeLog]:
    """One log for each letter, G a success; every scene counts its pairs from 0, as the draws do."""
    made = []
    for number, letter in enumerate(wins):
        log = made_log(
            straight(0, 3) if letter == "G" else straight(0, 1),
            protocol=protocol,
            id=f"{protocol.task}/{number}",
            scene=f"houses-v1/val/{number % SCENES}",
            labels={"pair": f"aligned/{number // SCENES}"},
            shortest_length_m=3.0,
            **episode,
        )
        faults = () if condition == "clean" else (Fault(fault, 0.5),)
        made.append(replace(log, condition=Condition(condition, faults)))
    return made


def _table(logs: list[EpisodeLog]) -> AlignedTable:
    (table,) = aligned_tables(parts_of_logs(logs))
    return table


def test_both_tasks_stand_side_by_side_over_the_same_pairs() -> None:
    sides = {
        ("clean", 0): "GGGGGGGGGGGGGGGGGGGGGGGG",
        ("clean", 1): "GGGGGGGGGGGGGGGGGGGGBBBB",
        ("fog", 0): "GGGGGGGGGGGGGGGGGGGGGGBB",
        ("fog", 1): "GGGGGGGGGGGGBBBBBBBBBBBB",
    }
    logs = [log for (name, task), wins in sides.items() for log in _logs((THINGS, WORDS)[task], name, wins)]
    table = _table(logs)
    assert (table.first, table.second) == ("object_goal/made/locobot", "instruction_following/made/locobot")
    assert (table.pairs, table.scenes) == (24, SCENES)
    clean, fog = table.conditions
    assert (clean.n, clean.first, clean.second) == (24, 1.0, pytest.approx(20 / 24)) and clean.extra is None
    assert (fog.first, fog.second) == (pytest.approx(22 / 24), 0.5)
    assert fog.delta == pytest.approx(0.5 - 22 / 24) and fog.verdict == "worse"
    # Words lose 8 pairs to the fog and things 2.
    assert fog.extra == pytest.approx((-8 + 2) / 24) and fog.extra_low < fog.extra < fog.extra_high
    # The interval is that of any paired change, pairs in the order of their scenes.
    one, other = (np.array([[c == "G" for c in sides["fog", task]]], float)[0] for task in (0, 1))
    order = sorted(range(24), key=lambda number: (number % SCENES, f"aligned/{number // SCENES}"))
    scenes = [f"houses-v1/val/{number % SCENES}" for number in order]
    wanted = change_of(one[order], other[order], scenes, (0.0, 1.0))
    assert (fog.delta_low, fog.delta_high) == (pytest.approx(wanted.low), pytest.approx(wanted.high))
    assert plain_aligned([table])["aligned"][0]["conditions"][1]["n"] == 24 and plain_aligned([]) == {}


def test_a_half_without_its_other_half_is_counted_and_left_out() -> None:
    logs = [*_logs(THINGS, "clean", "GGGGGGGG"), *_logs(WORDS, "clean", "GGGGB")]
    (clean,) = _table(logs).conditions
    assert (clean.n, clean.unpaired, clean.first, clean.second) == (5, 3, 1.0, 0.8)


def test_a_condition_that_cannot_reach_the_agent_is_not_applicable() -> None:
    logs = [log for task in (THINGS, WORDS) for log in _logs(task, "clean", "GGGG")]
    logs += [log for task in (THINGS, WORDS) for log in _logs(task, "lag", "GGGG", fault="depth_lag")]
    assert [line.verdict for line in _table(logs).conditions] == ["cannot decide", "n/a"]


def test_pairs_that_begin_in_different_places_are_refused_and_other_runs_have_no_such_table() -> None:
    moved = [
        replace(log, episode=replace(log.episode, start=Pose(1.0, 0.0, 0.0)))
        for log in _logs(WORDS, "clean", "GG")
    ]
    with pytest.raises(InvalidInput, match="begin in different places"):
        aligned_tables(parts_of_logs([*_logs(THINGS, "clean", "GG"), *moved]))
    lone = [replace(log, episode=replace(log.episode, labels={})) for log in _logs(THINGS, "clean", "GG")]
    assert aligned_tables(parts_of_logs([*lone, *_logs(WORDS, "clean", "GG")])) == []
