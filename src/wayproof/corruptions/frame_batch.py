"""Many frames at once: a recording or a training batch, corrupted in one call."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions.stream import start
from wayproof.errors import InvalidInput


def corrupt_batch(
    name: str,
    severity: float,
    frames: NDArray[Any],
    *,
    seed: int = 0,
    scene: str = "",
    episode: str = "",
    profile: str = "fixed",
    one_episode: bool = True,
) -> NDArray[Any]:
    """Corrupt `frames` of shape (n, h, w, 3), (n, h, w) or any other stack of readings of one shape.

    The frames are the steps 0 to n - 1 of one episode: dirt stays where it is, noise changes. With
    `one_episode=False` each is the first step of an episode of its own (named after `episode` and its
    number), as training wants it: every frame gets other dirt. The result is always a new array of the same
    shape and type.
    """
    if not isinstance(frames, np.ndarray) or frames.ndim < 3:
        given = f"shape {frames.shape}" if isinstance(frames, np.ndarray) else type(frames).__name__
        raise InvalidInput(
            f"a batch of {given}; allowed is an array (n, h, w, 3) or (n, h, w): add the axis n"
        )
    result = np.empty_like(frames)
    stream = start(name, severity, seed=seed, scene=scene, episode=episode, profile=profile)
    for number, frame in enumerate(frames):
        if one_episode:
            result[number] = stream(frame, step=number)
        else:
            own = f"{episode}/{number}"
            result[number] = start(name, severity, seed=seed, scene=scene, episode=own, profile=profile)(
                frame
            )
    return result
