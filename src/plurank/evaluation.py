"""Judgments, runs and measure names in; `Scores` out."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from plurank import formats
from plurank.arrays import Array, Lists, Pool, Whole
from plurank.blocks import Block, Collection, Preparation, collect
from plurank.collection import Judgments, Run, Runs
from plurank.errors import InputError, UndefinedError, UsageError
from plurank.judged import judge
from plurank.measures.covers import least_rank
from plurank.measures.difficulty import topic_difficulty
from plurank.names import Score, hints, parse
from plurank.notes import about_collection, about_run, about_scores
from plurank.scores import Scores

__all__ = ["evaluate"]

CELLS = 1 << 18
"""About how many cells (run, topic, rank, intent) are looked at in one go."""

SCHEMES = ("given", "uniform", "geometric", "judged")


def evaluate(
    judgments: Judgments | Any,
    runs: Runs | Iterable[Run] | Run | Any,
    measures: str | Iterable[str | Score],
    *,
    probabilities: str = "given",
    topics: str = "judged",
    keep_uncovered: bool = False,
    top_grade: int | None = None,
    depth: int | None = None,
    condensed: bool = False,
    bounds: bool = False,
    topic_weights: Mapping[str, float] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Scores:
    """Score runs with measures.

    `probabilities` are those of the intents: ``given`` (uniform where none are), ``uniform``, ``geometric`` or
    ``judged``. `topics` are all ``judged`` ones, or those that a run ``retrieved``. `bounds` adds the greatest
    score that unjudged documents allow.
    """
    judgments = judgments if isinstance(judgments, Judgments) else formats.read_qrels(judgments)
    runs = as_runs(runs)
    texts = [measures] if isinstance(measures, str) else list(measures)
    scores = list(dict.fromkeys(s for t in texts for s in ([t] if isinstance(t, Score) else parse(t))))
    check(judgments, scores, probabilities, topics, topic_weights, condensed=condensed, bounds=bounds)
    settings = {"probabilities": probabilities, "keep_uncovered": keep_uncovered, "scale_top": top_grade}
    collection = collect(judgments, **settings)
    seen: dict[str, list[Any]] = {"names": [], "notes": [], "retrieved": []}
    join = {"cut": depth, "condensed": condensed}
    values = _values(collection, _watched(runs, judgments, seen, progress), scores, join)
    greatest = None
    if bounds:
        hopeful = collect(judgments, **settings, bounds=True)
        greatest = _values(hopeful, iter(runs), scores, join)
        greatest[..., [not score.measure.monotone for score in scores]] = np.nan
    if topics == "retrieved":
        lacking = ~np.array(seen["retrieved"], dtype=bool).reshape(values.shape[:2])
        values[lacking] = np.nan
        if greatest is not None:
            greatest[lacking] = np.nan
    result = Scores(
        values,
        tuple(seen["names"]),
        tuple(judgments.topics),
        tuple(scores),
        _topic_weights(collection, scores, topic_weights),
        greatest=greatest,
    )
    names = [text for text in texts if isinstance(text, str)]
    notes = [*judgments.notes, *judgments.intents.notes, *hints(names), *about_collection(collection, scores)]
    return result.with_notes([*notes, *seen["notes"], *about_scores(result)])


def as_runs(runs: Any) -> Runs:
    """Return runs whatever they came as: `Runs`, one `Run`, several, or what `formats.read_runs` reads."""
    if isinstance(runs, Runs):
        return runs
    if isinstance(runs, Run):
        return Runs.of([runs])
    if isinstance(runs, Sequence) and runs and all(isinstance(run, Run) for run in runs):
        return Runs.of(runs)
    return formats.read_runs(runs)


def check(
    judgments: Judgments,
    scores: list[Score],
    probabilities: str,
    topics: str,
    topic_weights: Mapping[str, float] | None,
    *,
    condensed: bool,
    bounds: bool,
) -> None:
    """Refuse what the data cannot give."""
    if not scores:
        raise UsageError("measures: expected at least one, got none; name one, for example D#-nDCG@20")
    if not judgments.topics:
        raise InputError(f"{judgments.name}: expected judgments, got none; is the file the right one?")
    for what, known, got in (
        ("probabilities", SCHEMES, probabilities),
        ("topics", ("judged", "retrieved"), topics),
    ):
        if got not in known:
            raise UsageError(f"{what}: expected {' or '.join(known)}, got {got!r}")
    if condensed and bounds:
        raise UsageError(
            "bounds: expected lists with their unjudged documents, got condensed ones; leave one out"
        )
    reasons = [reason for score in scores if (reason := lacks(judgments, score))]
    if (condensed or bounds) and judgments.positives_only:
        reasons.append(f"{'condensed' if condensed else 'bounds'}: {POSITIVES}")
    if reasons:
        raise UndefinedError(reasons[0])
    if any(score.average == "weighted" for score in scores):
        missing = [topic for topic in judgments.topics if topic not in (topic_weights or {})]
        if missing:
            raise UndefinedError(
                f"topic weights: expected one for every topic, got none for {missing[0]!r}; use --topic-weights FILE"
            )


POSITIVES = (
    "expected judgments that list documents which are not relevant, got positive pairs only; "
    "unjudged and not relevant cannot be told apart there"
)


def lacks(judgments: Judgments, score: Score) -> str:
    """Return why the data cannot give this score, or the empty string."""
    parameters = score.parameters
    in_tree = score.measure.hierarchy or parameters.get("layer") or parameters.get("within")
    if in_tree and judgments.hierarchy is None:
        return f"{score}: expected a hierarchy of intents, got none; name one with --hierarchy FILE"
    if in_tree and parameters.get("node_weights") == "given" and judgments.hierarchy is not None:
        for topic, tree in judgments.hierarchy.trees.items():
            if topic in judgments.topics and any(node.weight is None for node in tree.values()):
                return f"{score}: expected a weight for every node, got none in topic {topic!r}; add a column weight"
    if score.measure.reads_judged and judgments.positives_only:
        return f"{score}: {POSITIVES}"
    return ""


def _watched(
    runs: Runs, judgments: Judgments, seen: dict[str, list[Any]], progress: Callable[[int, int], None] | None
) -> Iterator[Run]:
    """Yield the runs one by one and note what they hold."""
    for done, run in enumerate(runs):
        retrieved = [topic in run.rankings for topic in judgments.topics]
        if not any(retrieved):
            raise InputError(
                f"run {run.name!r}: expected topics of {judgments.name}, got none of them; are the files of one year?"
            )
        seen["names"].append(run.name)
        seen["retrieved"].append(retrieved)
        seen["notes"].extend(about_run(run, retrieved))
        yield run
        if progress:
            progress(done + 1, len(runs))


def _values(collection: Collection, runs: Iterator[Run], scores: list[Score], join: dict[str, Any]) -> Array:
    """Return the scores [run, topic, measure], reading a few runs at a time."""
    deepest = max((score.cut for score in scores if isinstance(score.cut, int)), default=20)
    largest = max(block.level.shape[2] * len(block.topics) for block in collection.blocks)
    at_once = max(1, CELLS // (largest * min(deepest, 100)))
    place = {topic: i for i, topic in enumerate(collection.judgments.topics)}
    found = []
    while batch := list(itertools.islice(runs, at_once)):
        values = np.full((len(batch), len(place), len(scores)), np.nan)
        for block in collection.blocks:
            columns = [place[topic] for topic in block.topics]
            values[:, columns] = _block_values(block, batch, scores, join)
        found.append(values)
    if not found:
        raise InputError("runs: expected at least one run, got none; name a file or a folder of runs")
    return np.concatenate(found)


def _block_values(block: Block, runs: list[Run], scores: list[Score], join: dict[str, Any]) -> Array:
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
            lists[depth] = judge(block, runs, depth, **join)
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


def _topic_weights(collection: Collection, scores: list[Score], given: Mapping[str, float] | None) -> Array:
    """Return the weight of every topic in the average of every score [topic, measure]."""
    place = {topic: i for i, topic in enumerate(collection.judgments.topics)}
    weights = np.ones((len(place), len(scores)))
    for column, score in enumerate(scores):
        if score.average == "weighted" and given is not None:
            weights[:, column] = [given[topic] for topic in place]
        if score.average == "dd":
            for block in collection.blocks:
                rows = [place[topic] for topic in block.topics]
                weights[rows, column] = 1 - topic_difficulty(block.pool(preparation(score)))
    return weights
