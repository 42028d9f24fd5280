"""What an agent's process cannot reach: the run folder, the memory and the command lines of other processes.

On Linux this is Landlock, which needs no privileges and binds root as well. Landlock knows only what is
allowed, so everything beside the hidden folders is: each neighbour of each folder on the way to them. Names
can be listed everywhere. The rules are made by the process that has something to hide and handed over as a
descriptor, so that the agent's process is never told what it must not see.

Where the system has no Landlock, an agent is kept apart by its process alone; logs say so.
"""

from __future__ import annotations

import ctypes
import os
import signal
import struct
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same numbers on every processor
_VERSION_FLAG, _PATH_BENEATH, _SCOPE_SIGNAL = 1, 1, 2
_NO_NEW_PRIVILEGES, _DUMPABLE, _PARENT_DEATH_SIGNAL = 38, 4, 1  # of prctl
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_TRUNCATE = 1 << 14
_PLAIN = (1 << 13) - 1  # what the first version knows
_REFER = 1 << 13
_ON_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
PROCESSES = Path("/proc")


def sandbox_version() -> int:
    """The version of Landlock that this system has; 0 for none."""
    return max(0, _call(_CREATE_RULESET, None, 0, _VERSION_FLAG)) if sys.platform == "linux" else 0


def rules_hiding(folders: Iterable[Path], needed: Iterable[Path]) -> int | None:
    """A descriptor of rules that allow everything but these folders and other processes.

    What is `needed` stays open even if it lies inside of a hidden folder. None without Landlock.
    """
    version = sandbox_version()
    if not version:
        return None
    rights = _rights(version)
    facts = struct.pack("<QQQ", rights, 0, _SCOPE_SIGNAL if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rules = _call(_CREATE_RULESET, facts, size, 0)
    if rules < 0:
        return None
    hidden = [folder.resolve() for folder in folders]
    _allow(rules, Path("/"), _READ_DIR)
    for path in _beside(hidden):
        _allow(rules, path, rights)
    for path in needed:
        if not any(folder.is_relative_to(path.resolve()) for folder in hidden):
            _allow(rules, path, rights)
    return rules


def enter(rules: int) -> bool:
    """Put this process and all that it starts under the rules, for ever; whether the system did it."""
    _allow(rules, PROCESSES / "self", _rights(sandbox_version()))
    _prctl(_NO_NEW_PRIVILEGES, 1)
    return _call(_RESTRICT_SELF, rules, 0) == 0


def end_with_parent() -> None:
    """Have the system end this process when the one that started it is gone."""
    if sys.platform == "linux":
        _prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL)


def hide_memory() -> None:
    """Close this process's memory, descriptors and environment to other processes of the same user."""
    if sys.platform == "linux":
        _prctl(_DUMPABLE, 0)


def _beside(hidden: list[Path]) -> Iterator[Path]:
    """Everything next to the way from the root to each hidden folder, and to other processes."""
    on_the_way = {PROCESSES, *(parent for folder in hidden for parent in (folder, *folder.parents))}
    for folder in sorted({parent for path in on_the_way for parent in path.parents} - set(hidden)):
        try:
            entries = [Path(entry.path) for entry in os.scandir(folder) if not entry.is_symlink()]
        except OSError:
            continue  # nobody can look into it
        yield from (entry for entry in entries if entry not in on_the_way)
    if PROCESSES.is_dir():
        # "self" and the links through it lead to the process that makes the rules.
        yield from (one for one in PROCESSES.iterdir() if not one.name.isdigit() and not one.is_symlink())


def _rights(version: int) -> int:
    return _PLAIN | (_REFER if version >= 2 else 0) | (_TRUNCATE if version >= 3 else 0)


def _allow(rules: int, path: Path, rights: int) -> None:
    """Add a rule for all that lies at or below a path; one that is gone needs none."""
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        allowed = rights if path.is_dir() else rights & _ON_FILES
        _call(_ADD_RULE, rules, _PATH_BENEATH, struct.pack("<Qi", allowed, descriptor), 0)
    finally:
        os.close(descriptor)


def _call(number: int, *values: object) -> int:
    library = ctypes.CDLL(None, use_errno=True)
    plain = [ctypes.c_long(value) if isinstance(value, int) else value for value in values]
    return int(library.syscall(ctypes.c_long(number), *plain))


def _prctl(option: int, value: int) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    library.prctl(ctypes.c_int(option), ctypes.c_ulong(value), 0, 0, 0)
