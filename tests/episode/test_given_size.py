"""Pictures given in another size than the camera takes: faults act first, and everybody is told the truth."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest
from acting import Guided

from wayproof.agents import AGENTS
from wayproof.api import make_env
from wayproof.episode.options import RolloutOptions
from wayproof.episode.replay import replay, replayed_world
from wayproof.episode.rollout import rollout
from wayproof.episode.trial import Trial
from wayproof.episode.true_view import TrueView
from wayproof.errors import InvalidInput
from wayproof.log import EpisodeLog, decode_log, encode_log, protocol_hash
from wayproof.sensors import sensors_for
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.tasks.point_goal import ROBUSTNAV
from wayproof.vocabulary import Condition, Fault, Settings

SCENE = "houses-v1/train/1/2-rooms"
TAKEN = Settings(width_px=64, height_px=48)
GIVEN = Settings(width_px=64, height_px=48, resized_px=(32, 24))
NOISY = Condition("noisy", (Fault("speckle_noise", 1.0, "parity"), Fault("gaussian_depth_noise", 1.0)))
SENSORS = ("rgb", "depth", "semantic", "point_goal")


def _run(agent: Any, settings: Settings, condition: Condition | None = None) -> EpisodeLog:
    world = world_named(SCENE, body_under(ROBUSTNAV, load_body("locobot")))
    episode = TASKS["point_goal"].draw(world, ROBUSTNAV, 5, 0).episode
    episode = msgspec.structs.replace(episode, maximum_steps=4)
    return rollout(world, ROBUSTNAV, episode, agent, condition=condition, options=RolloutOptions(settings))


@pytest.mark.parametrize("condition", [None, NOISY], ids=["clean", "noisy"])
def test_pictures_are_made_small_after_all_faults(condition: Condition | None) -> None:
    """Twice two pixels become one: colours their mean, depths and labels one of them, the rest untouched."""
    large, small = Guided(*SENSORS), Guided(*SENSORS)
    _run(large, TAKEN, condition), _run(small, GIVEN, condition)
    assert len(large.observations) == len(small.observations) == 4
    for before, after in zip(large.observations, small.observations, strict=True):
        colours = np.asarray(before.readings["rgb"], np.float64).reshape(24, 2, 32, 2, 3).mean(axis=(1, 3))
        assert after.readings["rgb"].shape == (24, 32, 3) and after.readings["rgb"].dtype == np.uint8
        np.testing.assert_allclose(after.readings["rgb"], colours, atol=0.51)
        for name in ("depth", "semantic"):
            np.testing.assert_array_equal(after.readings[name], before.readings[name][1::2, 1::2])
            assert after.readings[name].dtype == before.readings[name].dtype
        np.testing.assert_array_equal(after.readings["point_goal"], before.readings["point_goal"])


def test_noise_that_was_averaged_is_weaker_than_noise_of_small_frames() -> None:
    """The point of the field: speckle on 32 x 24 pixels is twice as strong as on 64 x 48 averaged to that."""
    spread = {}
    for name, settings in (("given", GIVEN), ("taken", Settings(width_px=32, height_px=24))):
        clean, noisy = Guided("rgb"), Guided("rgb")
        _run(clean, settings), _run(noisy, settings, NOISY)
        one, other = (np.asarray(a.observations[0].readings["rgb"], np.float64) for a in (clean, noisy))
        spread[name] = float(np.std(other - one))
    assert 1.6 < spread["taken"] / spread["given"] < 2.4


def test_a_log_says_the_size_and_is_replayed_bit_by_bit() -> None:
    log = decode_log(encode_log(_run(Guided("rgb", "depth"), GIVEN, NOISY)))
    assert log.comparable.settings.resized_px == (32, 24)
    plain = msgspec.structs.replace(log.comparable, settings=TAKEN)
    assert protocol_hash(plain) != protocol_hash(log.comparable)
    shapes = {
        step.observed.corrupted["rgb"].shape for step in replay(log, replayed_world(log)) if step.observed
    }
    assert shapes == {(24, 32, 3)}
    again = _run(Guided("rgb", "depth"), GIVEN, NOISY)
    for name, sums in log.steps.seen.items():
        np.testing.assert_array_equal(sums, again.steps.seen[name])
        assert not np.array_equal(sums, log.steps.clean[name])


def test_a_mapping_agent_measures_the_same_room_in_both_sizes() -> None:
    """The brief's field of view holds for the smaller picture: its rays are those of the camera."""
    large, small = (_run(AGENTS["map_and_plan"](), settings) for settings in (TAKEN, GIVEN))
    np.testing.assert_array_equal(large.steps.action, small.steps.action)


def test_true_perception_and_training_have_the_size_of_the_agents_pictures() -> None:
    world = world_named(SCENE, body_under(ROBUSTNAV, load_body("locobot")))
    episode = TASKS["point_goal"].draw(world, ROBUSTNAV, 5, 0).episode
    trial = Trial(world, ROBUSTNAV, episode, sensors_for(world.body, ("rgb",), settings=GIVEN))
    boxes = [found.box_px for found in TrueView(trial, GIVEN).detections()]
    assert max(box[2] for box in boxes) == 32 and max(box[3] for box in boxes) == 24
    env = make_env("point_goal", scenes=SCENE, sensors=("rgb", "depth", "point_goal"), settings=GIVEN)
    observation, _ = env.reset(seed=1)
    assert env.observation_space.contains(observation) and observation["depth"].shape == (24, 32)


def test_panoramas_keep_their_own_size_and_another_shape_is_refused() -> None:
    body = load_body("locobot")
    around, ahead = sensors_for(body, ("panorama", "rgb"), settings=GIVEN)
    assert around.given == around.reading and ahead.given.shape == (24, 32, 3)
    with pytest.raises(InvalidInput, match="resized_px is 32 x 32 and camera 'front' takes 64 x 48"):
        sensors_for(body, ("depth",), settings=msgspec.structs.replace(GIVEN, resized_px=(32, 32)))
