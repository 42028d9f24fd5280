"""A rig on a body: where each camera sits, which pictures it takes, and what the brief says of it.

What a camera of the rig leaves out comes from the settings, and then from the body's camera of that name, or
from its first. So a body that carries a rig already is not changed by the same rig.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from wayproof.errors import InvalidInput
from wayproof.rendering.camera import LARGEST_SIDE_PX, Camera
from wayproof.sensor_rigs import PICTURES, Rig, RigCamera, RigPanorama
from wayproof.simulator.body import Body, CameraMount, camera_named, check_camera
from wayproof.vocabulary import CameraGeometry, Settings

PANORAMA = "panorama"
FULL_TURN_RAD = 2 * math.pi
# Sensors that are there or not by the rig; all others come with the body or with the task.
_IN_RIG = {"panorama": "panorama", "panorama_depth": "panorama", "lidar": "lidar", "imu": "imu"}


def equipped(body: Body, settings: Settings) -> Body:
    """The body with the cameras of the rig; the body itself without one."""
    rig = rig_of(settings)
    return replace(body, cameras=tuple(_carried(body, settings))) if rig and rig.cameras else body


def rig_of(settings: Settings) -> Rig | None:
    """The rig that the settings name, if any."""
    return None if settings.rig is UNSET else settings.rig


def mounts(body: Body, settings: Settings, picture: str | None = None) -> list[CameraMount]:
    """The cameras in use, with the image size and field of view that the settings ask for, checked.

    `picture` leaves only those that take such pictures.
    """
    carried = replace(body, cameras=tuple(_carried(body, settings)))
    chosen = [camera_named(carried, name) for name in settings.cameras] or list(carried.cameras)
    for mount in chosen:
        camera_of(mount)
    return [mount for mount in chosen if picture is None or picture in _pictures(settings, mount.name)]


def camera_of(mount: CameraMount) -> Camera:
    """The renderer's camera for a mount; a size of 0 or a field of view of 180 degrees is an error."""
    return Camera(mount.width_px, mount.height_px, mount.hfov_rad)


def panorama_mount(body: Body, settings: Settings) -> CameraMount:
    """The camera that sees all around; a size that cannot be is an error."""
    rig = rig_of(settings)
    given = (rig.panorama if rig else None) or RigPanorama()
    for field, size in (("width_px", given.width_px), ("height_px", given.height_px)):
        if not 1 <= size <= LARGEST_SIDE_PX:
            raise InvalidInput(f"panorama.{field} is {size}; give 1 to {LARGEST_SIDE_PX} pixels")
    mount = CameraMount(
        name=PANORAMA,
        height_m=_first(given.height_m, _carried(body, settings)[0].height_m),
        width_px=given.width_px,
        height_px=given.height_px,
        hfov_rad=math.pi / 2,
        forward_m=given.forward_m,
        left_m=given.left_m,
        heading_rad=math.radians(given.heading_deg),
    )
    check_camera(mount, body, _where(rig, body))
    return replace(mount, hfov_rad=FULL_TURN_RAD)


def carried(names: Sequence[str], body: Body, settings: Settings) -> tuple[str, ...]:
    """Those of the sensors that the rig has; all of them without a rig."""
    return tuple(name for name in names if _absence(name, body, settings) is None)


def check_sensors(names: Sequence[str], body: Body, settings: Settings) -> None:
    """Refuse a sensor that the rig does not have."""
    for name in names:
        advice = _absence(name, body, settings)
        if advice is not None:
            rig = rig_of(settings)
            raise InvalidInput(
                f"the agent asks for the sensor {name!r} and rig {rig.name if rig else ''!r} has none; "
                f"{advice}, or take another rig (wayproof ls rigs)"
            )


def _absence(sensor: str, body: Body, settings: Settings) -> str | None:
    """What to add to the rig so that it has a sensor; None if it has it."""
    rig, table = rig_of(settings), _IN_RIG.get(sensor)
    if rig is None:
        return None
    if table is not None and not _has(rig, sensor, table):
        return f"add it to the table [{table}] of its file"
    if sensor in PICTURES and not mounts(body, settings, sensor):
        return f'add "{sensor}" to the pictures of one of its cameras'
    return None


