"""From signals to verdicts: right, wrong, or so near the threshold that a person is asked.

Demonstrations, episodes in which the agent did well, say which signals are usual. A person's corrections move
the two thresholds, but only as far as their number bears: below the lower one errors are few with 95 %
confidence, above the upper one they are the rule. Between them somebody has to look.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import msgspec
import numpy as np

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.results.estimates.proportions import wilson
from wayproof.testing.oracles import ORDER
from wayproof.testing.surrogates.step_signals import Signals

RIGHT, WRONG, ASK = "right", "wrong", "ask"
USUAL, UNUSUAL = (
    0.95,
    0.995,
)  # of the steps of demonstrations lie below: where doubt begins, and where it ends
LEAST_STEPS = 100  # of demonstrations, to say what is usual
FEW, RULE = 0.2, 0.5  # the share of errors below the lower threshold, and above the upper one


class Correction(msgspec.Struct, frozen=True):
    """A person's word on one output of one step; `signal` is what had been seen of it."""

    episode: str
    step: int
    capability: str
    signal: float
    wrong: bool


@dataclass(frozen=True)
class Thresholds:
    """Below `low` an output counts as right, from `high` on as wrong."""

    low: float
    high: float

    def judge(self, signal: float | None) -> str:
        """RIGHT, WRONG or ASK; what the trace says nothing of is not held against it."""
        if signal is None or signal < self.low:
            return RIGHT
        return WRONG if signal >= self.high else ASK


def from_demonstrations(steps: Sequence[Signals]) -> dict[str, Thresholds]:
    """The thresholds of each capability that the demonstrations tell of."""
    found = {}
    for capability in ORDER:
        signals = [one for step in steps if (one := step[capability]) is not None]
        if not signals:
            continue
        if len(signals) < LEAST_STEPS:
            raise InvalidInput(
                f"the demonstrations have {len(signals)} steps with a word on {capability}; give "
                f"{LEAST_STEPS} or more, else nobody can tell what is usual"
            )
        low, high = np.quantile(signals, (USUAL, UNUSUAL)).tolist()
        found[capability] = Thresholds(_above(low), _above(max(low, high)))
    return found


def corrected(thresholds: Mapping[str, Thresholds], words: Sequence[Correction]) -> dict[str, Thresholds]:
    """The thresholds after a person's corrections."""
    return {
        capability: _moved(one, [word for word in words if word.capability == capability])
        for capability, one in thresholds.items()
    }


def _moved(given: Thresholds, words: Sequence[Correction]) -> Thresholds:
    """Doubt begins above the signals up to which errors are surely few, and ends where they surely rule."""
    cuts = sorted({word.signal for word in words})
    if not cuts:
        return given
    between = [(one + other) / 2 for one, other in pairwise(cuts)]
    below = {cut: [word.wrong for word in words if word.signal < cut] for cut in (*between, _above(cuts[-1]))}
    beyond = {cut: [word.wrong for word in words if word.signal >= cut] for cut in (cuts[0], *between)}
    calm = [cut for cut, wrong in below.items() if _sure(wrong, few=True)]
    bad = [cut for cut, wrong in beyond.items() if _sure(wrong, few=False)]
    low = max(calm, default=given.low)
    high = min(bad, default=given.high)
    return Thresholds(min(low, high), max(low, high))


def _sure(wrong: Sequence[bool], *, few: bool) -> bool:
    if not wrong:
        return False
    share = wilson(sum(wrong), len(wrong))
    return (share.high or 0.0) <= FEW if few else (share.low or 0.0) >= RULE


def _above(value: float) -> float:
    return float(np.nextafter(value, np.inf))


def read_corrections(file: Path) -> list[Correction]:
    """A person's answers: JSON lines, each a question with `wrong` set to true or false."""
    try:
        lines = file.read_bytes().splitlines()
    except OSError as error:
        raise InvalidInput(f"cannot read {file}: {error.strerror}; check the path") from None
    found = []
    for number, line in enumerate(lines, 1):
        if b'"wrong":null' in line.replace(b" ", b""):
            continue  # not answered yet
        try:
            found.append(msgspec.json.decode(line, type=Correction))
        except msgspec.DecodeError as error:
            raise BrokenFile(f"{file}: line {number}: {error}; write wrong: true, false or null") from None
    return found
