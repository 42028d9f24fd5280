"""What a step is worth in training: RobustNav's reward. Scores never come from here."""

from __future__ import annotations

import math

from wayproof.episode.trial import Trial
from wayproof.vocabulary import CLAIMS, Action

STEP_REWARD = -0.01  # RobustNav, section A.3
SUCCESS_REWARD = 10.0  # RobustNav, section A.3


def rewarded_act(trial: Trial, action: Action) -> float:
    """Carry out an action: metres of progress along the floor, a small price, a bonus for a right claim."""
    goal, before_m = trial.goal, trial.distance_m
    trial.act(action)
    right = action.name in CLAIMS and trial.claims[-1].in_range
    progress_m = before_m - trial.measures[goal].distance_m
    return (progress_m if math.isfinite(progress_m) else 0.0) + STEP_REWARD + SUCCESS_REWARD * right
