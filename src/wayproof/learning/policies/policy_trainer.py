"""The training of a policy from its first round to its last: imitation, then reinforcement.

It can be stopped at any time and goes on to the same weights (as many threads, the same torch, the same
machine).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import torch

from wayproof.learning.policies.auxiliary_heads import WithHead
from wayproof.learning.policies.dagger import dagger_round
from wayproof.learning.policies.policy_checkpoint import load_training, save_training
from wayproof.learning.policies.policy_network import made_network
from wayproof.learning.policies.policy_recipe import (
    MakeNetwork,
    PolicyRecipe,
    Training,
    begin_network,
    begin_walkers,
)
from wayproof.learning.policies.ppo import ppo_round
from wayproof.learning.policies.self_supervision import self_supervised_round

Figures = dict[str, float]


def train_policy(
    recipe: PolicyRecipe,
    file: Path,
    *,
    until: int | None = None,
    save_every: int = 50,
    after_round: Callable[[Training, Figures], None] = lambda training, figures: None,
    make: MakeNetwork = made_network,
    processes: int = 1,
) -> Training:
    """Begin, or go on where the checkpoint in `file` stands, until the recipe's last round or `until`.

    `make` gives another network than ours, see PolicyModule. `processes` walk side by side, at most one for
    each of the recipe's groups; how many there are changes no bit.
    """
    torch.set_num_threads(recipe.threads)
    network = begin_network(recipe, make)
    optimiser = torch.optim.Adam(network.parameters(), lr=recipe.dagger.rate)
    done, places = load_training(file, recipe, network, optimiser) if file.exists() else (0, None)
    training = Training(done, network, optimiser, begin_walkers(recipe, network, places, processes))
    last = recipe.rounds if until is None else min(until, recipe.rounds)
    try:
        while training.round < last:
            figures = train_round(training, recipe)
            training.round += 1
            if training.round % save_every == 0 or training.round == last:
                save_training(file, training, recipe)
            after_round(training, figures)
    finally:
        training.walkers.close()
    return training


def train_round(training: Training, recipe: PolicyRecipe) -> Figures:
    """One round of imitation, or of reinforcement once imitation is over; or of self-supervision."""
    number, walkers = training.round, training.walkers
    network, optimiser = training.network, training.optimiser
    if recipe.self_supervision is not None:
        assert isinstance(network, WithHead)
        return self_supervised_round(
            walkers, network, optimiser, recipe.self_supervision, number, recipe.seed
        )
    if number < recipe.dagger.rounds:
        return dagger_round(walkers, network, optimiser, recipe.dagger, number, recipe.seed)
    assert recipe.ppo is not None
    return ppo_round(walkers, network, optimiser, recipe.ppo, number - recipe.dagger.rounds, recipe.seed)
