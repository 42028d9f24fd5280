"""From torch to the agent: the same weights, the same decisions, and inputs that are the same in both."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest
from corridors import Corridor
from hypothesis import given
from hypothesis import strategies as st

torch = pytest.importorskip("torch", reason="the extra `learn` is not installed")

import onnx  # noqa: E402
from onnx.numpy_helper import to_array  # noqa: E402
from safetensors.torch import load_file  # noqa: E402

from wayproof.agents.contract.agent_by_name import load_agent  # noqa: E402
from wayproof.agents.learned.network_policy import shares_of  # noqa: E402
from wayproof.agents.learned.policy_card import PolicyCard  # noqa: E402
from wayproof.agents.learned.policy_inputs import (  # noqa: E402
    FURTHEST_M,
    POINT_FEATURES,
    InputForm,
    category_features,
    picture_of,
    point_features,
)
from wayproof.agents.learned.shipped_policy import NETWORKS, shipped_policy  # noqa: E402
from wayproof.episode.options import RolloutOptions  # noqa: E402
from wayproof.episode.rollout import rollout  # noqa: E402
from wayproof.episode.trial import Trial  # noqa: E402
from wayproof.errors import BrokenFile, InvalidInput  # noqa: E402
from wayproof.learning.policies.policy_export import export_policy, network_from  # noqa: E402
from wayproof.learning.policies.policy_network import PolicySizes, made_network  # noqa: E402
from wayproof.learning.policies.policy_transfer import digest_of, known_policy  # noqa: E402
from wayproof.seeding import generator_for  # noqa: E402
from wayproof.sensors import sensors_for  # noqa: E402
from wayproof.vocabulary import Settings  # noqa: E402

ACTIONS = ("stop", "forward", "turn_left", "turn_right")
SMALL = PolicySizes((16, 16, 16), 16, 16, 32)


@pytest.mark.parametrize("trained", [False, True], ids=["fresh", "trained"])
@pytest.mark.parametrize("cameras", [(), ("rgb", "depth")], ids=str)
def test_an_exported_policy_loads_back_with_the_same_bits(
    cameras: tuple[str, ...], trained: bool, tmp_path: Path
) -> None:
    """Biases of a fresh network are all 0 and written once; those of a trained one all differ."""
    network = made_network(InputForm(cameras, "point"), 4, SMALL, 5)
    rng = generator_for(5, "weights")
    for weights in network.parameters() if trained else ():
        weights.data += torch.from_numpy(rng.normal(0, 0.01, tuple(weights.shape)).astype(np.float32))
    card = PolicyCard("mine", network.form, ACTIONS, 32, made={"seed": 5})
    export_policy(network, card, tmp_path)  # compares ONNX Runtime with torch itself
    back, found = network_from(tmp_path / "mine.onnx")
    assert found == card and back.sizes == (SMALL if cameras else PolicySizes(goal=16, hidden=32))
    beside = load_file(tmp_path / "mine.safetensors")
    for name, value in network.state_dict().items():
        assert torch.equal(value, back.state_dict()[name]), name
        assert torch.equal(value, beside[name]), name
    assert back.state_dict().keys() == beside.keys()


@pytest.mark.parametrize("name", sorted(file.stem for file in NETWORKS.glob("*.onnx")))
def test_a_shipped_network_loads_into_torch_and_goes_back_into_the_same_file(
    name: str, tmp_path: Path
) -> None:
    network, card = network_from(NETWORKS / f"{name}.onnx")
    export_policy(network, card, tmp_path)  # compares ONNX Runtime with torch itself
    shipped, again = (
        {one.name: to_array(one).tobytes() for one in onnx.load(file).graph.initializer}
        for file in (NETWORKS / f"{name}.onnx", tmp_path / f"{name}.onnx")
    )
    assert shipped == again


@pytest.mark.parametrize(
    ("name", "before"), [("objectnav_rgbd", "pointnav_rgbd"), ("objectnav_rgb", "objectnav_rgbd")]
)
def test_what_a_shipped_policy_was_begun_from_is_shipped_to_the_bit(name: str, before: str) -> None:
    """Its card holds the digest of the weights that its training took over."""
    begun_from = shipped_policy(name).card.made["recipe"]["begun_from"]
    assert begun_from == digest_of(known_policy(before))


def test_a_file_that_is_not_what_its_card_tells_is_refused(tmp_path: Path) -> None:
    network = made_network(InputForm((), "point"), 4, SMALL, 5)
    card = PolicyCard("mine", network.form, ACTIONS, 32)
    export_policy(network, card, tmp_path)
    other = msgspec.structs.replace(card, form=InputForm(("depth",), "point"))
    (tmp_path / "mine.json").write_bytes(msgspec.json.encode(other))
    with pytest.raises(BrokenFile, match="does not hold the network that its card tells of"):
        network_from(tmp_path / "mine.onnx")
    (tmp_path / "mine.onnx").write_bytes(b"torn")
    with pytest.raises(BrokenFile, match="cannot be read as an ONNX network"):
        network_from(tmp_path / "mine.onnx")


def test_a_policy_file_is_an_agent_that_does_the_same_twice(tmp_path: Path) -> None:
    network = made_network(InputForm(("depth",), "point"), 4, SMALL, 5)
    export_policy(network, PolicyCard("mine", network.form, ACTIONS, 32), tmp_path)
    corridor = Corridor()
    world, episode = corridor.episode(0)
    options = RolloutOptions(settings=Settings(width_px=64, height_px=48), keep_trace=True)
    logs = [
        rollout(world, corridor.protocol, episode, load_agent(str(tmp_path / "mine.onnx")), options=options)
        for _ in range(2)
    ]
    assert np.array_equal(logs[0].steps.action, logs[1].steps.action)
    chances = logs[0].trace[0]["decision"]["chances"]
    assert set(chances) == set(ACTIONS) and sum(chances.values()) == pytest.approx(1.0, abs=1e-3)
    # Its first chances are those that torch computes from the same readings.
    readings = (
        Trial(
            world,
            corridor.protocol,
            episode,
            sensors_for(corridor.body, ("depth", "point_goal"), settings=options.settings),
        )
        .observe()
        .clean
    )
    decided = network(
        torch.from_numpy(picture_of(readings, network.form))[None, None],
        torch.from_numpy(point_features(readings["point_goal"]))[None, None],
        torch.tensor([[-1]]),
        torch.tensor([[True]]),
        torch.zeros(1, 32),
    )
    assert list(chances.values()) == pytest.approx(torch.softmax(decided.logits[0, 0], -1).tolist(), abs=1e-3)


def test_a_policy_without_card_and_a_card_without_policy_get_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BrokenFile, match="there is no file"):
        load_agent(str(tmp_path / "none.onnx"))
    network = made_network(InputForm((), "point"), 4, SMALL, 5)
    export_policy(network, PolicyCard("mine", network.form, ACTIONS, 32), tmp_path)
    (tmp_path / "mine.json").write_text("{}")
    with pytest.raises(BrokenFile, match="is not the card of a policy"):
        load_agent(str(tmp_path / "mine.onnx"))


def test_depth_is_picked_and_not_averaged() -> None:
    """A wall at 1 m before one at 3 m: no pixel of the small picture lies between."""
    depth_m = np.full((168, 224), 1.0, np.float32)
    depth_m[:, 101:] = 3.0
    small = picture_of({"depth": depth_m}, InputForm(("depth",), "point"))
    assert small.shape == (1, 48, 64)
    assert set(np.unique(small)) == {round(255 * 1.0 / FURTHEST_M), round(255 * 3.0 / FURTHEST_M)}


def test_odd_depths_stay_in_range() -> None:
    depth_m = np.array([[np.nan, np.inf], [0.0, 99.0]], np.float32)
    small = picture_of({"depth": depth_m}, InputForm(("depth",), "point", width_px=2, height_px=2))
    assert small[0].tolist() == [[0, 255], [0, 255]]


def test_a_picture_of_the_right_size_is_left_as_it_is() -> None:
    rgb = np.arange(48 * 64 * 3, dtype=np.uint8).reshape(48, 64, 3)
    assert np.array_equal(picture_of({"rgb": rgb}, InputForm(("rgb",), "point")).transpose(1, 2, 0), rgb)


@given(st.floats(0, 100), st.floats(-4, 4))
def test_point_features_are_small_numbers(r: float, phi: float) -> None:
    found = point_features(np.array([r, phi]))
    assert found.shape == (POINT_FEATURES,) and np.isfinite(found).all() and np.abs(found).max() <= 5.0


def test_a_category_that_was_never_taught_is_refused() -> None:
    assert category_features("chair", ("bed", "chair")).tolist() == [0.0, 1.0]
    with pytest.raises(InvalidInput, match="never taught to find 'sink'"):
        category_features("sink", ("bed", "chair"))


def test_chances_are_a_softmax() -> None:
    logits = np.array([1.0, -2.0, 800.0], np.float32)
    assert np.allclose(shares_of(logits), torch.softmax(torch.from_numpy(logits).double(), -1).numpy())
