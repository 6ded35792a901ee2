"""The functions of bits, and two of planes, as instructions of the CPU. Imported only when something is compiled."""

from __future__ import annotations

from typing import Any

import numba
from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from pyramidion.engine.planes import EIGHT

I64 = ir.IntType(64)
I32 = ir.IntType(32)
I8 = ir.IntType(8)
FLOAT = ir.FloatType()

declared: Any = cgutils.get_or_insert_function
DEPOSIT = "llvm.x86.bmi.pdep.64"  # spreads the lowest bits of an integer over the members of a set
SLOW_DEPOSIT = ("znver1", "znver2")  # processors that take longer for it than for halving


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
def place_of(context: Any, members: Any, rank: Any) -> Any:
    """Only where `deposits` says so."""

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        deposit = declared(builder.module, ir.FunctionType(I64, (I64, I64)), DEPOSIT)
        only = builder.call(deposit, (builder.shl(ir.Constant(I64, 1), arguments[1]), arguments[0]))
        return builder.cttz(only, ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64, types.int64), generate


def deposits() -> bool:
    """Does what is compiled here run on a processor with a quick instruction for `place_of`?"""
    config: Any = numba.config
    another = config.CPU_NAME or config.CPU_FEATURES
    quick = binding.get_host_cpu_features().get("bmi2", False) and binding.get_host_cpu_name() not in SLOW_DEPOSIT
    return bool(quick and not another)


@intrinsic
def write_eight(context: Any, out: Any, start: Any, members: Any, level: Any) -> Any:
    signature = types.void(out, types.int64, types.int64, types.float32)

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        numbers, start, members, level = arguments
        higher = builder.fadd(level, ir.Constant(FLOAT, 1.0))
        shown = builder.select(_flags(builder, members), _spread(builder, higher), _spread(builder, level))
        builder.store(shown, _eight(target, builder, signature.args[0], numbers, start, FLOAT), align=4)
        return target.get_dummy_value()

    return signature, generate


@intrinsic
def flag_eight(context: Any, out: Any, start: Any, members: Any) -> Any:
    signature = types.void(out, types.int64, types.int64)

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, start, members = arguments
        shown = builder.zext(_flags(builder, members), ir.VectorType(I8, EIGHT))
        builder.store(shown, _eight(target, builder, signature.args[0], array, start, I8), align=1)
        return target.get_dummy_value()

    return signature, generate


def _flags(builder: Any, members: Any) -> Any:
    """The lowest eight bits of an integer as a vector."""
    return builder.bitcast(builder.trunc(members, I8), ir.VectorType(ir.IntType(1), EIGHT))


def _eight(target: Any, builder: Any, kind: Any, array: Any, index: Any, element: ir.Type) -> Any:
    """A pointer to eight elements of an array."""
    data = target.make_array(kind)(target, builder, array).data
    return builder.bitcast(builder.gep(data, [index]), ir.VectorType(element, EIGHT).as_pointer())


def _spread(builder: Any, value: Any) -> Any:
    """A vector of eight equal numbers."""
    whole = ir.VectorType(value.type, EIGHT)
    one = builder.insert_element(ir.Constant(whole, ir.Undefined), value, I32(0))
    return builder.shuffle_vector(one, ir.Constant(whole, ir.Undefined), ir.Constant(ir.VectorType(I32, EIGHT), None))
