"""Small things on real surfaces: a lamp on the night stand, a bowl on the table, a book in the shelf."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from wayproof.scenes.furniture import Surface
from wayproof.scenes.houses.draft import Draft, Stand, Thing, turned_boxes
from wayproof.scenes.houses.furnisher import Furnisher
from wayproof.scenes.houses.small_things import FACING, small_things_for

# For a type of room and a kind of furniture: what may stand on it, and how likely.
Keeping = Callable[[str, str], tuple[tuple[str, ...], tuple[float, ...]]]

TRIES = 6
SETTLE_M = 0.0005  # things sink in by half a millimetre, so that no light shows beneath them
AREA_PER_THING_M2 = 0.22
MOST_PER_SURFACE = 5


def stand_on(room: Furnisher, support: Thing, name: str) -> Thing | None:
    """One thing of a category on the largest surface of another that has room for it."""
    draft = room.draft(name)
    for surface in sorted(support.draft.model.surfaces, key=lambda s: -s.width_m * s.depth_m):
        thing = _try_surface(room, support, surface, draft)
        if thing:
            return thing
    return None


def scatter(room: Furnisher, keeping: Keeping = small_things_for) -> None:
    """Fill the room's surfaces with the small things that people keep there."""
    for support in list(room.things):
        names, weights = keeping(room.room.type, support.name)
        if not names:
            continue
        for surface in support.draft.model.surfaces:
            expected = surface.width_m * surface.depth_m / AREA_PER_THING_M2
            for _ in range(min(MOST_PER_SURFACE, int(room.rng.poisson(expected)))):
                draft = room.draft(str(room.rng.choice(names, p=weights)))
                _try_surface(room, support, surface, draft)


def _try_surface(room: Furnisher, support: Thing, surface: Surface, draft: Draft) -> Thing | None:
    if draft.height_m > surface.clearance_m:
        return None
    for _ in range(TRIES):
        turn = _turn(room, draft)
        low, high = turned_boxes(np.stack([draft.low_m, draft.high_m])[None], Stand(0.0, 0.0, 0.0, turn))[0]
        slack = np.array([surface.width_m, surface.depth_m]) - (high - low)[[0, 2]]
        if (slack < 0).any():
            continue
        centre = np.array(surface.centre_m)[[0, 2]] + (room.rng.random(2) - 0.5) * slack
        right, front = centre - ((low + high) / 2)[[0, 2]]
        x, y, z = support.stand.point(float(right), float(front), surface.centre_m[1] - SETTLE_M)
        stand = Stand(x, y, z, support.stand.heading_rad + turn)
        thing = room.put_on(support, draft, stand, surface.relation)
        if thing:
            return thing
    return None


def _turn(room: Furnisher, draft: Draft) -> float:
    """Things with a face look forward, give or take; round things lie any way."""
    if draft.furniture.category in FACING:
        return float(room.rng.normal(0.0, 0.12)) if draft.width_m < 0.6 else 0.0
    return float(room.rng.uniform(0.0, 2 * np.pi))
