"""Verification: a sound run passes, and each kind of rot is found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from small_suites import run_small, small_suite
from typer.testing import CliRunner

from wayproof.agents.elsewhere.websocket_agent import WebSocketAgent
from wayproof.cli import app
from wayproof.log import decode_log, encode_log
from wayproof.log_files import stored_files, stored_records
from wayproof.manifest import read_manifest, write_manifest
from wayproof.run.store import Writer
from wayproof.run.verify import Check, verify

SUITE = small_suite("gaussian_depth_noise:0.6", "motor_failure", episodes=2)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sound") / "run"
    run_small(SUITE, folder, agent="map_and_plan")
    return folder


def _checks(folder: Path, **options: Any) -> dict[str, Check]:
    return {check.name: check for check in verify(folder, tell=lambda _: None, **options)}


def _rewritten(sound: Path, folder: Path, change: object) -> Path:
    """The run with every log changed."""
    import shutil

    shutil.copytree(sound, folder)
    records = list(stored_records(folder))
    for file in stored_files(folder):
        file.unlink()
    writer = Writer(folder, "changed")
    for record in records:
        for log in change(decode_log(record)):  # type: ignore[operator]
            writer.append(encode_log(log))
    writer.close()
    return folder


def test_a_sound_run_passes_with_its_controls(sound: Path) -> None:
    checks = _checks(sound, again=2, controls=2)
    assert all(check.passed for check in checks.values()), checks
    assert "depth in 2 of 2" in checks["reached: gaussian_depth_noise:0.6"].detail
    assert {"control: oracle", "control: idle", "control: random", "control: identity"} <= set(checks)


def test_a_missing_and_a_doubled_episode_are_found(sound: Path, tmp_path: Path) -> None:
    fewer = _rewritten(sound, tmp_path / "a", lambda log: [] if log.condition.name == "clean" else [log])
    assert not _checks(fewer, again=0)["complete"].passed
    more = _rewritten(sound, tmp_path / "b", lambda log: [log, log])
    assert not _checks(more, again=0)["once"].passed


def test_a_fault_that_did_not_reach_the_agent_is_found(sound: Path, tmp_path: Path) -> None:
    def healed(log):  # type: ignore[no-untyped-def]
        return [replace(log, steps=replace(log.steps, seen=log.steps.clean or log.steps.seen))]

    check = _checks(_rewritten(sound, tmp_path / "a", healed), again=0)["reached: gaussian_depth_noise:0.6"]
    assert not check.passed and "depth in 0 of 2" in check.detail


def test_a_change_that_no_fault_declares_is_found(sound: Path, tmp_path: Path) -> None:
    def leaked(log):  # type: ignore[no-untyped-def]
        if not log.steps.clean:
            return [log]
        wrong = {**log.steps.seen, "gps": log.steps.seen["gps"] + np.uint32(1)}
        return [replace(log, steps=replace(log.steps, seen=wrong))]

    check = _checks(_rewritten(sound, tmp_path / "a", leaked), again=0)["reached: motor_failure:1"]
    assert not check.passed and "gps" in check.detail


def test_an_episode_that_comes_out_differently_is_found(sound: Path, tmp_path: Path) -> None:
    def shifted(log):  # type: ignore[no-untyped-def]
        return [replace(log, steps=replace(log.steps, pose=log.steps.pose + 1e-9))]

    check = _checks(_rewritten(sound, tmp_path / "a", shifted), again=1)["again"]
    assert not check.passed and "1 of 1 episodes differ" in check.detail


def test_a_foreign_folder_is_data(sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither is a file executed that a manifest names, nor a token sent to an address in it."""
    folder = _rewritten(sound, tmp_path / "a", lambda log: [log])
    trap = tmp_path / "trap.py"
    trap.write_text(f"import pathlib\npathlib.Path({str(tmp_path / 'sprung')!r}).touch()\n")
    asked: list[object] = []
    monkeypatch.setattr(WebSocketAgent, "__init__", lambda *given, **more: asked.append(given))
    for name in (f"{trap}:Agent", "ws://attacker.example:80", "http://attacker.example:80", "trap:Agent"):
        write_manifest(folder, replace(read_manifest(folder), agent=name))
        check = _checks(folder)["again"]
        assert check.passed is None and name in check.detail and "--agent" in check.detail
    assert not (tmp_path / "sprung").exists() and not asked
    assert _checks(folder, again=1, agent="map_and_plan")["again"].passed
    told = CliRunner().invoke(app, ["verify", str(folder)])
    assert told.exit_code == 2 and "not checked" in told.output


def test_logs_of_another_plan_and_damage_are_found(sound: Path, tmp_path: Path) -> None:
    foreign = _rewritten(sound, tmp_path / "a", lambda log: [replace(log, repeat=9)])
    checks = _checks(foreign, again=2)
    assert not checks["own"].passed and not checks["complete"].passed and checks["readable"].passed
    damaged = _rewritten(sound, tmp_path / "b", lambda log: [log])
    file = stored_files(damaged)[0]
    data = bytearray(file.read_bytes())
    data[1000] ^= 4
    file.write_bytes(data)
    check = _checks(damaged, again=0)["readable"]
    assert not check.passed and "damaged: 1 record" in check.detail


def test_another_agent_than_that_of_the_run_is_found(sound: Path) -> None:
    assert "is not the agent of the run" in _checks(sound, again=1, agent="oracle")["agent"].detail
