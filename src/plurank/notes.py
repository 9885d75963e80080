"""What a user should know about the numbers: what was dropped, renormalised, mapped, or is undefined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from plurank.arrays import Array
from plurank.blocks import Collection, Preparation
from plurank.collection import Run
from plurank.errors import InputError
from plurank.names import Score
from plurank.scores import Scores
from plurank.words import counted, some

__all__ = ["about_collection", "about_run", "about_scores", "about_undefined"]


@dataclass(frozen=True)
class Coverage:
    """What the judgments hold at one least relevant grade, topics in the order of the collection."""

    uncovered: dict[str, int]
    """Topics with intents without relevant documents, and how many."""
    empty: list[str]
    """Topics without relevant documents."""
    massless: list[str]
    """Topics whose covered intents all have probability 0."""


def coverage(collection: Collection, rel: int) -> Coverage:
    """Return what is covered at this least relevant grade."""
    uncovered, empty, massless = {}, set(), set()
    for block in collection.blocks:
        pool = block.pool(Preparation(rel))
        lost = (block.counts & (pool.relevant_by_intent == 0)).sum(axis=-1)
        for t, topic in enumerate(block.topics):
            uncovered[topic] = int(lost[t])
            if pool.relevant[t] == 0:
                empty.add(topic)
            elif np.isnan(pool.p_intent[t]).any():
                massless.add(topic)
    order = list(collection.judgments.topics)
    return Coverage(
        {topic: uncovered[topic] for topic in order if uncovered[topic]},
        [topic for topic in order if topic in empty],
        [topic for topic in order if topic in massless],
    )


def about_collection(collection: Collection, scores: list[Score]) -> list[str]:
    """Say what became of grades, intents and probabilities."""
    found = list(_about_scale(collection, scores))
    for rel in _rels(scores):
        held, at = coverage(collection, rel), f" at rel={rel}" if rel > 1 else ""
        if held.uncovered:
            intents = counted(sum(held.uncovered.values()), "intent")
            topics = [topic for topic in held.uncovered if topic not in held.empty] or list(held.uncovered)
            fate = f"{_fate(collection, scores)} (topics {some(topics)})"
            found.append(f"{intents} without relevant documents{at} {fate}")
        if held.empty:
            without = counted(len(held.empty), "topic")
            found.append(f"no score for {without} without relevant documents{at} ({some(held.empty)})")
        if held.massless:
            without = counted(len(held.massless), "topic")
            why = f"whose covered intents{at} have probability 0 ({some(held.massless)})"
            found.append(f"no weighted score for {without} {why}")
    return found


def _rels(scores: list[Score]) -> list[int]:
    """Return the least relevant grades that are asked for."""
    return sorted({int(str(score.parameters["rel"])) for score in scores})


def _fate(collection: Collection, scores: list[Score]) -> str:
    if not collection.keep_uncovered:
        return "dropped, probabilities renormalised"
    return "kept, but not by the dialects" if any(score.measure.convention for score in scores) else "kept"


def _about_scale(collection: Collection, scores: list[Score]) -> Iterator[str]:
    """Say what the top of the scale is for measures that use grades."""
    graded = [score for score in scores if score.measure.graded or "grades" in dict(score.given)]
    named: dict[int, list[str]] = {}
    for score in graded:
        h, counts = score.parameters["h"], score.parameters.get("flat") == "count"
        top = collection.judgments.most_intents() if counts else collection.top_grade
        named.setdefault(top if h is None else int(str(h)), []).append(str(score))
    for h, names in named.items():
        how = "the largest grade; --top-grade sets it" if collection.scale_top is None else "as given"
        if h == collection.top_grade:
            yield f"top grade of the scale h = {h} ({how})"
        else:
            yield f"top grade of the scale h = {h} for {some(names)}"


def about_run(run: Run, collection: Collection) -> list[str]:
    """Say which topics a run lacks or has too many, and what its reader noticed."""
    judged = collection.rows
    where, found = f"run {run.name!r}", list(run.notes)
    common = [topic for topic in run.rankings if topic in judged]
    if not common:
        name = collection.judgments.name
        raise InputError(f"{where}: expected topics of {name}, got none of them; are the files of one year?")
    for topic, ranking in run.rankings.items():
        if len(set(ranking)) < len(ranking):
            again = Counter(ranking).most_common(1)[0][0]
            got = f"got {again!r} again; drop the copy"
            raise InputError(f"{where}: expected each document once in topic {topic!r}, {got}")
    if len(common) < len(judged):
        found.append(f"run {run.name}: lacks {counted(len(judged) - len(common), 'judged topic')}")
    if len(common) < len(run.rankings):
        found.append(
            f"run {run.name}: {counted(len(run.rankings) - len(common), 'topic')} left out, not judged"
        )
    if not any(document in judged[topic] for topic in common for document in run.rankings[topic]):
        found.append(f"run {run.name}: none of its documents is judged; are the ids written alike?")
    return found


def about_undefined(collection: Collection, scores: list[Score], values: Array) -> list[str]:
    """Say which measures have no score on which topics, where that is not said of all measures."""
    topics = list(collection.judgments.topics)
    alike: dict[tuple[str, ...], list[Score]] = {}
    at = {rel: coverage(collection, rel) for rel in _rels(scores)}
    for m, score in enumerate(scores):
        held = at[int(str(score.parameters["rel"]))]
        undefined = np.all(np.isnan(values[..., m]), axis=0)
        names = tuple(
            t for t, is_nan in zip(topics, undefined, strict=True) if is_nan and t not in held.empty
        )
        if set(names) - set(held.massless):
            alike.setdefault(names, []).append(score)
    return [
        f"no score of {some([str(score) for score in found])} for {counted(len(names), 'topic')}"
        + (", whose trees have not so many layers" if _layer(found[0]) else "")
        + f" ({some(names)})"
        for names, found in alike.items()
    ]


def _layer(score: Score) -> int:
    """Return the layer that a score asks for, or 0."""
    asked = score.parameters.get("layer") or score.parameters.get("within")
    return int(str(asked)) if asked else 0


def about_scores(scores: Scores) -> list[str]:
    """Say which scores pass 1, which averages are undefined, and what bounds mean."""
    found = []
    means = scores.mean()
    for m, score in enumerate(scores.scores):
        column = scores.values[..., m]
        most = np.nanmax(column, initial=0)
        if most > 1 + 1e-9 and score.measure.may_pass_high and score.measure.high == 1:
            above = counted(int((column > 1 + 1e-9).sum()), "score")
            found.append(
                f"{score}: {above} above 1, the highest {most:.6g}; its ideal list is greedy, not optimal"
            )
        if score.average != "mean" and np.isnan(means[:, m]).all() and not np.isnan(column).all():
            found.append(f"{score}: no average, the weights of all topics are 0")
    if scores.greatest is not None:
        found.append("bounds: unjudged documents relevant to nothing, or to everything; ideal lists stay")
        without = [str(score) for score in scores.scores if not score.measure.monotone]
        if without:
            found.append(f"no bounds for {some(without)}: a further relevant document may lower them")
    return found
