"""Pictures per CPU second of the shipped network, beside the target of 40 and beside OpenCV's own runtime."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.perception.dense import Dense
from wayproof.perception.input_images import padded
from wayproof.perception.perceiver_by_name import NETWORKS, load_dense, shipped
from wayproof.rendering.camera import Camera, view_from
from wayproof.rendering.prepared_scene import prepare
from wayproof.rendering.renderer import render
from wayproof.scenes.houses.house import make_house
from wayproof.scenes.light.lightings import light_at_vertices

Row = dict[str, Any]

TARGET = 40.0  # frames per second at 224 x 224 on one core
SIZES = ((224, 224), (168, 224), (256, 256))
UNIT = "frames/CPU s"
EYE_M = 0.88
_SECONDS = 1.0


def rows() -> list[Row]:
    """All rows of the area "perception"; takes about twenty seconds. Empty without a shipped network."""
    if "dense" not in shipped():
        return []
    perceiver = load_dense()
    table = [
        _row(f"dense_{width}x{height}", _network_rate(perceiver, height, width)) for height, width in SIZES
    ]
    table += [
        _row(f"{ability}_224x224", _rate(_asking(perceiver, ability)))
        for ability in ("segment", "detect", "match")
    ]
    peer = _opencv_rate(224, 224)
    if peer is not None:
        table.append(_row("dense_224x224_runtime", _network_rate(perceiver, 224, 224), "OpenCV DNN", peer))
    return table


def _asking(perceiver: Dense, ability: str) -> Callable[[int], object]:
    """One question to the perceiver about ever new pictures, as an agent asks it."""
    calls: dict[str, Callable[[NDArray[np.uint8]], object]] = {
        "segment": perceiver.segment,
        "detect": perceiver.detect,
        "match": lambda rgb: perceiver.match(rgb, "brown wooden chair"),
    }
    return lambda number: calls[ability](new_picture(224, 224, number))


def _network_rate(perceiver: Dense, height: int, width: int) -> float:
    return _rate(lambda number: perceiver.outputs(new_picture(height, width, number)))


def new_picture(height: int, width: int, number: int) -> NDArray[np.uint8]:
    """One of the pictures with a pixel of its own: the perceiver would remember what it has seen before."""
    pictures = _pictures(height, width)
    picture = pictures[number % len(pictures)].copy()
    picture[0, 0] = number % 256, number // 256 % 256, number // 65536
    return picture


def _opencv_rate(height: int, width: int) -> float | None:
    """The same file in OpenCV's runtime on one thread; None where it cannot read the file."""
    picture = padded(_pictures(height, width)[0], 16)[None]
    threads = cv2.getNumThreads()
    try:
        cv2.setNumThreads(1)
        network = cv2.dnn.readNetFromONNX(str(NETWORKS / "dense.onnx"))

        def run(number: int) -> object:
            network.setInput(picture)
            return network.forward()

        return _rate(run)
    except cv2.error:
        return None
    finally:
        cv2.setNumThreads(threads)


def _rate(work: Callable[[int], object]) -> float:
    """Calls per second of this process's CPU time."""
    work(0)
    work(1)
    start, calls = time.process_time(), 0
    while calls == 0 or time.process_time() - start < _SECONDS:
        work(calls + 2)
        calls += 1
    return calls / (time.process_time() - start)


@cache
def _pictures(height: int, width: int) -> tuple[NDArray[np.uint8], ...]:
    """Four rooms of a house, as a robot sees them; what it costs to find things depends on what there is."""
    house = make_house(0, split="val", rooms=5)
    views = [
        view_from((float(x), EYE_M, float(z)), float(number))
        for number, (x, z) in enumerate(np.mean(room.polygon_m, axis=0) for room in house.rooms[:4])
    ]
    frames = render(
        prepare(house, light=light_at_vertices(house)),
        views,
        Camera(width, height, math.radians(79.0)),
        want=("rgb",),
    )
    return tuple(np.asarray(frame.rgb, np.uint8) for frame in frames)


def _row(name: str, value: float, peer: str = "target", peer_value: float = TARGET) -> Row:
    return {
        "area": "perception",
        "name": name,
        "value": round(value, 1),
        "unit": UNIT,
        "peer": peer,
        "peer_value": round(peer_value, 1),
        "ratio": round(value / peer_value, 2),
    }
