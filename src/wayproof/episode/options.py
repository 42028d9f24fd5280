"""What a run decides about its episodes, beside protocol and condition."""

from __future__ import annotations

from dataclasses import dataclass, field

from wayproof.episode.agent_seed import AGENT_SEEDS
from wayproof.vocabulary import Settings


@dataclass(frozen=True)
class RolloutOptions:
    """How an episode is run and what is kept of it.

    In real time the world goes on for as long as the agent thinks by the clock.
    """

    settings: Settings = field(default_factory=Settings)  # of the sensors
    step_limit_s: float = 60.0  # the longest that an agent may take for one action
    keep_trace: bool = False  # whether the log keeps what the agent tells of its steps
    real_time: bool = False
    repeat: int = 0  # the agent's seed differs from repeat to repeat, nothing else does
    agent_seeds: int = AGENT_SEEDS  # from how many that seed is taken, see agent_seed.py
