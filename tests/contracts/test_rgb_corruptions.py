"""What every corruption of the colour camera must keep to, whoever adds it."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from page_text import read_page

from wayproof.bench.corruptions import bench_frame
from wayproof.corruptions import CORRUPTIONS, PROFILES, SCOPES, Corruption
from wayproof.corruptions.fault_memory import Keeping
from wayproof.corruptions.stream import start
from wayproof.errors import InvalidInput

RGB = [corruption for corruption in CORRUPTIONS if corruption.modality == "rgb"]
# What these show depends on the frames before; test_remembering_faults.py holds what they promise.
REMEMBERING = [one for one in RGB if isinstance(start(one.name, 1.0).corrupt, Keeping)]
CASES = [(one, profile) for one in RGB if one not in REMEMBERING for profile in one.profiles]
IDS = [f"{corruption.name}-{profile}" for corruption, profile in CASES]
SOURCES = {"navtrust", "robustnav", "imagenet-c", "habitat", "ours"}
# Drawn anew for each episode; the other episode-scoped ones have nothing to draw.
DRAWN_PER_EPISODE = (
    *("camera_pose_shift", "flare", "fog", "low_lighting_navtrust", "spatter_navtrust", "spatter_robustnav"),
    "white_balance",
)
DOCS = Path(__file__).resolve().parents[2] / "docs" / "concepts" / "corruptions-rgb.md"

every_case = pytest.mark.parametrize(("corruption", "profile"), CASES, ids=IDS)
every_corruption = pytest.mark.parametrize("corruption", RGB, ids=[corruption.name for corruption in RGB])


@cache
def _frame(height: int = 72, width: int = 96) -> NDArray[np.uint8]:
    frame = bench_frame(height, width)
    frame.setflags(write=False)
    return frame


def _severities(corruption: Corruption) -> tuple[float, ...]:
    return (1.0,) if corruption.switch else (0.07, 0.5, 1.0)


def _corrupted(corruption: Corruption, severity: float, frame: NDArray[Any], **options: Any) -> NDArray[Any]:
    """A copy, so that two results can never be one array."""
    step = options.pop("step", 0)
    return np.array(start(corruption.name, severity, **options)(frame, step=step), copy=True)


@every_case
def test_severity_zero_changes_nothing(corruption: Corruption, profile: str) -> None:
    result = start(corruption.name, 0, seed=3, profile=profile)(_frame())
    assert np.array_equal(result, bench_frame(72, 96))


@every_case
def test_the_full_severity_is_seen(corruption: Corruption, profile: str) -> None:
    changes = [
        np.abs(
            _corrupted(corruption, 1.0, _frame(), profile=profile, step=step).astype(int) - _frame()
        ).mean()
        for step in range(12)
    ]
    assert max(changes) > 0.5


@every_case
def test_the_input_stays_untouched(corruption: Corruption, profile: str) -> None:
    for severity in _severities(corruption):
        for shape in ((40, 56, 3), (40, 56)):
            frame = np.ascontiguousarray(
                bench_frame(40, 56)[..., 0] if len(shape) == 2 else bench_frame(40, 56)
            )
            before = frame.copy()
            result = start(corruption.name, severity, profile=profile)(frame)
            assert np.array_equal(frame, before)
            assert not np.shares_memory(result, frame)


@every_case
@pytest.mark.parametrize("kind", [np.uint8, np.float32, np.float64])
@pytest.mark.parametrize("channels", [3, 1, None], ids=["colour", "one channel", "grey"])
def test_shape_type_and_range_are_kept(
    corruption: Corruption, profile: str, kind: type, channels: int | None
) -> None:
    frame: NDArray[Any] = bench_frame(24, 36)
    frame = frame if channels == 3 else frame[..., :1] if channels == 1 else frame[..., 0]
    if kind is not np.uint8:
        frame = (frame / 255.0).astype(kind)
    if "depth" in corruption.modalities and frame.ndim == 2 and kind is not np.uint8:
        pytest.skip("floats of two axes are depth maps to faults of the whole camera")
    for severity in _severities(corruption):
        result = start(corruption.name, severity, profile=profile)(frame)
        assert result.shape == frame.shape
        assert result.dtype == frame.dtype
        assert np.isfinite(result).all()
        assert result.min() >= 0 and result.max() <= (255 if kind is np.uint8 else 1)


@every_case
@pytest.mark.parametrize("size", [(8, 8), (9, 13), (33, 8), (8, 200), (65, 47), (257, 129)], ids=str)
def test_every_size_works(corruption: Corruption, profile: str, size: tuple[int, int]) -> None:
    for severity in _severities(corruption):
        result = start(corruption.name, severity, profile=profile)(_frame(*size))
        assert result.shape == (*size, 3) and result.dtype == np.uint8


@every_corruption
def test_a_large_frame_works(corruption: Corruption) -> None:
    assert start(corruption.name, 1.0)(_frame(768, 1024)).shape == (768, 1024, 3)


@every_case
@pytest.mark.parametrize("value", [0, 255])
def test_plain_black_and_white_frames_give_plain_numbers(
    corruption: Corruption, profile: str, value: int
) -> None:
    for severity in _severities(corruption):
        result = start(corruption.name, severity, profile=profile)(np.full((32, 32, 3), value / 255))
        assert np.isfinite(result).all()


@every_case
def test_same_seed_same_bits_whatever_the_order_and_global_state(
    corruption: Corruption, profile: str
) -> None:
    severity = 1.0 if corruption.switch else 0.7
    options = {"seed": 5, "scene": "a", "episode": "b", "profile": profile}
    first = [_corrupted(corruption, severity, _frame(), step=step, **options) for step in (0, 1, 2)]
    np.random.seed(99)  # noqa: NPY002 - the point is that it must not matter
    stream = start(corruption.name, severity, **options)  # type: ignore[arg-type]
    stream(_frame(16, 24), step=9)
    again = {step: np.array(stream(_frame(), step=step), copy=True) for step in (2, 0, 1)}
    assert all(np.array_equal(first[step], again[step]) for step in (0, 1, 2))


@every_case
def test_strided_frames_give_the_same_as_contiguous_ones(corruption: Corruption, profile: str) -> None:
    strided = _frame(48, 80)[::2, ::-1]
    plain = np.ascontiguousarray(strided)
    severity = 1.0 if corruption.switch else 0.6
    expected = _corrupted(corruption, severity, plain, profile=profile)
    assert np.array_equal(_corrupted(corruption, severity, strided, profile=profile), expected)


@pytest.mark.parametrize(
    ("corruption", "profile"),
    [case for case in CASES if not case[0].switch],
    ids=[name for case, name in zip(CASES, IDS, strict=True) if not case[0].switch],
)
def test_mean_distortion_does_not_fall_with_severity(corruption: Corruption, profile: str) -> None:
    frame = _frame(120, 160)
    changes = []
    for severity in (0.1, 0.2, 0.4, 0.6, 0.7, 0.8, 1.0):
        drawn = [
            np.abs(
                _corrupted(
                    corruption, severity, frame, profile=profile, episode=str(draw), step=4 * draw
                ).astype(int)
                - frame
            ).mean()
            for draw in range(8)
        ]
        changes.append(np.mean(drawn))
    assert changes[-1] > changes[0]
    # Published flaws may cost parity some order: Pillow's ties make pixelate's level 3 worse than level 4.
    kept = 0.97 if profile == "fixed" else 0.9
    for weaker, stronger in pairwise(changes):
        assert stronger >= kept * weaker - 0.02, changes


@pytest.mark.parametrize(
    "corruption", [one for one in RGB if one not in REMEMBERING], ids=lambda one: one.name
)
def test_the_declared_scope_is_honoured(corruption: Corruption) -> None:
    stream = start(corruption.name, 1.0 if corruption.switch else 0.6, seed=2, scene="s", episode="e")
    results = [np.array(stream(_frame(), step=step), copy=True) for step in range(20)]
    same = all(np.array_equal(results[0], result) for result in results)
    assert same == (corruption.scope != "frame")


@pytest.mark.parametrize("name", DRAWN_PER_EPISODE)
def test_another_episode_has_another_pattern(name: str) -> None:
    results = [_corrupted(CORRUPTIONS[name], 0.6, _frame(), episode=episode) for episode in ("1", "2")]
    assert not np.array_equal(*results)


@pytest.mark.parametrize("name", [corruption.name for corruption in RGB if corruption.scope == "scene"])
def test_a_pattern_of_the_scene_is_the_same_in_all_its_episodes(name: str) -> None:
    here = [
        _corrupted(CORRUPTIONS[name], 1.0, _frame(), scene="s", episode=episode) for episode in ("1", "2")
    ]
    there = _corrupted(CORRUPTIONS[name], 1.0, _frame(), scene="t", episode="1")
    assert np.array_equal(*here)
    assert not np.array_equal(here[0], there)


@every_corruption
def test_it_says_what_it_is_and_where_its_numbers_come_from(corruption: Corruption) -> None:
    assert corruption.summary.endswith(".") and len(corruption.summary) < 110
    assert corruption.scope in SCOPES
    assert set(corruption.profiles) <= set(PROFILES) and corruption.profiles[0] == "fixed"
    assert corruption.sources and set(corruption.sources) <= SOURCES
    assert corruption.constants
    origins = ("ours", "NavTrust", "RobustNav", "ImageNet-C", "Habitat", "Wei et al.", "follows")
    for name, text in corruption.constants.items():
        assert any(origin in text for origin in origins), f"{name} has no source"


@every_corruption
def test_the_docs_list_it_with_all_its_constants(corruption: Corruption) -> None:
    text = read_page(DOCS)
    assert f"`{corruption.name}`" in text
    for constant in corruption.constants.values():
        assert constant in text


@every_corruption
@pytest.mark.parametrize(
    ("frame", "advice"),
    [
        (np.zeros((20, 20, 4), np.uint8), "alpha"),
        (np.zeros((20, 4, 3), np.uint8), "at least 8"),
        (np.zeros((20, 20, 3), np.int32), "uint8"),
        (np.full((20, 20, 3), 7.0), "divide by 255"),
        (np.full((20, 20, 3), np.nan), "0 to 1"),
        ([[1, 2], [3, 4]], "NumPy array"),
    ],
    ids=["alpha", "tiny", "integers", "large floats", "nan", "list"],
)
def test_what_is_not_a_frame_is_refused_with_advice(corruption: Corruption, frame: Any, advice: str) -> None:
    with pytest.raises(InvalidInput, match=advice):
        start(corruption.name, 1.0)(frame)


@given(
    case=st.sampled_from(CASES),
    severity=st.floats(0.001, 1.0),
    height=st.integers(8, 70),
    width=st.integers(8, 70),
    seed=st.integers(0, 2**32),
)
def test_any_setting_and_size_gives_a_frame_again(
    case: tuple[Corruption, str], severity: float, height: int, width: int, seed: int
) -> None:
    corruption, profile = case
    frame = np.random.Generator(np.random.Philox(key=seed)).integers(0, 256, (height, width, 3), np.uint8)
    stream = start(corruption.name, 1.0 if corruption.switch else severity, seed=seed, profile=profile)
    result = stream(frame, step=seed % 7)
    assert result.shape == frame.shape and result.dtype == np.uint8


@pytest.mark.parametrize("corruption", [one for one in RGB if one.moves_labels], ids=lambda one: one.name)
def test_labels_move_with_the_colours(corruption: Corruption) -> None:
    assert corruption.moves_labels is not None
    rows, columns = np.indices((72, 96))
    labels = (rows // 24 * 4 + columns // 24).astype(np.int32)
    frame = np.repeat((labels * 20)[:, :, None], 3, axis=2).astype(np.uint8)
    moved = corruption.moves_labels(labels)
    assert moved.shape == labels.shape and moved.dtype == labels.dtype
    shown = _corrupted(corruption, 1.0, frame)[:, :, 0] / 20
    assert np.mean(shown == moved) > 0.85  # all but the seams, where colours mix
    assert np.mean(shown == labels) < 0.5
