"""Pictures that do not come: the camera's last one is shown instead, for its colours and its depth alike."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions import Corrupt
from wayproof.corruptions.camera_pictures import checked
from wayproof.corruptions.fault_memory import Keeping
from wayproof.seeding import generator_for
from wayproof.vocabulary import Context


def stalling(seed: int, chance: float, lasts_steps: int) -> Corrupt:
    """Stalls that begin with a chance per step and last so many steps; the first picture always comes.

    Which steps are struck depends on the seed alone. A camera of another size has a memory of its own.
    """
    last: dict[tuple[int, ...], NDArray[Any]] = {}

    def begins(step: int) -> bool:
        return step > 0 and bool(generator_for(seed, step).random() < chance)

    def corrupt(picture: Any, rng: np.random.Generator, context: Context) -> Any:
        new = checked(picture, context)
        stalled = any(begins(context.step - back) for back in range(lasts_steps))
        if not stalled or picture.shape not in last:
            last[picture.shape] = new
        return last[picture.shape].copy()

    return Keeping(corrupt, last)
