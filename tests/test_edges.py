"""Cases too rare for generated collections to meet often, each with its value worked out by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

import plurank as pr

FOUR = {"1": {"1": {"a": 1}, "2": {"a": 1}, "3": {"b": 1}, "4": {"c": 1}}}
"""Document a holds two of four intents, b and c one each: the greedy cover is a, b, c."""


def score(judged: dict[str, dict[str, dict[str, int]]], ranking: str, measure: str, **how: object) -> float:
    run = pr.Run("run", {"1": tuple(ranking)})
    return float(pr.evaluate(pr.read_qrels(judged), run, measure, **how).values[0, 0, 0])


@pytest.mark.parametrize(
    ("measure", "value"),
    [
        ("S-precision@1", 0.0),
        ("S-precision@2", 1 / 2),  # b: one intent, which one document can hold
        ("S-precision@3", 1 / 2),
        ("S-precision@4", 2 / 4),  # b, a: three intents, which two documents can hold
        ("S-precision@5", 3 / 5),
        ("S-precision@9", 3 / 5),
        ("S-precision(recall=0.01)", 1 / 2),  # ceil(0.04) = 1 intent
        ("S-precision(recall=0.25)", 1 / 2),  # exactly one
        ("S-precision(recall=0.26)", 1 / 4),  # two intents: minRank 1, reached at rank 4
        ("S-precision(recall=0.5)", 1 / 4),
        ("S-precision(recall=0.5)@3", 0.0),  # not reached by rank 3
        ("S-precision(recall=0.75)", 2 / 4),
        ("S-precision(recall=0.76)", 3 / 5),
        ("S-precision(recall=1)", 3 / 5),
        ("nI-rec@1", 0.0),
        ("nI-rec@2", 1 / 3),  # one intent; two documents of the cover hold three
        ("nI-rec@4", 3 / 4),
        ("nI-rec@5", 1.0),
    ],
)
def test_coverage_by_hand(measure: str, value: float):
    assert score(FOUR, "xbyac", measure) == pytest.approx(value, abs=1e-15)


def test_recall_that_is_not_reached_scores_0():
    assert score(FOUR, "xb", "S-precision(recall=0.5)") == 0.0


GRADED = {"1": {"1": {"a": 1, "b": 3, "c": 2, "d": 0}}}


@pytest.mark.parametrize(
    ("ranking", "value"),
    [
        ("d", 0.0),
        ("da", (1 + 1) / (2 + 10)),  # r_p = 2: BR(2) = (1 + 1)/(2 + 7 + 3), C = 1
        ("dac", ((1 + 1) / (2 + 10) + (2 + 4) / (3 + 11)) / 2),  # the better c moves r_p to 3
        ("daca", ((1 + 1) / (2 + 10) + (2 + 4) / (3 + 11)) / 2),
        ("dbac", (1 + 7) / (2 + 10)),  # b is the best: what follows does not count
    ],
)
def test_p_plus_by_hand(ranking: str, value: float):
    unique = "".join(dict.fromkeys(ranking))
    assert score(GRADED, unique, "P+@4") == pytest.approx(value, abs=1e-15)


def test_gap_weighs_levels_by_their_thresholds():
    # thresholds 0, 1, 3: w = 0, 0, 1/4, 1; list c, b: EP(1) = 1/4, EP(2) = (1/4 + 1)/2
    found = score(GRADED, "cb", "GAP(thresholds=[0,1,3])")
    assert found == pytest.approx((1 / 4 + (1 / 4 + 1) / 2) / (1 + 1 / 4), abs=1e-15)


def test_exact_miss_rates_draw_without_replacement():
    # R_1 = 3, R_2 = 1, R_T = 3; the cover needs 1 document: miss 0 and 2/3
    judged = {"1": {"1": {"a": 1, "b": 1, "c": 1}, "2": {"c": 1}}}
    assert score(judged, "a", "alpha#-IA(gamma=0, subtopics=smr)@1") == 0.0
    assert score(judged, "c", "alpha#-IA(gamma=0, subtopics=smr)@1") == 1.0
    # three draws with replacement miss intent 2 with (2/3)^3, without replacement never: then both count alike
    assert score(judged, "a", "alpha#-IA(gamma=0, subtopics=smr, miss_rank=3)@1") == 0.0
    assert score(judged, "a", "alpha#-IA(gamma=0, subtopics=smr, miss_rank=3, miss=exact)@1") == 0.5


def test_the_largest_scale_stays_finite():
    judged = {"1": {"1": {"a": 1000, "b": 1}, "2": {"b": 1}}}
    for measure in ("nDCG@2", "D-nDCG@2", "ERR-IA@2", "D#-Q@2", "alpha-nDCG(grades=graded)@2", "GAP@2"):
        assert math.isfinite(score(judged, "ba", measure)), measure


def test_whole_lists_see_every_relevant_document_and_no_padding():
    judged = {"1": {"1": {"a": 1, "b": 1}}, "2": {"1": {f"d{n}": 1 for n in range(40)}}}
    run = pr.Run("run", {"1": ("x", "a"), "2": tuple(f"d{n}" for n in range(40))})
    scores = pr.evaluate(pr.read_qrels(judged), run, ["AP", "nDCG", "NRBP", "alpha-nDCG", "R", "Success"])
    log = math.log2
    assert scores.values[0, 0] == pytest.approx(
        [
            (1 / 2) / 2,
            (1 / log(3)) / (1 + 1 / log(3)),
            0.75 * 0.5,
            (1 / log(3)) / (1 + 0.5 / log(3)),
            1 / 2,
            1,
        ],
        abs=1e-15,
    )
    assert scores["AP"][0, 1] == pytest.approx(1, abs=1e-15)


def test_a_document_twice_in_a_run_made_by_hand_is_refused():
    run = pr.Run("mine", {"1": ("a", "b", "a")})
    with pytest.raises(
        pr.InputError, match="run 'mine': expected each document once in topic '1', got 'a' again"
    ):
        pr.evaluate(pr.read_qrels(FOUR), run, "nDCG")


def weighted(
    judged: dict[str, dict[str, dict[str, int]]], tree: dict[str, str], **shares: float
) -> pr.Judgments:
    intents = pr.Intents({"1": {name.strip("i"): pr.Intent(share) for name, share in shares.items()}})
    nodes = pr.Hierarchy({"1": {node: pr.Node(parent) for node, parent in tree.items()}})
    return replace(pr.read_qrels(judged), intents=intents, hierarchy=nodes if tree else None)


def test_miss_rates_that_leave_no_weight_fall_back_to_the_probabilities():
    # intent 1, the only one wanted, cannot be missed: miss rates 0 and 1, times P 1 and 0
    data = weighted({"1": {"1": {"a": 1, "b": 1}, "2": {"a": 1}}}, {}, i1=1.0, i2=0.0)
    found = pr.evaluate(
        data, pr.Run("r", {"1": ("b",)}), "alpha#-IA(gamma=0, subtopics=smr, weights=given)@1"
    )
    assert found.values[0, 0, 0] == 1.0


def test_a_node_that_nobody_wants_counts_nothing_within_its_layer():
    judged = {"1": {"1": {"a": 1}, "2": {"b": 1}, "3": {"c": 1}}}
    data = weighted(judged, {"1": "n", "2": "n", "n": "", "3": ""}, i1=0.0, i2=0.0, i3=1.0)
    run = pr.Run("r", {"1": ("c", "a", "b")})
    for measure, value in (("node_weights=uniform", 1 / 2), ("node_weights=sum", 1.0)):
        found = pr.evaluate(data, run, f"D-nDCG(within=1, {measure})@3")
        assert found.values[0, 0, 0] == pytest.approx(value, abs=1e-15)


def test_no_bit_depends_on_what_else_is_asked():
    judged = {"1": {str(i): {f"d{n}": 1 + (n * i) % 3 for n in range(i, 15)} for i in range(1, 10)}}
    run = pr.Run("r", {"1": tuple(f"d{n}" for n in (3, 1, 4, 11, 5, 9, 2, 6, 8, 7))})
    names = [
        f"{name}@{k}" for name in ("GAP-IA", "nDCG-IA", "D#-nDCG", "alpha-nDCG", "RBP-IA") for k in (1, 4, 15)
    ]
    together = pr.evaluate(pr.read_qrels(judged), run, names).values[0, 0]
    for name, value in zip(names, together, strict=True):
        assert pr.evaluate(pr.read_qrels(judged), run, name).values[0, 0, 0] == value, name
