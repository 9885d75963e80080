"""What the help texts share: their shape, the tiny collection of all worked examples, and how examples are computed."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["GRADES", "PARENTS", "PROBABILITIES", "RANKING", "TYPES", "Help", "value"]


@dataclass(frozen=True)
class Help:
    """What there is to say about one measure."""

    formula: str
    """One to three lines in plain Unicode."""
    about: str
    """What it measures, what it is good for and where it misleads; the first sentence stands alone in lists."""
    example: str
    """The worked example on the tiny collection, as an arithmetic expression in Python's syntax."""
    name: str = ""
    """The score that the example computes."""


# --- the tiny collection: one topic ---------------------------------------------------------------------------------

GRADES: Mapping[str, Mapping[str, int]] = {
    "a": {"1": 3},
    "b": {"1": 1, "2": 2},
    "c": {"2": 1, "3": 1},
    "d": {"1": 0},
    "e": {"1": 2},
}
"""Grade of every judged document for the intents that it was judged for; the top grade h is 3."""

PROBABILITIES: Mapping[str, float] = {"1": 0.5, "2": 0.3, "3": 0.2}
TYPES: Mapping[str, str] = {"1": "nav", "2": "inf", "3": "inf"}
PARENTS: Mapping[str, str] = {"n1": "", "1": "n1", "2": "n1", "3": ""}
"""The node above each node of the hierarchy; nothing above the first layer."""

RANKING: tuple[str, ...] = ("x", "b", "a", "d", "c")
"""The ranked list of all examples; nobody has judged x."""


# --- arithmetic -----------------------------------------------------------------------------------------------------

FUNCTIONS: Mapping[str, Callable[..., float]] = {
    "exp": math.exp,
    "log": math.log,
    "log2": math.log2,
    "max": max,
    "min": min,
    "sqrt": math.sqrt,
}
OPERATORS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}


def value(expression: str) -> float:
    """Return what an arithmetic expression comes to: numbers, ``+ - * / **``, parentheses and a few functions.

    >>> value("1/2 * log2(8) - 2**-1")
    1.0
    """
    return float(_value(ast.parse(expression, mode="eval").body))


def _value(node: ast.expr) -> float:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return number
        case ast.BinOp() if type(node.op) in OPERATORS:
            return float(OPERATORS[type(node.op)](_value(node.left), _value(node.right)))
        case ast.UnaryOp(op=ast.USub()):
            return -_value(node.operand)
        case ast.Call(func=ast.Name(id=name), keywords=[]) if name in FUNCTIONS:
            return float(FUNCTIONS[name](*map(_value, node.args)))
    raise ValueError(
        f"expression: expected arithmetic, got {ast.unparse(node)!r}; see FUNCTIONS and OPERATORS"
    )
