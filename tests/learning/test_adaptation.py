"""A trained policy trained further: each way, what it may change, exact resuming, and what is refused."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from corridors import Corridor
from msgspec.structs import replace as replaced

torch = pytest.importorskip("torch", reason="the extra `learn` is not installed")

from dataclasses import replace  # noqa: E402

from wayproof.agents.learned.policy_card import PolicyCard, read_card  # noqa: E402
from wayproof.agents.learned.policy_inputs import InputForm  # noqa: E402
from wayproof.errors import BrokenFile, InvalidInput, UnknownName  # noqa: E402
from wayproof.learning.policies import adaptation_job  # noqa: E402
from wayproof.learning.policies.adaptation_job import head_file, run_adaptation  # noqa: E402
from wayproof.learning.policies.adaptation_recipe import (  # noqa: E402
    FIRST_EPISODE,
    WAYS,
    AdaptationJob,
    adaptation_recipe,
    updates_of,
)
from wayproof.learning.policies.auxiliary_heads import HEADS, WithHead  # noqa: E402
from wayproof.learning.policies.dagger import DaggerRecipe  # noqa: E402
from wayproof.learning.policies.episode_supply import Supply  # noqa: E402
from wayproof.learning.policies.policy_export import export_policy, network_from  # noqa: E402
from wayproof.learning.policies.policy_network import PolicySizes, made_network  # noqa: E402
from wayproof.learning.policies.policy_recipe import PolicyRecipe  # noqa: E402
from wayproof.learning.policies.policy_steps import begin_walk, walked  # noqa: E402
from wayproof.learning.policies.ppo import PpoRecipe  # noqa: E402
from wayproof.learning.policies.self_supervision import (  # noqa: E402
    SelfSupervisionRecipe,
    self_supervised_round,
)
from wayproof.learning.policies.trial_batch import TrialBatch, first_progress  # noqa: E402
from wayproof.learning.policies.walkers import WalkersHere  # noqa: E402
from wayproof.seeding import generator_for  # noqa: E402
from wayproof.vocabulary import Settings  # noqa: E402

ACTIONS = ("stop", "forward", "turn_left", "turn_right")
DEPTH = InputForm(("depth",), "point")
SMALL = PolicySizes((16, 16, 16), 16, 16, 32)
TARGET = "missing_depth:1"
SUITE = """
name = "tiny"
version = 1
summary = "a small camera"
[camera]
width_px = 64
height_px = 48
[[episodes]]
task = "point_goal"
protocol = "robustnav"
count = 1
[[conditions]]
name = "no depth at all"
faults = ["missing_depth:1", "motor_failure"]
"""


@pytest.fixture(scope="module", autouse=True)
def one_house_and_few_frames():
    """Rounds of 4 trials x 8 steps in one house that is not lit."""
    torch.set_num_threads(1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(adaptation_job, "HELD_OUT_TRIALS", 4)
        patch.setattr(adaptation_job, "HELD_OUT_STEPS", 8)
        yield


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A policy that has never learnt anything, with the card of one that has."""
    folder = tmp_path_factory.mktemp("base")
    (folder / "tiny.toml").write_text(SUITE)
    recipe = PolicyRecipe(
        form=DEPTH,
        supply=Supply("point_goal", "robustnav", 1, lit=False),
        settings=Settings(width_px=64, height_px=48),
        dagger=DaggerRecipe(320, trials=4, steps=8, parts=2, passes=1),
        ppo=PpoRecipe(320, trials=4, steps=16, parts=2, passes=1),
        sizes=SMALL,
    )
    network = made_network(DEPTH, 4, SMALL, 3)
    made = {"recipe": msgspec.to_builtins(recipe), "faults seen": []}
    export_policy(network, PolicyCard("mine", DEPTH, ACTIONS, 32, made=made), folder)
    return folder / "mine.onnx"


def job_of(base: Path, folder: Path, way: str, **options) -> AdaptationJob:
    to = TARGET if way in ("finetune", *HEADS) else ""
    job = AdaptationJob(base, way, folder, to, 128, str(base.parent / "tiny.toml"), episodes=0)
    return replace(job, **options)


