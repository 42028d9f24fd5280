"""Wayproof: a proving ground for navigation agents."""

from wayproof.episode.registration import announce_environments

__version__ = "0.1.0"

__all__ = ["__version__"]

announce_environments()
