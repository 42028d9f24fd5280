"""Groups of trials that walk for a training: here one after another, or side by side in processes.

A group has its own share of the houses, its own random draws and its own batches through the network. So the
number of groups decides the bits of a training, and the number of processes only how long it takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol as Interface

import numpy as np
import torch
from torch import Tensor

from wayproof.agents.learned.policy_inputs import InputForm
from wayproof.learning.policies.episode_supply import EpisodeSupply, Supply
from wayproof.learning.policies.policy_network import NO_ACTION, PolicyModule
from wayproof.learning.policies.policy_steps import Steps, Walk, joined, walked
from wayproof.learning.policies.trial_batch import SHORTEST, Progress, TrialBatch, first_progress
from wayproof.seeding import generator_for
from wayproof.vocabulary import Condition, Settings


@dataclass(frozen=True)
class Order:
    """What all groups are to do in a round: so many steps, with draws that the round is known by."""

    steps: int
    seed: int
    draws: str  # which loop asks
    number: int  # of the round
    led: float | None = None  # share of the episodes in which the expert acts; None: nobody asks it

    def leads(self, episode: int) -> bool:
        """Whether the expert acts in the episode of this number."""
        return self.led is not None and generator_for(self.seed, "led", episode).random() < self.led


@dataclass(frozen=True)
class Place:
    """Where the trials of a group stand: how far each has come, what it did last, what it remembers."""

    progress: tuple[Progress, ...]
    previous: tuple[int, ...]
    memory: Tensor


@dataclass(frozen=True)
class Ground:
    """On what the trials walk: episodes, sensors, and faults if there are any."""

    supply: Supply
    form: InputForm
    settings: Settings
    trials: int
    groups: int = 1
    condition: Condition | None = None
    augmented: bool = False  # whether pictures are cropped, shifted and tinted
    expert: str = SHORTEST


class Walkers(Interface):
    """All groups of a training."""

    def walked(self, order: Order) -> Steps:
        """What all trials went through, in the order of their groups."""

    def places(self) -> tuple[Place, ...]:
        """Where every group stands."""

    def close(self) -> None:
        """Give back what was taken."""


class WalkersHere:
    """Groups that walk one after another in this process."""

    def __init__(self, walks: Sequence[Walk], network: PolicyModule) -> None:
        self._walks, self._network = tuple(walks), network

    def walked(self, order: Order) -> Steps:
        return joined([walk_group(walk, self._network, order, g) for g, walk in enumerate(self._walks)])

    def places(self) -> tuple[Place, ...]:
        return tuple(place_of(walk) for walk in self._walks)

    def close(self) -> None:
        """Nothing was taken."""


def walk_group(walk: Walk, network: PolicyModule, order: Order, group: int) -> Steps:
    """One group's part of an order."""
    rng = generator_for(order.seed, order.draws, order.number, group)
    return walked(walk, network, order.steps, rng, leads=None if order.led is None else order.leads)


def place_of(walk: Walk) -> Place:
    return Place(walk.batch.progress, tuple(int(action) for action in walk.previous), walk.memory)


def walk_at(place: Place, ground: Ground, group: int, supply: EpisodeSupply | None = None) -> Walk:
    """A group's trials, brought to where they stood."""
    found = supply or EpisodeSupply(ground.supply, group, ground.groups)
    batch = TrialBatch(
        found,
        ground.form,
        ground.settings,
        place.progress,
        ground.condition,
        stride=ground.trials,
        augmented=ground.augmented,
        expert=ground.expert,
    )
    return Walk(batch, place.memory, np.array(place.previous))


def first_places(ground: Ground, network: PolicyModule) -> tuple[Place, ...]:
    """All groups before their first step."""
    return parted(
        first_progress(ground.trials),
        [NO_ACTION] * ground.trials,
        network.first_memory(ground.trials),
        ground.groups,
    )


def parted(
    progress: Sequence[Progress], previous: Sequence[int], memory: Tensor, groups: int
) -> tuple[Place, ...]:
    """Trials in groups of equal size, in their order."""
    size = len(progress) // groups
    starts = range(0, size * groups, size)
    return tuple(
        Place(tuple(progress[s : s + size]), tuple(previous[s : s + size]), memory[s : s + size].clone())
        for s in starts
    )


def united(places: Sequence[Place]) -> Place:
    """All groups' trials as one."""
    return Place(
        sum((place.progress for place in places), ()),
        sum((place.previous for place in places), ()),
        torch.cat([place.memory for place in places]),
    )
