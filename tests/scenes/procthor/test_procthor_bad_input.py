"""What is wrong with a ProcTHOR house is said by file and field, before anything is built."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tiny_houses import Json, database, place, thing, tiny_house, written

from wayproof.errors import BrokenFile, InvalidInput, WayproofError
from wayproof.scenes.procthor import house_file, read_procthor
from wayproof.scenes.procthor.house_file import read_house
from wayproof.scenes.procthor.procthor_plan import floor_plan

Spoil = Callable[[Json], Any]


def _slanting(house: Json) -> None:
    house["rooms"][0]["floorPolygon"][1]["x"] = 0.7


def _nested(house: Json) -> None:
    inner = house["objects"][0]
    for _ in range(10):
        inner["children"] = [thing("Apple_1", 0.8, 2.9)]
        inner = inner["children"][0]


SPOILT: dict[str, tuple[Spoil, str]] = {
    "no rooms": (lambda h: h.pop("rooms"), r"tiny\.json: .*`rooms`"),
    "empty rooms": (lambda h: h["rooms"].clear(), r"tiny\.json: rooms: 0"),
    "no walls": (lambda h: h.pop("walls"), r"tiny\.json: .*`walls`"),
    "walls without height": (lambda h: h["walls"].clear(), r"tiny\.json: walls: .*0\.00 m high"),
    "room without type": (lambda h: h["rooms"][1].pop("roomType"), r"tiny\.json: rooms\[1\]: .*`roomType`"),
    "text for a number": (
        lambda h: h["objects"][2]["position"].update(z="far"),
        r"tiny\.json: objects\[2\]\.position\.z: Expected `float`",
    ),
    "far away": (lambda h: h["objects"][2]["position"].update(z=1e30), r"objects\[2\]\.position\.z"),
    "child without asset": (
        lambda h: h["objects"][3]["children"][0].pop("assetId"),
        r"tiny\.json: objects\[3\]\.children\[0\]: .*`assetId`",
    ),
    "unknown asset": (
        lambda h: h["objects"][4].update(assetId="Fridge_999"),
        r"tiny\.json: objects\[4\]\.assetId: 'Fridge_999' is not in the asset database",
    ),
    "slanting wall": (_slanting, r"rooms\[0\]\.floorPolygon\[0\]: a slanting wall of room\|1"),
    "two corners": (lambda h: h["rooms"][0]["floorPolygon"].__delitem__(slice(2, None)), r"floorPolygon"),
    "overlapping rooms": (
        lambda h: (
            h["rooms"][1]["floorPolygon"][0].update(x=1.0) or h["rooms"][1]["floorPolygon"][1].update(x=1.0)
        ),
        r"rooms\[1\]\.floorPolygon: room\|2 overlaps",
    ),
    "rooms apart": (
        lambda h: [corner.update(x=corner["x"] + 5) for corner in h["rooms"][1]["floorPolygon"]],
        r"rooms: do not form one piece",
    ),
    "another storey": (
        lambda h: [corner.update(y=3.0) for corner in h["rooms"][1]["floorPolygon"]],
        r"rooms\[1\]\.floorPolygon: room\|2 is on another level",
    ),
    "sliver of a room": (
        lambda h: [h["rooms"][1]["floorPolygon"][k].update(x=3.1) for k in (2, 3)],
        r"rooms\[1\]\.floorPolygon: room\|2 is too narrow",
    ),
    "door in no wall": (lambda h: h["doors"][0].update(wall0="wall|9"), r"doors\[0\]\.wall0: .*'wall\|9'"),
    "door without hole": (lambda h: h["doors"][0].pop("holePolygon"), r"doors\[0\]\.holePolygon: is missing"),
    "door beside its wall": (
        lambda h: h["doors"][0].update(holePolygon=[place(9, 0, 0), place(10, 2, 0)]),
        r"doors\[0\]\.holePolygon: Doorway\|1 lies outside",
    ),
    "door for cats": (
        lambda h: h["doors"][0].update(holePolygon=[place(1, 0, 0), place(1.2, 0.3, 0)]),
        r"doors\[0\]\.holePolygon: .*nobody gets through",
    ),
    "window beside its wall": (
        lambda h: h["windows"][0].update(holePolygon=[place(-9, 1, 0), place(-8, 2, 0)]),
        r"windows\[0\]\.holePolygon: Window\|1 lies outside",
    ),
    "wall without a foot": (
        lambda h: h["walls"][2]["polygon"][1].update(y=1.0),
        r"tiny\.json: walls: 'wall\|1\|3\.0.* has 1 lower corners",
    ),
    "things on things on things": (_nested, r"objects\[0\](\.children\[0\])+: more than .* on each other"),
}


@pytest.mark.parametrize("name", SPOILT)
def test_a_spoilt_house_is_refused_by_file_and_field(name: str, tmp_path: Path) -> None:
    house = tiny_house()
    spoil, message = SPOILT[name]
    spoil(house)
    with pytest.raises(BrokenFile, match=message):
        read_procthor(written(tmp_path, house), light=False)


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_what_is_not_a_number_is_named(word: str, tmp_path: Path) -> None:
    file = written(tmp_path, tiny_house())
    file.write_text(file.read_text().replace('"x": 2.6', f'"x": {word}'))
    with pytest.raises(BrokenFile, match=r"tiny\.json: objects\[1\]\.position\.x: not a number"):
        read_procthor(file, light=False)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"rooms": [1]', b"[" * 100_000]
)
def test_what_is_no_house_is_refused(content: bytes, tmp_path: Path) -> None:
    file = written(tmp_path, tiny_house())
    file.write_bytes(content)
    with pytest.raises(BrokenFile, match=r"^tiny\.json: "):
        read_procthor(file, light=False)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"there is no file .*nowhere\.json"):
        read_procthor(tmp_path / "nowhere.json")


def test_a_huge_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_file, "LARGEST_BYTES", 100)
    with pytest.raises(BrokenFile, match=r"tiny\.json: larger than 100 bytes"):
        read_procthor(written(tmp_path, tiny_house()), light=False)


def test_a_missing_database_says_where_it_is_from(tmp_path: Path) -> None:
    file = written(tmp_path, tiny_house())
    (tmp_path / "asset-database.json").unlink()
    with pytest.raises(InvalidInput, match=r"no asset-database\.json beside tiny\.json; .*option database"):
        read_procthor(file)
    with pytest.raises(InvalidInput, match=r"there is no file .*other\.json"):
        read_procthor(file, database=tmp_path / "other.json")


@pytest.mark.parametrize(
    ("size", "message"),
    [
        (place(-1.0, 1.0, 1.0), r"asset-database\.json: Bed\[0\]\.boundingBox\.x: Expected `float` >= 0"),
        (place(1.0, 1.0, 1e9), r"asset-database\.json: Bed\[0\]\.boundingBox\.z: Expected `float` <= 100"),
        ({"x": 1.0}, r"asset-database\.json: Bed\[0\]\.boundingBox: .*`y`"),
    ],
)
def test_sizes_that_nothing_has_are_refused(size: Json, message: str, tmp_path: Path) -> None:
    assets = database()
    assets["Bed"][0]["boundingBox"] = size
    with pytest.raises(BrokenFile, match=message):
        read_procthor(written(tmp_path, tiny_house(), assets), light=False)


def test_a_house_full_to_the_brim_has_no_reachable_room(tmp_path: Path) -> None:
    house = tiny_house()
    assets = database()
    assets["Bed"].append({"assetId": "Flood_1", "boundingBox": place(7.0, 2.5, 4.0)})
    flood = {"assetId": "Flood_1", "position": place(3.4, 1.25, 2.0), "rotation": place(0, 0, 0)}
    house["objects"] = [{**flood, "position": place(2.9, 1.25, 2.0)}]
    with pytest.raises(InvalidInput, match=r"tiny\.json: no reachable room"):
        read_procthor(written(tmp_path, house, assets), light=False)


def test_a_folder_of_meshes_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="there is no folder"):
        read_procthor(written(tmp_path, tiny_house()), assets=tmp_path / "meshes", light=False)


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, inner in items for found in ((*path, key), *_paths(inner, (*path, key)))]


ALL_PATHS = _paths(tiny_house())
JUNK: st.SearchStrategy[Any] = st.sampled_from([None, -1, 0, 1e12, "", "x", [], {}, [[]], {"x": None}, True])


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(path=st.sampled_from(ALL_PATHS), junk=JUNK)
def test_any_field_may_hold_junk_without_an_unforeseen_error(
    tmp_path: Path, path: tuple[Any, ...], junk: Any
) -> None:
    """The file is read, or refused with a sentence of ours that begins with its name."""
    house = tiny_house()
    inner: Any = house
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = junk
    file = tmp_path / "junk.json"
    file.write_text(json.dumps(house))
    try:
        floor_plan(read_house(file))
    except WayproofError as error:
        assert str(error).startswith("junk.json: ")
