"""What a goal of a file needs so that a task of ours can judge it: places on the floor, things, words.

The file decides wherever it says something. View points of the file are where a goal is reached; the things
of the scene are asked only where the file has no view points, or where the protocol wants the thing in view.
"""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from wayproof.errors import InvalidInput
from wayproof.goal_kinds import IMAGE_GOAL, LANGUAGE_GOALS, OBJECT_GOAL
from wayproof.kinds import HM3D_NAMES, ROBOTHOR_NAMES, answering
from wayproof.language.object_words import one
from wayproof.navigation.free_points import snap
from wayproof.scenes.meshes.category_words import our_word
from wayproof.scenes.scene import things
from wayproof.simulator.world import World
from wayproof.tasks.judging.goal_places import view_places, view_radius_m
from wayproof.tasks.judging.places import point_from
from wayproof.tasks.visibility.view_points import plan_gap_m
from wayproof.vocabulary import Goal, Point, Protocol

NEAR_M = 1.0  # how far from the place that a file gives the thing of the scene may be (ours)
_FOREIGN = {theirs: ours for names in (HM3D_NAMES, ROBOTHOR_NAMES) for ours, theirs in names.items()}


class Unfit(Exception):
    """An episode that cannot be run in a scene; the reason is one of a few, so that it can be counted."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason


def our_category(name: str) -> str:
    """Our name for the kind of thing that a file asks for; one that we have none for stays as it is.

    >>> [our_category(name) for name in ("tv_monitor", "sofa", "AlarmClock", "chest_of_drawers", "bed")]
    ['television', 'couch', 'alarm_clock', 'dresser', 'bed']
    """
    return _FOREIGN.get(name) or our_word(name)


def on_floor(world: World, place: Point, snap_m: float) -> Point | None:
    """The place on the floor where the body fits, moved by so much at most; None if there is none."""
    found = snap(world.free, np.array(place), snap_m)
    return None if found is None else point_from(found)


def fitted_place(world: World, goal: Goal, snap_m: float) -> Goal:
    """A goal that is a point, put on the floor."""
    if goal.position_m is None:
        raise Unfit("the goal has no position")
    place = on_floor(world, goal.position_m, snap_m)
    if place is None:
        raise Unfit("goal off the floor", f"at {_shown(goal.position_m)}")
    return replace(goal, position_m=place)


def fitted_thing(world: World, goal: Goal, protocol: Protocol, snap_m: float) -> Goal:
    """A goal that is a thing: in our words, with view points on the floor or the things of the scene."""
    category = None if goal.category is None else our_category(goal.category)
    views = sorted({place for view in goal.view_points_m if (place := on_floor(world, view, snap_m))})
    if goal.view_points_m and not views:
        raise Unfit("no view point on the floor", f"of {len(goal.view_points_m)} of {goal.category!r}")
    known = _same_ids(world, goal, category)
    if not known and (protocol.must_see or not views):
        known = _things_like(world, goal, category)
    text = goal.text or (None if category is None else f"Find {one(category)}.")
    # Where the thing has to be seen, view points of another camera are no measure.
    kept = () if protocol.must_see else tuple(views)
    return replace(goal, category=category, instances=known, view_points_m=kept, text=text)


def fitted_in_turn(
    world: World, goals: tuple[Goal, ...], protocol: Protocol, snap_m: float
) -> tuple[Goal, ...]:
    """Things told one after another; those that are shown as pictures are left out."""
    told = [goal for goal in goals if goal.kind != IMAGE_GOAL]
    odd = {goal.kind for goal in told} - {OBJECT_GOAL, LANGUAGE_GOALS}
    if odd:
        raise Unfit("a goal of another kind", ", ".join(sorted(odd)))
    if not told:
        raise Unfit("all goals are pictures")
    return tuple(_with_view_points(world, goal, protocol, snap_m) for goal in told)


def _with_view_points(world: World, goal: Goal, protocol: Protocol, snap_m: float) -> Goal:
    found = fitted_thing(world, goal, protocol, snap_m)
    if not found.view_points_m:
        try:
            places = view_places(world, found, view_radius_m(protocol))
        except InvalidInput as error:
            raise Unfit("the thing can be seen from nowhere", str(error)) from None
        found = replace(found, view_points_m=tuple(point_from(place) for place in places))
    return replace(found, kind=LANGUAGE_GOALS)


def _same_ids(world: World, goal: Goal, category: str | None) -> tuple[int, ...]:
    """The file's own ids, if the scene has things of that kind by all of them; else none."""
    members = answering(category or "")
    kinds = {thing.id: thing.category for thing in world.scene.instances}
    same = goal.instances and all(kinds.get(number) in members for number in goal.instances)
    return goal.instances if same else ()


def _things_like(world: World, goal: Goal, category: str | None) -> tuple[int, ...]:
    """All things of the kind, or the one at the place that the file gives."""
    if category is None:
        raise Unfit("the goal names no kind of thing and no view points")
    members = answering(category)
    found = [thing for thing in things(world.scene) if thing.category in members]
    if goal.position_m is not None and found:
        x_m, _, z_m = goal.position_m
        nearest = min(found, key=lambda thing: plan_gap_m(thing, x_m, z_m))
        found = [nearest] if plan_gap_m(nearest, x_m, z_m) <= NEAR_M else []
    if not found:
        where = f" within {NEAR_M:g} m of {_shown(goal.position_m)}" if goal.position_m else ""
        raise Unfit("no such thing is labelled in the scene", f"{category!r}{where}")
    return tuple(thing.id for thing in found)


def _shown(place: Point) -> str:
    return "({:.2f}, {:.2f}, {:.2f})".format(*place)
