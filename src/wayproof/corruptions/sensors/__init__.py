"""Faults of what a body senses of itself: where it is, which way it looks, how it moves; one file each."""
