"""A file's format is told by its fields; what fits none, or is torn, gets a sentence."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from house_files import RUNS, file_about_house

from wayproof.errors import BrokenFile, InvalidInput, UnknownName
from wayproof.file_episodes.format_choice import format_of
from wayproof.formats import FORMATS


@pytest.mark.parametrize("name", sorted(RUNS))
def test_a_file_of_each_format_is_known_alone_and_in_its_folder(name: str, tmp_path: Path) -> None:
    file = file_about_house(name, tmp_path / "val")
    assert format_of(file).name == name
    assert format_of(tmp_path / "val").name == name


def test_an_index_without_episodes_is_known_by_what_lies_beside_it(tmp_path: Path) -> None:
    found = FORMATS["habitat_object_goal"].read(file_about_house("habitat_object_goal", tmp_path / "in"))
    FORMATS["habitat_object_goal"].write(found.episodes, tmp_path / "val")
    assert format_of(tmp_path / "val" / "val.json.gz").name == "habitat_object_goal"


def test_questions_and_a_named_format(tmp_path: Path) -> None:
    file = tmp_path / "questions.json"
    file.write_text(json.dumps([{"question": "How many?", "answer": "3", "episode_history": "a/b"}]))
    assert format_of(file).name == "openeqa"
    assert format_of(file, "robothor").name == "robothor"
    with pytest.raises(UnknownName, match="no episode format named 'robotor'. Did you mean 'robothor'"):
        format_of(file, "robotor")


@pytest.mark.parametrize("content", ["[]", "{}", "3", '{"episodes": []}', '[{"name": "x"}]', "null"])
def test_what_fits_no_format_is_refused_with_all_names(content: str, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(content)
    with pytest.raises(InvalidInput, match="fits none of the formats goat_bench, .*vln_ce_rxr"):
        format_of(tmp_path / "x.json")


def test_missing_torn_and_foreign_files_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="there is no file"):
        format_of(tmp_path / "absent.json")
    with pytest.raises(InvalidInput, match="holds no .json"):
        format_of(tmp_path)
    (tmp_path / "torn.json.gz").write_bytes(gzip.compress(b'{"episodes": [' + b"1," * 999)[:-20])
    with pytest.raises(BrokenFile, match="torn gzip file"):
        format_of(tmp_path / "torn.json.gz")
    (tmp_path / "cut.json").write_text('{"episodes": [')
    with pytest.raises(BrokenFile, match="cut.json: not JSON"):
        format_of(tmp_path / "cut.json")
