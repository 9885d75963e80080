"""The parameters that measures take: what their values may be, how they are read and shown."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from plurank.errors import UsageError

__all__ = ["CHOICES", "LIMITS", "MEANING", "Value", "checked", "expanded", "shown"]

Value = str | int | float | tuple[float, ...] | None

CHOICES: dict[str, tuple[str, ...]] = {
    "flat": ("max", "count"),
    "divisor": ("R", "min"),
    "grades": ("binary", "graded"),
    "thresholds": ("uniform", "linear"),
    "weights": ("none", "given"),
    "ideal": ("greedy", "exact"),
    "discount": ("dcg", "err", "rbp"),
    "tree": ("extended", "original"),
    "node_weights": ("sum", "uniform", "given"),
    "layer_weights": ("uniform",),
    "popularity": ("intents", "covering"),
    "subtopics": ("micro", "geom", "smr", "cascade"),
    "miss": ("replacement", "exact"),
    "miss_rank": ("n",),
    "gain": ("exp", "linear"),
}
"""The words that a parameter may be, its default first."""

LIMITS: dict[str, tuple[float, float]] = {
    "alpha": (0, 1),
    "beta": (0, 1e9),
    "gamma": (0, 1),
    "p": (0, 1),
    "effort": (0, 1e9),
    "recall": (0, 1),
    "floor": (0, 1),
    "rel": (1, 1000),
    "h": (1, 1000),
    "layer": (1, 1000),
    "within": (1, 1000),
    "miss_rank": (0, 1e9),
}
"""The least and the greatest number that a parameter may be."""

WHOLE = ("rel", "h", "layer", "within")
LISTS = ("gain", "thresholds", "layer_weights")
POSITIVE = ("recall", "floor", "p")

MEANING = {
    "flat": "a document's grade in the flat topic: its best over the intents, or the number of its intents",
    "divisor": "what AP divides by: the relevant documents R, or min(l, R)",
    "beta": "base of the discount beta^(r-1)",
    "p": "persistence: the probability that the user goes on to the next rank",
    "effort": "what reading one more document costs",
    "grades": "whether a document counts by its grade, or as relevant or not",
    "thresholds": "how the users' least grades are distributed over the scale; or a list, one share for each grade",
    "weights": "whether intents count by their probabilities",
    "ideal": "the ideal list that normalises: greedy, or exact",
    "recall": "the share of intents to be covered, instead of a rank",
    "alpha": "how much less a further document counts for an intent that has been met",
    "gamma": "weight of the recall of intents (or nodes) in the mixture",
    "discount": "what a rank is worth: 1/log2(r+1), 1/r, or beta^(r-1)",
    "layer": "the layer of the hierarchy whose nodes are the intents",
    "within": "the layer below whose nodes the measure is taken and averaged",
    "tree": "the hierarchy with every leaf continued down to the last layer, or as it was grouped",
    "node_weights": "weights of nodes: the sum of their leaves, all the same, or as the file gives them",
    "layer_weights": "weights of the layers; or a list, the first for the children of the root",
    "popularity": "the wanted shares: the intents' probabilities, or R_i / R_T",
    "subtopics": "how the scores of intents are averaged",
    "floor": "the least score in a geometric mean",
    "miss": "documents drawn with replacement, or without (exact)",
    "miss_rank": "how many documents are drawn for the miss rate: n of the greedy cover, or a number",
    "rel": "the least grade that counts as relevant; lower grades gain nothing",
    "gain": "gain of grade x: 2^x - 1, x, or a list, the first for grade 0",
    "h": "the top grade of the scale; the largest grade of the judgments unless given",
}
"""What each parameter says."""

BLENDED = "weight of the gain in the blended ratio of Q and P+"


def meaning(name: str, default: Value) -> str:
    """Return what a parameter says; beta is two things, which its default tells apart."""
    return BLENDED if name == "beta" and default == 1 else MEANING[name]


def expanded(where: str, name: str, text: str) -> list[Value]:
    """Return the values that a text gives a parameter: one, or those of a grid ``0:1:0.1`` or ``a|b``."""
    if "|" in text:
        return [value for part in text.split("|") for value in expanded(where, name, part.strip())]
    if text.startswith("["):
        if not text.endswith("]"):
            raise UsageError(
                f"{where}: expected a list such as [0,1,2,5] for {name}, got {text!r}; close the bracket"
            )
        return [tuple(_number(where, name, part.strip()) for part in text[1:-1].split(","))]
    if text.count(":") == 2:
        return _steps(where, name, *(_number(where, name, part.strip()) for part in text.split(":")))
    words = (*CHOICES.get(name, ()), *(("none",) if name in ("recall", "layer", "within", "h") else ()))
    for word in words:
        if text.lower() == word.lower():
            return [word if word in CHOICES.get(name, ()) else None]
    return [_number(where, name, text)]


def _steps(where: str, name: str, low: float, high: float, step: float) -> list[Value]:
    count = (high - low) / step if step else -1.0
    if count < 0 or count > 10_000:
        got = f"{low}:{high}:{step}"
        raise UsageError(f"{where}: expected low:high:step for {name} with at most 10000 steps, got {got}")
    return [float(f"{low + step * i:.12g}") for i in range(int(count + 1e-9) + 1)]


def _number(where: str, name: str, text: str) -> float:
    if not re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", text):
        listed = " or ".join(CHOICES.get(name, ()))
        wanted = f"{listed} or a number" if listed and name in LIMITS else listed or "a number"
        raise UsageError(f"{where}: expected {wanted} for {name}, got {text!r}; {MEANING[name]}")
    return float(text)


def checked(where: str, name: str, value: Value, measure: Any) -> Value:
    """Return the value, whole numbers as such, or raise an error that names what the parameter may be."""
    if value is None or (isinstance(value, str) and value in CHOICES.get(name, ())):
        return value
    if isinstance(value, tuple):
        return _checked_list(where, name, value)
    if name not in LIMITS or isinstance(value, str):
        listed = " or ".join(CHOICES.get(name, ("a number",))) + (" or a list" if name in LISTS else "")
        raise UsageError(f"{where}: expected {listed} for {name}, got {shown(value)}; {MEANING[name]}")
    low, high = LIMITS[name]
    if name == "beta" and measure.parameters.get("beta") != 1.0:
        high = 1  # a discount β^(r-1); the β of blended ratios has no upper limit
    whole = name not in WHOLE or float(value).is_integer()
    if not (low <= value <= high and whole) or (name in POSITIVE and value == 0):
        kind = f"{'a whole number' if name in WHOLE else 'a number'} from {shown(low)} to {shown(high)}"
        raise UsageError(f"{where}: expected {kind} for {name}, got {shown(value)}; {MEANING[name]}")
    return int(value) if name in WHOLE else value


def _checked_list(where: str, name: str, values: tuple[float, ...]) -> tuple[float, ...]:
    if name not in LISTS:
        raise UsageError(f"{where}: expected one value for {name}, got a list; {MEANING[name]}")
    if min(values) < 0 or max(values) > 1e300 or (name != "gain" and sum(values) == 0):
        raise UsageError(
            f"{where}: expected numbers of at least 0, not all 0, for {name}, got {shown(values)}"
        )
    if name == "gain" and (values[0] != 0 or list(values) != sorted(values) or values[-1] == 0):
        raise UsageError(
            f"{where}: expected gains that begin with 0, never fall and end above 0, got {shown(values)}"
        )
    return values


def shown(value: Value) -> str:
    """Return the value as it stands in a name: numbers as the shortest decimal, lists in brackets.

    >>> shown(0.30), shown(1e-5), shown((0.0, 1.0, 2.5))
    ('0.3', '0.00001', '[0,1,2.5]')
    """
    if isinstance(value, tuple):
        return f"[{','.join(map(shown, value))}]"
    if isinstance(value, int | float):
        return np.format_float_positional(value, trim="-")
    return "none" if value is None else value
