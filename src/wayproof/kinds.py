"""Which categories answer to a name: whoever looks for a chair may find an office chair.

Also what Habitat and RoboTHOR call the kinds of things that their object goals ask for.
"""

from __future__ import annotations

ROOM_SURFACES = ("wall", "floor", "ceiling")  # too flat and large for a box round them to tell anything
# The categories that count when a name is asked for; any other name is answered by its own category alone.
KINDRED: dict[str, tuple[str, ...]] = {
    "chair": ("chair", "office_chair", "easy_chair", "rocking_chair", "high_chair"),
    "bed": ("bed", "bunk_bed", "child_bed"),
    "television": ("television", "monitor"),
}
# Of these, the ones that somebody who sees both would not take for the thing asked for.
SECOND_CHOICES: dict[str, tuple[str, ...]] = {"television": ("monitor",)}

# HM3D's six categories by our names; agents for Habitat's ObjectNav know them by these numbers.
HM3D_NAMES = {
    "chair": "chair",
    "bed": "bed",
    "house_plant": "plant",
    "toilet": "toilet",
    "television": "tv_monitor",
    "couch": "sofa",
}
HM3D_IDS = {name: number for number, name in enumerate(HM3D_NAMES.values())}
# RoboTHOR's twelve targets by our names.
ROBOTHOR_NAMES = {
    "alarm_clock": "AlarmClock",
    "apple": "Apple",
    "baseball_bat": "BaseballBat",
    "basketball": "BasketBall",
    "bowl": "Bowl",
    "garbage_can": "GarbageCan",
    "house_plant": "HousePlant",
    "laptop": "Laptop",
    "mug": "Mug",
    "spray_bottle": "SprayBottle",
    "television": "Television",
    "vase": "Vase",
}


def answering(name: str) -> tuple[str, ...]:
    """The categories that count when a name is asked for.

    >>> answering("bed"), answering("mug")
    (('bed', 'bunk_bed', 'child_bed'), ('mug',))
    """
    return KINDRED.get(name, (name,))


def plainly_answering(name: str) -> tuple[str, ...]:
    """Those of them that nobody would hesitate to call by the name.

    >>> answering("television"), plainly_answering("television")
    (('television', 'monitor'), ('television',))
    """
    doubtful = SECOND_CHOICES.get(name, ())
    return tuple(category for category in answering(name) if category not in doubtful)
