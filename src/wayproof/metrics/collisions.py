"""Collisions: how often the agent touched something."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics import metric


@metric(unit="count", better="lower", source="RobustNav, Fig. 4; habitat-lab")
def collisions(log: EpisodeLog) -> float | None:
    """Steps in which the body touched something, people too; never None."""
    return float(log.steps.bumped[1:].sum())
