"""Imitation by DAgger: the policy goes where it goes, and is taught what the expert would have done there.

At first the expert leads in every episode, later in fewer, so that the policy meets its own mistakes. The
expert knows the house and the policy does not: where only a map could tell, it is taught what it cannot know
(the imitation gap). The critic learns along, so that PPO can take over.
"""

from __future__ import annotations

import msgspec
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from wayproof.learning.policies.policy_network import PolicyModule
from wayproof.learning.policies.policy_steps import Steps, again, groups
from wayproof.learning.policies.progress_monitor import monitor_loss
from wayproof.learning.policies.walkers import Order, Walkers
from wayproof.seeding import generator_for

GAMMA = 0.99


class DaggerRecipe(msgspec.Struct, frozen=True):
    """How imitation is done; `frames` are all steps of all trials."""

    frames: int
    trials: int = 32
    steps: int = 32  # of every trial in a round
    passes: int = 4  # over each round's steps
    parts: int = 4  # minibatches in a pass
    rate: float = 1e-3  # falls to a tenth
    led_at_first: float = 1.0  # share of episodes in which the expert acts
    led_at_last: float = 0.1
    led_until: float = 0.3  # of the frames, when the last share is reached
    value: float = 0.1  # weight of the critic's loss
    gradient: float = 0.5  # norm at which gradients are cut

    @property
    def rounds(self) -> int:
        return -(-self.frames // (self.trials * self.steps))


def dagger_round(
    walkers: Walkers,
    network: PolicyModule,
    optimiser: torch.optim.Optimizer,
    recipe: DaggerRecipe,
    number: int,
    seed: int,
) -> dict[str, float]:
    """One round: walk with an expert at one's side, then learn from it. Gives the round's figures."""
    done = number / recipe.rounds
    for group in optimiser.param_groups:
        group["lr"] = recipe.rate * (1.0 - 0.9 * done)
    share = led_share(recipe, done)
    steps = walkers.walked(Order(recipe.steps, seed, "dagger", number, led=share))
    rng = generator_for(seed, "dagger minibatches", number)
    returns = returns_of(steps)
    losses, rights = [], []
    for _ in range(recipe.passes):
        for trials in groups(recipe.trials, recipe.parts, rng):
            loss, right = _loss(network, steps.part(trials), returns[:, trials], recipe.value)
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(network.parameters(), recipe.gradient)
            optimiser.step()
            losses.append(float(loss.detach()))
            rights.append(right)
    return {
        "loss": float(np.mean(losses)),
        "agreement": float(np.mean(rights)),
        "success": float(np.mean(steps.successes)) if steps.successes else float("nan"),
        "episodes": float(len(steps.successes)),
    }


def led_share(recipe: DaggerRecipe, done: float) -> float:
    """In which share of the episodes the expert acts, when a share `done` of the training is over."""
    gone = min(1.0, done / recipe.led_until)
    return recipe.led_at_first + (recipe.led_at_last - recipe.led_at_first) * gone


def returns_of(steps: Steps) -> Tensor:
    """Discounted rewards from each step to the end of its episode, or to what the critic expects next."""
    ahead, found = steps.value_after, []
    for step in reversed(range(len(steps.reward))):
        ahead = steps.reward[step] + GAMMA * ahead * ~steps.ended[step]
        found.append(ahead)
    return torch.stack(found[::-1])


def _loss(network: PolicyModule, steps: Steps, returns: Tensor, weight: float) -> tuple[Tensor, float]:
    """Cross-entropy to the expert's actions and the critic's error; the share of equal actions."""
    decided = again(network, steps)
    imitation = functional.cross_entropy(decided.logits.flatten(0, 1), steps.advice.flatten())
    right = (decided.logits.argmax(-1) == steps.advice).float().mean()
    critic = functional.smooth_l1_loss(decided.values, returns)
    beside = decided.beside + monitor_loss(decided, steps.left_m)
    return imitation + weight * critic + beside, float(right)
