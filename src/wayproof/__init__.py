"""Wayproof: a proving ground for navigation agents."""

__version__ = "0.1.0"

__all__ = ["__version__"]
