"""Tiny networks with random weights in the shape of each foreign interface, written as ONNX files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from wayproof.seeding import generator_for

WIDTH = 8
VOCABULARY = 64
FLOAT, INT = TensorProto.FLOAT, TensorProto.INT64
TOKENS = {"chair": [5], "red": [7], "table": [9], "wall": [11], "floor": [12], "ceiling": [13]}


def tokenise(phrase: str, marked: bool) -> list[int]:
    """Words by a small table, others by their length, between marks if asked for."""
    ids = [t for word in phrase.split() for t in TOKENS.get(word, [20 + len(word)])]
    return [1, *ids, 2] if marked else ids


def text_model(folder: Path) -> None:
    """Sum of word vectors under the mask."""
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["words"]),
        helper.make_node("Cast", ["attention_mask"], ["mask"], to=FLOAT),
        helper.make_node("Unsqueeze", ["mask", "last"], ["wide"]),
        helper.make_node("Mul", ["words", "wide"], ["kept"]),
        helper.make_node("ReduceSum", ["kept", "one"], ["text_embeds"], keepdims=0),
    ]
    constants = {"table": random(VOCABULARY * 800, WIDTH), "last": np.array([2]), "one": np.array([1])}
    inputs = {"input_ids": (INT, ["n", "l"]), "attention_mask": (INT, ["n", "l"])}
    write(folder / "text_model.onnx", nodes, inputs, {"text_embeds": ["n", WIDTH]}, constants)


def clip(folder: Path) -> None:
    text_model(folder)
    nodes = [
        helper.make_node("ReduceMean", ["pixel_values"], ["mean"], axes=[2, 3], keepdims=0),
        helper.make_node("MatMul", ["mean", "weights"], ["image_embeds"]),
    ]
    inputs = {"pixel_values": (FLOAT, ["n", 3, 224, 224])}
    constants = {"weights": random(3, WIDTH)}
    write(folder / "vision_model.onnx", nodes, inputs, {"image_embeds": ["n", WIDTH]}, constants)


def blip2(folder: Path) -> None:
    text_model(folder)
    nodes = [
        helper.make_node("ReduceMean", ["pixel_values"], ["mean"], axes=[2, 3], keepdims=0),
        helper.make_node("MatMul", ["mean", "weights"], ["flat"]),
        helper.make_node("Reshape", ["flat", "shape"], ["image_embeds"]),
    ]
    constants = {"weights": random(3, 4 * WIDTH), "shape": np.array([-1, 4, WIDTH])}
    inputs = {"pixel_values": (FLOAT, ["n", 3, 224, 224])}
    write(folder / "vision_model.onnx", nodes, inputs, {"image_embeds": ["n", 4, WIDTH]}, constants)


def sed(folder: Path) -> None:
    text_model(folder)
    nodes = [
        helper.make_node("AveragePool", ["pixel_values"], ["small"], kernel_shape=[16, 16], strides=[16, 16]),
        helper.make_node("Conv", ["small", "kernel"], ["features"]),
        helper.make_node("Einsum", ["text_embeds", "features"], ["logits"], equation="kd,ndhw->nkhw"),
    ]
    inputs = {"pixel_values": (FLOAT, [1, 3, 384, 384]), "text_embeds": (FLOAT, ["k", WIDTH])}
    constants = {"kernel": random(WIDTH, 3, 1, 1)}
    write(folder / "model.onnx", nodes, inputs, {"logits": [1, "k", 24, 24]}, constants)


def yolo_world(folder: Path, boxes: Sequence[Sequence[float]]) -> None:
    text_model(folder)
    nodes = [
        helper.make_node("ReduceMean", ["images"], ["mean"], axes=[1, 2, 3], keepdims=1),
        helper.make_node("Squeeze", ["mean", "first"], ["level"]),
        helper.make_node("Add", ["features", "level"], ["seen"]),
        helper.make_node("Einsum", ["seen", "txt_feats"], ["logits"], equation="nad,nkd->nak"),
        helper.make_node("Sigmoid", ["logits"], ["scores"]),
        helper.make_node("Identity", ["places"], ["boxes"]),
    ]
    constants = {
        "features": random(1, len(boxes), WIDTH) * 4,
        "places": np.array([boxes], np.float32),
        "first": np.array([1]),
    }
    inputs = {"images": (FLOAT, [1, 3, 640, 640]), "txt_feats": (FLOAT, [1, "k", WIDTH])}
    outputs = {"scores": [1, len(boxes), "k"], "boxes": [1, len(boxes), 4]}
    write(folder / "model.onnx", nodes, inputs, outputs, constants)


def grounding_dino(folder: Path, boxes: Sequence[Sequence[float]]) -> None:
    nodes = [
        helper.make_node("ReduceMean", ["pixel_values"], ["level"], axes=[1, 2, 3], keepdims=0),
        helper.make_node("Gather", ["table", "input_ids"], ["words"]),
        helper.make_node("Transpose", ["words"], ["turned"], perm=[0, 2, 1]),
        helper.make_node("Add", ["turned", "level"], ["logits"]),
        helper.make_node("Identity", ["places"], ["pred_boxes"]),
    ]
    constants = {"table": random(2000, len(boxes)) * 4, "places": np.array([boxes], np.float32)}
    inputs = {"pixel_values": (FLOAT, [1, 3, 800, 800]), "input_ids": (INT, [1, "t"])}
    outputs = {"logits": [1, len(boxes), "t"], "pred_boxes": [1, len(boxes), 4]}
    write(folder / "model.onnx", nodes, inputs, outputs, constants)


def random(*shape: int) -> np.ndarray:
    return generator_for(0, "tiny", *shape).normal(size=shape).astype(np.float32)


def write(
    file: Path,
    nodes: list[onnx.NodeProto],
    inputs: dict[str, tuple[int, list[int | str]]],
    outputs: dict[str, list[int | str]],
    constants: dict[str, np.ndarray],
) -> None:
    graph = helper.make_graph(
        nodes,
        file.stem,
        [helper.make_tensor_value_info(name, kind, shape) for name, (kind, shape) in inputs.items()],
        [helper.make_tensor_value_info(name, FLOAT, shape) for name, shape in outputs.items()],
        [numpy_helper.from_array(np.asarray(value), name) for name, value in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.checker.check_model(model)
    file.write_bytes(model.SerializeToString())
