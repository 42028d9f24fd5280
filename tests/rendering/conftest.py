"""Worlds to look at, made once for all rendering tests."""

from __future__ import annotations

import pytest

from wayproof.bench.worlds import dense, furnished_flat
from wayproof.scenes.scene import Scene


@pytest.fixture(scope="session")
def flat() -> Scene:
    return furnished_flat(pieces=60)


@pytest.fixture(scope="session")
def dense_flat(flat: Scene) -> Scene:
    return dense(flat, 120_000)
