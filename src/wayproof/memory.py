"""Memory given back between episodes.

Maps and frames that refer to each other in a circle wait for the garbage collector, which counts objects, not
bytes, and so seldom comes; and what numpy frees stays with malloc. A night of episodes would fill memory.
"""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable
from functools import cache


def give_back() -> None:
    """Collect what the last episodes left behind, and hand it to the system; a few milliseconds."""
    _set_aside()
    gc.collect()
    _trim()(0)


@cache
def _set_aside() -> None:
    """What is loaded by now stays: the collector need not look through it after every episode."""
    gc.collect()
    gc.freeze()


@cache
def _trim() -> Callable[[int], object]:
    """malloc_trim, where the C library has it (glibc)."""
    return getattr(ctypes.CDLL(None), "malloc_trim", lambda spare: None)
