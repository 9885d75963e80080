"""Measures of proportionality: are intents shown in the shares in which people want them?   (Dang, Croft 2012)."""

from __future__ import annotations

import numpy as np

from plurank.arrays import Array, Whole
from plurank.measures.parts import ratio, up_to


def disproportionality(rel: Array, popularity: Array, rank: Whole) -> Array:
    """DP@K = Σ_i c_i (v_i - s_i)² + n_NR²/2, v_i = p_i K, c_i = 1 where v_i ≥ s_i, else 0."""
    wanted = popularity[..., None, :] * rank[:, None]
    shown = up_to(rel, axis=-2)
    not_relevant = up_to(1 - np.any(rel, axis=-1))
    return (np.maximum(wanted - shown, 0) ** 2).sum(axis=-1) + not_relevant**2 / 2


def proportionality(rel: Array, popularity: Array, rank: Whole) -> Array:
    """PR@K = 1 - DP@K / Ideal-DP@K, Ideal-DP@K = Σ_i v_i² + K²/2 (which is the worst case)."""
    worst = ((popularity**2).sum(axis=-1, keepdims=True) + 0.5) * rank**2.0
    return 1 - ratio(disproportionality(rel, popularity, rank), worst)


def cumulative_proportionality(rel: Array, popularity: Array, rank: Whole) -> Array:
    """CPR@K = 1/K Σ_{k≤K} PR@k."""
    return up_to(proportionality(rel, popularity, rank)) / rank
