"""Oracle stop: how many more episodes would succeed if someone else said when to stop (RobustNav, Fig. 8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from wayproof.log import EpisodeLog
from wayproof.metrics.oracle_success import oracle_success
from wayproof.metrics.success import success
from wayproof.results.means import mean_of


class OracleStop(NamedTuple):
    """Success as it was, with the oracle, and the gain; None where no episode has goals."""

    success: float | None
    with_oracle: float | None
    gain: float | None


def oracle_stop(logs: Iterable[EpisodeLog]) -> OracleStop:
    """Of one condition. The oracle claims each goal as soon as it is in range; the way is the same till then.

    An episode that a fault of the set-up broke off stays a failure: nobody knows how it would have gone on.
    """
    every = [log for log in logs if log.episode.goals]
    own = mean_of(success(log) for log in every).value
    helped = mean_of(0.0 if log.outcome.reason == "invalid" else oracle_success(log) for log in every).value
    gain = None if own is None or helped is None else helped - own
    return OracleStop(own, helped, gain)
