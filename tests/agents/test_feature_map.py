"""The feature map beside a plain reference, moved and turned worlds, the text kernel, cells never seen."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_room import Block, PlainRoom, walls

from wayproof.agents.exploring.grounding import best_place, score_of
from wayproof.agents.mapping.depth_projection import MapPose, MountedCamera
from wayproof.agents.mapping.feature_map import FeatureMap, thinned
from wayproof.agents.mapping.look_weight import confidence
from wayproof.agents.mapping.occupancy_map import Box
from wayproof.agents.mapping.similarity_map import UNSEEN, SimilarityMap, best_cells, text_kernel
from wayproof.bench.dense_feature_map import DenseFeatureMap

CAMERA = MountedCamera(0.87, 0.0, math.radians(79.0), 10.0, 0.9)
SIDE, CELL_M = 128, 0.125  # sums of an eighth are exact, so that a moved world is exactly moved
WHOLE = Box(0, 0, SIDE, SIDE)
ROOM = PlainRoom([*walls(-1.5, -2.5, 4.5, 2.5), Block(2.0, -0.5, 2.6, 0.4, 0.75, "chair")])


def image(seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Vectors, weights and depth of one view of a room."""
    rng = np.random.default_rng(seed)
    depth, _ = ROOM.picture()
    return rng.normal(size=(6, 8, 5)).astype(np.float32), rng.random(depth.shape, np.float32), depth


def seen_from(*poses: MapPose, edges_m: tuple[float, ...] = (0.5, 1.3)) -> FeatureMap:
    features = FeatureMap(SIDE, CELL_M, edges_m, 5)
    for pose in poses:
        features.see(*image(), CAMERA, pose)
    return features


def as_cells(features: FeatureMap) -> dict[tuple[int, ...], np.ndarray]:
    return {tuple(cell): total for cell, total in zip(features.cell.tolist(), features.total, strict=True)}


