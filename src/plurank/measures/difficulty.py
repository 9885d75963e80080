"""How diverse a topic can be at all, and which of its intents are easily missed   (Golbus, Aslam, Clarke 2013)."""

from __future__ import annotations

import numpy as np

from plurank.arrays import Array, Pool
from plurank.measures.covers import least_rank
from plurank.measures.parts import ratio


def miss_probability(r_i: Array, r_t: Array, n: Array, *, exact: bool) -> Array:
    """(1 - R_i/R_T)^n: n relevant documents drawn with replacement miss the intent.

    `exact` draws without replacement: C(R_T - R_i, n) / C(R_T, n).
    """
    if not exact:
        return (1 - ratio(r_i, r_t)) ** n
    missed = np.ones(np.broadcast_shapes(r_i.shape, r_t.shape, n.shape))
    for drawn in range(int(np.nanmax(n, initial=0))):
        missed *= np.where(drawn < n, np.clip(ratio(r_t - r_i - drawn, r_t - drawn), 0, 1), 1)
    return missed


def mean_coverage(r_i: Array, r_t: Array, n: Array, exists: Array, *, exact: bool) -> Array:
    """d_mean = 1/M Σ_i [1 - miss_i]: the S-recall to expect of n relevant documents [topic]."""
    found = (1 - miss_probability(r_i, r_t, n, exact=exact)) * exists
    return ratio(found.sum(axis=-1), exists.sum(axis=-1))


def diversity_difficulty(d_max: Array, d_mean: Array) -> Array:
    """Dd = 2 d_max d_mean / (d_max + d_mean)."""
    return ratio(2 * d_max * d_mean, d_max + d_mean)


def miss_rate(r_i: Array, r_t: Array, k: Array, exists: Array, *, exact: bool) -> Array:
    """smr_i^k = miss_i / Σ_j miss_j; uniform where nothing can be missed [topic, intent]."""
    missed = miss_probability(r_i, r_t, k, exact=exact) * exists
    nothing = missed.sum(axis=-1, keepdims=True) == 0
    missed = np.where(nothing, exists, missed)
    return ratio(missed, missed.sum(axis=-1, keepdims=True))


def topic_difficulty(pool: Pool, *, exact: bool = False, n: Array | None = None) -> Array:
    """Dd of every topic, n the least rank at which the greedy cover holds all intents [topic]."""
    d_max = ratio(pool.covered, pool.intents)
    draws = least_rank(pool) if n is None else n
    d_mean = mean_coverage(pool.relevant_by_intent, pool.relevant[:, None], draws, pool.exists, exact=exact)
    return diversity_difficulty(d_max, d_mean)
