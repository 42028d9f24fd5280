"""How well a policy does in houses that it never saw: the same episodes each time."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from wayproof.learning.policies.episode_supply import EpisodeSupply
from wayproof.learning.policies.policy_network import NO_ACTION, PolicyModule
from wayproof.learning.policies.policy_steps import drawn
from wayproof.learning.policies.trial_batch import TrialBatch, first_progress
from wayproof.results.estimates.proportions import wilson
from wayproof.seeding import generator_for
from wayproof.vocabulary import Condition, Settings


@torch.no_grad()
def successes_of(
    network: PolicyModule,
    supply: EpisodeSupply,
    settings: Settings,
    episodes: int,
    *,
    greedy: bool = False,
    sharpness: float = 1.0,
    condition: Condition | None = None,
    seed: int = 0,
) -> NDArray[np.bool_]:
    """Whether each of the supply's first episodes was a success."""
    batch = TrialBatch(supply, network.form, settings, first_progress(episodes), condition, once=True)
    memory, previous = network.first_memory(episodes), np.full(episodes, NO_ACTION)
    found: dict[int, bool] = {}
    rng = generator_for(seed, "policy scores")
    while len(found) < episodes:
        seen = batch.observe()
        decided = network(
            torch.from_numpy(seen.picture)[None],
            torch.from_numpy(seen.goal)[None],
            torch.from_numpy(previous)[None],
            torch.from_numpy(seen.begins)[None],
            memory,
        )
        action = _likeliest(decided.logits[0]) if greedy else drawn(sharpness * decided.logits[0], rng)[0]
        result = batch.act(action)
        found |= dict(zip(np.flatnonzero(result.ended).tolist(), result.successes, strict=True))
        memory, previous = decided.memory, np.where(result.ended, NO_ACTION, action)
    return np.array([found[place] for place in range(episodes)])


def with_interval(successes: NDArray[np.bool_]) -> dict[str, float | None]:
    """The rate of success and its interval, as cards tell it."""
    rate = wilson(int(successes.sum()), len(successes))
    return {"success": rate.estimate, "low": rate.low, "high": rate.high, "episodes": len(successes)}


def _likeliest(logits: Tensor) -> NDArray[np.int64]:
    return logits.argmax(-1).numpy()
