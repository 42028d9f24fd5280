"""What a batch of trials went through, as arrays, and how it is gone through.

Chances come from a counter-based generator by round, so that a training that was stopped draws the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from wayproof.learning.policies.policy_network import NO_ACTION, Decided, PolicyModule
from wayproof.learning.policies.trial_batch import Seen, TrialBatch

ALONG_TRIALS = (
    *("picture", "goal", "previous", "begins", "action", "advice"),
    *("log_share", "value", "reward", "ended", "left_m"),
)


@dataclass(frozen=True)
class Steps:
    """t steps of n trials and the memory before the first; `value_after` is what the critic expects next."""

    picture: Tensor  # (t, n, c, h, w) uint8
    goal: Tensor  # (t, n, g)
    previous: Tensor  # (t, n) int64
    begins: Tensor  # (t, n) bool
    action: Tensor  # (t, n) int64: what was done
    advice: Tensor  # (t, n) int64: what the expert would have done; NO_ACTION where nobody asked
    log_share: Tensor  # (t, n): logarithm of the chance of what was done
    value: Tensor  # (t, n)
    reward: Tensor  # (t, n)
    ended: Tensor  # (t, n) bool
    left_m: Tensor  # (t, n): how far it was to the goal, before the action
    memory: Tensor  # (n, hidden)
    value_after: Tensor  # (n,)
    successes: tuple[bool, ...]  # of the episodes that ended

    def part(self, trials: Tensor) -> Steps:
        """The same steps of some of the trials."""
        return Steps(
            **{name: getattr(self, name)[:, trials] for name in ALONG_TRIALS},
            memory=self.memory[trials],
            value_after=self.value_after[trials],
            successes=self.successes,
        )


def joined(groups: Sequence[Steps]) -> Steps:
    """The same steps of all groups of trials, one group after another."""
    found = {name: torch.cat([getattr(group, name) for group in groups], 1) for name in ALONG_TRIALS}
    return Steps(
        **found,
        memory=torch.cat([group.memory for group in groups]),
        value_after=torch.cat([group.value_after for group in groups]),
        successes=tuple(success for group in groups for success in group.successes),
    )


@dataclass
class Walk:
    """Trials under way: what they remember and what each did last. It changes with every step."""

    batch: TrialBatch
    memory: Tensor
    previous: NDArray[np.int64]


def begin_walk(batch: TrialBatch, network: PolicyModule) -> Walk:
    count = len(batch.trials)
    return Walk(batch, network.first_memory(count), np.full(count, NO_ACTION))


@torch.no_grad()
def walked(
    walk: Walk,
    network: PolicyModule,
    steps: int,
    rng: np.random.Generator,
    *,
    leads: Callable[[int], bool] | None = None,
) -> Steps:
    """Go on for so many steps, with actions drawn by the policy's chances.

    `leads`: whether the expert acts in the episode of a number; without it nobody asks the expert.
    """
    batch, first_memory = walk.batch, walk.memory
    kept: list[dict[str, Tensor]] = []
    successes: list[bool] = []
    for _ in range(steps):
        seen = batch.observe()
        decided = _decide(network, seen, walk)
        action, log_share = drawn(decided.logits[0], rng)
        advice = np.full(len(action), NO_ACTION)
        if leads is not None:
            advice = batch.advice()
            action = np.where([leads(number) for number in batch.numbers], advice, action)
            action = np.where(batch.refuses(action, advice), advice, action)
        result = batch.act(action)
        kept.append(_row(seen, walk, decided, action, advice, log_share, result.reward, result.ended))
        successes += result.successes
        walk.memory = decided.memory
        walk.previous = np.where(result.ended, NO_ACTION, action)
    after = _decide(network, batch.observe(), walk).values[0]
    columns = {name: torch.stack([row[name] for row in kept]) for name in kept[0]}
    return Steps(**columns, memory=first_memory, value_after=after, successes=tuple(successes))


def drawn(logits: Tensor, rng: np.random.Generator) -> tuple[NDArray[np.int64], Tensor]:
    """One action for each row of logits by its chances, and the logarithm of each chance."""
    shares = torch.log_softmax(logits, -1)
    ends = shares.exp().cumsum(-1).numpy()
    draws = rng.random((len(ends), 1)) * ends[:, -1:]
    action = (draws >= ends).sum(-1).clip(max=logits.shape[-1] - 1)
    return action, shares.gather(-1, torch.from_numpy(action)[:, None])[:, 0]


def groups(count: int, parts: int, rng: np.random.Generator) -> tuple[Tensor, ...]:
    """Trials in random groups: a trial's steps stay together, since its memory runs through them."""
    return torch.from_numpy(rng.permutation(count)).chunk(parts)


def again(network: PolicyModule, steps: Steps) -> Decided:
    """What the network would decide now at the same steps."""
    decided: Decided = network(steps.picture, steps.goal, steps.previous, steps.begins, steps.memory)
    return decided


def _decide(network: PolicyModule, seen: Seen, walk: Walk) -> Decided:
    decided: Decided = network(
        torch.from_numpy(seen.picture)[None],
        torch.from_numpy(seen.goal)[None],
        torch.from_numpy(walk.previous)[None],
        torch.from_numpy(seen.begins)[None],
        walk.memory,
    )
    return decided


def _row(
    seen: Seen,
    walk: Walk,
    decided: Decided,
    action: NDArray[np.int64],
    advice: NDArray[np.int64],
    log_share: Tensor,
    reward: NDArray[np.float32],
    ended: NDArray[np.bool_],
) -> dict[str, Tensor]:
    arrays = {
        "picture": seen.picture,
        "goal": seen.goal,
        "previous": walk.previous,
        "begins": seen.begins,
        "action": action,
        "advice": advice,
        "reward": reward,
        "ended": ended,
        "left_m": seen.left_m,
    }
    tensors = {name: torch.from_numpy(np.ascontiguousarray(array)) for name, array in arrays.items()}
    return {**tensors, "log_share": log_share, "value": decided.values[0]}
