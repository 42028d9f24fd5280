"""Are generated instructions true? Reads the words and walks the path beside them; prints a Markdown table.

It shares no code with what writes instructions: the words are read by the grammars of modular_follower, the
turns are those of the bare path, names are looked up among the scene's things, and what is in sight is seen
by the body's camera. The claims of a text must hold one after the other along its path:

turns     the path turns to that side there, by 40 degrees or more within two metres; the first one begins
          with the heading of the start, and a path that sets out sideways or backwards must say so
sides     a thing told on the left is passed or seen on the left
rooms     rooms are entered, left and crossed in the order told
things    a named thing stands near the place where it is told, and a camera on the path has it in the picture

Run: python examples/instruction_truth.py --paths 1000                    (ten minutes)
     python examples/instruction_truth.py --protocol rxr-houses-v1 --language hi-IN
     python examples/instruction_truth.py --scene houses-v1/test/70008    (every claim that fails, in words)
"""

import argparse
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from wayproof.agents.following.route_goals import ROOMS, categories_of
from wayproof.agents.reading.route_names import named_at
from wayproof.agents.reading.route_reader import read_route, verb_final_language
from wayproof.agents.reading.route_rules import Step
from wayproof.agents.reading.verb_final_reader import read_clauses
from wayproof.language.route_languages import ENGLISH, LANGUAGES
from wayproof.results.estimates.proportions import wilson
from wayproof.scenes.scene import Instance
from wayproof.seeding import generator_for
from wayproof.simulator.body import load_body
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.simulator.worlds import world_named
from wayproof.tasks.drawing.instructed_ways import ways
from wayproof.tasks.instruction_following import DRAWINGS
from wayproof.tasks.visibility.in_view import seen_now
from wayproof.vocabulary import Pose

KINDS = ("turns", "sides", "rooms", "things")
PER_HOUSE = 20
GRID_M = 0.05
FELT_M = 0.35  # over which the path's heading is felt
TURN_M = 2.0  # a turn is made within this
TURN_RAD, BACK_RAD = math.radians(40.0), math.radians(110.0)
SIDEWAYS_RAD, OTHER_SIDE_RAD = math.radians(65.0), math.radians(25.0)
NEAR_M, PASSED_M, STOP_M = 3.0, 2.0, 1.6
BACK_SIGHT_M = 5.0  # a thing told now may have been in view so long before
SLACK_M = 1.2  # two claims about one place may be told in either order
SEES = re.compile(
    r"(?:see|notice|find|spot|be|is|there's|have|with) (?=(?:a|an|the) )(?P<rest>.*?) (?:on|to) (?:the|your) "
    r"(?P<side>left|right)"
)


@dataclass(frozen=True)
class Walk:
    """A path at even steps: places (n, 2) as (x, z), unwrapped headings (n,), the rooms that they lie in."""

    world: World
    places: np.ndarray
    headings: np.ndarray
    start_rad: float
    rooms: list[str]

    @property
    def length_m(self) -> float:
        return GRID_M * (len(self.places) - 1)


def walk_of(world: World, path_m: np.ndarray, start_rad: float) -> Walk:
    plan = np.asarray(path_m, float)[:, [0, -1]]
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(plan, axis=0), axis=1))])
    wanted = np.arange(0.0, along[-1] + 1e-9, GRID_M)
    places = np.stack([np.interp(wanted, along, plan[:, axis]) for axis in (0, 1)], axis=1)
    back, ahead = (np.roll(places, shift, axis=0) for shift in (steps(FELT_M), -steps(FELT_M)))
    back[: steps(FELT_M)], ahead[len(places) - steps(FELT_M) :] = places[0], places[-1]
    way = ahead - back
    headings = np.unwrap(np.arctan2(-way[:, 0], -way[:, 1]))
    return Walk(world, places, headings, start_rad, [room_of(world, place) for place in places])


def steps(metres: float) -> int:
    return round(metres / GRID_M)


def room_of(world: World, place: np.ndarray) -> str:
    """The type of the room around a place, by the even-odd rule; "" in doorways."""
    x, z = place
    for room in world.scene.rooms:
        corners = [(corner[0], corner[1]) for corner in room.polygon_m]
        inside = False
        for (ax, az), (bx, bz) in zip(corners, corners[1:] + corners[:1], strict=True):
            if (az > z) != (bz > z) and x < ax + (z - az) / (bz - az) * (bx - ax):
                inside = not inside
        if inside:
            return room.type
    return ""


def faults(text: str, walk: Walk) -> list[tuple[str, str]]:
    """What does not hold of a text: the kind of claim, and the claim."""
    route = read_route(text)
    found = [("turns", told) for told in _setting_out(route, walk)]
    position = 0
    for number, step in enumerate(route):
        reached, wrong = _holds(step, walk, position, first=number == 0)
        found += [(kind, str(step)) for kind in wrong]
        position = max(position, reached)
    found += [("sides", f"{name} on the {side}") for name, side in _seen(text) if not _lies(walk, name, side)]
    return found


