"""Pictures of thought: what is written is read back, and what strangers write never does harm."""

from __future__ import annotations

import base64
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from wayproof.agents.contract import trace_pictures as pictures
from wayproof.agents.contract.packed_cells import packed, unpacked
from wayproof.agents.contract.trace_pictures import (
    picture_in,
    read_seen,
    read_value_map,
    seen_picture,
    value_picture,
)
from wayproof.agents.mapping.occupancy_map import OccupancyMap
from wayproof.agents.mapping.room_map import RoomMap
from wayproof.agents.mapping.room_priors import room_priors
from wayproof.agents.seeing.perception import SeenImage, TrueLabels
from wayproof.errors import InvalidInput

bytes_of_cells = st.one_of(
    arrays.arrays(np.uint8, st.integers(0, 600)),
    st.lists(st.tuples(st.integers(0, 255), st.integers(1, 400)), max_size=12).map(
        lambda runs: np.repeat([value for value, _ in runs], [n for _, n in runs]).astype(np.uint8)
    ),
)


def whole(label: np.ndarray[Any, Any], names: list[str]) -> dict[str, Any]:
    made = seen_picture(label, names)
    assert made is not None
    return made


def unpacked_by_the_book(data: bytes) -> bytes:
    """PackBits as Apple's note and the TIFF standard have it: the head is a signed byte."""
    out, at = b"", 0
    while at < len(data):
        head = int.from_bytes(data[at : at + 1], "big", signed=True)
        if head >= 0:
            out, at = out + data[at + 1 : at + 2 + head], at + 2 + head
        elif head == -128:
            at += 1
        else:
            out, at = out + data[at + 1 : at + 2] * (1 - head), at + 2
    return out


@given(cells=bytes_of_cells)
def test_cells_come_back_as_they_were_and_as_the_standard_reads_them(cells: np.ndarray[Any, Any]) -> None:
    text = packed(cells)
    assert np.array_equal(unpacked(text, cells.size), cells)
    data = base64.b64decode(text)
    assert unpacked_by_the_book(data) == cells.tobytes()
    assert len(data) <= cells.size + cells.size // 128 + 1


def test_a_known_text_for_known_cells() -> None:
    """Others write it too, so it may not change."""
    cells = np.array([7, 7, 7, 7, 1, 2, 3, 3], np.uint8)
    assert packed(cells) == base64.b64encode(bytes([253, 7, 3, 1, 2, 3, 3])).decode()


@given(
    label=arrays.arrays(
        np.uint8, st.tuples(st.integers(1, 50), st.integers(1, 50)), elements=st.integers(0, 5)
    )
)
def test_a_small_image_of_labels_comes_back_by_name(label: np.ndarray[Any, Any]) -> None:
    names = ["", "floor", "wall", "chair", "bed", "lamp"]
    read = read_seen(whole(label, names))
    assert np.array_equal(np.array(read.names)[read.cells], np.array(names)[label])
    assert sum(read.shares().values()) == pytest.approx(1.0)
    assert list(read.shares().values()) == sorted(read.shares().values(), reverse=True)


def test_a_large_image_is_thinned_out_and_stays_upright() -> None:
    label = np.ones((96, 128), np.int32)
    label[:24] = 2  # the upper quarter
    label[:, :32] = 3  # the left one
    read = read_seen(whole(label, ["", "floor", "ceiling", "wall"]))
    assert read.cells.shape == (42, 56)
    at = np.array(read.names)[read.cells]
    assert (at[:, :14] == "wall").all()
    assert (at[:10, 14:] == "ceiling").all() and (at[11:, 14:] == "floor").all()


def test_what_it_is_not_sure_of_has_no_name() -> None:
    label, sure = np.ones((4, 8), np.uint8), np.zeros((4, 8), np.bool_)
    sure[:, 4:] = True
    read = read_seen(seen_picture(label, ["", "bed"], sure))
    assert read.shares() == {"": 0.5, "bed": 0.5} and (read.cells[:, :4] == 0).all()


