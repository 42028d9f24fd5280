"""How numba and LLVM see eight numbers at once: the types behind `lanes`, and how numbers become lanes."""

from __future__ import annotations

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]  # it carries no types
from numba import types
from numba.core.datamodel import models
from numba.extending import register_model

LANES = 8

# What Python's type checker sees of vectors and of numbers in kernels; numba has the real types.
Lanes = Any
Scalar = Any


class LaneType(types.Type):  # type: ignore[misc]  # numba carries no types
    """Eight values of one scalar type, as numba knows them."""

    def __init__(self, element: Any) -> None:
        self.element = element
        super().__init__(name=f"{element}x{LANES}")


FLOATS, INTS, MASK = LaneType(types.float32), LaneType(types.int32), LaneType(types.boolean)

INT = ir.IntType(32)
VECTOR = {
    FLOATS: ir.VectorType(ir.FloatType(), LANES),
    INTS: ir.VectorType(INT, LANES),
    MASK: ir.VectorType(ir.IntType(1), LANES),
}
OF_ELEMENT = {types.float32: FLOATS, types.int32: INTS, types.uint32: INTS}


@register_model(LaneType)
class _LaneModel(models.PrimitiveModel):  # type: ignore[misc]  # numba carries no types
    def __init__(self, manager: Any, lanes: LaneType) -> None:
        super().__init__(manager, lanes, VECTOR[lanes])


def shuffled(builder: Any, first: Any, second: Any, order: list[int]) -> Any:
    return builder.shuffle_vector(first, second, ir.Constant(ir.VectorType(INT, len(order)), order))


def unknown(vector: Any) -> Any:
    return ir.Constant(vector, ir.Undefined)


def as_lanes(context: Any, builder: Any, value: Any, given: Any, lanes: LaneType) -> Any:
    """The value itself if it has lanes already, else the number in every lane."""
    if isinstance(given, LaneType):
        return value
    scalar = context.cast(builder, value, given, lanes.element)
    vector = builder.insert_element(unknown(VECTOR[lanes]), scalar, INT(0))
    return shuffled(builder, vector, unknown(vector.type), [0] * LANES)


def lanes_of(first: Any, second: Any) -> LaneType | None:
    """The lane type of an operation on two operands, of which one may be a plain number."""
    if isinstance(first, LaneType):
        return first if second == first or isinstance(second, types.Number) else None
    return second if isinstance(second, LaneType) and isinstance(first, types.Number) else None


def address_in(context: Any, builder: Any, array: Any, value: Any, index: Any, given: Any) -> Any:
    """Where array[index] stands in memory; bounds are not checked."""
    data = context.make_array(array)(context, builder, value).data
    return builder.gep(data, [context.cast(builder, index, given, types.intp)])
