"""A test case as data: the genes that are searched over."""

from __future__ import annotations

import msgspec

from wayproof.errors import InvalidInput
from wayproof.scenes.variants.added_things import AddedThing, name_with
from wayproof.simulator.world import World
from wayproof.tasks import TASKS
from wayproof.tasks.object_in_room import TASK as SEARCH
from wayproof.tasks.object_in_room import RoomGoal, room_goals
from wayproof.tasks.take_and_place import TASK as CARRY
from wayproof.vocabulary import Fault, Pose, Protocol

DAY = "day"


class Bound(msgspec.Struct, frozen=True):
    """A constraint: a type of room to "avoid", to "pass_by" on the way, or to enter before the goal's
    ("order")."""

    kind: str
    room: str


class Place(msgspec.Struct, frozen=True):
    """Where the thing is to be put: on a kind of thing in rooms of a type."""

    room: str
    kind: str


class Case(msgspec.Struct, frozen=True):
    """One test case. `parent` and `how` tell where it comes from: a seed, a change of another, by chance."""

    id: str
    scene: str
    room: str
    kind: str  # of thing
    start: Pose
    wording: int = 0
    words: tuple[str, ...] = ()  # sentences of a model instead of ours; of two goals, one each
    place: Place | None = None  # the thing is to be taken there
    bound: Bound | None = None
    faults: tuple[Fault, ...] = ()
    people: int = 0
    light: str = DAY
    added: tuple[AddedThing, ...] = ()  # things that confound, beside those of the scene
    seed: int = 0
    parent: str = ""
    how: str = "seed"

    @property
    def place_name(self) -> str:
        """The scene with the things that were added to it."""
        return name_with(self.scene, self.added)

    @property
    def troubles(self) -> tuple[str, ...]:
        """What it has beside a goal, by name: faults, another light, a constraint, people, ..."""
        found = [fault.name for fault in self.faults]
        found += [] if self.light == DAY else [self.light]
        found += [] if self.bound is None else [self.bound.kind]
        has = {"people": self.people, "confounding thing": self.added, "place": self.place}
        return (*found, *(name for name, one in has.items() if one))

    @property
    def protocol(self) -> Protocol:
        """The rules that it is played by: those of one search, or of two in a row."""
        return TASKS[SEARCH if self.place is None else CARRY].protocol()


def goal_of(world: World, case: Case) -> RoomGoal:
    """The things that a case asks for."""
    return _goal(world, case, case.room, case.kind)


def place_of(world: World, case: Case) -> RoomGoal | None:
    """The things that one of them is to be placed on, if a case asks for that."""
    return None if case.place is None else _goal(world, case, case.place.room, case.place.kind)


def _goal(world: World, case: Case, room: str, kind: str) -> RoomGoal:
    for goal in room_goals(world):
        if (goal.room, goal.kind) == (room, kind):
            return goal
    raise InvalidInput(f"{case.place_name} has no {kind} in a {room}; case {case.id} is of another world")
