from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_library import block, tiny_library, write_library

from wayproof.errors import BrokenFile
from wayproof.scenes.packs.archive import opened
from wayproof.scenes.packs.catalogue_file import parse_properties, read_catalogue


def _read(file: Path):
    with opened(file) as archive:
        return read_catalogue(archive)


def test_properties_know_comments_escapes_and_lines_that_go_on() -> None:
    text = (
        "! old comment\n  # another\nname#1 = H\\u00f4i \\\n    An\nkey\\ with\\:colon:a=b\nempty=\nalone\n"
    )
    assert parse_properties(text) == {
        "name#1": "Hôi An",
        "key with:colon": "a=b",
        "empty": "",
        "alone": "",
    }


@given(
    st.dictionaries(
        st.from_regex(r"[a-z]{1,8}#[1-9]", fullmatch=True),
        st.text(st.characters(min_codepoint=33, max_codepoint=0x7FF), max_size=12),
    )
)
def test_values_written_with_escapes_come_back(entries: dict[str, str]) -> None:
    written = "".join(
        f"{key}=" + "".join(f"\\u{ord(letter):04x}" for letter in value) + "\n"
        for key, value in entries.items()
    )
    assert parse_properties(written) == entries


def test_a_catalogue_is_read_in_metres_with_header_and_order(tmp_path: Path) -> None:
    header, items = _read(tiny_library(tmp_path / "tiny.sh3f"))
    assert (header.name, header.licence) == ("Tiny catalogue", "Creative Commons Attribution 3.0")
    assert [item.number for item in items] == list(range(1, 9))
    table = items[0]
    assert (table.width_m, table.depth_m, table.height_m) == pytest.approx((1.6, 0.9, 0.75))
    assert (table.name, table.creator, table.rest_m, table.rotation) == (
        "Oak table",
        "Jane Maker",
        None,
        None,
    )


def test_optional_fields_are_read(tmp_path: Path) -> None:
    more = {
        "dropOnTopElevation": "42.5",
        "elevation": "120",
        "tags": "Seat, Red ,",
        "modelRotation": "1 0 0 0 0 -1 0 1 0",
        "doorOrWindow": "true",
    }
    _, (item,) = _read(write_library(tmp_path / "a.sh3f", block(1, "Chair", (40, 40, 80), "c", **more), {}))
    assert item.rest_m == pytest.approx(0.425)
    assert item.elevation_m == pytest.approx(1.2)
    assert item.tags == ("Seat", "Red")
    assert item.rotation == (1, 0, 0, 0, 0, -1, 0, 1, 0)
    assert item.is_opening


@pytest.mark.parametrize("key", ["name", "category", "model", "width", "depth", "height"])
def test_a_missing_key_is_named_with_its_number(tmp_path: Path, key: str) -> None:
    lines = block(3, "Chair", (45, 45, 90), "chair").splitlines(keepends=True)
    catalogue = "".join(line for line in lines if not line.startswith(f"{key}#"))
    with pytest.raises(BrokenFile, match=rf"a\.sh3f.*{key}#3"):
        _read(write_library(tmp_path / "a.sh3f", catalogue, {}))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("width", "wide"),
        ("width", "nan"),
        ("depth", "0"),
        ("height", "-3"),
        ("height", "1e9"),
        ("elevation", "inf"),
        ("modelRotation", "1 0 0"),
        ("modelRotation", "1 0 0 0 nan 0 0 0 1"),
    ],
)
def test_a_value_that_makes_no_sense_is_named(tmp_path: Path, key: str, value: str) -> None:
    catalogue = block(1, "Chair", (45, 45, 90), "chair", **{key: value})
    with pytest.raises(BrokenFile, match=rf"{key}#1"):
        _read(write_library(tmp_path / "a.sh3f", catalogue, {}))


def test_an_empty_catalogue_is_no_catalogue(tmp_path: Path) -> None:
    with pytest.raises(BrokenFile, match="lists 0 models"):
        _read(write_library(tmp_path / "a.sh3f", "", {}))
