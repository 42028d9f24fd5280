"""What tells the families apart: their eyes, what they do with depth, whether maps filter floors."""

from __future__ import annotations

import numpy as np
import pytest
from plain_room import brief_of

from wayproof.agents.mapping.depth_projection import MapPose, camera_of
from wayproof.agents.mapping.floor_depth import floor_depth
from wayproof.agents.mapping.occupancy_map import OccupancyMap
from wayproof.agents.panoramic_explorer import PanoramicExplorer
from wayproof.agents.rgb_wanderer import RgbWanderer
from wayproof.agents.room_prior_explorer import RoomPriorExplorer
from wayproof.agents.seeing.gated_depth import gated_depth
from wayproof.agents.seeing.image_labels import PATCH_CELLS, by_boxes, by_patches, by_pixels
from wayproof.agents.seeing.network_perception import NetworkPerception
from wayproof.agents.value_explorer import ValueExplorer
from wayproof.perception import load_dense
from wayproof.rendering.camera import Camera, view_from
from wayproof.rendering.renderer import Renderer
from wayproof.scenes.by_name import scene_named
from wayproof.seeding import generator_for
from wayproof.simulator.body import load_body
from wayproof.simulator.world import World


@pytest.fixture(scope="module")
def picture() -> np.ndarray:
    """What a robot sees in a house, from some place where it fits."""
    world = World(scene_named("houses-v1/train/33"), load_body("locobot"))
    rooms = list(world.scene.rooms)
    x_m, z_m = np.mean(np.asarray(rooms[0].polygon_m), axis=0).tolist()
    view = view_from((x_m, 0.8688, z_m), 0.7)
    frame = Renderer(world.prepared).render([view], Camera(224, 168, np.radians(79.0)), want=("rgb",))[0]
    assert frame.rgb is not None
    return np.asarray(frame.rgb)


def test_pixel_eyes_say_what_the_network_says(picture: np.ndarray) -> None:
    label, confidence = by_pixels(load_dense(), picture)
    seen = load_dense().segment(picture)
    assert np.array_equal(label, seen.category) and np.array_equal(confidence, seen.confidence)


def test_box_eyes_see_a_thing_whole_with_the_score_of_its_detection(picture: np.ndarray) -> None:
    network = load_dense()
    label, confidence = by_boxes(network, picture)
    seen = network.segment(picture)
    surfaces = np.isin(label, [network.categories.index(name) + 1 for name in ("wall", "floor", "ceiling")])
    assert surfaces.any() and np.array_equal(label[surfaces], seen.category[surfaces])
    things = (label > 0) & ~surfaces
    assert things.any() and np.array_equal(label[things], seen.category[things])
    scores = {round(one.score, 5) for one in network.detect(picture)}
    assert {round(float(value), 5) for value in np.unique(confidence[things])} <= scores
    assert (confidence[label == 0] == 0.0).all()


def test_patch_eyes_see_squares_of_one_kind(picture: np.ndarray) -> None:
    network = load_dense()
    label, confidence = by_patches(network, picture)
    side = PATCH_CELLS * network.card.cell_px
    assert label.shape == picture.shape[:2] and label.min() >= 1
    for row in range(0, 160, side):
        for column in range(0, 224, side):
            assert len(np.unique(label[row : row + side, column : column + side])) == 1
    assert (confidence > 0).all() and (confidence <= 1.0).all()
    pixels = network.segment(picture).category
    assert (label == pixels).mean() > 0.5


def test_depth_that_agrees_with_itself_passes_unchanged() -> None:
    rows = np.linspace(1.0, 4.0, 60, dtype=np.float32)
    measured = np.repeat(rows[:, None], 80, axis=1)
    measured[:, 40:] = np.float32(1.5)  # an edge, and a wall in front
    measured[10:20, 10:20] = 0.0
    assert np.array_equal(gated_depth(measured, np.full_like(measured, 2.0)), measured)


def test_depth_that_scatters_is_replaced_the_more_the_worse_it_is() -> None:
    rng = generator_for(0, "gate")
    truth, guess = np.full((60, 80), 3.0, np.float32), np.full((60, 80), 3.3, np.float32)
    errors = []
    for deviation_m in (0.3, 1.0, 3.0):
        noisy = np.maximum(truth + deviation_m * rng.normal(size=truth.shape), 0.05).astype(np.float32)
        found = gated_depth(noisy, guess)
        errors.append(float(np.abs(found - guess).mean()))
        assert np.abs(found - truth).mean() < 0.5 * np.abs(noisy - truth).mean()
    assert errors[2] < errors[0] + 0.2


def test_gaps_stay_gaps_and_other_sizes_are_left_alone() -> None:
    rng = generator_for(1, "gate")
    noisy = (2.0 + rng.normal(size=(40, 40))).clip(0.1).astype(np.float32)
    noisy[rng.random((40, 40)) < 0.3] = 0.0
    found = gated_depth(noisy, np.full_like(noisy, 2.0))
    assert np.array_equal(found == 0.0, noisy == 0.0)
    assert gated_depth(noisy, np.ones((10, 10), np.float32)) is noisy


def rough_floor_map(floor_filter: bool) -> OccupancyMap:
    """A map after one look at bare floor whose readings scatter by 6 cm in height."""
    camera = camera_of(brief_of())
    depth_m = floor_depth(camera, 96, 128)
    noise = generator_for(2, "rough").normal(size=depth_m.shape)
    scale = np.where(depth_m > 0, depth_m / camera.height_m, 0.0)
    ground = OccupancyMap(0.175, side=400, floor_filter=floor_filter)
    ground.see((depth_m + 0.06 * scale * noise).astype(np.float32), camera, MapPose(0.0, 0.0, 0.0))
    return ground


def test_without_the_filter_a_rough_floor_is_full_of_obstacles() -> None:
    filtered, plain = (rough_floor_map(floor_filter) for floor_filter in (True, False))
    solid = [int(ground.solid(ground.box()).sum()) for ground in (filtered, plain)]
    assert solid[1] > 10 * max(solid[0], 1)


@pytest.mark.parametrize(
    ("agent", "eyes", "gates", "filters"),
    [
        (ValueExplorer, by_boxes, False, False),
        (RoomPriorExplorer, by_pixels, False, False),
        (PanoramicExplorer, by_pixels, True, True),
    ],
)
def test_each_family_has_its_own_traits(agent: type, eyes: object, gates: bool, filters: bool) -> None:
    policy = agent()
    policy.start(brief_of(), 0)
    perception: NetworkPerception = policy.policy._perception
    assert perception._eyes is eyes and perception._gates is gates
    assert policy.policy.navigator.map._floor_filter is filters


def test_the_wanderer_sees_patches_and_guesses_depth() -> None:
    agent = RgbWanderer()
    agent.start(brief_of(), 0)
    assert agent._perception._eyes is by_patches and agent._perception._guesses
