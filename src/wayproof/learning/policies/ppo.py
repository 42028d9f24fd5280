"""Recurrent PPO with generalised advantages: what paid off better than expected is done more often.

The figures are RobustNav's (section A.4): 128 steps, 4 passes, gamma 0.99, tau 0.95, clipping at 0.1,
gradients cut at a norm of 0.5, Adam at 3e-4 with linear decay. From scratch it needs tens of millions of
steps; here it takes over where imitation has brought a policy.
"""

from __future__ import annotations

import msgspec
import numpy as np
import torch
from torch import Tensor

from wayproof.learning.policies.policy_network import PolicyModule
from wayproof.learning.policies.policy_steps import Steps, again, groups
from wayproof.learning.policies.progress_monitor import monitor_loss
from wayproof.learning.policies.walkers import Order, Walkers
from wayproof.seeding import generator_for


class PpoRecipe(msgspec.Struct, frozen=True):
    """How reinforcement is done; `frames` are all steps of all trials."""

    frames: int
    trials: int = 32
    steps: int = 128  # of every trial in a round
    passes: int = 4
    parts: int = 4  # minibatches in a pass
    rate: float = 3e-4  # falls to zero
    gamma: float = 0.99
    tau: float = 0.95  # how far ahead of the critic rewards are believed
    clip: float = 0.1
    value: float = 0.5  # weight of the critic's loss
    entropy: float = 0.01  # weight of staying undecided
    gradient: float = 0.5
    critic_first: float = 0.0  # share of the rounds in which only the critic learns

    @property
    def rounds(self) -> int:
        return -(-self.frames // (self.trials * self.steps))


def ppo_round(
    walkers: Walkers,
    network: PolicyModule,
    optimiser: torch.optim.Optimizer,
    recipe: PpoRecipe,
    number: int,
    seed: int,
) -> dict[str, float]:
    """One round: walk by the policy's own chances, then learn from it. Gives the round's figures."""
    done = number / recipe.rounds
    for group in optimiser.param_groups:
        group["lr"] = recipe.rate * (1.0 - done)
    steps = walkers.walked(Order(recipe.steps, seed, "ppo", number))
    rng = generator_for(seed, "ppo minibatches", number)
    advantages = advantages_of(steps, recipe.gamma, recipe.tau)
    returns = advantages + steps.value
    told = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    actor = 0.0 if done < recipe.critic_first else 1.0
    figures: list[dict[str, float]] = []
    for _ in range(recipe.passes):
        for trials in groups(recipe.trials, recipe.parts, rng):
            part = steps.part(trials)
            loss, figure = ppo_loss(network, part, told[:, trials], returns[:, trials], recipe, actor)
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(network.parameters(), recipe.gradient)
            optimiser.step()
            figures.append(figure)
    return {
        **{name: float(np.mean([figure[name] for figure in figures])) for name in figures[0]},
        "reward": float(steps.reward.sum() / max(len(steps.successes), 1)),
        "success": float(np.mean(steps.successes)) if steps.successes else float("nan"),
        "episodes": float(len(steps.successes)),
    }


def advantages_of(steps: Steps, gamma: float, tau: float) -> Tensor:
    """How much better each step went than the critic expected (Schulman et al. 2016, eq. 16)."""
    ahead, value_ahead = torch.zeros_like(steps.value_after), steps.value_after
    found = []
    for step in reversed(range(len(steps.reward))):
        goes_on = (~steps.ended[step]).to(torch.float32)
        surprise = steps.reward[step] + gamma * value_ahead * goes_on - steps.value[step]
        ahead = surprise + gamma * tau * goes_on * ahead
        value_ahead = steps.value[step]
        found.append(ahead)
    return torch.stack(found[::-1])


def ppo_loss(
    network: PolicyModule,
    steps: Steps,
    advantages: Tensor,
    returns: Tensor,
    recipe: PpoRecipe,
    actor: float,
) -> tuple[Tensor, dict[str, float]]:
    """The clipped loss of the actor, the critic's, and the entropy's bonus; and figures to look at."""
    decided = again(network, steps)
    shares = torch.log_softmax(decided.logits, -1)
    log_share = shares.gather(-1, steps.action[..., None])[..., 0]
    ratio = (log_share - steps.log_share).exp()
    clipped = ratio.clamp(1.0 - recipe.clip, 1.0 + recipe.clip)
    gain = torch.minimum(ratio * advantages, clipped * advantages).mean()
    critic = 0.5 * (decided.values - returns).square().mean()
    entropy = -(shares.exp() * shares).sum(-1).mean()
    beside = decided.beside + monitor_loss(decided, steps.left_m)
    loss = recipe.value * critic - actor * (gain + recipe.entropy * entropy) + beside
    figure = {
        "critic": float(critic.detach()),
        "entropy": float(entropy.detach()),
        "moved": float((log_share - steps.log_share).detach().abs().mean()),
    }
    return loss, figure
