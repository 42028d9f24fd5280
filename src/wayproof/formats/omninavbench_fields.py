"""What is read from an OmniNavBench scenario; all else in it is kept as it is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Any

from msgspec import Meta, Struct

from wayproof.formats.typed_json import Id, Length, Metres, Place

SUBTASKS = ("GOTO_OBJECT", "GOTO_LANDMARK", "GOTO_ROOM", "GOTO_POINT", "RETURN_TO", "FOLLOW_HUMAN")
MARKERS = ("VLN", "OBJ", "SOCIAL", "EQA")  # headings between the sub-tasks, which ask for nothing


class Matterport(Struct, frozen=True):
    usd_path: str | None = None
    obj_path: str | None = None


class SceneView(Struct, frozen=True):
    units_in_meters: float
    usd_path: str | None = None
    asset_path: str | None = None
    matterport: Matterport | None = None


class InitialPose(Struct, frozen=True):
    position: Place
    orientation_deg: Metres | None = None  # bounded, whatever the unit


class Waypoint(Struct, frozen=True):
    xyz: Place
    frame: Length | None = None


class RobotView(Struct, frozen=True):
    initial_pose: InitialPose
    type: str | None = None
    rb_gt_waypoints: tuple[Waypoint, ...] | None = None


class RobotsView(Struct, frozen=True):
    entries: tuple[RobotView, ...]


class Zone(Struct, frozen=True):
    aabb_min: Place
    aabb_max: Place


class NavigationView(Struct, frozen=True):
    instruction: str | None = None
    goal_position: Place | None = None
    objects: dict[str, Place] = {}
    room_zone: dict[str, Zone] = {}
    success_radius: Length | None = None  # metres
    follow_distance: Length | None = None  # metres
    answer: str | None = None


class SubtaskView(Struct, frozen=True):
    type: str
    object_id: Id | None = None
    room_id: Id | None = None
    landmark_id: Id | None = None
    human_id: Id | None = None
    target: Id | None = None
    position: Place | None = None
    radius: Length | None = None

    def wanted(self) -> str | None:
        """The name of what it asks for."""
        names = (self.object_id, self.room_id, self.landmark_id, self.human_id, self.target)
        return next((str(name) for name in names if name is not None), None)


class Question(Struct, frozen=True):
    question: str | None = None
    answer: str | None = None


class TaskView(Struct, frozen=True):
    navigation: NavigationView = NavigationView()
    subtasks: tuple[SubtaskView, ...] | None = None
    qa: Question | None = None


class RouteView(Struct, frozen=True):
    name: str | None = None


class PeopleView(Struct, frozen=True):
    count: Annotated[int, Meta(ge=0, le=10_000)] | None = None
    name_sequence: tuple[str, ...] | None = None
    move_routes: tuple[RouteView, ...] | None = None
    routes: tuple[RouteView, ...] | None = None

    def names(self) -> list[str]:
        """Whom there is, in order."""
        routes = self.move_routes if self.move_routes is not None else self.routes
        return list(self.name_sequence or [route.name for route in routes or () if route.name is not None])


class Recording(Struct, frozen=True):
    gt_path: tuple[Waypoint, ...] | None = None


class ScenarioView(Struct, frozen=True):
    """A scenario, as far as it is understood."""

    scene: SceneView
    robots: RobotsView
    id: Id | None = None
    task: TaskView = TaskView()
    virtual_humans: PeopleView | None = None
    recording: Recording | None = None

    def path(self) -> tuple[Waypoint, ...]:
        """How the expert walked, if the file says so."""
        recorded = self.recording.gt_path if self.recording is not None else None
        return recorded or self.robots.entries[0].rb_gt_waypoints or ()


class Envset(Struct, frozen=True):
    """One file."""

    scenarios: tuple[dict[str, Any], ...]


def same_name(wanted: str, names: Iterable[str]) -> str | None:
    """The name among others, as OmniNavBench compares them: case aside, a space is an underscore.

    >>> same_name("Living Room", ["kitchen", "living_room"])
    'living_room'
    """

    def plain(name: str) -> str:
        return name.lower().replace(" ", "_")

    known = list(names)
    return wanted if wanted in known else next((name for name in known if plain(name) == plain(wanted)), None)


def category_of(name: str) -> str:
    """The kind of a thing by its id, without the number at its end.

    >>> category_of("dining_table_12")
    'dining_table'
    """
    return re.sub(r"[_\s-]*\d+$", "", name) or name
