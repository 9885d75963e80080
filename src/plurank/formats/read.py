"""The doors for judgments, intents, hierarchies and topics: which reader takes which source."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from plurank.collection import Hierarchy, Intent, Intents, Judgments, Node, Topic
from plurank.formats import hierarchy as trees
from plurank.formats import ntcir, trec, values
from plurank.formats.detect import TABLES, any_text, each_source, format_of, looks, table_of
from plurank.formats.gather import Judgment, gather_intents, gather_judgments, merged
from plurank.formats.source import Source
from plurank.formats.values import Place, shown, wrong
from plurank.words import counted, some

__all__ = ["read_hierarchy", "read_intents", "read_qrels", "read_topics"]

WORDS = ("uniform", "geometric", "judged")
"""Probabilities that are made, not read."""

Rows = Iterable[tuple[int, str, str, Intent]]


def _is_dqrels(columns: list[str]) -> bool:
    return len(columns) == 4 and ntcir.LEVEL.fullmatch(columns[3]) is not None


def _is_car(columns: list[str]) -> bool:
    """Whether a first line is of TREC CAR: its prefix, or a path in which blanks are written as %20."""
    path = columns[0]
    return columns[1:2] == ["0"] and (path.startswith("enwiki:") or ("/" in path and "%20" in path))


def _is_path_of_weights(columns: list[str]) -> bool:
    return len(columns) % 2 == 1


TABULAR: dict[str, Any] = dict.fromkeys(TABLES)
QRELS = {"ntcir": _is_dqrels, "car": _is_car, "qrels": any_text, "nuggets": None, **TABULAR}
INTENTS = {"iprob": any_text, "xml": None, "nuggets": None, **TABULAR}
HIERARCHIES = {"heval": _is_path_of_weights, "car": any_text, "table": None, **TABULAR}
TOPICS = {"xml": None, **TABULAR}


def read_qrels(
    source: object,
    *,
    intents: object = None,
    hierarchy: object = None,
    topics: object = None,
    format: str | None = None,
) -> Judgments:
    """Read judgments: a path (``-``: standard input), ``{topic: {intent: {document: grade}}}`` or a frame.

    `intents`, `hierarchy` and `topics` are what their own readers take.
    """
    [only] = each_source([source])
    judgments, tree = _judgments(only, format)
    if intents is not None:
        given = _each_of_intents(intents)
        judgments = _with_intents(judgments, read_intents(given))
        topics = (
            topics or [one for one in given if isinstance(one, Source) and looks(one)[0] == "xml"] or None
        )
    if topics is not None:
        judgments = replace(judgments, about=read_topics(topics))
    tree = read_hierarchy(hierarchy) if hierarchy is not None else tree or trees.of_parents(judgments.intents)
    return judgments if tree is None else replace(judgments, hierarchy=trees.fitted(tree, judgments))


def _with_intents(judgments: Judgments, given: Intents) -> Judgments:
    notes = judgments.notes
    only_a_word = not given.rows and given.probabilities != "given"
    if not only_a_word and not judgments.topics.keys() & given.rows.keys():
        notes += ("none of the judged topics is among those that the intents are given for",)
    own = dict(judgments.intents.rows)
    for topic, rows in given.rows.items():
        # Probabilities of a topic belong together: given ones replace all that came with the judgments.
        if topic in own and any(intent.probability is not None for intent in rows.values()):
            own[topic] = {name: replace(intent, probability=None) for name, intent in own[topic].items()}
    intents = merged(replace(judgments.intents, rows=own), given, prefer_second=True)
    return replace(judgments, intents=intents, notes=notes)


def _judgments(source: object, format: str | None) -> tuple[Judgments, Hierarchy | None]:
    """Return the judgments with what their own source says of intents, and its hierarchy if it has one."""
    if isinstance(source, Mapping):
        return _gathered(_mapped(source), "judgments", lambda _: "judgments"), None
    found = format_of(source, format, QRELS) if isinstance(source, Source) else ""
    name = os.path.basename(source.name) if isinstance(source, Source) else "judgments"
    if not isinstance(source, Source) or found in TABLES:
        from plurank.formats import tables

        table = table_of(source, found)
        about = (row for row in tables.intents(table) if row[-1] != Intent())
        return _gathered(tables.judgments(table), name, table.at, about), None
    if found == "nuggets":
        from plurank.formats import nuggets

        judgments = _gathered(nuggets.judgments(source), name, source.at, nuggets.intents(source))
        return _noting_unjudged(judgments, nuggets.unjudged(source)), None
    if found == "car":
        judgments = _gathered(trees.car_judgments(source), name, source.at)
        note = "read as section paths of TREC CAR: the article is the topic, the path the intent"
        tree = trees.gather_trees(trees.car_nodes(source), source.at)
        return replace(judgments, notes=(*judgments.notes, note)), tree
    reader = ntcir.judgments if found == "ntcir" else trec.judgments
    return _gathered(reader(source), name, source.at), None


def _noting_unjudged(judgments: Judgments, topics: list[str]) -> Judgments:
    if not topics:
        return judgments
    note = f"{counted(len(topics), 'topic')} without judgments left out, not judged: {some(topics)}"
    return replace(judgments, notes=(*judgments.notes, note))


def _gathered(rows: Iterable[Judgment], name: str, at: Place, about: Rows = ()) -> Judgments:
    topics, notes = gather_judgments(rows, at)
    if not topics:
        raise wrong(name, "judgments", "none")
    return Judgments(topics, gather_intents(about, at), name=name, notes=notes)


def _mapped(topics: Mapping[Any, Any]) -> Iterator[Judgment]:
    """Yield the judgments of nested dicts; without a level of intents they are ad hoc judgments."""

    def at(_: int) -> str:
        return "judgments"

    for topic, held in topics.items():
        topic = values.identifier(topic, "topic", at, 0)
        if not isinstance(held, Mapping):
            raise wrong("judgments", f"a dict for topic {shown(topic)}", shown(held))
        for intent, inner in held.items():
            grades, name = (inner, intent) if isinstance(inner, Mapping) else ({intent: inner}, "0")
            for document, grade in grades.items():
                yield (
                    0,
                    topic,
                    None if name is None else values.identifier(name, "intent", at, 0),
                    values.identifier(document, "document", at, 0),
                    values.grade(grade, at, 0),
                )


def read_intents(source: object, format: str | None = None) -> Intents:
    """Read intents: a path, ``{topic: {intent: probability}}``, a frame, a word, or a list of these.

    The words ``uniform``, ``geometric`` and ``judged`` make probabilities when scores are computed; files
    beside one say the rest.
    """
    found = Intents()
    for one in _each_of_intents(source):
        found = merged(found, _intents(one, format))
    return found


def _each_of_intents(source: object) -> list[object]:
    """Return the sources of one or of a list, a word as the intents that hold nothing else."""
    given = source if isinstance(source, list | tuple) else [source]
    return each_source(
        [Intents(probabilities=one) if isinstance(one, str) and one in WORDS else one for one in given]
    )


def _intents(source: object, format: str | None) -> Intents:
    if isinstance(source, Intents):
        return source
    if isinstance(source, Mapping):
        return gather_intents(_mapped_intents(source), lambda _: "intents")
    found = format_of(source, format, INTENTS) if isinstance(source, Source) else ""
    if not isinstance(source, Source) or found in TABLES:
        from plurank.formats import tables

        table = table_of(source, found)
        return gather_intents(tables.intents(table), table.at)
    if found == "xml":
        from plurank.formats import web

        rows = (
            (0, topic, name, intent) for topic, _, held in web.topics(source) for name, intent in held.items()
        )
        return gather_intents(rows, source.at)
    if found == "nuggets":
        from plurank.formats import nuggets

        return gather_intents(nuggets.intents(source), source.at)
    return gather_intents(ntcir.intents(source), source.at)


def _mapped_intents(topics: Mapping[Any, Any]) -> Iterator[tuple[int, str, str, Intent]]:
    def at(_: int) -> str:
        return "intents"

    for topic, held in topics.items():
        if not isinstance(held, Mapping):
            raise wrong("intents", f"a dict for topic {shown(topic)}", shown(held))
        for name, given in held.items():
            intent = given if isinstance(given, Intent) else Intent(values.probability(given, at, 0))
            yield (
                0,
                values.identifier(topic, "topic", at, 0),
                values.identifier(name, "intent", at, 0),
                intent,
            )


def read_hierarchy(source: object, format: str | None = None) -> Hierarchy:
    """Read intent hierarchies: a path, ``{topic: {node: parent}}``, a frame, or a list of these."""
    found = Hierarchy()
    for one in each_source(source):
        new = one if isinstance(one, Hierarchy) else _hierarchy(one, format)
        twice = next((topic for topic in new.trees if topic in found.trees), None)
        if twice is not None:
            raise wrong("hierarchy", f"one tree of topic {shown(twice)}", "two")
        notes = tuple(dict.fromkeys(found.notes + new.notes))
        found = Hierarchy({**found.trees, **new.trees}, notes)
    return found


def _hierarchy(source: object, format: str | None) -> Hierarchy:
    if isinstance(source, Mapping):
        return trees.gather_trees(_mapped_nodes(source), lambda _: "hierarchy")
    found = format_of(source, format, HIERARCHIES) if isinstance(source, Source) else ""
    readers: dict[str, Callable[[Source], trees.Nodes]] = {"heval": trees.heval_nodes, "car": trees.car_nodes}
    if isinstance(source, Source) and found in readers:
        return trees.gather_trees(readers[found](source), source.at)
    from plurank.formats import tables

    table = table_of(source, found.replace("table", "csv"))
    return trees.gather_trees(tables.nodes(table), table.at)


def _mapped_nodes(topics: Mapping[Any, Any]) -> Iterator[tuple[int, str, str, Node]]:
    for topic, tree in topics.items():
        if not isinstance(tree, Mapping):
            raise wrong("hierarchy", f"a dict for topic {shown(topic)}", shown(tree))
        for name, node in tree.items():
            yield 0, str(topic), str(name), node if isinstance(node, Node) else Node(str(node or ""))


def read_topics(source: object, format: str | None = None) -> dict[str, Topic]:
    """Read what topics are about: the Web Tracks' XML, a table, ``{topic: Topic}``, or a list of these."""
    found: dict[str, Topic] = {}
    for one in each_source(source):
        if isinstance(one, Mapping):
            found.update((str(name), _checked_topic(str(name), topic)) for name, topic in one.items())
        elif isinstance(one, Source) and (shape := format_of(one, format, TOPICS)) == "xml":
            from plurank.formats import web

            found.update((name, about) for name, about, _ in web.topics(one))
        else:
            from plurank.formats import tables

            table = table_of(one, shape if isinstance(one, Source) else "")
            found.update((name, about) for _, name, about in tables.topics(table))
    return found


def _checked_topic(name: str, topic: object) -> Topic:
    where = f"topics: topic {shown(name)}"
    if not isinstance(topic, Topic):
        raise wrong(where, "a Topic(kind, text)", shown(topic))
    return replace(topic, kind=values.topic_kind(topic.kind, lambda _: where, 0))
