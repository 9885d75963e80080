"""The one join of runs and judgments: ids go in, arrays come out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from plurank.arrays import END, NOTHING, UNJUDGED, Lists, Pool, Whole
from plurank.blocks import Block, Preparation
from plurank.collection import Run

__all__ = ["judge"]


def judge(
    block: Block, runs: Sequence[Run], depth: int | None, *, cut: int | None = None, condensed: bool = False
) -> Lists:
    """Join runs with a block of topics: lists of `depth` ranks, or whole lists where `depth` is None.

    `cut` shortens the runs first, after `condensed` has removed the unjudged documents.
    """
    pool, bounds = block.pool(Preparation()), block.collection.bounds
    ranked = [
        [
            _rows(run.rankings.get(topic, ()), rows, cut, condensed)
            for topic, rows in zip(block.topics, block.rows, strict=True)
        ]
        for run in runs
    ]
    return _whole(ranked, pool, hopeful=bounds) if depth is None else _first(ranked, pool, depth)


def _rows(documents: Sequence[str], rows: dict[str, int], cut: int | None, condensed: bool) -> Whole:
    if condensed:
        documents = [document for document in documents if document in rows]
    return np.array([rows.get(document, UNJUDGED) for document in documents[:cut]], dtype=np.int64)


def _first(ranked: list[list[Whole]], pool: Pool, depth: int) -> Lists:
    """Return the first `depth` ranks of every list."""
    document = np.full((len(ranked), len(pool.level), depth), NOTHING)
    judged = np.zeros(document.shape, dtype=bool)
    for r, of_run in enumerate(ranked):
        for t, rows in enumerate(of_run):
            top = rows[:depth]
            document[r, t, : len(top)] = top
            judged[r, t, : len(top)] = top != UNJUDGED
    return Lists(pool, document, np.arange(1, depth + 1), judged=judged)


def _whole(ranked: list[list[Whole]], pool: Pool, *, hopeful: bool) -> Lists:
    """Return the columns of relevant documents, each with its rank, and a last one with rank `END`.

    Where bounds are asked for unjudged documents may be relevant, too.
    """
    hits = [[np.flatnonzero((rows >= 0) | (hopeful & (rows == UNJUDGED))) for rows in run] for run in ranked]
    width = 1 + max((len(hit) for run in hits for hit in run), default=0)
    shape = (len(ranked), len(pool.level))
    document = np.full((*shape, width), NOTHING)
    rank = np.full((*shape, width), END)
    length = np.zeros((*shape, 1), dtype=np.int64)
    for r, of_run in enumerate(ranked):
        for t, rows in enumerate(of_run):
            hit = hits[r][t]
            document[r, t, : len(hit)] = rows[hit]
            rank[r, t, : len(hit)] = hit + 1
            length[r, t] = len(rows)
    return Lists(pool, document, rank, length)
