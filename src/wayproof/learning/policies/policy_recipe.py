"""All that decides what comes out of the training of a policy, and the state before its first round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import torch

from wayproof.agents.learned.policy_inputs import InputForm
from wayproof.learning.policies.dagger import DaggerRecipe
from wayproof.learning.policies.episode_supply import EpisodeSupply, Supply
from wayproof.learning.policies.policy_network import PolicyModule, PolicySizes, made_network
from wayproof.learning.policies.policy_steps import Walk, begin_walk
from wayproof.learning.policies.ppo import PpoRecipe
from wayproof.learning.policies.trial_batch import TrialBatch, first_progress
from wayproof.vocabulary import Settings

MakeNetwork = Callable[[InputForm, int, PolicySizes, int], PolicyModule]  # form, actions, sizes, seed


class PolicyRecipe(msgspec.Struct, frozen=True):
    """Imitation first, then reinforcement if there is a recipe for it."""

    form: InputForm
    supply: Supply
    settings: Settings
    dagger: DaggerRecipe
    ppo: PpoRecipe | None = None
    sizes: PolicySizes = PolicySizes()
    seed: int = 0
    threads: int = 1

    @property
    def rounds(self) -> int:
        return self.dagger.rounds + (self.ppo.rounds if self.ppo else 0)


@dataclass
class Training:
    """A training at one round: the network, the optimiser, and the trials under way."""

    round: int
    network: PolicyModule
    optimiser: torch.optim.Adam
    walk: Walk


def begin_training(recipe: PolicyRecipe, supply: EpisodeSupply, make: MakeNetwork = made_network) -> Training:
    """The state before the first round."""
    network = make(recipe.form, len(supply.protocol.actions), recipe.sizes, recipe.seed)
    trials = first_progress(recipe.dagger.trials)
    walk = begin_walk(TrialBatch(supply, recipe.form, recipe.settings, trials), network)
    return Training(0, network, torch.optim.Adam(network.parameters(), lr=recipe.dagger.rate), walk)
