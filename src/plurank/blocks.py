"""Judgments as arrays, in blocks of topics so that padding stays small.

A `Block` makes the `Pool` that a measure wants: with its least relevant grade, its gains, its convention.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from plurank.arrays import END, NOTHING, UNJUDGED, Array, Mask, Pool, Tree, Whole
from plurank.collection import Intent, Judgments, Node, TopicJudgments, numeric
from plurank.errors import InputError, UsageError

__all__ = ["Block", "Collection", "Preparation", "collect", "gain_map"]

CELLS = 1 << 18
"""About how many cells (topic, row, intent) a block of topics may have."""

Gain = str | tuple[float, ...]


@dataclass(frozen=True)
class Preparation:
    """What a measure wants of the judgments before it looks at them."""

    rel: int = 1
    gain: Gain = "exp"
    h: int | None = None
    convention: str = ""
    """``ndeval``, ``ntcireval`` or nothing: whose conventions for probabilities and ties."""


@dataclass(frozen=True, eq=False)
class Block:
    """Some topics of a collection as arrays; see `Pool` for the axes."""

    collection: Collection
    topics: tuple[str, ...]
    rows: tuple[dict[str, int], ...]
    """Row of every judged document; `NOTHING` for those relevant to nothing."""
    level: Whole
    first: Whole
    counts: Mask
    given: Array
    """Probabilities as given [topic, intent]; NaN throughout where none are."""
    navigational: Mask
    trees: tuple[Tree | None, ...]
    memory: dict[Hashable, Any] = field(default_factory=dict, repr=False)

    def pool(self, wanted: Preparation) -> Pool:
        """Return the pool as a measure wants it, made at most once."""
        if wanted not in self.memory:
            self.memory[wanted] = self._prepared(wanted)
        pool: Pool = self.memory[wanted]
        return pool

    def _prepared(self, wanted: Preparation) -> Pool:
        of = self.collection
        h = of.top_grade if wanted.h is None else wanted.h
        if h < of.top_given:
            raise UsageError(f"h: expected at least the largest grade {of.top_given}, got {h}; raise it")
        level = np.where(self.level >= wanted.rel, self.level, 0)
        covered = np.any(level > 0, axis=1)
        exists = self.counts if of.keep_uncovered and not wanted.convention else covered
        r_i = (level > 0).sum(axis=1)
        if of.bounds:
            level[:, UNJUDGED] = np.where(exists, h, 0)
        return Pool(
            level=level,
            first=self.first,
            exists=exists,
            p_intent=self._probabilities(wanted, exists, covered, r_i),
            navigational=self.navigational,
            gain_map=gain_map(wanted.gain),
            h=h,
            h_count=max(of.judgments.most_intents(wanted.rel), 1) if wanted.h is None else wanted.h,
            trees=self.trees,
            own_top=wanted.convention == "ntcireval",
            exact_ties=wanted.convention == "ndeval",
        )

    def _probabilities(self, wanted: Preparation, exists: Mask, covered: Mask, r_i: Whole) -> Array:
        uniform = exists / np.maximum(exists.sum(axis=-1, keepdims=True), 1)
        scheme = self.collection.probabilities
        if wanted.convention == "ndeval" or scheme == "uniform":
            return uniform
        if scheme == "geometric":
            return _shares(exists * 2.0 ** -np.cumsum(exists, axis=-1), covered)
        if scheme == "judged":
            return _shares(r_i * exists.astype(float), covered)
        has = ~np.isnan(self.given).all(axis=-1, keepdims=True)
        given = np.nan_to_num(self.given)
        if wanted.convention == "ntcireval":
            nothing = (given * covered).sum(axis=-1, keepdims=True) == 0
            return np.where(has, np.where(nothing, np.nan, given * exists), uniform)
        return np.where(has, _shares(given * exists, covered), uniform)


def _shares(weights: Array, covered: Mask) -> Array:
    """Normalise to sum 1; NaN where the intents that have relevant documents have none of the weight."""
    nothing = (weights * covered).sum(axis=-1, keepdims=True) == 0
    return np.where(nothing, np.nan, weights / np.where(nothing, 1, weights.sum(axis=-1, keepdims=True)))


@dataclass(frozen=True, eq=False)
class Collection:
    """Judgments as arrays, with what holds for the whole collection."""

    judgments: Judgments
    probabilities: str = "given"
    """``given``, ``uniform``, ``geometric`` (paper 003) or ``judged`` (share of relevant documents)."""
    keep_uncovered: bool = False
    scale_top: int | None = None
    bounds: bool = False
    """Whether unjudged documents count as relevant to every intent at the top grade."""
    blocks: list[Block] = field(default_factory=list)

    @cached_property
    def rows(self) -> dict[str, dict[str, int]]:
        """Row of every judged document of every topic."""
        return {t: rows for block in self.blocks for t, rows in zip(block.topics, block.rows, strict=True)}

    @property
    def top_given(self) -> int:
        """The largest grade in the judgments."""
        return max(self.judgments.top_grade, 1)

    @property
    def top_grade(self) -> int:
        """The top grade of the scale."""
        return self.top_given if self.scale_top is None else self.scale_top


def gain_map(gain: Gain) -> Callable[[int], Array]:
    """Return the function from the top level to the gain values of the levels 0, 1, ..., top."""

    def values(top: int) -> Array:
        if gain == "exp":
            return np.exp2(np.arange(top + 1.0)) - 1
        if gain == "linear":
            return np.arange(top + 1.0)
        if len(gain) <= top:
            raise UsageError(
                f"gain: expected a value for every grade from 0 to {top}, got {len(gain)} values"
            )
        if gain[top] == 0:
            raise UsageError(
                f"gain: expected more than 0 for the top grade {top}, got 0; raise it, or lower h"
            )
        return np.array(gain[: top + 1], dtype=float)

    return values


def collect(judgments: Judgments, *, depth: int = 20, **settings: Any) -> Collection:
    """Turn judgments into blocks of arrays that suit lists of this depth; `settings` are those of `Collection`."""
    collection = Collection(judgments, **settings)
    ready = [
        _topic(name, rows, judgments, collection.keep_uncovered) for name, rows in judgments.topics.items()
    ]
    ready.sort(key=lambda topic: topic.size)
    start = 0
    for end in range(1, len(ready) + 1):
        block = ready[start : end + 1]
        if end == len(ready) or _cells(block, depth) > CELLS:
            collection.blocks.append(_block(collection, ready[start:end]))
            start = end
    return collection


@dataclass(frozen=True, eq=False)
class _Topic:
    """One topic on its way into a block."""

    name: str
    intents: list[str]
    documents: list[str]
    rows: dict[str, int]
    level: Whole
    first: list[int]
    given: list[float]
    navigational: list[bool]
    tree: Tree | None

    @property
    def size(self) -> tuple[int, int]:
        return len(self.intents), len(self.documents)


def _cells(topics: Sequence[_Topic], depth: int) -> int:
    intents, documents = (max(size) for size in zip(*(topic.size for topic in topics), strict=True))
    return len(topics) * intents * max(documents, depth)


def _topic(name: str, judged: TopicJudgments, judgments: Judgments, keep_uncovered: bool) -> _Topic:
    known = judgments.intents.rows.get(name, {})
    tree = (judgments.hierarchy.trees if judgments.hierarchy else {}).get(name)
    leaves = [] if tree is None else set(tree) - {node.parent for node in tree.values()}
    intents = sorted({*judged.intents, *known, *leaves}, key=numeric)
    column = {intent: i for i, intent in enumerate(intents)}
    order = {document: i for i, document in enumerate(judged.documents)}
    relevant = {judged.documents[d] for d in np.unique(judged.document[judged.grade > 0])}
    documents = sorted(relevant, reverse=True)
    rows = dict.fromkeys(judged.documents, NOTHING) | {
        document: row for row, document in enumerate(documents)
    }
    level = np.zeros((len(documents), len(intents)), dtype=np.int64)
    for intent, document, grade in judged.rows():
        if grade > 0:
            level[rows[document], column[intent]] = grade
    about = [known.get(intent, Intent()) for intent in intents]
    given = [np.nan if intent.probability is None else intent.probability for intent in about]
    return _Topic(
        name,
        intents,
        documents,
        rows,
        level,
        [order[document] for document in documents],
        given,
        [intent.type == "nav" for intent in about],
        _tree(name, tree, column, intents if keep_uncovered else judged.intents),
    )


def _tree(
    topic: str, tree: Mapping[str, Node] | None, column: dict[str, int], in_tree: Iterable[str]
) -> Tree | None:
    """Return the topic's tree with nodes as numbers; the intents `in_tree` must be leaves of it."""
    if tree is None:
        return None
    number = {node: i for i, node in enumerate(tree)}
    inner = {node.parent for node in tree.values()}
    where = f"hierarchy: topic {topic!r}"
    for intent in in_tree:
        if intent not in number or intent in inner:
            got = "an inner node" if intent in inner else "no such node"
            raise InputError(
                f"{where}: expected intent {intent!r} as a leaf of its tree, got {got}; mend the tree"
            )
    for node in tree:
        above, steps = node, 0
        while above and steps <= len(tree):
            if above not in tree:
                raise InputError(
                    f"{where}: expected a node {above!r}, the parent of {node!r}, got none; add it"
                )
            above, steps = tree[above].parent, steps + 1
        if above:
            raise InputError(f"{where}: expected a tree, got a cycle through node {node!r}; mend the parents")
    return Tree(
        tuple(number[node.parent] if node.parent else -1 for node in tree.values()),
        tuple(-1 if node in inner else column[node] for node in tree),
        tuple(np.nan if node.weight is None else node.weight for node in tree.values()),
    )


def _block(collection: Collection, topics: list[_Topic]) -> Block:
    intents = max(1, *(len(topic.intents) for topic in topics))
    rows = max(len(topic.documents) for topic in topics) + 3
    level = np.zeros((len(topics), rows, intents), dtype=np.int64)
    first = np.full((len(topics), rows), END)
    given = np.full((len(topics), intents), np.nan)
    counts, navigational = np.zeros((2, len(topics), intents), dtype=bool)
    for t, topic in enumerate(topics):
        m, n = len(topic.intents), len(topic.documents)
        level[t, :n, :m] = topic.level
        first[t, :n] = topic.first
        given[t, :m] = topic.given
        counts[t, :m] = True
        navigational[t, :m] = topic.navigational
    return Block(
        collection,
        tuple(topic.name for topic in topics),
        tuple(topic.rows for topic in topics),
        level,
        first[:, :UNJUDGED],
        counts,
        given,
        navigational,
        tuple(topic.tree for topic in topics),
    )
