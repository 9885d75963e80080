"""Measures of lists with one relevance per document ("traditional" measures).

They are lifted to several intents by the other files: averaged over intents (IA), on the global gain of a document
over its intents (D), on layers of a hierarchy (LA). Ideal lists hold all relevant documents, best first.
"""

from __future__ import annotations

import numpy as np

from plurank.arrays import Array, Mask, Whole
from plurank.errors import UsageError
from plurank.measures.parts import at, before, discounts, ratio, up_to


def precision(rel: Array, rank: Whole) -> Array:
    """P@l = C(l) / l."""
    return up_to(rel) / rank


def recall(rel: Array, relevant: Array) -> Array:
    """R@l = C(l) / R."""
    return ratio(up_to(rel), relevant)


def reciprocal_rank(rel: Array, rank: Whole) -> Array:
    """RR@l = 1 / rank of the first relevant document."""
    return np.maximum.accumulate(rel / rank, axis=-1)


def r_precision(rel: Array, relevant: Array, rank: Whole) -> Array:
    """Rprec = C(R) / R."""
    return ratio(up_to(rel * (rank <= relevant)), relevant)


def success(rel: Array) -> Array:
    """Success@l = 1 if a document down to rank l is relevant."""
    return np.maximum.accumulate(rel, axis=-1)


def average_precision(rel: Array, relevant: Array, rank: Whole, *, divisor: str = "R") -> Array:
    """AP@l = 1/D Σ_{r≤l} J(r) C(r)/r with D = R, or min(l, R)."""
    return ratio(up_to(rel * up_to(rel) / rank), relevant if divisor == "R" else np.minimum(rank, relevant))


def judged_share(judged: Mask, rank: Whole) -> Array:
    """Judged@l = judged documents down to rank l / l."""
    return up_to(judged.astype(float)) / rank


def hole(judged: Mask, rank: Whole) -> Array:
    """Hole@l = 1 - Judged@l."""
    return 1 - judged_share(judged, rank)


def dcg(gain: Array, rank: Whole) -> Array:
    """DCG@l = Σ_{r≤l} g(r) / log2(r + 1)   (Järvelin, Kekäläinen 2002)."""
    return up_to(gain / np.log2(rank + 1))


def discounted_gain(gain: Array, rank: Whole, *, discount: str = "dcg", beta: float = 0.8) -> Array:
    """Σ_{r≤l} disc(r) g(r), disc one of 1/log2(r+1), 1/r, β^(r-1)."""
    return up_to(discounts(discount, rank, beta) * gain)


def blended_ratio(rel: Array, gain: Array, ideal_gain: Array, rank: Whole, beta: float) -> Array:
    """BR(r) = (C(r) + β cg(r)) / (r + β cg*(r))."""
    return (up_to(rel) + beta * up_to(gain)) / (rank + beta * at(up_to(ideal_gain), rank))


def q_measure(
    rel: Array, gain: Array, ideal_gain: Array, relevant: Array, rank: Whole, *, beta: float = 1.0
) -> Array:
    """Q@l = 1/min(l, R) Σ_{r≤l} J(r) BR(r)   (Sakai 2004; Sakai, Song 2011, eq. 2)."""
    return ratio(up_to(rel * blended_ratio(rel, gain, ideal_gain, rank, beta)), np.minimum(rank, relevant))


def p_plus(
    level: Whole, rel: Array, gain: Array, ideal_gain: Array, rank: Whole, *, beta: float = 1.0
) -> Array:
    """P+@l = 1/C(r_p) Σ_{r≤r_p} J(r) BR(r), r_p the first rank of the best level down to l   (Sakai 2006)."""
    mean = ratio(up_to(rel * blended_ratio(rel, gain, ideal_gain, rank, beta)), up_to(rel))
    best = np.maximum.accumulate(level, axis=-1)
    new_best = np.diff(best, axis=-1, prepend=0) > 0
    r_p = np.maximum.accumulate(np.where(new_best, np.arange(level.shape[-1]), 0), axis=-1)
    return np.take_along_axis(mean, r_p, axis=-1)


def err(stop: Array, rank: Whole) -> Array:
    """ERR@l = Σ_{r≤l} p(r)/r Π_{k<r} (1 - p(k))   (Chapelle et al. 2009)."""
    return up_to(stop * before(1 - stop) / rank)


def rbp(hit: Array, rank: Whole, *, p: float = 0.8) -> Array:
    """RBP@l = (1 - p) Σ_{r≤l} u(r) p^(r-1)   (Moffat, Zobel 2008)."""
    return (1 - p) * up_to(hit * p ** (rank - 1))


def threshold_mass(h: int, thresholds: str | tuple[float, ...]) -> Array:
    """w(m) = Σ_{x≤m} p_x for m = 0..h: the share of users whose threshold a document of level m meets."""
    given = {"uniform": np.ones(h), "linear": np.arange(1.0, h + 1)}
    p_x = given[thresholds] if isinstance(thresholds, str) else np.asarray(thresholds, dtype=float)
    if len(p_x) != h:
        raise UsageError(f"thresholds: expected a share for every grade from 1 to {h}, got {len(p_x)} shares")
    return np.concatenate([[0.0], np.cumsum(p_x / p_x.sum())])


def expected_precision(
    level: Whole, rank: Whole, h: int, *, thresholds: str | tuple[float, ...] = "uniform"
) -> Array:
    """Σ_{r≤l} EP(r), EP(r) = 1/r Σ_{k≤r} w(min(X(r), X(k)))   (Robertson, Kanoulas, Yilmaz 2010)."""
    w = threshold_mass(h, thresholds)
    total = np.zeros(level.shape)
    below = 0
    for x in np.unique(level[level > 0]):
        meets = (level >= x).astype(float)
        total += (w[x] - w[below]) * meets * up_to(meets)
        below = x
    return up_to(total / rank)


def gap(
    level: Whole, ideal_level: Whole, rank: Whole, h: int, *, thresholds: str | tuple[float, ...] = "uniform"
) -> Array:
    """GAP@l = Σ_{r≤l} EP(r) / Σ_{all relevant d} w(X_d)."""
    most = threshold_mass(h, thresholds)[ideal_level].sum(axis=-1, keepdims=True)
    return ratio(expected_precision(level, rank, h, thresholds=thresholds), most)
