"""CanTest's feedback as pure functions: scores of cases, and the probabilities that follow from them.

Where the paper contradicts itself the sound reading stands: the failure score is 1 for a failure (the paper
has it the other way round), sums of zero are spread evenly, counts start at one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wayproof.testing.oracles import ORDER

FLOOR = 0.05  # of a score that every case has for selection, so that none is out for good (ours)


def selection_probabilities(scores: Sequence[float]) -> list[float]:
    """How likely each case is selected: in proportion to its score (Eq. 2).

    >>> selection_probabilities([0.0, 0.0])
    [0.5, 0.5]
    """
    raised = [max(score, 0.0) + FLOOR for score in scores]
    total = sum(raised)
    return [one / total for one in raised]


def mild_probability(score: float, scores: Sequence[float]) -> float:
    """How likely a case is changed mildly: its rank between the least and the greatest score (Eq. 10).

    >>> mild_probability(1.0, [0.0, 1.0, 2.0]), mild_probability(1.0, [1.0, 1.0])
    (0.5, 0.5)
    """
    least, greatest = min(scores), max(scores)
    return 0.5 if greatest == least else (score - least) / (greatest - least)


def balance(counts: Mapping[str, int], capability: str) -> float:
    """The weight of a capability: below 1 if it has more failures than the mean of the four (Eq. 7).

    `counts` includes the failure that is weighed.

    >>> balance({"perception": 7}, "perception"), balance({"perception": 7}, "memory")
    (0.34375, 2.75)
    """
    mean = sum(counts.get(name, 0) for name in ORDER) / len(ORDER)
    return (mean + 1.0) / (counts.get(capability, 0) + 1.0)


def case_score(
    failed: bool,
    error: float | None,
    weight: float,
    *,
    failure_feedback: bool = True,
    capability_feedback: bool = True,
) -> float:
    """The score of a case: 1 for a failure and the weighted error of its source; nothing for a success.

    `error` is None where a failure was not attributed.
    """
    if not failed:
        return 0.0
    of_failure = 1.0 if failure_feedback else 0.0
    of_capability = weight * (error or 0.0) if capability_feedback else 0.0
    return of_failure + of_capability
