"""How far apart two labels are, from 0 (the same) to 1, by a table of names, kinds and groups.

The steps are CanTest's scale for its language model: 0 synonyms, 0.1 one a kind of the other, 0.3 the same
group of furniture, 0.6 easily mistaken, 0.8 one side unknown, 0.9 unrelated.
"""

from __future__ import annotations

from functools import lru_cache

from wayproof.kinds import answering
from wayproof.language.landmarks import heard_as
from wayproof.scenes.furniture import FURNITURE

SYNONYM, SUBKIND, SAME_GROUP, MISTAKEN, UNKNOWN, UNRELATED = 0.0, 0.1, 0.3, 0.6, 0.8, 0.9


@lru_cache(maxsize=4096)
def label_distance(one: str, other: str) -> float:
    """The distance between two category names.

    >>> label_distance("mug", "mug"), label_distance("chair", "office_chair"), label_distance("bed", "mug")
    (0.0, 0.1, 0.9)
    """
    one, other = (name.strip().lower().replace(" ", "_") for name in (one, other))
    if one == other:
        return SYNONYM
    if not one or not other:
        return UNKNOWN
    if other in answering(one) or one in answering(other):
        return SUBKIND
    if one.split("_")[-1] == other.split("_")[-1]:  # a table lamp and a floor lamp
        return SAME_GROUP
    if heard_as(one) & heard_as(other):
        return SAME_GROUP
    groups = {FURNITURE[name].group for name in (one, other) if name in FURNITURE}
    both = one in FURNITURE and other in FURNITURE
    return MISTAKEN if both and len(groups) == 1 else UNRELATED
