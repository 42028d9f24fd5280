"""The store and the manifest: nothing lost, nothing twice, one run at a time, the same run only."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace
from small_suites import digests, run_small, small_suite

from wayproof.errors import BrokenFile, InvalidInput, StorageFailure
from wayproof.log_files import MAGIC, stored_files, stored_records
from wayproof.manifest import read_manifest
from wayproof.run import store
from wayproof.run.store import Writer, locked, repair

SUITE = small_suite("motor_failure", episodes=2)


def test_records_are_whole_and_in_order(tmp_path: Path) -> None:
    writer = Writer(tmp_path, "one")
    for record in (b"first", b"second" * 1000):
        writer.append(record)
    writer.close()
    assert list(stored_records(tmp_path)) == [b"first", b"second" * 1000]
    with pytest.raises(StorageFailure, match="File exists"):
        Writer(tmp_path, "one")


def test_a_torn_end_is_cut_and_told(tmp_path: Path) -> None:
    writer = Writer(tmp_path, "one")
    writer.append(b"whole")
    writer.append(b"torn" * 100)
    writer.close()
    file = stored_files(tmp_path)[0]
    os.truncate(file, file.stat().st_size - 7)
    told = repair(tmp_path)
    assert len(told) == 1 and "one.waylog: cut" in told[0] and "ends within a record" in told[0]
    assert list(stored_records(tmp_path)) == [b"whole"] and repair(tmp_path) == []


def test_a_file_cut_within_its_first_line_becomes_empty(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "x.waylog").write_bytes(MAGIC[:3])
    assert len(repair(tmp_path)) == 1 and list(stored_records(tmp_path)) == []


def test_a_full_disk_gives_a_clear_error_and_leaves_what_is_stored(tmp_path: Path) -> None:
    """A limit on the size of files is met as a full disk is: the write fails half way."""
    program = (
        "import resource, signal, sys\n"
        "from pathlib import Path\n"
        "from wayproof.errors import StorageFailure\n"
        "from wayproof.run.store import Writer\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "writer = Writer(Path(sys.argv[1]), 'x')\n"
        "writer.append(b'a' * 1000)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))\n"
        "try:\n"
        "    writer.append(b'b' * 1000)\n"
        "except StorageFailure as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert "could not write" in done.stdout and "repeat the same command to resume" in done.stdout
    assert list(stored_records(tmp_path)) == [b"a" * 1000] and repair(tmp_path) == []


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(StorageFailure, match="could not write"):
        locked(tmp_path / "file")


def test_two_runs_in_one_folder_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "LOCK_WAIT_S", 0.1)
    with locked(tmp_path), pytest.raises(InvalidInput, match="another process is running in"):
        locked(tmp_path)
    locked(tmp_path).close()


def test_a_finished_run_is_left_as_it_is_and_another_is_refused(tmp_path: Path) -> None:
    run_small(SUITE, tmp_path)
    stood = {file: file.read_bytes() for file in stored_files(tmp_path)}
    run_small(SUITE, tmp_path)
    assert {file: file.read_bytes() for file in stored_files(tmp_path)} == stood
    with pytest.raises(InvalidInput, match="holds another run: .*agent is 'oracle' against 'idle'"):
        run_small(SUITE, tmp_path, agent="idle")
    other = replace(SUITE, camera=replace(SUITE.camera, width_px=32))
    with pytest.raises(InvalidInput, match=r"suite.camera.width_px is 24 against 32"):
        run_small(other, tmp_path)
    assert len(digests(tmp_path)) == 4


def test_a_folder_that_is_no_run_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="is not a run"):
        read_manifest(tmp_path)
    (tmp_path / "manifest.json").write_text("{")
    with pytest.raises(BrokenFile, match="manifest.json"):
        read_manifest(tmp_path)
