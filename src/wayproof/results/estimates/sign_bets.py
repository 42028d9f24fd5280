"""Evidence from few scenes: bets on the sign of each scene's drop, large where the drop is large.

If a fault changes nothing, or helps one scene as much as it harms another, then a scene's drop is as likely
to be +x as -x. A gambler who knows the size and bets on the sign cannot expect to gain then, so the capital
ever reaches 1/alpha with probability at most alpha, however often one looks (Ville). Bets on the mean alone
(sequential.py) need no such symmetry, but may stake little on a scene that could still lose everything: they
take about twice as many scenes.

A bet is tanh(slope * drop): nearly proportional to small drops, so that a lopsided spread of scenes whose
mean is 0 gains next to nothing, and never quite the whole capital.
"""

from __future__ import annotations

from math import exp, inf, log
from typing import Any

import numpy as np

from wayproof.results.estimates.interval import checked_values

# Fixed before any data; a mixture, since the size of a drop is not known beforehand.
SLOPES = np.array([2.0, 4.0, 6.0])


def sign_evidence(drops: Any, margin: float = 0.0) -> float:
    """The e-value against "drops spread evenly around the margin, or below it": 1 at first.

    `drops` are mean drops of whole scenes, in random order, each in -1 to 1.

    >>> sign_evidence([0.0, 0.3, -0.3]) < 1.0 < sign_evidence([0.3] * 12) / 100
    True
    """
    away = checked_values("drops", drops, 1) - margin
    with np.errstate(divide="ignore"):  # a bet may be lost to the last digit
        logs = np.log1p(np.tanh(SLOPES[:, None] * away)).sum(axis=1)
    top = float(logs.max())
    if top == -inf:
        return 0.0
    total = top + log(float(np.exp(logs - top).mean()))
    return exp(total) if total < 700.0 else inf
