"""One Hypothesis profile for all: the same examples on every run, no deadline on a busy machine."""

from hypothesis import settings

settings.register_profile("wayproof", derandomize=True, deadline=None, max_examples=30)
settings.load_profile("wayproof")
