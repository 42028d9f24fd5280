"""Training of the occupancy network: truth in place, a loss on unseen cells, a resume to the same bits."""

from __future__ import annotations

import math
from pathlib import Path

import msgspec
import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis.extra.numpy import arrays
from scipy.spatial.distance import jaccard

from wayproof.agents.mapping.depth_projection import MapPose
from wayproof.agents.mapping.occupancy_anticipation import (
    SHIPPED,
    WINDOW,
    occupancy_network,
    window_around,
)
from wayproof.agents.mapping.occupancy_map import OccupancyMap
from wayproof.errors import BrokenFile, InvalidInput
from wayproof.learning.occupancy.map_samples import Samples, Truth, house_samples, seen_in
from wayproof.learning.occupancy.occupancy_network import OccupancyNetwork, exported
from wayproof.learning.occupancy.occupancy_scores import best_chance, iou, scores_of
from wayproof.learning.occupancy.train_occupancy import OccupancyRecipe, loss_of, trained
from wayproof.seeding import generator_for
from wayproof.vocabulary import Pose

RECIPE = OccupancyRecipe(houses=1, steps=4, batch=2)


@pytest.fixture(scope="module")
def samples() -> Samples:
    """Half of each window is seen and free; what is unseen is blocked beyond a column."""
    rng = generator_for(0, "half-seen windows")
    windows = np.zeros((6, 2, WINDOW, WINDOW), np.uint8)
    blocked = np.zeros((6, WINDOW, WINDOW), np.bool_)
    for number, edge in enumerate(rng.integers(36, 56, 6).tolist()):
        windows[number, 1, :, :32] = 1
        blocked[number, :, edge:] = True
    return Samples(windows, blocked, np.ones_like(blocked))


def weights(network: OccupancyNetwork) -> list[np.ndarray]:
    return [value.detach().numpy().copy() for value in network.state_dict().values()]


@pytest.mark.parametrize("heading_rad", [0.0, 0.7, math.pi / 2])
def test_truth_lies_where_the_robot_would_meet_it(heading_rad: float) -> None:
    """One free square of the plan, 1.5 m ahead and 0.5 m left of the start, whatever the start's heading."""
    start = Pose(3.0, 0.0, 4.0, heading_rad)
    sin, cos = math.sin(heading_rad), math.cos(heading_rad)
    x, z = 3.0 - 1.5 * sin - 0.5 * cos, 4.0 - 1.5 * cos + 0.5 * sin
    i, j = np.mgrid[:200, :200]
    free = np.hypot((i + 0.5) * 0.05 - x, (j + 0.5) * 0.05 - z) < 0.3
    the_map = OccupancyMap(0.175, side=320)
    box = window_around(the_map, MapPose(0.0, 0.0, 0.0))
    blocked, inside = seen_in(Truth(free, np.ones_like(free), (0.0, 0.0), 0.05), the_map, box, start)
    middle = np.argwhere(~blocked).mean(axis=0) + 0.5 - WINDOW / 2
    np.testing.assert_allclose(middle * 0.1, (1.5, 0.5), atol=0.06)
    assert inside[~blocked].all()


def test_the_loss_asks_nothing_about_cells_that_were_seen(samples: Samples) -> None:
    windows = torch.from_numpy(samples.windows).float()
    blocked = torch.from_numpy(samples.blocked).float()
    logits = torch.zeros_like(blocked)
    wrong_where_seen = logits.clone()
    wrong_where_seen[:, :, :32] = 9.0
    assert float(loss_of(logits, windows, blocked)) == pytest.approx(math.log(2.0))
    assert float(loss_of(wrong_where_seen, windows, blocked)) == pytest.approx(math.log(2.0))


