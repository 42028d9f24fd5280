"""H.264: a video stream over a thin link, with blocks, smeared detail and trails behind what moves.

It is an approximation made of the codec's own steps, and the same on every machine: blocks of 8 x 8, each
predicted from its neighbours or from the frame before, whichever is nearer; a cosine transform of what is
left; H.264's tables of quantiser steps; colours at half the size. Motion search, entropy coding and the loop
filter are left out: they save bits or hide seams, and the strength is given as the quantiser, not as a bit
rate. On walks through our houses it is within 1.5 dB of libx264 at the same quantiser.
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

QUANTISER = (30.0, 34.0, 38.0, 42.0, 46.0)
BEST_QUANTISER = 18.0
WHOLE_EVERY_STEPS = 12
BLOCK = 8
MIDDLE = 128.0
WHOLE_ROUNDING, DIFFERENCE_ROUNDING = np.float32(1.0 / 3.0), np.float32(1.0 / 6.0)
COLOUR_QUANTISER = (
    (0.0, 29.0, 30.0, 34.0, 38.0, 42.0, 46.0, 51.0),
    (0.0, 29.0, 29.0, 32.0, 35.0, 37.0, 38.0, 39.0),
)


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
        "quantiser of colours": "29, 32, 35, 37, 38 at the five strengths (follows the standard's table)",
        "prediction": "mean of the pixels above and left, or the frame before: the nearer (ours)",
        "whole frames": f"one in {WHOLE_EVERY_STEPS}, differences in between (ours)",
        "rounding": "a third of a step, a sixth for differences, is added before cutting (follows "
        "common encoders)",
    },
    approximation="made of the codec's steps without motion search and loop filter, in runs as well",
)
def h264(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Frames of a video stream at a coarse quantiser; differences too small to send are left out."""
    quantiser = setting.between(*QUANTISER, zero=BEST_QUANTISER)
    colours = float(np.interp(quantiser, *COLOUR_QUANTISER))
    last: dict[tuple[int, ...], tuple[int, tuple[Floats, ...]]] = {}

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        planes = _planes(frame)
        before, shown = last.get(frame.shape, (-1, ()))
        whole = context.step % WHOLE_EVERY_STEPS == 0 or before != context.step - 1
        sent = tuple(
            _sent(
                plane,
                plane if whole else shown[number],
                whole,
                BASIS,
                _step(colours if number else quantiser),
            )
            for number, plane in enumerate(planes)
        )
        last[frame.shape] = (context.step, sent)
        return _frame(sent, frame.shape)

    return Keeping(on_frames(corrupt), last)


def _step(quantiser: float) -> np.float32:
    """The distance of two values that can be told apart."""
    return np.float32(0.625 * 2.0 ** (quantiser / 6.0))


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


@inlined
def _neighbours_mean(result: Floats, top: int, left: int) -> np.float32:
    """The mean of the finished pixels just above a block and just to its left."""
    total, count = np.float32(0.0), 0
    for k in range(BLOCK):
        if top > 0:
            total += result[top - 1, left + k]
            count += 1
        if left > 0:
            total += result[top + k, left - 1]
            count += 1
    return np.float32(total / count) if count else np.float32(MIDDLE)


@inlined
def _quantised(waves: Floats, step: np.float32, rounding: np.float32) -> None:
    """Cut the waves of one block to whole steps, in place."""
    for k in range(BLOCK):
        for m in range(BLOCK):
            steps = np.floor(np.abs(waves[k, m]) / step + rounding)
            waves[k, m] = np.sign(waves[k, m]) * steps * step


@kernel
def _sent(plane: Floats, before: Floats, whole: bool, basis: Floats, step: np.float32) -> Floats:
    """A plane as the receiver has it: block by block a prediction and the coarse rest.

    Blocks are predicted by their neighbours in a whole frame, else by the frame before where that is nearer.
    """
    result = np.empty_like(plane)
    guess, waves, half = np.empty_like(basis), np.empty_like(basis), np.empty_like(basis)
    back = np.ascontiguousarray(basis.T)
    for top in range(0, plane.shape[0], BLOCK):
        for left in range(0, plane.shape[1], BLOCK):
            block = plane[top : top + BLOCK, left : left + BLOCK]
            old = before[top : top + BLOCK, left : left + BLOCK]
            mean = _neighbours_mean(result, top, left)
            fresh = whole or np.abs(block - mean).sum() < np.abs(block - old).sum()
            guess[:] = mean
            if not fresh:
                guess[:] = old
            _product(basis, block - guess, half)
            _product(half, back, waves)
            _quantised(waves, step, WHOLE_ROUNDING if fresh else DIFFERENCE_ROUNDING)
            _product(back, waves, half)
            _product(half, basis, waves)
            result[top : top + BLOCK, left : left + BLOCK] = guess + waves
    return result
