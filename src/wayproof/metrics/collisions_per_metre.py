"""Collisions per metre: how often the agent touched something for the way it went."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.walked import driven_m


@metric(unit="1/m", better="lower", source="ours")
def collisions_per_metre(log: EpisodeLog) -> float | None:
    """Steps with a touch over metres driven; paths below one step of the protocol count as one step.

    So a body that pushes against a wall and never moves does not vanish from the mean. Never None.
    """
    touches = float(log.steps.bumped[1:].sum())
    return touches / max(driven_m(log), log.comparable.task.forward_m)
