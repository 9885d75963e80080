"""Greedy covers of the intents of every topic, computed once for a pool."""

from __future__ import annotations

import numpy as np

from plurank.arrays import UNJUDGED, Array, Pool
from plurank.optimum import greedy

__all__ = ["covered", "least_rank", "min_rank"]


def covered(pool: Pool, weights: str, share: Array) -> Array:
    """Which intents the first m documents of the greedy cover hold [topic, m, intent]."""

    def compute() -> Array:
        rel = pool.rel[:, :UNJUDGED]
        return greedy.covered_by(rel, greedy.cover_order(rel, share, pool.first)).astype(float)

    return np.asarray(pool.once(("cover", weights), compute))


def min_rank(pool: Pool) -> Array:
    """minRank(S, k): how many documents the greedy cover needs for k intents [topic, k]."""
    held = np.rint(covered(pool, "none", pool.uniform).sum(axis=-1))
    wanted = np.arange(1, pool.level.shape[-1] + 1)
    return (held[:, :, None] < wanted).sum(axis=1) + 1.0


def least_rank(pool: Pool) -> Array:
    """n, the least rank at which the greedy cover holds all intents that can be covered [topic, 1]."""
    last = np.maximum(pool.covered - 1, 0).astype(int)
    return np.take_along_axis(min_rank(pool), last[:, None], axis=-1)
