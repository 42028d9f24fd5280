"""Messages over a socket between two processes of one machine, with frames in memory that both share.

A message is its length in four bytes and MessagePack, see encoding.py. Large arrays do not go through the
socket: the sender copies them into the shared memory and the message says where they lie. The receiver makes
copies of its own before it answers, so that the memory is free for the next message.
"""

from __future__ import annotations

import mmap
import os
import select
import socket
import struct
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from wayproof.wire.encoding import LARGEST_MESSAGE_BYTES, WireFault, pack, unpack

SMALL_BYTES = 2048  # arrays up to this size travel in the message itself
ALIGNED_BYTES = 64
FIRST_BYTES = 1 << 20
LOOK_EVERY_S = 1.0  # whether the other side still lives, while nothing comes
_LENGTH = struct.Struct("<I")
_FRAME = "frame"


class PipeClosed(WireFault):
    """The other side is gone."""


class PipeTimeout(WireFault):
    """Nothing came in time."""


class SharedFrames:
    """Memory that two processes share, as an open file without a name; it grows with what is put into it."""

    def __init__(self, descriptor: int | None = None) -> None:
        self.descriptor = _nameless_file() if descriptor is None else descriptor
        self._memory: mmap.mmap | None = None

    def put(self, readings: Mapping[str, Any]) -> dict[str, Any]:
        """Readings as they travel: large arrays are copied here, small ones stay as they are."""
        large = {name: one for name, one in readings.items() if one.nbytes > SMALL_BYTES}
        if not large:
            return dict(readings)
        places, size = {}, 0
        for name, array in large.items():
            places[name] = size
            size += -(-array.nbytes // ALIGNED_BYTES) * ALIGNED_BYTES
        memory = self._mapped(size, may_grow=True)
        for name, array in large.items():
            there = np.frombuffer(memory, array.dtype, array.size, places[name]).reshape(array.shape)
            np.copyto(there, array)
        return {name: _placed(one, places[name]) if name in places else one for name, one in readings.items()}

    def get(self, readings: Mapping[str, Any]) -> dict[str, Any]:
        """The arrays of `put`, as copies."""
        return {name: self._taken(one) if isinstance(one, Mapping) else one for name, one in readings.items()}

    def close(self) -> None:
        if self._memory is not None:
            self._memory.close()
        os.close(self.descriptor)

    def _taken(self, place: Mapping[str, Any]) -> np.ndarray[Any, np.dtype[Any]]:
        begin, length = (int(number) for number in place[_FRAME])
        memory = self._mapped(begin + length, may_grow=False)
        dtype = np.dtype(place["dtype"])
        array = np.frombuffer(memory, dtype, length // dtype.itemsize, begin)
        return array.reshape(place["shape"]).copy()

    def _mapped(self, size: int, *, may_grow: bool) -> mmap.mmap:
        if self._memory is None or len(self._memory) < size:
            if size > LARGEST_MESSAGE_BYTES:
                raise WireFault(f"{size} bytes in one message; at most {LARGEST_MESSAGE_BYTES} are sent")
            if may_grow:
                os.ftruncate(self.descriptor, max(size, FIRST_BYTES))
            self._memory = mmap.mmap(self.descriptor, os.fstat(self.descriptor).st_size)
        return self._memory


def _placed(array: np.ndarray[Any, np.dtype[Any]], begin: int) -> dict[str, Any]:
    return {_FRAME: [begin, array.nbytes], "dtype": array.dtype.str, "shape": list(array.shape)}


def _nameless_file() -> int:
    """An open file that lies in no folder. On Linux the other side cannot make it shorter under our feet."""
    if sys.platform == "linux":
        import fcntl  # noqa: PLC0415  # not on every system

        descriptor = os.memfd_create("frames", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK)
        return descriptor
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


class MessagePipe:
    """One end of a connected socket."""

    def __init__(self, end: socket.socket) -> None:
        self._socket = end
        self._unread = bytearray()

    def send(self, message: Any) -> None:
        data = pack(message)
        if len(data) > LARGEST_MESSAGE_BYTES:
            raise WireFault(f"a message of {len(data)} bytes; at most {LARGEST_MESSAGE_BYTES} are sent")
        try:
            self._socket.sendall(_LENGTH.pack(len(data)) + data)
        except OSError as error:
            raise PipeClosed(f"the other side is gone: {error.strerror}") from None

    def receive(self, limit_s: float | None = None, lives: Callable[[], bool] = lambda: True) -> Any:
        """The next message; PipeTimeout after `limit_s` seconds, PipeClosed if the other side is gone.

        `lives` is asked now and then: a process that the other side left behind may keep its end open.
        """
        until_s = None if limit_s is None else time.monotonic() + limit_s
        (length,) = _LENGTH.unpack(self._taken(_LENGTH.size, until_s, lives))
        if length > LARGEST_MESSAGE_BYTES:
            raise WireFault(f"a message of {length} bytes; at most {LARGEST_MESSAGE_BYTES} are read")
        return unpack(self._taken(length, until_s, lives))

    def close(self) -> None:
        self._socket.close()

    def _taken(self, count: int, until_s: float | None, lives: Callable[[], bool]) -> bytes:
        while len(self._unread) < count:
            if until_s is not None:
                self._wait(until_s, lives)
            try:
                part = self._socket.recv(max(65536, count - len(self._unread)))
            except OSError as error:
                raise PipeClosed(f"the other side is gone: {error.strerror}") from None
            if not part:
                raise PipeClosed("the other side closed the connection")
            self._unread += part
        taken = bytes(self._unread[:count])
        del self._unread[:count]
        return taken

    def _wait(self, until_s: float, lives: Callable[[], bool]) -> None:
        """Until there is something to read."""
        while True:
            alive, left_s = lives(), until_s - time.monotonic()
            if select.select([self._socket], [], [], max(0.0, min(left_s, LOOK_EVERY_S if alive else 0)))[0]:
                return
            if not alive:
                raise PipeClosed("the other side has ended")
            if left_s <= 0:
                raise PipeTimeout("no answer in time")
