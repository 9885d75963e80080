"""`MEASURES`: the one table of all measures, in the order in which they are shown.

A row composes a measure from formulas (`adhoc`, `coverage`, `novelty`, ...) and lifts (`lift`, `hierarchy`), and
says what holds for it. Names, help, checks and tests are generated from the table.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from plurank.arrays import Array, Lists
from plurank.measures import adhoc, coverage, dialects, novelty, proportion
from plurank.measures.hierarchy import hierarchical_gain, layered, node_recall, on_layer
from plurank.measures.lift import (
    Formula,
    flat,
    formula,
    intent_aware,
    mixed,
    normalised,
    normalised_by_novelty,
    on,
)
from plurank.measures.parts import over_intents, up_to
from plurank.measures.sharp import alpha_sharp_ia
from plurank.measures.types import din_gain, p_plus_q
from plurank.measures.views import Plain, global_gain, ranked_by_gain

__all__ = ["COMMON", "MEASURES", "Measure"]

COMMON: Mapping[str, Any] = {"rel": 1, "gain": "exp", "h": None}
"""Parameters that every measure has: the least relevant grade, the gain map, the top grade of the scale."""


@dataclass(frozen=True, eq=False)
class Measure:
    """One row of the table."""

    name: str
    formula: Formula
    family: str
    paper: str
    low: float = 0.0
    high: float = 1.0
    lower_is_better: bool = False
    weighted: bool = True
    """Whether it uses the probabilities of intents (where a parameter says so, at its default)."""
    graded: bool = True
    """Whether it uses grades, or only relevant and not relevant."""
    normaliser: str = ""
    """The ideal list that scores 1: ``level`` (per topic or intent), ``gain`` (global), ``novelty``, or none."""
    needs_cut: bool = False
    monotone: bool = True
    """Whether a further relevant document never lowers it, so that `bounds` hold."""
    reads_judged: bool = False
    """Whether it tells unjudged documents from those that are not relevant."""
    hierarchy: bool = False
    """Whether it needs a hierarchy of intents."""
    convention: str = ""
    defaults: Mapping[str, Any] = field(default_factory=dict)
    """Common parameters whose default is another here."""

    @property
    def may_pass_high(self) -> bool:
        """Whether it divides by an ideal that is greedy unless asked otherwise, and so may pass its range."""
        return "ideal" in self.formula.parameters

    @property
    def parameters(self) -> dict[str, Any]:
        """Every parameter with its default, the common ones last."""
        return {**self.formula.parameters, **COMMON, **self.defaults}


def _cumulative_gain(gain: Array) -> Array:
    return up_to(gain)


def _binary_global_gain(lists: Lists) -> Plain:
    pool = lists.pool
    return ranked_by_gain(lists, "binary", lambda: over_intents(pool.rel, pool.p_intent))


ndcg, nerr = normalised(formula(adhoc.dcg)), normalised(formula(adhoc.err))
ngap = normalised(formula(adhoc.expected_precision))
q, err, rbp, gap = (formula(f) for f in (adhoc.q_measure, adhoc.err, adhoc.rbp, adhoc.gap))
precision, ap = formula(adhoc.precision), formula(adhoc.average_precision)
discounted_ndcg = normalised(formula(adhoc.discounted_gain))
i_rec = formula(coverage.intent_recall)
plain_i_rec = Formula(lambda lists: i_rec(lists), {})
n_rec = node_recall(coverage.intent_recall)
nrbp = formula(novelty.nrbp)

SAKAI_SONG = "Sakai, Song 2011"
WANG = "Wang, Dou, Sakai, Wen 2016"
SAKAI_2012 = "Sakai, WWW 2012"
DANG_CROFT = "Dang, Croft 2012"
CARTERETTE = "Carterette 2011"
CLARKE = "Clarke et al. 2008"
AGRAWAL = "Agrawal et al. 2009"


def _one_intent() -> Iterator[Measure]:
    def row(name: str, measure: Formula, paper: str, **facts: Any) -> Measure:
        return Measure(name, flat(measure), "one intent", paper, weighted=False, **facts)

    binary: dict[str, Any] = {"graded": False}
    yield row("P", precision, "van Rijsbergen 1979", needs_cut=True, **binary)
    yield row("R", formula(adhoc.recall), "van Rijsbergen 1979", normaliser="level", **binary)
    yield row("RR", formula(adhoc.reciprocal_rank), "Voorhees 1999", **binary)
    yield row("Rprec", formula(adhoc.r_precision), "Buckley, Voorhees 2005", normaliser="level", **binary)
    yield row("Success", formula(adhoc.success), "Buckley, Voorhees 2005", normaliser="level", **binary)
    yield row("AP", ap, "Buckley, Voorhees 2005", normaliser="level", **binary)
    facts = {"needs_cut": True, "monotone": False, "reads_judged": True, **binary}
    yield row("Judged", formula(adhoc.judged_share), "ir_measures", **facts)
    yield row("Hole", formula(adhoc.hole), "FreshStack", lower_is_better=True, **facts)
    yield row("nDCG", ndcg, "Järvelin, Kekäläinen 2002", normaliser="level")
    yield row("Q", q, "Sakai 2004", normaliser="level")
    yield row("ERR", err, "Chapelle et al. 2009")
    yield row("nERR", nerr, SAKAI_SONG, normaliser="level")
    yield row("GAP", gap, "Robertson, Kanoulas, Yilmaz 2010", normaliser="level")
    yield row("nGAP", ngap, SAKAI_SONG, normaliser="level")
    yield row("RBP", rbp, "Moffat, Zobel 2008", **binary)
    yield row("P+", formula(adhoc.p_plus), "Sakai 2006", normaliser="level", monotone=False)


def _intent_aware() -> Iterator[Measure]:
    def row(name: str, measure: Formula, paper: str = AGRAWAL, **facts: Any) -> Measure:
        return Measure(name, intent_aware(measure), "intent-aware", paper, **facts)

    yield row("P-IA", precision, needs_cut=True, graded=False)
    best = on(_binary_global_gain, normalised(formula(_cumulative_gain)))
    facts: dict[str, Any] = {"needs_cut": True, "graded": False, "normaliser": "binary gain"}
    yield Measure("nP-IA", best, "intent-aware", CARTERETTE, **facts)
    yield row("AP-IA", ap, graded=False)
    yield row("nDCG-IA", ndcg)
    yield row("Q-IA", q, SAKAI_SONG)
    yield row("ERR-IA", err, "Chapelle et al. 2009")
    yield row("nERR-IA", nerr, SAKAI_SONG)
    yield row("GAP-IA", gap, SAKAI_SONG)
    yield row("nGAP-IA", ngap, SAKAI_SONG)
    yield row("RBP-IA", rbp, "Moffat, Zobel 2008", graded=False)


def _coverage() -> Iterator[Measure]:
    facts: dict[str, Any] = {"weighted": False, "graded": False}
    yield Measure("I-rec", i_rec, "coverage", "Zhai et al. 2003", **facts)
    ideal = {"ideal": "greedy"}
    n_i_rec, s_precision = formula(coverage.normalised_intent_recall), formula(coverage.subtopic_precision)
    n_i_rec = replace(n_i_rec, parameters={**n_i_rec.parameters, **ideal})
    s_precision = replace(s_precision, parameters={**s_precision.parameters, **ideal})
    yield Measure("nI-rec", n_i_rec, "coverage", CARTERETTE, normaliser="cover", **facts)
    facts["monotone"] = False
    yield Measure("S-precision", s_precision, "coverage", "Zhai et al. 2003", needs_cut=True, **facts)


def _novelty() -> Iterator[Measure]:
    def row(name: str, measure: Formula, paper: str, **facts: Any) -> Measure:
        return Measure(name, measure, "novelty", paper, **{"weighted": False, "graded": False, **facts})

    alpha_dcg = formula(novelty.alpha_dcg)
    yield row("alpha-DCG", alpha_dcg, CLARKE, high=math.inf)
    yield row("alpha-nDCG", normalised_by_novelty(alpha_dcg), CLARKE, normaliser="novelty")
    yield row("NRBP", nrbp, "Clarke, Kolla, Vechtomova 2009")
    yield row("nNRBP", normalised_by_novelty(nrbp), "Clarke, Kolla, Vechtomova 2009", normaliser="novelty")
    yield row("RBU", formula(novelty.rbu), "Amigó et al. 2018", low=-math.inf, weighted=True, graded=True)


def _global_gain() -> Iterator[Measure]:
    for name, measure in (("nDCG", discounted_ndcg), ("Q", q)):
        d_measure = on(global_gain, measure)
        yield Measure(f"D-{name}", d_measure, "D", SAKAI_SONG, normaliser="gain")
        yield Measure(f"D#-{name}", mixed(plain_i_rec, d_measure), "D", SAKAI_SONG)


def _types() -> Iterator[Measure]:
    din, p_q = on(din_gain, discounted_ndcg), intent_aware(formula(p_plus_q))
    # a low grade at the first document of a navigational intent takes the place of a higher one below
    yield Measure("DIN-nDCG", din, "intent types", SAKAI_2012, monotone=False)
    yield Measure("DIN#-nDCG", mixed(plain_i_rec, din), "intent types", SAKAI_2012, monotone=False)
    yield Measure("P+Q", p_q, "intent types", SAKAI_2012, monotone=False)
    yield Measure("P+Q#", mixed(plain_i_rec, p_q), "intent types", SAKAI_2012, monotone=False)


def _proportion() -> Iterator[Measure]:
    facts: dict[str, Any] = {"graded": False, "needs_cut": True}
    proportional = formula(proportion.cumulative_proportionality)
    yield Measure("CPR", proportional, "proportionality", DANG_CROFT, **facts)
    yield Measure("PR", formula(proportion.proportionality), "proportionality", DANG_CROFT, **facts)
    facts |= {"high": math.inf, "lower_is_better": True, "monotone": False}
    yield Measure("DP", formula(proportion.disproportionality), "proportionality", DANG_CROFT, **facts)


def _alpha_sharp() -> Iterator[Measure]:
    facts: dict[str, Any] = {"weighted": False, "graded": False}
    yield Measure("alpha#-IA", alpha_sharp_ia, "alpha#-IA", "Golbus, Aslam, Clarke 2013", **facts)


def _layers(flat_ones: list[Measure]) -> Iterator[Measure]:
    for measure in flat_ones:
        if measure.family in ("coverage", "novelty", "intent-aware", "D"):
            lifted = replace(measure, name=f"{measure.name}-LA", formula=layered(measure.formula))
            yield replace(lifted, family="hierarchy", paper=WANG, hierarchy=True, normaliser="")


def _hierarchy() -> Iterator[Measure]:
    def row(name: str, measure: Formula, **facts: Any) -> Measure:
        return Measure(name, measure, "hierarchy", WANG, hierarchy=True, **facts)

    yield row("N-rec", n_rec, weighted=False, graded=False)
    for name, measure in (("nDCG", discounted_ndcg), ("Q", q)):
        leaves, layers = on(global_gain, measure), on(hierarchical_gain, measure)
        yield row(f"LD#-{name}", mixed(n_rec, leaves))
        yield row(f"HD-{name}", layers, normaliser="hierarchical gain")
        yield row(f"HD#-{name}", mixed(n_rec, layers))
        yield row(f"LAD#-{name}", mixed(n_rec, layered(leaves)))


def _dialects() -> Iterator[Measure]:
    yield from _ndeval()
    yield from _ntcireval()

    def row(name: str, measure: Formula, **facts: Any) -> Measure:
        return Measure(name, flat(measure), "dialect", name.partition(":")[0], weighted=False, **facts)

    h_4, linear = {"defaults": {"h": 4}}, {"defaults": {"gain": "linear"}}
    yield row("gdeval:nDCG", ndcg, normaliser="level", **h_4)
    yield row("gdeval:ERR", err, **h_4)
    yield row("trec_eval:nDCG", ndcg, normaliser="level", **linear)
    for measure in _one_intent():
        if measure.name in ("AP", "P", "R", "RR", "Rprec", "Success"):
            yield replace(measure, name=f"trec_eval:{measure.name}", family="dialect", paper="trec_eval")


def _ndeval() -> Iterator[Measure]:
    def row(name: str, measure: Formula, **facts: Any) -> Measure:
        fixed = {"grades": "binary", "weights": "none", "divisor": "R"}
        own = {p: default for p, default in measure.parameters.items() if p not in fixed}
        bound = Formula(lambda lists, **given: measure(lists, **{**given, **fixed}), own)
        facts = {"weighted": False, "graded": False, "convention": "ndeval", **facts}
        return Measure(f"ndeval:{name}", bound, "dialect", "ndeval 4.5", **facts)

    alpha_dcg, total = formula(novelty.alpha_dcg), formula(dialects.total_err_ia)
    yield row("ERR-IA", formula(dialects.ndeval_err_ia), needs_cut=True)
    yield row("nERR-IA", normalised_by_novelty(total), normaliser="novelty")
    yield row("alpha-DCG", formula(dialects.ndeval_alpha_dcg), needs_cut=True)
    yield row("alpha-nDCG", normalised_by_novelty(alpha_dcg), normaliser="novelty")
    yield row("NRBP", nrbp)
    yield row("nNRBP", normalised_by_novelty(nrbp), normaliser="novelty")
    yield row("MAP-IA", intent_aware(ap))
    yield row("P-IA", intent_aware(precision), needs_cut=True)
    yield row("strec", i_rec)


OWN_STOP = ("ERR", "nERR")
"""Their stop probability grows with the topic's own best gain, so that hopes for more would pass 1."""


