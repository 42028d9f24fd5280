"""The curve of a training: a line of JSON for each round, and TensorBoard's files where it is installed."""

from __future__ import annotations

import math
import time
import weakref
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec


class Curve:
    """Figures by round; a round that is done again after a crash stands there twice, the last one counts."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._begun: int | None = None  # the first round of this call
        self._board: Any = None

    def add(self, number: int, figures: Mapping[str, float]) -> None:
        with (self._folder / "curve.jsonl").open("ab") as stream:
            stream.write(msgspec.json.encode({"round": number, **figures}) + b"\n")
        if self._begun is None:
            self._begun = number
            self._board = _board(self._folder / "tensorboard", number)
            if self._board is not None:
                weakref.finalize(self, self._board.close)
        if self._board is not None:
            for name, value in figures.items():
                if math.isfinite(value):
                    self._board.add_scalar(name, value, number)
            self._board.flush()


def read_curve(folder: Path) -> dict[int, dict[str, float]]:
    """The figures of each round."""
    lines = (folder / "curve.jsonl").read_bytes().splitlines()
    rows = [msgspec.json.decode(line, type=dict[str, float | None]) for line in lines]
    return {
        int(row["round"] or 0): {name: value for name, value in row.items() if value is not None}
        for row in rows
    }


class RoundTeller:
    """Says how a training goes: after some rounds always, and else every so many seconds."""

    def __init__(self, rounds: int, every_s: float, say: Callable[[str], None]) -> None:
        self._rounds, self._every_s, self._say = rounds, every_s, say
        self._began_s = self._said_s = time.monotonic()
        self._first: int | None = None  # the round that this call began with

    def tell(self, number: int, figures: Mapping[str, float], *, always: bool) -> None:
        now_s = time.monotonic()
        self._first = number - 1 if self._first is None else self._first
        if always or now_s - self._said_s >= self._every_s:
            gone_s, gone_rounds = now_s - self._began_s, number - self._first
            self._say(round_line(number, self._rounds, figures, gone_s, gone_rounds))
            self._said_s = now_s


def round_line(done: int, rounds: int, figures: Mapping[str, float], gone_s: float, gone_rounds: int) -> str:
    """A round in words, with the time that is left if the others take as long as those of this call."""
    left_s = gone_s / max(gone_rounds, 1) * (rounds - done)
    left = f"{left_s / 60.0:.0f} min" if left_s > 90.0 else f"{left_s:.0f} s"
    shown = ", ".join(f"{name} {value:.3g}" for name, value in figures.items())
    return f"round {done} of {rounds}: {shown}; {left} left"


def _board(folder: Path, first: int) -> Any:
    """TensorBoard's writer, or None; what an earlier, killed call wrote of rounds from `first` on is void."""
    try:
        from torch.utils.tensorboard import SummaryWriter  # noqa: PLC0415 -- an extra
    except ImportError:
        return None
    return SummaryWriter(str(folder), purge_step=first)
