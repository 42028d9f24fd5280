"""H.264: a video stream over a thin link, with blocks, smeared detail and trails behind what moves.

It is an approximation made of the codec's own steps, and the same on every machine: blocks of 8 x 8, a
cosine transform, H.264's table of quantiser steps, colours at half the size, and frames told as differences
to the one before. Motion search, entropy coding and the loop filter are left out: they save bits or hide
seams, and the strength is given as the quantiser, not as a bit rate.
"""

from __future__ import annotations

import cv2
import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.fault_memory import Keeping
from wayproof.corruptions.rgb.frame_form import Floats, Pixels, on_frames
from wayproof.corruptions.setting import listed
from wayproof.kernels import inlined, kernel
from wayproof.vocabulary import Context

QUANTISER = (30.0, 36.0, 41.0, 46.0, 51.0)
BEST_QUANTISER = 18.0
WHOLE_EVERY_STEPS = 12
BLOCK = 8
WHOLE_ROUNDING, DIFFERENCE_ROUNDING = 1.0 / 3.0, 1.0 / 6.0


def _basis() -> Floats:
    """The orthonormal cosine transform of eight values."""
    k, n = np.mgrid[0:BLOCK, 0:BLOCK]
    waves = np.cos((2 * n + 1) * k * np.pi / (2 * BLOCK)) * np.sqrt(2.0 / BLOCK)
    waves[0] /= np.sqrt(2.0)
    return np.asarray(waves, np.float32)


BASIS = _basis()


@corruption(
    modality="rgb",
    sources=("ours",),
    scope="episode",
    constants={
        "quantiser": f"{listed(QUANTISER)} (ours: QP of H.264, 51 is its coarsest)",
        "best quantiser": f"{BEST_QUANTISER:g}, towards severity 0 (ours)",
        "quantiser step": "0.625 at 0, doubled every 6 (follows the standard)",
        "whole frames": f"one in {WHOLE_EVERY_STEPS}, differences in between (ours)",
        "rounding": "a third of a step, a sixth for differences, is added before cutting (follows "
        "common encoders)",
    },
    approximation="made of the codec's steps without motion search and loop filter, in runs as well",
)
def h264(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Frames of a video stream at a coarse quantiser; differences too small to send are left out."""
    step = 0.625 * 2.0 ** (setting.between(*QUANTISER, zero=BEST_QUANTISER) / 6.0)
    last: dict[tuple[int, ...], tuple[int, tuple[Floats, ...]]] = {}

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        planes = _planes(frame)
        before, shown = last.get(frame.shape, (-1, ()))
        whole = context.step % WHOLE_EVERY_STEPS == 0 or before != context.step - 1
        base = tuple(np.full_like(plane, 128.0) for plane in planes) if whole else shown
        rounding = WHOLE_ROUNDING if whole else DIFFERENCE_ROUNDING
        sent = tuple(
            base_plane + _quantised(plane - base_plane, BASIS, np.float32(step), np.float32(rounding))
            for plane, base_plane in zip(planes, base, strict=True)
        )
        last[frame.shape] = (context.step, sent)
        return _frame(sent, frame.shape)

    return Keeping(on_frames(corrupt), last)


def _planes(frame: Pixels) -> tuple[Floats, ...]:
    """Brightness, and the two colours at half the size, each padded to whole blocks."""
    if frame.shape[2] == 1:
        return (_padded(frame[:, :, 0]),)
    split = cv2.split(cv2.cvtColor(frame, cv2.COLOR_RGB2YCrCb))
    half = (max(frame.shape[1] // 2, 1), max(frame.shape[0] // 2, 1))
    return (
        _padded(split[0]),
        *(_padded(cv2.resize(one, half, interpolation=cv2.INTER_AREA)) for one in split[1:]),
    )


def _padded(plane: np.ndarray) -> Floats:
    below, right = (-side % BLOCK for side in plane.shape)
    return np.pad(plane, ((0, below), (0, right)), mode="edge").astype(np.float32)


def _frame(planes: tuple[Floats, ...], shape: tuple[int, ...]) -> Pixels:
    height, width = shape[:2]
    whole = np.clip(np.rint(planes[0][:height, :width]), 0, 255).astype(np.uint8)
    if len(planes) == 1:
        return whole[:, :, None]
    rows, columns = max(height // 2, 1), max(width // 2, 1)
    colours = [
        cv2.resize(np.clip(plane[:rows, :columns], 0, 255), (width, height), interpolation=cv2.INTER_LINEAR)
        for plane in planes[1:]
    ]
    merged = np.dstack([whole, *(np.rint(colour).astype(np.uint8) for colour in colours)])
    return np.asarray(cv2.cvtColor(merged, cv2.COLOR_YCrCb2RGB), np.uint8)


@inlined
def _product(one: Floats, other: Floats, product: Floats) -> None:
    """The product of two matrices, added up in the same order on every machine."""
    for row in range(BLOCK):
        for column in range(BLOCK):
            total = np.float32(0.0)
            for k in range(BLOCK):
                total += one[row, k] * other[k, column]
            product[row, column] = total


@kernel
def _quantised(plane: Floats, basis: Floats, step: np.float32, rounding: np.float32) -> Floats:
    """A plane as it comes out of blocks whose cosine transform was cut to whole steps."""
    result = np.empty_like(plane)
    half, waves = np.empty_like(basis), np.empty_like(basis)
    back = np.ascontiguousarray(basis.T)
    for top in range(0, plane.shape[0], BLOCK):
        for left in range(0, plane.shape[1], BLOCK):
            block = plane[top : top + BLOCK, left : left + BLOCK]
            _product(basis, block, half)
            _product(half, back, waves)
            for k in range(BLOCK):
                for m in range(BLOCK):
                    steps = np.floor(np.abs(waves[k, m]) / step + rounding)
                    waves[k, m] = np.sign(waves[k, m]) * steps * step
            _product(back, waves, half)
            _product(half, basis, result[top : top + BLOCK, left : left + BLOCK])
    return result
