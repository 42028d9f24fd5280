"""What is read can be written again without loss, for every format in the catalogue."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from format_samples import SAMPLES, main_file, plain, put
from msgspec.structs import replace

from wayproof.errors import InvalidInput
from wayproof.formats import FORMATS
from wayproof.vocabulary import Goal, Pose

NAMES = FORMATS.names()
DATA = Path(__file__).parents[3] / "shared" / "data"
# Formats whose files say where an episode starts; the others name it by viewpoints, or not at all.
PLACED = [name for name in NAMES if name not in ("openeqa", "r2r")]
GENUINE = {
    "robothor/FloorPlan_Val1_1.json.gz": ("robothor", 120),
    "robustnav/objectnav/FloorPlan_Val1_1.json.gz": ("robothor", 73),
    "robustnav/pointnav/FloorPlan_Val1_1.json.gz": ("robothor", 73),
    "openeqa/open-eqa-sample.json": ("openeqa", 82),
    "r2r/R2R_train_sample.json": ("r2r", 120),
}


def test_every_format_has_a_sample() -> None:
    assert sorted(SAMPLES) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_that_is_read_and_written_is_the_same_folder(name: str, tmp_path: Path) -> None:
    before, after = put(SAMPLES[name], tmp_path / "in" / "val"), tmp_path / "out" / "val"
    found = FORMATS[name].read(before)
    assert found.episodes
    FORMATS[name].write(found.episodes, after, found.extras)
    assert plain(after) == plain(before)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("suffix", [".json", ".json.gz"])
def test_a_file_that_is_read_and_written_is_the_same_file(name: str, suffix: str, tmp_path: Path) -> None:
    _, document = main_file(name)
    found = FORMATS[name].parse(json.dumps(document).encode(), "val.json")
    FORMATS[name].write(found.episodes, tmp_path / f"again{suffix}", found.extras)
    assert plain(tmp_path) == {f"again{suffix}": document}


@pytest.mark.parametrize("name", NAMES)
def test_the_same_episodes_are_always_the_same_bytes(name: str, tmp_path: Path) -> None:
    found = FORMATS[name].parse(json.dumps(main_file(name)[1]).encode(), "val.json")
    for folder in ("a", "b"):
        FORMATS[name].write(found.episodes, tmp_path / folder / "same.json.gz", found.extras)
    content = (tmp_path / "a/same.json.gz").read_bytes()
    assert content == (tmp_path / "b/same.json.gz").read_bytes()
    assert content[3:8] == bytes(5)  # no name and no time in the header


@pytest.mark.parametrize("name", NAMES)
def test_episodes_say_where_they_come_from_and_are_told_apart(name: str, tmp_path: Path) -> None:
    found = FORMATS[name].read(put(SAMPLES[name], tmp_path / "val"))
    assert {episode.source for episode in found.episodes} == {name}
    assert len({(episode.scene, episode.id) for episode in found.episodes}) == len(found.episodes)


@pytest.mark.parametrize("name", PLACED)
def test_a_changed_start_is_written_and_nothing_else_changes(name: str, tmp_path: Path) -> None:
    found = FORMATS[name].read(put(SAMPLES[name], tmp_path / "in" / "val"))
    moved = replace(found.episodes[0], start=Pose(1.25, 0.5, -3.75, 0.75))
    FORMATS[name].write([moved, *found.episodes[1:]], tmp_path / "out" / "val", found.extras)
    again = FORMATS[name].read(tmp_path / "out" / "val").episodes
    start = again[0].start
    assert (start.x_m, start.z_m, start.heading_rad) == pytest.approx((1.25, -3.75, 0.75))
    assert replace(again[0], start=moved.start) == moved
    assert again[1:] == found.episodes[1:]


@pytest.mark.parametrize("name", NAMES)
def test_some_of_the_episodes_can_be_written(name: str, tmp_path: Path) -> None:
    found = FORMATS[name].read(put(SAMPLES[name], tmp_path / "in" / "val"))
    FORMATS[name].write(found.episodes[:1], tmp_path / "some.json.gz", found.extras)
    again = FORMATS[name].read(tmp_path / "some.json.gz").episodes
    assert [episode.start for episode in again] == [found.episodes[0].start]


@pytest.mark.parametrize("name", PLACED)
def test_episodes_that_were_never_in_a_file_can_be_written(name: str, tmp_path: Path) -> None:
    """The sample's episodes without their extras are as good as our own."""
    found = FORMATS[name].read(put(SAMPLES[name], tmp_path / "in" / "val"))
    able = [_writable(episode.goals) for episode in found.episodes]
    ours = [replace(episode, goals=goals) for episode, goals in zip(found.episodes, able, strict=True)]
    FORMATS[name].write(ours, tmp_path / "out" / "val")
    again = FORMATS[name].read(tmp_path / "out" / "val").episodes
    assert [episode.instruction for episode in again] == [episode.instruction for episode in ours]
    for new, old in zip(again, ours, strict=True):
        assert (new.start.x_m, new.start.y_m, new.start.z_m, new.start.heading_rad) == pytest.approx(
            (old.start.x_m, old.start.y_m, old.start.z_m, old.start.heading_rad)
        )
        assert [(goal.kind, goal.category) for goal in new.goals] == [
            (goal.kind, goal.category) for goal in old.goals
        ]
        assert new.shortest_length_m == pytest.approx(old.shortest_length_m) or name in ("langnav", "onemap")


