"""Judgments, runs and measure names in; `Scores` out."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from plurank import formats
from plurank.arrays import Array, Lists, Pool, Whole
from plurank.blocks import Block, Collection, Preparation, collect
from plurank.checks import Settings, check, checked_weights
from plurank.collection import Judgments, Run, Runs
from plurank.errors import InputError
from plurank.judged import judge
from plurank.measures.covers import least_rank
from plurank.measures.difficulty import topic_difficulty
from plurank.names import Score, hints, parse
from plurank.notes import about_collection, about_run, about_scores, about_undefined
from plurank.scores import Scores

__all__ = ["evaluate"]

CELLS = 1 << 15
"""About how many cells (run, topic, rank, intent) are looked at in one go."""


def evaluate(
    judgments: Judgments | Any,
    runs: Runs | Iterable[Run] | Run | Any,
    measures: str | Score | Iterable[str | Score],
    *,
    probabilities: str | None = None,
    topics: str = "judged",
    keep_uncovered: bool = False,
    top_grade: int | None = None,
    depth: int | None = None,
    condensed: bool = False,
    bounds: bool = False,
    topic_weights: Mapping[Any, float] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Scores:
    """Score runs with measures.

    `judgments` and `runs` may also be what `read_qrels` and `read_runs` read. `probabilities` of the intents are those
    of the judgments unless named: ``given`` (uniform where none are), ``uniform``, ``geometric`` or ``judged``.
    `topics` are all ``judged`` ones, or those that a run ``retrieved``. `depth` cuts the runs, after `condensed` has
    removed unjudged documents. `bounds` adds the greatest score that unjudged documents allow.
    """
    judgments = judgments if isinstance(judgments, Judgments) else formats.read_qrels(judgments)
    runs = as_runs(runs)
    texts = [measures] if isinstance(measures, str | Score) else list(measures)
    scores = list(dict.fromkeys(s for t in texts for s in ([t] if isinstance(t, Score) else parse(t))))
    scheme = probabilities or judgments.intents.probabilities
    settings = Settings(scheme, topics, keep_uncovered, top_grade, depth, condensed, bounds)
    notes = [*check(judgments, scores, settings), *hints(text for text in texts if isinstance(text, str))]
    topic_weights = checked_weights(judgments, scores, topic_weights)
    collection = _collected(judgments, scores, settings)
    names: list[str] = []
    lacking: list[list[bool]] = []

    def watched() -> Iterator[Run]:
        for done, run in enumerate(runs, 1):
            names.append(run.name)
            lacking.append([topic not in run.rankings for topic in judgments.topics])
            notes.extend(about_run(run, collection))
            yield run
            if progress:
                progress(done, len(runs))

    values, greatest = _values(collection, watched(), scores, settings), None
    if bounds:
        hopeful = _collected(judgments, scores, settings, bounds=True)
        greatest = _values(hopeful, iter(runs), scores, settings)
        greatest[..., [not score.measure.monotone for score in scores]] = np.nan
    notes.extend([*about_collection(collection, scores), *about_undefined(collection, scores, values)])
    for table in (values, greatest) if topics == "retrieved" else ():
        if table is not None:
            table[np.array(lacking)] = np.nan
    weights = _topic_weights(collection, scores, topic_weights)
    result = Scores(values, tuple(names), tuple(judgments.topics), tuple(scores), weights, greatest=greatest)
    return result.with_notes([*notes, *about_scores(result)])


def _collected(
    judgments: Judgments, scores: list[Score], settings: Settings, *, bounds: bool = False
) -> Collection:
    return collect(
        judgments,
        depth=deepest(scores),
        probabilities=settings.probabilities,
        keep_uncovered=settings.keep_uncovered,
        scale_top=settings.top_grade,
        bounds=bounds,
    )


def as_runs(runs: Any) -> Runs:
    """Return runs whatever they came as: `Runs`, one `Run`, several, or what `formats.read_runs` reads."""
    if isinstance(runs, Runs):
        return runs
    if isinstance(runs, Run):
        return Runs.of([runs])
    held = list(runs) if isinstance(runs, Iterator | Sequence) and not isinstance(runs, str) else []
    if held and all(isinstance(run, Run) for run in held):
        return Runs.of(held)
    return formats.read_runs(held or runs)


def deepest(scores: list[Score]) -> int:
    """Return the greatest rank that is looked at; about so many relevant documents has a whole list."""
    return max((score.cut for score in scores if isinstance(score.cut, int)), default=20)


def _values(collection: Collection, runs: Iterator[Run], scores: list[Score], settings: Settings) -> Array:
    """Return the scores [run, topic, measure], reading a few runs at a time."""
    largest = max(block.level.shape[2] * len(block.topics) for block in collection.blocks)
    at_once = max(1, CELLS // (largest * deepest(scores)))
    place = {topic: i for i, topic in enumerate(collection.judgments.topics)}
    found = []
    while batch := list(itertools.islice(runs, at_once)):
        values = np.full((len(batch), len(place), len(scores)), np.nan)
        for block in collection.blocks:
            columns = [place[topic] for topic in block.topics]
            values[:, columns] = _block_values(block, batch, scores, settings)
        found.append(values)
    if not found:
        raise InputError("runs: expected at least one run, got none; name a file or a folder of runs")
    return np.concatenate(found)


def _block_values(block: Block, runs: list[Run], scores: list[Score], settings: Settings) -> Array:
    """Return the scores of some runs on a block of topics: one curve a measure, an index a cutoff."""
    groups: dict[tuple[Any, ...], list[int]] = {}
    for column, score in enumerate(scores):
        groups.setdefault((score.measure.name, score.given, score.cut is None), []).append(column)
    lists: dict[int | None, Lists] = {}
    values = np.empty((len(runs), len(block.topics), len(scores)))
    for columns in groups.values():
        score = scores[columns[0]]
        pool = block.pool(preparation(score))
        cuts = [_cuts(scores[column].cut, pool) for column in columns]
        depth = None if cuts[0] is None else max(int(cut.max(initial=1)) for cut in cuts if cut is not None)
        if depth not in lists:
            lists[depth] = judge(block, runs, depth, cut=settings.depth, condensed=settings.condensed)
        curve = score.measure.formula(lists[depth].over(pool), **score.parameters)
        for column, cut in zip(columns, cuts, strict=True):
            values[..., column] = _at_cut(curve, cut, len(runs))
        values[:, np.flatnonzero(pool.relevant == 0)[:, None], columns] = np.nan
    return values


def preparation(score: Score) -> Preparation:
    """Return what the score wants of the judgments."""
    parameters = score.parameters
    h: Any = parameters["h"]
    rel: Any = parameters["rel"]
    gain: Any = parameters["gain"]
    return Preparation(rel, gain, h, score.measure.convention)


def _cuts(cut: int | str | None, pool: Pool) -> Whole | None:
    """Return the cutoff of every topic; None for whole lists."""
    if cut is None:
        return None
    if isinstance(cut, int):
        return np.full(len(pool.level), cut)
    own = {"intents": pool.intents, "R": pool.relevant}.get(cut)
    if own is None:
        own = least_rank(pool)[:, 0]
    return np.maximum(np.rint(own), 1).astype(int)


def _at_cut(curve: Array, cut: Whole | None, runs: int) -> Array:
    if cut is None:
        return curve[..., -1]
    curve = np.broadcast_to(curve, (runs, *curve.shape[-2:]))
    return np.take_along_axis(curve, (cut - 1)[None, :, None], axis=-1)[..., 0]


def _topic_weights(collection: Collection, scores: list[Score], given: Mapping[str, float]) -> Array:
    """Return the weight of every topic in the average of every score [topic, measure]."""
    place = {topic: i for i, topic in enumerate(collection.judgments.topics)}
    weights = np.ones((len(place), len(scores)))
    for column, score in enumerate(scores):
        if score.average == "weighted":
            weights[:, column] = [given[topic] for topic in place]
        if score.average == "dd":
            for block in collection.blocks:
                rows = [place[topic] for topic in block.topics]
                weights[rows, column] = 1 - topic_difficulty(block.pool(preparation(score)))
    return weights
