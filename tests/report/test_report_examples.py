"""Which episodes are shown: lost ones, from the worst conditions in turn, in few scenes."""

from __future__ import annotations

from pathlib import Path

from made_runs import write_run

from wayproof.metrics.spl import spl
from wayproof.report.example_episodes import MOST_SCENES, choose_examples
from wayproof.report.run_data import read_parts


def test_lost_episodes_come_in_turn_from_the_conditions_that_lose_most(made_run: Path) -> None:
    chosen = choose_examples(read_parts([made_run])[0], 4)
    assert [one.condition for one in chosen] == ["fog", "full drift", "half drift", "dust"]
    assert all(one.lost for one in chosen)
    assert len({(one.pair.before.episode.scene, one.pair.before.episode.id) for one in chosen}) == 4


def test_many_are_still_in_few_scenes(made_run: Path) -> None:
    chosen = choose_examples(read_parts([made_run])[0], 20)
    assert len(chosen) == 20 and len({one.pair.before.episode.scene for one in chosen}) <= MOST_SCENES


def test_a_way_that_can_be_seen_comes_before_a_stop_at_the_start(tmp_path: Path) -> None:
    wins = {"clean": [True] * 3, "fog": [False] * 3}
    run = write_run(tmp_path / "run", wins, stays=[("fog", 0), ("fog", 2)])
    chosen = choose_examples(read_parts([run])[0], 3)
    assert [one.pair.after.episode.id for one in chosen] == ["e001", "e000", "e002"]


def test_after_the_lost_ones_come_those_that_were_made_longer(real_run: Path) -> None:
    """The agent of the real run loses nothing and takes longer ways under drift."""
    chosen = choose_examples(read_parts([real_run])[0], 4)
    losses = [(spl(one.pair.after) or 0.0) - (spl(one.pair.before) or 0.0) for one in chosen]
    assert chosen and all(loss < 0 for loss in losses) and losses == sorted(losses)
    assert not any(one.lost for one in chosen)


def test_a_gain_is_no_loss(tmp_path: Path) -> None:
    wins = {"clean": [False, True, True], "fog": [True, True, True]}
    assert choose_examples(read_parts([write_run(tmp_path / "run", wins)])[0], 4) == []


def test_twins_that_are_the_same_are_never_shown(tmp_path: Path) -> None:
    wins = {"clean": [True] * 4, "fog": [True] * 4}
    assert choose_examples(read_parts([write_run(tmp_path / "run", wins)])[0], 4) == []
