"""Corruptions around vector environments, frame stacks, tensors and other forms that training code has."""

from __future__ import annotations

import pickle
import runpy
from itertools import pairwise
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import FrameStackObservation

from wayproof import corrupt
from wayproof.corruptions import CORRUPTIONS
from wayproof.corruptions.frame_layout import LAYOUTS, frames_of, joined, layout_of
from wayproof.corruptions.frame_stacks import StackMemory
from wayproof.corruptions.stream import start
from wayproof.corruptions.wrappers import (
    CorruptedActions,
    CorruptedObservations,
    CorruptedVectorObservations,
    augmentation,
)
from wayproof.errors import InvalidInput
from wayproof.simulator.motion import Motion
from wayproof.vocabulary import Context

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
TEXT = "Walk past the table and turn left. Stop."
SPACES = {
    "rgb": spaces.Box(0, 255, (16, 20, 3), np.uint8),
    "depth": spaces.Box(0, 10, (16, 20), np.float32),
    "gps": spaces.Box(-1, 1, (2,), np.float32),
    "compass": spaces.Box(-4, 4, (1,), np.float32),
    "text": spaces.Text(len(TEXT), charset=frozenset(TEXT)),
}


class Walk(gymnasium.Env[Any, Any]):
    """Moves ahead by 10 cm per step and ends after a number of steps."""

    def __init__(self, names: tuple[str, ...] = ("rgb", "depth", "gps", "compass"), length: int = 3) -> None:
        self.observation_space = spaces.Dict({name: SPACES[name] for name in names})
        self.action_space = spaces.Discrete(5)
        self.length, self.steps = length, 0

    def _seen(self) -> dict[str, Any]:
        seen = {
            "rgb": np.full((16, 20, 3), 40 + 10 * self.steps, np.uint8),
            "depth": np.full((16, 20), min(1 + self.steps, 9), np.float32),
            "gps": np.array([0.1 * self.steps, 0], np.float32),
            "compass": np.zeros(1, np.float32),
            "text": TEXT,
        }
        return {name: seen[name] for name in self.observation_space}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed=seed)
        self.steps = 0
        return self._seen(), {}

    def step(self, action: Any) -> Any:
        self.steps += 1
        return self._seen(), 0.0, self.steps >= self.length, False, {}


FAULTS = ("gaussian_noise:0.5", "rgb_lag:0.4", "missing_depth:0.5", "odometry_drift:1")


def shown(observations: Any, k: int) -> dict[str, Any]:
    return {key: np.asarray(value[k]) for key, value in observations.items()}


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_a_wrapped_vector_gives_what_a_vector_of_wrapped_ones_gives(mode: AutoresetMode) -> None:
    lengths = (2, 3, 5)
    outside = CorruptedVectorObservations(
        SyncVectorEnv([lambda n=n: Walk(length=n) for n in lengths], autoreset_mode=mode), FAULTS, seed=3
    )
    inside = SyncVectorEnv(
        [lambda n=n: CorruptedObservations(Walk(length=n), FAULTS, seed=3) for n in lengths],
        autoreset_mode=mode,
    )
    assert outside.observation_space == inside.observation_space
    one, other = outside.reset(seed=7)[0], inside.reset(seed=7)[0]
    for _ in range(9):
        for key in one:
            assert np.array_equal(one[key], other[key]), key
        (one, *_, about), (other, *_, told) = outside.step([1] * 3), inside.step([1] * 3)
        assert ("final_obs" in about) == ("final_obs" in told)
        for k in np.flatnonzero(about.get("_final_obs", ())):
            for key in about["final_obs"][k]:
                assert np.array_equal(about["final_obs"][k][key], told["final_obs"][k][key])


