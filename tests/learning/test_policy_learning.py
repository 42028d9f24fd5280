"""Policies learn: imitation and PPO solve a corridor, memory ends with its episode, resuming is exact."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from corridors import Corridor

torch = pytest.importorskip("torch", reason="the extra `learn` is not installed")

from wayproof.agents.learned.policy_inputs import InputForm  # noqa: E402
from wayproof.errors import BrokenFile, InvalidInput, WayproofError  # noqa: E402
from wayproof.learning.policies.dagger import DaggerRecipe, dagger_round, led_share, returns_of  # noqa: E402
from wayproof.learning.policies.episode_supply import EpisodeSupply, Supply  # noqa: E402
from wayproof.learning.policies.policy_network import PolicySizes, made_network  # noqa: E402
from wayproof.learning.policies.policy_recipe import PolicyRecipe, begin_network, begin_walkers  # noqa: E402
from wayproof.learning.policies.policy_scores import successes_of  # noqa: E402
from wayproof.learning.policies.policy_steps import Steps, again, begin_walk, walked  # noqa: E402
from wayproof.learning.policies.policy_trainer import train_policy  # noqa: E402
from wayproof.learning.policies.ppo import PpoRecipe, advantages_of, ppo_round  # noqa: E402
from wayproof.learning.policies.trial_batch import TrialBatch, first_progress  # noqa: E402
from wayproof.learning.policies.walkers import Order, WalkersHere  # noqa: E402
from wayproof.seeding import generator_for  # noqa: E402
from wayproof.vocabulary import Settings  # noqa: E402

BLIND = InputForm((), "point")
DEPTH = InputForm(("depth",), "point")
SMALL = PolicySizes((16, 16, 16), 16, 16, 32)
SETTINGS = Settings(width_px=64, height_px=48)


@pytest.fixture(scope="module")
def corridor() -> Corridor:
    return Corridor()


def beginning(corridor: Corridor, form: InputForm, trials: int):
    torch.set_num_threads(1)
    network = made_network(form, 4, SMALL, 0)
    batch = TrialBatch(corridor, form, SETTINGS, first_progress(trials))
    return network, begin_walk(batch, network)


def alone(network, walk):
    return network, WalkersHere([walk], network)


@pytest.mark.slow
def test_imitation_solves_the_corridor(corridor: Corridor) -> None:
    network, walkers = alone(*beginning(corridor, BLIND, 16))
    recipe = DaggerRecipe(16_000, trials=16, steps=16, rate=3e-3)
    optimiser = torch.optim.Adam(network.parameters())
    before = successes_of(network, corridor, SETTINGS, 40)
    for number in range(recipe.rounds):
        dagger_round(walkers, network, optimiser, recipe, number, 0)
    after = successes_of(network, corridor, SETTINGS, 40, greedy=True)
    assert before.mean() < 0.3 and after.mean() > 0.9


@pytest.mark.slow
def test_reinforcement_solves_the_corridor(corridor: Corridor) -> None:
    """Much entropy: with little, it learns to walk to goals ahead and never tries to turn right round."""
    network, walkers = alone(*beginning(corridor, BLIND, 32))
    recipe = PpoRecipe(120_000, trials=32, steps=32, rate=2e-3, clip=0.2, entropy=0.1)
    optimiser = torch.optim.Adam(network.parameters())
    for number in range(recipe.rounds):
        ppo_round(walkers, network, optimiser, recipe, number, 0)
    assert successes_of(network, corridor, SETTINGS, 40).mean() > 0.9


def test_scores_are_of_first_episodes_and_trials_rest_after_them(corridor: Corridor) -> None:
    """A rested trial sees nothing and costs nothing; the others see what they would see beside going ones."""
    resting, going = (
        TrialBatch(corridor, DEPTH, SETTINGS, first_progress(3), once=once) for once in (True, False)
    )
    stop, ahead = (resting.actions.index(name) for name in ("stop", "forward"))
    for actions in ((stop, ahead, ahead), (ahead, ahead, stop), (ahead, ahead, ahead)):
        told = [batch.act(np.array(actions)) for batch in (resting, going)]
        assert told[0].successes == told[1].successes
    one, other = resting.observe(), going.observe()
    assert [len(part.actions) for part in resting.progress] == [1, 3, 2]
    assert not one.picture[[0, 2]].any() and not one.goal[[0, 2]].any() and other.picture[[0, 2]].any()
    assert np.array_equal(one.picture[1], other.picture[1]) and np.array_equal(one.goal[1], other.goal[1])


def test_memory_ends_with_its_episode_and_gradients_stop_there(corridor: Corridor) -> None:
    network, walk = beginning(corridor, DEPTH, 4)
    steps = walked(walk, network, 90, generator_for(0, "walk"))
    ends = steps.ended[:, 0].nonzero().flatten()
    assert len(ends)  # episodes of at most 40 steps
    border = int(ends[0]) + 1
    goal = steps.goal.clone().requires_grad_()
    decided = network(steps.picture, goal, steps.previous, steps.begins, steps.memory)
    decided.logits[border, 0].sum().backward()
    touched = goal.grad[:, 0].abs().sum(-1) > 0
    assert not touched[:border].any() and touched[border]
    assert goal.grad[:, 1:].abs().sum() == 0  # nor do trials mix


def test_what_was_walked_is_what_the_network_says_again(corridor: Corridor) -> None:
    """The chances that were kept while walking are those of the whole stretch at once."""
    network, walk = beginning(corridor, DEPTH, 4)
    walked(walk, network, 5, generator_for(0, "first"))
    steps = walked(walk, network, 20, generator_for(0, "second"))
    shares = torch.log_softmax(again(network, steps).logits, -1).gather(-1, steps.action[..., None])[..., 0]
    assert torch.allclose(shares, steps.log_share, atol=1e-5)


def stretch(rewards, values, ended, after) -> Steps:
    count = len(rewards)
    blank = {
        name: torch.zeros(count, 1)
        for name in ("goal", "log_share", "picture", "previous", "advice", "left_m")
    }
    return Steps(
        **blank,
        begins=torch.zeros(count, 1, dtype=torch.bool),
        action=torch.zeros(count, 1, dtype=torch.int64),
        value=torch.tensor(values)[:, None],
        reward=torch.tensor(rewards)[:, None],
        ended=torch.tensor(ended)[:, None],
        memory=torch.zeros(1, 1),
        value_after=torch.tensor([after]),
        successes=(),
    )


def test_advantages_are_the_sums_of_their_definition() -> None:
    """Against the sum of discounted surprises, written out; nothing leaks over the end of an episode."""
    rng = generator_for(7, "advantages")
    rewards, values = rng.normal(size=9), rng.normal(size=9)
    ended = [False, False, True, False, False, False, True, False, False]
    gamma, tau, after = 0.9, 0.8, 1.7
    nexts = [*values[1:], after]
    surprises = [
        r + gamma * n * (not e) - v for r, n, e, v in zip(rewards, nexts, ended, values, strict=True)
    ]
    wanted = []
    for start in range(9):
        total, weight = 0.0, 1.0
        for step in range(start, 9):
            total += weight * surprises[step]
            weight *= gamma * tau
            if ended[step]:
                break
        wanted.append(total)
    made = stretch(rewards.tolist(), values.tolist(), ended, after)
    assert np.allclose(advantages_of(made, gamma, tau)[:, 0].numpy(), wanted, atol=1e-6)


def test_returns_reach_to_the_end_of_the_episode_or_to_the_critic() -> None:
    made = stretch([1.0, 2.0, 3.0], [0.0, 0.0, 0.0], [False, True, False], 10.0)
    assert np.allclose(returns_of(made)[:, 0].numpy(), [1.0 + 0.99 * 2.0, 2.0, 3.0 + 0.99 * 10.0])


def test_the_expert_leads_less_and_less() -> None:
    recipe = DaggerRecipe(1, led_at_first=1.0, led_at_last=0.1, led_until=0.5)
    assert [round(led_share(recipe, done), 3) for done in (0.0, 0.25, 0.5, 1.0)] == [1.0, 0.55, 0.1, 0.1]


def tiny_recipe(frames: int = 6 * 64, groups: int = 1) -> PolicyRecipe:
    return PolicyRecipe(
        form=DEPTH,
        supply=Supply("point_goal", "robustnav", groups, lit=False),
        settings=SETTINGS,
        dagger=DaggerRecipe(frames - 128, trials=4, steps=16, parts=2, passes=1),
        ppo=PpoRecipe(128, trials=4, steps=16, parts=2, passes=1),
        sizes=SMALL,
        groups=groups,
    )


def test_a_training_that_was_stopped_ends_with_the_same_weights(tmp_path: Path) -> None:
    recipe = tiny_recipe()
    assert recipe.rounds == 6
    whole = train_policy(recipe, tmp_path / "whole")
    for until in (2, 5, None):  # stopped in the middle of episodes, in imitation and in reinforcement
        parts = train_policy(recipe, tmp_path / "parts", until=until)
    for name, value in whole.network.state_dict().items():
        assert torch.equal(value, parts.network.state_dict()[name]), name


@pytest.mark.slow
def test_processes_change_no_bit_and_resume(tmp_path: Path) -> None:
    """Two groups one after another, and in two processes that were stopped on the way."""
    recipe = tiny_recipe(groups=2)
    here = train_policy(recipe, tmp_path / "here")
    train_policy(recipe, tmp_path / "apart", until=3, processes=2)
    apart = train_policy(recipe, tmp_path / "apart", processes=2)
    for name, value in here.network.state_dict().items():
        assert torch.equal(value, apart.network.state_dict()[name]), name


@pytest.mark.slow
def test_a_walking_process_that_dies_is_an_error_that_says_what_to_do(corridor: Corridor) -> None:
    recipe = tiny_recipe(groups=2)
    network = begin_network(recipe)
    walkers = begin_walkers(recipe, network, None, processes=2)
    walkers.walked(Order(2, 0, "test", 0))
    for process in walkers._processes:
        process.kill()
    with pytest.raises(WayproofError, match="repeat the command to resume"):
        walkers.walked(Order(2, 0, "test", 1))
    walkers.close()


def test_groups_share_no_house_and_divide_the_trials() -> None:
    supply = Supply("point_goal", "robustnav", 5, first_house=10)
    houses = [set(EpisodeSupply(supply, group, 2)._houses) for group in range(2)]
    assert houses == [{10, 12, 14}, {11, 13}]
    with pytest.raises(InvalidInput, match="1 houses are too few for 2 groups"):
        EpisodeSupply(Supply("point_goal", "robustnav", 1), 0, 2)
    with pytest.raises(InvalidInput, match="4 trials do not fall into 3 equal groups"):
        tiny_recipe(groups=3)


def test_other_recipes_and_torn_checkpoints_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "checkpoint"
    train_policy(tiny_recipe(), file, until=1)
    with pytest.raises(InvalidInput, match="dagger.frames is"):
        train_policy(tiny_recipe(7 * 64), file)
    file.write_bytes(file.read_bytes()[:1000])
    with pytest.raises(BrokenFile, match="is not a checkpoint of a policy"):
        train_policy(tiny_recipe(), file)


@pytest.mark.slow
def test_the_example_trains_a_network_of_its_own(tmp_path: Path) -> None:
    example = Path(__file__).resolve().parents[2] / "examples" / "train_own_policy.py"
    words = [sys.executable, str(example), "--frames", "2048", "--houses", "1", "--output", str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert "round 2 of 2: agrees with the expert in" in done.stdout
    assert (tmp_path / "checkpoint.safetensors").exists()
