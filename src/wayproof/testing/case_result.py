"""What came of a test case, as plain data: the same bytes whoever ran it, so that a test can be resumed."""

from __future__ import annotations

import msgspec

from wayproof.testing.cases.case import Case
from wayproof.testing.failure_types import UNATTRIBUTED
from wayproof.vocabulary import Pose

PlanPoints = tuple[tuple[float, float], ...]  # (x, z) in the world


class Source(msgspec.Struct, frozen=True):
    """The error that made a case fail, and what is needed to tell its story."""

    capability: str
    type: str  # "PE-1"
    step: int
    last_step: int
    error: float  # from 0 to 1
    evidence: str
    repair: str  # "once" or "persistently"
    pose: Pose  # at that step
    pitch_rad: float
    said: str  # what the agent put out
    right: str  # what the oracle puts in its place
    boxes: tuple[tuple[str, tuple[int, int, int, int]], ...] = ()  # its detections
    true_boxes: tuple[tuple[str, tuple[int, int, int, int]], ...] = ()
    plan_m: PlanPoints = ()
    right_plan_m: PlanPoints = ()
    repaired_path_m: PlanPoints = ()
    repaired_steps: int = 0


class CaseResult(msgspec.Struct, frozen=True):
    """One case that was run. `source` is None if it succeeded or was not attributed."""

    case: Case
    failed: bool
    outcome: str
    steps: int
    distance_m: float  # left at the end
    shortest_m: float
    instruction: str = ""
    source: Source | None = None
    errors: dict[str, int] = {}  # by type, whether or not they did harm
    rollouts: int = 0  # counterfactual ones
    placebos: int = 0
    placebo_repairs: int = 0
    behaviour: str = ""
    path_m: PlanPoints = ()

    @property
    def type(self) -> str:
        """The type of failure; empty for a success."""
        if not self.failed:
            return ""
        return UNATTRIBUTED if self.source is None else self.source.type

    @property
    def capability(self) -> str:
        if not self.failed:
            return ""
        return UNATTRIBUTED if self.source is None else self.source.capability

    @property
    def signature(self) -> str:
        """Two failures with the same one are the same failure: its type, thing, room, and how it ended."""
        return "|".join((self.type, self.case.room, self.case.kind, self.outcome))