def test_an_environment_that_is_not_reset_is_shown_as_before() -> None:
    envs = CorruptedVectorObservations(
        SyncVectorEnv([Walk] * 2, autoreset_mode=AutoresetMode.DISABLED), ["rgb_lag:1", "gaussian_noise:0.5"]
    )
    envs.reset()
    before = envs.step([1, 1])[0]
    after = envs.reset(options={"reset_mask": np.array([True, False])})[0]
    assert np.array_equal(before["rgb"][1], after["rgb"][1])
    assert not np.array_equal(before["rgb"][0], after["rgb"][0])


def test_sub_environments_and_episodes_without_seeds_draw_apart() -> None:
    envs = CorruptedVectorObservations(SyncVectorEnv([Walk] * 3), ["missing_depth:0.5"])
    maps = [one.tobytes() for _ in range(2) for one in envs.reset()[0]["depth"]]
    assert len(set(maps)) == 6


def test_the_vector_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "vector_env.py"), run_name="__main__")
    assert capsys.readouterr().out == "36 of 36 pictures differ\n"


@pytest.mark.parametrize("mode", ["begun", "new"])
def test_wrappers_are_pickled_in_the_middle_of_an_episode(mode: str) -> None:
    motions = [None, Motion(forward_m=0.25), Motion(turn_rad=0.5), Motion(turn_rad=-0.5), Motion()]
    env = CorruptedObservations(Walk(length=9), FAULTS, seed=2)
    env = CorruptedActions(env, ["action_delay:level=2"], motions=motions, standing=4)
    if mode == "begun":
        env.reset(seed=1)
        env.step(1)
    copy = pickle.loads(pickle.dumps(env))
    if mode == "new":
        env.reset(seed=1)
        copy.reset(seed=1)
    for action in (1, 2, 3):
        one, other = env.step(action)[0], copy.step(action)[0]
        assert all(np.array_equal(one[key], other[key]) for key in one)


def test_a_frame_of_a_stack_is_corrupted_once_and_stays_so() -> None:
    stacked = FrameStackObservation(Walk(("rgb",), length=20), 4)
    env = CorruptedObservations(stacked, ["gaussian_noise:0.5", "rgb_lag:level=1"])
    seen = [env.reset(seed=5)[0]["rgb"]] + [env.step(1)[0]["rgb"] for _ in range(6)]
    assert seen[0].shape == (4, 16, 20, 3)
    for before, after in pairwise(seen):
        assert np.array_equal(before[1:], after[:-1])
    single = CorruptedObservations(Walk(("rgb",), length=20), ["gaussian_noise:0.5", "rgb_lag:level=1"])
    alone = [single.reset(seed=5)[0]["rgb"]] + [single.step(1)[0]["rgb"] for _ in range(6)]
    assert all(np.array_equal(stack[-1], frame) for stack, frame in zip(seen, alone, strict=True))


def test_blanks_that_fill_a_stack_stay_blank() -> None:
    blank, first, second = (np.full((8, 8), value, np.uint8) for value in (0, 50, 60))
    memory = StackMemory()
    numbers: list[int] = []

    def corrupted(frame: np.ndarray, number: int) -> np.ndarray:
        numbers.append(number)
        return frame + np.uint8(1)

    assert [one[0, 0] for one in memory([blank, blank, first], corrupted)] == [0, 0, 51]
    assert [one[0, 0] for one in memory([blank, first, second], corrupted)] == [0, 51, 61]
    assert [one[0, 0] for one in memory([second, first, first], corrupted)] == [
        61,
        51,
        51,
    ]  # two frames skipped
    assert numbers == [0, 1, 2, 3]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_is_read_and_written_back(layout: str) -> None:
    sizes = {"n": 4, "h": 16, "w": 20, "c": 3}
    axes = layout.replace("(nc)", "s")
    shape = tuple(12 if axis == "s" else sizes[axis] for axis in axes)
    pictures = np.random.default_rng(0).integers(0, 256, shape, dtype=np.uint8)
    kind = "depth" if layout in ("nhw", "hwn") else "rgb"
    assert layout_of(shape, kind) == layout
    frames = frames_of(pictures, layout, kind)
    assert len(frames) == (4 if "n" in layout else 1)
    assert all(frame.shape == ((16, 20, 3) if "c" in layout else (16, 20)) for frame in frames)
    assert np.array_equal(joined(frames, layout), pictures)


