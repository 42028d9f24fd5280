"""The progress monitor: what it is taught, that a fresh one changes nothing, and that files keep it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from corridors import Corridor

torch = pytest.importorskip("torch", reason="the extra `learn` is not installed")

from wayproof.agents.learned.network_policy import open_policy  # noqa: E402
from wayproof.agents.learned.policy_card import PolicyCard  # noqa: E402
from wayproof.agents.learned.policy_inputs import InputForm  # noqa: E402
from wayproof.learning.policies.dagger import DaggerRecipe, dagger_round  # noqa: E402
from wayproof.learning.policies.policy_export import export_policy, network_from  # noqa: E402
from wayproof.learning.policies.policy_network import PolicySizes, made_network  # noqa: E402
from wayproof.learning.policies.policy_steps import Steps, again, begin_walk, walked  # noqa: E402
from wayproof.learning.policies.progress_monitor import WEIGHT, monitor_loss, monitored  # noqa: E402
from wayproof.learning.policies.trial_batch import TrialBatch, first_progress  # noqa: E402
from wayproof.learning.policies.walkers import WalkersHere  # noqa: E402
from wayproof.seeding import generator_for  # noqa: E402
from wayproof.vocabulary import Settings  # noqa: E402

DEPTH = InputForm(("depth",), "point")
SMALL = PolicySizes((16, 16, 16), 16, 16, 32)
ACTIONS = ("stop", "forward", "turn_left", "turn_right")


def plain_network():
    return made_network(DEPTH, 4, SMALL, 0)


def walk_of(network, trials: int = 4):
    batch = TrialBatch(Corridor(), DEPTH, Settings(width_px=64, height_px=48), first_progress(trials))
    return begin_walk(batch, network)


@pytest.fixture(scope="module")
def steps() -> Steps:
    torch.set_num_threads(1)
    network = plain_network()
    return walked(walk_of(network), network, 20, generator_for(0, "walk"))


def test_each_step_knows_how_far_it_was_to_the_goal_before_its_action(steps: Steps) -> None:
    """An episode of the corridor begins 1 to 2 m from its goal, by the way that a robot can go."""
    first = steps.left_m[steps.begins]
    assert len(first) >= 4 and ((first > 0.7) & (first < 2.1)).all()
    change = steps.left_m[1:] - steps.left_m[:-1]
    forward = (steps.action[:-1] == ACTIONS.index("forward")) & ~steps.ended[:-1]
    assert change[forward].abs().max() > 0.1, "a step of 0.25 m along the corridor"
    turns = (steps.action[:-1] > 1) & ~steps.ended[:-1]
    assert change[turns].abs().max() < 1e-6, "turning brings nobody nearer"


def test_a_fresh_monitor_changes_no_decision(steps: Steps) -> None:
    before, after = again(plain_network(), steps), again(monitored(plain_network(), 5), steps)
    assert before.nearness is None and after.nearness.shape == steps.left_m.shape
    assert torch.equal(before.logits, after.logits) and torch.equal(before.values, after.values)


def test_the_loss_is_the_cross_entropy_with_the_true_nearness(steps: Steps) -> None:
    """Written out with NumPy; where there is no monitor there is nothing to learn, and far is not near."""
    with torch.no_grad():
        decided = again(monitored(plain_network(), 5), steps)
    said = 1.0 / (1.0 + np.exp(-decided.nearness.numpy().astype(float)))
    near = np.exp(-steps.left_m.numpy().astype(float))
    wanted = -(near * np.log(said) + (1.0 - near) * np.log(1.0 - said)).mean()
    assert float(monitor_loss(decided, steps.left_m)) == pytest.approx(WEIGHT * wanted, rel=1e-5)
    assert monitor_loss(decided._replace(nearness=None), steps.left_m) == 0.0
    unreachable = torch.full_like(steps.left_m, float("inf"))
    assert torch.isfinite(monitor_loss(decided, unreachable))


@torch.no_grad()
def asked(network, steps: Steps) -> float:
    return float(monitor_loss(again(network, steps), steps.left_m))


def test_it_learns_how_near_the_goal_is_and_the_actor_begins_to_heed_it() -> None:
    network = monitored(plain_network(), 5)
    optimiser = torch.optim.Adam(network.parameters())
    walkers = WalkersHere([walk_of(network, 8)], network)
    recipe = DaggerRecipe(8 * 16 * 12, trials=8, steps=16, parts=2)
    held_out = walked(walk_of(network), network, 30, generator_for(1, "held out"))
    before = asked(network, held_out)
    for number in range(recipe.rounds):
        dagger_round(walkers, network, optimiser, recipe, number, 0)
    assert asked(network, held_out) < before
    assert network.told_progress.weight.abs().max() > 0


def test_a_monitored_policy_comes_back_from_its_file_to_the_bit(tmp_path: Path) -> None:
    network = monitored(plain_network(), 5)
    with torch.no_grad():
        network.told_progress.weight.fill_(0.5)
    export_policy(network, PolicyCard("mine", DEPTH, ACTIONS, 32, made={}), tmp_path)
    found, _ = network_from(tmp_path / "mine.onnx")
    assert found.sizes == network.sizes
    theirs = found.state_dict()
    assert all(torch.equal(value, theirs[name]) for name, value in network.state_dict().items())
    assert open_policy(tmp_path / "mine.onnx") is not None
