"""From torch to the files that agents load: two ONNX networks and a card, checked against torch, and int8."""

from __future__ import annotations

import contextlib
import io
import time
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from wayproof.errors import InvalidInput
from wayproof.learning.network import CELL_PX, MULTIPLE_PX, DenseNetwork
from wayproof.learning.training_images import WIDTH_PX
from wayproof.learning.training_loop import Learner
from wayproof.learning.viewpoints import USUAL_HFOV_RAD
from wayproof.perception.dense import OUTPUTS, Card, outputs_of, read_card
from wayproof.perception.onnx_network import open_network
from wayproof.perception.phrases import ATTRIBUTES, Words
from wayproof.storage import write_atomically

OPSET = 17
# Pictures of up to this many times the trained size are looked at as they are; 256 pixels are made 224.
LARGEST_SHARE = 1.1
LARGEST_DIFFERENCE = 2e-3  # between torch and ONNX Runtime, relative to the size of the numbers


class _Outputs(nn.Module):
    """The network with a tuple for an answer, which is what ONNX knows, and shares instead of logits."""

    def __init__(self, network: DenseNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, picture: Tensor) -> tuple[Tensor, ...]:
        seen = self.network(picture)
        plain = (_shares(seen.category), *(getattr(seen, name) for name in OUTPUTS[1:]))
        outline = self.network.outline
        if outline is None or seen.fine is None:
            return plain
        # The exporter knows no output that hangs on no input.
        return (*plain, seen.fine, outline.names.weight + 0.0 * seen.depth[0, 0, 0, 0])


def _shares(logits: Tensor) -> Tensor:
    """Softmax over channels in steps: ONNX Runtime's own walks across memory and costs four times as much."""
    exponentials = (logits - logits.amax(dim=1, keepdim=True)).exp()
    return exponentials / exponentials.sum(dim=1, keepdim=True)


def card_for(words: Words, *, fine: bool = False) -> Card:
    """What the file says of itself; `fine`: whether it has outlines finer than a cell."""
    return Card(
        words.categories,
        WIDTH_PX,
        CELL_PX,
        MULTIPLE_PX,
        USUAL_HFOV_RAD,
        ATTRIBUTES,
        fine=fine,
        largest_share=LARGEST_SHARE,
    )


def export(learner: Learner, words: Words, file: Path) -> dict[str, float]:
    """Write FILE, FILE_text and the card; how much torch and ONNX Runtime differ, by output.

    Raises if they differ by more than rounding.
    """
    learner.eval()
    # Not the size that it was trained with, so that a size burnt into the file would show.
    picture = torch.from_numpy(_test_picture(160, 208))
    tokens = torch.eye(len(words.tokens))[:3]
    axes = {"picture": {0: "n", 1: "height", 2: "width"}}
    axes |= {name: {0: "n", 2: "rows", 3: "columns"} for name in OUTPUTS}
    fine = learner.network.outline is not None
    outputs = outputs_of(fine)
    if fine:
        axes["fine"] = {0: "n", 2: "half_rows", 3: "half_columns"}
    # In the mode of use itself: the exporter hands the mode that it finds back to all parts.
    _write(_Outputs(learner.network).eval(), picture, file, ["picture"], list(outputs), axes)
    text = file.with_name(f"{file.stem}_text.onnx")
    _write(learner.text, tokens, text, ["tokens"], ["phrase"], {"tokens": {0: "n"}, "phrase": {0: "n"}})
    write_atomically(file.with_suffix(".json"), msgspec.json.encode(card_for(words, fine=fine)))
    found = differences(learner, file, picture, tokens)
    worst = max(found, key=lambda name: found[name])
    if not found[worst] <= LARGEST_DIFFERENCE:
        raise InvalidInput(
            f"{file}: ONNX Runtime and torch differ by {found[worst]:.2g} in {worst!r}, allowed is "
            f"{LARGEST_DIFFERENCE:g}; this torch exports it wrongly: use the one of the extra 'learn'"
        )
    return found


@torch.no_grad()
def differences(learner: Learner, file: Path, picture: Tensor, tokens: Tensor) -> dict[str, float]:
    """The largest difference in each output, relative to the largest number in it."""
    outputs = outputs_of(learner.network.outline is not None)
    run = open_network(file, inputs=("picture",), outputs=outputs, what="dense network")
    text = file.with_name(f"{file.stem}_text.onnx")
    read = open_network(text, inputs=("tokens",), outputs=("phrase",), what="text encoder")
    mine = run({"picture": picture.numpy()}) | read({"tokens": tokens.numpy()})
    theirs = dict(zip(outputs, _Outputs(learner.network)(picture), strict=True))
    theirs["phrase"] = learner.text(tokens)
    return {
        name: float(np.abs(mine[name] - value.numpy()).max() / max(1.0, float(value.abs().max())))
        for name, value in theirs.items()
    }


def shifted(learner: Learner, by: Tensor) -> None:
    """Add to the category logits, for good: how a prior is changed after training."""
    with torch.no_grad():
        bias = learner.network.heads.bias
        assert bias is not None
        bias[: len(by)] += by


def to_int8(file: Path, pictures: Sequence[NDArray[np.uint8]], target: Path) -> None:
    """The same network with weights and activations of eight bits, tuned on some pictures.

    Weights use seven of them: processors without VNNI add two products in sixteen bits, which more would
    overflow, and the same picture would be seen otherwise on another machine.
    """
    from onnxruntime.quantization import (  # noqa: PLC0415 -- needs onnx, an extra
        CalibrationDataReader,
        QuantFormat,
        QuantType,
        quantize_static,
    )

    class Reader(CalibrationDataReader):  # type: ignore[misc] # the library wants a subclass
        def __init__(self) -> None:
            self.rest = iter(pictures)

        def get_next(self) -> dict[str, Any] | None:
            picture = next(self.rest, None)
            return None if picture is None else {"picture": picture[None]}

    with contextlib.redirect_stderr(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        quantize_static(
            str(file),
            str(target),
            Reader(),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            op_types_to_quantize=["Conv"],
            nodes_to_exclude=["/network/heads/Conv"],
        )


def frames_per_second(file: Path, *, height: int = 224, width: int = 224, seconds: float = 1.0) -> float:
    """How many pictures a second of one core's time the network alone looks at."""
    outputs = outputs_of(read_card(file.with_suffix(".json")).fine)
    run = open_network(file, inputs=("picture",), outputs=outputs, what="dense network")
    picture = {"picture": _test_picture(height, width)}
    run(picture)
    start, calls = time.process_time(), 0
    while time.process_time() - start < seconds:
        run(picture)
        calls += 1
    return calls / (time.process_time() - start)


def _write(
    module: nn.Module,
    example: Tensor,
    file: Path,
    inputs: list[str],
    outputs: list[str],
    axes: dict[str, dict[int, str]],
) -> None:
    """Export by tracing: the newer exporter fixes sizes that are to stay free."""
    content = io.BytesIO()
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        torch.onnx.export(
            module,
            (example,),
            content,  # type: ignore[arg-type] # a stream is fine for this exporter
            dynamo=False,
            opset_version=OPSET,
            input_names=inputs,
            output_names=outputs,
            dynamic_axes=axes,
        )
    write_atomically(file, content.getvalue())


def _test_picture(height: int, width: int) -> NDArray[np.uint8]:
    """A picture with edges and gradients, the same every time."""
    rows, columns = np.mgrid[:height, :width]
    layers = [(rows * 3 + columns) % 256, (rows ^ columns) % 256, columns * 255 // width]
    return np.stack(layers, axis=-1).astype(np.uint8)[None]
