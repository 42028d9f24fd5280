"""Bytes on the wire: what goes in comes out, of both encoders, and hostile bytes are refused."""

from __future__ import annotations

import contextlib
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from wayproof.wire import shim
from wayproof.wire.encoding import WireFault, pack, unpack

numbers = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**64 - 1),
    st.floats(allow_nan=False),
    st.text(),
    st.binary(),
)
plain = st.recursive(
    numbers,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
readings = arrays.arrays(
    st.sampled_from([np.uint8, np.float32, np.float64, np.int32, np.bool_]),
    arrays.array_shapes(min_dims=0, max_dims=3, max_side=5),
)


@given(value=plain)
def test_plain_values_come_back_whoever_packs_and_whoever_unpacks(value: Any) -> None:
    for packed in (pack(value), shim.pack(value)):
        assert unpack(packed) == value == shim.unpack(packed)


@given(array=readings)
def test_arrays_come_back_bit_for_bit(array: np.ndarray[Any, Any]) -> None:
    for packed in (pack({"a": array}), shim.pack({"a": array})):
        for found in (unpack(packed)["a"], shim.unpack(packed)["a"]):
            assert found.dtype == array.dtype and found.shape == array.shape
            assert found.tobytes() == array.tobytes()


def test_an_array_looks_on_the_wire_as_openpi_writes_it() -> None:
    told = msgspec.msgpack.decode(pack(np.array([[1, 2]], np.uint8)))
    assert told == {b"__ndarray__": True, b"data": b"\x01\x02", b"dtype": "|u1", b"shape": [1, 2]}


@pytest.mark.parametrize("array", [np.array([object()]), np.array([1j]), np.zeros(2, [("a", "i4")])])
def test_objects_records_and_complex_numbers_do_not_travel(array: np.ndarray[Any, Any]) -> None:
    with pytest.raises(WireFault, match="do not travel"):
        pack(array)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({b"dtype": "O"}, "do not travel"),
        ({b"dtype": "|V8"}, "do not travel"),
        ({b"dtype": "nonsense"}, "an array of the type"),
        ({b"dtype": 7}, "an array of the type"),
        ({b"shape": [3]}, "with 2 bytes"),
        ({b"shape": [2**62, 2**62]}, "with 2 bytes"),
        ({b"shape": [-1, 2]}, "an array of the shape"),
        ({b"shape": "ab"}, "without its data or shape"),
        ({b"data": None}, "without its data or shape"),
    ],
)
def test_a_hostile_array_is_refused(changes: dict[bytes, Any], sentence: str) -> None:
    good = {b"__ndarray__": True, b"data": b"\x01\x02", b"dtype": "|u1", b"shape": [2]}
    with pytest.raises(WireFault, match=sentence):
        unpack(msgspec.msgpack.encode({**good, **changes}))


@given(data=st.binary(max_size=200))
def test_garbage_is_a_fault_or_a_message_and_never_another_error(data: bytes) -> None:
    with contextlib.suppress(WireFault):
        unpack(data)
    with contextlib.suppress(
        ValueError, TypeError, KeyError, struct.error
    ):  # which the shim answers in words
        shim.unpack(data)


def test_deep_nesting_and_text_are_refused() -> None:
    deep: Any = 1
    for _ in range(40):
        deep = [deep]
    with pytest.raises(WireFault, match="nested deeper"):
        unpack(msgspec.msgpack.encode(deep))
    with pytest.raises(WireFault, match="a text frame instead of a message: no such model"):
        unpack("no such model")


def test_the_shim_runs_on_python_3_6() -> None:
    file = Path(shim.__file__)
    done = subprocess.run(
        [str(Path(sys.executable).with_name("vermin")), "--no-tips", "-t=3.6-", "--violations", str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    imported = {
        line.split()[1] for line in file.read_text().splitlines() if line.startswith(("import ", "from "))
    }
    assert imported == {*"base64 concurrent.futures contextlib hashlib hmac queue socket struct".split()} | {
        *"threading time traceback typing numpy".split()
    }
