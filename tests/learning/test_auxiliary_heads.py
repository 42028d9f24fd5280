"""Auxiliary heads: what they are asked, what their loss may change, and pictures augmented by chance."""

from __future__ import annotations

import numpy as np
import pytest
from corridors import Corridor
from hypothesis import given, settings
from hypothesis import strategies as st

torch = pytest.importorskip("torch", reason="the extra `learn` is not installed")

from wayproof.agents.learned.policy_inputs import InputForm  # noqa: E402
from wayproof.errors import InvalidInput  # noqa: E402
from wayproof.learning.policies.auxiliary_heads import HEADS, WithHead, centre_square  # noqa: E402
from wayproof.learning.policies.picture_augmentation import augmented_picture, augmented_pictures  # noqa: E402
from wayproof.learning.policies.policy_network import PolicySizes, made_network  # noqa: E402
from wayproof.learning.policies.policy_steps import Steps, again, begin_walk, walked  # noqa: E402
from wayproof.learning.policies.self_supervision import (  # noqa: E402
    SelfSupervisionRecipe,
    self_supervised_round,
)
from wayproof.learning.policies.trial_batch import TrialBatch, first_progress  # noqa: E402
from wayproof.learning.policies.walkers import WalkersHere  # noqa: E402
from wayproof.seeding import generator_for  # noqa: E402
from wayproof.vocabulary import Settings  # noqa: E402

DEPTH = InputForm(("depth",), "point")
SMALL = PolicySizes((16, 16, 16), 16, 16, 32)
SETTINGS = Settings(width_px=64, height_px=48)


def small_network():
    return made_network(DEPTH, 4, SMALL, 0)


def batch_of(trials: int) -> TrialBatch:
    return TrialBatch(Corridor(), DEPTH, SETTINGS, first_progress(trials))


@pytest.fixture(scope="module")
def steps() -> Steps:
    """45 steps of 4 trials in episodes of at most 40: some end in between."""
    torch.set_num_threads(1)
    network = small_network()
    return walked(begin_walk(batch_of(4), network), network, 45, generator_for(0, "walk"))


def test_the_action_between_two_frames_is_the_one_that_was_done(steps: Steps) -> None:
    """Pairs within an episode only: across its end there lies no action."""
    guess = WithHead(small_network(), "action").guess_at(steps)
    goes_on = ~steps.ended[:-1]
    assert steps.ended.any() and torch.equal(guess.right, steps.action[:-1][goes_on])
    assert guess.logits.shape == (int(goes_on.sum()), 4)


def test_a_quarter_of_the_frames_is_turned_each_way(steps: Steps) -> None:
    guess = WithHead(small_network(), "rotation").guess_at(steps)
    assert torch.bincount(guess.right).tolist() == [45, 45, 45, 45]
    wide = torch.arange(12, dtype=torch.uint8).view(1, 1, 2, 6)
    assert centre_square(wide).tolist() == [[[[2, 3], [8, 9]]]]


def test_the_turn_can_be_told_from_the_picture_alone(steps: Steps) -> None:
    """A picture that looks the same whichever way it is turned tells nothing: all answers are alike."""
    head = WithHead(small_network(), "rotation")
    blank = torch.full_like(steps.picture, 99)
    guess = head.guess(blank, steps.previous, steps.begins)
    assert torch.allclose(guess.logits, guess.logits[:1].expand_as(guess.logits), atol=1e-6)
    seen = head.guess_at(steps).logits
    assert (seen - seen[:1]).abs().max() > 1e-3


@pytest.mark.parametrize("name", HEADS)
def test_the_head_teaches_the_encoder_and_nothing_else_of_the_policy(name: str, steps: Steps) -> None:
    """Beside the policy's own loss; the encoder is the only part that both teach."""
    both = WithHead(small_network(), name)
    decided = again(both, steps)
    decided.beside.backward()
    moved = {part for part, value in both.named_parameters() if value.grad is not None}
    assert moved == {
        part for part, _ in both.named_parameters() if part.startswith(("network.encoder", "head"))
    }
    assert all(both.get_parameter(part).grad.abs().sum() > 0 for part in moved if "weight" in part)
    with torch.no_grad():
        alone = again(both.network, steps)
    assert torch.equal(decided.logits, alone.logits) and alone.beside == 0.0


@pytest.mark.parametrize("name", HEADS)
def test_adaptation_moves_the_encoder_and_leaves_the_policy_behind_it(name: str) -> None:
    torch.set_num_threads(1)
    before, acting = small_network(), small_network()
    adapted = WithHead(small_network(), name, acting=acting)
    recipe = SelfSupervisionRecipe(64, name, trials=4, steps=16, passes=1, parts=2)
    walkers = WalkersHere([begin_walk(batch_of(4), adapted)], adapted)
    figures = self_supervised_round(walkers, adapted, torch.optim.Adam(adapted.parameters()), recipe, 0, 0)
    assert figures["auxiliary loss"] > 0.0
    for part, value in adapted.network.state_dict().items():
        assert torch.equal(value, acting.state_dict()[part]) != (part.startswith("encoder")), part
        assert torch.equal(acting.state_dict()[part], before.state_dict()[part])  # who walks stays as it was


def test_a_blind_policy_and_an_unknown_head_are_refused() -> None:
    with pytest.raises(InvalidInput, match="no encoder to adapt"):
        WithHead(made_network(InputForm((), "point"), 4, SMALL, 0), "action")
    with pytest.raises(InvalidInput, match="no auxiliary head 'colour'; take action or rotation"):
        WithHead(small_network(), "colour")


@settings(max_examples=30)
@given(st.integers(0, 2**31), st.sampled_from([("rgb",), ("depth",), ("rgb", "depth")]))
def test_an_augmented_picture_holds_nothing_that_is_not_there(seed: int, cameras: tuple[str, ...]) -> None:
    """Depths are picked; a grey picture stays grey, whatever its hue is turned by."""
    form = InputForm(cameras, "point")
    depth = np.where(np.arange(64) < 30, 50, 200).astype(np.uint8)[None, None].repeat(48, 1)
    grey = np.full((3, 48, 64), 120, np.uint8)
    layers = {"rgb": grey, "depth": depth}
    picture = np.concatenate([layers[name] for name in cameras])
    found = augmented_picture(picture, form, generator_for(seed, "test"))
    assert found.shape == picture.shape and found.dtype == np.uint8
    if "depth" in cameras:
        assert set(np.unique(found[-1])) <= {50, 200}
    if "rgb" in cameras:
        assert np.ptp(found[:3]) <= 1


def test_frames_are_augmented_by_their_numbers() -> None:
    """So that a frame looks the same when it is seen again, and others otherwise."""
    pictures = generator_for(1, "pictures").integers(0, 256, (3, 3, 48, 64)).astype(np.uint8)
    form = InputForm(("rgb",), "point")
    found = augmented_pictures(pictures[[0, 0, 0]], form, [5, 5, 6], [2, 3, 2])
    assert np.array_equal(found[0], augmented_pictures(pictures[:1], form, [5], [2])[0])
    assert not np.array_equal(found[0], found[1]) and not np.array_equal(found[0], found[2])
    assert augmented_pictures(pictures[:, :0], InputForm((), "point"), [1, 2, 3], [0, 0, 0]).shape[1] == 0
