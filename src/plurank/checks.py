"""What is asked for: the settings of an evaluation, and what the data cannot give, refused before any computing."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plurank import formats
from plurank.collection import TOP_GRADE, Judgments
from plurank.errors import InputError, UndefinedError, UsageError
from plurank.names import Score

__all__ = ["Settings", "check", "checked_weights", "lacks"]

CHOICES = {"probabilities": ("given", "uniform", "geometric", "judged"), "topics": ("judged", "retrieved")}
LIMITS = {"top_grade": TOP_GRADE, "depth": 1_000_000}


@dataclass(frozen=True)
class Settings:
    """How an evaluation is done; see `evaluate`."""

    probabilities: str = "given"
    topics: str = "judged"
    keep_uncovered: bool = False
    top_grade: int | None = None
    depth: int | None = None
    condensed: bool = False
    bounds: bool = False

    def check(self) -> None:
        """Refuse settings that mean nothing."""
        for name, known in CHOICES.items():
            if getattr(self, name) not in known:
                raise UsageError(f"{name}: expected {' or '.join(known)}, got {getattr(self, name)!r}")
        for name, most in LIMITS.items():
            number = getattr(self, name)
            if number is not None and not (isinstance(number, int) and 1 <= number <= most):
                raise UsageError(f"{name}: expected a whole number from 1 to {most}, got {number!r}")
        if self.condensed and self.bounds:
            raise UsageError(
                "bounds: expected lists with their unjudged documents, got condensed ones; leave one out"
            )


def check(judgments: Judgments, scores: list[Score], settings: Settings) -> list[str]:
    """Refuse what the data cannot give, and return what their readers noted."""
    if not scores:
        raise UsageError("measures: expected at least one, got none; name one, for example D#-nDCG@20")
    if not judgments.topics:
        raise InputError(f"{judgments.name}: expected judgments, got none; is the file the right one?")
    settings.check()
    for score in scores:
        if reason := lacks(judgments, score):
            raise UndefinedError(reason)
    if (settings.condensed or settings.bounds) and judgments.positives_only:
        raise UndefinedError(f"{'condensed' if settings.condensed else 'bounds'}: {POSITIVES}")
    own, tree = judgments.intents, judgments.hierarchy
    given = formats.check_probabilities(own, judgments) if settings.probabilities == "given" else ()
    return [*judgments.notes, *own.notes, *(tree.notes if tree else ()), *given]


def checked_weights(
    judgments: Judgments, scores: list[Score], given: Mapping[Any, Any] | None
) -> dict[str, float]:
    """Return the weights of the judged topics where an average needs them."""
    if not any(score.average == "weighted" for score in scores):
        return {}
    by_topic = {str(topic): weight for topic, weight in (given or {}).items()}
    found = {}
    for topic in judgments.topics:
        weight = by_topic.get(topic)
        if weight is None:
            raise UndefinedError(
                f"topic weights: expected one for every topic, got none for {topic!r}; add it"
            )
        if not isinstance(weight, int | float) or not 0 <= weight < math.inf:
            raise UsageError(
                f"topic weights: expected numbers of at least 0, got {weight!r} for topic {topic!r}"
            )
        found[topic] = float(weight)
    return found


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