def reference(pose: MapPose, edges_m: tuple[float, ...]) -> dict[tuple[int, int, int], list[np.ndarray]]:
    """Pixel by pixel in plain Python: the weighted vectors of each cell."""
    vectors, weight, depth = image()
    rows, columns = depth.shape
    focal = columns / 2 / math.tan(CAMERA.hfov_rad / 2)
    cells: dict[tuple[int, int, int], list[np.ndarray]] = {}
    for v in range(rows):
        for u in range(columns):
            d = float(depth[v, u])
            up = CAMERA.height_m + (rows / 2 - v - 0.5) / focal * d
            if d <= 0.0 or not -0.1 <= up <= 2.3 or weight[v, u] <= 0.02:
                continue
            left = (columns / 2 - u - 0.5) / focal * d
            turned = complex(d, left) * complex(math.cos(pose.heading_rad), math.sin(pose.heading_rad))
            i = math.floor((pose.x_m + turned.real) / CELL_M) + SIDE // 2
            j = math.floor((pose.y_m + turned.imag) / CELL_M) + SIDE // 2
            key = (sum(up >= edge for edge in edges_m), i, j)
            vector = vectors[v * 6 // rows, u * 8 // columns]
            cells.setdefault(key, []).append(weight[v, u] * np.append(vector, 1.0))
    return cells


@pytest.mark.parametrize("edges_m", [(), (0.5, 1.3), (0.5, 1.3, 2.1)])
def test_a_cell_keeps_the_mean_of_its_pixels_of_each_image(edges_m) -> None:
    pose = MapPose(0.3, -0.2, 0.7)
    features = seen_from(pose, pose, edges_m=edges_m)
    expected = reference(pose, edges_m)
    assert {tuple(cell) for cell in features.cell.tolist()} == set(expected)
    for cell, total, weight in zip(features.cell.tolist(), features.total, features.weight, strict=True):
        mean = 2.0 * np.mean(expected[tuple(cell)], axis=0)
        np.testing.assert_allclose(np.append(total, weight), mean, rtol=1e-4, atol=1e-5)


def test_the_plain_peer_of_the_bench_makes_the_same_map() -> None:
    pose = MapPose(0.3, -0.2, 0.7)
    features, dense = seen_from(pose), DenseFeatureMap(SIDE, CELL_M, (0.5, 1.3), 5)
    vectors, weight, depth = image()
    dense.see(vectors, np.where(weight > 0.02, weight, 0.0), depth, CAMERA, pose)
    layer, i, j = features.cell.T
    known = np.zeros(dense.weight.shape, np.bool_)
    known[layer, i, j] = True
    assert np.array_equal(dense.values(np.ones(5, np.float32)) > -np.inf, known)
    # Pixels with next to no weight are left out of ours; in the peer they are part of a cell's mean.
    near = np.isclose(dense.total[layer, i, j], features.total, rtol=1e-3, atol=1e-4).all(axis=1)
    assert near.mean() > 0.9


def test_rows_that_changed_are_those_of_the_image_each_once() -> None:
    features = FeatureMap(SIDE, CELL_M, (0.5, 1.3), 5)
    rows = features.see(*image(), CAMERA, MapPose(0.0, 0.0, 0.0))
    assert sorted(rows.tolist()) == list(range(features.rows)) and features.rows > 100
    again = features.see(*image(), CAMERA, MapPose(0.0, 0.0, 0.0))
    assert sorted(again.tolist()) == sorted(rows.tolist())


@settings(max_examples=15, deadline=None)
@given(st.integers(-20, 20), st.integers(-20, 20), st.floats(-3.0, 3.0))
def test_a_moved_world_is_the_map_moved(across, along, heading) -> None:
    start = MapPose(0.25, 0.5, heading)
    moved = MapPose(0.25 + across * CELL_M, 0.5 + along * CELL_M, heading)
    here, there = as_cells(seen_from(start)), as_cells(seen_from(moved))
    shared = [(layer, i, j) for layer, i, j in here if (layer, i + across, j + along) in there]
    # Rounding may put a point on the border of a cell into its neighbour.
    assert len(shared) >= 0.98 * len(here)
    same = [np.allclose(here[k], there[k[0], k[1] + across, k[2] + along], atol=1e-3) for k in shared]
    assert np.mean(same) >= 0.95


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_turned_world_is_the_map_turned(quarters: int) -> None:
    # A pose off the borders of cells: a turn about the middle maps cells on cells.
    x, y = 0.0625 + 0.01, 0.0625 + 0.02
    turned = complex(x, y) * 1j**quarters
    here = as_cells(seen_from(MapPose(x, y, 0.3)))
    there = as_cells(seen_from(MapPose(turned.real, turned.imag, 0.3 + quarters * math.pi / 2)))

    def after(cell: tuple[int, ...]) -> tuple[int, int, int]:
        middle = complex(cell[1] - SIDE // 2 + 0.5, cell[2] - SIDE // 2 + 0.5) * 1j**quarters
        return cell[0], math.floor(middle.real) + SIDE // 2, math.floor(middle.imag) + SIDE // 2

    shared = [cell for cell in here if after(cell) in there]
    assert len(shared) >= 0.98 * len(here)
    assert np.mean([np.allclose(here[cell], there[after(cell)], atol=1e-3) for cell in shared]) >= 0.95


def test_a_restored_map_goes_on_as_the_one_that_was_saved() -> None:
    features = seen_from(MapPose(0.0, 0.0, 0.0))
    other = FeatureMap(SIDE, CELL_M, (0.5, 1.3), 5)
    other.restore(features.save())
    for one in (features, other):
        one.see(*image(1), CAMERA, MapPose(0.4, 0.1, 1.0))
    assert np.array_equal(features.total, other.total) and np.array_equal(features.cell, other.cell)


@pytest.mark.parametrize("broken", ["empty", "other size", "no depth", "other space", "no vectors"])
def test_images_that_make_no_sense_change_nothing(broken: str) -> None:
    vectors, weight, depth = image()
    if broken == "empty":
        weight = depth = np.zeros((0, 0), np.float32)
    if broken == "other size":
        weight = weight[:-1]
    if broken == "other space":
        vectors = vectors[..., :4]
    if broken == "no vectors":
        vectors = vectors[:0]
    if broken == "no depth":
        depth = np.full_like(depth, np.nan)
    features = FeatureMap(SIDE, CELL_M, (0.5, 1.3), 5)
    assert not len(features.see(vectors, weight, depth, CAMERA, MapPose(0.0, 0.0, 0.0)))
    assert features.rows == 0


def test_unseen_cells_never_win_even_where_nothing_fits() -> None:
    features = seen_from(MapPose(0.0, 0.0, 0.0))
    features.total[:] = -np.abs(features.total)  # every value with this phrase is negative
    similarity = SimilarityMap(features, np.full((1, 5), 5**-0.5, np.float32))
    values = similarity.best_layer(WHOLE)
    known = np.zeros((SIDE, SIDE), np.bool_)
    known[features.cell[:, 1], features.cell[:, 2]] = True
    assert (values[known] < 0.0).all() and (values[~known] == UNSEEN).all()
    place = best_place(values, WHOLE, np.zeros_like(known))
    assert place is not None and known[tuple(place.cells.T)].all()
    assert not best_cells(values)[~known].any()
    assert best_place(values, WHOLE, known) is None  # all that was seen is barred
    assert best_place(np.full_like(values, UNSEEN), WHOLE, ~known) is None


def test_values_are_those_of_mean_vectors_and_only_changed_rows_are_worked_out_again() -> None:
    features = seen_from(MapPose(0.0, 0.0, 0.0))
    phrase = np.array([[0.6, 0.0, 0.8, 0.0, 0.0]], np.float32)
    similarity = SimilarityMap(features, phrase)
    layer, i, j = features.cell[7]
    mean = features.total[7] / features.weight[7]
    assert similarity.by_layer(WHOLE)[layer, i, j] == pytest.approx(mean @ phrase[0], rel=1e-4)
    rows = features.see(*image(3), CAMERA, MapPose(0.0, 0.0, 0.5))
    similarity.renew(rows)
    assert np.array_equal(similarity.by_layer(WHOLE), SimilarityMap(features, phrase).by_layer(WHOLE))


@pytest.mark.parametrize("phrases", [1, 2])
def test_values_do_not_depend_on_how_many_cells_are_worked_out_at_once(phrases: int) -> None:
    """So that a restored map, which works out all of them, says the same to the last bit."""
    rng = np.random.default_rng(0)
    wanted = rng.random((phrases, 176), np.float32)
    features = FeatureMap(SIDE, CELL_M, (0.5, 1.3), 176)
    similarity = SimilarityMap(features, wanted)
    for number in range(6):
        vectors, (_, weight, depth) = rng.random((6, 8, 176), np.float32), image(number)
        similarity.renew(features.see(vectors, weight, depth, CAMERA, MapPose(0.1 * number, 0.0, 0.3)))
    assert np.array_equal(similarity.by_layer(WHOLE), SimilarityMap(features, wanted).by_layer(WHOLE))


def test_text_as_a_kernel_wants_the_thing_above_its_carrier() -> None:
    thing, carrier = (np.full((3, 9, 9), UNSEEN) for _ in range(2))
    thing[1, 2, 2] = thing[1, 6, 6] = thing[2, 2, 6] = 0.9  # three candles
    carrier[0, 2, 2], carrier[0, 6, 6], carrier[1, 2, 6] = 0.8, 0.1, UNSEEN
    score = text_kernel(thing, carrier, 0)
    assert score[1, 2, 2] == pytest.approx(0.85) and score[1, 6, 6] == pytest.approx(0.5)
    assert score[2, 2, 6] == UNSEEN  # nothing was seen below it
    assert np.argmax(score) == np.ravel_multi_index((1, 2, 2), score.shape)
    assert np.count_nonzero(np.isfinite(score)) == 2


def test_a_carrier_may_be_wider_than_the_thing_and_floor_things_have_theirs_beside_them() -> None:
    thing, carrier = (np.full((2, 9, 9), UNSEEN) for _ in range(2))
    thing[1, 4, 4], thing[0, 0, 0] = 0.6, 0.4
    carrier[0, 4, 6], carrier[0, 0, 1] = 1.0, 0.2
    assert not np.isfinite(text_kernel(thing, carrier, 1)[1]).any()
    score = text_kernel(thing, carrier, 2)
    assert score[1, 4, 4] == pytest.approx(0.8) and score[0, 0, 0] == pytest.approx(0.3)
    assert np.count_nonzero(np.isfinite(score)) == 2  # not even at the border


def test_the_best_place_is_chosen_by_its_neighbours_and_keeps_to_one_patch() -> None:
    values = np.full((40, 40), UNSEEN)
    values[5:10, 5:10] = 0.6
    values[30, 30] = 0.9  # one odd cell among many that do not fit
    values[29:32, 29:32] = np.where(values[29:32, 29:32] > 0, 0.9, 0.0)
    box = Box(100, 200, 40, 40)
    barred = np.zeros((400, 400), np.bool_)
    place = best_place(values, box, barred)
    assert place is not None and place.score == pytest.approx(0.6)
    assert {tuple(cell) for cell in place.cells.tolist()} == {
        (100 + i, 200 + j) for i in range(5, 10) for j in range(5, 10)
    }
    assert score_of(values, box, place.cells) == pytest.approx(0.6)
    assert best_place(values, box, barred, least=0.7) is None
    assert score_of(values, box, np.array([[0, 0]])) == -np.inf


def test_confidence_falls_at_edges_and_far_away() -> None:
    depth = np.full((30, 40), 1.0, np.float32)
    depth[:, 20:] = 4.0
    sure = confidence(depth, math.radians(90.0))
    assert sure[15, 5] == pytest.approx(1.0, abs=1e-6)
    assert sure[15, 20] < sure[15, 30] == pytest.approx(math.exp(-4.0 / 3.0))
    assert thinned(np.zeros((96, 256))).shape == (48, 128) and thinned(np.zeros((5, 7))).shape == (5, 7)
