"""Measures that reward what is new: a document counts less for an intent that the documents above have met."""

from __future__ import annotations

import numpy as np

from plurank.arrays import Array, Whole
from plurank.measures.parts import before, discounts, over_intents, ratio, up_to


def novel(hit: Array, alpha: float) -> Array:
    """hit_i(r) Π_{k<r} (1 - α hit_i(k)); with binary hits J_i(r) (1 - α)^{C_i(r-1)}."""
    return hit * before(1 - alpha * hit, axis=-2)


def alpha_dcg(hit: Array, weight: Array, rank: Whole, *, alpha: float = 0.5) -> Array:
    """α-DCG@l = Σ_{r≤l} NG(r) / log2(r + 1), NG(r) = Σ_i J_i(r) (1 - α)^{C_i(r-1)}   (Clarke et al. 2008)."""
    return up_to(over_intents(novel(hit, alpha), weight) / np.log2(rank + 1))


def cascade(hit: Array, weight: Array, rank: Whole, *, alpha: float, discount: str, beta: float) -> Array:
    """Σ_{r≤l} disc(r) NG(r), disc one of 1/log2(r+1), 1/r, β^(r-1)   (Clarke et al. 2011)."""
    return up_to(over_intents(novel(hit, alpha), weight) * discounts(discount, rank, beta))


def nrbp(
    hit: Array, weight: Array, intents: Array, rank: Whole, *, alpha: float = 0.5, beta: float = 0.5
) -> Array:
    """NRBP@l = (1 - (1 - α) β)/M Σ_{r≤l} β^(r-1) NG(r)   (Clarke, Kolla, Vechtomova 2009)."""
    patience = beta ** (rank - 1)
    gain = up_to(over_intents(novel(hit, alpha), weight) * patience)
    return (1 - (1 - alpha) * beta) * ratio(gain, intents)


def rbu(stop: Array, p_intent: Array, rank: Whole, length: Whole, *, p: float, effort: float) -> Array:
    """RBU@l = Σ_{r≤l} p^r (Σ_i P(i) p_i(r) Π_{k<r} (1 - p_i(k)) - e)   (Amigó et al. 2018)."""
    met = up_to(over_intents(novel(stop, 1.0), p_intent) * p**rank)
    ranks = np.minimum(rank, length)
    return met - effort * (ranks if p == 1 else p * (1 - p**ranks) / (1 - p))
