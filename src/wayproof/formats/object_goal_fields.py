"""Goals that are things, as ObjectNav and GOAT-Bench files describe them, to our goals and back."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET, Struct, UnsetType

from wayproof.errors import InvalidInput
from wayproof.formats.coordinate_frames import Quaternion, heading_towards, quaternion_from_heading
from wayproof.formats.typed_json import Id, Length, Place
from wayproof.vocabulary import Goal, Point


class AgentState(Struct, frozen=True):
    """Where somebody stands who sees the thing."""

    position: Place
    rotation: Quaternion | UnsetType | None = UNSET


class ViewPoint(Struct, frozen=True):
    agent_state: AgentState
    iou: float | UnsetType | None = UNSET  # how much of the view is the thing; files hold values above 1


class ObjectGoalFields(Struct, frozen=True, kw_only=True):
    """One thing that counts as reaching the goal."""

    position: Place
    radius: Length | UnsetType | None = UNSET
    object_id: Id | UnsetType | None = UNSET  # typed as text in Habitat, a number in its files
    object_name: str | UnsetType | None = UNSET
    object_name_id: Id | UnsetType | None = UNSET
    object_category: str | UnsetType | None = UNSET
    room_id: Id | UnsetType | None = UNSET
    room_name: str | UnsetType | None = UNSET
    view_points: tuple[ViewPoint, ...] | UnsetType | None = UNSET


class HabitatObject(Struct, frozen=True):
    """A thing of a scene, for writing: what a Habitat file says about each instance of a goal."""

    id: int
    category: str
    position_m: Point
    name: str | None = None
    room: int | None = None
    view_points_m: tuple[Point, ...] = ()
    coverage: tuple[float, ...] = ()  # the share of the view that the thing fills from each view point


def whole_id(value: object) -> int | None:
    """An id as a whole number, if it is one.

    >>> whole_id("12"), whole_id("tv_10")
    (12, None)
    """
    if isinstance(value, int):
        return value
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 19:
        return int(value)
    return None


def goal_from(things: Iterable[ObjectGoalFields], kind: str, category: str, text: str | None = None) -> Goal:
    """One goal that any of the things fulfils; only a single thing has a position."""
    found = tuple(things)
    ids = (whole_id(thing.object_id) for thing in found)
    return Goal(
        kind,
        position_m=found[0].position if len(found) == 1 else None,
        category=category,
        instances=tuple(id_ for id_ in ids if id_ is not None),
        view_points_m=tuple(view.agent_state.position for thing in found for view in thing.view_points or ()),
        text=text,
    )


def things_from(goal: Goal, known: dict[int, HabitatObject]) -> tuple[ObjectGoalFields, ...]:
    """A goal as things: those that are known one by one, or else all in one with all view points.

    Habitat measures the distance to the nearest view point of any thing, so that one stands for all.
    """
    things = [known[instance] for instance in goal.instances if instance in known]
    seen = any(thing.view_points_m for thing in things) or not goal.view_points_m
    if things and seen and len(things) == len(goal.instances):
        return tuple(_thing(thing, goal) for thing in things)
    place = goal.position_m or (goal.view_points_m[0] if goal.view_points_m else None)
    if place is None or goal.category is None:
        raise InvalidInput(
            f"a goal of kind {goal.kind!r} has no category, or neither position nor view points; "
            "Habitat files need them"
        )
    number = goal.instances[0] if goal.instances else 0
    return (_thing(HabitatObject(number, goal.category, place, view_points_m=goal.view_points_m), goal),)


def _thing(thing: HabitatObject, goal: Goal) -> ObjectGoalFields:
    places = thing.view_points_m or (goal.view_points_m if len(goal.instances) <= 1 else ())
    # Where nobody measured how much of the view a thing fills, 0 says so in Habitat's own field.
    shares = thing.coverage if len(thing.coverage) == len(places) else (0.0,) * len(places)
    return ObjectGoalFields(
        position=thing.position_m,
        radius=None,
        object_id=thing.id,
        object_name=thing.name or f"{thing.category}_{thing.id}",
        object_name_id=None,
        object_category=goal.category or thing.category,
        room_id=thing.room,
        room_name=None,
        view_points=tuple(
            _view(place, thing.position_m, share) for place, share in zip(places, shares, strict=True)
        ),
    )


def _view(place: Point, thing_m: Point, share: float) -> ViewPoint:
    rotation = quaternion_from_heading(heading_towards(place, thing_m))
    return ViewPoint(AgentState(place, rotation), share)
