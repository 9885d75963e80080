"""What a user should know about the numbers: what was dropped, renormalised, mapped, or is undefined."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from plurank.blocks import Collection, Preparation
from plurank.collection import Run
from plurank.names import Score
from plurank.scores import Scores

__all__ = ["about_collection", "about_run", "about_scores", "some"]


def some(names: Sequence[str], most: int = 8) -> str:
    """Return the names with commas, cut where they are many."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def about_collection(collection: Collection, scores: list[Score]) -> list[str]:
    """Say what became of intents, probabilities and grades."""
    found = []
    if any(score.measure.graded or "grades" in dict(score.given) for score in scores):
        how = "the largest grade; --top-grade sets it" if collection.scale_top is None else "as given"
        found.append(f"top grade of the scale h = {collection.top_grade} ({how})")
    uncovered, empty, massless = _uncovered(collection)
    if uncovered:
        count, topics = sum(uncovered.values()), [t for t in uncovered if t not in empty]
        what = "kept" if collection.keep_uncovered else "dropped, probabilities renormalised"
        found.append(
            f"{count} intents without relevant documents {what} (topics {some(topics or list(uncovered))})"
        )
    if empty:
        found.append(f"{len(empty)} topics without relevant documents have no score (topics {some(empty)})")
    if massless:
        found.append(
            f"{len(massless)} topics whose covered intents have probability 0 are undefined for weighted measures "
            f"(topics {some(massless)})"
        )
    if collection.probabilities == "given":
        without = _without_probabilities(collection)
        if without:
            found.append(
                f"{len(without)} topics without given probabilities: uniform (topics {some(without)})"
            )
    if any(
        dict(score.given).get("ideal") != "exact" and score.measure.normaliser == "novelty"
        for score in scores
    ):
        found.append("ideal lists of novelty measures are greedy: a score can pass 1")
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


def _without_probabilities(collection: Collection) -> list[str]:
    rows = collection.judgments.intents.rows
    has = {t for t in rows if any(intent.probability is not None for intent in rows[t].values())}
    return [topic for topic in collection.judgments.topics if topic not in has] if has else []


def about_run(run: Run, retrieved: Sequence[bool]) -> list[str]:
    """Say which topics a run lacks or has too many, and what its reader noticed."""
    found = list(run.notes)
    lacking, extra = retrieved.count(False), len(run.rankings) - retrieved.count(True)
    if lacking:
        found.append(f"run {run.name}: {lacking} judged topics are missing")
    if extra:
        found.append(f"run {run.name}: {extra} topics are not judged and were left out")
    return found


def about_scores(scores: Scores) -> list[str]:
    """Say which scores are undefined and which pass 1."""
    found = []
    for m, score in enumerate(scores.scores):
        column = scores.values[..., m]
        above = int((column > 1 + 1e-9).sum())
        if above and score.measure.high == 1:
            found.append(
                f"{score}: {above} scores pass 1, by at most {np.nanmax(column) - 1:.3g}: its ideal is greedy"
            )
    return found
