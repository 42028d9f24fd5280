"""A sensor rig as data: which cameras, panorama, laser scanner and inertial unit a body carries, and where.

Numbers are for people who write files: metres, degrees, Hz. What a rig leaves out is as the body or the suite
has it. `sensors/rig_files.py` reads the files; `sensors/rigs/` holds those that are shipped.
"""

from __future__ import annotations

import msgspec

PICTURES = ("rgb", "depth")


class RigCamera(msgspec.Struct, frozen=True, omit_defaults=True):
    """A camera of a rig: its pose on the body, its image, and which pictures it takes.

    None is as the suite's [camera] says, or else as the body's camera of that name or its first one has it.
    """

    name: str
    pictures: tuple[str, ...] = PICTURES
    height_m: float | None = None  # above the floor
    forward_m: float | None = None
    left_m: float | None = None
    heading_deg: float = 0.0  # counter-clockwise from the body's heading
    pitch_deg: float | None = None  # up is positive
    width_px: int | None = None
    height_px: int | None = None
    hfov_deg: float | None = None


class RigPanorama(msgspec.Struct, frozen=True, omit_defaults=True):
    """A camera that sees all around: an equirectangular picture, level whatever the other cameras do."""

    pictures: tuple[str, ...] = PICTURES
    height_m: float | None = None  # None: as high as the first camera
    forward_m: float = 0.0
    left_m: float = 0.0
    heading_deg: float = 0.0
    width_px: int = 512
    height_px: int = 256


class RigLidar(msgspec.Struct, frozen=True, omit_defaults=True):
    """A level laser scanner in the middle of the body."""

    beams: int = 360
    range_m: float = 10.0
    height_m: float = 0.2
    field_deg: float = 360.0


class RigImu(msgspec.Struct, frozen=True, omit_defaults=True):
    """An inertial unit in the middle of the body: `samples` readings of the last while, `rate_hz` a second.

    Noise is white, as the density that data sheets give; a bias is drawn once for each episode and axis, with
    this spread. The noise densities are those of the ADIS16448 in the EuRoC data set; the rest is ours.
    """

    rate_hz: float = 100.0
    samples: int = 100
    gyro_noise_rad_s_rthz: float = 1.6968e-4
    gyro_bias_rad_s: float = 0.005
    acceleration_noise_m_s2_rthz: float = 2.0e-3
    acceleration_bias_m_s2: float = 0.05


class Rig(msgspec.Struct, frozen=True, omit_defaults=True):
    """The sensors on a body. Without cameras it has the body's own; the other tables are there or not."""

    name: str
    summary: str = ""
    cameras: tuple[RigCamera, ...] = ()
    panorama: RigPanorama | None = None
    lidar: RigLidar | None = None
    imu: RigImu | None = None
    sources: dict[str, str] = {}


def without_remarks(rig: Rig) -> Rig:
    """What of a rig decides what an agent senses; its summary and sources do not."""
    return msgspec.structs.replace(rig, summary="", sources={})
