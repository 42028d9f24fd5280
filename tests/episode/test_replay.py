"""Replay: a log leads through the same poses and frames, and tells when it belongs to another world."""

from __future__ import annotations

import numpy as np
import pytest
from acting import Guided
from msgspec.structs import replace

from wayproof.corruptions.written import condition_written
from wayproof.episode.checksum import checksum
from wayproof.episode.options import RolloutOptions
from wayproof.episode.replay import replay, replayed_world
from wayproof.episode.rollout import rollout
from wayproof.errors import BrokenFile
from wayproof.log import EpisodeLog, decode_log, encode_log
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.tasks.point_goal import ROBUSTNAV
from wayproof.vocabulary import Settings


@pytest.fixture(scope="module")
def log() -> EpisodeLog:
    world = world_named("houses-v1/train/1/2-rooms", body_under(ROBUSTNAV, load_body("locobot")), lit=False)
    episode = replace(TASKS["point_goal"].draw(world, ROBUSTNAV, 5, 1).episode, people=1)
    made = rollout(
        world,
        ROBUSTNAV,
        episode,
        Guided("depth", "rgb"),
        condition=condition_written(["depth_lag:0.6", "speckle_noise:0.6", "motion_drift:1"]),
        options=RolloutOptions(Settings(width_px=32, height_px=24)),
    )
    return decode_log(encode_log(made))


def test_a_log_leads_through_the_same_poses_people_and_frames(log: EpisodeLog) -> None:
    replayed = list(replay(log, replayed_world(log, lit=False)))
    assert len(replayed) == len(log.steps.pose)
    for step in range(len(log.steps.action)):
        observed = replayed[step].observed
        assert observed is not None
        for name in ("depth", "rgb"):
            assert checksum(observed.corrupted[name]) == log.steps.seen[name][step]
            assert checksum(observed.clean[name]) == log.steps.clean[name][step]


def test_frames_can_be_drawn_larger_than_the_agent_saw_them(log: EpisodeLog) -> None:
    settings = Settings(width_px=64, height_px=48)
    first = next(replay(log, replayed_world(log, lit=False), sensors=("rgb",), settings=settings))
    assert first.observed is not None and first.observed.clean["rgb"].shape == (48, 64, 3)


def test_a_log_of_another_world_or_with_other_poses_is_refused(log: EpisodeLog) -> None:
    with pytest.raises(BrokenFile, match="another version of the world"):
        replayed_world(replace(log, scene_hash="0123456789abcdef"), lit=False)
    shifted = replace(log, steps=replace(log.steps, pose=log.steps.pose + np.array([0.0, 0.0, 0.01, 0.0])))
    with pytest.raises(BrokenFile, match="after 0 steps and its log has"):
        list(replay(shifted, replayed_world(log, lit=False), sensors=()))
