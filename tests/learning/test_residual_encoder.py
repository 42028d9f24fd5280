"""ResNet-18 as an encoder: its published size, trained weights taken over, learning, and out and back."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="the extra `learn` is not installed")

from safetensors.torch import save_file  # noqa: E402

from wayproof.agents.learned.policy_card import PolicyCard  # noqa: E402
from wayproof.agents.learned.policy_inputs import InputForm  # noqa: E402
from wayproof.errors import BrokenFile, InvalidInput  # noqa: E402
from wayproof.learning.policies.auxiliary_heads import WithHead  # noqa: E402
from wayproof.learning.policies.policy_export import export_policy, network_from  # noqa: E402
from wayproof.learning.policies.policy_network import PolicySizes, made_network  # noqa: E402
from wayproof.learning.policies.residual_encoder import Trunk, take_weights  # noqa: E402

ACTIONS = ("stop", "forward", "turn_left", "turn_right")
SIZES = PolicySizes(hidden=32, encoder="resnet18")
RGBD = InputForm(("rgb", "depth"), "point")


def steps_of(form: InputForm, steps: int = 2, count: int = 3):
    generator = torch.Generator().manual_seed(0)
    shape = (steps, count, form.channels, form.height_px, form.width_px)
    return (
        torch.randint(0, 256, shape, generator=generator, dtype=torch.uint8),
        torch.randn(steps, count, form.goal_size, generator=generator),
        torch.zeros(steps, count, dtype=torch.int64),
        torch.zeros(steps, count, dtype=torch.bool),
        torch.zeros(count, 32),
    )


def test_the_trunk_has_the_published_number_of_weights_and_features() -> None:
    """11,689,512 with the classifier (torchvision), whose 513,000 we leave out."""
    trunk = Trunk(3)
    assert sum(weights.numel() for weights in trunk.parameters()) == 11_689_512 - 513_000
    assert trunk(torch.zeros(1, 3, 96, 128)).shape == (1, 512, 3, 4)


def test_every_weight_that_acts_gets_a_gradient_and_one_step_changes_the_decision() -> None:
    network = made_network(RGBD, 4, SIZES, 0)
    given = steps_of(RGBD, steps=1, count=1)
    decided = network(*given)
    (decided.logits.square().sum() + decided.values.sum()).backward()
    without = {name for name, weights in network.named_parameters() if weights.grad is None}
    assert not without
    torch.optim.SGD(network.parameters(), lr=1e-3).step()
    assert not torch.equal(network(*given).logits, decided.logits)


def test_a_picture_decides_the_same_alone_and_in_a_batch() -> None:
    network = made_network(RGBD, 4, SIZES, 0)
    picture, goal, previous, begins, memory = steps_of(RGBD)
    together = network(picture, goal, previous, begins, memory).logits[0, 0]
    alone = network(picture[:1, :1], goal[:1, :1], previous[:1, :1], begins[:1, :1], memory[:1]).logits[0, 0]
    assert torch.allclose(together, alone, atol=1e-5)


@pytest.mark.slow
def test_it_is_exported_and_loads_back_with_the_same_bits(tmp_path: Path) -> None:
    network = made_network(RGBD, 4, SIZES, 5)
    generator = torch.Generator().manual_seed(1)
    for weights in network.state_dict().values():  # statistics included: all differ
        weights.add_(0.01 * torch.rand(weights.shape, generator=generator))
    card = PolicyCard("mine", RGBD, ACTIONS, 32)
    export_policy(network, card, tmp_path)  # compares ONNX Runtime with torch itself
    back, found = network_from(tmp_path / "mine.onnx")
    assert found == card and back.sizes == SIZES
    for name, value in network.state_dict().items():
        assert torch.equal(value, back.state_dict()[name]), name


@pytest.mark.parametrize("channels", [1, 3, 4])
def test_trained_weights_are_taken_over(tmp_path: Path, channels: int) -> None:
    weights = {name: torch.full_like(value, 0.5) for name, value in Trunk(3).state_dict().items()}
    weights["conv1.weight"][:, 0] = 2.0
    save_file({**weights, "fc.weight": torch.zeros(1000, 512)}, tmp_path / "resnet.safetensors")
    trunk = Trunk(channels)
    take_weights(trunk, tmp_path / "resnet.safetensors")
    first = trunk.conv1.weight[0, :, 0, 0].tolist()
    assert first == {3: [2.0, 0.5, 0.5], 1: [1.0], 4: [2.0, 0.5, 0.5, 1.0]}[channels]
    assert trunk.layer4[1].bn2.running_var.eq(0.5).all()


def test_other_files_and_other_encoders_get_a_sentence(tmp_path: Path) -> None:
    save_file({"conv1.weight": torch.zeros(1)}, tmp_path / "other.safetensors")
    (tmp_path / "torn.safetensors").write_bytes(b"torn")
    with pytest.raises(BrokenFile, match="holds no weights of a ResNet-18: bn1.bias"):
        take_weights(Trunk(3), tmp_path / "other.safetensors")
    with pytest.raises(BrokenFile, match="is not a safetensors file"):
        take_weights(Trunk(3), tmp_path / "torn.safetensors")
    with pytest.raises(InvalidInput, match="the encoder is 'vit'; give small or resnet18"):
        PolicySizes(encoder="vit")


@pytest.mark.parametrize("head", ["action", "rotation"])
def test_auxiliary_heads_fit_its_features(head: str) -> None:
    network = WithHead(made_network(RGBD, 4, SIZES, 0), head)
    picture, _, previous, begins, _ = steps_of(RGBD)
    assert torch.isfinite(network.guess(picture, previous, begins).loss)
