"""Greedy ideals: at every rank the document that adds most.

They are what the field's programs normalise by. They are not always best: the optimum is NP-hard (Carterette 2011).
"""

from __future__ import annotations

import numpy as np

from plurank.arrays import NOTHING, Array, Mask, Whole

__all__ = ["cover_order", "covered_by", "novelty_order", "rounded"]

DIGITS = 12
"""Significant digits in which gains must differ to differ: sums in another order differ in the last bit."""


def rounded(gain: Array) -> Array:
    """Return the gains with 12 significant digits."""
    size = np.where(gain > 0, gain, 1.0)
    exponent = DIGITS - 1 - np.floor(np.log10(size))
    half = 10.0 ** (exponent // 2)  # in two halves: the whole may overflow
    other = 10.0 ** (exponent - exponent // 2)
    return np.rint(gain * half * other) / half / other


def novelty_order(hit: Array, weight: Array, alpha: float, depth: int, *, exact_ties: bool) -> Whole:
    """Rows in the order of greatest novelty gain Σ_i w_i hit_i Π_{k<r} (1 - α hit_i(k)) [topic, rank].

    `hit` is [topic, row, intent], rows in descending order of ids: ties go to the larger id. With `exact_ties` gains
    are compared as floats, summed intent by intent, as ndeval does; else in 12 significant digits.
    """
    left = np.broadcast_to(weight[:, None, :], hit[:, :1].shape).copy()
    free = np.any(hit, axis=-1)
    topic = np.arange(len(hit))
    order = np.full((len(hit), depth), NOTHING)
    for rank in range(min(depth, hit.shape[1])):
        gain = _in_turn(hit * left) if exact_ties else rounded((hit * left).sum(axis=-1))
        best = np.argmax(np.where(free, gain, -1.0), axis=-1)
        order[:, rank] = np.where(free[topic, best], best, NOTHING)
        free[topic, best] = False
        left *= 1 - alpha * hit[topic, best][:, None, :]
    return order


def _in_turn(terms: Array) -> Array:
    """Sum over the last axis one by one: NumPy's own sum adds in pairs, which gives other last bits."""
    return np.add.accumulate(terms, axis=-1)[..., -1]


def cover_order(rel: Array, portion: Array, first: Whole) -> Whole:
    """Rows of the greedy cover: each adds most uncovered intents [topic, rank].

    Ties go to the document that stands `first` in the judgments.
    """
    by_appearance = np.argsort(first, axis=-1, kind="stable")
    hit = np.take_along_axis(rel, by_appearance[..., None], axis=1)
    order = novelty_order(hit, portion, 1.0, max(1, rel.shape[-1]), exact_ties=False)
    rows = np.take_along_axis(by_appearance, np.maximum(order, 0), axis=-1)
    return np.where(order == NOTHING, NOTHING, rows)


def covered_by(rel: Array, order: Whole) -> Mask:
    """Which intents the first r rows of `order` cover [topic, rank, intent]."""
    topic = np.arange(len(rel))[:, None]
    hit = np.where((order == NOTHING)[..., None], 0.0, rel[topic, order])
    return np.logical_or.accumulate(hit > 0, axis=1)
