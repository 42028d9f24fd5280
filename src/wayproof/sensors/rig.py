"""The sensors of one agent together: each camera is drawn once per step, with the layers asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, partial

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.camera_change import CameraChange
from wayproof.errors import InvalidInput
from wayproof.rendering.camera import Camera, View, view_from
from wayproof.rendering.panorama import render_panorama
from wayproof.rendering.renderer import LAYERS, Frame, Renderer
from wayproof.rendering.triangle_batch import Batch
from wayproof.sensors.frame_facts import gloss_of_instances, surface_facts
from wayproof.sensors.mounted_rig import camera_of
from wayproof.sensors.other_views import changed_pose, same_view, state_at
from wayproof.sensors.sensor import Sensor, SensorInput, heading_change, seen_from
from wayproof.simulator.body import Body, CameraMount
from wayproof.simulator.gait import CameraPose, camera_pose
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.vocabulary import Context, Point, Pose

SURFACES = ("rgb", "depth", "instance")


class SensorRig:
    """Sensors in a world. It keeps drawing buffers between calls: not for several threads at once."""

    def __init__(self, world: World, sensors: Sequence[Sensor], *, surfaces: bool = False) -> None:
        """`surfaces` draws all layers of every camera, so that `contexts` tells what its pixels show."""
        self.world, self._surfaces = world, surfaces
        self.frames: dict[str, Frame] = {}  # of the last reading, by camera name
        self.sensors = tuple(sensors)
        self.sees_people = any(sensor.meets_people for sensor in self.sensors)
        self._mounts: dict[Camera, list[CameraMount]] = {}
        self._layers: dict[Camera, tuple[str, ...]] = {}
        self._around: CameraMount | None = None  # at most one panorama
        self._around_layers: tuple[str, ...] = ()
        for sensor in self.sensors:
            if sensor.mount is not None:
                layers = (*sensor.layers, *SURFACES) if surfaces else sensor.layers
                self._note(sensor.mount, layers, all_around=sensor.all_around)
        self._renderers: dict[Camera | None, Renderer] = {}
        self._last: SensorInput | None = None

    def read(
        self,
        state: State,
        *,
        start: Pose,
        goal_m: Point | None = None,
        moving: Sequence[Batch] = (),
        passed: Sequence[State] = (),
        draws: tuple[int, str, str] = (0, "", ""),
    ) -> dict[str, NDArray[np.generic]]:
        """What every sensor says, by the name of its reading.

        `start` is the pose at the first step, for GPS and compass; `moving` are the triangles of people;
        `passed` are the states before this one, for what happens between steps, and `draws` seed its noise.
        """
        self.frames = self._frames(state, moving)
        given = SensorInput(self.world, state, start, goal_m, self.frames, moving, passed, draws)
        self._last = given
        return {sensor.reading.name: sensor.sense(given) for sensor in self.sensors}

    def contexts(self, step: int) -> dict[str, Context]:
        """What faults may know of each sensor's last reading, by its name; surfaces only if asked for."""
        if self._last is None:
            raise InvalidInput("nothing has been read yet, so there is nothing to know; call read first")
        cameras = {sensor.mount.name: sensor.mount for sensor in self.sensors if sensor.mount is not None}
        facts = {name: self._facts(mount) for name, mount in cameras.items()}
        elsewhere = Context(step=step, true_place=_place_since_start(self._last))
        return {
            sensor.reading.name: elsewhere
            if sensor.mount is None
            else replace(
                facts[sensor.mount.name],
                step=step,
                longest_depth_m=_longest_depth_m(sensor),
                hfov_rad=sensor.mount.hfov_rad,
                retake=partial(self._retaken, sensor, self._last),
                retake_depth=partial(self._depth_from, sensor, self._last),
            )
            for sensor in self.sensors
        }

    def _retaken(self, sensor: Sensor, given: SensorInput, change: CameraChange) -> NDArray[np.generic]:
        """A camera's reading from another view; people stand where they are now."""
        assert sensor.mount is not None
        state, frame = self._frame_from(sensor, sensor.layers, given, change)
        return sensor.sense(replace(given, state=state, frames={**given.frames, sensor.mount.name: frame}))

    def _depth_from(self, sensor: Sensor, given: SensorInput, change: CameraChange) -> NDArray[np.generic]:
        """How far everything is that a camera sees from another view."""
        depth_m = self._frame_from(sensor, ("depth",), given, change)[1].depth_m
        assert depth_m is not None
        return depth_m

    def _frame_from(
        self, sensor: Sensor, layers: tuple[str, ...], given: SensorInput, change: CameraChange
    ) -> tuple[State, Frame]:
        """The state in which a camera has another view, and what it sees there."""
        mount = sensor.mount
        assert mount is not None
        state = given.state
        if change.seconds_ago > 0.0:
            state = state_at(given.passed or (state,), state.time_s - change.seconds_ago)
        state, now = (_level(one) if sensor.all_around else one for one in (state, given.state))
        view = view_at(changed_pose(self.world.body, state, mount, change))
        if same_view(view, view_of(self.world.body, now, mount)):
            frame = given.frames[mount.name]
        elif sensor.all_around:
            frame = self._panorama_from(mount, view, layers, given.moving)
        else:
            camera = camera_of(mount)
            renderer = self._renderers.setdefault(camera, Renderer(self.world.prepared))
            frame = renderer.render([view], camera, want=layers, moving=given.moving)[0]
        return state, frame

    def _facts(self, mount: CameraMount) -> Context:
        if not self._surfaces:
            return Context()
        return surface_facts(self.frames[mount.name], self._gloss, mount.hfov_rad)

    @cached_property
    def _gloss(self) -> NDArray[np.float32]:
        return gloss_of_instances(self.world.scene)

    def _note(self, mount: CameraMount, layers: tuple[str, ...], *, all_around: bool) -> None:
        if all_around:
            wanted = (*self._around_layers, *layers)
            self._around = mount
            self._around_layers = tuple(layer for layer in LAYERS if layer in wanted)
            return
        camera = camera_of(mount)
        cameras = self._mounts.setdefault(camera, [])
        if mount not in cameras:
            cameras.append(mount)
        wanted = (*self._layers.get(camera, ()), *layers)
        self._layers[camera] = tuple(layer for layer in LAYERS if layer in wanted)

    def _frames(self, state: State, moving: Sequence[Batch]) -> dict[str, Frame]:
        frames: dict[str, Frame] = {}
        for camera, cameras in self._mounts.items():
            if camera not in self._renderers:
                self._renderers[camera] = Renderer(self.world.prepared)
            views = [view_of(self.world.body, state, mount) for mount in cameras]
            drawn = self._renderers[camera].render(views, camera, want=self._layers[camera], moving=moving)
            frames.update({mount.name: frame for mount, frame in zip(cameras, drawn, strict=True)})
        if self._around is not None:
            frames[self._around.name] = self._panorama(self._around, state, moving)
        return frames

    def _panorama(self, mount: CameraMount, state: State, moving: Sequence[Batch]) -> Frame:
        """Everything around; looking up and down does not tilt it."""
        view = view_of(self.world.body, _level(state), mount)
        return self._panorama_from(mount, view, self._around_layers, moving)

    def _panorama_from(
        self, mount: CameraMount, view: View, layers: tuple[str, ...], moving: Sequence[Batch]
    ) -> Frame:
        renderer = self._renderers.setdefault(None, Renderer(self.world.prepared))
        return render_panorama(renderer, view, mount.width_px, mount.height_px, want=layers, moving=moving)


def _longest_depth_m(sensor: Sensor) -> float:
    """How far a depth camera reads; the usual range for other cameras."""
    return sensor.reading.high[0] if "depth" in sensor.layers else Context.longest_depth_m


def _level(state: State) -> State:
    return msgspec.structs.replace(state, camera_pitch_rad=0.0)


def _place_since_start(given: SensorInput) -> tuple[float, float, float]:
    pose = given.state.pose
    ahead, right = seen_from(given.start, (pose.x_m, pose.y_m, pose.z_m))
    return ahead, right, heading_change(given)


def view_of(body: Body, state: State, mount: CameraMount) -> View:
    """Where a camera of the body is and looks, for the renderer."""
    return view_at(camera_pose(body, state, mount))


def view_at(pose: CameraPose) -> View:
    """A camera's pose as the renderer takes it."""
    return view_from(pose.eye_m, pose.heading_rad, pitch_rad=pose.pitch_rad, roll_rad=pose.roll_rad)
