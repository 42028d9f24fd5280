"""Self-supervised adaptation (PAD): an encoder learns on in another world, by an auxiliary head alone.

The policy that came walks as it is and is never told how it does; what it sees teaches the encoder. Nothing
behind the encoder changes, so that the policy gains only if features become again what it was trained on.
"""

from __future__ import annotations

import msgspec
import numpy as np
import torch

from wayproof.learning.policies.auxiliary_heads import WithHead
from wayproof.learning.policies.policy_steps import groups
from wayproof.learning.policies.walkers import Order, Walkers
from wayproof.seeding import generator_for


class SelfSupervisionRecipe(msgspec.Struct, frozen=True):
    """How adaptation is done; `frames` are all steps of all trials: RobustNav's calibration budget."""

    frames: int
    head: str
    trials: int = 32
    steps: int = 32  # of every trial in a round
    passes: int = 4
    parts: int = 4  # minibatches in a pass
    rate: float = 1e-4
    gradient: float = 0.5

    @property
    def rounds(self) -> int:
        return -(-self.frames // (self.trials * self.steps))


def self_supervised_round(
    walkers: Walkers,
    network: WithHead,
    optimiser: torch.optim.Optimizer,
    recipe: SelfSupervisionRecipe,
    number: int,
    seed: int,
) -> dict[str, float]:
    """One round: walk as the policy did before, then teach the encoder. Gives the round's figures."""
    for group in optimiser.param_groups:
        group["lr"] = recipe.rate
    steps = walkers.walked(Order(recipe.steps, seed, "self-supervision", number))
    rng = generator_for(seed, "self-supervision minibatches", number)
    losses, rights = [], []
    for _ in range(recipe.passes):
        for trials in groups(recipe.trials, recipe.parts, rng):
            guess = network.guess_at(steps.part(trials))
            loss = guess.loss
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(network.parameters(), recipe.gradient)
            optimiser.step()
            losses.append(float(loss.detach()))
            rights.append(guess.accuracy)
    return {
        "auxiliary loss": float(np.mean(losses)),
        "auxiliary accuracy": float(np.mean(rights)),
        "success": float(np.mean(steps.successes)) if steps.successes else float("nan"),
        "episodes": float(len(steps.successes)),
    }