def weights_in(file: Path) -> dict:
    return dict(network_from(file)[0].state_dict())


def plain(card: PolicyCard) -> bytes:
    return msgspec.json.encode(card)


def moved(one: dict, other: dict) -> set[str]:
    """The parts of a network of which some weights differ."""
    return {name.split(".")[0] for name in one if not torch.equal(one[name], other[name])}


EVERYTHING = {"goal", "previous", "encoder", "fusion", "joined", "memory", "actor", "critic"}


@pytest.mark.parametrize(
    ("way", "name", "parts"),
    [
        ("continue", "mine_continued", EVERYTHING),
        ("augment", "mine_augmented", EVERYTHING),
        ("finetune", "mine_finetuned", EVERYTHING),
        ("monitor", "mine_monitored", EVERYTHING),
        ("rotation", "mine_rotation_adapted", {"encoder"}),
    ],
)
def test_each_way_moves_what_it_should(
    way: str, name: str, parts: set[str], base: Path, tmp_path: Path
) -> None:
    card = run_adaptation(job_of(base, tmp_path, way), print)
    assert card.name == name and plain(card) == plain(read_card(tmp_path / f"{name}.json"))
    begun = tmp_path / "joint" / "mine_rotation.onnx" if way == "rotation" else base
    assert moved(weights_in(begun), weights_in(tmp_path / f"{name}.onnx")) == parts
    assert card.made["target"] == (TARGET if way in ("finetune", "rotation") else "clean")
    assert [fault["name"] for fault in card.made["faults seen"]] == (
        ["missing_depth"] if way in ("finetune", "rotation") else []
    )
    assert card.made["base"]["name"] == begun.stem and card.made["steps"] == 128
    if way == "rotation":
        asked = card.made["auxiliary head on held-out frames"]
        assert asked["before"]["loss"] != asked["after"]["loss"] and asked["after"]["frames"] == 32
        assert moved(weights_in(base), weights_in(begun)) == EVERYTHING


@pytest.mark.parametrize("way", WAYS)
def test_no_steps_leave_the_policy_as_it_was(way: str, base: Path, tmp_path: Path) -> None:
    card = run_adaptation(job_of(base, tmp_path, way, steps=0), print)
    assert not moved(weights_in(base), weights_in(tmp_path / f"{card.name}.onnx"))
    assert card.made["steps"] == card.made["updates"] == 0


