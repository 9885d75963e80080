"""Intent hierarchies: measures on the layers of a tree of intents   (Wang, Dou, Sakai, Wen 2016).

A layer is the same lists over another pool: its nodes are the intents, a node's level is the best of its leaves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from plurank.arrays import Array, Lists, Mask, Pool, Tree
from plurank.measures.lift import Formula, formula
from plurank.measures.parts import over_intents, ratio
from plurank.measures.views import Plain, ranked_by_gain

__all__ = ["Layer", "hierarchical_gain", "layered", "layers_of", "node_recall", "on_layer"]

LayerWeights = str | tuple[float, ...]
Node = tuple[list[int], float | None]
"""The intents below a node, and its given weight; none where the topic has no tree."""


@dataclass(frozen=True, eq=False)
class Layer:
    """One layer of every topic's tree: its nodes as a pool, and which leaves stand below each node."""

    pool: Pool
    below: Mask
    """[topic, node, intent]."""
    exists: Mask
    """Whether the topic's tree has this layer [topic]."""


def paths(tree: Tree | None, exists: Mask) -> list[list[int]]:
    """Return for every intent that counts the nodes from the root's child down to its leaf.

    Without a tree the intents are one flat layer.
    """
    if tree is None:
        return [[int(i)] for i in np.flatnonzero(exists)]
    found = []
    for node, leaf in enumerate(tree.leaf):
        if leaf >= 0 and exists[leaf]:
            path = [node]
            while tree.parent[path[0]] >= 0:
                path.insert(0, tree.parent[path[0]])
            found.append(path)
    return found


def nodes_of(tree: Tree | None, exists: Mask, layer: int, extended: bool) -> list[Node]:
    """Return the nodes of a layer (0 the first): the intents below each, and its given weight.

    An extended tree continues every leaf by single children down to the last layer.
    """
    nodes: dict[int, list[int]] = {}
    for path in paths(tree, exists):
        if layer < len(path) or extended:
            node, leaf = path[min(layer, len(path) - 1)], path[-1]
            nodes.setdefault(node, []).append(leaf if tree is None else tree.leaf[leaf])
    return [(leaves, None if tree is None else tree.weight[node]) for node, leaves in nodes.items()]


def layers_of(pool: Pool, tree: str, node_weights: str) -> list[Layer]:
    """Return the layers of all topics, the first one holding the children of the root."""

    def compute() -> list[Layer]:
        heights = [
            max(map(len, paths(t, e)), default=0) for t, e in zip(pool.trees, pool.exists, strict=True)
        ]
        found = []
        for layer in range(max(1, *heights)):
            nodes = [
                nodes_of(t, e, layer, tree == "extended") if layer < height else []
                for t, e, height in zip(pool.trees, pool.exists, heights, strict=True)
            ]
            found.append(_layer(pool, nodes, node_weights))
        return found

    return list(pool.once(("layers", tree, node_weights), compute))


def _layer(pool: Pool, nodes: list[list[Node]], node_weights: str) -> Layer:
    topics, rows, intents = pool.level.shape
    width = max(1, *map(len, nodes))
    below = np.zeros((topics, width, intents), dtype=bool)
    level = np.zeros((topics, rows, width), dtype=pool.level.dtype)
    given = np.zeros((topics, width))
    for topic, of_topic in enumerate(nodes):
        for node, (leaves, weight) in enumerate(of_topic):
            below[topic, node, leaves] = True
            level[topic, :, node] = pool.level[topic][:, leaves].max(axis=-1)
            given[topic, node] = pool.p_intent[topic, leaves].sum() if weight is None else weight
    exists = np.any(below, axis=-1)
    weights = exists.astype(float) if node_weights == "uniform" else given
    if node_weights == "sum":
        weights = np.einsum("tni,ti->tn", below, np.where(pool.exists, pool.p_intent, 0))
    has = np.any(exists, axis=-1)
    p_node = np.where(has[:, None], normal(weights), 0)
    no_types = np.zeros_like(exists)
    return Layer(
        replace(pool, level=level, exists=exists, p_intent=p_node, navigational=no_types, memory={}),
        below,
        has,
    )


def normal(weights: Array) -> Array:
    """Weights that sum to 1; NaN where they sum to 0."""
    total = weights.sum(axis=-1, keepdims=True)
    return np.where(total == 0, np.nan, ratio(weights, total))


