"""Steps of a course, each judged by the oracles; going back takes back what they had learnt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from wayproof.agents import Traceable
from wayproof.agents.seeing.detected_image import detections_of
from wayproof.agents.seeing.perception import SeenImage
from wayproof.episode.course import Course, Moment
from wayproof.episode.true_view import TrueView
from wayproof.testing.oracles import Verdict
from wayproof.testing.oracles.obedience import judge_decision
from wayproof.testing.oracles.recall import judge_memory
from wayproof.testing.oracles.recognition import judge_perception
from wayproof.testing.oracles.route import judge_plan
from wayproof.testing.oracles.step_facts import StepFacts, facts_of, said, with_history


class JudgedSteps:
    """A course that is stepped under the eyes of the oracles."""

    def __init__(self, course: Course, facts: Sequence[StepFacts] = ()) -> None:
        self.course = course
        self.facts = list(facts)
        self._view = TrueView(course.trial, course.options.settings)

    def step(self) -> StepFacts | None:
        """Take one step and note what was true and said; None if the agent's own fault ended the episode."""
        course, trial = self.course, self.course.trial
        labels = self._view.labels()
        things = self._view.things(labels)
        before = facts_of(trial, things, self._parts(labels[0]), labels[0].size)
        course.step()
        if course.last_action is None:
            return None
        trace: Mapping[str, Any] = course.agent.trace() if isinstance(course.agent, Traceable) else {}
        told = replace(before, action=course.last_action.name, **said(trace, before.start))
        facts = with_history(told, trial, self.facts[-1] if self.facts else None)
        self.facts.append(facts)
        return facts

    def go_back(self, moment: Moment) -> None:
        """Come back to a moment of the course, and to what was known then."""
        self.course.go_back(moment)
        del self.facts[moment.step :]

    def judge(self, facts: StepFacts, capability: str) -> Verdict:
        """What the oracle of a capability says of a step."""
        if capability == "perception":
            return judge_perception(facts)
        if capability == "memory":
            return judge_memory(facts)
        if capability == "plan":
            return judge_plan(facts, self.course.trial)
        return judge_decision(facts, self.course.trial.protocol.turn_rad)

    def _parts(self, category: Any) -> list[Any]:
        """The connected parts of the true labels."""
        names = np.array(("", *self.course.trial.world.categories))
        sure, unknown = np.ones(category.shape, np.float32), np.zeros(category.shape, np.float32)
        return detections_of(SeenImage(category, names, sure, unknown), 0.0)
