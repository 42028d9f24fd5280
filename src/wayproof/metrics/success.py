"""Success: every goal claimed, each where it is met."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.goals import succeeded


@metric(unit="share", better="higher", high=1.0, source="Anderson et al. 2018", outcome=True)
def success(log: EpisodeLog) -> float | None:
    """1 if the agent claimed every goal, each in range, else 0.

    The range is that of the protocol, at the state before the claiming action; a question needs the right
    answer too. An agent fault and an invalid episode are failures. None only for an episode without goals,
    as in test splits that hide them.
    """
    return float(succeeded(log)) if log.episode.goals else None
