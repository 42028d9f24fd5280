"""How sharply a trained policy draws its actions, chosen by trying it in train houses that taught it nothing.

A policy that learnt by imitation keeps some chance for every action. Drawn as they are, these chances make it
dither; drawn by the likeliest action alone, it never gets out of a corner. In between lies a power to which
chances are raised. Val and test houses are not asked: they judge the policy later.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from wayproof.learning.policies.episode_supply import EpisodeSupply
from wayproof.learning.policies.policy_network import PolicyModule
from wayproof.learning.policies.policy_recipe import PolicyRecipe
from wayproof.learning.policies.policy_scores import successes_of

TRIED = (1.0, 2.0, 4.0)
HOUSES, FIRST_HOUSE, EPISODES = 8, 7_000, 32  # train houses far behind those of any training


class ChosenSharpness(NamedTuple):
    """The power, and how many of the episodes each one that was tried succeeded in."""

    sharpness: float
    successes: Mapping[float, int]


def chosen_sharpness(network: PolicyModule, recipe: PolicyRecipe) -> ChosenSharpness:
    """The power with which the policy succeeds most often."""
    houses = msgspec.structs.replace(recipe.supply, houses=HOUSES, first_house=FIRST_HOUSE)
    supply = EpisodeSupply(houses)
    found = {
        one: int(successes_of(network, supply, recipe.settings, EPISODES, sharpness=one).sum())
        for one in TRIED
    }
    return ChosenSharpness(most_successful(found), found)


def most_successful(successes: Mapping[float, int]) -> float:
    """The power with the most successes; of equal ones the lowest, which changes the policy least."""
    return max(sorted(successes), key=lambda one: successes[one])
