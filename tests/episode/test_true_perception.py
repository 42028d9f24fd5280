"""An explorer that is told at every step what is truly in view finds what it is sent for."""

from __future__ import annotations

import math

import pytest

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.episode.course import Course
from wayproof.episode.interventions import Intervention
from wayproof.episode.options import RolloutOptions
from wayproof.episode.true_view import TrueView
from wayproof.episode_set import Recipe
from wayproof.metrics import METRICS
from wayproof.perception.dense import Dense
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.tasks.drawing.episode_sets import episode_set
from wayproof.vocabulary import Settings

CAMERA = Settings(width_px=224, height_px=168, hfov_rad=math.radians(79.0), furthest_depth_m=10.0)


@pytest.mark.slow
def test_value_explorer_with_true_perception_finds_nearly_everything(monkeypatch) -> None:
    """The first 30 episodes of the suite object-goals; examples/true_perception.py plays 100."""
    monkeypatch.setattr(Dense, "outputs", lambda *_: pytest.fail("the network looked at an image"))
    protocol = TASKS["object_goal"].protocol("habitat")
    body = body_under(protocol, load_body(protocol.body))
    found = 0
    for episode in episode_set(Recipe("object_goal", 30, "habitat")).episodes:
        world = world_named(episode.scene, body, lit=False)
        options = RolloutOptions(CAMERA, step_limit_s=600.0)
        course = Course(world, protocol, episode, load_agent("value_explorer"), options=options)
        view = TrueView(course.trial, CAMERA)
        course.intervene([Intervention("perception", lambda _, view=view: view.perceived())])
        found += bool(METRICS["success"].score(course.finish()))
    assert found >= 29
