"""THE join: an episode in its world, its faults, and an agent that acts until it is over -> EpisodeLog."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from wayproof.agents import Agent
from wayproof.episode.course import Course
from wayproof.episode.interventions import Intervention
from wayproof.episode.options import RolloutOptions
from wayproof.log import EpisodeLog
from wayproof.simulator.world import World
from wayproof.vocabulary import Condition, Episode, Protocol


def rollout(
    world: World,
    protocol: Protocol,
    episode: Episode,
    agent: Agent,
    *,
    condition: Condition | None = None,
    options: RolloutOptions | None = None,
    interventions: Sequence[Intervention] = (),
    on_step: Callable[[], None] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> EpisodeLog:
    """Run one episode. Faults of the agent end it with their reason; faults of the set-up are raised.

    `on_step` is called before each step, so that whoever watches sees it alive.
    """
    course = Course(world, protocol, episode, agent, condition=condition, options=options, clock=clock)
    course.intervene(interventions)
    while course.outcome is None:
        if on_step is not None:
            on_step()
        course.step()
    return course.log()
