"""The rule of the compiled-code cache: an edit in any kernel file means a fresh folder."""

import importlib
import json
import os
import pkgutil
import subprocess
import sys
import time
from pathlib import Path
from typing import get_type_hints

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from wayproof import kernels, rendering
from wayproof.kernels import cache_folder, kept_digest, source_digest, uncounted


def test_an_edit_in_a_kernel_file_changes_the_digest(tmp_path: Path) -> None:
    kernel_file, plain_file = tmp_path / "hot.py", tmp_path / "plain.py"
    kernel_file.write_text("from wayproof.kernels import kernel\nx = 1\n")
    plain_file.write_text("y = 1\n")
    before = source_digest(tmp_path)
    plain_file.write_text("y = 2\n")
    assert source_digest(tmp_path) == before
    kernel_file.write_text("from wayproof.kernels import kernel\nx = 2\n")
    assert source_digest(tmp_path) != before


def test_a_renamed_kernel_file_changes_the_digest(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("import numba\n")
    before = source_digest(tmp_path)
    (tmp_path / "one.py").rename(tmp_path / "two.py")
    assert source_digest(tmp_path) != before


def cache_seen_by_numba(**environment: str) -> str:
    program = "import wayproof.kernels, numba; print(numba.config.CACHE_DIR)"
    kept = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=kept | environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_compiled_code_goes_to_a_folder_named_by_the_digest(tmp_path: Path) -> None:
    assert (
        cache_seen_by_numba(XDG_CACHE_HOME=str(tmp_path)) == f"{tmp_path}/wayproof/kernels-{source_digest()}"
    )


def test_whoever_sets_the_folder_is_obeyed(tmp_path: Path) -> None:
    assert cache_seen_by_numba(NUMBA_CACHE_DIR=str(tmp_path)) == str(tmp_path)


def test_the_cache_follows_the_environment(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "wayproof"


def _small_package(folder: Path, seconds_old: float = 60.0) -> Path:
    """A package with one kernel file, last changed some time ago."""
    folder.mkdir()
    file = folder / "hot.py"
    file.write_text("import numba\nx = 1\n")
    _age(file, seconds_old)
    return folder


def _age(file: Path, seconds: float) -> None:
    """Set back the time of modification; the time of the record's change stays, as on any real edit."""
    then = time.time() - seconds
    os.utime(file, (then, then))


def _notes(folder: Path) -> list[Path]:
    return sorted(folder.glob("source-digest-*.json"))


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files made a moment ago count as settled: no test waits for the clock."""
    monkeypatch.setattr(kernels, "_SETTLED_NS", -60_000_000_000)


@pytest.mark.usefixtures("settled")
def test_a_kept_digest_is_the_digest(tmp_path: Path) -> None:
    package, folder = _small_package(tmp_path / "package"), tmp_path / "cache"
    first = kept_digest(package, folder)
    assert len(_notes(folder)) == 1
    assert first == kept_digest(package, folder) == source_digest(package)


@pytest.mark.usefixtures("settled")
def test_the_note_is_read_and_not_only_written(tmp_path: Path) -> None:
    package, folder = _small_package(tmp_path / "package"), tmp_path / "cache"
    kept_digest(package, folder)
    note = _notes(folder)[0]
    note.write_text(json.dumps(json.loads(note.read_text()) | {"digest": "0123456789ab"}))
    assert kept_digest(package, folder) == "0123456789ab"


@pytest.mark.usefixtures("settled")
@pytest.mark.parametrize("edit", ["text", "same size", "same size and time", "new", "deleted", "renamed"])
def test_an_edit_gives_another_digest_in_spite_of_the_note(tmp_path: Path, edit: str) -> None:
    package, folder = _small_package(tmp_path / "package"), tmp_path / "cache"
    file, (other, extra) = package / "hot.py", (package / "warm.py", package / "inner" / "deep.py")
    before = kept_digest(package, folder)
    modified = file.stat().st_mtime_ns
    match edit:
        case "text":
            file.write_text("import numba\nx = 123\n")
        case "same size" | "same size and time":
            changed = file.stat().st_ctime_ns
            while file.stat().st_ctime_ns == changed:  # the file system's clock is coarse
                file.write_text("import numba\nx = 2\n")
        case "new":
            extra.parent.mkdir()
            extra.write_text("import numba\n")
        case "deleted":
            file.unlink()
        case "renamed":
            file.rename(other)
    if edit == "same size and time":
        os.utime(file, ns=(modified, modified))
    after = kept_digest(package, folder)
    assert after == source_digest(package) != before


@pytest.mark.usefixtures("settled")
@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b"null", b"7", b'{"digest": "00"}', b"\xff\x00"])
def test_a_damaged_note_is_harmless(tmp_path: Path, damage: bytes) -> None:
    package, folder = _small_package(tmp_path / "package"), tmp_path / "cache"
    kept_digest(package, folder)
    note = _notes(folder)[0]
    whole = note.read_bytes()
    note.write_bytes(damage)
    assert kept_digest(package, folder) == source_digest(package)
    assert note.read_bytes() == whole


@pytest.mark.usefixtures("settled")
def test_a_note_torn_at_any_byte_is_harmless(tmp_path: Path) -> None:
    package, folder = _small_package(tmp_path / "package"), tmp_path / "cache"
    kept_digest(package, folder)
    note = _notes(folder)[0]
    whole = note.read_bytes()
    for length in range(len(whole)):
        note.write_bytes(whole[:length])
        assert kept_digest(package, folder) == source_digest(package)


@pytest.mark.usefixtures("settled")
def test_a_folder_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    package, not_a_folder = _small_package(tmp_path / "package"), tmp_path / "file"
    not_a_folder.write_text("in the way")
    assert kept_digest(package, not_a_folder / "cache") == source_digest(package)


@pytest.mark.usefixtures("settled")
def test_two_checkouts_keep_a_note_each(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    for name in ("one", "two"):
        kept_digest(_small_package(tmp_path / name), folder)
    assert len(_notes(folder)) == 2


def test_nothing_is_kept_of_files_changed_a_moment_ago(tmp_path: Path) -> None:
    package, folder = _small_package(tmp_path / "package"), tmp_path / "cache"
    assert kept_digest(package, folder) == source_digest(package)
    assert _notes(folder) == []


def _first_of(values: NDArray[np.float32]) -> NDArray[np.float32]:
    return values[:1].copy()


def test_a_function_that_counts_no_references_cannot_make_arrays() -> None:
    with pytest.raises(numba.core.errors.NumbaError, match="NRT|Only accept returning"):
        uncounted(_first_of)(np.zeros(3, np.float32))


def test_no_function_that_counts_no_references_returns_an_array() -> None:
    """It would be freed while the caller still works on it, which no test of results would surely notice."""
    found = 0
    for module in pkgutil.iter_modules(rendering.__path__, "wayproof.rendering."):
        for function in vars(importlib.import_module(module.name)).values():
            if getattr(function, "targetoptions", {}).get("_nrt") is False:
                found += 1
                given_back = repr(get_type_hints(function.py_func)["return"])
                assert "ndarray" not in given_back and "Canvas" not in given_back, function.py_func
    assert found > 30
