"""What a formula reads: the lists by intent, as lists of one relevance a document, and the weights of intents."""

from __future__ import annotations

from collections.abc import Callable, Hashable
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
    r_i = pool.relevant_by_intent[..., None]

    def best() -> Plain:
        level = -np.sort(-turned(pool.level[:, :UNJUDGED]), axis=-1)
        gain, rank = pool.gains[level], np.arange(1, level.shape[-1] + 1)
        top = gain[..., :1] if pool.own_top else pool.gains[pool.h].reshape(1)
        return Plain(level, gain, (level > 0).astype(float), rank, r_i, top, pool.h)

    ideal: Plain = pool.once("ideal by intent", best)
    return Plain(
        turned(lists.level),
        turned(lists.gain),
        turned(lists.rel),
        lists.rank if lists.rank.ndim == 1 else lists.rank[..., None, :],
        r_i,
        ideal.top,
        pool.h,
        None if lists.judged is None else lists.judged[..., None, :],
        pool.navigational[..., None],
        ideal,
    )


def ranked_by_gain(
    lists: Lists, kind: Hashable, gain_of: Callable[[], Array], own: Array | None = None
) -> Plain:
    """Lists whose documents have one gain each, `gain_of` [topic, row]; ideal: all documents by that gain.

    Gains of one `kind` are computed once for a pool. `own` replaces the lists' own gains and leaves the ideal as it is.
    """

    def plain(gain: Array, rank: Whole, relevant: Array, top: Array, ideal: Plain | None) -> Plain:
        level = (gain > 0).astype(int)
        return Plain(level, gain, np.sign(gain), rank, relevant, top, 1, ideal_list=ideal)

    def best() -> tuple[Array, Plain]:
        gains = gain_of()
        order = -np.sort(-gains[:, :UNJUDGED], axis=-1)
        relevant, rank = np.sign(order).sum(axis=-1, keepdims=True), np.arange(1, order.shape[-1] + 1)
        return gains, plain(order, rank, relevant, order[:, :1], None)

    gains, ideal = lists.pool.once(("by gain", kind), best)
    return plain(lists.take(gains) if own is None else own, lists.rank, ideal.relevant, ideal.top, ideal)


def global_gain(lists: Lists, own: Array | None = None) -> Plain:
    """GG(r) = Σ_i P(i) g_i(r); a document is relevant where GG > 0   (Sakai, Song 2011, eq. 11)."""
    pool = lists.pool
    return ranked_by_gain(lists, "global", lambda: over_intents(pool.gain, pool.p_intent), own)


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
