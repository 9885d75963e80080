"""Measures of how many intents a list covers."""

from __future__ import annotations

import numpy as np

from plurank.arrays import Array, Whole
from plurank.measures.parts import at, over_intents, ratio

TINY = 1e-9
"""Two counts that differ by less are the same."""


def intent_recall(rel: Array, portion: Array) -> Array:
    """I-rec@l = covered intents / M, or their probability with given weights   (Zhai et al. 2003)."""
    return over_intents(np.maximum.accumulate(rel, axis=-2), portion)


def normalised_intent_recall(rel: Array, portion: Array, cover: Array, rank: Whole) -> Array:
    """nI-rec@l = covered intents / intents that the cover holds in l documents   (Carterette 2011)."""
    return ratio(intent_recall(rel, portion), at(cover, rank))


def subtopic_precision(
    rel: Array, uniform: Array, min_rank: Array, intents: Array, rank: Whole, *, recall: float | None = None
) -> Array:
    """S-precision@m = minRank(S, k) / m', m' the first rank covering the k intents of rank m, or k = ⌈x M⌉."""
    m = np.rint(intents)
    covered = np.rint(intent_recall(rel, uniform) * m).astype(int)
    wanted = covered if recall is None else np.maximum(np.ceil(recall * m - TINY), 1).astype(int)
    grew = np.diff(np.minimum(covered, wanted), axis=-1, prepend=0) > 0
    first = np.maximum.accumulate(np.where(grew, rank, 0), axis=-1)
    least = at(min_rank, np.maximum(np.broadcast_to(wanted, covered.shape), 1))
    return np.where((covered >= wanted) & (covered > 0), ratio(least, first), 0.0)
