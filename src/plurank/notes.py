"""What a user should know about the numbers: what was dropped, renormalised, mapped, or is undefined."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from plurank.blocks import Collection, Preparation
from plurank.collection import Judgments, Run
from plurank.errors import InputError
from plurank.names import Score
from plurank.scores import Scores

__all__ = ["about_collection", "about_run", "about_scores", "some"]


def some(names: Sequence[str], most: int = 8) -> str:
    """Return the names with commas, cut where they are many."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def counted(number: int, noun: str) -> str:
    """Return ``1 topic`` or ``2 topics``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def about_collection(collection: Collection, scores: list[Score]) -> list[str]:
    """Say what became of intents, probabilities and grades."""
    found = []
    if any(score.measure.graded or "grades" in dict(score.given) for score in scores):
        how = "the largest grade; --top-grade sets it" if collection.scale_top is None else "as given"
        found.append(f"top grade of the scale h = {collection.top_grade} ({how})")
    uncovered, empty, massless = _uncovered(collection)
    if uncovered:
        intents = counted(sum(uncovered.values()), "intent")
        topics = [topic for topic in uncovered if topic not in empty] or list(uncovered)
        what = "kept" if collection.keep_uncovered else "dropped, probabilities renormalised"
        found.append(f"{intents} without relevant documents {what} (topics {some(topics)})")
    if empty:
        found.append(
            f"no score for {counted(len(empty), 'topic')} without relevant documents ({some(empty)})"
        )
    if massless:
        found.append(
            f"no weighted score for {counted(len(massless), 'topic')} whose covered intents have probability 0 "
            f"({some(massless)})"
        )
    return found


def _uncovered(collection: Collection) -> tuple[dict[str, int], list[str], list[str]]:
    """Return the number of uncovered intents by topic, topics without relevant documents, topics without mass."""
    uncovered: dict[str, int] = {}
    empty, massless = set(), set()
    for block in collection.blocks:
        pool = block.pool(Preparation())
        lost = (block.counts & ~(pool.relevant_by_intent > 0)).sum(axis=-1)
        for t, topic in enumerate(block.topics):
            if lost[t]:
                uncovered[topic] = int(lost[t])
            if pool.relevant[t] == 0:
                empty.add(topic)
            elif np.isnan(pool.p_intent[t]).any():
                massless.add(topic)
    order = list(collection.judgments.topics)
    in_order = {topic: uncovered[topic] for topic in order if topic in uncovered}
    return in_order, [t for t in order if t in empty], [t for t in order if t in massless]


def about_run(run: Run, judgments: Judgments) -> list[str]:
    """Say which topics a run lacks or has too many, and what its reader noticed."""
    common = sum(topic in judgments.topics for topic in run.rankings)
    if not common:
        raise InputError(
            f"run {run.name!r}: expected topics of {judgments.name}, got none of them; are the files of one year?"
        )
    for topic, ranking in run.rankings.items():
        if len(set(ranking)) < len(ranking):
            again = next(d for n, d in enumerate(ranking) if d in ranking[:n])
            raise InputError(
                f"run {run.name!r}: expected each document once in topic {topic!r}, got {again!r} again; drop the copy"
            )
    found = list(run.notes)
    if common < len(judgments.topics):
        found.append(f"run {run.name}: lacks {counted(len(judgments.topics) - common, 'judged topic')}")
    if common < len(run.rankings):
        found.append(f"run {run.name}: {counted(len(run.rankings) - common, 'topic')} left out, not judged")
    return found


def about_scores(scores: Scores) -> list[str]:
    """Say which measures have scores above 1."""
    found = []
    for m, score in enumerate(scores.scores):
        most = np.nanmax(scores.values[..., m], initial=0)
        above = counted(int((scores.values[..., m] > 1 + 1e-9).sum()), "score")
        if most > 1 + 1e-9 and score.measure.may_pass_high and score.measure.high == 1:
            found.append(
                f"{score}: {above} above 1, the highest {most:.6g}; its ideal list is greedy, not optimal"
            )
    return found
