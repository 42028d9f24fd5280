"""All numbers of one episode."""

from __future__ import annotations

from collections.abc import Sequence

from wayproof.log import EpisodeLog
from wayproof.metrics import METRICS

Scores = dict[str, float | None]


def score_all(log: EpisodeLog, names: Sequence[str] | None = None) -> Scores:
    """Each metric by name; None where it is not defined for this episode or not meant for its task.

    `names` asks for some of them only; an unknown one is an error that offers the nearest.
    """
    chosen = [METRICS[name] for name in names] if names is not None else list(METRICS)
    task = log.episode.task
    return {one.name: one.score(log) if not one.tasks or task in one.tasks else None for one in chosen}
