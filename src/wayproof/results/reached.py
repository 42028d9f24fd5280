"""Did a fault reach the agent? In which modalities an episode differed from what it would have been clean."""

from __future__ import annotations

import numpy as np

from wayproof.log import EpisodeLog
from wayproof.vocabulary import modality_of


def touched_modalities(log: EpisodeLog, twin: EpisodeLog | None) -> set[str]:
    """In which modalities an episode differed from clean."""
    found = {
        modality_of(name) or name
        for name, seen in log.steps.seen.items()
        if name in log.steps.clean and not np.array_equal(seen, log.steps.clean[name])
    }
    if log.steps.moved_wrongly.any():
        found.add("dynamics")
    if twin is not None and log.instructions[:1] != twin.instructions[:1]:
        found.add("instruction")
    if log.system_prompt != log.agent.system_prompt:
        found.add("system_prompt")
    return found
