"""From the steps of a route to goals that a robot with a map can pursue one after the other.

A turn sets the direction to prefer, a named thing is something to get near, a room or door something to get
into. The last goal says where to stop.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wayproof.agents.reading.route_rules import Step
from wayproof.kinds import answering

# Names that stand for several categories, or for one of another name.
CATEGORIES = {
    "sink": ("kitchen_sink", "washbasin"),
    "table": ("dining_table", "coffee_table", "side_table", "console_table", "desk"),
    "stool": ("stool", "bar_stool"),
    "chest of drawers": ("dresser", "cabinet"),
    "shelves": ("bookshelf", "wall_shelf"),
    "picture": ("picture", "picture_frame"),
    "door": (),
}
ROOMS = {"laundry room": "laundry", "children's room": "children_room", "storage room": "storage"}
TURNS_RAD = {"left": 1.5708, "right": -1.5708, "around": 3.1416}


@dataclass(frozen=True)
class RouteGoal:
    """One thing to do. `things` are the categories that count as the landmark, empty without one."""

    kind: str  # "turn", "cross" (into another room), "reach" (a thing) or "stop"
    told: str  # the step in words, for traces
    things: tuple[str, ...] = ()
    room: str = ""  # the type of room, as maps of rooms name it
    turn_rad: float = 0.0


def route_goals(steps: Iterable[Step]) -> tuple[RouteGoal, ...]:
    """The goals of a route; a bare stop is at the thing that was named last."""
    goals: list[RouteGoal] = []
    for step in steps:
        goal = _goal_of(step)
        if goal is None:
            continue
        if goal.kind == "stop" and not goal.things and goals:
            last = goals[-1]
            goal = RouteGoal("stop", goal.told, last.things, goal.room or last.room)
        goals.append(goal)
    return tuple(goals)


def categories_of(landmark: str) -> tuple[str, ...]:
    """The categories that count as a landmark of that name.

    >>> categories_of("sink")
    ('kitchen_sink', 'washbasin')
    """
    if landmark in CATEGORIES:
        return CATEGORIES[landmark]
    return answering(landmark.replace(" ", "_")) if landmark else ()


def _goal_of(step: Step) -> RouteGoal | None:
    things, told = categories_of(step.landmark), str(step)
    room = ROOMS.get(step.room, step.room.replace(" ", "_"))
    room = "" if room == "room" else room
    if step.action == "turn":
        return RouteGoal("turn", told, things, turn_rad=TURNS_RAD[step.direction])
    if step.action == "stop":
        return RouteGoal("stop", told, things, room)
    if step.direction == "straight":
        return RouteGoal("turn", told)
    if step.direction in ("past", "to", "up", "down"):
        return RouteGoal("reach", told, things, room) if things else RouteGoal("cross", told, room=room)
    if step.direction == "out of":
        return RouteGoal("cross", told)  # the room that is left says nothing of the one that comes
    return RouteGoal("cross", told, room=room)


def next_named(goals: Sequence[RouteGoal], index: int) -> int | None:
    """The next goal from `index` on that names a thing."""
    return next((number for number in range(index, len(goals)) if goals[number].things), None)
