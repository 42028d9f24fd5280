"""Eight numbers at once: vectors for kernels, so that the hottest loops do not hinge on the optimiser's mood.

Inside a kernel, a value of these types holds eight float32, eight int32 or eight truth values ("lanes").
Arithmetic, comparison and bit operators work lane by lane, also with a plain number on one side; functions
do the rest. LLVM maps them to what the processor has (AVX-512, AVX2, SSE, NEON); every operation is exact or
correctly rounded, so the results have the same bits everywhere.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]  # it carries no types
from numba import types
from numba.core.cgutils import get_or_insert_function
from numba.extending import intrinsic, lower_builtin, type_callable

from wayproof.rendering.lane_types import (
    FLOATS,
    INT,
    INTS,
    LANES,
    MASK,
    OF_ELEMENT,
    VECTOR,
    Lanes,
    LaneType,
    address_in,
    as_lanes,
    lanes_of,
    shuffled,
    unknown,
)

Emit = Callable[[Any, Any, Any, Any], Any]


def _binary(
    function: Any, allowed: tuple[LaneType, ...], emit: Emit, *, gives: LaneType | None = None
) -> None:
    """Teach numba an operator or function of two operands."""

    @type_callable(function)
    def typing(_context: Any) -> Any:
        def typer(first: Any, second: Any) -> LaneType | None:
            lanes = lanes_of(first, second)
            return (gives or lanes) if lanes in allowed else None

        return typer

    def lower(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        lanes = lanes_of(*signature.args)
        assert lanes is not None
        pair = zip(values, signature.args, strict=True)
        first, second = (as_lanes(context, builder, value, given, lanes) for value, given in pair)
        return emit(builder, lanes, first, second)

    for kinds in ((LaneType, LaneType), (LaneType, types.Number), (types.Number, LaneType)):
        lower_builtin(function, *kinds)(lower)


def _instruction(for_floats: str, for_others: str) -> Emit:
    return lambda builder, lanes, first, second: getattr(
        builder, for_floats if lanes == FLOATS else for_others
    )(first, second)


def _comparison(sign: str) -> Emit:
    def emit(builder: Any, lanes: LaneType, first: Any, second: Any) -> Any:
        return (builder.fcmp_ordered if lanes == FLOATS else builder.icmp_signed)(sign, first, second)

    return emit


def _extreme(sign: str) -> Emit:
    compare = _comparison(sign)
    return lambda builder, lanes, first, second: builder.select(
        compare(builder, lanes, first, second), first, second
    )


def lowest(first: Lanes, second: Lanes) -> Lanes:
    """The smaller of two in each lane; the second where one is not a number."""
    raise TypeError("lowest works in kernels only")


def highest(first: Lanes, second: Lanes) -> Lanes:
    """The larger of two in each lane; the second where one is not a number."""
    raise TypeError("highest works in kernels only")


def unsigned_shift(value: Lanes, count: Lanes) -> Lanes:
    """Shift right and fill with zeros, where >> repeats the sign."""
    raise TypeError("unsigned_shift works in kernels only")


_binary(operator.add, (FLOATS, INTS), _instruction("fadd", "add"))
_binary(operator.sub, (FLOATS, INTS), _instruction("fsub", "sub"))
_binary(operator.mul, (FLOATS, INTS), _instruction("fmul", "mul"))
_binary(operator.truediv, (FLOATS,), _instruction("fdiv", ""))
_binary(operator.lshift, (INTS,), _instruction("", "shl"))
_binary(operator.rshift, (INTS,), _instruction("", "ashr"))
_binary(unsigned_shift, (INTS,), _instruction("", "lshr"))
_binary(operator.and_, (INTS, MASK), _instruction("", "and_"))
_binary(operator.or_, (INTS, MASK), _instruction("", "or_"))
_binary(lowest, (FLOATS, INTS), _extreme("<"))
_binary(highest, (FLOATS, INTS), _extreme(">"))
for _operator, _sign in ((operator.lt, "<"), (operator.le, "<="), (operator.gt, ">"), (operator.ge, ">=")):
    _binary(_operator, (FLOATS, INTS), _comparison(_sign), gives=MASK)
_binary(operator.eq, (INTS,), _comparison("=="), gives=MASK)


def _unary(takes: LaneType, gives: Any, emit: Callable[[Any, Any], Any]) -> Callable[[Lanes], Any]:
    def typing(_context: Any, value: Any) -> Any:
        if value == takes:
            return gives(value), lambda _context, builder, _signature, values: emit(builder, values[0])
        return None

    made: Callable[[Lanes], Any] = intrinsic(typing)
    return made


def _call(name: str) -> Callable[[Any, Any], Any]:
    kind = ir.FunctionType(VECTOR[FLOATS], [VECTOR[FLOATS]])
    full_name = f"{name}.v{LANES}f32"
    return lambda builder, value: builder.call(
        get_or_insert_function(builder.module, kind, full_name), [value]
    )


def _smallest(builder: Any, value: Any) -> Any:
    width = LANES
    while width > 1:
        width //= 2
        low = shuffled(builder, value, unknown(value.type), list(range(width)))
        high = shuffled(builder, value, unknown(value.type), list(range(width, 2 * width)))
        value = builder.select(builder.fcmp_ordered("<", low, high), low, high)
    return builder.extract_element(value, INT(0))


def _packed_bits(builder: Any, value: Any) -> Any:
    return builder.zext(builder.bitcast(value, ir.IntType(LANES)), ir.IntType(64))


whole = _unary(
    FLOATS, INTS, lambda builder, value: builder.fptosi(value, VECTOR[INTS])
)  # rounds towards zero
real = _unary(INTS, FLOATS, lambda builder, value: builder.sitofp(value, VECTOR[FLOATS]))
bits_of = _unary(FLOATS, INTS, lambda builder, value: builder.bitcast(value, VECTOR[INTS]))
from_bits = _unary(INTS, FLOATS, lambda builder, value: builder.bitcast(value, VECTOR[FLOATS]))
ceiling = _unary(FLOATS, FLOATS, _call("llvm.ceil"))
magnitude = _unary(FLOATS, FLOATS, _call("llvm.fabs"))
otherwise = _unary(MASK, MASK, lambda builder, value: builder.not_(value))
least = _unary(FLOATS, types.float32, _smallest)  # the smallest of the eight
mask_bits = _unary(MASK, types.int64, _packed_bits)  # lane k as bit k of an integer


@intrinsic
def first_bit(_context: Any, bits: Any) -> Any:
    """Position of the lowest bit that is set in an int64 other than 0."""
    return types.int64(bits), lambda _context, builder, _signature, values: builder.cttz(
        values[0], ir.Constant(ir.IntType(1), 1)
    )


@intrinsic
def counting(_context: Any) -> Any:
    """The numbers 0 to 7."""
    return INTS(), lambda *_: ir.Constant(VECTOR[INTS], list(range(LANES)))


@intrinsic
def spread(_context: Any, value: Any) -> Any:
    """The same number in every lane: float or int, as given."""
    lanes = FLOATS if isinstance(value, types.Float) else INTS
    return lanes(value), lambda context, builder, _, values: as_lanes(
        context, builder, values[0], value, lanes
    )


@intrinsic
def pick(_context: Any, mask: Any, first: Any, second: Any) -> Any:
    """The first where the mask is true, else the second; one of them may be a plain number."""
    lanes = lanes_of(first, second)

    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        lanes = signature.return_type
        chosen = as_lanes(context, builder, values[1], first, lanes)
        return builder.select(values[0], chosen, as_lanes(context, builder, values[2], second, lanes))

    return (lanes(mask, first, second), emit) if lanes and mask == MASK else None


@intrinsic
def peek(_context: Any, array: Any, index: Any) -> Any:
    """array[index] of a flat array for an index from 0 on, without Python's wrap-around of negative ones."""

    def emit(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.load(address_in(context, builder, array, values[0], values[1], index))

    return array.dtype(array, index), emit


@intrinsic
def load(_context: Any, array: Any, index: Any) -> Any:
    """array[index : index + 8] of a flat float32, int32 or uint32 array; bounds are not checked."""
    lanes = OF_ELEMENT[array.dtype]

    def emit(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        start = address_in(context, builder, array, values[0], values[1], index)
        return builder.load(builder.bitcast(start, VECTOR[lanes].as_pointer()), align=4)

    return lanes(array, index), emit


@intrinsic
def store(_context: Any, array: Any, index: Any, value: Any) -> Any:
    """array[index : index + 8] = value; bounds are not checked."""

    def emit(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        start = address_in(context, builder, array, values[0], values[1], index)
        builder.store(values[2], builder.bitcast(start, VECTOR[value].as_pointer()), align=4)
        return context.get_dummy_value()

    return (types.void(array, index, value), emit) if isinstance(value, LaneType) else None


@intrinsic
def prefetch(_context: Any, array: Any, index: Any) -> Any:
    """Ask for the cache line of array[index] ahead of its use; any index will do."""

    def emit(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        address = address_in(context, builder, array, values[0], values[1], index)
        byte = builder.bitcast(address, ir.IntType(8).as_pointer())
        kind = ir.FunctionType(ir.VoidType(), [byte.type, INT, INT, INT])
        function = get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [byte, INT(0), INT(3), INT(1)])  # for reading, keep in all caches, data
        return context.get_dummy_value()

    return types.void(array, index), emit


@intrinsic
def gather(_context: Any, array: Any, indices: Any) -> Any:
    """array[indices] lane by lane, for indices from 0 on; bounds are not checked."""
    lanes = OF_ELEMENT[array.dtype]

    def emit(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        # Eight plain loads: measured as fast as the processor's gather instruction, and less fickle.
        data = context.make_array(array)(context, builder, values[0]).data
        result = unknown(VECTOR[lanes])
        for lane in range(LANES):
            index = builder.zext(builder.extract_element(values[1], INT(lane)), ir.IntType(64))
            result = builder.insert_element(result, builder.load(builder.gep(data, [index])), INT(lane))
        return result

    return (lanes(array, indices), emit) if indices == INTS else None


@intrinsic
def transposed(_context: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any, h: Any) -> Any:
    """Eight rows of eight floats as eight columns."""

    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        rows = list(values)
        for low, high, step in (
            ([0, 8, 2, 10, 4, 12, 6, 14], [1, 9, 3, 11, 5, 13, 7, 15], 1),
            ([0, 1, 8, 9, 4, 5, 12, 13], [2, 3, 10, 11, 6, 7, 14, 15], 2),
            ([0, 1, 2, 3, 8, 9, 10, 11], [4, 5, 6, 7, 12, 13, 14, 15], 4),
        ):
            for row in (index for index in range(LANES) if not index & step):
                first, second = rows[row], rows[row + step]
                rows[row] = shuffled(builder, first, second, low)
                rows[row + step] = shuffled(builder, first, second, high)
        return context.make_tuple(builder, signature.return_type, rows)

    return types.UniTuple(FLOATS, LANES)(a, b, c, d, e, f, g, h), emit