def _writable(goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
    """Without pictures and rooms, which an episode alone does not describe."""
    return tuple(goal for goal in goals if goal.kind not in ("image_goal", "room_goal"))


@pytest.mark.parametrize("name", NAMES)
def test_extras_of_another_format_are_refused(name: str, tmp_path: Path) -> None:
    other = NAMES[NAMES.index(name) - 1]
    found = FORMATS[other].parse(json.dumps(main_file(other)[1]).encode(), "x.json")
    with pytest.raises(InvalidInput, match="extras are of format"):
        FORMATS[name].write((), tmp_path / "x.json", found.extras)


@pytest.mark.parametrize("name", PLACED)
def test_what_json_cannot_hold_is_not_written(name: str, tmp_path: Path) -> None:
    found = FORMATS[name].parse(json.dumps(main_file(name)[1]).encode(), "val.json")
    lost = replace(found.episodes[0], start=Pose(float("nan"), 0.0, 0.0, 0.0))
    with pytest.raises(InvalidInput, match="null"):
        FORMATS[name].write([lost], tmp_path / "x.json", found.extras)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", NAMES)
def test_the_same_episode_twice_is_refused(name: str, tmp_path: Path) -> None:
    found = FORMATS[name].parse(json.dumps(main_file(name)[1]).encode(), "val.json")
    with pytest.raises(InvalidInput, match="have the id"):
        FORMATS[name].write([found.episodes[0]] * 2, tmp_path / "x.json", found.extras)


@pytest.mark.parametrize("file", GENUINE)
def test_genuine_files_come_back_in_every_field(file: str, tmp_path: Path) -> None:
    if not (DATA / file).is_file():
        pytest.skip(f"needs the genuine file shared/data/{file}")
    name, count = GENUINE[file]
    (tmp_path / "in").mkdir()
    copy = tmp_path / "in" / Path(file).name
    copy.write_bytes((DATA / file).read_bytes())
    found = FORMATS[name].read(copy)
    FORMATS[name].write(found.episodes, tmp_path / "out" / copy.name, found.extras)
    assert plain(tmp_path / "out") == plain(tmp_path / "in")
    assert len(found.episodes) == count


@pytest.mark.parametrize("file", [file for file, (name, _) in GENUINE.items() if name == "robothor"])
def test_genuine_paths_are_as_long_in_our_frame_as_their_files_say(file: str) -> None:
    import math
    from itertools import pairwise

    if not (DATA / file).is_file():
        pytest.skip(f"needs the genuine file shared/data/{file}")
    for episode in FORMATS["robothor"].read(DATA / file).episodes:
        path = episode.reference_path_m
        length_m = sum(math.dist(a, b) for a, b in pairwise(path))
        assert length_m == pytest.approx(episode.shortest_length_m, abs=1e-4)
        assert math.dist((episode.start.x_m, episode.start.z_m), (path[0][0], path[0][2])) < 0.2
