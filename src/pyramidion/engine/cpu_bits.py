"""The functions of bits, and one of planes, as instructions of the CPU. Imported only when something is compiled."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from pyramidion.engine.planes import EIGHT

I64 = ir.IntType(64)
I32 = ir.IntType(32)
FLOAT = ir.FloatType()


@intrinsic
def size_of(context: Any, members: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def first(context: Any, members: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


@intrinsic
def last(context: Any, members: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.sub(ir.Constant(I64, 63), builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1)))

    return types.int64(types.int64), generate


@intrinsic
def write_eight(context: Any, out: Any, start: Any, members: Any, squares: Any, square: Any, level: Any) -> Any:
    signature = types.void(out, types.int64, types.int64, squares, types.int64, types.float32)

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        numbers, first_number, members, bits, first_bit, level = arguments
        shifts = _eight(target, builder, signature.args[3], bits, first_bit, I64)
        on = builder.and_(builder.lshr(_spread(builder, members), builder.load(shifts, align=8)), _ones())
        shown = builder.fadd(_spread(builder, level), builder.uitofp(on, ir.VectorType(FLOAT, EIGHT)))
        builder.store(shown, _eight(target, builder, signature.args[0], numbers, first_number, FLOAT), align=4)
        return target.get_dummy_value()

    return signature, generate


def _eight(target: Any, builder: Any, kind: Any, array: Any, index: Any, element: ir.Type) -> Any:
    """A pointer to eight elements of an array."""
    data = target.make_array(kind)(target, builder, array).data
    return builder.bitcast(builder.gep(data, [index]), ir.VectorType(element, EIGHT).as_pointer())


def _spread(builder: Any, value: Any) -> Any:
    """A vector of eight equal numbers."""
    whole = ir.VectorType(value.type, EIGHT)
    one = builder.insert_element(ir.Constant(whole, ir.Undefined), value, I32(0))
    return builder.shuffle_vector(one, ir.Constant(whole, ir.Undefined), ir.Constant(ir.VectorType(I32, EIGHT), None))


def _ones() -> Any:
    return ir.Constant(ir.VectorType(I64, EIGHT), [1] * EIGHT)
