"""What other programs compute under the same names: ndeval's normalisers and NTCIREVAL's conventions.

What they share with the papers is composed in the table; what is theirs alone stands here.
"""

from __future__ import annotations

import numpy as np

from plurank.arrays import Array, Whole
from plurank.measures.novelty import novel
from plurank.measures.parts import over_intents, ratio, up_to

__all__ = ["ndeval_alpha_dcg", "ndeval_err_ia", "ntcireval_rbp", "total_err_ia"]


def total_err_ia(hit: Array, weight: Array, rank: Whole, *, alpha: float = 0.5) -> Array:
    """Σ_{r≤l} NG(r) / r, which ndeval divides by one of two ideals."""
    return up_to(over_intents(novel(hit, alpha), weight) / rank)


def ndeval_err_ia(hit: Array, weight: Array, intents: Array, rank: Whole, *, alpha: float = 0.5) -> Array:
    """Σ_{r≤l} NG(r)/r over M Σ_{r≤l} (1 - α)^(r-1)/r: every document of that ideal holds all intents."""
    most = intents * up_to((1 - alpha) ** (rank - 1) / rank)
    return ratio(total_err_ia(hit, weight, rank, alpha=alpha), most)


def ndeval_alpha_dcg(hit: Array, weight: Array, intents: Array, rank: Whole, *, alpha: float = 0.5) -> Array:
    """Σ_{r≤l} NG(r)/log2(r+1) over M Σ_{r≤l} (1 - α)^(r-1)/log2(r+1)."""
    discount = np.log2(rank + 1)
    most = intents * up_to((1 - alpha) ** (rank - 1) / discount)
    return ratio(up_to(over_intents(novel(hit, alpha), weight) / discount), most)


def ntcireval_rbp(share: Array, rank: Whole, *, p: float = 0.95) -> Array:
    """(1 - p) Σ_{r≤l} g(r)/g_max p^(r-1), g_max the best gain of the topic."""
    return (1 - p) * up_to(share * p ** (rank - 1))