def test_hundreds_of_names_are_cut_to_the_largest() -> None:
    label = np.arange(50 * 50).reshape(50, 50) % 300
    label[:10] = 299
    read = read_seen(whole(label, [f"n{k}" for k in range(300)]))
    assert len(read.names) == pictures.MOST_NAMES and read.names[1] == "n299"


def test_an_image_without_pixels_has_no_picture() -> None:
    assert seen_picture(np.zeros((0, 5), np.uint8), ["a"]) is None
    assert seen_picture(np.zeros(3, np.uint8), ["a"]) is None


@given(
    values=arrays.arrays(np.float32, (23, 31), elements=st.floats(-1, 1, width=32)),
    known=arrays.arrays(np.bool_, (23, 31)),
    corner=st.tuples(st.integers(-40, 40), st.integers(-40, 40)),
)
def test_values_come_back_where_they_were(
    values: np.ndarray[Any, Any], known: np.ndarray[Any, Any], corner: tuple[int, int]
) -> None:
    made = value_picture(values, known, (corner[0] * 0.25, corner[1] * 0.25), 0.25, "fit")
    if not known.any():
        assert made is None
        return
    read = read_value_map(made)
    worth = read.values()
    fine = (read.high - read.low) / 254 + 1e-3  # steps of a byte, and low and high of four digits
    for i, j in np.argwhere(known):
        x_m, y_m = (corner[0] + i + 0.5) * 0.25, (corner[1] + j + 0.5) * 0.25
        cell = int((x_m - read.x_m) // read.cell_m), int((y_m - read.y_m) // read.cell_m)
        assert abs(worth[cell] - values[i, j]) <= fine
    assert np.isfinite(worth).sum() == known.sum()


def test_fine_cells_are_joined_by_the_mean_of_what_is_known_and_do_not_wander() -> None:
    values, known = np.zeros((40, 40), np.float32), np.zeros((40, 40), np.bool_)
    values[12:15, 20:25], known[12:15, 20:25] = 4.0, True  # cells of 0.05 m: half of one joined cell in x
    values[15:20, 20:25], known[15:20, 20:25] = 1.0, True
    read = read_value_map(value_picture(values, known, (-1.0, -1.0), 0.05, "fit"))
    assert (read.x_m, read.y_m, read.cell_m, read.cells.shape) == (-0.5, 0.0, 0.25, (2, 1))
    assert read.values().ravel().tolist() == [4.0, 1.0]
    later = read_value_map(value_picture(values[3:], known[3:], (-0.85, -1.0), 0.05, "fit"))
    assert (later.x_m, later.cells.tolist()) == (read.x_m, read.cells.tolist())


def test_a_large_map_is_made_coarser_until_it_fits() -> None:
    everywhere = np.ones((1280, 1280), np.bool_)
    read = read_value_map(
        value_picture(np.eye(1280, dtype=np.float32), everywhere, (-32.0, -32.0), 0.05, "x")
    )
    assert max(read.cells.shape) <= pictures.MOST_ACROSS and read.cell_m == 0.5


def test_values_without_sense_are_unknown_and_a_flat_map_is_no_division_by_zero() -> None:
    values = np.array([[np.nan, np.inf, 2.0, 2.0]])
    read = read_value_map(value_picture(values, np.ones((1, 4), np.bool_), (0.0, 0.0), 0.25, "x"))
    assert (read.low, read.high, read.cells.tolist()) == (2.0, 2.0, [[1, 1]])
    assert value_picture(values, np.zeros((1, 4), np.bool_), (0.0, 0.0), 0.25, "x") is None


plain = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=12), st.binary(max_size=4)
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=8,
)
GOOD_SEEN = whole(np.array([[0, 1], [1, 1]]), ["", "bed"])
GOOD_VALUES: dict[str, Any] = {**(value_picture(np.eye(3), np.eye(3) >= 0, (0.0, 0.0), 0.25, "fit") or {})}


@given(garbage=plain)
def test_garbage_is_refused_with_a_sentence(garbage: object) -> None:
    for read in (read_seen, read_value_map):
        with pytest.raises(InvalidInput):
            read(garbage)
    assert picture_in(garbage, "perception", "seen") is None


