"""Training that can be stopped: the same bits after a resume, and it does learn."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest
import torch
from painted_houses import CATEGORIES, paint_shards

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.learning.batches import Supply, batch_at, category_shares
from wayproof.learning.checkpoints import load_checkpoint, save_checkpoint
from wayproof.learning.losses import category_weights
from wayproof.learning.network import Sizes
from wayproof.learning.training_loop import Recipe, State, begin, rate_at, scale_at, train
from wayproof.perception.phrases import Words

TINY = Sizes((16, 16, 16, 16), (1, 1, 1), 16, 16, 8)
WORDS = Words(CATEGORIES)
RECIPE = Recipe(steps=6, supply=Supply(all=3, first=2, every=2), batch=2, sizes=TINY, counted_houses=2)


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch.set_num_threads(1)
    return paint_shards(tmp_path_factory.mktemp("shards"), 3)


def numbers(state: State) -> dict[str, torch.Tensor]:
    """Everything that a training consists of."""
    found = {f"learner.{name}": value for name, value in state.learner.state_dict().items()}
    found |= {f"average.{name}": value for name, value in state.average.state_dict().items()}
    for name, parameter in state.learner.named_parameters():
        found |= {f"{moment}.{name}": value for moment, value in state.optimiser.state[parameter].items()}
    return found


def test_a_stopped_and_resumed_training_ends_with_the_same_bits(pictures: Path, tmp_path: Path) -> None:
    whole = train(pictures, RECIPE, begin(RECIPE, WORDS))
    half = train(pictures, RECIPE, begin(RECIPE, WORDS), until=3)
    save_checkpoint(tmp_path / "c.safetensors", half, RECIPE, WORDS)
    resumed, saved = load_checkpoint(tmp_path / "c.safetensors", recipe=RECIPE)
    assert saved.step == resumed.step == 3
    assert saved.categories == CATEGORIES
    resumed = train(pictures, RECIPE, resumed)
    expected, found = numbers(whole), numbers(resumed)
    assert expected.keys() == found.keys() and resumed.step == 6
    for name, value in expected.items():
        assert torch.equal(value, found[name]), name


def test_another_seed_gives_other_weights_and_other_pictures(pictures: Path) -> None:
    other = msgspec.structs.replace(RECIPE, seed=1)
    one, two = (begin(recipe, WORDS).learner.network.heads.weight for recipe in (RECIPE, other))
    assert not torch.equal(one, two)
    first, second = (
        batch_at(pictures, WORDS, RECIPE.supply, seed=seed, step=0, size=2).picture for seed in (0, 1)
    )
    assert not torch.equal(first, second)


def test_it_learns_what_is_painted(pictures: Path) -> None:
    recipe = msgspec.structs.replace(RECIPE, steps=30, rate=1e-2)
    lost: list[float] = []
    train(
        pictures,
        recipe,
        begin(recipe, WORDS),
        after_step=lambda state, found: lost.append(float(found.category.detach())),
    )
    assert sum(lost[-5:]) < 0.7 * sum(lost[:5])


def test_a_checkpoint_of_another_recipe_or_a_torn_one_is_refused(pictures: Path, tmp_path: Path) -> None:
    file = tmp_path / "c.safetensors"
    save_checkpoint(file, begin(RECIPE, WORDS), RECIPE, WORDS)
    longer, _ = load_checkpoint(file, recipe=msgspec.structs.replace(RECIPE, steps=99))
    assert longer.step == 0 and longer.changes == ((0, 6),)
    with pytest.raises(InvalidInput, match="another recipe"):
        load_checkpoint(file, recipe=msgspec.structs.replace(RECIPE, rate=0.1))
    file.write_bytes(file.read_bytes()[:100])
    with pytest.raises(BrokenFile, match="not a checkpoint"):
        load_checkpoint(file)
    with pytest.raises(BrokenFile, match="not a checkpoint"):
        load_checkpoint(tmp_path / "nothing")


def test_early_steps_know_only_the_first_houses() -> None:
    supply = Supply(all=10, first=4, every=3)
    assert [supply.at(step) for step in (0, 2, 3, 6, 100)] == [4, 4, 5, 6, 10]


def test_the_rate_goes_up_stays_and_comes_down_while_pictures_grow() -> None:
    rates = [rate_at(k / 100) for k in range(101)]
    assert rates[0] < 0.1 and max(rates) == 1.0 and rates[-1] < 0.01
    assert rates[60:] == sorted(rates[60:], reverse=True)
    assert [scale_at(progress) for progress in (0.0, 0.34, 0.5, 0.6, 1.0)] == [0.5, 0.5, 0.7143, 1.0, 1.0]


def test_rare_categories_and_people_weigh_more(pictures: Path) -> None:
    shares = category_shares(pictures, range(3), len(CATEGORIES))
    assert shares.sum() == pytest.approx(1.0, abs=1e-4)
    # One in a thousand of the commonest weighs 1000 ** 0.35; a person 2.5 times a thing as rare.
    weights = category_weights(np.array([0.9, 0.0009, 0.0009]), ("wall", "lamp", "person"))
    assert weights.tolist() == pytest.approx([1.0, 11.2202, 28.0504], rel=1e-4)
