"""Compiled code: one decorator for every hot loop, and the folder that keeps what was compiled.

Numba's disk cache looks only at the file of the function it compiles, so an edit in a called function of
another file would go unnoticed. Hence the folder's name carries a digest of all source files that hold
kernels: any edit means a fresh folder. Reading every file at every import would take longer than everything
else here, so the digest is kept in the cache folder, with the sizes and times of the files it came from.
Setting NUMBA_CACHE_DIR overrides the folder.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numba

from wayproof.errors import StorageFailure
from wayproof.storage import write_atomically

Function = TypeVar("Function", bound=Callable[..., Any])

_PACKAGE = Path(__file__).parent
_MARKS = (b"wayproof.kernels import", b"import numba", b"from numba", b"from llvmlite")


# A file changed this recently may change again within the same tick of the file system's clock.
_SETTLED_NS = 2_000_000_000


def source_digest(package: Path = _PACKAGE) -> str:
    """Twelve hex digits over the text of every file of a package that holds compiled code."""
    digest = hashlib.sha256()
    for name in sorted(entry.path for entry in _python_files(package)):
        text = Path(name).read_bytes()
        if any(mark in text for mark in _MARKS):
            digest.update(Path(name).relative_to(package).as_posix().encode() + b"\0" + text + b"\0")
    return digest.hexdigest()[:12]


def kept_digest(package: Path, folder: Path) -> str:
    """`source_digest`, from the note that a folder keeps of it as long as no file has changed since."""
    stamp, newest_ns = _stamp(package)
    note = folder / f"source-digest-{hashlib.sha256(str(package).encode()).hexdigest()[:12]}.json"
    try:
        known = json.loads(note.read_bytes())
        if known["stamp"] == stamp:
            return str(known["digest"])
    except (OSError, ValueError, KeyError, TypeError):
        pass  # no note, or a damaged one: work the digest out
    digest = source_digest(package)
    if newest_ns < time.time_ns() - _SETTLED_NS and _stamp(package)[0] == stamp:
        with contextlib.suppress(StorageFailure):  # then the next import works it out again
            write_atomically(note, json.dumps({"stamp": stamp, "digest": digest}).encode())
    return digest


def _stamp(package: Path) -> tuple[str, int]:
    """A digest of the path, size and times of each Python file, and the latest of these times.

    The time of the last change of a file's record is among them, since installers and archives set the time
    of modification to what they like.
    """
    files = []
    for entry in _python_files(package):
        status = entry.stat()
        files.append((entry.path, status.st_size, status.st_mtime_ns, status.st_ctime_ns))
    newest_ns = max((max(modified, changed) for _, _, modified, changed in files), default=0)
    return hashlib.sha256(repr(sorted(files)).encode()).hexdigest(), newest_ns


def _python_files(folder: Path | str) -> Iterator[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _python_files(entry.path)
            elif entry.name.endswith(".py"):
                yield entry


def cache_folder() -> Path:
    """Where things that can be made again are kept; XDG_CACHE_HOME moves it."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "wayproof"


if not os.environ.get("NUMBA_CACHE_DIR"):
    _digest = kept_digest(_PACKAGE, cache_folder())
    numba.config.CACHE_DIR = str(cache_folder() / f"kernels-{_digest}")


def kernel(function: Function) -> Function:
    """Compile to machine code on first call and keep the result on disk.

    No `fastmath`: the same bits on every machine are worth more than the nothing it was measured to buy.
    Division by zero gives inf or nan as in NumPy instead of a hidden branch per division.
    """
    compiled: Function = numba.njit(cache=True, nogil=True, error_model="numpy", _nrt=True)(function)
    return compiled


def inlined(function: Function) -> Function:
    """Compile into each kernel that calls it: for the small pieces of a hot loop, where a call would cost.

    Not kept on disk, since only its callers are ever run.
    """
    compiled: Function = numba.njit(nogil=True, error_model="numpy", forceinline=True, _nrt=True)(function)
    return compiled


def uncounted(function: Function) -> Function:
    """Like `inlined`, without counting references to arrays: for loops where each count would be felt.

    Numba counts a reference whenever an array is passed on or taken out of a tuple, by an atomic instruction
    that cost more than half the time of a scene of a million triangles. Such a function works on the arrays
    that its caller holds. It cannot make arrays, which numba refuses, and must not return them either, not
    even within a tuple: they would be freed under the caller's hands.
    """
    compiled: Function = numba.njit(nogil=True, error_model="numpy", forceinline=True, _nrt=False)(function)
    return compiled
