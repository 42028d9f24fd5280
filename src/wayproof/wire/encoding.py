"""Messages as bytes: MessagePack with NumPy arrays in the encoding that openpi uses. Nothing is unpickled.

An array is a map with the binary keys `__ndarray__`, `data`, `dtype`, `shape`; a NumPy scalar one with
`__npgeneric__`, `data`, `dtype`. Object, void and complex types are refused in both directions.
"""

from __future__ import annotations

import math
from typing import Any

import msgspec
import numpy as np

from wayproof.errors import BrokenFile

LARGEST_MESSAGE_BYTES = 64 << 20  # twelve 1080p RGB-D views; a gigabyte is an attack or a mistake
DEEPEST = 16
ONE_LARGE_BLOCK = 24 << 20
SOCKET_BUFFER_BYTES = 1 << 20  # so that a whole step fits and goes out at once
KINDS = "biufSU"  # bool, int, unsigned, float, bytes, text
_ARRAY, _SCALAR, _DATA, _DTYPE, _SHAPE = b"__ndarray__", b"__npgeneric__", b"data", b"dtype", b"shape"


class WireFault(BrokenFile):
    """Bytes that are not a message of this protocol."""


def keep_memory() -> None:
    """Let the C library keep freed memory for the next image.

    glibc gives blocks of some 100 kB back to the system at once, and each page of the next one costs a fault:
    1 ms for a step of 256 x 256 RGB-D. Once a large block was freed it keeps all smaller ones. Other C
    libraries are not affected.
    """
    bytearray(ONE_LARGE_BLOCK)


def pack(message: Any) -> bytes:
    """A message of dicts, lists, texts, numbers, bytes and arrays as bytes."""
    return msgspec.msgpack.encode(_plain(message, 0))


def unpack(data: bytes | str) -> Any:
    """Bytes as a message; anything else is a WireFault with the reason."""
    if isinstance(data, str):
        raise WireFault(f"a text frame instead of a message: {data[:500]}")
    if len(data) > LARGEST_MESSAGE_BYTES:
        raise WireFault(f"a message of {len(data)} bytes; at most {LARGEST_MESSAGE_BYTES} are read")
    try:
        return _rich(msgspec.msgpack.decode(data), 0)
    except (msgspec.DecodeError, RecursionError, TypeError, ValueError, OverflowError) as error:
        raise WireFault(f"not a message: {error}") from None


def _plain(value: Any, depth: int) -> Any:
    if depth > DEEPEST:
        raise WireFault(f"a message nested deeper than {DEEPEST}")
    if isinstance(value, np.ndarray):
        _check_kind(value.dtype)
        return {
            _ARRAY: True,
            _DATA: np.ascontiguousarray(value).reshape(-1).view(np.uint8).data,
            _DTYPE: value.dtype.str,
            _SHAPE: list(value.shape),
        }
    if isinstance(value, np.generic):
        _check_kind(value.dtype)
        return {_SCALAR: True, _DATA: value.item(), _DTYPE: value.dtype.str}
    if isinstance(value, dict):
        return {key: _plain(entry, depth + 1) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(entry, depth + 1) for entry in value]
    return value


def _rich(value: Any, depth: int) -> Any:
    if depth > DEEPEST:
        raise WireFault(f"a message nested deeper than {DEEPEST}")
    if isinstance(value, list):
        return [_rich(entry, depth + 1) for entry in value]
    if not isinstance(value, dict):
        return value
    if _ARRAY in value:
        return _array(value)
    if _SCALAR in value:
        if not isinstance(value.get(_DATA), bool | int | float | str | bytes):
            raise WireFault("a number without its value")
        return _dtype(value.get(_DTYPE)).type(value[_DATA])
    return {key: _rich(entry, depth + 1) for key, entry in value.items()}


def _array(plain: dict[Any, Any]) -> np.ndarray[Any, np.dtype[Any]]:
    dtype, shape, data = _dtype(plain.get(_DTYPE)), plain.get(_SHAPE), plain.get(_DATA)
    if not isinstance(data, bytes) or not isinstance(shape, list):
        raise WireFault("an array without its data or shape")
    if not all(isinstance(side, int) and side >= 0 for side in shape) or len(shape) > 8:
        raise WireFault(f"an array of the shape {shape!r}")
    if math.prod(shape) * dtype.itemsize != len(data):
        raise WireFault(f"an array of {shape} {dtype} with {len(data)} bytes")
    return np.frombuffer(data, dtype).reshape(shape)


def _dtype(name: Any) -> np.dtype[Any]:
    if not isinstance(name, str | bytes) or len(name) > 16:
        raise WireFault(f"an array of the type {name!r}")
    try:
        dtype = np.dtype(name.decode("ascii") if isinstance(name, bytes) else name)
    except (TypeError, ValueError, SyntaxError, UnicodeDecodeError):
        raise WireFault(f"an array of the type {name!r}") from None
    _check_kind(dtype)
    return dtype


def _check_kind(dtype: np.dtype[Any]) -> None:
    if dtype.kind not in KINDS or dtype.fields is not None or dtype.itemsize == 0:
        raise WireFault(f"arrays of type {dtype} do not travel; send numbers, bytes or text")
