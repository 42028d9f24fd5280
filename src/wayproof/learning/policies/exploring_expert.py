"""An expert that knows only what was in view: the frontier explorer with true labels, at a learner's side.

It sees what the learner sees on the learner's own path, keeps a map of it, and says what it would do; it
never acts. What it teaches can be known from what was seen, which is not so of the shortest path to a thing
that was never in view.
"""

from __future__ import annotations

import numpy as np

from wayproof.agents.exploring.object_search import LOOK_RAD, ObjectSearch
from wayproof.agents.frontier_explorer import FrontierExplorer, explore_nearest
from wayproof.agents.seeing.perception import TrueLabels
from wayproof.episode.brief import brief_for
from wayproof.episode.trial import Trial
from wayproof.picture_sizes import picked
from wayproof.tasks.judging.places import claim
from wayproof.vocabulary import Observation, Readings, Settings

EXPERT_SENSORS = FrontierExplorer.card.sensors
PICTURES, SIZE = ("depth", "semantic"), (112, 84)  # as large as it needs: its map costs time for each pixel


class ExploringExpert:
    """The expert in one episode; its map changes with each advice."""

    def __init__(self, trial: Trial, settings: Settings) -> None:
        card = FrontierExplorer.card
        brief = brief_for(trial, card, settings)
        self._trial, self._claim = trial, claim(trial.protocol).name
        self._search = ObjectSearch(brief, card, TrueLabels(brief), explore_nearest)

    def advice(self, readings: Readings) -> str:
        """What it would do now. It claims by the rules of the task rather than by what it sees: in range is
        in range."""
        trial = self._trial
        small = {**readings, **{name: picked(np.asarray(readings[name]), SIZE) for name in PICTURES}}
        observation = Observation(step=trial.state.step, readings=small, goal=trial.goal)
        self._search.pitch = round(trial.state.camera_pitch_rad / LOOK_RAD)
        told = self._search.act(observation).name
        if trial.measures[trial.goal].in_range:
            return self._claim
        return trial.judge.advice(trial.now).name if told == self._claim else told

    def acted(self, action: str) -> None:
        """What was done instead of what it would have done."""
        self._search.navigator.acted(action)