def test_a_stopped_training_goes_on_to_the_same_weights(samples: Samples, tmp_path: Path) -> None:
    torch.set_num_threads(1)
    whole = weights(trained(RECIPE, samples, tmp_path / "whole.safetensors", lambda _: None))
    file = tmp_path / "stopped.safetensors"
    calls = []

    def stop_at_two(line: str) -> None:
        calls.append(line)
        raise KeyboardInterrupt

    import wayproof.learning.occupancy.train_occupancy as module

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "SAVE_EVERY", 2)
        with pytest.raises(KeyboardInterrupt):
            trained(RECIPE, samples, file, stop_at_two)
    again = weights(trained(RECIPE, samples, file, lambda _: None))
    assert len(calls) == 1
    for one, other in zip(whole, again, strict=True):
        np.testing.assert_array_equal(one, other)
    with pytest.raises(InvalidInput, match="another recipe"):
        trained(OccupancyRecipe(houses=1, steps=4, batch=3), samples, file, lambda _: None)
    file.write_bytes(b"nothing")
    with pytest.raises(BrokenFile, match="start anew"):
        trained(RECIPE, samples, file, lambda _: None)


def test_the_exported_network_says_what_torch_says(samples: Samples, tmp_path: Path) -> None:
    network = OccupancyNetwork().eval()
    file = tmp_path / "occupancy.onnx"
    file.write_bytes(exported(network))
    windows = samples.windows.astype(np.float32)
    with torch.no_grad():
        expected = torch.sigmoid(network(torch.from_numpy(windows))).numpy()
    np.testing.assert_allclose(occupancy_network(file)({"window": windows})["blocked"], expected, atol=1e-5)


def test_scores_set_a_guess_beside_unknown_is_free(samples: Samples) -> None:
    """A network that knows the truth has 1; "unknown is free" has the free share of what is unseen."""
    truth = dict.fromkeys(("one", "two"), samples)
    found = scores_of(lambda arrays: {"blocked": samples.blocked.astype(np.float32)}, truth, 0.5)
    row = found["free space, unseen cells"]
    assert row["anticipated"][0] == 1.0
    assert row["unknown is free"][0] == pytest.approx(float((~samples.blocked[:, :, 32:]).mean()))


def test_a_cell_counts_as_free_from_the_chance_that_does_best(samples: Samples) -> None:
    """Free cells have a chance of 0.32 of being free, blocked ones of 0.22: only what lies between tells."""
    network = lambda arrays: {"blocked": np.where(samples.blocked, 0.78, 0.68).astype(np.float32)}  # noqa: E731
    chance = best_chance(network, {"one": samples})
    assert 0.22 < chance <= 0.32
    for low in (False, True):
        found = scores_of(network, {"one": samples, "two": samples}, 0.1 if low else chance)
        row = found["free space, unseen cells within the house"]
        assert row["anticipated"][0] == pytest.approx(row["unknown is free"][0] if low else 1.0)


CELLS = arrays(np.bool_, 24)


@given(CELLS, CELLS, CELLS)
def test_iou_is_what_scipy_calls_jaccard(guessed: np.ndarray, true: np.ndarray, counted: np.ndarray) -> None:
    expected = 1.0 - jaccard(guessed[counted], true[counted]) if counted.any() else 1.0
    assert iou(guessed, true, counted) == pytest.approx(expected)


def test_iou_counts_only_the_cells_it_is_told_to() -> None:
    guessed, true = np.array([1, 1, 0, 1], bool), np.array([1, 0, 0, 1], bool)
    assert iou(guessed, true, np.array([1, 1, 1, 0], bool)) == 0.5
    assert iou(guessed, true, np.zeros(4, bool)) == 1.0


@pytest.mark.slow
@pytest.mark.parametrize("from_colours", [False, True])
def test_the_shipped_network_beats_unknown_is_free_in_houses_it_never_saw(from_colours: bool) -> None:
    """Not those of its card."""
    houses = {f"val/{n}": house_samples("val", n, 1, from_colours=from_colours) for n in range(30, 36)}
    free_from = msgspec.json.decode(SHIPPED.with_suffix(".json").read_bytes())["free_from"]
    found = scores_of(occupancy_network(), houses, free_from)
    for where in ("free space, unseen cells", "free space, unseen cells within the house"):
        assert found[where]["anticipated"][0] > found[where]["unknown is free"][0], where
