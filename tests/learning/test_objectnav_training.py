"""ObjectNav policies: what they are given, whom they imitate, and what they begin with."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra `learn` is not installed")

from wayproof.agents.learned.perceived_layers import WANTED_FEATURES, known_kinds, wanted_features  # noqa: E402
from wayproof.agents.learned.policy_inputs import InputForm, goal_features, picture_of  # noqa: E402
from wayproof.errors import InvalidInput  # noqa: E402
from wayproof.learning.policies import action_sharpness  # noqa: E402
from wayproof.learning.policies.action_sharpness import most_successful  # noqa: E402
from wayproof.learning.policies.dagger import DaggerRecipe  # noqa: E402
from wayproof.learning.policies.episode_supply import EpisodeSupply, Supply  # noqa: E402
from wayproof.learning.policies.policy_network import PolicySizes, encoded, made_network  # noqa: E402
from wayproof.learning.policies.policy_recipe import PolicyRecipe  # noqa: E402
from wayproof.learning.policies.policy_tasks import PolicyJob, check_job, recipe_for  # noqa: E402
from wayproof.learning.policies.policy_trainer import train_policy  # noqa: E402
from wayproof.learning.policies.policy_transfer import begun_network, take_over  # noqa: E402
from wayproof.learning.policies.trial_batch import EXPLORER, TrialBatch, first_progress  # noqa: E402
from wayproof.perception import load_dense  # noqa: E402
from wayproof.seeding import generator_for  # noqa: E402
from wayproof.vocabulary import Settings  # noqa: E402

SMALL = PolicySizes((16, 16, 16), 16, 16, 32)
POINT = InputForm(("rgb", "depth"), "point")
KINDS = ("mug", "vase")
SEARCH = InputForm(("rgb", "depth"), "category", KINDS, perceived=("wanted",))
SETTINGS = Settings(width_px=64, height_px=48)


def test_the_wanted_thing_is_told_by_place_distance_and_size() -> None:
    wanted = np.zeros((4, 8), np.uint8)
    wanted[3, 0] = 255
    depth_m = np.full((4, 8), 3.0, np.float32)
    depth_m[3, 0] = 0.5
    share, across, down, far, near, nearer, area = wanted_features(wanted, depth_m).tolist()
    assert (share, across, down) == (1.0, -0.875, 0.75)
    assert (far, near, nearer) == pytest.approx((0.1, 0.5, np.exp(-0.5)))
    assert area == pytest.approx((1 / 32) ** 0.5)
    assert not wanted_features(np.zeros((4, 8), np.uint8), depth_m).any()


def test_inputs_hold_what_the_network_perceives_and_the_kind_that_is_asked_for() -> None:
    rng = generator_for(0, "noise")
    readings = {
        "rgb": rng.integers(0, 256, (48, 64, 3), np.uint8),
        "depth": np.full((48, 64), 2.0, np.float32),
    }
    picture = picture_of(readings, SEARCH, "vase")
    shares = load_dense().outputs(readings["rgb"]).category[list(known_kinds("vase"))].sum(axis=0)
    assert picture.shape == (5, 48, 64) and abs(picture[4].max() / 255.0 - shares.max()) < 0.1
    goal = goal_features(readings, "vase", SEARCH, picture)
    assert goal.shape == (SEARCH.goal_size,) == (2 + WANTED_FEATURES,) and goal[:2].tolist() == [0.0, 1.0]
    assert not goal_features(readings, "chair", SEARCH, picture)[:2].any()  # known by perception alone
    colours = InputForm(("rgb",), "category", KINDS, perceived=("depth", "wanted"))
    assert picture_of(readings, colours, "vase").shape == (5, 48, 64)
    assert colours.sensors == ("rgb",)


def test_a_thing_that_perception_does_not_know_is_refused() -> None:
    assert len(known_kinds("chair")) > 1 and len(known_kinds("television")) == 1
    for unknown in ("philosophy", None):
        with pytest.raises(InvalidInput, match="such as a mug"):
            known_kinds(unknown)


def test_a_policy_begins_with_what_another_one_sees() -> None:
    """Whatever the layer of the wanted thing shows: it is ignored at first."""
    known, network = made_network(POINT, 4, SMALL, 1), made_network(SEARCH, 6, SMALL, 2)
    fresh = network.goal[0].weight.clone()
    take_over(network, known)
    pictures = torch.randint(0, 256, (3, 5, 48, 64), dtype=torch.uint8)
    assert torch.allclose(encoded(network, pictures), encoded(known, pictures[:, :4]), atol=1e-5)
    assert torch.equal(network.actor.weight[:4], known.actor.weight)
    assert torch.equal(network.goal[0].weight, fresh)  # a goal of another kind
    with pytest.raises(InvalidInput, match="begin from another policy"):
        take_over(made_network(SEARCH, 6, PolicySizes((16, 16, 16), 16, 16, 48), 2), known)
    with pytest.raises(InvalidInput, match="name the same policy"):
        begun_network(SEARCH, 6, PolicySizes(), 0, name="pointnav_rgbd", digest="another")


def test_the_sharpness_is_the_one_that_succeeds_most_often_and_of_equal_ones_the_lowest() -> None:
    assert most_successful({1.0: 3, 1.6: 9, 2.5: 8}) == 1.6
    assert most_successful({4.0: 9, 2.5: 9, 1.0: 2}) == 2.5


def test_sharpness_is_chosen_in_train_houses_that_taught_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which houses the policy is tried in, and that the choice follows what happened there."""
    asked = []

    def scored(network, supply, settings, episodes, *, sharpness):
        asked.append((supply.supply.split, supply.supply.first_house, episodes))
        return np.arange(episodes) < 7 * sharpness

    monkeypatch.setattr(action_sharpness, "successes_of", scored)
    job = PolicyJob(Path("out"), "objectnav", "rgbd", 1024, houses=60)
    chosen = action_sharpness.chosen_sharpness(None, recipe_for(job, 1024))
    assert set(asked) == {("train", 7_000, 32)} and job.houses < 7_000
    assert chosen.sharpness == 4.0 and chosen.successes == {1.0: 7, 2.0: 14, 4.0: 28}


