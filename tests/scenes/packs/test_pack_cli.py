import json
from pathlib import Path

import pytest
from tiny_library import tiny_library
from typer.testing import CliRunner

from wayproof.cli.packs import app
from wayproof.errors import BrokenFile, InvalidInput
from wayproof.scenes.packs import pack_files as store_module


def _run(*arguments: str):
    return CliRunner().invoke(app, list(arguments), catch_exceptions=False)


def test_a_pack_is_added_and_listed_as_json(tmp_path: Path, own_cache: Path) -> None:
    file = tiny_library(tmp_path / "tiny.sh3f")
    added = _run("add", str(file), "--format", "json")
    assert added.exit_code == 0
    assert "7 of 8 models can be used" in added.stderr
    listed = json.loads(_run("ls", "--format", "json").stdout)
    assert listed == json.loads(added.stdout)
    (pack,) = listed
    assert (pack["name"], pack["licence"]) == ("tiny", "Creative Commons Attribution 3.0")
    assert (pack["models"], pack["usable"]) == (8, 7)
    assert pack["credits"] == ["Jane Maker", "Ann Other"]
    assert pack["categories"]["chair"] == 1 and sum(pack["categories"].values()) == 7


def test_the_table_is_readable_and_an_empty_list_says_what_to_do(tmp_path: Path, own_cache: Path) -> None:
    empty = _run("ls")
    assert empty.exit_code == 0 and "wayproof scenes pack add" in empty.stderr
    _run("add", str(tiny_library(tmp_path / "tiny.sh3f")))
    assert "Creative Commons Attribution 3.0" in _run("ls").stdout


def test_without_a_path_debians_folder_is_used(
    tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny_library(tmp_path / "tiny.sh3f")
    monkeypatch.setattr(store_module, "DEBIAN_FOLDER", tmp_path)
    for arguments in (["add"], ["add", "--debian"]):
        assert _run(*arguments).exit_code == 0
    assert len(json.loads(_run("ls", "--format", "json").stdout)) == 1


def test_wrong_use_is_an_error_with_a_sentence(tmp_path: Path, own_cache: Path) -> None:
    with pytest.raises(InvalidInput, match="either a path or --debian"):
        _run("add", str(tmp_path), "--debian")
    with pytest.raises(InvalidInput, match="there is no"):
        _run("add", str(tmp_path / "absent.sh3f"))
    (tmp_path / "bad.sh3f").write_text("hello")
    with pytest.raises(BrokenFile, match=r"bad\.sh3f"):
        _run("add", str(tmp_path / "bad.sh3f"))
