"""Questions about a house whose answers are certain: from what is known of its things, nothing is guessed.

A question names a room by its type, so only types that the house has once are asked about. A thing is named
by its category, so it must be the only one there that goes by such a name. Words that people would argue
about (beige, silver) and things that others contain (the books of a bookshelf) are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import msgspec
import numpy as np

from wayproof.language.object_words import one, room_name, several, spoken
from wayproof.scenes.scene import Instance, Room, Scene, things

# Categories that may be called by the same word: where two of a group meet, neither is asked about.
GROUPS = tuple(
    frozenset(words.split())
    for words in (
        "chair office_chair easy_chair rocking_chair high_chair",
        "stool bar_stool ottoman bench",
        "bed bunk_bed child_bed crib",
        "dining_table coffee_table side_table console_table night_stand desk dressing_table kitchen_island",
        "table_lamp floor_lamp desk_lamp wall_lamp ceiling_lamp",
        "cabinet wardrobe dresser filing_cabinet wall_cupboard kitchen_counter tv_stand safe",
        "bookshelf wall_shelf shoe_rack",
        "mug cup",
        "bottle spray_bottle soap_dispenser",
        "television monitor laptop",
        "clock alarm_clock",
        "backpack handbag suitcase",
        "picture picture_frame mirror makeup_mirror",
        "basket laundry_basket garbage_can bucket",
        "towel towel_rack",
        "house_plant vase",
        "washing_machine clothes_dryer",
        "box toy_chest tool_box basket",
        "pot pan kettle teapot",
    )
)
COUNTED = (
    "chair couch easy_chair office_chair stool bar_stool night_stand house_plant picture radiator "
    "wall_shelf bookshelf clock floor_lamp desk mirror cabinet"
).split()
# As likely in one room as in another, so that the room alone does not give the answer away.
LOOKED_FOR = (
    "house_plant picture mirror clock floor_lamp radiator laptop television chair easy_chair bookshelf "
    "garbage_can wall_shelf fan guitar backpack suitcase coat_rack teddy_bear cabinet desk stool"
).split()
COLOURED = (
    "couch easy_chair chair bench ottoman stool rocking_chair wardrobe dresser cabinet night_stand desk "
    "dressing_table console_table tv_stand toy_chest bathtub refrigerator curtain towel_rack vase "
    "mug bowl handbag backpack suitcase garbage_can bucket fan basket teddy_bear"
).split()
COLOURS = {
    **{name: name for name in "white black brown red orange yellow green blue purple pink".split()},
    "grey": "gray",
}
PLAINLY = 0.75  # share of a thing's surface that must have the colour asked for
CARRYING = (
    "night_stand coffee_table side_table console_table desk dresser dining_table dressing_table tv_stand "
    "kitchen_island kitchen_counter kitchen_sink washing_machine clothes_dryer bench ottoman fireplace "
    "washbasin cabinet filing_cabinet wall_shelf shoe_rack toilet"
).split()
CARRIED = (
    "alarm_clock table_lamp desk_lamp television monitor laptop picture_frame makeup_mirror vase mug cup "
    "bowl plate bottle wine_glass pan pot kettle teapot toaster microwave coffee_machine mixer knife_block "
    "cutting_board apple banana orange bread cake teddy_bear toy_car globe radio printer speaker statue "
    "candle aquarium cellular_telephone remote_control game_console handbag hat notebook newspaper "
    "pen_holder box tool_box watering_can soap_dispenser spray_bottle toothbrush_cup tissue_box towel"
).split()
# Which part to ask about; the answer is yes for the first state. Lamps and candles are left out: the light
# that an episode is run under may put them out.
STATES = {
    "wardrobe": ("Is the door of {thing} open?", "open", "closed"),
    "cabinet": ("Is the door of {thing} open?", "open", "closed"),
    "washing_machine": ("Is the door of {thing} open?", "open", "closed"),
    "clothes_dryer": ("Is the door of {thing} open?", "open", "closed"),
    "night_stand": ("Is a drawer of {thing} open?", "open", "closed"),
    "toilet": ("Is the lid of {thing} open?", "open", "closed"),
    "toy_chest": ("Is {thing} open?", "open", "closed"),
    "laptop": ("Is {thing} open?", "open", "closed"),
    "garbage_can": ("Is {thing} open?", "open", "closed"),
    "television": ("Is {thing} on?", "on", "off"),
    "monitor": ("Is {thing} on?", "on", "off"),
}
KINDS = ("count", "colour", "existence", "support", "state")


class Question(msgspec.Struct, frozen=True):
    """What is asked, its answer, the room it is about, and the things that must be seen to know it."""

    kind: str
    text: str
    answer: str
    room: int
    instances: tuple[int, ...] = ()
    category: str | None = None


def questions_about(scene: Scene, kind: str) -> list[Question]:
    """All questions of a kind about a scene, in the order of its rooms."""
    times = Counter(room.type for room in scene.rooms)
    rooms = [room for room in scene.rooms if times[room.type] == 1]
    ask: dict[str, Callable[[Scene, Room, list[Instance]], Iterator[Question]]] = {
        "count": _count,
        "colour": _colour,
        "existence": _existence,
        "support": _support,
        "state": _state,
    }
    inside = {room.id: [thing for thing in things(scene) if thing.room == room.id] for room in rooms}
    return [question for room in rooms for question in ask[kind](scene, room, inside[room.id])]


def _count(scene: Scene, room: Room, inside: list[Instance]) -> Iterator[Question]:
    for category in COUNTED:
        own = tuple(thing.id for thing in inside if thing.category == category)
        if own and not _rivals(inside, category):
            text = f"How many {several(category)} are there in the {room_name(room.type)}?"
            yield Question("count", text, str(len(own)), room.id, own, category)


def _existence(scene: Scene, room: Room, inside: list[Instance]) -> Iterator[Question]:
    for category in LOOKED_FOR:
        own = tuple(thing.id for thing in inside if thing.category == category)
        if not _rivals(inside, category):
            text = f"Is there {one(category)} in the {room_name(room.type)}?"
            yield Question("existence", text, "yes" if own else "no", room.id, own, category)


def _colour(scene: Scene, room: Room, inside: list[Instance]) -> Iterator[Question]:
    for thing in _only_ones(inside):
        colour = thing.attributes.colour or ""
        if thing.category in COLOURED and colour in COLOURS and _plainly(scene, thing, colour):
            text = f"What color is {_the(thing, room)}?"
            yield Question("colour", text, COLOURS[colour], room.id, (thing.id,), thing.category)


def _support(scene: Scene, room: Room, inside: list[Instance]) -> Iterator[Question]:
    for thing in _only_ones(inside):
        carried = [other for other in inside if other.support == thing.id]
        if thing.category not in CARRYING or len(carried) != 1 or carried[0].relation != "on":
            continue
        if carried[0].category in CARRIED:
            text, answer = f"What is on {_the(thing, room)}?", spoken(carried[0].category)
            yield Question("support", text, answer, room.id, (carried[0].id,), carried[0].category)


def _state(scene: Scene, room: Room, inside: list[Instance]) -> Iterator[Question]:
    for thing in _only_ones(inside):
        form, yes, no = STATES.get(thing.category, ("", "", ""))
        if form and thing.attributes.state in (yes, no):
            answer = "yes" if thing.attributes.state == yes else "no"
            text = form.format(thing=_the(thing, room))
            yield Question("state", text, answer, room.id, (thing.id,), thing.category)


def _the(thing: Instance, room: Room) -> str:
    name, place = spoken(thing.category), room_name(room.type)
    return f"the {name.removeprefix(place + ' ')} in the {place}"  # the sink in the kitchen


def _only_ones(inside: list[Instance]) -> list[Instance]:
    """Things that are the only one of their category in the room, with nothing that goes by such a name."""
    times = Counter(thing.category for thing in inside)
    return [thing for thing in inside if times[thing.category] == 1 and not _rivals(inside, thing.category)]


def _rivals(inside: list[Instance], category: str) -> bool:
    """Whether the room has things of other categories that may go by the same word."""
    others = {thing.category for thing in inside} - {category}
    return any(category in group and group & others for group in GROUPS)


def _plainly(scene: Scene, thing: Instance, colour: str) -> bool:
    """Whether nearly all of a thing's surface has a colour, without pattern."""
    if thing.attributes.pattern not in (None, "plain"):
        return False
    own = scene.face_instance == thing.id
    corners = scene.vertices_m[scene.faces[own]].astype(np.float64)
    area = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    named = np.array([material.name.split(" ")[0] == colour for material in scene.materials])
    return bool(area[named[scene.face_material[own]]].sum() >= PLAINLY * area.sum())
