"""What every depth corruption promises, tried on all of the catalogue."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from page_text import read_page

from wayproof.corruptions import CORRUPTIONS, Corruption
from wayproof.corruptions.stream import start
from wayproof.vocabulary import Context

PAGE = Path(__file__).resolve().parents[2] / "docs/concepts/corruptions-depth-and-dynamics.md"
DEPTH = [component for component in CORRUPTIONS if component.modality == "depth"]
EXPECTED = (
    "dead_rows depth_lag depth_misalignment depth_quantisation flying_pixels gaussian_depth_noise "
    "missing_depth multipath normalised_depth_noise redwood_depth_noise"
).split()
STEPS = 7
SIZES = [(8, 8), (9, 13), (33, 17), (64, 48), (256, 256), (301, 203), (768, 1024)]

each = pytest.mark.parametrize("component", DEPTH, ids=[component.name for component in DEPTH])
each_profile = pytest.mark.parametrize(
    ("component", "profile"),
    [(component, profile) for component in DEPTH for profile in component.profiles],
    ids=[f"{component.name}-{profile}" for component in DEPTH for profile in component.profiles],
)


def room(height: int, width: int, step: int = 0) -> np.ndarray:
    """A corner of a room with a box and a pane without readings, seen further left from step to step."""
    across = (np.arange(width) + 0.5) / width - 0.5 + 0.03 * step
    down = (np.arange(height) + 0.5) / height - 0.5
    inverse = 0.2 + 0.4 * np.abs(across)[None, :] + np.maximum(down, 0)[:, None] * 0.9
    depth_m = (1.0 / inverse).astype(np.float32)
    depth_m[height // 2 : height * 3 // 4, width // 3 : width // 2] = 1.7
    depth_m[: height // 4, : width // 4] = 0.0
    return depth_m


def sequence(component: Corruption, severity: float, *, profile: str = "fixed", seed: int = 5) -> list:
    """Copies of clean and corrupted maps of one episode."""
    stream = start(component.name, severity, seed=seed, scene="house", episode="3", profile=profile)
    pairs = []
    for step in range(STEPS):
        clean = room(48, 64, step)
        pairs.append((clean.copy(), stream(clean, step=step, context=Context(step=step)).copy()))
    return pairs


def severities(component: Corruption) -> list[float]:
    return [1.0] if component.switch else [0.05, 0.2, 0.35, 0.5, 0.8, 1.0]


def test_the_catalogue_holds_the_depth_corruptions() -> None:
    assert [component.name for component in DEPTH] == EXPECTED


@each
def test_the_page_on_depth_corruptions_gives_every_constant(component: Corruption) -> None:
    page = read_page(PAGE)
    assert f"`{component.name}`" in page
    for name, value in component.constants.items():
        assert f"| {name} | {value} |" in page


@each
def test_a_depth_corruption_explains_itself(component: Corruption) -> None:
    assert component.summary.endswith(".")
    assert component.constants and all("(" in value for value in component.constants.values())
    assert component.sources and component.scope in ("frame", "episode", "scene")


@each_profile
def test_severity_zero_gives_depth_back_bit_for_bit(component: Corruption, profile: str) -> None:
    for clean, corrupted in sequence(component, 0.0, profile=profile):
        assert np.array_equal(clean, corrupted)


@each_profile
def test_shape_type_and_finiteness_of_depth_are_kept(component: Corruption, profile: str) -> None:
    for severity in severities(component):
        for clean, corrupted in sequence(component, severity, profile=profile):
            assert corrupted.shape == clean.shape and corrupted.dtype == np.float32
            assert np.isfinite(corrupted).all() and (corrupted >= 0).all()


@each
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_depth_maps_of_any_size_are_corrupted(component: Corruption, size: tuple[int, int]) -> None:
    stream = start(component.name, 1.0)
    for step in range(2):
        corrupted = stream(room(*size, step), step=step, context=Context(step=step))
        assert corrupted.shape == size and np.isfinite(corrupted).all()


@each
@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64])
def test_depth_comes_back_in_its_own_type_and_with_its_own_axes(component: Corruption, kind: type) -> None:
    depth_m = room(24, 32).astype(kind)[:, :, None]
    corrupted = start(component.name, 1.0)(depth_m)
    assert corrupted.dtype == kind and corrupted.shape == (24, 32, 1)


@each_profile
def test_the_clean_depth_map_is_not_touched(component: Corruption, profile: str) -> None:
    clean = room(48, 64)
    before = clean.copy()
    corrupted = start(component.name, 1.0, profile=profile)(clean)
    assert np.array_equal(clean, before)
    corrupted[:] = -1.0
    assert np.array_equal(clean, before)


@each
def test_what_depth_corruptions_keep_is_safe_from_the_caller(component: Corruption) -> None:
    """Whoever writes into a result or into the old input does not change later results."""
    expected = [corrupted for _, corrupted in sequence(component, 1.0)]
    stream = start(component.name, 1.0, seed=5, scene="house", episode="3")
    for step in range(STEPS):
        clean = room(48, 64, step)
        corrupted = stream(clean, step=step, context=Context(step=step))
        assert np.array_equal(corrupted, expected[step])
        corrupted[:], clean[:] = 77.0, 88.0


@each
def test_holes_stay_holes_unless_declared(component: Corruption) -> None:
    if component.fills_holes:
        return
    for severity in severities(component):
        for clean, corrupted in sequence(component, severity):
            assert (corrupted[clean == 0] == 0).all()


@each_profile
def test_the_same_seed_gives_the_same_depth(component: Corruption, profile: str) -> None:
    np.random.seed(1)  # noqa: NPY002  the point is that the global state does not matter
    cv2.setRNGSeed(1)
    first = sequence(component, 0.7, profile=profile)
    np.random.seed(2)  # noqa: NPY002
    cv2.setRNGSeed(2)
    second = sequence(component, 0.7, profile=profile)
    assert all(np.array_equal(one[1], other[1]) for one, other in zip(first, second, strict=True))


@each
def test_other_seeds_give_other_depth_where_there_is_chance(component: Corruption) -> None:
    if component.name in ("depth_lag", "depth_quantisation"):
        return
    one, other = sequence(component, 0.7, seed=1), sequence(component, 0.7, seed=2)
    assert not np.array_equal(one[3][1], other[3][1])


@each
def test_depth_of_a_step_does_not_depend_on_the_order_of_steps(component: Corruption) -> None:
    if component.name == "depth_lag":
        return  # its memory is tested on its own
    expected = sequence(component, 0.7)
    stream = start(component.name, 0.7, seed=5, scene="house", episode="3")
    for step in (4, 0, 6, 4):
        assert np.array_equal(stream(room(48, 64, step), step=step), expected[step][1])


@each
def test_depth_patterns_last_as_long_as_their_scope_says(component: Corruption) -> None:
    stream, depth_m = start(component.name, 1.0), room(48, 64)
    maps = [stream(depth_m, step=step, context=Context(step=step)) for step in range(3)]
    same = np.array_equal(maps[0], maps[1]) and np.array_equal(maps[1], maps[2])
    assert same == (component.scope != "frame")


@each_profile
def test_mean_distortion_of_depth_does_not_fall_with_severity(component: Corruption, profile: str) -> None:
    distortions = []
    for severity in severities(component):
        pairs = [p for seed in range(3) for p in sequence(component, severity, profile=profile, seed=seed)]
        distortions.append(np.mean([np.abs(corrupted - clean).mean() for clean, corrupted in pairs]))
    assert distortions[0] > 0 or component.retakes  # a view that moved by less than a pixel shows nothing
    assert distortions[-1] > 0
    assert all(later >= sooner * 0.999 for sooner, later in pairwise(distortions))


@each
def test_depth_stays_within_the_range_of_the_sensor(component: Corruption) -> None:
    stream = start(component.name, 1.0)
    corrupted = stream(room(48, 64), context=Context(longest_depth_m=6.0))
    assert corrupted.max() <= 6.0 * 1.13  # Redwood's lens is warped by up to 12 %


@each
def test_a_map_without_any_reading_is_corrupted_to_nothing(component: Corruption) -> None:
    assert not start(component.name, 1.0)(np.zeros((24, 32), np.float32)).any()


@each
@given(
    depth_m=hnp.arrays(
        np.float32,
        hnp.array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=20),
        elements=st.floats(width=32, allow_nan=True, allow_infinity=True),
    ),
    severity=st.floats(0.01, 1.0),
)
def test_any_array_of_floats_gives_finite_depth(
    component: Corruption, depth_m: np.ndarray, severity: float
) -> None:
    before = depth_m.copy()
    corrupted = start(component.name, 1.0 if component.switch else severity)(depth_m)
    assert np.array_equal(depth_m, before, equal_nan=True)
    assert corrupted.shape == depth_m.shape
    # Readings near the largest float may overflow when they are made a little larger.
    sane = np.abs(np.nan_to_num(depth_m, posinf=0, neginf=0)) < 1e30
    assert not np.isnan(corrupted).any() and np.isfinite(corrupted[sane]).all() and (corrupted >= 0).all()


@pytest.mark.slow
@each
def test_depth_corruptions_take_milliseconds_at_256_by_256(component: Corruption) -> None:
    stream, depth_m = start(component.name, 1.0), room(256, 256)
    stream(depth_m)
    fastest_s = np.inf
    for step in range(30):
        began_s = time.process_time()
        stream(depth_m, step=step)
        fastest_s = min(fastest_s, time.process_time() - began_s)
    assert fastest_s < 25e-3  # below 5 on a quiet machine