def _setting_out(route: Sequence[Step], walk: Walk) -> Iterator[str]:
    """The first turn against how the path begins: as the crow flies over half a metre, and over one."""
    angles = []
    for metres in (0.5, 1.0):
        ahead = walk.places[min(steps(metres), len(walk.places) - 1)] - walk.places[0]
        angles.append(math.remainder(math.atan2(-ahead[0], -ahead[1]) - walk.start_rad, math.tau))
    first = route[0] if route else Step("")
    told = first.direction if first.action == "turn" else ""
    back = min(map(abs, angles)) > BACK_RAD
    for side, sign in (("left", 1), ("right", -1)):
        if all(sign * angle > SIDEWAYS_RAD for angle in angles) and told != side and not (back and told):
            yield f"begins to the {side}, told: {first}"
        others = all(sign * angle < -OTHER_SIDE_RAD for angle in angles) and not back
        if told == side and not first.landmark and others:
            yield f"turn {side}, but the path begins to the other side"


def _holds(step: Step, walk: Walk, position: int, *, first: bool) -> tuple[int, list[str]]:
    """Up to where on the path a claim reaches, from a position on, and what kinds of it do not hold."""
    if step.action == "turn":
        made = list(_turns(step.direction, walk, position, first=first))
        if not made:
            return position, ["turns"]
        if not step.landmark:
            return made[0], []
        for place in made[::4]:
            if _standing(walk, step.landmark, place - steps(TURN_M), place, NEAR_M):
                return place, []
        return made[0], ["things"]
    if step.landmark and step.landmark != "door":
        return _at_a_thing(step, walk, position)
    place = _room(step, walk, position)
    return (position, ["rooms"]) if place is None else (place, [])


def _turns(direction: str, walk: Walk, position: int, *, first: bool) -> Iterator[int]:
    """Where turns to a side have been made, from a position on."""
    headings = walk.headings
    if first:  # the heading of the start is where the first turn begins
        begin = walk.start_rad
        onward = headings - headings[0] + math.remainder(headings[0] - begin, math.tau)
        for end in range(min(steps(TURN_M), len(onward))):
            if _turned(direction, onward[end]):
                yield end
    for end in range(max(position - steps(SLACK_M), 0), len(headings)):
        begin = max(position - steps(SLACK_M), end - steps(TURN_M), 0)
        change = headings[end] - headings[begin : end + 1]
        if any(_turned(direction, angle) for angle in change):
            yield end


def _turned(direction: str, angle: float) -> bool:
    if direction == "around":
        return abs(angle) >= BACK_RAD
    return (angle if direction == "left" else -angle) >= TURN_RAD


def _room(step: Step, walk: Walk, position: int) -> int | None:
    """Where a room is entered, left or gone through, or a door passed."""
    wanted = ROOMS.get(step.room, step.room.replace(" ", "_"))
    begin = max(position - steps(SLACK_M), 0)
    known = [(place, room) for place, room in enumerate(walk.rooms) if room]
    borders = [
        (place, before, after)
        for (left, before), (place, after) in pairwise(known)
        if place - left > 1 or before != after
    ]
    if step.action == "stop":
        return len(walk.rooms) - 1 if wanted in ("", "room", known[-1][1]) else None
    if step.direction in ("straight", "along", "through", "to", "past", "down") and step.landmark != "door":
        rooms = ("", "room")
        return next((k for k, room in known if k >= begin and (wanted in rooms or room == wanted)), None)
    for place, before, after in borders:
        crossed = before if step.direction == "out of" else after
        if place >= begin and (wanted in ("", "room") or crossed == wanted or step.landmark == "door"):
            return place
    return None


def _at_a_thing(step: Step, walk: Walk, position: int) -> tuple[int, list[str]]:
    """Where a thing is passed, gone to or stopped at."""
    last = len(walk.places) - 1
    begin = max(position - steps(SLACK_M), 0)
    if step.action == "stop":
        near = _standing(walk, step.landmark, last, last, STOP_M)
        return last, [] if near else ["things"]
    reach_m = PASSED_M if step.direction == "past" else NEAR_M
    for place in range(begin, last + 1, 2):
        for thing in things_called(walk.world, step.landmark):
            offset = nearest_point(thing, walk.places[place]) - walk.places[place]
            if np.linalg.norm(offset) > reach_m or not _in_sight(walk, thing, place):
                continue
            if not step.side or _side(walk, thing, place) == step.side:
                return place, []
    return position, ["sides" if step.side else "things"]


