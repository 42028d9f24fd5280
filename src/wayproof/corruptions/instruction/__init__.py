"""Faults of the words an agent is given, one file each."""