def _ntcireval() -> Iterator[Measure]:
    facts: dict[str, Any] = {"convention": "ntcireval", "defaults": {"gain": "linear"}}

    def row(name: str, measure: Formula, **more: Any) -> Measure:
        return Measure(f"ntcireval:{name}", measure, "dialect", "NTCIREVAL", **{**facts, **more})

    ap_min = Formula(lambda lists, **given: ap(lists, divisor="min"), {})
    ntcireval_rbp = formula(dialects.ntcireval_rbp)
    of_list = {"nDCG": ndcg, "Q": q, "AP": ap_min, "ERR": err, "nERR": nerr, "RBP": ntcireval_rbp}
    yield row("I-rec", plain_i_rec, weighted=False, graded=False)
    for prefix, view in (("D", global_gain), ("DIN", din_gain)):
        for name, measure in of_list.items():
            whole, monotone = on(view, measure), prefix == "D" and name not in OWN_STOP
            yield row(f"{prefix}-{name}", whole, monotone=monotone)
            yield row(f"{prefix}#-{name}", mixed(plain_i_rec, whole), monotone=monotone)
    for name in ("nDCG", "Q", "ERR", "nERR"):
        yield row(f"IA-{name}", intent_aware(of_list[name]), monotone=name not in OWN_STOP)
    p_q = intent_aware(formula(p_plus_q))
    yield row("P+Q", p_q, monotone=False)
    yield row("P+Q#", mixed(plain_i_rec, p_q), monotone=False)


def _all() -> dict[str, Measure]:
    flat_ones = [*_coverage(), *_novelty(), *_intent_aware(), *_global_gain()]
    others = [*_types(), *_proportion(), *_alpha_sharp()]
    on_layers = [replace(m, formula=on_layer(m.formula)) for m in (*flat_ones, *others)]
    rows = [*_one_intent(), *on_layers, *_hierarchy(), *_layers(flat_ones), *_dialects()]
    return {measure.name: measure for measure in rows}


MEASURES: Mapping[str, Measure] = _all()
