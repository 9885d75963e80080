"""The α#-IA family: the unified framework of Golbus, Aslam and Clarke 2013 (section 6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from plurank.arrays import Array, Lists, Whole
from plurank.measures.coverage import intent_recall
from plurank.measures.covers import least_rank
from plurank.measures.difficulty import miss_rate
from plurank.measures.lift import Formula, formula, mixed, normalised, normalised_by_novelty, on
from plurank.measures.novelty import cascade
from plurank.measures.parts import before, discounts, over_intents, ratio, up_to
from plurank.measures.views import by_intent, portion

__all__ = ["alpha_sharp_ia"]


def intent_cascade(hit: Array, rank: Whole, *, alpha: float, discount: str, beta: float) -> Array:
    """Σ_{r≤l} disc(r) J_i(r) (1 - α)^{C_i(r-1)} of one intent."""
    return up_to(hit * before(1 - alpha * hit) * discounts(discount, rank, beta))


def averaged(scores: Array, share: Array, *, subtopics: str, floor: float, smr: Array) -> Array:
    """A_l of the scores s_i(l) of all intents: mean, geometric mean or mean by miss rate [.., rank, intent]."""
    if subtopics == "geom":
        return np.exp(over_intents(np.log(np.maximum(scores, floor)), share))
    if subtopics == "smr":
        by_rate = share * smr
        nothing = by_rate.sum(axis=-1, keepdims=True) == 0
        by_rate = np.where(nothing, share, by_rate)
        return over_intents(scores, ratio(by_rate, by_rate.sum(axis=-1, keepdims=True)))
    return over_intents(scores, share)


def _alpha_sharp_ia() -> Formula:
    """α#-IA@l = γ S-recall@l + (1 - γ) A_l."""
    by_cascade = normalised_by_novelty(formula(cascade))
    by_subtopic = on(by_intent, normalised(formula(intent_cascade)))

    def compute(
        lists: Lists,
        *,
        subtopics: str,
        floor: float,
        miss: str,
        miss_rank: str | float,
        weights: str,
        **given: Any,
    ) -> Array:
        if subtopics == "cascade":
            return by_cascade(lists, weights=weights, **given)
        pool = lists.pool
        k = least_rank(pool) if miss_rank == "n" else np.full((len(pool.level), 1), float(miss_rank))
        r_i, r_t = pool.relevant_by_intent, pool.relevant[:, None]
        smr = miss_rate(r_i, r_t, k, pool.exists, exact=miss == "exact")
        scores = np.swapaxes(by_subtopic(lists, **given), -1, -2)
        return averaged(scores, portion(lists, weights=weights), subtopics=subtopics, floor=floor, smr=smr)

    parameters = {
        "alpha": 0.3,
        "discount": "dcg",
        "subtopics": "micro",
        "beta": 0.8,
        "floor": 1e-5,
        "weights": "none",
        "grades": "binary",
        "ideal": "greedy",
        "miss": "replacement",
        "miss_rank": "n",
    }
    measure = mixed(formula(intent_recall), Formula(compute, parameters))
    in_order = ("alpha", *measure.parameters)
    return Formula(measure.compute, {name: measure.parameters[name] for name in in_order})


alpha_sharp_ia = _alpha_sharp_ia()
