"""Corruptions around the environments and training loops of others."""

from __future__ import annotations

import math
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.utils.env_checker import check_env

from wayproof.corruptions.stream import start
from wayproof.corruptions.wrappers import CorruptedActions, CorruptedObservations, augmentation
from wayproof.corruptions.written import read_written, start_written
from wayproof.errors import InvalidInput, UnknownName
from wayproof.simulator.motion import Motion

FORWARD, LEFT = Motion(forward_m=0.25), Motion(turn_rad=math.radians(30))
RIGHT = Motion(turn_rad=-math.radians(30))
MOTIONS = [None, FORWARD, LEFT, RIGHT, Motion()]  # stop, forward, left, right, wait


class Room(gymnasium.Env[Any, Any]):
    """A stranger's environment: a frame, a depth map, a text and a number; it remembers its actions."""

    def __init__(self, actions: spaces.Space[Any] | None = None, *, highest: float = 10.0) -> None:
        self.observation_space = spaces.Dict(
            {
                "camera": spaces.Box(0, 255, (24, 32, 3), np.uint8),
                "range": spaces.Box(0, highest, (24, 32, 1), np.float32),
                "goal": spaces.Box(-100, 100, (2,), np.float32),
                "text": spaces.Text(200, charset=[chr(k) for k in range(32, 127)]),
            }
        )
        self.action_space = actions or spaces.Discrete(5)
        self.highest, self.done = highest, []

    def _observed(self) -> dict[str, Any]:
        grey = np.linspace(0, 255, 24 * 32 * 3).astype(np.uint8).reshape(24, 32, 3)
        depth = np.linspace(0.1, 0.8, 24 * 32, dtype=np.float32).reshape(24, 32, 1) * self.highest
        depth[:4] = 0.0
        text = "Walk past the table and turn left."
        return {"camera": grey, "range": depth, "goal": np.ones(2, np.float32), "text": text}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed=seed)
        return self._observed(), {}

    def step(self, action: Any) -> Any:
        self.done.append(action)
        return self._observed(), 0.0, False, False, {}


def same(one: dict[str, Any], other: dict[str, Any]) -> dict[str, bool]:
    return {key: bool(np.array_equal(one[key], other[key])) for key in one}


def test_two_lines_corrupt_the_declared_readings_and_no_other() -> None:
    clean = Room().reset()[0]
    env = CorruptedObservations(Room(), ["gaussian_noise:0.5", "gaussian_depth_noise:level=3"], seed=7)
    seen = env.reset()[0]
    assert same(clean, seen) == {"camera": False, "range": False, "goal": True, "text": True}
    assert env.observation_space.contains(seen)


@pytest.mark.filterwarnings("ignore:.*is different from the unwrapped version")
def test_the_wrapped_environment_passes_gymnasiums_checker() -> None:
    check_env(
        CorruptedObservations(Room(), ["gaussian_noise:0.5", "missing_depth:0.5", "capitalise"]),
        skip_render_check=True,
    )


def test_the_wrapper_gives_what_the_stream_gives() -> None:
    env = CorruptedObservations(Room(), ["gaussian_depth_noise:0.5"], seed=7)
    env.reset(seed=4)
    env.step(1)
    seen = env.step(1)[0]["range"]
    clean = Room().reset()[0]["range"]
    assert np.array_equal(seen, start("gaussian_depth_noise", 0.5, seed=7, episode="seed 4")(clean, step=2))


def test_a_reset_with_a_seed_begins_the_same_episode_and_one_without_another() -> None:
    env = CorruptedObservations(Room(), ["missing_depth:0.5"])
    first, again = env.reset(seed=5)[0]["range"], env.reset(seed=5)[0]["range"]
    other, another = env.reset()[0]["range"], env.reset()[0]["range"]
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other) and not np.array_equal(other, another)


def test_instructions_are_corrupted_too() -> None:
    env = CorruptedObservations(Room(), ["capitalise"])
    assert "TABLE" in env.reset()[0]["text"]