def test_a_job_says_what_is_trained() -> None:
    job = PolicyJob(Path("training"), "objectnav", "rgb")
    recipe = recipe_for(job, 1000)
    assert job.name == "objectnav_rgb" and recipe.supply.task == "object_goal" and recipe.expert == EXPLORER
    assert recipe.form.perceived == ("depth", "wanted") and len(recipe.form.categories) == 12
    with pytest.raises(InvalidInput, match="--sensors is 'depth'; give rgb, rgbd"):
        check_job(PolicyJob(Path("training"), "objectnav", "depth"))


@pytest.mark.slow
def test_the_expert_finds_things_and_goes_on_after_a_stop() -> None:
    """Trials that do as it says succeed, though they wander at first, and those taken up again are told the
    same."""
    supply = EpisodeSupply(Supply("object_goal", "robustnav", 1, lit=False))
    form = InputForm(("depth",), "category", _kinds())
    batch = TrialBatch(supply, form, SETTINGS, first_progress(2), expert=EXPLORER)
    wander = generator_for(0, "wander").integers(1, 4, (12, 2))
    successes: list[bool] = []
    for step in range(300):
        batch.observe()
        told = batch.advice()
        assert batch.refuses(np.zeros(2, np.int64), told).tolist() == (told != 0).tolist()  # 0: stop
        if step == 15:
            again = TrialBatch(supply, form, SETTINGS, batch.progress, expert=EXPLORER, stride=2)
            again.observe()
            assert again.advice().tolist() == told.tolist()
        successes += batch.act(wander[step] if step < 12 else told).successes
        if len(successes) >= 2:
            break
    assert len(successes) >= 2 and all(successes)


def _kinds() -> tuple[str, ...]:
    return recipe_for(PolicyJob(Path(), "objectnav", "rgbd"), 1).form.categories


@pytest.mark.slow
def test_a_training_that_was_stopped_ends_with_the_same_weights(tmp_path: Path) -> None:
    recipe = PolicyRecipe(
        form=InputForm(("rgb", "depth"), "category", _kinds(), perceived=("wanted",)),
        supply=Supply("object_goal", "robustnav", 1, lit=False),
        settings=SETTINGS,
        dagger=DaggerRecipe(3 * 32, trials=4, steps=8, parts=2, passes=1),
        sizes=SMALL,
        expert=EXPLORER,
    )
    whole = train_policy(recipe, tmp_path / "whole")
    train_policy(recipe, tmp_path / "parts", until=2)
    parts = train_policy(recipe, tmp_path / "parts")
    for name, value in whole.network.state_dict().items():
        assert torch.equal(value, parts.network.state_dict()[name]), name
