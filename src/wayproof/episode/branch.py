"""Branching an episode: what had come of it if the agent had seen, remembered, planned or decided otherwise.

    course = Course(world, protocol, episode, agent)
    moments = []
    while course.outcome is None:
        moments.append(course.moment())
        course.step()
    log = branched(course, moments[40], [Intervention("plan", [[2.0, 0.5]], first=40)])

A moment holds the trial, the notes for the log, and the agent's own state if it offers `save` and `restore`.
Of an agent that does not, the steps up to there are played again; it must then act as it did.
"""

from __future__ import annotations

from collections.abc import Sequence

from wayproof.episode.course import Course, Moment
from wayproof.episode.interventions import Intervention
from wayproof.log import EpisodeLog


def branched(
    course: Course, moment: Moment, interventions: Sequence[Intervention] = (), *, replay: bool = False
) -> EpisodeLog:
    """The log of the episode as it goes on from a moment under these interventions.

    They take the place of those under which the moment was reached. `replay` plays the steps up to the moment
    again even if the agent could be restored.
    """
    if replay:
        course.replay(moment)
    else:
        course.go_back(moment)
    course.intervene(interventions)
    return course.finish()
