"""The vocabulary of the measures: each part is a sentence of the literature.

Arrays of one relevance per document have the rank as their last axis; arrays by intent have ``(rank, intent)``.
`rank` is 1, 2, ... for lists that are cut, and the ranks of the relevant documents, then `END`, for whole lists.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plurank.arrays import Array, Whole

__all__ = ["at", "before", "discounts", "over_intents", "ratio", "up_to"]


def up_to(x: Array, axis: int = -1) -> Array:
    """Σ_{k≤r} x(k), for every r."""
    return np.cumsum(x, axis=axis)


def before(keep: Array, axis: int = -1) -> Array:
    """Π_{k<r} keep(k), for every r: what is left when rank r is reached."""
    product = np.ones_like(keep)
    head: list[Any] = [slice(None)] * keep.ndim
    tail = head.copy()
    head[axis], tail[axis] = slice(1, None), slice(None, -1)
    np.cumprod(keep[tuple(tail)], axis=axis, out=product[tuple(head)])
    return product


def over_intents(x: Array, weight: Array) -> Array:
    """Σ_i weight(i) x(r, i), added up in the order of the intents: then no bit depends on how deep lists are."""
    total = x[..., 0] * weight[..., 0, None]
    for i in range(1, x.shape[-1]):
        total += x[..., i] * weight[..., i, None]
    return total


def discounts(kind: str, rank: Whole, beta: float) -> Array:
    """What a document at this rank is worth: 1/log2(r+1), 1/r or β^(r-1)."""
    if kind == "dcg":
        return np.asarray(1 / np.log2(rank + 1))
    return np.asarray(1 / rank) if kind == "err" else beta ** (rank - 1)


def ratio(x: Array, y: Array) -> Array:
    """x / y; 0 where y is 0, which is where nothing is to be found."""
    x, y = np.broadcast_arrays(x, y)
    return np.divide(x, y, out=np.where(np.isnan(x), x, 0.0), where=y != 0)


def at(curve: Array, rank: Whole) -> Array:
    """Return the value of an ideal list's `curve` at each rank; behind its last document it stays as it is."""
    last = curve.shape[-1] - 1
    index = np.minimum(rank - 1, last)
    if rank.ndim == 1:
        return curve[..., index]
    curve = curve.reshape((1,) * (index.ndim - curve.ndim) + curve.shape)
    return np.take_along_axis(curve, index, axis=-1)
