"""A server in a process of its own, for as long as something is measured."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from wayproof.errors import InvalidInput


class Served(NamedTuple):
    """Where a server is and which process it is."""

    address: str
    process: int


@contextlib.contextmanager
def served(command: Sequence[str], **variables: str) -> Iterator[Served]:
    """A process that says its address in its first line on stderr; it ends with the block."""
    environment: Mapping[str, str] = {**os.environ, **variables}
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
    assert process.stderr is not None
    try:
        first = process.stderr.readline()
        found = [word for word in first.replace(";", " ").split() if "://" in word]
        if not found:
            raise InvalidInput(
                f"{' '.join(command)[:200]} gave no address but {first.strip()!r}; run it by hand"
            )
        yield Served(found[0], process.pid)
    finally:
        process.kill()
        process.wait()
        process.stderr.close()
