"""What a body is: its size, its limits, its step sizes and its cameras, read from a TOML file.

Wayproof's own bodies are the files in bodies/; a user's own file is given by its path and works the same way.
"""

from __future__ import annotations

import math
from pathlib import Path

import msgspec
from msgspec.structs import replace

from wayproof.errors import InvalidInput, unknown_name
from wayproof.simulator.gait import Gait
from wayproof.spec import read_toml
from wayproof.vocabulary import Protocol

CONTROLS = ("discrete", "velocity", "waypoint")
ACTUATIONS = ("none", "locobot", "legged")
LARGEST_IMAGE_PX = 8192  # as the renderer
HIGHEST_CAMERA = 10.0  # in body heights; more is a slip of the decimal point
_FOLDER = Path(__file__).parent / "bodies"


class CameraMount(msgspec.Struct, frozen=True):
    """A camera on a body: where it sits in the body's frame, where it looks, and its image."""

    name: str
    height_m: float  # above the floor
    width_px: int
    height_px: int
    hfov_rad: float
    forward_m: float = 0.0
    left_m: float = 0.0
    heading_rad: float = 0.0  # counter-clockwise from the body's heading
    pitch_rad: float = 0.0  # up is positive


class Body(msgspec.Struct, frozen=True):
    """An upright cylinder that moves: the sizes are for collision, the limits for control.

    `sources` says for each number where it comes from; "ours" is a choice of Wayproof.
    """

    name: str
    summary: str
    radius_m: float
    height_m: float
    step_height_m: float  # the highest step it climbs
    forward_m: float  # length of the discrete action "forward"
    turn_rad: float  # angle of "turn_left" and "turn_right"
    look_rad: float  # camera tilt of "look_up" and "look_down"
    look_limit_rad: float  # the most that these tilt it, up or down
    maximum_speed_m_s: float
    maximum_turn_rad_s: float
    acceleration_m_s2: float
    turn_acceleration_rad_s2: float
    controls: tuple[str, ...]
    actuation: str  # its nominal motor noise, see actuation.py
    cameras: tuple[CameraMount, ...]
    gait: Gait | None = None
    sources: dict[str, str] = {}


def body_names() -> list[str]:
    """The bodies that come with Wayproof."""
    return sorted(file.stem for file in _FOLDER.glob("*.toml"))


def load_body(name_or_path: str | Path) -> Body:
    """A body by the name of one of ours or by the path of a TOML file, checked."""
    text = str(name_or_path)
    is_path = isinstance(name_or_path, Path) or text.endswith(".toml") or "/" in text or "\\" in text
    if not is_path and text not in body_names():
        raise unknown_name("body", text, body_names())
    file = Path(name_or_path) if is_path else _FOLDER / f"{text}.toml"
    body = read_toml(file, Body)
    check_body(body, str(file))
    return body


def camera_named(body: Body, name: str) -> CameraMount:
    """One of the body's cameras."""
    for mount in body.cameras:
        if mount.name == name:
            return mount
    raise unknown_name(f"camera on body {body.name!r}", name, [mount.name for mount in body.cameras])


def check_body(body: Body, where: str) -> None:
    """Refuse sizes and limits that no body can have; `where` opens the sentence (the file's name)."""
    _check_sizes(body, where)
    _check_names(where, "controls", body.controls, CONTROLS)
    _check_names(where, "actuation", (body.actuation,), ACTUATIONS)
    if body.actuation == "legged" and body.gait is None:
        raise InvalidInput(f"{where}: actuation is 'legged' but there is no table [gait]; add one")
    if not body.controls or not body.cameras:
        empty = "cameras" if body.controls else "controls"
        raise InvalidInput(f"{where}: {empty} is empty; a body needs at least one")
    names = [mount.name for mount in body.cameras]
    if len(set(names)) < len(names):
        raise InvalidInput(f"{where}: cameras are named {', '.join(names)}; give each its own name")
    if body.gait is not None:
        _check_gait(body.gait, where)
    for mount in body.cameras:
        check_camera(mount, body, where)


