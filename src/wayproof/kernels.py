"""Compiled code: one decorator for every hot loop, and the folder that keeps what was compiled.

Numba's disk cache looks only at the file of the function it compiles, so an edit in a called function of
another file would go unnoticed. Hence the folder's name carries a digest of all source files that hold
kernels: any edit means a fresh folder. Whoever sets NUMBA_CACHE_DIR decides for himself.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba

Function = TypeVar("Function", bound=Callable[..., Any])

_PACKAGE = Path(__file__).parent
_MARKS = (b"wayproof.kernels import", b"import numba", b"from numba", b"from llvmlite")


def source_digest(package: Path = _PACKAGE) -> str:
    """Twelve hex digits over the text of every file of a package that holds compiled code."""
    digest = hashlib.sha256()
    for file in sorted(package.rglob("*.py")):
        text = file.read_bytes()
        if any(mark in text for mark in _MARKS):
            digest.update(file.relative_to(package).as_posix().encode() + b"\0" + text + b"\0")
    return digest.hexdigest()[:12]


def cache_folder() -> Path:
    """Where things that can be made again are kept; XDG_CACHE_HOME moves it."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "wayproof"


if not os.environ.get("NUMBA_CACHE_DIR"):
    numba.config.CACHE_DIR = str(cache_folder() / f"kernels-{source_digest()}")


def kernel(function: Function) -> Function:
    """Compile to machine code on first call and keep the result on disk.

    No `fastmath`: the same bits on every machine are worth more than the nothing it was measured to buy.
    Division by zero gives inf or nan as in NumPy instead of a hidden branch per division.
    """
    compiled: Function = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return compiled


def inlined(function: Function) -> Function:
    """Compile into each kernel that calls it: for the small pieces of a hot loop, where a call would cost.

    Not kept on disk, since only its callers are ever run.
    """
    compiled: Function = numba.njit(nogil=True, error_model="numpy", forceinline=True)(function)
    return compiled