def test_scaled_depth_must_be_declared_and_is_then_corrupted_in_metres() -> None:
    with pytest.raises(InvalidInput, match=r"depth_range_m=\(near, far\)"):
        CorruptedObservations(Room(highest=1.0), ["depth_quantisation:1"])
    env = CorruptedObservations(Room(highest=1.0), ["depth_quantisation:1"], depth_range_m=(0.5, 5.0))
    seen = env.reset()[0]["range"]
    levels_m = {0.625, 1.875, 3.125, 4.375}
    assert set(np.round(np.unique(seen[4:]) * 4.5 + 0.5, 4)) <= levels_m | {0.5}
    assert not seen[:4].any()
    assert env.observation_space.contains({**env.reset()[0]})


def test_keys_say_what_an_entry_is() -> None:
    env = CorruptedObservations(Room(), ["gaussian_depth_noise:0.5"], keys={"range": "depth"})
    assert same(Room().reset()[0], env.reset()[0])["range"] is False
    with pytest.raises(UnknownName, match="Did you mean 'range'"):
        CorruptedObservations(Room(), ["gaussian_depth_noise:0.5"], keys={"rang": "depth"})
    with pytest.raises(UnknownName, match="no kind of reading named 'dept'"):
        CorruptedObservations(Room(), ["gaussian_depth_noise:0.5"], keys={"range": "dept"})


def test_a_corruption_that_would_do_nothing_is_refused() -> None:
    with pytest.raises(InvalidInput, match="gaussian_depth_noise acts on depth and this observation has rgb"):
        CorruptedObservations(Room(), ["gaussian_depth_noise:0.5"], keys={"camera": "rgb"})


def test_a_plain_picture_is_an_observation_too() -> None:
    class Picture(gymnasium.ObservationWrapper):
        observation_space = spaces.Box(0, 255, (24, 32, 3), np.uint8)

        def observation(self, observation: Any) -> Any:
            return observation["camera"]

    plain = Picture(Room())
    seen = CorruptedObservations(plain, ["foreign_object:1"]).reset()[0]
    assert seen.shape == (24, 32, 3) and not np.array_equal(seen, plain.reset()[0])


def test_a_dead_motor_makes_a_discrete_turn_wait() -> None:
    env = CorruptedActions(Room(), ["motor_failure"], motions=MOTIONS, standing=4)
    env.reset()
    for action in (1, 2, 3, 0):
        env.step(action)
    assert sorted(env.unwrapped.done) in ([0, 1, 2, 4], [0, 1, 3, 4])


def test_delayed_discrete_actions_come_later() -> None:
    env = CorruptedActions(Room(), ["action_delay:level=2"], motions=MOTIONS, standing=4)
    env.reset()
    for action in (1, 2, 3, 1):
        env.step(action)
    assert env.unwrapped.done == [4, 4, 1, 2]


def test_a_fault_that_no_discrete_action_can_say_is_refused_at_once() -> None:
    with pytest.raises(InvalidInput, match="no discrete action does"):
        CorruptedActions(Room(), ["motion_drift:1"], motions=MOTIONS, standing=4)
    with pytest.raises(InvalidInput, match="give standing=INDEX"):
        CorruptedActions(Room(), ["dropped_actions:0.1"], motions=MOTIONS[:4] + [None])
    with pytest.raises(InvalidInput, match="5 discrete actions"):
        CorruptedActions(Room(), ["motor_failure"], motions=MOTIONS[:2])
    with pytest.raises(InvalidInput, match="not on motors"):
        CorruptedActions(Room(), ["gaussian_noise:1"], motions=MOTIONS)


def test_continuous_actions_are_corrupted_as_motions() -> None:
    space = spaces.Box(-1, 1, (2,), np.float32)
    env = CorruptedActions(
        Room(space), ["motion_bias_constant:1"], axes={"forward_m": (0, 0.5), "turn_rad": (1, 0.5)}, seed=3
    )
    env.reset(seed=1)
    env.step(np.array([0.4, -0.2], np.float32))
    stream = start("motion_bias_constant", 1, seed=3, episode="seed 1")
    motion = stream(Motion(forward_m=0.2, turn_rad=-0.1))
    assert env.unwrapped.done[0] == pytest.approx([motion.forward_m / 0.5, motion.turn_rad / 0.5])
    assert env.unwrapped.done[0].dtype == np.float32