@pytest.mark.parametrize("shape", [(2,), (7, 7, 3), (84, 84, 4), (20, 20, 20), (4, 4)])
def test_what_may_be_no_picture_is_not_guessed(shape: tuple[int, ...]) -> None:
    assert layout_of(shape, "rgb") is None


def test_a_layout_that_cannot_be_told_is_asked_for() -> None:
    class Grey(Walk):
        def __init__(self) -> None:
            super().__init__()
            self.observation_space = spaces.Dict({"eye": spaces.Box(0, 255, (16, 20, 4), np.uint8)})

        def _seen(self) -> dict[str, Any]:
            return {"eye": np.full((16, 20, 4), 90, np.uint8)}

    with pytest.raises(InvalidInput, match="layouts="):
        CorruptedObservations(Grey(), ["gaussian_noise:1"], keys={"eye": "rgb"})
    env = CorruptedObservations(Grey(), ["gaussian_noise:1"], layouts={"eye": "hwn"}, keys={"eye": "rgb"})
    assert env.reset()[0]["eye"].shape == (16, 20, 4)


@pytest.mark.parametrize("form", ["uint8", "float32"])
def test_tensors_with_channels_first_are_corrupted_as_arrays_with_channels_last(form: str) -> None:
    torch = pytest.importorskip("torch")
    frame = np.arange(16 * 20 * 3, dtype=np.uint8).reshape(16, 20, 3)
    given = frame if form == "uint8" else frame.astype(np.float32) / 255
    tensor = torch.from_numpy(np.moveaxis(given, -1, 0).copy())
    augment = augmentation(["gaussian_noise:0.5"])
    result = augment(image=tensor, index=3)["image"]
    expected = augment(image=given, index=3)["image"]
    assert result.dtype == tensor.dtype and result.shape == tensor.shape
    assert np.array_equal(np.moveaxis(result.numpy(), 0, -1), expected)


def test_faults_of_place_act_in_wrappers_augmentations_and_on_their_own() -> None:
    context = Context(step=2, reading="gps")
    place = np.array([1.0, 2.0], np.float32)
    expected = start("gps_noise", 0.5, seed=4)(place, step=2, context=context)
    assert np.array_equal(corrupt(place, "gps_noise:0.5", seed=4, step=2, kind="gps"), expected)
    with pytest.raises(InvalidInput, match="kind='gps'"):
        corrupt(place, "gps_noise:0.5")
    augmented = augmentation(["gps_noise:0.5"])(gps=place, point_goal=place, image=None)
    assert not np.array_equal(augmented["gps"], place) and augmented["image"] is None
    env = CorruptedObservations(Walk(length=30), ["odometry_drift:1"])
    env.reset(seed=0)
    for _ in range(20):
        seen = env.step(1)[0]
    assert env.observation_space.contains(seen)
    assert 0.1 < np.linalg.norm(seen["gps"] - [2.0, 0.0]) < 0.5
    assert abs(seen["compass"][0]) == pytest.approx(np.radians(5 * 2.0), rel=1e-3)  # 5 degrees per metre


def test_the_space_of_texts_holds_every_corrupted_text() -> None:
    names = [one.name for one in CORRUPTIONS if one.modality == "instruction"]
    for name in names:
        for seed in range(3):
            env = CorruptedObservations(Walk(("text",)), [f"{name}:1"], seed=seed)
            assert env.observation_space.contains(env.reset()[0]), name
    plain = CorruptedObservations(Walk(), ["gaussian_noise:1"])
    assert plain.observation_space == Walk().observation_space
