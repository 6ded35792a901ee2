"""The functions of bits as instructions of the CPU. Imported only when something is compiled."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

I64 = ir.IntType(64)


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
