"""Train a network of your own with our loops: `python examples/train_own_policy.py --frames 20000`.

All that the loops ask of it: a form that says what it is given, a first memory, and a call that takes steps
of several trials and gives logits, values and the memory after them.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import Tensor, nn

from wayproof.agents.learned.policy_inputs import InputForm
from wayproof.learning.policies.dagger import DaggerRecipe
from wayproof.learning.policies.episode_supply import Supply
from wayproof.learning.policies.policy_network import Decided, PolicySizes
from wayproof.learning.policies.policy_recipe import PolicyRecipe
from wayproof.learning.policies.policy_trainer import train_policy
from wayproof.vocabulary import Settings


class Reactive(nn.Module):
    """No memory at all: the middle row of the depth picture and the goal, through two layers."""

    def __init__(self, form: InputForm, actions: int) -> None:
        super().__init__()
        self.form = form
        self.layers = nn.Sequential(
            nn.Linear(form.width_px + form.goal_size, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU()
        )
        self.actor, self.critic = nn.Linear(128, actions), nn.Linear(128, 1)

    def first_memory(self, count: int) -> Tensor:
        return torch.zeros(count, 1)

    def forward(
        self, picture: Tensor, goal: Tensor, previous: Tensor, begins: Tensor, memory: Tensor
    ) -> Decided:
        middle = picture[:, :, 0, picture.shape[3] // 2].float() / 255.0
        features = self.layers(torch.cat([middle, goal], -1))
        return Decided(self.actor(features), self.critic(features).squeeze(-1), memory)


def made(form: InputForm, actions: int, sizes: PolicySizes, seed: int) -> Reactive:
    torch.manual_seed(seed)
    return Reactive(form, actions)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--frames", type=int, default=20_000)
    options.add_argument("--houses", type=int, default=4)
    options.add_argument("--output", type=Path, default=Path("training/own"))
    given = options.parse_args()
    recipe = PolicyRecipe(
        form=InputForm(("depth",), "point"),
        supply=Supply("point_goal", "robustnav", given.houses, lit=False),
        settings=Settings(width_px=64, height_px=48),
        dagger=DaggerRecipe(given.frames),
    )
    given.output.mkdir(parents=True, exist_ok=True)

    def told(training, figures) -> None:
        if training.round % 5 == 0 or training.round == recipe.rounds:
            share = figures["agreement"]
            print(f"round {training.round} of {recipe.rounds}: agrees with the expert in {share:.0%}")

    train_policy(recipe, given.output / "checkpoint.safetensors", after_round=told, make=made)


if __name__ == "__main__":
    main()