def geometry_of(body: Body, settings: Settings, sensors: Sequence[str]) -> tuple[CameraGeometry, ...]:
    """What the brief says of the cameras of a rig and of the readings that they give; nothing without one."""
    if rig_of(settings) is None:
        return ()
    told: dict[str, list[str]] = {}
    for name in ("rgb", "depth", "semantic", "instance"):
        if name in sensors:
            picture = name if name in PICTURES else None
            for number, mount in enumerate(mounts(body, settings, picture)):
                told.setdefault(mount.name, []).append(reading_name(name, number, mount))
    around = [name for name in ("panorama", "panorama_depth") if name in sensors]
    seen = [(mount, told.get(mount.name, [])) for mount in mounts(body, settings)]
    seen += [(panorama_mount(body, settings), around)] if around else []
    return tuple(_geometry(mount, readings) for mount, readings in seen)


def reading_name(sensor: str, number: int, mount: CameraMount) -> str:
    """The name of a camera's reading: plain for the first that gives it, else with the camera's name."""
    return sensor if number == 0 else f"{sensor}_{mount.name}"


def _geometry(mount: CameraMount, readings: Sequence[str]) -> CameraGeometry:
    return CameraGeometry(
        name=mount.name,
        readings=tuple(readings),
        height_m=mount.height_m,
        forward_m=mount.forward_m,
        left_m=mount.left_m,
        heading_rad=mount.heading_rad,
        pitch_rad=mount.pitch_rad,
        hfov_rad=mount.hfov_rad,
    )


def _carried(body: Body, settings: Settings) -> list[CameraMount]:
    """The rig's cameras on the body, or the body's own."""
    rig = rig_of(settings)
    if not rig or not rig.cameras:
        asked = {
            "width_px": settings.width_px,
            "height_px": settings.height_px,
            "hfov_rad": settings.hfov_rad,
        }
        changes = {name: value for name, value in asked.items() if value is not None}
        return [replace(mount, **changes) for mount in body.cameras]
    made = [_mounted(camera, body, settings) for camera in rig.cameras]
    for mount in made:
        check_camera(mount, body, _where(rig, body))
    return made


def _mounted(camera: RigCamera, body: Body, settings: Settings) -> CameraMount:
    own = next((mount for mount in body.cameras if mount.name == camera.name), body.cameras[0])
    hfov_rad = None if camera.hfov_deg is None else math.radians(camera.hfov_deg)
    return CameraMount(
        name=camera.name,
        height_m=_first(camera.height_m, own.height_m),
        width_px=int(_first(camera.width_px, settings.width_px, own.width_px)),
        height_px=int(_first(camera.height_px, settings.height_px, own.height_px)),
        hfov_rad=_first(hfov_rad, settings.hfov_rad, own.hfov_rad),
        forward_m=_first(camera.forward_m, own.forward_m),
        left_m=_first(camera.left_m, own.left_m),
        heading_rad=math.radians(camera.heading_deg),
        pitch_rad=own.pitch_rad if camera.pitch_deg is None else math.radians(camera.pitch_deg),
    )


def _first(*values: float | None) -> float:
    return next(value for value in values if value is not None)


def _pictures(settings: Settings, camera: str) -> tuple[str, ...]:
    rig = rig_of(settings)
    cameras = rig.cameras if rig else ()
    return next((one.pictures for one in cameras if one.name == camera), PICTURES)


def _has(rig: Rig, sensor: str, table: str) -> bool:
    if table == PANORAMA:
        picture = "depth" if sensor == "panorama_depth" else "rgb"
        return rig.panorama is not None and picture in rig.panorama.pictures
    return getattr(rig, table) is not None


def _where(rig: Rig | None, body: Body) -> str:
    return f"rig {rig.name!r} on body {body.name!r}" if rig else f"body {body.name!r}"
