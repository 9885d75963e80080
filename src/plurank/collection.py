"""What people hold: judgments, intents, hierarchies, topics and runs.

Ids are strings everywhere and stop at `judged.judge`; nothing below it sees one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from plurank.errors import InputError, UnknownNameError, nearest

__all__ = [
    "Hierarchy",
    "Intent",
    "Intents",
    "Judgments",
    "Node",
    "Run",
    "Runs",
    "Topic",
    "TopicJudgments",
    "numeric",
]

TOP_GRADE = 1000
"""The largest grade that is read: 2^x - 1 must stay a finite number."""


def numeric(name: str) -> tuple[int, int, str, str]:
    """Return a sort key of ids: numbers by value, however long they are, then other ids as text."""
    if not (name.isascii() and name.isdigit()):
        return 1, 0, "", name
    digits = name.lstrip("0")
    return 0, len(digits), digits, name


@dataclass(frozen=True, eq=False, repr=False)
class TopicJudgments:
    """The judgments of one topic: one row for every judged pair of an intent and a document.

    `documents` and `intents` stand in the order of their first appearance in the file. A document without a row
    was judged and is relevant to nothing (intent 0 with grade 0 in the qrels of TREC 2009).
    """

    documents: tuple[str, ...]
    intents: tuple[str, ...]
    document: NDArray[np.int32]
    intent: NDArray[np.int32]
    grade: NDArray[np.int32]

    @classmethod
    def from_rows(cls, rows: Iterable[tuple[str | None, str, int]]) -> TopicJudgments:
        """Build from ``(intent, document, grade)`` rows; without an intent: judged, relevant to nothing."""
        documents: dict[str, int] = {}
        intents: dict[str, int] = {}
        triples = []
        for intent, document, grade in rows:
            place = documents.setdefault(document, len(documents))
            if intent is not None:
                triples.append((place, intents.setdefault(intent, len(intents)), grade))
        table = np.array(triples, dtype=np.int32).reshape(-1, 3)
        return cls(tuple(documents), tuple(intents), table[:, 0], table[:, 1], table[:, 2])

    def __repr__(self) -> str:
        return f"TopicJudgments({len(self.documents)} documents, {len(self.intents)} intents)"

    def rows(self) -> Iterator[tuple[str, str, int]]:
        """Yield ``(intent, document, grade)`` in the order of the file."""
        for document, intent, grade in zip(
            self.document.tolist(), self.intent.tolist(), self.grade.tolist(), strict=True
        ):
            yield self.intents[intent], self.documents[document], grade


@dataclass(frozen=True)
class Intent:
    """What is known of one intent beside its judgments."""

    probability: float | None = None
    type: str = ""
    """``inf``, ``nav`` or nothing."""
    parent: str = ""
    """The node above it; nothing for a child of the root."""
    text: str = ""


@dataclass(frozen=True)
class Intents:
    """The intents of every topic, with probabilities, types, parents and texts where they are given."""

    rows: Mapping[str, Mapping[str, Intent]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    probabilities: str = "given"
    """Where probabilities come from: ``given`` (uniform where none are), ``uniform``, ``geometric`` or ``judged``."""


@dataclass(frozen=True)
class Node:
    """A node of an intent hierarchy; its weight is absolute."""

    parent: str = ""
    label: str = ""
    weight: float | None = None


@dataclass(frozen=True)
class Hierarchy:
    """For every topic the tree of its intents: node -> `Node`, the leaves being the intents."""

    trees: Mapping[str, Mapping[str, Node]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Topic:
    """What a topic is about: ``ambiguous``, ``faceted``, ``single`` or nothing, and its text."""

    kind: str = ""
    text: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class Judgments:
    """A collection's judgments, with whatever is known of its intents and topics."""

    topics: Mapping[str, TopicJudgments]
    intents: Intents = Intents()
    hierarchy: Hierarchy | None = None
    about: Mapping[str, Topic] = field(default_factory=dict)
    name: str = "judgments"
    notes: tuple[str, ...] = ()
    whole: Judgments | None = None
    """The collection that these are a part of: its scale is theirs."""

    def __repr__(self) -> str:
        return f"Judgments({self.name!r}, {len(self.topics)} topics)"

    @property
    def _all(self) -> Iterable[TopicJudgments]:
        return (self.whole or self).topics.values()

    @property
    def top_grade(self) -> int:
        """The largest grade given: the top of the scale unless the user names another."""
        return max((int(t.grade.max(initial=0)) for t in self._all), default=0)

    def most_intents(self, rel: int = 1) -> int:
        """Return the largest number of intents that one document is relevant to."""
        counts = (np.bincount(t.document[t.grade >= rel], minlength=1).max() for t in self._all)
        return int(max(counts, default=0))

    @property
    def positives_only(self) -> bool:
        """Whether only relevant pairs are listed, so that unjudged and not relevant cannot be told apart."""
        return all(
            t.grade.min(initial=1) > 0 and len(np.unique(t.document)) == len(t.documents) for t in self._all
        )

    def restricted_to(self, topics: Iterable[str]) -> Judgments:
        """Return the judgments of these topics, in the order of the collection and on its scale."""
        wanted = set(topics)
        held = {name: rows for name, rows in self.topics.items() if name in wanted}
        return replace(self, topics=held, whole=self.whole or self)


@dataclass(frozen=True, eq=False, repr=False)
class Run:
    """One system's rankings: topic -> documents, best first; scores where the file had them."""

    name: str
    rankings: Mapping[str, tuple[str, ...]]
    scores: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Run({self.name!r}, {len(self.rankings)} topics)"


@dataclass(frozen=True, eq=False, repr=False)
class Runs:
    """Several runs, each read when it is asked for, so that memory does not grow with their number."""

    names: tuple[str, ...]
    sources: tuple[Callable[[], Run], ...]

    @classmethod
    def of(cls, runs: Iterable[Run]) -> Runs:
        """Wrap runs that are in memory already."""
        held = tuple(runs)
        names = tuple(run.name for run in held)
        for name in names:
            if names.count(name) > 1:
                raise InputError(
                    f"runs: expected one run of each name, got two of {name!r}; rename one of them"
                )
        return cls(names, tuple((lambda run=run: run) for run in held))  # type: ignore[misc]

    def __repr__(self) -> str:
        return f"Runs({', '.join(self.names)})"

    def __iter__(self) -> Iterator[Run]:
        for source in self.sources:
            yield source()

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, name: str) -> Run:
        if name not in self.names:
            raise UnknownNameError(
                f"runs: expected one of {', '.join(self.names)}, got {name!r}; {nearest(name, self.names)}"
            )
        return self.sources[self.names.index(name)]()
