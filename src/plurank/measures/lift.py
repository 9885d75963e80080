"""How whole families of measures come from few formulas.

A formula is a pure function of arrays: its positional arguments name the arrays it reads, its keyword arguments are
its parameters. `Formula` binds it to ranked lists; the functions here combine formulas: by intent (IA), on global
gains (D), normalised by an ideal, mixed with intent recall (#).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from plurank.arrays import UNJUDGED, Array, Lists, Pool, Whole
from plurank.errors import UsageError
from plurank.measures.parts import at, over_intents, ratio
from plurank.measures.views import ARRAYS, Plain, by_intent, weight
from plurank.optimum import greedy

__all__ = [
    "REQUIRED",
    "Formula",
    "flat",
    "formula",
    "intent_aware",
    "mixed",
    "normalised",
    "normalised_by_novelty",
    "on",
]

REQUIRED = inspect.Parameter.empty
"""The default of a parameter that must be given."""


@dataclass(frozen=True, eq=False)
class Formula:
    """A measure as a function of ranked lists, with its parameters and their defaults."""

    compute: Callable[..., Array]
    parameters: Mapping[str, Any]

    def __call__(self, lists: Any, **parameters: Any) -> Array:
        """Return the curve over ranks; parameters that the formula does not have are left aside."""
        return self.compute(lists, **{name: parameters.get(name, d) for name, d in self.parameters.items()})


def parameters_of(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the keyword arguments of a function with their defaults."""
    arguments = inspect.signature(function).parameters.values()
    return {a.name: a.default for a in arguments if a.kind is a.KEYWORD_ONLY}


def formula(function: Callable[..., Array]) -> Formula:
    """Bind a pure function of arrays to ranked lists: its arguments say which arrays it reads."""
    arguments = inspect.signature(function).parameters.values()
    names = [a.name for a in arguments if a.kind is not a.KEYWORD_ONLY]
    readers = {name: parameters_of(ARRAYS[name]) for name in names if name in ARRAYS}
    own = parameters_of(function)

    def compute(lists: Any, **given: Any) -> Array:
        arrays = [
            ARRAYS[name](lists, **{p: given[p] for p in readers[name]})
            if name in readers
            else getattr(lists, name)
            for name in names
        ]
        return function(*arrays, **{p: given[p] for p in own})

    return Formula(compute, own | {p: d for reader in readers.values() for p, d in reader.items()})


# --- combinations -----------------------------------------------------------------------------------------------------


def on(view: Callable[..., Any], measure: Formula) -> Formula:
    """Return the measure on another view of the lists: by intent, by global gain."""
    extra = parameters_of(view)

    def compute(lists: Lists, **given: Any) -> Array:
        return measure(view(lists, **{p: given[p] for p in extra}), **given)

    return Formula(compute, {**measure.parameters, **extra})


def normalised(measure: Formula) -> Formula:
    """M(list) / M(ideal list), the ideal list holding all relevant documents, best first."""

    def compute(lists: Plain, **given: Any) -> Array:
        return ratio(measure(lists, **given), at(measure(lists.ideal, **given), lists.rank))

    return Formula(compute, measure.parameters)


def normalised_by_novelty(measure: Formula) -> Formula:
    """M(list) / M(ideal list), the ideal list picked greedily by novelty gain."""

    def compute(lists: Lists, *, ideal: str = "greedy", **given: Any) -> Array:
        def best() -> Array:
            order = novelty_order(lists, **{p: given[p] for p in ("alpha", "grades", "weights")})
            return measure(lists.ideal(order), **given)

        key = (measure, ideal, lists.depth, tuple(sorted(given.items())))
        return ratio(measure(lists, **given), at(lists.pool.once(key, best), lists.rank))

    return Formula(compute, {**measure.parameters, "ideal": "greedy"})


def novelty_order(lists: Lists, *, alpha: float, grades: str, weights: str) -> Whole:
    """Rows of the greedy ideal list for these novelty gains [topic, rank]."""
    pool = lists.pool

    def compute() -> Whole:
        hits = (pool.rel if grades == "binary" else pool.share)[:, :UNJUDGED]
        share = weight(lists, weights=weights)
        return greedy.novelty_order(hits, share, alpha, lists.depth, exact_ties=pool.exact_ties)

    return np.asarray(pool.once(("novelty order", alpha, grades, weights, lists.depth), compute))


def intent_aware(measure: Formula) -> Formula:
    """M-IA@l = Σ_i P(i) M_i@l   (Agrawal et al. 2009)."""

    def compute(lists: Lists, **given: Any) -> Array:
        return over_intents(np.swapaxes(measure(by_intent(lists), **given), -1, -2), lists.pool.p_intent)

    return Formula(compute, measure.parameters)


def flat(measure: Formula) -> Formula:
    """M on the flat topic: a document's level is its best over the intents, or the number of its intents."""
    by_topic = intent_aware(measure)

    def compute(lists: Lists, *, flat: str, **given: Any) -> Array:
        pool = lists.pool
        flat_pool = pool.once(("flat", flat), lambda: _flattened(pool, flat))
        return by_topic(lists.over(flat_pool), **given)

    return Formula(compute, {"flat": "max", **measure.parameters})


def _flattened(pool: Pool, how: str) -> Pool:
    """Return the pool with one intent: the topic as a whole."""
    h = pool.h if how == "max" else pool.h_count
    level = pool.level.max(axis=-1) if how == "max" else (pool.level > 0).sum(axis=-1)
    most = level[:, :UNJUDGED].max(initial=0)
    if most > h:
        raise UsageError(f"h: expected at least the most intents of a document, {most}, got {h}; raise it")
    level = np.minimum(level, h)  # bounds hope for every intent, but not for more than the top of the scale
    one = np.any(pool.exists, axis=-1, keepdims=True)
    return replace(
        pool,
        level=level[..., None],
        exists=one,
        p_intent=one.astype(float),
        navigational=np.zeros_like(one),
        h=h,
        memory={},
    )


def mixed(recall: Formula, measure: Formula) -> Formula:
    """γ recall + (1 - γ) M: the # measures."""

    def compute(lists: Lists, *, gamma: float, **given: Any) -> Array:
        return gamma * recall(lists, **given) + (1 - gamma) * measure(lists, **given)

    return Formula(compute, {"gamma": 0.5, **measure.parameters, **recall.parameters})
