"""From the paths and words of a command line to judgments and runs."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from plurank.arrays import Mask
from plurank.collection import Hierarchy, Judgments, Run, Runs, TopicJudgments
from plurank.errors import InputError, UndefinedError, UsageError
from plurank.formats import read_qrels, read_runs
from plurank.formats.runs import paths
from plurank.formats.source import Source, source_of
from plurank.formats.text import fields, lines
from plurank.formats.values import weight, wrong
from plurank.words import shown, some

__all__ = ["Inputs", "read"]

SCHEMES = ("uniform", "geometric", "judged")


@dataclass(frozen=True, eq=False)
class Inputs:
    """What a command reads: judgments of the topics that count, runs, and where they came from."""

    judgments: Judgments
    runs: Runs
    probabilities: str
    sources: tuple[Source, ...]
    notes: tuple[str, ...]
    topic_weights: dict[str, float] | None = None
    seen: dict[str, frozenset[str]] = field(default_factory=dict)
    """The topics of every run that has been read."""

    def retrieved(self, names: Iterable[str]) -> Mask:
        """Return which runs have which judged topics [run, topic]."""
        return np.array([[topic in self.seen[name] for topic in self.judgments.topics] for name in names])

    def files(self) -> list[dict[str, str]]:
        """Return every file with its SHA-256."""
        return [{"path": source.name, "sha256": digest(source)} for source in self.sources]


def read(
    qrels: str,
    runs: Sequence[str],
    *,
    intents: Sequence[str] = (),
    hierarchy: Sequence[str] = (),
    topic_file: str | None = None,
    topic_weights: str | None = None,
    only: str | None = None,
    keep_uncovered: bool = False,
    order: str | None = None,
    ties: str = "docno-desc",
) -> Inputs:
    """Read everything that a command was given; a run is read when it is asked for."""
    _check_standard_input([qrels, *runs, *intents, *hierarchy, topic_file, topic_weights])
    about = [source_of(path) for path in intents if path not in SCHEMES]
    trees = [source_of(path) for path in hierarchy]
    listed, weights = (source_of(path) if path else None for path in (topic_file, topic_weights))
    judged = source_of(qrels)
    whole = read_qrels(judged, intents=about or None, hierarchy=trees or None)
    kept, notes = _listed(whole, listed) if listed else (whole, ())
    if only:
        kept = _only(kept, only, keep_uncovered)
    ranked = [source_of(path) for given in runs for path in paths(given)]
    found = read_runs(ranked, order=order, ties=ties)
    left_out = frozenset(whole.topics) - frozenset(kept.topics)
    seen: dict[str, frozenset[str]] = {}
    return Inputs(
        kept,
        Runs(found.names, tuple(partial(_watched, source, left_out, seen) for source in found.sources)),
        _probabilities(intents),
        tuple(filter(None, [judged, *about, *trees, listed, weights, *ranked])),
        notes,
        _weights(weights) if weights else None,
        seen,
    )


def _check_standard_input(paths: Iterable[str | None]) -> None:
    times = list(paths).count("-")
    if times > 1:
        raise UsageError(f"-: expected standard input once, got it {times} times; name files instead")


def _watched(source: Callable[[], Run], left_out: frozenset[str], seen: dict[str, frozenset[str]]) -> Run:
    """Read a run, remember its topics and drop those that were left out on request."""
    run = source()
    seen[run.name] = frozenset(run.rankings)
    held = {topic: ranking for topic, ranking in run.rankings.items() if topic not in left_out}
    return replace(run, rankings=held)


def _probabilities(intents: Sequence[str]) -> str:
    words = [word for word in intents if word in SCHEMES]
    if len(set(words)) > 1:
        raise UsageError(f"--intents: expected one of {', '.join(SCHEMES)}, got {' and '.join(words)}")
    return words[0] if words else "given"


def _listed(judgments: Judgments, source: Source) -> tuple[Judgments, tuple[str, ...]]:
    """Keep the topics that a file lists, one a line."""
    wanted = []
    for number, line in lines(source):
        columns = fields(line)
        if len(columns) != 1:
            raise wrong(source.at(number), "one topic on a line", f"{len(columns)} columns")
        wanted.append(columns[0])
    missing = [topic for topic in dict.fromkeys(wanted) if topic not in judgments.topics]
    if len(missing) == len(set(wanted)):
        expected = f"topics of {judgments.name}"
        raise wrong(
            source.name, expected, f"none of them, but {shown(missing[0])}" if missing else "no topics"
        )
    notes = [f"{source.name}: no judgments for {some(missing)}, left out"] if missing else []
    return judgments.restricted_to(wanted), tuple(notes)


def _only(judgments: Judgments, kind: str, keep_uncovered: bool) -> Judgments:
    """Keep the topics of one kind."""
    tree = judgments.hierarchy
    if kind in ("ambiguous", "faceted"):
        if not any(topic.kind for topic in judgments.about.values()):
            raise UndefinedError(
                f"--only {kind}: expected kinds of topics, got none; give the topics' XML to --intents"
            )
        held = [name for name, topic in judgments.about.items() if topic.kind == kind]
    elif kind == "multilayer":
        if tree is None:
            raise UndefinedError(
                f"--only {kind}: expected hierarchies, got none; name a file with --hierarchy"
            )
        topics = judgments.topics.items()
        held = [name for name, judged in topics if _has_layers(tree, name, judged, keep_uncovered)]
    else:
        held = [name for name, judged in judgments.topics.items() if not is_trivial(judged)]
    kept = judgments.restricted_to(held)
    if not kept.topics:
        raise UndefinedError(f"--only {kind}: expected at least one such topic in {judgments.name}, got none")
    return kept


def _covered(judged: TopicJudgments) -> set[str]:
    return {judged.intents[intent] for intent in np.unique(judged.intent[judged.grade > 0])}


def _has_layers(tree: Hierarchy, topic: str, judged: TopicJudgments, keep_uncovered: bool) -> bool:
    """Whether an intent that counts stands deeper than the first layer of the topic's tree."""
    nodes = tree.trees.get(topic, {})
    intents = judged.intents if keep_uncovered else _covered(judged)
    return any(name in nodes and nodes[name].parent in nodes for name in intents)


def is_trivial(judged: TopicJudgments) -> bool:
    """Whether one document is relevant to every covered intent; without covered intents there is nothing to it."""
    pairs = np.unique(np.stack([judged.document, judged.intent])[:, judged.grade > 0], axis=1)
    most = np.bincount(pairs[0]).max(initial=0)
    return int(most) == len(_covered(judged))


def _weights(source: Source) -> dict[str, float]:
    """Read the weights of topics: a topic and a weight on a line."""
    found: dict[str, float] = {}
    for number, line in lines(source):
        columns = fields(line)
        if len(columns) != 2:
            raise wrong(source.at(number), "2 columns (topic weight)", f"{len(columns)}")
        if columns[0] in found:
            raise wrong(source.at(number), "each topic once", f"{shown(columns[0])} again")
        found[columns[0]] = weight(columns[1], source.at, number)
    if not found:
        raise InputError(f"{source.name}: expected weights of topics, got none")
    return found


def digest(source: Source) -> str:
    """Return the SHA-256 of a file as it lies on the disk."""
    if source.data is not None:
        return hashlib.sha256(source.data).hexdigest()
    with open(source.path, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
