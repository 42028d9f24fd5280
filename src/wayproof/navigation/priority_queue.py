"""A binary heap in two arrays, for compiled searches: the entry with the smallest key comes out first.

Equal keys come out in the order of their values, so a search gives the same answer on every machine.
"""

from __future__ import annotations

from wayproof.kernels import kernel
from wayproof.navigation.surface import Floats, Nodes


@kernel
def push(keys: Floats, values: Nodes, count: int, key: float, value: int) -> int:
    """Add an entry; returns the new count. The arrays must have room."""
    hole = count
    while hole > 0:
        parent = (hole - 1) >> 1
        if keys[parent] < key or (keys[parent] == key and values[parent] <= value):
            break
        keys[hole], values[hole] = keys[parent], values[parent]
        hole = parent
    keys[hole], values[hole] = key, value
    return count + 1


@kernel
def drop_first(keys: Floats, values: Nodes, count: int) -> int:
    """Remove the entry at index 0; returns the new count. Read keys[0] and values[0] before."""
    count -= 1
    key, value = keys[count], values[count]
    hole = 0
    while True:
        child = 2 * hole + 1
        if child >= count:
            break
        if child + 1 < count and _before(keys, values, child + 1, child):
            child += 1
        if key < keys[child] or (key == keys[child] and value <= values[child]):
            break
        keys[hole], values[hole] = keys[child], values[child]
        hole = child
    keys[hole], values[hole] = key, value
    return count


@kernel
def _before(keys: Floats, values: Nodes, a: int, b: int) -> bool:
    return bool(keys[a] < keys[b] or (keys[a] == keys[b] and values[a] < values[b]))
