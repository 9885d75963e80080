"""The arrays that measures see: `Pool` (what was judged) and `Lists` (what was ranked).

Axes are always ``(run, topic, rank, intent)``, missing ones absent from the left. A ranked list is an array of row
numbers into the pool of its topic, so an ideal list is a list like any other and a layer of a hierarchy is the
same lists over another pool. Short lists and missing intents are padding of level 0, probability 0 and
`exists` false, so that no formula sees them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["END", "NOTHING", "UNJUDGED", "Array", "Lists", "Pool", "Tree"]

# The kind of number is in the name; NumPy's own types cannot follow it through a formula.
Array = NDArray[Any]
Whole = NDArray[Any]
Mask = NDArray[Any]

NOTHING = -1
"""The row of a document that is relevant to nothing, and of every rank behind the end of a list."""
UNJUDGED = -2
"""The row of a document that nobody judged: relevant to nothing, unless bounds are asked for."""
END = 2**40
"""The rank that stands for the end of a whole list: behind every document of every ideal."""


@dataclass(frozen=True, eq=False)
class Tree:
    """The hierarchy of one topic: `parent` of every node (-1 the root), the `leaf`'s intent (-1 inner), weights."""

    parent: tuple[int, ...]
    leaf: tuple[int, ...]
    weight: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class Pool:
    """The judged documents of some topics for some intents, ready for a measure.

    Rows of relevant documents stand in descending order of their ids, so that the first of several equals is the
    one with the larger id; the two last rows are `UNJUDGED` and `NOTHING`.
    """

    level: Whole
    """Relevance level [topic, row, intent]; 0 where not relevant."""
    first: Whole
    """Order of first appearance in the judgments [topic, row]."""
    exists: Mask
    """Which intents count [topic, intent]: probability 0 does not say it."""
    p_intent: Array
    """P(i|q) [topic, intent]; NaN in a topic whose intents all have probability 0."""
    navigational: Mask
    """Which intents are navigational [topic, intent]."""
    gain_map: Callable[[int], Array]
    """Gain values of the levels 0, 1, ..., top."""
    h: int
    """Top level of the scale."""
    h_count: int
    """Top level where a document's level is the number of its intents."""
    trees: tuple[Tree | None, ...] = ()
    own_top: bool = False
    """Whether each list's own best gain is its top, as in NTCIREVAL."""
    exact_ties: bool = False
    """Whether greedy ideals compare floats exactly, as ndeval does."""
    memory: dict[Hashable, Any] = field(default_factory=dict, repr=False)
    """What depends on the judgments alone, computed once: ideals, layers, covers."""

    def once(self, key: Hashable, compute: Callable[[], Any]) -> Any:
        """Return what `compute` gives, computed at most once for this pool."""
        if key not in self.memory:
            self.memory[key] = compute()
        return self.memory[key]

    @cached_property
    def gains(self) -> Array:
        """Gain value of every level [level]."""
        return self.gain_map(self.h)

    @cached_property
    def gain(self) -> Array:
        """Gain value of every document for every intent [topic, row, intent]."""
        return self.gains[self.level]

    @cached_property
    def rel(self) -> Array:
        """1 where relevant, else 0 [topic, row, intent]."""
        return (self.level > 0).astype(float)

    @cached_property
    def share(self) -> Array:
        """Gain as a share of the top grade's, (2^x - 1)/(2^h - 1) with exponential gains [topic, row, intent]."""
        return self.gain / self.gains[self.h]

    @cached_property
    def stop(self) -> Array:
        """Probability that the document satisfies: (2^x - 1)/2^h with exponential gains [topic, row, intent]."""
        return self.gain / (self.gains[self.h] + 1)

    @cached_property
    def intents(self) -> Array:
        """M, the number of intents [topic]."""
        return self.exists.sum(axis=-1).astype(float)

    @cached_property
    def uniform(self) -> Array:
        """1/M for every intent that counts [topic, intent]."""
        return self.exists / np.maximum(self.intents, 1)[:, None]

    @cached_property
    def covered(self) -> Array:
        """How many intents have a relevant document [topic]."""
        return np.any(self.rel[:, :UNJUDGED], axis=1).sum(axis=-1).astype(float)

    @cached_property
    def relevant_by_intent(self) -> Array:
        """R_i [topic, intent]."""
        return self.rel[:, :UNJUDGED].sum(axis=1)

    @cached_property
    def relevant(self) -> Array:
        """R_T, documents relevant to at least one intent [topic]."""
        return self.rel[:, :UNJUDGED].any(axis=-1).sum(axis=-1).astype(float)


@dataclass(frozen=True, eq=False)
class Lists:
    """Ranked lists over a pool: `document` holds row numbers [(run,) topic, rank].

    `rank` is 1, 2, ..., k for lists cut at k. Whole lists keep the columns of relevant documents only, each with its
    `rank` [run, topic, rank], and close with the rank `END`: every formula that sums over relevant documents
    then has the value of the whole list in its last column.
    """

    pool: Pool
    document: Whole
    rank: Whole
    length: Whole = field(default_factory=lambda: np.array(END))
    """How many ranks count where `rank` stands at `END`: the lengths of whole lists [run, topic, 1]."""
    judged: Mask | None = None
    """Which ranks hold a judged document [run, topic, rank]."""
    views: dict[Hashable, Any] = field(default_factory=dict, repr=False)
    """The same lists seen otherwise (over other pools, by intent), each made once."""

    def view(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """Return what `make` gives, made at most once for these lists."""
        if key not in self.views:
            self.views[key] = make()
        return self.views[key]

    def over(self, pool: Pool) -> Lists:
        """Return the same lists with the levels of another pool of the same documents."""
        other: Lists = self.view(
            pool, lambda: Lists(pool, self.document, self.rank, self.length, self.judged)
        )
        return other

    def ideal(self, order: Whole) -> Lists:
        """Return the lists that hold the pool's rows in this order [topic, rank]."""
        return Lists(self.pool, order, np.arange(1, order.shape[-1] + 1))

    @property
    def depth(self) -> int:
        """How many documents an ideal list needs: k, or the whole pool for whole lists."""
        return len(self.rank) if self.rank.ndim == 1 else self.pool.level.shape[1]

    def take(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return the pool's `values` [topic, row, ...] at every rank [(run,) topic, rank, ...]."""
        topics, rows = values.shape[:2]
        flat = np.arange(topics)[:, None] * rows + self.document % rows
        return np.take(values.reshape(topics * rows, *values.shape[2:]), flat, axis=0)

    @cached_property
    def level(self) -> Whole:
        """Relevance level [.., rank, intent]."""
        return self.take(self.pool.level)

    @cached_property
    def rel(self) -> Array:
        """J_i(r): 1 where relevant [.., rank, intent]."""
        return self.take(self.pool.rel)

    @cached_property
    def gain(self) -> Array:
        """g_i(r) [.., rank, intent]."""
        return self.take(self.pool.gain)

    @cached_property
    def share(self) -> Array:
        """g_i(r) as a share of the top grade's [.., rank, intent]."""
        return self.take(self.pool.share)

    @cached_property
    def stop(self) -> Array:
        """p_i(r), the probability that rank r satisfies intent i [.., rank, intent]."""
        return self.take(self.pool.stop)
