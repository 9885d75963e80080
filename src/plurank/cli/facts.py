"""What holds for every measure, as words and as data."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from plurank.measures.help import HELP, example_text
from plurank.measures.lift import REQUIRED
from plurank.measures.parameters import CHOICES, LIMITS, LISTS, WHOLE, meaning, shown
from plurank.measures.table import MEASURES, Measure

__all__ = ["FAMILIES", "GRAMMAR", "ON_LAYERS", "Parameter", "facts_of", "families", "parameters_of", "record"]

FAMILIES = {
    "one intent": "One intent: the query as if it meant one thing",
    "coverage": "Coverage: how many intents are met at all",
    "novelty": "Novelty: what has been met before counts less",
    "intent-aware": "Intent-aware: a measure of one intent, averaged over intents by probability",
    "D": "D: gains summed over intents by probability",
    "intent types": "Intent types: informational and navigational intents are served differently",
    "proportionality": "Proportionality: every intent in the share that it is worth",
    "alpha#-IA": "alpha#-IA: novelty, recall and intents weighed against one another",
    "hierarchy": "Hierarchy: intents in a tree (needs --hierarchy FILE)",
    "dialect": "Dialects: the numbers that other programs print under these names",
}

GRAMMAR = {
    "ERR-IA@20": "cut at rank 20; without a cutoff lists are read to their end",
    "P@R": "every topic at its own rank: @R the number of its relevant documents, @intents that of its intents, "
    "@minrank-greedy the rank down to which a greedy list can cover them all",
    "alpha-nDCG(alpha=0.3)@20": "parameters; those that are not named keep their defaults",
    "nDCG(gain=[0,1,2,5])@10": "a list, here the gain of the grades 0, 1, 2 and 3",
    "NRBP(alpha=0:1:0.1)": "a grid: one measure for 0, for 0.1 and so on up to 1",
    "ERR(gain=exp|linear)@20": "one measure for each value between the bars",
    "geom(AP)": "the average over topics: geom(..) geometric, dd(..) weighted by how hard they are, weighted(..) by "
    "--topic-weights FILE",
    "ndeval:ERR-IA@20": "what another program prints: ndeval:, ntcireval:, gdeval:, trec_eval:",
    "dsharp_ndcg@10": "D#-nDCG@10: case does not count, _ is - and sharp is #, which a shell may eat",
    "P_10": "P@10: other programs' names, such as map, recall_20, MAP-IA and StRecall",
}
"""What can stand in a name: examples, and what they show."""

ON_LAYERS = ("layer", "within", "tree", "node_weights")
"""Parameters that measures without a hierarchy have for one layer of it."""


def families() -> dict[str, list[Measure]]:
    """Return the measures by family, in the order of the table."""
    found: dict[str, list[Measure]] = {family: [] for family in FAMILIES}
    for measure in MEASURES.values():
        found.setdefault(measure.family, []).append(measure)
    return {family: measures for family, measures in found.items() if measures}


@dataclass(frozen=True)
class Parameter:
    """A parameter as a user sees it."""

    name: str
    value: Any
    default: str
    """``alpha=0.5``, or ``p=`` where one must be given."""
    values: str
    """What it may be."""
    says: str

    @property
    def meaning(self) -> str:
        """What it says and what it may be."""
        return f"{self.says} ({self.values})" + ("; must be given" if self.default.endswith("=") else "")

    @property
    def stands(self) -> str:
        """The default alone."""
        return self.default.partition("=")[2] or "must be given"


def parameters_of(measure: Measure) -> Iterator[Parameter]:
    """Yield the parameters of a measure in their order."""
    for name, value in measure.parameters.items():
        given = "" if value is REQUIRED else shown(value)
        values = values_of(name, measure)
        yield Parameter(
            name, None if value is REQUIRED else value, f"{name}={given}", values, meaning(name, value)
        )


def values_of(name: str, measure: Measure) -> str:
    """Return what a parameter may be: ``dcg, err or rbp``, ``0 to 1``."""
    found = list(CHOICES.get(name, ()))
    if name in LIMITS:
        low, high = LIMITS[name]
        if name == "beta" and measure.parameters["beta"] != 1:
            high = 1  # that of a discount, not of a blended ratio
        kind = "a whole number from " if name in WHOLE else ""
        found.append(
            f"{kind}{shown(low)} to {shown(high)}" if high < 1e9 else f"a number of {shown(low)} or more"
        )
    if name in LISTS:
        found.append("a list")
    return " or ".join(filter(None, [", ".join(found[:-1]), found[-1]]))


def facts_of(measure: Measure) -> dict[str, str]:
    """Return what holds for a measure, in words."""
    names = measure.parameters

    def used(always: bool, parameter: str, word: str) -> str:
        if always or parameter not in names:
            return "yes" if always else "no"
        return f"only with {parameter}={word}"

    better = "lower" if measure.lower_is_better else "higher"
    on_layers = "for layer= and within=" if "layer" in names else "no"
    facts = {
        "range": f"{_range(measure)}, {better} is better",
        "probabilities": used(measure.weighted, "weights", "given"),
        "grades": used(measure.graded, "grades", "graded"),
        "cutoff": "needed" if measure.needs_cut else "optional",
        "hierarchy": "needed" if measure.hierarchy else on_layers,
        "--bounds": "hold" if measure.monotone else "do not hold: a further relevant document may lower it",
    }
    if measure.reads_judged:
        facts["judgments"] = "must list documents that are not relevant, too"
    return facts


def _range(measure: Measure) -> str:
    if measure.low == -math.inf:
        return f"{shown(measure.high)} at most"
    if measure.high == math.inf:
        return f"{shown(measure.low)} or more"
    beyond = ", or a little more since its ideal is greedy" if measure.may_pass_high else ""
    return f"{shown(measure.low)} to {shown(measure.high)}{beyond}"


def record(name: str) -> dict[str, Any]:
    """Return everything about one measure as plain data."""
    measure, text = MEASURES[name], HELP[name]
    return {
        "name": name,
        "family": measure.family,
        "paper": measure.paper,
        "about": text.about,
        "formula": text.formula,
        "parameters": [
            {"name": one.name, "default": one.value, "values": one.values, "meaning": one.says}
            for one in parameters_of(measure)
        ],
        "low": measure.low if math.isfinite(measure.low) else None,
        "high": measure.high if math.isfinite(measure.high) else None,
        "may_pass_high": measure.may_pass_high,
        "lower_is_better": measure.lower_is_better,
        "uses_probabilities": measure.weighted,
        "uses_grades": measure.graded,
        "needs_cutoff": measure.needs_cut,
        "needs_hierarchy": measure.hierarchy,
        "bounds_hold": measure.monotone,
        "example": example_text(name),
    }
