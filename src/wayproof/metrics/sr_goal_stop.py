"""Success at the last goal alone: what OmniNavBench's released scorer calls SR."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.goals import FAULTS, in_range
from wayproof.metrics.walked import last_action
from wayproof.vocabulary import CLAIMS


@metric(unit="share", better="higher", high=1.0, source="OmniNavBench, released scorer", outcome=True)
def sr_goal_stop(log: EpisodeLog) -> float | None:
    """1 if the agent ended the episode in range of the last goal, whatever happened to the others.

    For episodes with one goal it equals `success`, but for questions, whose answers it does not look at.
    None only for an episode without goals.
    """
    if not log.episode.goals:
        return None
    if log.outcome.reason in FAULTS or last_action(log) not in CLAIMS:
        return 0.0
    return float(in_range(log, -1)[len(log.steps.action) - 1])
