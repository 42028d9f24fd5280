"""Oracles: how wrong each capability of an agent was at a step, from 0 to 1, and what had been right.

step_facts.py         what is true and what the agent said at one step, and all that it met before
recognition.py        detections against the things in view, by assignment
recall.py             entries of memory against what the agent itself recognised on its way
route.py              its plan against the shortest way to its own target, or to the goal once it knows that
due_constraints.py    what of the constraints a plan can still break, and a way that keeps it
obedience.py          its action against its own plan
detection_match.py    the assignment of detections to things
label_distance.py     how far apart two labels are, from a table

An error is an output that an oracle scores at THRESHOLD or above. The paper names no thresholds; these are
ours, chosen so that an explorer with true labels is hardly ever flagged in episodes that it solves.
"""

from __future__ import annotations

from typing import NamedTuple

# The order in which capabilities follow one another within a step, which breaks ties.
ORDER = ("perception", "memory", "plan", "decision")
THRESHOLD = 0.5


class Verdict(NamedTuple):
    """What an oracle says of one output: the error from 0 to 1, its kind and why, and the right output.

    `expected` is in the form that an override takes, and told of right outputs too (a placebo gives it); None
    if nobody can say what had been right.
    """

    error: float = 0.0
    kind: str = ""
    evidence: str = ""
    expected: object = None

    @property
    def wrong(self) -> bool:
        return self.error >= THRESHOLD


RIGHT = Verdict()
