"""Every measure equals its naive twin: plain loops written from the papers (`naive.py`)."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from generated import Case, cases
from plurank.evaluation import evaluate
from plurank.measures.table import MEASURES
from plurank.names import Score, parse

REQUIRED = {"RBU": "p=0.8, effort=0.03", "RBU-LA": "p=0.99, effort=0.05"}


def with_required(name: str, *given_: str) -> str:
    inside = ", ".join(filter(None, [REQUIRED.get(name, ""), *given_]))
    return f"{name}({inside})" if inside else name


def at_cuts(text: str, name: str, *cuts: str) -> list[str]:
    return [text + cut for cut in cuts if cut or not MEASURES[name].needs_cut]


DEFAULTS = [text for name in MEASURES for text in at_cuts(with_required(name), name, "@1", "@3", "@10", "")]

FLAT = [name for name in MEASURES if "within" in MEASURES[name].parameters]
LIFTED = [name for name in MEASURES if name.endswith("-LA")]
IN_TREE = [name for name in MEASURES if MEASURES[name].hierarchy and name != "N-rec"]

GRIDS = [
    *[f"{name}(flat=count)@4" for name in ("P", "R", "AP", "nDCG", "Q", "ERR", "GAP", "nGAP", "RBP", "P+")],
    "AP(divisor=min)@3", "AP-IA(divisor=min)@3", "AP-IA(divisor=min)", "Q(beta=0|10)@3",
    "Q-IA(beta=0|10)@3", "P+(beta=0|3)@5", "P+Q(beta=2)@5", "P+Q#(gamma=0.3, beta=2)@5",
    "D-Q(beta=0|5)@5", "D#-Q(gamma=0:1:0.5, beta=3)@5",
    "RBP(p=0.5|1, grades=binary|graded)@5", "RBP-IA(p=0.95, grades=graded)", "nERR(h=4|7)@5", "ERR-IA(h=5)@5",
    "GAP(thresholds=linear)@5", "nGAP(thresholds=linear)@5", "GAP-IA(thresholds=[4,3,2,1], h=4)@5",
    "nGAP-IA(thresholds=[0,1,0,2], h=4)@5", "nGAP-IA(thresholds=linear)",
    "I-rec(weights=given)@3", "nI-rec(weights=given)@2", "nI-rec(weights=given)", "S-precision(recall=0.4|1)@5",
    "S-precision(recall=0.7)", "alpha-DCG(alpha=0|0.3|1, grades=binary|graded, weights=none|given)@5",
    "alpha-nDCG(alpha=0|0.3|0.9|1, grades=binary|graded, weights=none|given)@5",
    "NRBP(alpha=0.2|1, beta=0.8, grades=binary|graded, weights=none|given)",
    "nNRBP(alpha=0.2|1, beta=0.8, grades=binary|graded, weights=none|given)", "nNRBP(beta=1)@4", "RBU(p=1, effort=0)",
    "RBU(p=1, effort=0.1)", "RBU(p=0.5, effort=0.1)@7",
    "D-nDCG(discount=dcg|err|rbp, beta=0.5)@5", "D#-nDCG(gamma=0:1:0.5, discount=err|rbp)@5",
    "DIN-nDCG(discount=err)@5", "DIN#-nDCG(gamma=0.2, discount=rbp)", "CPR(popularity=covering)@5",
    "PR(popularity=covering)@5",
    "DP(popularity=covering)@5",
    "alpha#-IA(alpha=0|0.3|1, subtopics=micro|geom|smr|cascade, weights=none|given, grades=binary|graded)@5",
    "alpha#-IA(discount=err|rbp, subtopics=micro|geom|smr|cascade, gamma=0|0.3, beta=0.5)@5",
    "alpha#-IA(subtopics=smr, miss=replacement|exact, miss_rank=n|1|3)@5", "alpha#-IA(subtopics=geom, floor=0.01)",
    "alpha#-IA(subtopics=cascade, discount=err)",
    *[with_required(name, f"rel={rel}") + "@4" for name in MEASURES for rel in (2, 3)],
    *[with_required(name, "gain=linear|[0,1,2,5,9]") + "@4" for name in MEASURES],
    *[with_required(name, "h=4|6") + "@4" for name in MEASURES],
    *[with_required(name, "layer=1|2|3, tree=extended|original") + "@4" for name in naive.LAYERED],
    *[with_required(name, "within=1|2|3, tree=extended|original") + "@4" for name in FLAT],
    *[with_required(name, "within=2, node_weights=uniform|given") + "@4" for name in FLAT],
    *[with_required(name, "tree=original, node_weights=sum|uniform|given") + "@4" for name in LIFTED],
    *[with_required(name, "layer_weights=[0.2,0.5]|[0,1]|[1]") + "@4" for name in LIFTED],
    "N-rec(tree=original)@4", "LD#-nDCG(gamma=0|1, tree=original)@4", "LD#-Q(tree=original, beta=3)@4",
    *[f"{name}(tree=original, node_weights=uniform|given)@4" for name in IN_TREE if name[:2] in ("HD", "LA")],
    *[f"{name}(layer_weights=[0.2,0.5])@4" for name in IN_TREE if name[:2] in ("HD", "LA")],
    "HD-nDCG(discount=err|rbp)", "LAD#-Q(beta=0)@4", "LAD#-nDCG(gamma=0.9, discount=rbp)@4",
    "ndeval:alpha-nDCG(alpha=0|0.3|1)@5", "ndeval:nERR-IA(alpha=0.3)@5", "ndeval:ERR-IA(alpha=0.3)@5",
    "ndeval:nNRBP(alpha=0.3, beta=0.8)", "I-rec@intents", "P@R", "alpha-nDCG@minrank-greedy", "D#-nDCG(rel=2)@intents",
]  # fmt: skip
VARIANTS = [str(score) for grid in GRIDS for score in parse(grid)]


def twin(score: Score, topic: naive.Topic, ranking: tuple[str, ...]) -> float:
    """Return what the naive twin makes of one ranking."""
    given_ = dict(score.given)
    cut = score.cut
    if isinstance(cut, str):
        cut = max(naive.cutoff(cut, topic, **{"rel": given_["rel"]} if "rel" in given_ else {}), 1)
    return naive.score(score.measure.name, topic, list(ranking), cut, **given_)


def hold_against_twins(case: Case, names: list[str]) -> None:
    scores = evaluate(case.judgments, case.runs, names, keep_uncovered=case.keep_uncovered)
    for r, run in enumerate(case.runs):
        for t, topic in enumerate(scores.topics):
            for m, score in enumerate(scores.scores):
                want = twin(score, case.topics[topic], run.rankings.get(topic, ()))
                got = scores.values[r, t, m]
                same = math.isnan(got) if math.isnan(want) else abs(got - want) <= 1e-12 * max(1, abs(want))
                assert same, (str(score), topic, run.name, want, got)


def test_the_table_and_the_twins_hold_the_same_names():
    assert set(MEASURES) == set(naive.TWINS)


MINUTES = settings(max_examples=5 * settings.default.max_examples)
"""What matters most is tried hardest."""


@MINUTES
@given(cases())
def test_every_measure_equals_its_twin(case: Case):
    hold_against_twins(case, DEFAULTS)


@MINUTES
@given(cases(most_topics=3), st.lists(st.sampled_from(VARIANTS), min_size=100, max_size=100, unique=True))
def test_every_parameter_means_what_its_twin_means(case: Case, names: list[str]):
    hold_against_twins(case, names)


@given(cases(), st.booleans())
def test_difficulty_equals_its_twin(case: Case, exact: bool):
    from plurank.blocks import Preparation, collect
    from plurank.measures.difficulty import topic_difficulty

    for block in collect(case.judgments, keep_uncovered=case.keep_uncovered).blocks:
        pool = block.pool(Preparation())
        found = topic_difficulty(pool, exact=exact)
        for t, topic in enumerate(block.topics):
            if pool.relevant[t]:
                assert found[t] == pytest.approx(naive.dd(case.topics[topic], exact=exact), abs=1e-12)


@given(cases(), st.sampled_from(["mean", "geom", "dd", "weighted"]))
def test_averages_equal_their_twins(case: Case, average: str):
    weights = {name: float(n) for n, name in enumerate(case.topics)}
    scores = evaluate(case.judgments, case.runs, f"{average}(D#-nDCG@5)", topic_weights=weights,
                      keep_uncovered=case.keep_uncovered)  # fmt: skip
    for r in range(len(scores.runs)):
        dds = [naive.dd(topic) for topic in case.topics.values()]
        want = naive.topic_average(
            average, list(scores.values[r, :, 0]), dds=dds, weights=list(weights.values())
        )
        np.testing.assert_allclose(scores.mean()[r, 0], want, atol=1e-12)