def test_continuous_actions_stay_in_their_space() -> None:
    space = spaces.Box(-1, 1, (2,), np.float32)
    env = CorruptedActions(Room(space), ["motion_bias_stochastic:1"])
    env.reset()
    for _ in range(50):
        env.step(np.array([0.9, 0.9], np.float32))
    assert all(space.contains(action) for action in env.unwrapped.done)
    assert len({action.tobytes() for action in env.unwrapped.done}) > 10


def test_a_sideways_fault_needs_a_sideways_axis_or_leave() -> None:
    space = spaces.Box(-1, 1, (3,), np.float32)
    with pytest.raises(InvalidInput, match="ignore_sideways"):
        CorruptedActions(Room(space), ["motion_drift:1"])
    CorruptedActions(Room(space), ["motion_drift:1"], ignore_sideways=True)
    axes = {"forward_m": (0, 0.25), "left_m": (1, 0.25), "turn_rad": (2, 0.5)}
    env = CorruptedActions(Room(space), ["motion_drift:1"], axes=axes)
    env.reset()
    env.step(np.array([1.0, 0.0, 0.0], np.float32))
    assert abs(env.unwrapped.done[0][1]) == pytest.approx(math.sin(math.radians(10)), abs=1e-6)


def test_an_augmentation_is_called_like_one_of_albumentations() -> None:
    frame = Room().reset()[0]["camera"]
    augment = augmentation(["gaussian_noise:0.2..0.8"], seed=7)
    first, second = augment(image=frame, mask=frame, label=3), augment(image=frame)
    assert first["label"] == 3 and first["mask"] is frame
    assert first["image"].shape == frame.shape and not np.array_equal(first["image"], frame)
    assert not np.array_equal(first["image"], second["image"])
    assert np.array_equal(augment(image=frame, index=0)["image"], first["image"])


def test_an_augmentation_keeps_to_its_probability_and_picks_one() -> None:
    frame = Room().reset()[0]["camera"]
    augment = augmentation(["foreign_object:1", "brightness:1"], probability=0.5, one_of=True)
    results = [augment(image=frame)["image"] for _ in range(200)]
    kinds = {result.tobytes() for result in results}
    assert len(kinds) == 3
    assert 70 < sum(np.array_equal(result, frame) for result in results) < 130


def test_an_augmentation_reaches_depth_and_words() -> None:
    observed = Room().reset()[0]
    augment = augmentation(["gaussian_depth_noise:0.5", "capitalise"])
    result = augment(depth=observed["range"], instruction=observed["text"])
    assert not np.array_equal(result["depth"], observed["range"])
    assert result["instruction"] != observed["text"]


@pytest.mark.parametrize(
    ("text", "severity"),
    [("gaussian_noise:0.5", 0.5), ("gaussian_noise:level=3", 0.6), ("motor_failure", 1.0)],
)
def test_corruptions_are_read_as_written(text: str, severity: float) -> None:
    assert read_written(text).highest == pytest.approx(severity)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gaussian_noise", "without a severity"),
        ("gaussian_noise:strong", "has the severity 'strong'"),
        ("gaussian_noise:1.5", "number from 0 to 1"),
        ("gaussian_noise:nan", "number from 0 to 1"),
        ("gaussian_noise:level=6", "not a level"),
        ("gaussian_noise:level=2.5", "not a level"),
        ("gaussian_noise:stufe=2", "not a level"),
        ("gaussian_noise:0.1..0.2", "has the severity"),
        ("motor_failure:0.5", "on or off"),
    ],
)
def test_what_is_written_wrongly_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        read_written(text)


def test_a_wrong_name_gets_the_nearest_one() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'gaussian_noise'"):
        read_written("gausian_noise:0.5")


def test_ranges_are_for_training_and_must_rise() -> None:
    assert read_written("gaussian_noise:0.1..0.6", ranges=True).lowest == 0.1
    with pytest.raises(InvalidInput, match="upside down"):
        read_written("gaussian_noise:0.6..0.1", ranges=True)


def test_parity_is_taken_where_there_is_one() -> None:
    streams = start_written(["redwood_depth_noise:0.5", "dead_rows:0.5"], profile="parity")
    wall = np.full((80, 80), 3.0, np.float32)
    expected = start("redwood_depth_noise", 0.5, profile="parity")(wall)
    assert np.array_equal(streams[0](wall), expected)
    assert (streams[1](wall) == 0).any()
