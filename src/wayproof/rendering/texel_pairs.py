"""Texels and their right neighbours, two by one read: half the reads of a texture in `texture_samples`."""

from __future__ import annotations

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]  # it carries no types
from numba import types
from numba.extending import intrinsic

from wayproof.rendering.lane_types import INT, INTS, VECTOR, address_in, shuffled, unknown

_PAIR = ir.IntType(64)
_FOUR_PAIRS = ir.VectorType(_PAIR, 4)
# Shuffles within halves of a vector are cheap: read in this order, they leave the lanes in order.
_ORDER = (0, 1, 4, 5), (2, 3, 6, 7)
_LEFTS, _RIGHTS = [0, 2, 8, 10, 4, 6, 12, 14], [1, 3, 9, 11, 5, 7, 13, 15]


@intrinsic
def texel_pairs(_context: Any, texels: Any, starts: Any, at: Any) -> Any:
    """texels[start] and texels[start + 1] for the eight starts at starts[at : at + 8], from 0 on, unchecked.

    The starts come from memory, since taking them out of a vector one by one takes longer.
    """

    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        first = address_in(context, builder, starts, values[1], values[2], at)
        some, others = (_four_pairs(context, builder, texels, values[0], first, order) for order in _ORDER)
        both = [shuffled(builder, some, others, order) for order in (_LEFTS, _RIGHTS)]
        return context.make_tuple(builder, signature.return_type, both)

    return types.UniTuple(INTS, 2)(texels, starts, at), emit


def _four_pairs(context: Any, builder: Any, texels: Any, value: Any, first: Any, order: Any) -> Any:
    pairs = unknown(_FOUR_PAIRS)
    for place, lane in enumerate(order):
        start = builder.load(builder.gep(first, [INT(lane)]))
        address = address_in(context, builder, texels, value, start, types.uint32)
        pair = builder.load(builder.bitcast(address, _PAIR.as_pointer()), align=4)
        pairs = builder.insert_element(pairs, pair, INT(place))
    return builder.bitcast(pairs, VECTOR[INTS])
