"""An episode with every step judged: its log, and the errors of each capability, merged where they follow on.

Of each error the moment before its first step is kept, so that the episode can be taken up again there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from wayproof.episode.course import Course, Moment
from wayproof.log import EpisodeLog
from wayproof.metrics import METRICS
from wayproof.testing.judged_steps import JudgedSteps
from wayproof.testing.oracles import ORDER, Verdict
from wayproof.testing.oracles.step_facts import StepFacts

GAP = 2  # right outputs between two errors of a kind that still count as one
MOST_MOMENTS = 48  # kept of one episode: about 1 MB each


@dataclass(frozen=True, eq=False)
class CapabilityError:
    """One capability wrong from step `first` to step `last`; the verdict is that of the first step."""

    capability: str
    first: int
    last: int
    verdict: Verdict
    steps: int = 1  # of those between, how many were wrong

    @property
    def rank(self) -> tuple[int, int]:
        """Earliest first; within a step in the order in which capabilities follow one another."""
        return self.first, ORDER.index(self.capability)


@dataclass(frozen=True, eq=False)
class Examined:
    """An episode that was examined; `moments` are those before the first step of each error."""

    log: EpisodeLog
    errors: tuple[CapabilityError, ...]
    facts: tuple[StepFacts, ...]
    moments: dict[int, Moment] = field(default_factory=dict)

    @property
    def failed(self) -> bool:
        return failed(self.log)

    @property
    def flagged(self) -> int:
        """Steps at which some capability was wrong."""
        return len({step for error in self.errors for step in range(error.first, error.last + 1)})


def failed(log: EpisodeLog) -> bool:
    """Not arrived, or arrived against a constraint."""
    kept = METRICS["constraint_kept"].score(log)
    return METRICS["success"].score(log) != 1.0 or (kept is not None and kept < 1.0)


def examine(course: Course, capabilities: Sequence[str] = ORDER) -> Examined:
    """Run a course to its end and judge every step."""
    judged = JudgedSteps(course)
    errors: list[CapabilityError] = []
    moments: dict[int, Moment] = {}
    while course.outcome is None:
        moment = course.moment()
        if not moments:
            moments[moment.step] = moment  # where it begins
        facts = judged.step()
        if facts is None:
            break
        for capability in capabilities:
            verdict = judged.judge(facts, capability)
            if (
                verdict.wrong
                and _noted(errors, capability, facts.step, verdict)
                and len(moments) < MOST_MOMENTS
            ):
                moments[facts.step] = moment
    return Examined(
        course.log(), tuple(sorted(errors, key=lambda one: one.rank)), tuple(judged.facts), moments
    )


def _noted(errors: list[CapabilityError], capability: str, step: int, verdict: Verdict) -> bool:
    """Add an error, or make the last one of that capability and kind longer; whether it is a new one."""
    for number in reversed(range(len(errors))):
        last = errors[number]
        if last.capability == capability and last.verdict.kind == verdict.kind:
            if step - last.last - 1 > GAP:
                break
            errors[number] = CapabilityError(capability, last.first, step, last.verdict, last.steps + 1)
            return False
    errors.append(CapabilityError(capability, step, step, verdict))
    return True
