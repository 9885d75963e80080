"""Intent hierarchies: tables, heval's lines of weighted paths, TREC CAR's section paths; their checks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from plurank.collection import Hierarchy, Intents, Judgments, Node, numeric
from plurank.errors import InputError
from plurank.formats import trec, values
from plurank.formats.gather import Judgment
from plurank.formats.source import Source
from plurank.formats.text import checked_id, fields, lines
from plurank.formats.values import Place, shown, wrong
from plurank.words import some

__all__ = [
    "car_judgments",
    "car_nodes",
    "fitted",
    "gather_trees",
    "heval_nodes",
    "of_parents",
    "written_heval",
    "written_table",
]

INNER = "/"
"""The end of an inner node's name where only its path names it; a leaf keeps the name of its intent."""

Tree = Mapping[str, Node]
Nodes = Iterator[tuple[int, str, str, Node]]


def gather_trees(rows: Iterable[tuple[int, str, str, Node]], at: Place) -> Hierarchy:
    """Return the tree of every topic, checked: no node twice, no parent missing, no cycle."""
    trees: dict[str, dict[str, Node]] = {}
    line_of: dict[str, dict[str, int]] = {}
    for line, topic, name, node in rows:
        tree = trees.setdefault(topic, {})
        if name in tree:
            raise wrong(at(line), f"node {shown(name)} of topic {shown(topic)} once", "it again")
        tree[name] = node
        line_of.setdefault(topic, {})[name] = line
    for topic, tree in trees.items():
        _check_tree(topic, tree, line_of[topic], at)
    return Hierarchy(trees, tuple(_notes_on_weights(trees)))


def _notes_on_weights(trees: Mapping[str, Tree]) -> Iterator[str]:
    if any(node.weight is not None for tree in trees.values() for node in tree.values()):
        yield "weights of nodes are used with node_weights=given only"
    odd = [topic for topic, tree in trees.items() if not _adds_up(tree)]
    if odd:
        yield f"weights of inner nodes are not the sums of their children's within 1e-3: topics {some(odd)}"


def _adds_up(tree: Tree) -> bool:
    """Whether each inner node weighs what its children do, where all of them have weights."""
    below: dict[str, list[float | None]] = {}
    for node in tree.values():
        below.setdefault(node.parent, []).append(node.weight)
    for name, given in below.items():
        own = tree[name].weight if name else None
        known = [weight for weight in given if weight is not None]
        if own is not None and len(known) == len(given) and abs(math.fsum(known) - own) > 1e-3 + 1e-12:
            return False
    return True


def _check_tree(topic: str, tree: Tree, line_of: Mapping[str, int], at: Place) -> None:
    below_root = {""}
    for name in tree:
        way: dict[str, None] = {}
        while name not in below_root:
            if name in way:
                got = f"a cycle through node {shown(name)}"
                raise wrong(at(line_of[name]), f"a tree of topic {shown(topic)}", got)
            way[name] = None
            parent = tree[name].parent
            if parent and parent not in tree:
                expected = f"a row for node {shown(parent)} of topic {shown(topic)}, a parent"
                raise wrong(at(line_of[name]), expected, "none")
            name = parent
        below_root.update(way)


def heval_nodes(source: Source) -> Nodes:
    """Yield the nodes of heval's lines ``topic node weight node weight ..``, one path to a leaf a line.

    A path names an inner node, because heval calls it by its smallest child. heval's weights are relative to
    the parent, ours absolute.
    """
    known: dict[tuple[str, tuple[str, ...]], tuple[float, bool]] = {}
    for line, text in lines(source):
        topic, *pairs = fields(text)
        if not pairs or len(pairs) % 2:
            raise wrong(source.at(line), "a topic and pairs of node and weight", f"{len(pairs) + 1} columns")
        names, absolute = tuple(pairs[::2]), 1.0
        for depth, given in enumerate(pairs[1::2], 1):
            weight = values.probability(given, source.at, line)
            absolute *= weight
            path, is_leaf = names[:depth], depth == len(names)
            is_new = (topic, path) not in known
            if known.setdefault((topic, path), (weight, is_leaf)) != (weight, is_leaf):
                raise wrong(
                    source.at(line), f"one weight and place of node {shown('/'.join(path))}", "another"
                )
            if is_new or is_leaf:
                yield (
                    line,
                    topic,
                    path[-1] if is_leaf else _inner(path),
                    Node(_inner(path[:-1]), "", absolute),
                )


def _inner(path: Sequence[str]) -> str:
    return INNER.join(path) + INNER if path else ""


def car_judgments(source: Source) -> Iterator[Judgment]:
    """Yield the judgments of TREC CAR: ``article/section/.. 0 paragraph 1``; the whole path is the intent."""
    for line, path, _, document, grade in trec.judgments(source):
        yield line, path.partition("/")[0], path, document, grade


