"""How many episodes an acceptance test plays: a sample by default, all of them with WAYPROOF_ACCEPTANCE=1.

The full counts take hours; what they gave when they were run is written in docs/reference/acceptance.md.
"""

from __future__ import annotations

import os

SAMPLE = 25  # one of so many


def wanted(full: int, *, least: int = 20) -> int:
    """The number of episodes to play out of the full number that a promise is made for."""
    if os.environ.get("WAYPROOF_ACCEPTANCE"):
        return full
    return min(full, max(least, full // SAMPLE))
