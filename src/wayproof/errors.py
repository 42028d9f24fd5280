"""Everything that Wayproof raises on purpose.

    WayproofError            catch this one to catch all of them
    ├── UnknownName          a name that no catalogue knows; the nearest ones are offered
    ├── InvalidInput         a value, option or specification outside what is allowed
    ├── BrokenFile           a file that is torn, foreign or of another version
    ├── MissingDependency    an optional library that is not installed
    ├── AgentGone            an agent behind an address that no longer answers
    └── StorageFailure       the disk refused: full, read-only or gone

Each message has three parts: what was given, what is allowed, what to do.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class WayproofError(Exception):
    """The root of all deliberate errors; its text is written for the person at the terminal."""


class UnknownName(WayproofError):
    """A component, category or field was asked for by a name that does not exist."""


class InvalidInput(WayproofError):
    """A value lies outside what is allowed."""


class BrokenFile(WayproofError):
    """A file cannot be read as what it claims to be."""


class MissingDependency(WayproofError):
    """An optional library is needed and not installed."""


class AgentGone(WayproofError):
    """An agent behind an address stopped answering; the run cannot go on without it."""


class ModelGone(WayproofError):
    """A language model that is needed gave no answer."""


class StorageFailure(WayproofError):
    """Writing failed; nothing half-written was left behind."""


def unknown_name(kind: str, given: str, known: Iterable[str]) -> UnknownName:
    """The error for a wrong name, with the nearest right ones.

    >>> str(unknown_name("split", "vall", ["train", "val", "test"]))
    "no split named 'vall'. Did you mean 'val'? Known: test, train, val."
    """
    names = sorted(known)
    longer = [name for name in names if given and name.startswith(f"{given}_")]  # one word, several meanings
    near = longer[:3] or difflib.get_close_matches(given, names, n=2, cutoff=0.6)
    guess = f" Did you mean {' or '.join(repr(name) for name in near)}?" if near else ""
    shown = ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")
    return UnknownName(f"no {kind} named {given!r}.{guess} Known: {shown or 'none'}.")


def missing_run(place: object) -> InvalidInput:
    """The error for a run folder or log file that is not there."""
    return InvalidInput(f"there is no folder {place}; check the path, or make it with `wayproof run ... -o`")


def missing_dependency(library: str, extra: str, purpose: str) -> MissingDependency:
    """The error for an absent optional library, with the command that installs it."""
    return MissingDependency(
        f"{purpose} needs {library}, which is not installed: pip install 'wayproof[{extra}]'"
    )