@given(name=st.sampled_from(sorted({*GOOD_SEEN, *GOOD_VALUES})), wrong=plain)
def test_one_wrong_field_is_refused_or_read_but_never_a_crash(name: str, wrong: object) -> None:
    for good, read in ((GOOD_SEEN, read_seen), (GOOD_VALUES, read_value_map)):
        try:
            found = read({**good, name: wrong})
        except InvalidInput as error:
            assert str(error)
        else:
            assert found.cells.size <= pictures.MOST_ACROSS**2


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"width": 10**9}, "width must be a whole number"),
        ({"width": True}, "width must be a whole number"),
        ({"names": ["", "x" * 1000]}, "at most 80 characters"),
        ({"names": ["bed"]}, "a cell is 1, and there are 1 names"),
        ({"cells": base64.b64encode(bytes([129, 0] * 5000)).decode()}, "do not unpack to the 4 bytes"),
        ({"cells": base64.b64encode(bytes([128] * 9)).decode()}, "do not unpack"),
        ({"cells": base64.b64encode(bytes([3, 0])).decode()}, "do not unpack"),
        ({"cells": "ä" * 4}, "must be base64 text"),
        ({"cells": "A" * 10**6}, "must be base64 text of at most"),
        ({"cells": "????"}, "not base64 text"),
    ],
)
def test_hostile_pictures_are_bounded(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        read_seen({**GOOD_SEEN, **change})


@pytest.mark.parametrize("change", [{"low": float("nan")}, {"high": -5.0}, {"cell_m": 0}, {"x_m": 10**400}])
def test_hostile_maps_are_bounded(change: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match=f"{next(iter(change))} must be a number"):
        read_value_map({**GOOD_VALUES, **change})


def test_a_name_has_one_colour_and_names_differ() -> None:
    names = ["chair", "bed", "couch", "toilet", "television", "potted_plant", "floor", "wall", ""]
    colours = [pictures.colour_of(name) for name in names]
    assert colours == [pictures.colour_of(name) for name in names] and len({*colours}) == len(names)
    assert pictures.colour_of("\ud800") != pictures.colour_of("")


def test_pictures_are_plain_values_and_small() -> None:
    """A room with some things: 56 x 42 cells, and ten by ten metres of smooth worth."""
    label = np.full((96, 128), 1, np.int32)
    label[:50], label[60:80, 40:70], label[30:70, 100:110] = 2, 3, 4
    x, y = np.mgrid[0:200, 0:200] * 0.05
    made = {
        "seen": whole(label, ["", "floor", "wall", "chair", "lamp"]),
        "value_map": value_picture(np.sin(x / 2) * np.cos(y / 3), x + y < 14, (0.0, 0.0), 0.05, "fit"),
    }
    sizes = {name: len(msgspec.json.encode(value)) for name, value in made.items()}
    assert msgspec.json.decode(msgspec.json.encode(made)) == made
    assert sizes["seen"] < 900 and sizes["value_map"] < 2500


def test_the_chance_of_a_thing_is_drawn_where_its_room_was_seen() -> None:
    on_map, priors = OccupancyMap(0.18), room_priors()
    rooms = RoomMap(on_map, priors)
    on_map.set_seen(1.0, 0.5, 0.4)
    read = read_value_map(rooms.picture(priors.kinds[0]))
    assert read.x_m <= 0.6 and read.x_m + read.cells.shape[0] * read.cell_m >= 1.4
    assert 0.0 <= read.low <= read.high <= 1.0
    assert rooms.picture("no such thing") is None


def test_labels_in_view_are_as_good_as_learned_ones() -> None:
    class Told:
        categories = ("bed", "chair")

    seen: SeenImage = TrueLabels(Told()).look(  # type: ignore[arg-type]
        {"semantic": np.array([[0, 2], [1, 9]]), "depth": np.ones((2, 2), np.float32)}
    )
    read = read_seen(seen.picture(0.5))
    assert np.array(read.names)[read.cells].tolist() == [["", "chair"], ["bed", "chair"]]
