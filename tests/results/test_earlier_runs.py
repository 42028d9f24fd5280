"""A run that an earlier version made: its folder is read, scored, replayed and resumed as before."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

import wayproof as wp
from wayproof.episode.replay import replay, replayed_world
from wayproof.log import VERSION
from wayproof.results.table import plain_answer, table_of

FOLDER = Path(__file__).with_name("earlier_run")  # from before conditions and protocols were plain data


OPINIONS = ("verdict", "p_holm", "caution", "cautions")  # rules and intervals have become more cautious


def facts(plain: Any) -> Any:
    """What was measured, without what is concluded from it."""
    if isinstance(plain, list):
        return [facts(one) for one in plain]
    if not isinstance(plain, dict):
        return round(plain, 12) if isinstance(plain, float) else plain
    return {k: facts(v) for k, v in plain.items() if k not in OPINIONS and not k.endswith(("_low", "_high"))}


def test_what_its_table_measured_is_what_was_printed_then() -> None:
    run = wp.read_run(FOLDER)
    assert run.is_finished and {log.version for log in run.logs} == {1} and VERSION >= 1
    now = plain_answer([table_of(part) for part in run.parts])
    metrics = now.pop("metrics")  # which it did not have then
    assert [one["name"] for one in metrics] == ["success", "spl", "soft_spl", "distance_to_goal"]
    then = msgspec.json.decode((FOLDER / "score.json").read_bytes())
    assert facts(msgspec.json.decode(msgspec.json.encode(now))) == facts(then)


def test_its_episodes_are_replayed_step_by_step() -> None:
    """Replay compares every pose with the logged one."""
    for log in wp.read_run(FOLDER).logs[:3]:
        steps = list(replay(log, replayed_world(log, lit=False), sensors=()))
        assert len(steps) == len(log.steps.pose)


@pytest.mark.slow
def test_the_same_suite_and_agent_resume_it(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "run")
    run = wp.read_run(tmp_path / "run")
    assert run.manifest is not None
    again = wp.run(run.manifest.suite, "map_and_plan", tmp_path / "run")
    assert len(again.scores) == 12 and len(list((tmp_path / "run" / "logs").iterdir())) == 1