def _check_sizes(body: Body, where: str) -> None:
    for field in (
        *("radius_m", "height_m", "forward_m", "turn_rad", "look_rad", "look_limit_rad"),
        *("maximum_speed_m_s", "maximum_turn_rad_s", "acceleration_m_s2", "turn_acceleration_rad_s2"),
    ):
        _check_between(where, field, getattr(body, field), 0.0, 1e3, strictly_above=True)
    _check_between(where, "step_height_m", body.step_height_m, 0.0, 1e3)
    if body.step_height_m >= body.height_m:
        raise InvalidInput(
            f"{where}: step_height_m is {body.step_height_m} and height_m {body.height_m}; "
            "a step is lower than the body"
        )
    _check_between(where, "turn_rad", body.turn_rad, 0.0, math.pi)
    _check_between(where, "look_limit_rad", body.look_limit_rad, 0.0, math.pi / 2)


def check_camera(mount: CameraMount, body: Body, where: str) -> None:
    """Refuse a camera that no such body can carry; `where` opens the sentence."""
    field = f"cameras.{mount.name}"
    _check_between(where, f"{field}.height_m", mount.height_m, 0.0, HIGHEST_CAMERA * body.height_m)
    _check_between(where, f"{field}.heading_rad", mount.heading_rad, -2 * math.pi, 2 * math.pi)
    _check_between(where, f"{field}.pitch_rad", mount.pitch_rad, -math.pi / 2, math.pi / 2)
    for name, size in (("width_px", mount.width_px), ("height_px", mount.height_px)):
        _check_between(where, f"{field}.{name}", size, 1, LARGEST_IMAGE_PX)
    if not 0.0 < mount.hfov_rad < math.pi:
        raise InvalidInput(
            f"{where}: {field}.hfov_rad is {mount.hfov_rad}; a flat image needs a field of view above 0 and "
            "below pi (180 degrees)"
        )
    sway = body.gait.sway_m if body.gait else 0.0
    offset = math.hypot(mount.forward_m, abs(mount.left_m) + sway)
    if not offset <= body.radius_m:
        raise InvalidInput(
            f"{where}: {field} is {offset:.3f} m off the middle of a body of radius {body.radius_m} m; keep "
            "it within the radius, or it looks through the walls that the body touches"
        )


def _check_gait(gait: Gait, where: str) -> None:
    _check_between(where, "gait.stride_m", gait.stride_m, 0.0, 10.0, strictly_above=True)
    _check_between(where, "gait.recovery_s", gait.recovery_s, 0.0, 1e3, strictly_above=True)
    for field in ("bob_m", "sway_m", "roll_rad", "noise_ratio", "speed_cost", "turn_cost", "bump_cost"):
        _check_between(where, f"gait.{field}", getattr(gait, field), 0.0, 1e3)
    if gait.speed_cost + gait.turn_cost >= 1.0:
        raise InvalidInput(
            f"{where}: gait.speed_cost + gait.turn_cost is {gait.speed_cost + gait.turn_cost}; it must stay "
            "below 1, or the body falls over by merely walking"
        )


def _check_names(where: str, field: str, given: tuple[str, ...], known: tuple[str, ...]) -> None:
    for name in given:
        if name not in known:
            raise InvalidInput(f"{where}: {field}: {unknown_name('choice', name, known)}")


def _check_between(
    where: str, field: str, value: float, low: float, high: float, *, strictly_above: bool = False
) -> None:
    fits = math.isfinite(value) and low <= value <= high and not (strictly_above and value == low)
    if not fits:
        bounds = f"above {low:g}" if strictly_above else f"at least {low:g}"
        raise InvalidInput(f"{where}: {field} is {value}; it must be {bounds} and at most {high:g}")


def body_under(protocol: Protocol, body: Body) -> Body:
    """The body with the step sizes that the protocol prescribes."""
    return replace(body, forward_m=protocol.forward_m, turn_rad=protocol.turn_rad)
