"""R2R's own files: viewpoints get their places from the graphs of the Matterport3D simulator."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from format_samples import SAMPLES, plain, put
from msgspec.structs import replace

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.formats import FORMATS
from wayproof.vocabulary import Pose

R2R = FORMATS["r2r"]


def _view(name: str, x: float, y: float, z: float) -> dict[str, Any]:
    pose = [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z, 0, 0, 0, 1]
    return {
        "image_id": name,
        "pose": pose,
        "height": 1.5,
        "included": True,
        "unobstructed": [],
        "visible": [],
    }


def _with_graph(folder: Path, names: tuple[str, ...] = ("af3a", "5be1", "79ae")) -> Path:
    put(SAMPLES["r2r"], folder)
    graph = [_view(name, 2.0 * place, 10.0 + place, 1.75) for place, name in enumerate(names)]
    (folder / "connectivity").mkdir()
    (folder / "connectivity" / "VLzqgDo317F_connectivity.json").write_text(json.dumps(graph))
    return folder


def test_without_graphs_there_is_no_goal_and_a_note_says_what_is_missing(tmp_path: Path) -> None:
    found = R2R.read(put(SAMPLES["r2r"], tmp_path))
    assert [episode.id for episode in found.episodes] == ["6250_0", "6250_1", "6251_0", "6251_1"]
    assert not any(episode.goals for episode in found.episodes)
    assert "connectivity/SCAN_connectivity.json" in found.notes[0]


def test_viewpoints_become_places_on_the_floor_in_our_frame(tmp_path: Path) -> None:
    episode = R2R.read(_with_graph(tmp_path)).episodes[1]
    # Matterport: x right, y ahead at heading 0, z up; the camera was 1.5 m above the floor.
    assert episode.reference_path_m == ((0.0, 0.25, -10.0), (2.0, 0.25, -11.0), (4.0, 0.25, -12.0))
    assert episode.goals[0].position_m == (4.0, 0.25, -12.0)
    assert (episode.start.x_m, episode.start.z_m) == (0.0, -10.0)
    # 3.751 rad clockwise from +Y is 2 pi - 3.751 counter-clockwise from our -z.
    assert episode.start.heading_rad == pytest.approx(math.tau - 3.751)
    assert episode.instruction == "Go down and stop on the landing."


def test_files_are_written_as_they_were_read_with_graphs_too(tmp_path: Path) -> None:
    found = R2R.read(_with_graph(tmp_path / "in"))
    told = replace(found.episodes[0], instruction="Halt.")
    R2R.write([told, *found.episodes[1:]], tmp_path / "out" / "R2R_train.json", found.extras)
    again = plain(tmp_path / "out")["R2R_train.json"]
    assert again[0]["instructions"] == ["Halt.", "Go down and stop on the landing."]
    assert again[1] == SAMPLES["r2r"]["R2R_train.json"][1]


def test_a_place_that_no_viewpoint_stands_for_is_not_written(tmp_path: Path) -> None:
    found = R2R.read(_with_graph(tmp_path / "in"))
    moved = replace(found.episodes[0], start=Pose(1.0, 0.0, 0.0))
    with pytest.raises(InvalidInput, match="no viewpoint stands for"):
        R2R.write([moved], tmp_path / "x.json", found.extras)


def test_a_viewpoint_that_the_graph_does_not_have_is_named(tmp_path: Path) -> None:
    with pytest.raises(BrokenFile, match=r"\[0\].path: the graph of VLzqgDo317F has no '79ae'"):
        R2R.read(_with_graph(tmp_path, ("af3a", "5be1")))


def test_paths_of_two_scans_with_one_number_stay_two_paths(tmp_path: Path) -> None:
    first = SAMPLES["r2r"]["R2R_train.json"][0]
    both = [first, {**first, "scan": "17DRP5sb8fy", "path": ["a", "b"]}]
    found = R2R.parse(json.dumps(both).encode(), "x.json")
    R2R.write(found.episodes, tmp_path / "x.json", found.extras)
    assert json.loads((tmp_path / "x.json").read_text()) == both


def test_a_path_without_words_or_viewpoints_is_refused() -> None:
    first = SAMPLES["r2r"]["R2R_train.json"][0]
    for name in ("path", "instructions"):
        with pytest.raises(BrokenFile, match=rf"\[0\].{name}: is empty, needs 1 or more"):
            R2R.parse(json.dumps([{**first, name: []}]).encode(), "x.json")
