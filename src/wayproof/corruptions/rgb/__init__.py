"""Faults of the colour camera, one file each."""
