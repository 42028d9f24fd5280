"""`houses-v1`: procedural houses, from a seed to a floor plan, a shell and its furniture."""
