"""Readers are total: whatever a file holds, they give episodes or an error that names file and field."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from format_samples import main_file
from hypothesis import given, settings
from hypothesis import strategies as st

from wayproof.errors import BrokenFile, WayproofError
from wayproof.formats import FORMATS
from wayproof.seeding import generator_for

NAMES = FORMATS.names()
MUTANTS = 10_000
FILE = "val.json"
# Wrong in type or size for nearly every field; the last ones Python writes into JSON without a warning.
STRANGE: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        "",
        "x",
        "tv_monitr",
        "../..",
        "\u0000",
        -1,
        0,
        1.5,
        10**12,
        2**63,
        -(10**40),
        10**400,
    ),
    *(1e30, -1e308, [], {}, [1], [1, 2, 3], [[[]]], {"x": {"y": []}}, "9" * 5000),
    *(float("nan"), float("inf"), -float("inf")),
)


@pytest.mark.slow
def test_no_reader_raises_anything_but_a_sentence_on_ten_thousand_mutated_files(tmp_path: Path) -> None:
    refused = read = 0
    for name in NAMES:
        document = main_file(name)[1]
        paths = list(_paths(document))
        for number in range(-(-MUTANTS // len(NAMES))):
            rng = generator_for(7, "mutated episode files", name, number)
            content, changed = _mutant(document, paths, rng)
            outcome = _outcome(name, content, changed)
            refused += outcome is None
            read += outcome is not None
            if outcome is not None and number % 20 == 0:  # what is read can be written
                FORMATS[name].write(outcome.episodes, tmp_path / "x.json", outcome.extras)
    assert refused + read >= MUTANTS
    assert refused > MUTANTS / 2 and read > MUTANTS / 20  # both ways are taken often


@pytest.mark.parametrize("name", NAMES)
def test_files_with_a_few_bytes_changed_or_cut_off_are_read_or_refused(name: str) -> None:
    plain = json.dumps(main_file(name)[1]).encode()
    for number in range(80):
        rng = generator_for(8, "torn episode files", name, number)
        content = bytearray(plain if number % 2 else gzip.compress(plain, mtime=0))
        for place in rng.integers(len(content), size=int(rng.integers(4))):
            content[place] = int(rng.integers(256))
        if rng.random() < 0.5:
            del content[int(rng.integers(len(content))) :]
        _outcome(name, bytes(content))


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@settings(max_examples=15)
def test_any_json_at_all_is_read_or_refused(name: str, data: st.DataObject) -> None:
    scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
    keys = st.sampled_from(sorted(_keys(main_file(name)[1]))) | st.text(max_size=3)
    anything = st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=6),
        max_leaves=12,
    )
    document = main_file(name)[1]
    paths = sorted(_paths(document), key=str)
    path = data.draw(st.sampled_from(paths))
    content = json.dumps(_with(document, path, data.draw(anything))).encode()
    _outcome(name, content, [path])


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_field_is_named_with_its_place(name: str) -> None:
    """Dropping any single field either goes unnoticed (it is optional) or is reported by its path."""
    document = main_file(name)[1]
    for path in _paths(document):
        if path and isinstance(path[-1], str):
            changed = _with(
                document, path[:-1], {k: v for k, v in _at(document, path[:-1]).items() if k != path[-1]}
            )
            try:
                FORMATS[name].parse(json.dumps(changed).encode(), FILE)
            except BrokenFile as error:
                named = [str(key) for key in path if isinstance(key, str)]
                assert any(key in str(error) for key in named), f"{error} does not name {path}"


def _outcome(name: str, content: bytes, changed: list[tuple[Any, ...]] | None = None) -> Any:
    """What was read, or None if it was refused with a sentence that names the file and the field."""
    try:
        found = FORMATS[name].parse(content, FILE)
    except WayproofError as error:
        assert isinstance(error, BrokenFile), f"{name}: {error!r}"
        assert str(error).startswith(f"{FILE}: "), str(error)
        assert len(str(error)) < 600, str(error)[:800]
        # Some name on the way to a change; lists at the top (RoboTHOR's) have only numbers there.
        keys = [key for path in changed or () for key in path if isinstance(key, str)]
        whole = changed is None or any(len(path) < 2 for path in changed)
        assert whole or any(key in str(error) for key in keys), f"{error} names nothing of {changed}"
        return None
    for episode in found.episodes:
        numbers = (episode.start.x_m, episode.start.y_m, episode.start.z_m, episode.start.heading_rad)
        assert np.isfinite(numbers).all() and np.abs(numbers).max() < 1e11
    return found


def _mutant(
    document: Any, paths: list[tuple[Any, ...]], rng: np.random.Generator
) -> tuple[bytes, list[tuple[Any, ...]]]:
    """The document with one to three values dropped, doubled, renamed, or replaced by something strange."""
    changed: list[tuple[Any, ...]] = []
    for turn in range((1, 1, 1, 2, 3)[int(rng.integers(5))]):
        path = paths[int(rng.integers(len(paths)))]
        try:
            value = _at(document, path)
        except (KeyError, IndexError, TypeError):
            assert turn  # an earlier change has taken it away
            continue
        strange = STRANGE[int(rng.integers(len(STRANGE)))]
        match int(rng.integers(5)):
            case 0 if isinstance(value, list) and value:
                value = value[:-1]
            case 1 if isinstance(value, list) and value:
                value = [*value, value[0]]
            case 2 if isinstance(value, dict) and value:
                drop = sorted(value)[int(rng.integers(len(value)))]
                value = {key: item for key, item in value.items() if key != drop}
            case 3 if isinstance(value, dict) and value:
                rename = sorted(value)[int(rng.integers(len(value)))]
                value = {("x" if key == rename else key): item for key, item in value.items()}
            case _:
                value = strange
        document = _with(document, path, value)
        changed.append(path)
    return json.dumps(document).encode(), changed


def _paths(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield here
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _paths(item, (*here, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _paths(item, (*here, index))


def _keys(value: Any) -> set[str]:
    return {key for path in _paths(value) for key in path if isinstance(key, str)}


def _at(document: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        document = document[key]
    return document


def _with(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy of the document with another value at the path; what is not on the way is shared."""
    if not path:
        return value
    copy = dict(document) if isinstance(document, dict) else list(document)
    copy[path[0]] = _with(document[path[0]], path[1:], value)
    return copy
