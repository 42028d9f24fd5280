"""Completion of sub-tasks: the two things that OmniNavBench calls CSR."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.missions import completed, places_in_order


@metric(unit="share", better="higher", high=1.0, source="OmniNavBench, Table III", title="CSR")
def csr_ratio(log: EpisodeLog) -> float | None:
    """Completed sub-tasks over all sub-tasks, in any order, claimed or not.

    A place is completed by having been in range, following by doing it well when the person comes to rest,
    a question by the right answer. None only for an episode without goals.
    """
    done = completed(log)
    return sum(done) / len(done) if done else None


@metric(unit="share", better="higher", high=1.0, source="OmniNavBench, released scorer")
def csr_all_in_order(log: EpisodeLog) -> float | None:
    """1 if all sub-tasks were completed and the places among them in order, else 0; claims do not count.

    None only for an episode without goals.
    """
    done = completed(log)
    return float(all(done) and places_in_order(log)) if done else None
