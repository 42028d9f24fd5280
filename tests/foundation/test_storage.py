from pathlib import Path

import pytest

from wayproof.errors import StorageFailure
from wayproof.storage import write_atomically


def test_a_file_is_written_and_its_folder_made(tmp_path: Path) -> None:
    write_atomically(tmp_path / "new" / "file", b"content")
    assert (tmp_path / "new" / "file").read_bytes() == b"content"
    assert [entry.name for entry in (tmp_path / "new").iterdir()] == ["file"]


def test_a_full_disk_keeps_the_old_file_and_leaves_nothing_half_written(tmp_path: Path) -> None:
    """/dev/full refuses every write as a full disk does; a link makes the partial file land on it."""
    import os

    file = tmp_path / "file"
    file.write_bytes(b"old")
    (tmp_path / f".file.{os.getpid()}.partial").symlink_to("/dev/full")
    with pytest.raises(StorageFailure, match=r"could not write .*file: No space left on device"):
        write_atomically(file, b"new")
    assert file.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_a_place_that_is_no_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StorageFailure, match="Free space or choose another place"):
        write_atomically(tmp_path / "file" / "below", b"x")
