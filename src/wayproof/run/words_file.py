"""What workers and agents print, in files of bounded size: workers.txt, and before it workers-earlier.txt."""

from __future__ import annotations

import contextlib
from pathlib import Path

NAME = "workers.txt"
EARLIER = "workers-earlier.txt"
LARGEST_BYTES = 8 << 20


class WordsFile:
    """Takes whatever is printed; the oldest half goes when it is too much. It never stops a run."""

    def __init__(self, folder: Path, largest_bytes: int = LARGEST_BYTES) -> None:
        self.file, self._earlier, self._most = folder / NAME, folder / EARLIER, largest_bytes
        with contextlib.suppress(OSError):
            self.file.touch()

    def write(self, words: bytes) -> None:
        # A disk that is full is met and told of where logs are written.
        with contextlib.suppress(OSError):
            if self.file.stat().st_size + len(words) > self._most:
                self.file.replace(self._earlier)
            with self.file.open("ab") as stream:
                stream.write(words[-self._most :])
