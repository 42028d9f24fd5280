"""What is left to do, by scene: a worker in a scene stays there, since making a world takes a while."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence

import msgspec

from wayproof.log import Outcome
from wayproof.work import Work

MOST_CRASHES = 3


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """Run this piece of work; with an outcome: do not run it, store that it ended so."""

    work: int
    outcome: Outcome | None = None


class Queues:
    """Orders not yet given, and how often each piece of work has killed who did it."""

    def __init__(self, work: Sequence[Work]) -> None:
        self.by_number = {item.number: item for item in work}
        self._orders: dict[str, deque[Order]] = {}
        for item in work:
            self._orders.setdefault(item.scene, deque()).append(Order(item.number))
        self.scenes = len(self._orders)
        self._crashes: dict[int, int] = {}
        self._dropped: set[int] = set()

    def left(self) -> int:
        return sum(order.work not in self._dropped for orders in self._orders.values() for order in orders)

    def drop(self, numbers: Collection[int]) -> None:
        """Leave out work that is no longer needed."""
        self._dropped.update(numbers)

    def next(self, scene: str, taken: Collection[str]) -> Order | None:
        """From the worker's own scene, else from one that nobody is in, else from the fullest."""
        while True:
            filled = [name for name, orders in self._orders.items() if orders]
            if not filled:
                return None
            own = [name for name in filled if name == scene]
            free = [name for name in filled if name not in taken]
            fullest = sorted(filled, key=lambda name: -len(self._orders[name]))
            order = self._orders[(own or free or fullest)[0]].popleft()
            if order.work not in self._dropped:
                return order

    def again(self, order: Order) -> None:
        """Give an order to the next who asks in its scene."""
        self._orders[self.by_number[order.work].scene].appendleft(order)

    def crashed(self, order: Order, how: str) -> None:
        """The worker on this order died; after three times it is given up and stored as invalid."""
        self._crashes[order.work] = self._crashes.get(order.work, 0) + 1
        if self._crashes[order.work] < MOST_CRASHES:
            self.again(order)
        else:
            detail = f"killed its worker {MOST_CRASHES} times; the last one {how}"
            self.again(Order(order.work, Outcome("invalid", detail)))
