"""Tells Gymnasium which environments there are, without loading any of them.

Gymnasium calls this through the entry point "gymnasium.envs" of the installed package when it is imported itself,
hence everything here stays light: the environment is named, not imported.
"""

from __future__ import annotations


def register_environments() -> None:
    """Make `gymnasium.make("wayproof/PointNav-v0")` work; called once by Gymnasium."""
    from gymnasium.envs.registration import register  # noqa: PLC0415  # Gymnasium is half imported when it calls

    register(id="wayproof/PointNav-v0", entry_point="wayproof.environment:PointNavEnv")
