"""The layout of shops: a sales floor along the street and a band of rooms behind or beside it.

Room 0 is the sales floor. Which of its outer walls lies on the street is chosen with the entrance.
"""

from __future__ import annotations

import numpy as np

from wayproof.scenes.houses.grid_rectangles import Rect, steps
from wayproof.scenes.houses.plan_data import DOORWAY, WIDE
from wayproof.scenes.workplaces.layouts import Layout, Link, Slot, band, fill_band

KINDS: dict[str, tuple[float, float]] = {
    "storage": (2.4, 4.6),
    "office": (2.4, 3.8),
    "bathroom": (1.9, 2.6),
    "fitting_room": (2.9, 4.4),
    "kitchen": (2.4, 3.2),
}


def draw_shop_layout(rng: np.random.Generator, trade: str) -> Layout | None:
    """One try at a layout for a trade; None when the band behind the sales floor cannot be filled."""
    back = ["storage", "office", "bathroom"]
    if trade == "clothes":
        back.append("fitting_room")
    elif rng.random() < 0.3:
        back.append("kitchen")
    names = [back[int(k)] for k in rng.permutation(len(back))]
    return _behind(rng, names) if rng.random() < 0.7 else _beside(rng, names)


def _slots(names: list[str]) -> list[Slot]:
    return [Slot(name, *KINDS[name]) for name in names]


def _behind(rng: np.random.Generator, names: list[str]) -> Layout | None:
    """Rooms side by side at the back; sometimes a passage before them, so that staff stay out of sight."""
    end = steps(rng.uniform(8.0, 12.5))
    widths = fill_band(rng, _slots(names), end)
    if widths is None:
        return None
    # Racks of clothes fill a floor less than rows of shelves do, and their band of rooms is wide already.
    deep = (5.6, 7.2) if "fitting_room" in names else (6.6, 9.4)
    back, front = steps(rng.uniform(2.7, 3.4)), steps(rng.uniform(*deep))
    has_passage = "fitting_room" not in names and rng.random() < 0.6
    hall = steps(rng.uniform(1.4, 1.7)) if has_passage else 0
    rects: list[Rect] = [(0, back + hall, end, back + hall + front), *band(0, 0, back, widths)]
    types = ["sales_floor", *names]
    door = {"fitting_room": WIDE}
    links: list[Link] = [(k, 0, door.get(types[k], DOORWAY)) for k in range(1, len(types))]
    if has_passage:
        rects.append((0, back, end, back + hall))
        types.append("hallway")
        last = len(types) - 1
        links = [(last, 0, DOORWAY), *((k, last, DOORWAY) for k in range(1, last))]
    return Layout(tuple(types), tuple(rects), tuple(links))


def _beside(rng: np.random.Generator, names: list[str]) -> Layout | None:
    """Rooms one behind the other along one side of a deep sales floor."""
    depth = steps(rng.uniform(8.0, 12.5))
    lengths = fill_band(rng, _slots(names), depth)
    if lengths is None:
        return None
    width, side = steps(rng.uniform(6.6, 8.6)), steps(rng.uniform(2.6, 3.2))
    upright = band(0, 0, side, lengths)
    rects: list[Rect] = [(0, 0, width, depth)]
    rects += [(width + z0, x0, width + z1, x1) for x0, z0, x1, z1 in upright]
    types = ["sales_floor", *names]
    links: list[Link] = [
        (k, 0, WIDE if types[k] == "fitting_room" else DOORWAY) for k in range(1, len(types))
    ]
    return Layout(tuple(types), tuple(rects), tuple(links))
