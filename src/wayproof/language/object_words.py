"""What things and rooms are called in English sentences: with spaces, articles and plurals."""

from __future__ import annotations

# Names that are plural already, or of stuff that is not counted.
PLURAL = frozenset({"eyeglasses", "keys", "shoes", "toy_blocks"})
UNCOUNTED = frozenset({"bread", "toilet_paper"})
# What is said instead of the catalogue's name.
_SAID = {
    "cellular_telephone": "cell phone",
    "easy_chair": "armchair",
    "night_stand": "nightstand",
    "tv_stand": "TV stand",
}
_IRREGULAR = {"bookshelf": "bookshelves", "wall_shelf": "wall shelves"}
_ROOMS = {"children_room": "children's room", "laundry": "laundry room", "storage": "storage room"}


def spoken(category: str) -> str:
    """A category as one says it.

    >>> spoken("alarm_clock")
    'alarm clock'
    """
    return _SAID.get(category, category.replace("_", " "))


def one(category: str) -> str:
    """A thing of a category with its article, if it takes one.

    >>> one("apple"), one("mug"), one("keys"), one("bread")
    ('an apple', 'a mug', 'keys', 'bread')
    """
    name = spoken(category)
    if category in PLURAL or category in UNCOUNTED:
        return name
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def several(category: str) -> str:
    """More than one of a category.

    >>> several("couch"), several("bookshelf"), several("chair"), several("keys")
    ('couches', 'bookshelves', 'chairs', 'keys')
    """
    name = spoken(category)
    if category in PLURAL or category in UNCOUNTED:
        return name
    if category in _IRREGULAR:
        return _IRREGULAR[category]
    if name.endswith(("s", "x", "ch", "sh")):
        return name + "es"
    return name[:-1] + "ies" if name.endswith("y") and name[-2] not in "aeiou" else name + "s"


def room_name(room_type: str) -> str:
    """A type of room as one says it.

    >>> room_name("living_room"), room_name("children_room")
    ('living room', "children's room")
    """
    return _ROOMS.get(room_type, spoken(room_type))
