"""The layout of offices: rooms in bands along a corridor, and the large room where most people work.

end      | reception | office | meeting | office |  open office        everything on one floor,
         |           | corridor                  |  over the full      the large room at the end
         | kitchen   | toilets | copies | store  |  depth

side     | reception | meeting | office | toilets |                    the large room along the corridor
         | corridor                               |
         | open office              |  kitchen    |

hub      | meeting | office | kitchen | toilets |                      a small firm: all rooms open
         | reception |  open office             |                      from the large one
"""

from __future__ import annotations

import numpy as np

from wayproof.scenes.houses.grid_rectangles import Rect, steps
from wayproof.scenes.houses.plan_data import DOORWAY, WIDE
from wayproof.scenes.workplaces.layouts import Layout, Link, Slot, band, fill_band

KINDS: dict[str, tuple[float, float]] = {
    "office": (2.7, 4.0),
    "meeting_room": (4.2, 6.2),
    "kitchen": (3.0, 4.6),
    "bathroom": (2.1, 3.0),
    "copy_room": (2.1, 3.2),
    "storage": (1.9, 3.0),
    "reception": (3.8, 5.6),
}
CORRIDOR_M = (1.8, 2.1)
BAND_M = (3.8, 4.7)
KITCHEN = steps(3.4)  # its depth beside the large room; behind it is space for one more room


def draw_office_layout(rng: np.random.Generator) -> Layout | None:
    """One try at a layout; None when its bands do not go together."""
    draw = (_end, _side, _side, _hub)[int(rng.integers(4))]
    return draw(rng)


def _slots(names: list[str]) -> list[Slot]:
    return [Slot(name, *KINDS[name]) for name in names]


def _shuffled(rng: np.random.Generator, names: list[str]) -> list[str]:
    return [names[int(k)] for k in rng.permutation(len(names))]


def _end(rng: np.random.Generator) -> Layout | None:
    """The reception at one end of the corridor, the large room at the other."""
    north = _shuffled(rng, ["office"] * int(rng.integers(1, 3)) + ["meeting_room"])
    south = _shuffled(rng, ["bathroom", "copy_room", "storage", *["office"] * int(rng.integers(0, 2))])
    south = ["kitchen", *south]
    length, entrance, large = (steps(rng.uniform(*span)) for span in ((6.8, 10.0), (3.8, 4.8), (6.4, 8.8)))
    top, hall, low = (steps(rng.uniform(*span)) for span in (BAND_M, CORRIDOR_M, (3.0, 3.8)))
    upper = fill_band(rng, _slots(north), length)
    lower = fill_band(rng, _slots(south), length + entrance)
    if upper is None or lower is None:
        return None
    first, last = entrance, entrance + length
    rects: list[Rect] = [
        (first, top, last, top + hall),
        (0, 0, first, top + hall),
        (last, 0, last + large, top + hall + low),
        *band(first, 0, top, upper),
        *band(0, top + hall, low, lower),
    ]
    types = ["hallway", "reception", "open_office", *north, *south]
    links: list[Link] = [(1, 0, WIDE), (2, 0, WIDE)]
    for k in range(3, len(types)):
        # A room of the lower band may lie under the reception and be entered from there.
        under_hall = min(rects[k][2], last) - max(rects[k][0], first)
        links.append((k, 0 if under_hall >= steps(1.35) else 1, DOORWAY))
    return Layout(tuple(types), tuple(rects), tuple(links))


def _side(rng: np.random.Generator) -> Layout | None:
    """The large room on one side of the corridor, all others on the other side and beside it."""
    extra = ["office", "copy_room", "storage"][: int(rng.integers(1, 4))]
    north = ["reception", *_shuffled(rng, ["meeting_room", "office", "bathroom", *extra])]
    end = steps(rng.uniform(13.0, 19.0))
    upper = fill_band(rng, _slots(north), end)
    middle = end - steps(rng.uniform(3.0, 4.4))
    if upper is None or not steps(8.0) <= middle <= steps(14.5):
        return None
    top, hall, low = (steps(rng.uniform(*span)) for span in (BAND_M, CORRIDOR_M, (5.4, 7.2)))
    floor = top + hall
    rects: list[Rect] = [
        (0, top, end, floor),
        (0, floor, middle, floor + low),
        *band(0, 0, top, upper),
        (middle, floor, end, floor + KITCHEN),
        (middle, floor + KITCHEN, end, floor + low),
    ]
    last = "office" if low - KITCHEN >= steps(KINDS["office"][0]) else "storage"
    types = ["hallway", "open_office", *north, "kitchen", last]
    links: list[Link] = [(2, 0, WIDE), (1, 0, WIDE)]
    links += [(k, 0, DOORWAY) for k in range(3, len(types) - 1)]
    links.append((len(types) - 1, 1, DOORWAY))
    return Layout(tuple(types), tuple(rects), tuple(links))


def _hub(rng: np.random.Generator) -> Layout | None:
    """A small firm without a corridor."""
    extra = ["copy_room", "storage", "office"][: int(rng.integers(1, 4))]
    north = _shuffled(rng, ["meeting_room", "office", "kitchen", "bathroom", *extra])
    end, first = steps(rng.uniform(11.5, 16.5)), steps(rng.uniform(3.8, 4.6))
    upper = fill_band(rng, _slots(north), end)
    if upper is None or end - first > steps(12.0):
        return None
    top, low = steps(rng.uniform(3.2, 4.0)), steps(rng.uniform(5.6, 7.4))
    rects: list[Rect] = [
        (first, top, end, top + low),
        (0, top, first, top + low),
        *band(0, 0, top, upper),
    ]
    types = ["open_office", "reception", *north]
    links: list[Link] = [(1, 0, WIDE)]
    for k in range(2, len(types)):
        beside_large = min(rects[k][2], end) - max(rects[k][0], first)
        links.append((k, 0 if beside_large >= steps(1.35) else 1, DOORWAY))
    return Layout(tuple(types), tuple(rects), tuple(links))
