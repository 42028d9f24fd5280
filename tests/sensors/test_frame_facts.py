"""What faults may know of a frame: gloss, incidence and brightness, and missing depth that follows them."""

import numpy as np
import pytest

from wayproof.corruptions.depth.missing_depth import SHARE_LOST
from wayproof.corruptions.stream import start
from wayproof.errors import InvalidInput
from wayproof.navigation.free_points import sample_points
from wayproof.rendering.camera import Camera, view_from
from wayproof.rendering.prepared_scene import prepare
from wayproof.rendering.renderer import render
from wayproof.scenes.houses.house import build_house
from wayproof.seeding import generator_for
from wayproof.sensors import sensors_for
from wayproof.sensors.frame_facts import gloss_of_instances, surface_facts
from wayproof.sensors.rig import SensorRig
from wayproof.simulator.body import load_body
from wayproof.simulator.world import World
from wayproof.vocabulary import Context, Pose, Settings

CAMERA = Camera(160, 120, 1.4)


@pytest.fixture(scope="module")
def scene():
    return build_house(1, rooms=2).scene


@pytest.fixture(scope="module")
def frames(scene):
    polygon = np.asarray(scene.rooms[0].polygon_m)
    x, z = (polygon.min(axis=0) + polygon.max(axis=0)) / 2
    views = [view_from((x, 1.2, z), heading) for heading in np.linspace(0, 2 * np.pi, 8, endpoint=False)]
    return render(prepare(scene), views, CAMERA, want=("rgb", "depth", "instance"))


def test_window_panes_are_glossier_than_walls(scene) -> None:
    gloss = gloss_of_instances(scene)
    by_category = {category: [] for category in ("window", "wall")}
    for instance in scene.instances:
        if instance.category in by_category:
            by_category[instance.category].append(gloss[instance.id])
    assert min(by_category["window"]) > max(by_category["wall"])
    assert gloss[0] == 0.0


def test_depth_is_lost_on_glossy_things_first(scene, frames) -> None:
    gloss = gloss_of_instances(scene)
    stream = start("missing_depth", 0.6)
    lost_glossy, lost_matt = [], []
    for frame in frames:
        context = surface_facts(frame, gloss, CAMERA.hfov_rad)
        seen = frame.depth_m > 0
        lost = (stream(frame.depth_m, context=context) != frame.depth_m) & seen
        squarely = (context.incidence > 0.5) & (context.brightness > 0.3)
        lost_glossy += lost[seen & squarely & (context.gloss > 0.85)].tolist()
        lost_matt += lost[seen & squarely & (context.gloss < 0.2)].tolist()
    assert np.mean(lost_glossy) > 0.9
    assert np.mean(lost_matt) < SHARE_LOST[2]  # only what is missing to the share, where little is glossy


def test_a_frame_without_the_needed_layers_is_refused(scene, frames) -> None:
    from dataclasses import replace

    with pytest.raises(InvalidInput, match="need a frame with depth, instance and rgb"):
        surface_facts(replace(frames[0], rgb=None), gloss_of_instances(scene), CAMERA.hfov_rad)


def test_a_rig_tells_faults_of_each_camera_reading_what_they_may_know(scene) -> None:
    world = World(scene, load_body("locobot"))
    settings = Settings(width_px=32, height_px=24, furthest_depth_m=6.0)
    sensors = sensors_for(world.body, ("rgb", "depth", "gps"), settings=settings)
    state = world.simulator().start(
        Pose(*sample_points(world.free, generator_for(0, "facts"), 1)[0].tolist())
    )
    plain, knowing = SensorRig(world, sensors), SensorRig(world, sensors, surfaces=True)
    for rig in (plain, knowing):
        rig.read(state, start=state.pose)
    hfov = sensors[0].mount.hfov_rad
    assert plain.contexts(7) == {
        "rgb": Context(step=7, hfov_rad=hfov),
        "depth": Context(step=7, hfov_rad=hfov, longest_depth_m=6.0),
        "gps": Context(step=7, true_place=(0.0, 0.0, 0.0)),
    }
    told = knowing.contexts(7)
    assert told.pop("gps").gloss is None
    assert told.keys() == {"rgb", "depth"}
    assert (told["depth"].step, told["depth"].longest_depth_m, told["rgb"].longest_depth_m) == (7, 6.0, 10.0)
    for context in told.values():
        for fact in (context.gloss, context.incidence, context.brightness):
            assert (
                fact.shape == (24, 32) and fact.dtype == np.float32 and 0.0 <= fact.min() <= fact.max() <= 1.0
            )
