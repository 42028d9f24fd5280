"""A trained policy as the files that its agent loads: ONNX, weights to go on training from, and a card."""

from __future__ import annotations

import contextlib
import io
import warnings
from pathlib import Path

import msgspec
import numpy as np
import onnx
import torch
from google.protobuf.message import DecodeError  # type: ignore[import-untyped]
from onnx.numpy_helper import to_array
from safetensors.torch import save
from torch import Tensor, nn

from wayproof.agents.learned.network_policy import INPUTS, OUTPUTS, open_policy
from wayproof.agents.learned.policy_card import PolicyCard, read_card
from wayproof.errors import BrokenFile, InvalidInput
from wayproof.learning.policies.policy_network import PolicyNetwork, PolicySizes
from wayproof.storage import write_atomically

OPSET = 17
PREFIX = "network."  # of the weights' names in a file: where the module stands in _OneStep
LARGEST_DIFFERENCE = 1e-4


class _OneStep(nn.Module):
    """The network at one step of n trials, which is how an agent asks it."""

    def __init__(self, network: PolicyNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(
        self, picture: Tensor, goal: Tensor, previous: Tensor, begins: Tensor, memory: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        decided = self.network(picture[None], goal[None], previous[None], begins[None], memory)
        return decided.logits[0], decided.values[0], decided.memory


def export_policy(network: PolicyNetwork, card: PolicyCard, folder: Path) -> None:
    """Write NAME.onnx, NAME.safetensors and NAME.json; raises if ONNX Runtime computes something else."""
    example = _example(network)
    content = io.BytesIO()
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        torch.onnx.export(
            _OneStep(network).eval(),
            example,
            content,  # type: ignore[arg-type] # a stream is fine for this exporter
            dynamo=False,
            training=torch.onnx.TrainingMode.PRESERVE,  # else normalisation is folded into other weights
            opset_version=OPSET,
            input_names=list(INPUTS),
            output_names=list(OUTPUTS),
            dynamic_axes={name: {0: "n"} for name in (*INPUTS, *OUTPUTS)},
        )
    write_atomically(folder / f"{card.name}.onnx", content.getvalue())
    weights = {name: value.detach().clone().contiguous() for name, value in network.state_dict().items()}
    sizes = msgspec.json.encode(network.sizes).decode()
    write_atomically(folder / f"{card.name}.safetensors", save(weights, metadata={"sizes": sizes}))
    write_atomically(
        folder / f"{card.name}.json", msgspec.json.format(msgspec.json.encode(card), indent=2) + b"\n"
    )
    _check(network, card, folder, example)


def network_from(file: Path) -> tuple[PolicyNetwork, PolicyCard]:
    """The policy of an ONNX file as a torch module again, with the same weights to the bit, and its card."""
    card = read_card(file.with_suffix(".json"))
    weights = _weights_in(file)
    try:
        network = PolicyNetwork(card.form, len(card.actions), _sizes_in(weights, card))
        known = network.state_dict()  # constants of the graph are no weights
        network.load_state_dict({name: value for name, value in weights.items() if name in known})
    except (KeyError, RuntimeError) as error:
        raise BrokenFile(
            f"{file} does not hold the network that its card tells of: {error}; export the policy again"
        ) from error
    return network.to(memory_format=torch.channels_last), card  # type: ignore[call-overload]


def _weights_in(file: Path) -> dict[str, Tensor]:
    """A module's weights by their names, found again in a graph.

    Two things happen to them on the way into the file: of equal ones only one is written, and an Identity
    names the others; and the matrix of a layer of sequences is written turned, without its name.
    """
    try:
        graph = onnx.load(file, load_external_data=False).graph
        stored = {one.name: to_array(one) for one in graph.initializer}
    except (OSError, ValueError, DecodeError) as error:
        raise BrokenFile(f"{file} cannot be read as an ONNX network: {error}; name another file") from error
    made = {name: node for node in graph.node for name in node.output}
    for name, node in made.items():
        if node.op_type == "Identity" and node.input[0] in stored:
            stored[name] = stored[node.input[0]]
    for node in graph.node:
        for bias, other in (node.input, node.input[::-1]) if node.op_type == "Add" else ():
            if bias in stored and other in made and made[other].op_type == "MatMul":
                stored[bias.replace("bias", "weight")] = stored[made[other].input[1]].T
    return {
        name.removeprefix(PREFIX): torch.from_numpy(np.array(value, order="C"))
        for name, value in stored.items()
        if name.startswith(PREFIX)
    }


def _sizes_in(weights: dict[str, Tensor], card: PolicyCard) -> PolicySizes:
    """The sizes that the shapes of the weights tell."""
    goal, monitor = weights["goal.0.weight"].shape[0], "progress.weight" in weights
    if not card.form.channels:
        return PolicySizes(goal=goal, hidden=card.hidden, monitor=monitor)
    if "encoder.compressor.weight" in weights:
        compressed = weights["encoder.compressor.weight"].shape[0]
        return PolicySizes(
            compressed=compressed, goal=goal, hidden=card.hidden, encoder="resnet18", monitor=monitor
        )
    first, second, third, compressed = (weights[f"encoder.{at}.weight"].shape[0] for at in (0, 2, 4, 6))
    return PolicySizes((first, second, third), compressed, goal, card.hidden, monitor=monitor)


def _example(network: PolicyNetwork) -> tuple[Tensor, ...]:
    form, count = network.form, 3
    rows = torch.arange(count * form.channels * form.height_px * form.width_px)
    picture = (rows * 7 % 256).to(torch.uint8).view(count, form.channels, form.height_px, form.width_px)
    goal = torch.linspace(-1.0, 1.0, count * form.goal_size).view(count, form.goal_size)
    begins = torch.tensor([True, False, False])
    memory = torch.linspace(-1.0, 1.0, count * network.sizes.hidden).view(count, -1)
    return picture, goal, torch.tensor([-1, 0, 1]), begins, memory


@torch.no_grad()
def _check(network: PolicyNetwork, card: PolicyCard, folder: Path, example: tuple[Tensor, ...]) -> None:
    theirs = open_policy(folder / f"{card.name}.onnx").network(
        {name: value.numpy() for name, value in zip(INPUTS, example, strict=True)}
    )
    mine = _OneStep(network)(*example)
    for name, value in zip(OUTPUTS, mine, strict=True):
        gap = float(np.abs(theirs[name] - value.numpy()).max())
        if not gap <= LARGEST_DIFFERENCE:
            raise InvalidInput(
                f"{card.name}: ONNX Runtime and torch differ by {gap:.2g} in {name}; this torch exports it "
                "wrongly: use the one of the extra 'learn'"
            )
