import zipfile
from pathlib import Path

import pytest
from tiny_library import block, model_files, tiny_library, write_library

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.scenes.packs import archive as archive_module
from wayproof.scenes.packs.archive import opened, read
from wayproof.scenes.packs.catalogue_file import FILE_NAME


def _with_entry(file: Path, name: str, content: bytes = b"x") -> Path:
    with zipfile.ZipFile(tiny_library(file), "a") as archive:
        archive.writestr(name, content, zipfile.ZIP_DEFLATED)
    return file


@pytest.mark.parametrize("name", ["../evil.obj", "tiny/../../evil", "/etc/passwd", "..\\evil", "C:/evil"])
def test_paths_that_climb_out_are_refused_before_anything_is_read(tmp_path: Path, name: str) -> None:
    file = _with_entry(tmp_path / "a.sh3f", name)
    with pytest.raises(BrokenFile, match="climbs out"), opened(file):
        pass


def test_a_zip_bomb_is_refused_by_its_table_of_contents(tmp_path: Path) -> None:
    file = _with_entry(tmp_path / "bomb.sh3f", "tiny/bomb.obj", b"\0" * (40 * 2**20))
    assert file.stat().st_size < 2**20
    with pytest.raises(BrokenFile, match=r"bomb\.sh3f would unpack from \d+ to \d+ bytes"), opened(file):
        pass


def test_one_huge_entry_is_refused_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_module, "LARGEST_MEMBER_BYTES", 5000)
    file = _with_entry(tmp_path / "a.sh3f", "tiny/huge.png", bytes(range(256)) * 24)
    with pytest.raises(BrokenFile, match=r"tiny/huge\.png"), opened(file):
        pass


def test_what_is_not_a_zip_is_called_by_its_name(tmp_path: Path) -> None:
    file = tmp_path / "text.sh3f"
    file.write_text("hello")
    with pytest.raises(BrokenFile, match=r"text\.sh3f is damaged or not a zip"), opened(file):
        pass
    with pytest.raises(InvalidInput, match="there is no file"), opened(tmp_path / "absent.sh3f"):
        pass


def test_a_torn_entry_names_the_field_that_asked_for_it(tmp_path: Path) -> None:
    file = write_library(
        tmp_path / "a.sh3f", block(1, "Chair", (45, 45, 90), "chair"), model_files("chair", [])
    )
    content = bytearray(file.read_bytes())
    start = content.index(FILE_NAME.encode()) + len(FILE_NAME)
    content[start + 5 : start + 25] = b"\xff" * 20
    file.write_bytes(bytes(content))
    with opened(file) as archive, pytest.raises(BrokenFile, match="the catalogue"):
        read(archive, FILE_NAME, "the catalogue")


def test_names_are_found_in_any_case_and_with_either_slash(tmp_path: Path) -> None:
    with opened(_with_entry(tmp_path / "a.sh3f", "tiny/Cloth/RED.Jpg", b"picture")) as archive:
        assert read(archive, "/TINY\\cloth/red.jpg", "map_Kd") == b"picture"
        assert "tiny/cloth/blue.jpg" not in archive
