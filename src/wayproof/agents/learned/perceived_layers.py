"""What the shipped perception network makes of a picture, as inputs of a policy: it is frozen, and no rule.

An object-goal policy that had to learn from nothing what a mug looks like would need far more frames than it
gets here. So it is given how likely each place of the picture shows the wanted kind of thing, and, where it
has no depth camera, how far away each place seems to be.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.kinds import plainly_answering
from wayproof.perception import load_dense

WANTED_FEATURES = 7
Floats = NDArray[np.float32]


def perceived_layer(rgb: NDArray[np.uint8], name: str, category: str | None) -> Floats:
    """One layer by the network's cells: shares of the wanted category, or depth in metres.

    Several layers of one picture cost one pass of the network, which remembers its last picture.
    """
    output = load_dense().outputs(rgb)
    if name == "depth":
        return output.depth
    return np.asarray(output.category[list(known_kinds(category))].sum(axis=0), np.float32)


@lru_cache
def known_kinds(category: str | None) -> tuple[int, ...]:
    """The places, among the network's categories, of those that answer to a name."""
    known = load_dense().categories
    found = tuple(known.index(name) for name in plainly_answering(category or "") if name in known)
    if not found:
        raise InvalidInput(
            f"an object-goal policy cannot look for {category!r}; ask for a kind of thing that the network "
            "knows, such as a mug"
        )
    return found


def wanted_features(wanted: NDArray[np.uint8], depth_m: Floats) -> Floats:
    """Where the wanted thing is seen best and how far away, weighed by how likely it is seen at all.

    The distance is in several scales, so that a network can learn where to stop.
    """
    row, column = divmod(int(wanted.argmax()), wanted.shape[1])
    share = float(wanted[row, column]) / 255.0
    near_m = float(depth_m[row, column])
    down, across = (
        2.0 * (at + 0.5) / side - 1.0 for at, side in zip((row, column), wanted.shape, strict=True)
    )
    area = math.sqrt(float(wanted.mean()) / 255.0)
    found = (1.0, across, down, near_m / 5.0, min(near_m, 1.0), math.exp(-near_m))
    return np.array([*(share * value for value in found), area], np.float32)
