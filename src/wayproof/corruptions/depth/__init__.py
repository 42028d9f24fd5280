"""Faults of the depth camera, one file each."""
