"""Rigs by name or by file, checked: the shipped ones lie in rigs/, a user's own is given by its path."""

from __future__ import annotations

import math
import re
from pathlib import Path

from msgspec import UNSET, UnsetType

from wayproof.errors import InvalidInput, unknown_name
from wayproof.sensor_rigs import (
    PICTURES,
    Rig,
    RigCamera,
    RigImu,
    RigLidar,
    RigPanorama,
    without_remarks,
)
from wayproof.spec import read_toml

MOST_CAMERAS = 16
LONGEST_WINDOW_S = 60.0
MOST_SAMPLES = 20_000
_FOLDER = Path(__file__).parent / "rigs"
_NAME = re.compile(r"[a-z][a-z0-9_]*")


def rig_names() -> list[str]:
    """The rigs that come with Wayproof."""
    return sorted(file.stem for file in _FOLDER.glob("*.toml"))


def load_rig(name_or_path: str | Path) -> Rig:
    """A rig by the name of one of ours or by the path of a TOML file, checked."""
    text = str(name_or_path)
    is_path = isinstance(name_or_path, Path) or text.endswith(".toml") or "/" in text or "\\" in text
    if not is_path and text not in rig_names():
        raise unknown_name("rig", text, rig_names())
    file = Path(name_or_path) if is_path else _FOLDER / f"{text}.toml"
    rig = read_toml(file, Rig)
    check_rig(rig, str(file))
    return rig


def rig_setting(rig: Rig | str | Path | None) -> Rig | UnsetType:
    """What the sensors are told of a rig; nothing where it is what every body has without one."""
    if rig is None:
        return UNSET
    if isinstance(rig, Rig):
        check_rig(rig, f"rig {rig.name!r}")
    given = without_remarks(rig if isinstance(rig, Rig) else load_rig(rig))
    usual = Rig(given.name, panorama=RigPanorama(), lidar=RigLidar(), imu=RigImu())
    return UNSET if given == usual else given


def check_rig(rig: Rig, where: str) -> None:
    """Refuse what no rig can have; where a camera fits on a body is checked with the body."""
    names = [camera.name for camera in rig.cameras]
    if len(names) > MOST_CAMERAS:
        raise InvalidInput(f"{where}: {len(names)} cameras; a rig has at most {MOST_CAMERAS}")
    for name in names:
        if not _NAME.fullmatch(name) or name == "panorama":
            raise InvalidInput(
                f"{where}: a camera is named {name!r}; give a word of small letters, digits and _, and not "
                "'panorama', which is the table [panorama]"
            )
    if len(set(names)) < len(names):
        raise InvalidInput(f"{where}: cameras are named {', '.join(names)}; give each its own name")
    for camera in rig.cameras:
        _check_pictures(camera, where)
    if rig.panorama is not None:
        _check_pictures(rig.panorama, where)
    if rig.imu is not None:
        _check_imu(rig.imu, where)


def _check_pictures(camera: RigCamera | RigPanorama, where: str) -> None:
    of = f"cameras.{camera.name}" if isinstance(camera, RigCamera) else "panorama"
    for picture in camera.pictures:
        if picture not in PICTURES:
            raise InvalidInput(
                f"{where}: {of}.pictures: {unknown_name('kind of picture', picture, PICTURES)}"
            )
    if not camera.pictures or len(set(camera.pictures)) < len(camera.pictures):
        raise InvalidInput(
            f"{where}: {of}.pictures is {list(camera.pictures)}; give rgb, depth or both, once"
        )


def _check_imu(imu: RigImu, where: str) -> None:
    if not 1.0 <= imu.rate_hz <= 10_000.0:
        raise InvalidInput(f"{where}: imu.rate_hz is {imu.rate_hz}; give 1 to 10000 readings a second")
    if not (1 <= imu.samples <= MOST_SAMPLES and imu.samples / imu.rate_hz <= LONGEST_WINDOW_S):
        raise InvalidInput(
            f"{where}: imu.samples is {imu.samples} at {imu.rate_hz:g} Hz; give 1 to {MOST_SAMPLES} that "
            f"span at most {LONGEST_WINDOW_S:g} s"
        )
    for field in (
        *("gyro_noise_rad_s_rthz", "gyro_bias_rad_s"),
        *("acceleration_noise_m_s2_rthz", "acceleration_bias_m_s2"),
    ):
        value = getattr(imu, field)
        if not (math.isfinite(value) and 0.0 <= value <= 10.0):
            raise InvalidInput(f"{where}: imu.{field} is {value}; give 0 to 10")
