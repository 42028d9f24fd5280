"""SPL: success weighted by how short the way was."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.goals import succeeded
from wayproof.metrics.lengths import efficiency


@metric(unit="share", better="higher", high=1.0, source="Anderson et al. 2018", title="SPL")
def spl(log: EpisodeLog) -> float | None:
    """Success times the shortest length over the driven one, at most 1.

    The shortest length is geodesic from the start through all goals in order. Starting at the goal is no
    special case: lengths below a centimetre count as a centimetre. None without goals, or where the shortest
    length is unknown or infinite: such an episode is left out of means and counted there, failed or not.
    """
    share = efficiency(log)
    return None if share is None or not log.episode.goals else float(succeeded(log)) * share
