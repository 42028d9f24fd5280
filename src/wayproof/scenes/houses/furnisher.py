"""The verbs of furnishing: put a thing against a wall, beside, around, above or in front of another.

A room's recipe (houses/rooms) is a short list of these verbs. Each verb tries many places and takes the best
where the thing fits, overlaps nothing and leaves the floor walkable; it gives None when there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import FURNITURE, Furniture, Variation
from wayproof.scenes.houses.candidate_places import (
    ahead_and_aside,
    along_walls,
    behind,
    covers_opening,
    distance_m,
    front_zone,
    relative_to,
    seats_around,
    wall_stand,
)
from wayproof.scenes.houses.draft import (
    Draft,
    Stand,
    Thing,
    boxes_at,
    draft_of,
    footprint_at,
    obstacles_at,
    plan_rectangle,
)
from wayproof.scenes.houses.house_style import Style
from wayproof.scenes.houses.occupancy import Occupancy, Rectangle, overlap
from wayproof.scenes.houses.room_space import Walls
from wayproof.scenes.scene import Room
from wayproof.seeding import generator_for

WALK_TRIES = 8  # how many fitting places are tested for leaving the floor walkable
HEAD_ROOM_M = 2.05
CEILING_TRIES = 4
FLUSH_M = 0.05  # a picture may hang beside a door, a boiler may not
CRAMPED = 10.0  # a score that any roomy place beats
HELD_OUT_SHARE = 0.5  # of the test split's things that show shapes and textures never seen in training


class Furnisher:
    """Fills one room; `first`: the id of the first thing that it places, `furniture_of`: kinds by name."""

    def __init__(
        self,
        room: Room,
        walls: Walls,
        style: Style,
        *,
        seed: int,
        first: int,
        furniture_of: Callable[[str], Furniture] = FURNITURE.__getitem__,
    ) -> None:
        self.room = room
        self.runs = walls.runs
        self.style = style
        self.things: list[Thing] = []
        self.rng = generator_for(seed, "furnish", room.id)
        self._seed = seed
        self._furniture_of = furniture_of
        self._first = first
        self._drafts = 0
        self._space = Occupancy(room.polygon_m, walls.door_zones, walls.leaf_zones, walls.fixed_m)
        self._flat: list[Rectangle] = []  # rugs and mats lie under other things but not on each other

    def chance(self, probability: float) -> bool:
        return bool(self.rng.random() < probability)

    def draft(self, name: str, *, matching: dict[object, Finish] | None = None) -> Draft:
        """Build one model of a kind of thing in the house's style; `matching` makes things a set."""
        kind = self._furniture_of(name)
        self._drafts += 1
        rng = generator_for(self._seed, "thing", self.room.id, self._drafts, name)
        unseen = self.style.held_out and rng.random() < HELD_OUT_SHARE
        shapes = kind.held_out_shapes if unseen and kind.held_out_shapes else kind.shapes
        chosen = shapes[int(rng.integers(len(shapes)))]
        vary = Variation(rng, held_out=unseen, favourites=self.style.favourites, matching=matching)
        return draft_of(kind, chosen, kind.build(chosen, vary))

    # On the floor.

    def against_wall(
        self,
        name: str,
        *,
        prefer: str = "any",
        near: Thing | None = None,
        front_m: float = 0.0,
        view_m: float = 0.0,
        side_m: float = 0.0,
    ) -> Thing | None:
        """Back to a wall. `prefer`: "any", "corner" or "middle" of a wall; `near` draws it to a thing.

        `front_m` keeps that much floor free before it, to open drawers or to sit down. Places with `view_m`
        of room before it and `side_m` beside it are taken first.
        """
        draft = self.draft(name)
        weight = {"any": 0.0, "corner": 2.0, "middle": -2.0}[prefer]
        stands = [
            (
                p.stand,
                weight * p.centrality + self.rng.random() + self._cramped(draft, p.stand, side_m, view_m),
            )
            for p in along_walls(draft, self.runs)
        ]
        return self._best(draft, stands, near=near, front_m=front_m)

    def opposite(self, thing: Thing, name: str) -> Thing | None:
        """Against the wall that a thing looks at, as nearly before it as can be."""
        draft = self.draft(name)
        stands = []
        for place in along_walls(draft, self.runs, before_windows=True):
            ahead, aside = ahead_and_aside(thing, place.stand)
            if ahead > 1.0 and np.cos(place.stand.heading_rad - thing.stand.heading_rad) < -0.9:
                stands.append((place.stand, aside))
        return self._best(draft, stands)

    def beside(self, thing: Thing, name: str, *, side: int, gap_m: float = 0.04) -> Thing | None:
        """Next to a thing with aligned backs; side -1 is towards its low x, +1 towards its high x."""
        draft = self.draft(name)
        edge = thing.draft.low_m[0] if side < 0 else thing.draft.high_m[0]
        own = draft.high_m[0] if side < 0 else -draft.low_m[0]
        stand = relative_to(thing, edge + side * (gap_m + own), thing.draft.low_m[2] - draft.low_m[2])
        return self._best(draft, [(stand, 0.0)])

    def in_front_of(self, thing: Thing, name: str, *, gap_m: float, turned: bool = True) -> Thing | None:
        """Before a thing's front; `turned`: the two look at each other. A negative gap slides it under."""
        draft = self.draft(name)
        back = draft.high_m[2] if turned else -draft.low_m[2]
        turn = np.pi if turned else 0.0
        gaps = (gap_m, gap_m + 0.15, gap_m + 0.3)
        stands = [(relative_to(thing, 0.0, thing.draft.high_m[2] + g + back, turn_rad=turn), g) for g in gaps]
        return self._best(draft, stands, on_reserved=True)

    def around(self, table: Thing, name: str, count: int, *, tuck_m: float = 0.15) -> list[Thing]:
        """Equal seats along a table's sides, each facing it, tucked in where legs allow."""
        sample = self.draft(name)
        seats = []
        for tucked, pulled_out in seats_around(table, sample, count, tuck_m=tuck_m):
            seat = self._best(sample, [(tucked, 0.0), (pulled_out, 1.0)], on_reserved=True)
            if seat:
                seats.append(seat)
        return seats

    def in_middle(self, name: str, *, around_m: float = 0.0) -> Thing | None:
        """As near to the middle of the room as it fits, its long side along the room's.

        Places with `around_m` of floor on all sides, doorways left out, are taken first.
        """
        draft = self.draft(name)
        polygon = np.asarray(self.room.polygon_m)
        low, high = polygon.min(axis=0), polygon.max(axis=0)
        turn = 0.0 if (high - low)[0] >= (high - low)[1] else np.pi / 2
        spread = self.rng.normal(0.0, 0.12, (40, 2)) * np.linspace(0, 1, 40)[:, None]
        places = ((low + high) / 2 + spread * (high - low)).tolist()
        stands = [Stand(x, 0.0, z, turn) for x, z in places]
        scored = [(stand, k / 40 + self._crowded(draft, stand, around_m)) for k, stand in enumerate(stands)]
        return self._best(draft, scored)

    def lay(
        self, name: str, *, under: Thing | None = None, front_m: float = 0.0, clear: bool = False
    ) -> Thing | None:
        """A rug or mat in the middle of the room, or `front_m` before the middle of a thing.

        `clear` wants nothing to stand on it yet.
        """
        draft = self.draft(name)
        if under:
            stand = relative_to(under, 0.0, front_m)
        else:
            x, z = np.mean([np.min(self.room.polygon_m, axis=0), np.max(self.room.polygon_m, axis=0)], axis=0)
            stand = Stand(float(x), 0.0, float(z), float(self.rng.integers(2)) * np.pi / 2)
        footprint = footprint_at(draft, stand)
        if not self._space.holds(footprint) or any(overlap(footprint, other) for other in self._flat):
            return None
        if clear and self._space.is_taken(boxes_at(draft, stand)):
            return None
        self._flat.append(footprint)
        return self._keep(draft, stand, solid=False)

    # On walls, ceiling and other things.

    def on_wall(self, name: str, *, height_m: float, near: Thing | None = None) -> Thing | None:
        """Hang a thing with its lower edge at a height."""
        draft = self.draft(name)
        places = along_walls(draft, self.runs, height_m=height_m)
        stands = [(place.stand, self.rng.random() - place.centrality) for place in places]
        return self._best(draft, stands, near=near, on_floor=False)

    def above(self, thing: Thing, name: str, *, height_m: float) -> Thing | None:
        """Hang a thing on the wall behind another, if no window is there."""
        wall = behind(thing, self.runs)
        if wall is None:
            return None
        draft, (run, position) = self.draft(name), wall
        reach = (position - draft.width_m / 2, position + draft.width_m / 2)
        if covers_opening(run, reach, height_m, height_m + draft.height_m):
            return None
        return self._best(draft, [(wall_stand(run, position, draft, height_m), 0.0)], on_floor=False)

    def on_ceiling(self, name: str) -> Thing | None:
        """Over the middle of the largest piece of floor; a few models are tried, as some hang too low."""
        x, z = self._space.most_open_point()
        for _ in range(CEILING_TRIES):
            draft = self.draft(name)
            stand = Stand(x, self.room.height_m + self.room.floor_m, z, 0.0)
            footprint = footprint_at(draft, stand)
            in_the_way = stand.y_m - draft.height_m < HEAD_ROOM_M and self._space.is_reserved(footprint)
            if self._space.holds(footprint) and not in_the_way:
                return self._keep(draft, stand)
        return None

    def put_on(self, support: Thing, draft: Draft, stand: Stand, relation: str) -> Thing | None:
        """A thing on a surface of another, if nothing is in the way."""
        if self._space.is_taken(boxes_at(draft, stand)):
            return None
        return self._keep(draft, stand, support=support.number, relation=relation)

    def place(
        self, draft: Draft, stand: Stand, *, on_floor: bool = True, on_reserved: bool = False
    ) -> Thing | None:
        """At one given place, if it fits there."""
        return self._best(draft, [(stand, 0.0)], on_floor=on_floor, on_reserved=on_reserved)

    def keep_free(self, zone: Rectangle) -> None:
        """Floor on which nothing but seats may stand from now on."""
        self._space.reserve(zone)

    def _crowded(self, draft: Draft, stand: Stand, around_m: float) -> float:
        """A penalty for places so near to a wall or doorway that nobody could sit there."""
        margin = np.array([around_m, 0.0, around_m])
        zone = plan_rectangle(draft.low_m - margin, draft.high_m + margin, stand)
        roomy = self._space.holds(zone) and not self._space.is_reserved(zone, doors_only=True)
        return 0.0 if roomy else CRAMPED

    def _cramped(self, draft: Draft, stand: Stand, side_m: float, front_m: float) -> float:
        """A penalty for places without the wished room on each side or before the thing."""
        if not side_m and not front_m:
            return 0.0
        low, high = draft.low_m - (side_m, 0.0, 0.0), draft.high_m + (side_m, 0.0, front_m)
        zone = plan_rectangle(low, high, stand)
        return 0.0 if self._space.holds(zone) else CRAMPED

    def _best(
        self,
        draft: Draft,
        stands: Iterable[tuple[Stand, float]],
        *,
        near: Thing | None = None,
        front_m: float = 0.0,
        on_floor: bool = True,
        on_reserved: bool = False,
    ) -> Thing | None:
        """The first fitting place in order of score; low is good."""
        scored = [(score + distance_m(stand, near), k, stand) for k, (stand, score) in enumerate(stands)]
        walks = 0
        for _, _, stand in sorted(scored, key=lambda entry: entry[:2]):
            footprint, boxes = footprint_at(draft, stand), boxes_at(draft, stand)
            if not self._space.holds(footprint) or self._space.is_taken(boxes):
                continue
            # What hangs low and sticks out is in the way as much as what stands.
            hung_low = not on_floor and stand.y_m < HEAD_ROOM_M and draft.depth_m > FLUSH_M
            if hung_low and self._space.is_reserved(footprint, doors_only=True):
                continue
            if on_floor and self._space.is_reserved(footprint, doors_only=on_reserved):
                continue
            if on_floor or hung_low:
                walks += 1
                if walks > WALK_TRIES:
                    return None
                if not self._space.stays_passable(obstacles_at(draft, stand)):
                    continue
            if front_m:
                self._space.reserve(front_zone(draft, stand, front_m))
            return self._keep(draft, stand)
        return None

    def _keep(
        self,
        draft: Draft,
        stand: Stand,
        *,
        support: int | None = None,
        relation: str | None = None,
        solid: bool = True,
    ) -> Thing:
        thing = Thing(self._first + len(self.things), draft, stand, self.room.id, support, relation)
        self.things.append(thing)
        if solid:
            self._space.add(boxes_at(draft, stand), obstacles_at(draft, stand))
        return thing
