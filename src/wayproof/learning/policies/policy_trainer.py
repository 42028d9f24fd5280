"""The training of a policy from its first round to its last: imitation, then reinforcement.

It can be stopped at any time and goes on to the same weights (as many threads, the same torch, the same
machine).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import torch

from wayproof.learning.policies.dagger import dagger_round
from wayproof.learning.policies.episode_supply import EpisodeSupply
from wayproof.learning.policies.policy_checkpoint import load_training, save_training
from wayproof.learning.policies.policy_network import made_network
from wayproof.learning.policies.policy_recipe import MakeNetwork, PolicyRecipe, Training, begin_training
from wayproof.learning.policies.ppo import ppo_round

Figures = dict[str, float]


def train_policy(
    recipe: PolicyRecipe,
    file: Path,
    *,
    until: int | None = None,
    save_every: int = 50,
    after_round: Callable[[Training, Figures], None] = lambda training, figures: None,
    make: MakeNetwork = made_network,
) -> Training:
    """Begin, or go on where the checkpoint in `file` stands, until the recipe's last round or `until`.

    `make` gives another network than ours, see PolicyModule.
    """
    torch.set_num_threads(recipe.threads)
    supply = EpisodeSupply(recipe.supply)
    begun = begin_training(recipe, supply, make)
    training = load_training(file, recipe, begun) if file.exists() else begun
    last = recipe.rounds if until is None else min(until, recipe.rounds)
    while training.round < last:
        figures = train_round(training, recipe)
        training.round += 1
        if training.round % save_every == 0 or training.round == last:
            save_training(file, training, recipe)
        after_round(training, figures)
    return training


def train_round(training: Training, recipe: PolicyRecipe) -> Figures:
    """One round of imitation, or of reinforcement once imitation is over."""
    number, walk = training.round, training.walk
    network, optimiser = training.network, training.optimiser
    if number < recipe.dagger.rounds:
        return dagger_round(walk, network, optimiser, recipe.dagger, number, recipe.seed)
    assert recipe.ppo is not None
    return ppo_round(walk, network, optimiser, recipe.ppo, number - recipe.dagger.rounds, recipe.seed)
