"""The one source of randomness: a generator derived from names, never from a shared stream.

Two workers, two orders or a resumed run meet the same draws, because each draw depends only on who
asks (run seed, scene, episode, component, step) and not on what was drawn before.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
from numpy.random.bit_generator import ISeedSequence
from numpy.typing import NDArray

Name = str | int
ANY_SEED = 0  # of how many seeds an agent's is, in older runs: every episode had one of its own


def key_for(run_seed: int, *names: Name) -> int:
    """A 128-bit key for the given names; different lists of names give unrelated keys.

    Integers and strings are kept apart (1 is not "1"), and so are the borders between names.
    """
    digest = hashlib.blake2b(digest_size=16)
    for name in (run_seed, *names):
        text = f"i{int(name)}" if isinstance(name, int | np.integer) else f"s{name}"
        encoded = text.encode()
        digest.update(len(encoded).to_bytes(4, "little"))
        digest.update(encoded)
    return int.from_bytes(digest.digest(), "little")


def generator_for(run_seed: int, *names: Name) -> np.random.Generator:
    """A counter-based generator for (run_seed, scene, episode, component, step) or any such list of names.

    >>> a = generator_for(7, "house", 3, "speckle", 0).random()
    >>> a == generator_for(7, "house", 3, "speckle", 0).random()
    True
    >>> a == generator_for(7, "house", 3, "speckle", 1).random()
    False
    """
    return np.random.Generator(np.random.Philox(_Key(key_for(run_seed, *names))))  # type: ignore[arg-type]


class _Key(ISeedSequence):
    """A key where NumPy takes a seed; with `Philox(key=...)` it also asks the system for entropy in vain."""

    def __init__(self, key: int) -> None:
        self.key = key

    def generate_state(self, n_words: int, dtype: Any = np.uint32) -> NDArray[np.uint64]:
        return np.frombuffer(self.key.to_bytes(16, "little"), "<u8")
