"""The rule of the compiled-code cache: an edit in any kernel file means a fresh folder."""

import os
import subprocess
import sys
from pathlib import Path

from wayproof.kernels import cache_folder, source_digest


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
