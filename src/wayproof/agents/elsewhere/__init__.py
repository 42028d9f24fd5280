"""Agents that live elsewhere or were written for another platform, as agents of ours."""