@pytest.mark.parametrize("way", ["action", "finetune"])
def test_an_adaptation_that_was_killed_ends_with_the_same_weights(
    way: str, base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the middle of episodes under a fault that remembers earlier frames."""
    monkeypatch.setattr(adaptation_job, "SAVE_EVERY", 1)
    head = tmp_path / "head"
    run_adaptation(job_of(base, head, "action", to="", steps=32), print)
    policy = head / "mine_action.onnx" if way == "action" else base
    target = "depth_lag:1+missing_depth:0.6"
    whole = job_of(base, tmp_path / "whole", way, policy=policy, to=target)
    card = run_adaptation(whole, print)

    class Killed(Exception):
        pass

    def until_round_two(text: str) -> None:
        if text.startswith("round 2 of"):
            raise Killed

    parts = replace(whole, folder=tmp_path / "parts")
    with pytest.raises(Killed):
        run_adaptation(parts, until_round_two)
    assert run_adaptation(parts, print) == card
    for suffix in (".onnx", ".safetensors", *((".head.safetensors",) if way == "action" else ())):
        name = f"{card.name}{suffix}"
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "parts" / name).read_bytes()


def test_ways_differ_only_in_what_they_see(base: Path, tmp_path: Path) -> None:
    network, card = network_from(base)
    recipes = {
        way: adaptation_recipe(job_of(base, tmp_path, way, to="", steps=320), network, card)
        for way in ("continue", "augment", "monitor", *HEADS)
    }
    job = job_of(base, tmp_path, "finetune", to="no depth at all", steps=320)
    tuned = adaptation_recipe(job, network, card)
    assert [fault.name for fault in tuned.condition.faults] == ["missing_depth", "motor_failure"]
    control = recipes["continue"]
    assert replaced(tuned, condition=None) == control
    assert replaced(recipes["augment"], augmented=False) == control
    assert recipes["action"] == recipes["rotation"] == recipes["monitor"] == control
    assert (control.dagger.frames, control.ppo.frames) == (192, 128)  # half each, in rounds of 32 and 64
    assert updates_of(control) == updates_of(tuned) == 6 * 2 + 2 * 2
    assert control.supply.first_episode == FIRST_EPISODE and control.supply.split == "train"
    other = adaptation_recipe(replace(job, seed=1), network, card)
    assert other.supply.first_episode > FIRST_EPISODE


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"way": "pray"}, "--way is 'pray'; give continue, augment, action, rotation, monitor, finetune"),
        ({"way": "finetune", "to": ""}, "--way finetune needs a target"),
        ({"way": "augment", "to": "fog:1"}, "sees clean houses only; leave out --to fog:1"),
        ({"to": "speckle_noise:1"}, "speckle_noise:1 cannot reach mine, since the agent has no rgb"),
        ({"to": "rust:1"}, "no corruption named 'rust'"),
        ({"steps": 31}, "--steps is 31, less than one round of 32; give at least that, or 0"),
        ({"reinforced": 1.5}, "--ppo is 1.5; give a share from 0 to 1"),
    ],
)
def test_wrong_uses_get_a_sentence(changes: dict, sentence: str, base: Path, tmp_path: Path) -> None:
    with pytest.raises((InvalidInput, UnknownName), match=sentence):
        run_adaptation(replace(job_of(base, tmp_path / "out", "finetune"), **changes), print)
    assert not (tmp_path / "out").exists()


def test_policies_and_heads_that_do_not_fit_are_refused(base: Path, tmp_path: Path) -> None:
    network, card = network_from(base)
    export_policy(network, replaced(card, name="bare", made={}), tmp_path)
    with pytest.raises(InvalidInput, match="does not tell how it was trained"):
        run_adaptation(job_of(base, tmp_path, "continue", policy=tmp_path / "bare.onnx"), print)
    run_adaptation(job_of(base, tmp_path, "action", to="", steps=0), print)
    made = tmp_path / "mine_action.onnx"
    with pytest.raises(BrokenFile, match="holds the head 'action', not 'rotation'; give --way action"):
        run_adaptation(job_of(base, tmp_path / "new", "rotation", policy=made), print)
    head_file(made).write_bytes(b"torn")
    with pytest.raises(BrokenFile, match="is not the auxiliary head of this policy"):
        run_adaptation(job_of(base, tmp_path / "new", "action", policy=made), print)


@pytest.mark.parametrize("name", HEADS)
def test_the_auxiliary_loss_falls_on_frames_that_taught_nothing(name: str) -> None:
    """In a corridor, where the floor is below and what a turn does is plain to see."""
    torch.manual_seed(0)
    corridor, settings = Corridor(), Settings(width_px=64, height_px=48)

    def frames(first: int, trials: int) -> TrialBatch:
        return TrialBatch(corridor, DEPTH, settings, first_progress(trials, first))

    acting = made_network(DEPTH, 4, SMALL, 0)
    adapted = WithHead(made_network(DEPTH, 4, SMALL, 0), name, acting=acting)
    held_out = walked(begin_walk(frames(900, 4), acting), acting, 32, generator_for(0, "held out"))
    recipe = SelfSupervisionRecipe(8 * 256, name, trials=8, steps=32, passes=4, parts=2, rate=1e-3)
    walkers = WalkersHere([begin_walk(frames(0, 8), adapted)], adapted)
    optimiser = torch.optim.Adam(adapted.parameters())
    with torch.no_grad():
        before = float(adapted.guess_at(held_out).loss)
    for number in range(recipe.rounds):
        self_supervised_round(walkers, adapted, optimiser, recipe, number, 0)
    with torch.no_grad():
        after = adapted.guess_at(held_out)
    assert float(after.loss) < 0.7 * before, (before, float(after.loss))
    assert after.accuracy > (0.5 if name == "action" else 0.8)
