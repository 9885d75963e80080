"""What a formula reads: the lists by intent, as lists of one relevance a document, and the weights of intents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from plurank.arrays import UNJUDGED, Array, Lists, Mask, Whole
from plurank.measures import covers
from plurank.measures.parts import over_intents, ratio

__all__ = ["ARRAYS", "Plain", "by_intent", "global_gain", "portion", "ranked_by_gain", "weight"]


@dataclass(frozen=True, eq=False)
class Plain:
    """Ranked lists with one relevance per document: of the flat topic, of one intent, or the global gain.

    The rank is the last axis; `relevant` is R [.., 1]; `ideal` holds all relevant documents, best first.
    """

    level: Whole
    gain: Array
    rel: Array
    rank: Whole
    relevant: Array
    top: Array
    """Gain of the top grade, or of the best document where lists have their own top [.., 1]."""
    h: int
    judged: Mask | None = None
    navigational: Mask | None = None
    ideal_list: Plain | None = None

    @property
    def ideal(self) -> Plain:
        """The ideal list; an ideal list is its own ideal."""
        return self.ideal_list or self

    @property
    def ideal_gain(self) -> Array:
        """g*(r)."""
        return self.ideal.gain

    @property
    def ideal_level(self) -> Whole:
        """X*(r)."""
        return self.ideal.level

    @cached_property
    def stop(self) -> Array:
        """p(r), the probability that rank r satisfies."""
        return self.gain / (self.top + 1)

    @cached_property
    def share(self) -> Array:
        """Gain as a share of the top grade's."""
        return ratio(self.gain, self.top)


def by_intent(lists: Lists) -> Plain:
    """Each intent as a list of its own: the intent axis moves in front of the rank."""
    plain: Plain = lists.view("by intent", lambda: _by_intent(lists))
    return plain


def _by_intent(lists: Lists) -> Plain:
    def turned(x: Array) -> Array:
        return np.ascontiguousarray(np.swapaxes(x, -1, -2))

    pool = lists.pool
    best = pool.once("best by intent", lambda: -np.sort(-turned(pool.level[:, :UNJUDGED]), axis=-1))
    gain = pool.gains[best]
    top = gain[..., :1] if pool.own_top else pool.gains[pool.h].reshape(1)
    r_i = pool.relevant_by_intent[..., None]
    ideal_rank = np.arange(1, best.shape[-1] + 1)
    ideal = Plain(best, gain, (best > 0).astype(float), ideal_rank, r_i, top, pool.h)
    return Plain(
        turned(lists.level),
        turned(lists.gain),
        turned(lists.rel),
        lists.rank if lists.rank.ndim == 1 else lists.rank[..., None, :],
        r_i,
        top,
        pool.h,
        None if lists.judged is None else lists.judged[..., None, :],
        pool.navigational[..., None],
        ideal,
    )


def ranked_by_gain(lists: Lists, gain_of: Array, own: Array | None = None) -> Plain:
    """Lists whose documents have one gain each, `gain_of` [topic, row]; ideal: all documents by that gain.

    `own` replaces the lists' own gains and leaves the ideal as it is.
    """
    best = -np.sort(-gain_of[:, :UNJUDGED], axis=-1)
    relevant, top = np.sign(best).sum(axis=-1, keepdims=True), best[:, :1]

    def plain(gain: Array, rank: Whole, ideal: Plain | None) -> Plain:
        level = (gain > 0).astype(int)
        return Plain(level, gain, np.sign(gain), rank, relevant, top, 1, ideal_list=ideal)

    ideal = plain(best, np.arange(1, best.shape[-1] + 1), None)
    return plain(lists.take(gain_of) if own is None else own, lists.rank, ideal)


def global_gain(lists: Lists) -> Plain:
    """GG(r) = Σ_i P(i) g_i(r); a document is relevant where GG > 0   (Sakai, Song 2011, eq. 11)."""
    return ranked_by_gain(lists, over_intents(lists.pool.gain, lists.pool.p_intent))


def hit(lists: Lists | Plain, *, grades: str = "binary") -> Array:
    """J(r), or with graded hits the gain as a share of the top grade's."""
    return lists.rel if grades == "binary" else lists.share


def weight(lists: Lists, *, weights: str = "none") -> Array:
    """1 for every intent, or M P(i)."""
    return portion(lists, weights=weights) * lists.pool.intents[:, None]


def portion(lists: Lists, *, weights: str = "none") -> Array:
    """1/M for every intent, or P(i)."""
    return lists.pool.uniform if weights == "none" else lists.pool.p_intent


def cover(lists: Lists, *, weights: str = "none") -> Array:
    """How much of the intents the greedy cover holds in m documents [topic, m]."""
    share = portion(lists, weights=weights)
    return over_intents(covers.covered(lists.pool, weights, share), share)


def min_rank(lists: Lists) -> Array:
    """minRank(S, k) as greedy finds it [topic, k]."""
    return covers.min_rank(lists.pool)


def popularity(lists: Lists, *, popularity: str = "intents") -> Array:
    """P(i), or the share R_i / R_T of the relevant documents, which overlap and do not sum to 1."""
    pool = lists.pool
    return (
        pool.p_intent if popularity == "intents" else ratio(pool.relevant_by_intent, pool.relevant[:, None])
    )


ARRAYS: dict[str, Callable[..., Array]] = {
    "hit": hit,
    "weight": weight,
    "portion": portion,
    "cover": cover,
    "min_rank": min_rank,
    "popularity": popularity,
    "uniform": lambda lists: lists.pool.uniform,
    "p_intent": lambda lists: lists.pool.p_intent,
    "intents": lambda lists: lists.pool.intents[:, None],
}
"""Arrays that are computed when a formula asks for them, some with parameters; others are attributes of the lists."""
