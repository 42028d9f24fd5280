"""All that decides what comes out of the training of a policy, and the state before its first round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec
import torch

from wayproof.agents.learned.policy_inputs import InputForm
from wayproof.errors import InvalidInput
from wayproof.learning.policies.dagger import DaggerRecipe
from wayproof.learning.policies.episode_supply import Supply
from wayproof.learning.policies.policy_network import PolicyModule, PolicySizes, made_network
from wayproof.learning.policies.ppo import PpoRecipe
from wayproof.learning.policies.self_supervision import SelfSupervisionRecipe
from wayproof.learning.policies.trial_batch import SHORTEST
from wayproof.learning.policies.walker_processes import WalkerProcesses
from wayproof.learning.policies.walkers import Ground, Place, Walkers, WalkersHere, first_places, walk_at
from wayproof.tasks import TASKS
from wayproof.vocabulary import Condition, Settings

MakeNetwork = Callable[[InputForm, int, PolicySizes, int], PolicyModule]  # form, actions, sizes, seed


class PolicyRecipe(msgspec.Struct, frozen=True):
    """Imitation first, then reinforcement if there is a recipe for it.

    Or self-supervision alone, where a recipe for that stands here: an auxiliary head teaches the encoder.
    """

    form: InputForm
    supply: Supply
    settings: Settings
    dagger: DaggerRecipe
    ppo: PpoRecipe | None = None
    sizes: PolicySizes = PolicySizes()
    seed: int = 0
    threads: int = 1
    groups: int = 1  # in which the trials walk; at most so many processes help
    begun_from: str = ""  # digest of the weights of a policy that is trained further
    condition: Condition | None = None  # faults in which the trials walk
    augmented: bool = False  # whether pictures are cropped, shifted and tinted
    self_supervision: SelfSupervisionRecipe | None = None
    expert: str = SHORTEST  # whose advice is imitated, see trial_batch.py
    frozen: bool = False  # whether the encoder stays as it began

    def __post_init__(self) -> None:
        if self.groups < 1 or self.dagger.trials % self.groups:
            raise InvalidInput(
                f"{self.dagger.trials} trials do not fall into {self.groups} equal groups; "
                "give a number that divides them"
            )

    @property
    def ground(self) -> Ground:
        """On what its trials walk."""
        return Ground(
            self.supply,
            self.form,
            self.settings,
            self.dagger.trials,
            self.groups,
            self.condition,
            self.augmented,
            self.expert,
        )

    @property
    def rounds(self) -> int:
        if self.self_supervision is not None:
            return self.self_supervision.rounds
        return self.dagger.rounds + (self.ppo.rounds if self.ppo else 0)


@dataclass
class Training:
    """A training at one round: the network, the optimiser, and the trials under way."""

    round: int
    network: PolicyModule
    optimiser: torch.optim.Adam
    walkers: Walkers


def begin_network(recipe: PolicyRecipe, make: MakeNetwork = made_network) -> PolicyModule:
    """The network before the first round."""
    actions = TASKS[recipe.supply.task].protocol(recipe.supply.protocol).actions
    network = make(recipe.form, len(actions), recipe.sizes, recipe.seed)
    if recipe.frozen:
        for name, weights in network.named_parameters():
            # RobustNav's frozen encoder is the trunk; what compresses its features learns.
            weights.requires_grad_(not name.startswith("encoder.trunk."))
    return network


def begin_walkers(
    recipe: PolicyRecipe,
    network: PolicyModule,
    places: Sequence[Place] | None = None,
    processes: int = 1,
) -> Walkers:
    """The trials of a training where they stand; without places, before their first step."""
    ground = recipe.ground
    found = first_places(ground, network) if places is None else tuple(places)
    if processes > 1 and recipe.groups > 1:
        return WalkerProcesses(ground, found, network, processes)
    return WalkersHere([walk_at(place, ground, group) for group, place in enumerate(found)], network)