def car_nodes(source: Source) -> Nodes:
    """Yield the sections of TREC CAR's articles.

    A section with subsections is an inner node; its own paragraphs are a leaf below it.
    """
    paths = dict.fromkeys(path for _, path, *_ in trec.judgments(source))
    inner: dict[tuple[str, ...], None] = {}
    for path in paths:
        parts = tuple(path.split("/"))
        inner.update(dict.fromkeys(parts[:depth] for depth in range(2, len(parts))))
    for parts in inner:
        yield (
            0,
            parts[0],
            _inner(parts),
            Node(_inner(parts[:-1]) if len(parts) > 2 else "", _label(parts[-1])),
        )
    for path in paths:
        parts = tuple(path.split("/"))
        above = parts if parts in inner else parts[:-1]
        yield 0, parts[0], path, Node(_inner(above) if len(above) > 1 else "", _label(parts[-1]))


def _label(part: str) -> str:
    from urllib.parse import unquote

    return unquote(part)


def of_parents(intents: Intents) -> Hierarchy | None:
    """Return the hierarchy that the parents of intents draw, if any; a parent without a row is on top."""
    trees = {}
    for topic, rows in intents.rows.items():
        parents = {intent.parent for intent in rows.values()} - {""}
        if parents:
            tree = {name: Node() for name in sorted(parents - rows.keys())}
            tree |= {name: Node(intent.parent, intent.text) for name, intent in rows.items()}
            _check_tree(topic, tree, dict.fromkeys(tree, 0), lambda _: "intents")
            trees[topic] = tree
    return Hierarchy(trees) if trees else None


def fitted(hierarchy: Hierarchy, judgments: Judgments) -> Hierarchy:
    """Return the trees of the judged topics, every judged intent of which must be a leaf.

    A leaf without judgments is an uncovered intent; a topic without a tree is one flat layer.
    """
    for topic, judged in judgments.topics.items():
        if topic not in hierarchy.trees:
            continue
        tree = hierarchy.trees[topic]
        parents = {node.parent for node in tree.values()}
        for name in judged.intents:
            if name not in tree or name in parents:
                got = "an inner node" if name in parents else "no such node"
                expected = f"judged intent {shown(name)} of topic {shown(topic)} as a leaf"
                raise wrong("hierarchy", expected, got)
    spare = [topic for topic in hierarchy.trees if topic not in judgments.topics]
    trees = {topic: tree for topic, tree in hierarchy.trees.items() if topic in judgments.topics}
    notes = (f"trees of topics that are not judged are ignored: {some(spare)}",) if spare else ()
    return replace(hierarchy, trees=trees, notes=hierarchy.notes + notes)


def written_table(hierarchy: Hierarchy) -> Iterator[str]:
    """Yield a tab-separated table."""
    weighted = any(node.weight is not None for tree in hierarchy.trees.values() for node in tree.values())
    yield "\t".join(["topic", "node", "parent", "label", *["weight"] * weighted]) + "\n"
    for topic, tree in hierarchy.trees.items():
        for name, node in tree.items():
            cells = [topic, name, node.parent, " ".join(node.label.split())]
            if any("\t" in cell or "\n" in cell for cell in cells):
                raise InputError(f"output: expected ids without tabs in this format, got {shown(name)}")
            weight = "" if node.weight is None else str(node.weight)
            yield "\t".join([*cells, *[weight] * weighted]) + "\n"


def written_heval(hierarchy: Hierarchy) -> Iterator[str]:
    """Yield heval's lines, an inner node being called by its smallest child; labels have no place there.

    Where no weights are given the leaves weigh the same and an inner node what its leaves do.
    """
    for topic, tree in hierarchy.trees.items():
        ways = {leaf: _way(tree, leaf) for leaf in tree.keys() - {node.parent for node in tree.values()}}
        weight: dict[str, float] = {}
        smallest: dict[str, str] = {}
        for leaf in sorted(ways, key=numeric):
            for name in ways[leaf]:
                smallest.setdefault(name, leaf)
                own = tree[leaf].weight
                weight[name] = weight.get(name, 0.0) + (1 / len(ways) if own is None else own)
        weight |= {name: node.weight for name, node in tree.items() if node.weight is not None}
        for leaf in sorted(ways, key=numeric):
            columns, above = [checked_id(topic)], 1.0
            for name in ways[leaf]:
                columns += [checked_id(smallest[name]), f"{weight[name] / above if above else 0.0:.12g}"]
                above = weight[name]
            yield "\t".join(columns) + "\n"


def _way(tree: Tree, leaf: str) -> list[str]:
    way = [leaf]
    while parent := tree[way[0]].parent:
        way.insert(0, parent)
    return way