def _standing(walk: Walk, name: str, begin: int, end: int, within_m: float) -> bool:
    """Whether a thing of that name stands beside a stretch of the path and is in sight from it."""
    for place in range(max(begin, 0), end + 1, 4) if begin < end else (end,):
        for thing in things_called(walk.world, name):
            gap_m = np.linalg.norm(nearest_point(thing, walk.places[place]) - walk.places[place])
            if gap_m <= within_m and _in_sight(walk, thing, place):
                return True
    return False


def _seen(text: str) -> Iterator[tuple[str, str]]:
    """The things that are told to be in view on a side."""
    language = verb_final_language(text)
    if language:
        steps = read_clauses(text, language)
        yield from ((step.landmark, step.side) for step in steps if step.action == "see" and step.landmark)
        return
    for found in SEES.finditer(text.lower()):
        named = named_at(found.group("rest") + " ", 0)
        if named is not None and named.thing:
            yield named.thing, found.group("side")


def _lies(walk: Walk, name: str, side: str) -> bool:
    """Whether a thing is in sight on that side from somewhere on the path."""
    things = things_called(walk.world, name)
    places = range(0, len(walk.places), steps(0.25))
    return any(_side(walk, one, k) == side and _in_picture(walk, one, k) for k in places for one in things)


def _side(walk: Walk, thing: Instance, place: int) -> str:
    """On which hand the middle of a thing lies of one who walks there."""
    middle = (np.array(thing.low_m) + np.array(thing.high_m))[[0, 2]] / 2
    offset, heading = middle - walk.places[place], walk.headings[place]
    ahead = np.array([-math.sin(heading), -math.cos(heading)])
    return "left" if ahead[1] * offset[0] - ahead[0] * offset[1] > 0.0 else "right"


def _in_sight(walk: Walk, thing: Instance, place: int) -> bool:
    """Whether a camera that is turned to a thing shows it, there or a little earlier on the path."""
    back = range(place, max(place - steps(BACK_SIGHT_M), 0) - 1, -steps(0.5))
    return any(_in_picture(walk, thing, earlier) for earlier in back)


def _in_picture(walk: Walk, thing: Instance, place: int) -> bool:
    x, z = walk.places[place]
    middle = (np.array(thing.low_m) + np.array(thing.high_m)) / 2
    floor_m = walk.world.scene.rooms[0].floor_m if walk.world.scene.rooms else 0.0
    pose = Pose(float(x), floor_m, float(z), math.atan2(x - middle[0], z - middle[2]))
    return bool(seen_now(walk.world, State(pose), [thing.id]))


def things_called(world: World, name: str) -> list[Instance]:
    wanted = categories_of(name)
    return [one for one in world.scene.instances if one.category in wanted]


def nearest_point(thing: Instance, place: np.ndarray) -> np.ndarray:
    """The point of a thing's box on the plan that is nearest to a place."""
    return np.clip(place, np.array(thing.low_m)[[0, 2]], np.array(thing.high_m)[[0, 2]])


def instructed(scene: str, protocol: str, language: str, count: int) -> Iterator[tuple[str, Walk]]:
    """Texts with their walks in one scene."""
    world = world_named(scene, load_body("locobot"), lit=False)
    rng = generator_for(1, "instruction truth", scene)
    for number, way in enumerate(ways(world, DRAWINGS[protocol], language, rng, Counter())):
        yield way.instruction.text, walk_of(world, way.path_m, way.start.heading_rad)
        if number + 1 == count:
            return


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--paths", type=int, default=100)
    options.add_argument("--protocol", default="r2r", choices=sorted(DRAWINGS))
    options.add_argument("--language", default=ENGLISH, choices=LANGUAGES)
    options.add_argument("--split", default="val")
    options.add_argument("--first", type=int, default=0, help="number of the first house")
    options.add_argument("--scene", default="", help="one scene alone, by name")
    chosen = options.parse_args()
    scenes = (
        [chosen.scene]
        if chosen.scene
        else [
            f"houses-v1/{chosen.split}/{chosen.first + house}"
            for house in range(-(-chosen.paths // PER_HOUSE))
        ]
    )
    wrong: Counter[str] = Counter()
    count = 0
    for scene in scenes:
        for text, walk in instructed(
            scene, chosen.protocol, chosen.language, min(PER_HOUSE, chosen.paths - count)
        ):
            count += 1
            found = faults(text, walk)
            wrong.update({kind for kind, _ in found})
            for kind, claim in found:
                print(f"{scene}: {kind}: {claim}\n    {text}", flush=True)
    print("| claims | paths | with a wrong one | 95 % interval |\n| --- | --- | --- | --- |")
    for kind in KINDS:
        share = wilson(wrong[kind], count)
        print(f"| {kind} | {count} | {wrong[kind]} | {100 * share.low:.1f} to {100 * share.high:.1f} % |")


if __name__ == "__main__":
    main()
