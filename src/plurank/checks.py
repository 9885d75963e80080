"""What the data cannot give is refused before anything is computed."""

from __future__ import annotations

from collections.abc import Mapping

from plurank import formats
from plurank.collection import Judgments
from plurank.errors import InputError, UndefinedError, UsageError
from plurank.names import Score

__all__ = ["check", "lacks"]

SCHEMES = ("given", "uniform", "geometric", "judged")


def check(
    judgments: Judgments,
    scores: list[Score],
    probabilities: str,
    topics: str,
    topic_weights: Mapping[str, float] | None,
    *,
    condensed: bool,
    bounds: bool,
) -> list[str]:
    """Refuse what the data cannot give, and return notes on the probabilities."""
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
    own = judgments.intents
    given = formats.check_probabilities(own, judgments) if probabilities == "given" else ()
    tree = () if judgments.hierarchy is None else judgments.hierarchy.notes
    return [*judgments.notes, *own.notes, *tree, *given]


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
