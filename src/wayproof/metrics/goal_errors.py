"""Why a goal was missed, one word for each goal: LangNavBench's error classes, from the log alone.

Its released code asks the agent in which phase it was. Here a claim may say in its text what it was made by,
"map" or "detector"; a claim that does not say so counts as a detection. "Not reached" is in the paper a goal
that was seen and never got to; here it is one whose search ended before its time was up, by a stop, a fault,
or because the episode ended before it was told.
"""

from __future__ import annotations

from collections.abc import Callable

from wayproof.log import EpisodeLog
from wayproof.metrics import Score, metric
from wayproof.metrics.goals import first_claims, goals_done

BY_MAP = "map"  # what a claim says that was made by the map alone
WRONG_DETECTION, WRONG_PLACE = "wrong detection", "wrong goal on the map"
OUT_OF_TIME, NOT_REACHED = "out of time", "not reached"
CLASSES = (WRONG_DETECTION, WRONG_PLACE, OUT_OF_TIME, NOT_REACHED)
_TIME_WAS_UP = ("steps", "goals_missed")


def errors_by_goal(log: EpisodeLog) -> list[str | None]:
    """The class of each goal's error, None for a goal that was done."""
    return [None if done else _error(log, number) for number, done in enumerate(goals_done(log))]


def shares_of(log: EpisodeLog, error: str) -> list[float | None]:
    """1 for each goal that was missed by this error, else 0."""
    return [float(one == error) for one in errors_by_goal(log)]


def error_metric(error: str) -> Callable[[Score], Score]:
    """Register the share of goals that were missed by an error, as a metric over goals."""
    return metric(
        unit="share",
        better="lower",
        high=1.0,
        tasks=("language_goals",),
        source="LangNavBench, table 4",
        by_goal=lambda log: shares_of(log, error),
        outcome=True,
    )


def _error(log: EpisodeLog, goal: int) -> str:
    claim = first_claims(log)[goal]
    if claim is not None:
        return WRONG_PLACE if claim.text == BY_MAP else WRONG_DETECTION
    pursued = int((log.steps.goal[:-1] == goal).sum())
    allowed = log.comparable.task.goal_steps
    if allowed is not None and pursued >= allowed:
        return OUT_OF_TIME
    last = len(log.steps.goal) > 0 and int(log.steps.goal[-1]) == goal and pursued > 0
    return OUT_OF_TIME if last and log.outcome.reason in _TIME_WAS_UP else NOT_REACHED