def shares(layers: list[Layer], layer_weights: LayerWeights) -> Array:
    """Weight of every layer in every topic, 1/H each unless given [layer, topic]."""
    has = np.array([layer.exists for layer in layers], dtype=float)
    given = np.ones(len(has))
    if not isinstance(layer_weights, str):
        given = np.array([*layer_weights, *np.zeros(len(has))][: len(has)])
    return normal((has * given[:, None]).T).T


def layered(measure: Formula) -> Formula:
    """M-LA@K = Σ_i w_i M_i@K, M_i with the nodes of layer i as intents."""

    def compute(
        lists: Lists, *, tree: str, node_weights: str, layer_weights: LayerWeights, **given: Any
    ) -> Array:
        layers = layers_of(lists.pool, tree, node_weights)
        total: Array = np.zeros(())
        for layer, w_i in zip(layers, shares(layers, layer_weights), strict=True):
            total = total + w_i[:, None] * measure(lists.over(layer.pool), **given)
        return total

    return Formula(compute, {**measure.parameters, **TREE, "layer_weights": "uniform"})


TREE = {"tree": "extended", "node_weights": "sum"}


def on_layer(measure: Formula) -> Formula:
    """M on one layer (`layer=`), or on the leaves below each of a layer's nodes, averaged (`within=`)."""

    def compute(
        lists: Lists, *, layer: int | None, within: int | None, tree: str, node_weights: str, **given: Any
    ) -> Array:
        wanted = layer or within
        if not wanted:
            return measure(lists, **given)
        layers = layers_of(lists.pool, tree, node_weights)
        if wanted > len(layers):
            return measure(lists, **given) * np.nan
        found = layers[wanted - 1]
        if layer:
            total = measure(lists.over(found.pool), **given)
        else:
            has_mass = ~np.isnan(lists.pool.p_intent).any(axis=-1, keepdims=True)
            total = np.zeros(())
            for nodes, w in _within(lists, found):
                score = measure(nodes, **given)
                # a node whose leaves all have probability 0 has no score of its own: it counts 0
                total = total + w[:, None] * np.where(np.isnan(score) & has_mass, 0, score)
        return np.where(found.exists[:, None], total, np.nan)

    return Formula(compute, {**measure.parameters, "layer": None, "within": None, **TREE})


def _within(lists: Lists, layer: Layer) -> list[tuple[Lists, Array]]:
    """Return for every node of the layer the lists over the leaves below it, and the node's weight."""
    pool = lists.pool

    def compute() -> list[Pool]:
        pools = []
        for below in np.moveaxis(layer.below, 1, 0):
            p_leaf = normal(np.where(below, pool.p_intent, 0))
            level = np.where(below[:, None, :], pool.level, 0)
            pools.append(replace(pool, level=level, exists=below & pool.exists, p_intent=p_leaf, memory={}))
        return pools

    pools = pool.once(("within", id(layer)), compute)
    return [(lists.over(p), w) for p, w in zip(pools, layer.pool.p_intent.T, strict=True)]


def hierarchical_gain(
    lists: Lists,
    *,
    tree: str = "extended",
    node_weights: str = "sum",
    layer_weights: LayerWeights = "uniform",
) -> Plain:
    """GG_h(r) = Σ_i w_i Σ_{n in layer i} weight(n) g_n(r)."""

    def gain_of() -> Array:
        layers = layers_of(lists.pool, tree, node_weights)
        by_layer = (over_intents(layer.pool.gain, layer.pool.p_intent) for layer in layers)
        weights = shares(layers, layer_weights)
        return np.asarray(sum(w_i[:, None] * gain for w_i, gain in zip(weights, by_layer, strict=True)))

    return ranked_by_gain(lists, (tree, node_weights, layer_weights), gain_of)


def node_recall(recall: Callable[..., Array]) -> Formula:
    """N-rec@K = |∪_{r≤K} N(d_r)| / |V|, V all nodes of the tree but its root."""
    measure = formula(recall)

    def compute(lists: Lists, *, tree: str) -> Array:
        layers = layers_of(lists.pool, tree, "uniform")
        level = np.concatenate([layer.pool.level for layer in layers], axis=-1)
        exists = np.concatenate([layer.pool.exists for layer in layers], axis=-1)
        p_node = ratio(exists.astype(float), exists.sum(axis=-1, keepdims=True))
        pool = lists.pool.once(
            ("nodes", tree),
            lambda: replace(layers[0].pool, level=level, exists=exists, p_intent=p_node, memory={}),
        )
        return measure(lists.over(pool), weights="none")

    return Formula(compute, {"tree": "extended"})
