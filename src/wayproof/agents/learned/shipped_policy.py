"""The policy networks that come with Wayproof, opened once in a process."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from wayproof.agents.learned.network_policy import OpenPolicy, open_policy

NETWORKS = Path(__file__).parent / "networks"


@lru_cache
def shipped_policy(name: str) -> OpenPolicy:
    """A policy by its name, which is that of its agent."""
    return open_policy(NETWORKS / f"{name}.onnx")
