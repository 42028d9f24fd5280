"""Stacks of the last frames: a frame is corrupted once, when it comes, and looks the same in later stacks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

# A frame and its number in the episode -> the corrupted frame.
CorruptFrame = Callable[[NDArray[Any], int], NDArray[Any]]


class StackMemory:
    """The frames of the last stack, clean and corrupted; a new one begins with each episode."""

    def __init__(self) -> None:
        self.clean: list[NDArray[Any]] = []
        self.corrupted: list[NDArray[Any]] = []
        self.count = 0

    def __call__(self, frames: list[NDArray[Any]], corrupt: CorruptFrame) -> list[NDArray[Any]]:
        """The stack with its new frames corrupted, the others as they were before."""
        if not self.clean:
            corrupted = self._first(frames, corrupt)
        else:
            new = self._new(frames)
            corrupted = self.corrupted[new:] if len(self.corrupted) == len(frames) else []
            for frame in frames[len(frames) - new :]:
                corrupted.append(corrupt(frame, self.count))
                self.count += 1
        self.clean, self.corrupted = [frame.copy() for frame in frames], list(corrupted)
        return corrupted

    def _first(self, frames: list[NDArray[Any]], corrupt: CorruptFrame) -> list[NDArray[Any]]:
        """At a reset a stack is filled with copies of the first frame, or with blanks, which stay so."""
        newest = corrupt(frames[-1], 0)
        self.count = 1
        return [newest if np.array_equal(frame, frames[-1]) else frame.copy() for frame in frames]

    def _new(self, frames: list[NDArray[Any]]) -> int:
        """How many frames at the end of the stack were not in the last one."""
        size = len(frames)
        for new in range(1, size):
            pairs = zip(self.clean[new:], frames[: size - new], strict=True)
            if len(self.clean) == size and all(np.array_equal(one, other) for one, other in pairs):
                return new
        return size
