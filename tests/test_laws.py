"""What holds for every measure of the table, each law stated once.

A law is a function from a generated collection to the measures that break it. Those that may break it stand in the
law's exemptions, each with the reason and a collection on which it does: an exemption that is not needed fails.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from functools import cache, cached_property
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import naive
from generated import DOCUMENTS, UNJUDGED, Case, as_judgments, cases
from plurank import MEASURES, Run, Score, Scores, evaluate, parse
from plurank.arrays import Lists
from plurank.blocks import Block
from plurank.measures.parameters import CHOICES

TOP = 4
"""The top grade of every scale here, so that a part of a collection has the scale of the whole."""

REQUIRED = {"RBU": "p=0.8, effort=0.03", "RBU-LA": "p=0.8, effort=0.03"}
VARIANTS = [
    "S-precision(recall=1)",
    "alpha-nDCG(alpha=0.3, grades=graded, weights=given)",
    "nI-rec(weights=given)",
    "ndeval:alpha-nDCG(alpha=0.3)",
    "D#-nDCG(within=1)",
    "Q-IA(layer=2)",
    "alpha#-IA(subtopics=geom)",
    "alpha#-IA(subtopics=smr)",
    "alpha#-IA(subtopics=cascade)",
]
"""Measures whose parameters make other measures of them."""

TEXTS = [f"{name}({REQUIRED[name]})" if name in REQUIRED else name for name in MEASURES] + VARIANTS
MEASURE = {text: parse(f"{text}@1")[0].measure for text in TEXTS}

CUTS = st.sampled_from(["@1", "@2", "@3", "@5", "@20", ""])
ANY_CUTS = CUTS | st.sampled_from(["@R", "@intents", "@minrank-greedy"])
CLOSE = 1e-12

Table = dict[str, Any]
"""Scores of every measure [run, topic]."""
Exemptions = dict[str, tuple[str, tuple[Any, ...]]]
"""Why a measure breaks a law, and the arguments of the law that show it."""


def exempt(reason: str, example: tuple[Any, ...], *texts: str) -> Exemptions:
    return dict.fromkeys(texts, (reason, example))


def scored(case: Case, texts: Iterable[str], runs: Sequence[Run] | None = None, **settings: Any) -> Scores:
    settings = {"top_grade": TOP, "keep_uncovered": case.keep_uncovered, **settings}
    return evaluate(case.judgments, case.runs if runs is None else runs, list(map(parsed, texts)), **settings)


@cache
def parsed(text: str) -> Score:
    (score,) = parse(text)
    return score


def table(case: Case, cut: str, runs: Sequence[Run] | None = None, **settings: Any) -> Table:
    """Scores of every measure at a cutoff; whole lists leave those out that need one."""
    texts = at(cut, TEXTS)
    scores = scored(case, [text + cut for text in texts], runs, **settings)
    return {text: scores.values[..., m] for m, text in enumerate(texts)}


def at(cut: str, texts: Iterable[str]) -> list[str]:
    """The measures that can be taken at this cutoff."""
    return [text for text in texts if cut or not needs_cut(text)]


def needs_cut(text: str) -> bool:
    return MEASURES[text.partition("(")[0]].needs_cut and "recall=" not in text


def differing(one: Table, other: Table, tolerance: float = CLOSE) -> set[str]:
    """The measures whose scores differ in the two tables."""
    assert one.keys() == other.keys()
    x, y = (np.stack([scores[text] for text in one]) for scores in (one, other))
    same = np.isclose(x, y, rtol=tolerance, atol=tolerance, equal_nan=True).all(axis=(1, 2))
    return {text for text, is_same in zip(one, same, strict=True) if not is_same}


def falling(before: Table, after: Table) -> set[str]:
    """The measures that say that the second list is worse."""
    down = {text: after[text] - before[text] for text in before}
    return {t for t, x in down.items() if (x < -CLOSE if not MEASURE[t].lower_is_better else x > CLOSE).any()}


# --- collections by hand --------------------------------------------------------------------------------------------


def covering(intents: Iterable[str], grade: int = 1) -> dict[str, int]:
    return dict.fromkeys(intents, grade)


def small(judgments: Mapping[str, Mapping[str, int]], ranking: Iterable[str], **facts: Any) -> Case:
    """A collection of one topic and one run; its intents are those that are judged, or given."""
    named = sorted({i for row in judgments.values() for i in row})
    rows = {d: dict(row) for d, row in judgments.items()} | {"d99": {}}
    topic = naive.Topic(rows, facts.pop("intents", named), **facts)
    return of_topics({"t0": topic}, [Run("a", {"t0": tuple(ranking)})])


def of_topics(topics: dict[str, naive.Topic], runs: list[Run], *, keep_uncovered: bool = False) -> Case:
    return Case(as_judgments(topics), topics, runs, keep_uncovered)


def changed(case: Case, change: Callable[[naive.Topic], naive.Topic]) -> Case:
    """The same collection with every topic changed."""
    topics = {name: change(topic) for name, topic in case.topics.items()}
    return of_topics(topics, case.runs, keep_uncovered=case.keep_uncovered)


def reranked(case: Case, change: Callable[[naive.Topic, tuple[str, ...]], tuple[str, ...]]) -> list[Run]:
    """The same runs with every list changed."""
    return [
        Run(run.name, {t: change(case.topics[t], ranking) for t, ranking in run.rankings.items()})
        for run in case.runs
    ]


def family(k: int, grade: int = 1) -> Case:
    """Paper 004, section 2.3: k disjoint documents of 2, 4, ..., 2^k intents, and two with half of each.

    The two cover everything, which the greedy lists, that begin with the largest document, need k for.
    """
    blocks, start = [], 1
    for size in (2**i for i in range(1, k + 1)):
        blocks.append([str(i) for i in range(start, start + size)])
        start += size
    judgments = {f"D{n}": dict.fromkeys(block, grade) for n, block in enumerate(blocks, 1)}
    judgments["half"] = {i: grade for block in blocks for i in block[: len(block) // 2]}
    judgments["rest"] = {i: grade for block in blocks for i in block[len(block) // 2 :]}
    return small(judgments, ["half", "rest", *reversed(list(judgments)[:k])])


# --- scores lie in their range --------------------------------------------------------------------------------------


def outside_range(case: Case, cut: str) -> set[str]:
    return {
        text
        for text, x in table(case, cut).items()
        if (x < MEASURE[text].low - 1e-9).any() or (x > MEASURE[text].high + 1e-9).any()
    }


GREEDY = "its ideal is greedy, and another list is better"
PAST_ONE: Exemptions = {
    **exempt(GREEDY, (family(3), "@2"), "alpha-nDCG", "alpha-nDCG-LA", "ndeval:alpha-nDCG"),
    **exempt(GREEDY, (family(3), "@2"), "nI-rec", "nI-rec(weights=given)", "nI-rec-LA"),
    **exempt(GREEDY, (family(3), "@2"), "S-precision", "S-precision(recall=1)", "S-precision-LA"),
    **exempt(GREEDY, (family(4), "@2"), "nNRBP", "nNRBP-LA", "ndeval:nNRBP", "ndeval:nERR-IA"),
    **exempt(GREEDY, (family(4), "@2"), "alpha#-IA(subtopics=cascade)", "ndeval:alpha-nDCG(alpha=0.3)"),
    **exempt(GREEDY, (family(4, TOP), "@2"), "alpha-nDCG(alpha=0.3, grades=graded, weights=given)"),
}


@given(cases(), ANY_CUTS)
def test_scores_lie_in_their_range(case: Case, cut: str):
    assert outside_range(case, cut) - set(PAST_ONE) == set()


# --- the ideal list scores 1 ----------------------------------------------------------------------------------------


def hierarchical_gain(v: naive.View, document: str) -> float:
    return sum(naive.GG(naive.on_layer(v, layer), document) for layer in naive.layers_of(v))


def by(gain: Callable[[naive.View, str], float]) -> Callable[[naive.View], list[str]]:
    """The list of all judged documents, those with most gain first."""
    return lambda v: [] if v.prob is None else sorted(v.level, key=lambda d: -gain(v, d))


def cover(v: naive.View) -> list[str]:
    """Each document adds most uncovered intents; the first of several equals."""
    chosen: list[str] = []
    for _ in v.level:
        rest = [d for d in v.level if d not in chosen]
        chosen.append(max(rest, key=lambda d: len(naive.union(v, [*chosen, d]))))
    return chosen


IDEAL: dict[str, Callable[[naive.View], list[str]]] = {
    "level": lambda v: sorted(v.level, key=lambda d: -max(v.level[d].values(), default=0)),
    "gain": by(naive.GG),
    "binary gain": by(lambda v, d: sum(v.P(i) * v.J(d, i) for i in v.intents)),
    "hierarchical gain": by(hierarchical_gain),
    "novelty": lambda v: naive.greedy_ideal(v, 0.5, "binary", "none"),
    "cover": cover,
}
"""The ideal list of every kind of normaliser, by default parameters."""


def not_one(case: Case, cut: str) -> set[str]:
    """The normalised measures that do not give their ideal list a score of 1."""
    views = {t: naive.view(replace(topic, h=TOP)) for t, topic in case.topics.items()}
    broken = set()
    for kind, ideal in IDEAL.items():
        run = Run("ideal", {t: tuple(ideal(v)) if v else () for t, v in views.items()})
        texts = at(cut, [name for name in MEASURES if MEASURES[name].normaliser == kind])
        if texts:
            off = np.abs(scored(case, [text + cut for text in texts], [run]).values - 1) > 1e-9
            broken |= {text for m, text in enumerate(texts) if off[..., m].any()}
    return broken


TWO_RELEVANT = small({"one": {"1": 1}, "two": {"1": 1}}, [])
NOT_ONE_WHERE_CUT = exempt(
    "it divides by all relevant documents, however few ranks there are",
    (TWO_RELEVANT, "@1"),
    *["R", "Rprec", "AP", "GAP", "trec_eval:R", "trec_eval:Rprec", "trec_eval:AP"],
)


def test_every_kind_of_ideal_list_is_known():
    assert {measure.normaliser for measure in MEASURES.values()} == {"", *IDEAL}


@given(cases(), CUTS)
def test_the_ideal_list_scores_1(case: Case, cut: str):
    assert not_one(case, "") == set()
    assert not_one(case, cut) - set(NOT_ONE_WHERE_CUT) == set()


# --- ranks after k do not matter ------------------------------------------------------------------------------------


@given(cases(), st.sampled_from([1, 2, 3, 5]))
def test_ranks_after_k_do_not_matter(case: Case, k: int):
    short = reranked(case, lambda _, ranking: ranking[:k])
    cut, whole = f"@{k}", ""
    assert differing(table(case, cut), table(case, cut, short), 0) == set()
    assert differing(table(case, whole, depth=k), table(case, whole, short), 0) == set()


# --- names and order do not matter ----------------------------------------------------------------------------------


def with_documents(case: Case, name: Callable[[str], str]) -> Case:
    renamed = changed(
        case, lambda topic: replace(topic, judgments={name(d): row for d, row in topic.judgments.items()})
    )
    return replace(renamed, runs=reranked(renamed, lambda _, ranking: tuple(map(name, ranking))))


def with_intents(case: Case, name: Callable[[str], str]) -> Case:
    def renamed(topic: naive.Topic) -> naive.Topic:
        parent = topic.parent and {name(n): p and name(p) for n, p in topic.parent.items()}
        rows = topic.judgments.items()
        return replace(
            topic,
            judgments={d: {name(i): x for i, x in row.items()} for d, row in rows},
            intents=[name(i) for i in topic.intents],
            prob=topic.prob and {name(i): p for i, p in topic.prob.items()},
            types={name(i): kind for i, kind in topic.types.items()},
            parent=parent,
            node_weight=topic.node_weight and {name(n): w for n, w in topic.node_weight.items()},
        )

    return changed(case, renamed)


def in_order(case: Case, order: Sequence[str]) -> Case:
    """The same collection with the documents of the judgments in this order."""
    place = {d: n for n, d in enumerate(order)}
    return changed(
        case,
        lambda topic: replace(
            topic, judgments=dict(sorted(topic.judgments.items(), key=lambda row: place[row[0]]))
        ),
    )


def changed_by_names(case: Case, cut: str, order: Sequence[str]) -> set[str]:
    """What differs where documents are renamed, so that they stand in this order."""
    return differing(table(case, cut), table(with_documents(case, lambda d: f"{order.index(d):03}{d}"), cut))


def changed_by_intents(case: Case, cut: str, order: Sequence[str]) -> set[str]:
    renamed = with_intents(case, lambda i: str(100 + order.index(i)) if i in order else f"node {i}")
    return differing(table(case, cut), table(renamed, cut))


def changed_by_order(case: Case, cut: str, order: Sequence[str]) -> set[str]:
    return differing(table(case, cut), table(in_order(case, order), cut))


ALL_DOCUMENTS = [*DOCUMENTS, "d99", *UNJUDGED]
CHAIN = small({"A": covering("12"), "B": covering("23"), "C": covering("34")}, ["A", "C", "B"])
TIES_BY_NAME = exempt(
    "equal documents stand in the greedy ideal by their names, and which one is first matters",
    (CHAIN, "@2", ["C", "A", "B", "d99"]),
    "alpha-nDCG",
    "alpha-nDCG(alpha=0.3, grades=graded, weights=given)",
    "alpha-nDCG-LA",
    "nNRBP",
    "nNRBP-LA",
    "ndeval:alpha-nDCG",
    "ndeval:alpha-nDCG(alpha=0.3)",
    "ndeval:nERR-IA",
    "ndeval:nNRBP",
    "alpha#-IA(subtopics=cascade)",
)
LAST_BITS = small(
    {"A": covering("2356"), "B": covering("1247"), "C": covering("1234"), "D": covering("3467")}, ["A"]
)
TIES_BY_INTENT = exempt(
    "it compares sums as floats, which differ in the last bit in another order of the intents",
    (LAST_BITS, "@3", list("6134527")),
    "ndeval:alpha-nDCG(alpha=0.3)",
)
TIES_BY_ORDER = exempt(
    "the greedy cover takes the first of equal documents, and may then need more of them",
    (CHAIN, "@2", ["B", "A", "C", "d99"]),
    "nI-rec",
    "nI-rec(weights=given)",
    "nI-rec-LA",
    "S-precision",
    "S-precision(recall=1)",
    "S-precision-LA",
    "alpha#-IA(subtopics=smr)",
)


@given(cases(), CUTS)
def test_names_of_documents_that_keep_their_order_do_not_matter(case: Case, cut: str):
    assert changed_by_names(case, cut, sorted(ALL_DOCUMENTS)) == set()


@given(cases(), CUTS, st.permutations(ALL_DOCUMENTS))
def test_names_of_documents_do_not_matter(case: Case, cut: str, order: list[str]):
    assert changed_by_names(case, cut, order) - set(TIES_BY_NAME) == set()


@given(cases(), CUTS, st.permutations("1234567"))
def test_names_of_intents_do_not_matter(case: Case, cut: str, order: list[str]):
    assert changed_by_intents(case, cut, order) - set(TIES_BY_INTENT) == set()


@given(cases(), CUTS, st.permutations([*DOCUMENTS, "d99"]))
def test_the_order_of_the_judgments_does_not_matter(case: Case, cut: str, order: list[str]):
    assert changed_by_order(case, cut, order) - set(TIES_BY_ORDER) == set()


# --- what is evaluated together does not matter ---------------------------------------------------------------------


@given(cases(), ANY_CUTS)
def test_a_topic_alone_scores_what_it_scores_among_others(case: Case, cut: str):
    together = table(case, cut)
    for t, name in enumerate(case.topics):
        alone = of_topics({name: case.topics[name]}, case.runs, keep_uncovered=case.keep_uncovered)
        runs = [Run(run.name, {name: run.rankings.get(name, ())}) for run in case.runs]
        here = {text: x[:, [t]] for text, x in together.items()}
        assert differing(here, table(alone, cut, runs)) == set()


@given(cases(), ANY_CUTS)
def test_the_size_of_blocks_does_not_matter(case: Case, cut: str):
    large = table(case, cut)
    with patch("plurank.blocks.CELLS", 1), patch("plurank.evaluation.CELLS", 1):
        assert differing(large, table(case, cut)) == set()


@given(cases(), ANY_CUTS)
def test_a_run_alone_scores_what_it_scores_among_others(case: Case, cut: str):
    together = table(case, cut)
    for runs in (case.runs[::-1], case.runs[:1], case.runs[1:]):
        rows = [case.runs.index(run) for run in runs]
        assert differing({t: x[rows] for t, x in together.items()}, table(case, cut, runs)) == set()


WITH_IDEALS = [text for text in TEXTS if MEASURE[text].normaliser in ("novelty", "cover")]


SOME_TEXTS = st.lists(st.sampled_from(TEXTS), min_size=6, max_size=6, unique=True)
SOME_CUTS = st.lists(st.sampled_from(["@1", "@4", "@15", ""]), min_size=1, unique=True)


@given(cases(), SOME_TEXTS, SOME_CUTS)
@example(family(3), WITH_IDEALS, ["@1", ""])
def test_a_measure_alone_scores_what_it_scores_among_others(case: Case, texts: list[str], cuts: list[str]):
    """To the last bit at one depth; lists of another depth may sum in another order, and must not share ideals."""
    names = [text + cut for cut in cuts for text in at(cut, ["I-rec", *texts])]
    together, tolerance = scored(case, names), 0 if len(cuts) == 1 else CLOSE
    for name in names:
        alone = scored(case, [name])
        np.testing.assert_allclose(together[name], alone[name], rtol=tolerance, atol=tolerance)


# --- better lists score no less -------------------------------------------------------------------------------------


def contains(topic: naive.Topic, lower: str, upper: str) -> bool:
    """Whether the lower document is at least as relevant to every intent."""
    mine, theirs = topic.judgments.get(lower, {}), topic.judgments.get(upper, {})
    return all(mine.get(i, 0) >= x for i, x in theirs.items() if x > 0)


def swapped(topic: naive.Topic, ranking: tuple[str, ...], pick: int) -> tuple[str, ...]:
    """Move one document up a rank that contains its upper neighbour."""
    places = [r for r in range(len(ranking) - 1) if contains(topic, ranking[r + 1], ranking[r])]
    if not places:
        return ranking
    r = places[pick % len(places)]
    return (*ranking[:r], ranking[r + 1], ranking[r], *ranking[r + 2 :])


def falling_by_swap(case: Case, cut: str, pick: int = 0) -> set[str]:
    runs = reranked(case, lambda topic, ranking: swapped(topic, ranking, pick))
    return falling(table(case, cut), table(case, cut, runs))


LATE = small({"best": {"1": 4}, "low": {"1": 1}, "same": {"1": 1}, "mid": {"1": 2}}, ["low", "same", "mid"],
             types={"1": "nav"})  # fmt: skip
TWICE = small({"one": covering("1"), "both": covering("12")}, ["one", "both"], types={"1": "nav"})
ONE_BY_ONE = small({"A": covering("1"), "B": covering("2"), "both": covering("12")}, ["A", "d99", "B"])
UNJUDGED_LAST = small({"A": covering("1")}, ["d99", "u0"])
P_PLUS = ("P+Q", "P+Q#", "ntcireval:P+Q", "ntcireval:P+Q#")
FALLS_BY_SWAP = {
    **exempt("it looks no further than the best document, which moves up", (LATE, "@5", 1), "P+", *P_PLUS),
    **exempt(
        "the better document takes all of the first one's gain, and one relevant document fewer is left",
        (TWICE, "@5", 0),
        *[f"ntcireval:DIN{mixed}-{name}" for mixed in ("", "#") for name in ("Q", "AP")],
    ),
    **exempt(
        "one more intent is covered within the cutoff, and late",
        (ONE_BY_ONE, "@2", 0),
        "S-precision",
        "S-precision-LA",
    ),
    **exempt("it asks whether a document is judged, not how", (UNJUDGED_LAST, "@1", 0), "Judged", "Hole"),
}


@given(cases(), ANY_CUTS, st.integers(0, 20))
def test_moving_a_better_document_up_never_lowers_a_score(case: Case, cut: str, pick: int):
    assert falling_by_swap(case, cut, pick) - set(FALLS_BY_SWAP) == set()


def appended(topic: naive.Topic, ranking: tuple[str, ...], pick: int) -> tuple[str, ...]:
    """Put one more relevant document at the end."""
    rest = [d for d, row in topic.judgments.items() if max(row.values(), default=0) > 0 and d not in ranking]
    return (*ranking, rest[pick % len(rest)]) if rest else ranking


def falling_by_more(case: Case, cut: str, pick: int = 0) -> set[str]:
    runs = reranked(case, lambda topic, ranking: appended(topic, ranking, pick))
    return falling(table(case, cut), table(case, cut, runs))


GAP = [f"gap {n}" for n in range(12)]
BETTER_LATE = small({"A": {"1": 1}, "B": {"1": 2}}, ["A", *GAP], types={"1": "nav"})
OTHER_LATE = small({"A": covering("1"), "B": covering("2")}, ["A", *GAP])
LITTLE_LATE = small({"A": {"1": 4}, "B": {"1": 1}}, ["A"])
FALLS_BY_MORE = {
    **exempt(
        "it looks as far as the best document, which comes late", (BETTER_LATE, "@20", 0), "P+", *P_PLUS
    ),
    **exempt("one more intent is covered, and late", (OTHER_LATE, "@20", 0), "S-precision", "S-precision-LA"),
    **exempt(
        "a whole list pays for reading one more document, which adds less",
        (LITTLE_LATE, "", 0),
        *[f"{name}({given})" for name, given in REQUIRED.items()],
    ),
}


@given(cases(), ANY_CUTS, st.integers(0, 20))
def test_one_more_relevant_document_never_lowers_a_score(case: Case, cut: str, pick: int):
    assert falling_by_more(case, cut, pick) - set(FALLS_BY_MORE) == set()


# --- unjudged documents ---------------------------------------------------------------------------------------------


def like_judged(case: Case, picks: Sequence[int | None]) -> list[Run]:
    """Judge unjudged documents as some judged ones were: a copy stands in their place, the ideals stay."""

    def copied(topic: naive.Topic, ranking: tuple[str, ...]) -> tuple[str, ...]:
        models = list(topic.judgments)
        return tuple(
            d if d in models or (pick := picks[r]) is None else models[pick % len(models)]
            for r, d in enumerate(ranking)
        )

    return reranked(case, copied)


def with_copies() -> Any:
    """Let runs hold a document twice, which they may not."""
    return patch("plurank.evaluation.about_run", lambda *_: [])


def falling_by_judging(case: Case, cut: str, picks: Sequence[int | None]) -> set[str]:
    with with_copies():
        return falling(table(case, cut), table(case, cut, like_judged(case, picks)))


ALL_LIKE_SECOND = [1] * 20
LOWER_FIRST = small({"best": {"1": 4}, "low": {"1": 1}}, ["u0", "best"], types={"1": "nav"})
FIRST_TAKES_ALL = small({"one": covering("1"), "both": covering("12"), "two": covering("2")}, ["u0", "one", "two"],
                        types={"1": "nav", "2": "nav"})  # fmt: skip
OTHER_UNJUDGED = small({"A": covering("1"), "B": covering("2")}, ["A", "d99", "u0"])
FALLS_BY_JUDGING = {
    **exempt(
        "it ends with the best document, and a worse one above it counts",
        (LOWER_FIRST, "@5", ALL_LIKE_SECOND),
        "P+",
        *P_PLUS,
    ),
    **exempt(
        "a navigational intent counts at its first document alone, which may be a worse one",
        (LOWER_FIRST, "@5", ALL_LIKE_SECOND),
        *[text for text in TEXTS if "DIN" in text and not text.endswith("-AP")],
    ),
    **exempt(
        "a navigational intent counts at its first document alone, and one document may be first for all",
        (FIRST_TAKES_ALL, "@5", ALL_LIKE_SECOND),
        "ntcireval:DIN-AP",
        "ntcireval:DIN#-AP",
    ),
    **exempt(
        "one more intent is covered, and late",
        (OTHER_UNJUDGED, "@5", ALL_LIKE_SECOND),
        "S-precision",
        "S-precision-LA",
    ),
}
PICKS = st.lists(st.none() | st.integers(0, 50), min_size=20, max_size=20)


@given(cases(), ANY_CUTS, PICKS)
def test_judging_an_unjudged_document_never_lowers_a_score(case: Case, cut: str, picks: list[int | None]):
    assert falling_by_judging(case, cut, picks) - set(FALLS_BY_JUDGING) == set()


def test_the_table_says_which_measures_judging_may_lower():
    assert [text for text in FALLS_BY_JUDGING if MEASURE[text].monotone] == []


def outside_bounds(case: Case, cut: str, picks: Sequence[int | None]) -> list[str]:
    """The measures whose bounds do not hold, or grow, where some of the unjudged documents are judged."""
    texts = at(cut, [*TEXTS, "ERR(flat=count)", "nDCG(flat=count)"])
    with with_copies():
        wide, narrow = (
            scored(case, [text + cut for text in texts], runs, bounds=True)
            for runs in (case.runs, like_judged(case, picks))
        )
    in_order = zip(wide.least, narrow.least, narrow.values, narrow.greatest, wide.greatest, strict=True)
    falls = [np.diff(np.stack(bounds), axis=0) < -CLOSE for bounds in in_order]
    return [text for m, text in enumerate(texts) if any(fall[..., m].any() for fall in falls)]


MANY_UNJUDGED = small({"A": {"1": 1}}, ["u0", "u1", "A"])


@given(cases(), ANY_CUTS, PICKS)
@example(LOWER_FIRST, "@5", ALL_LIKE_SECOND)
@example(MANY_UNJUDGED, "@2", [None, *ALL_LIKE_SECOND])
def test_bounds_hold_however_unjudged_documents_are_judged(case: Case, cut: str, picks: list[int | None]):
    assert outside_bounds(case, cut, picks) == []


# --- intents that nobody has ----------------------------------------------------------------------------------------


def without_intents(topic: naive.Topic, gone: set[str]) -> naive.Topic:
    """The topic without these intents, and without the nodes that then hold none."""
    parent = topic.parent and {n: p for n, p in topic.parent.items() if n not in gone}
    while parent and (empty := {n for n in parent if n not in topic.intents} - set(parent.values())):
        parent = {n: p for n, p in parent.items() if n not in empty}
    rows = topic.judgments.items()
    return replace(
        topic,
        judgments={d: {i: x for i, x in row.items() if i not in gone} for d, row in rows},
        intents=[i for i in topic.intents if i not in gone],
        prob=topic.prob and {i: p for i, p in topic.prob.items() if i not in gone},
        parent=parent,
    )


def without_unwanted(topic: naive.Topic) -> naive.Topic:
    return without_intents(topic, {i for i, p in (topic.prob or {}).items() if p == 0})


def seeing_the_unwanted(case: Case, cut: str) -> set[str]:
    """The weighted measures that change where intents of probability 0 are taken away."""
    fewer = differing(table(case, cut), table(changed(case, without_unwanted), cut))
    return {text for text in fewer if MEASURE[text].weighted}


UNWANTED = small(
    {"A": covering("1"), "B": covering("23"), "C": covering("123")},
    ["A", "B"],
    prob={"1": 0.0, "2": 0.5, "3": 0.5},
    parent={"1": "low", "2": "low", "low": "high", "3": None, "high": None},
)
SEES_THE_UNWANTED = {
    **exempt(
        "its recall counts every intent once",
        (UNWANTED, "@1"),
        *[text for text in TEXTS if "#" in text and MEASURE[text].weighted],
    ),
    **exempt(
        "a node above holds what is relevant to the intent",
        (UNWANTED, "@1"),
        *[text for text in TEXTS if "-LA" in text and "#" not in text and MEASURE[text].weighted],
        *["HD-nDCG", "HD-Q", "Q-IA(layer=2)"],
    ),
    **exempt(
        "a document that is relevant to the intent is not one that is relevant to nothing",
        (UNWANTED, "@1"),
        *["CPR", "PR", "DP"],
    ),
}


@given(cases(), CUTS)
def test_an_intent_of_probability_0_is_invisible(case: Case, cut: str):
    assert seeing_the_unwanted(case, cut) - set(SEES_THE_UNWANTED) == set()


# --- what a measure becomes in a special case -----------------------------------------------------------------------

Pairs = dict[str, str]


def named(pairs: Pairs) -> Pairs:
    """The pairs of names without those that the table does not have."""
    return {one: other for one, other in pairs.items() if one in MEASURES and other in MEASURES}


def one_intent(topic: naive.Topic) -> naive.Topic:
    alone = without_intents(topic, set(topic.intents[1:]))
    return replace(alone, prob=None, parent=None, types={})


def flat_tree(topic: naive.Topic) -> naive.Topic:
    """No tree, or a tree of one layer."""
    one_layer = dict.fromkeys(topic.intents) if len(topic.judgments) % 2 else None
    return replace(topic, parent=one_layer, node_weight=None, types={})


def one_node(topic: naive.Topic) -> naive.Topic:
    """One node above all intents, each of which somebody wants: nodes are averaged by their probability."""
    wanted = topic.prob and {i: p or 0.25 for i, p in topic.prob.items()}
    prob = wanted and {i: p / sum(wanted.values()) for i, p in wanted.items()}
    parent = dict.fromkeys(topic.intents, "all") | {"all": None}
    return replace(topic, prob=prob, parent=parent, node_weight=None)


def untyped(topic: naive.Topic) -> naive.Topic:
    return replace(topic, types=dict.fromkeys(topic.intents, "inf"))


def binary(topic: naive.Topic) -> naive.Topic:
    return replace(
        topic, judgments={d: dict.fromkeys(relevant(row), 1) for d, row in topic.judgments.items()}
    )


def relevant(row: Mapping[str, int]) -> list[str]:
    return [i for i, x in row.items() if x > 0]


ON_LAYERS = [name for name in MEASURES if "layer" in MEASURES[name].parameters]
BINARY = "gain=[0,1,1,1,1]"

ONE_INTENT = {
    **named({f"{name}-IA": name for name in MEASURES}),
    **named({f"D-{name}": name for name in MEASURES}),
    **named({f"gdeval:{name}": name for name in MEASURES}),
    **named({f"trec_eval:{name}": name for name in MEASURES if name != "nDCG"}),
    "trec_eval:nDCG": "nDCG(gain=linear)",
    **dict.fromkeys(["I-rec", "nI-rec", "N-rec", "ndeval:strec", "ntcireval:I-rec"], "Success"),
    "ndeval:MAP-IA": "AP",
    "ndeval:P-IA": "P",
    **dict.fromkeys(["ntcireval:IA-nDCG", "ntcireval:D-nDCG", "ntcireval:DIN-nDCG"], "trec_eval:nDCG"),
    **dict.fromkeys(
        ["ntcireval:IA-Q", "ntcireval:D-Q", "ntcireval:P+Q", "ntcireval:DIN-Q"], "Q(gain=linear)"
    ),
    "ntcireval:IA-ERR": "ntcireval:D-ERR",
    "ntcireval:IA-nERR": "ntcireval:D-nERR",
    "ntcireval:D-AP": "AP(divisor=min)",
    "P+Q": "Q",
    "alpha#-IA(alpha=0, gamma=0)": f"nDCG({BINARY})",
    "alpha#-IA(alpha=1, gamma=0, discount=err)": "RR",
}
ONE_LAYER = {
    **{name: name.removesuffix("-LA") for name in MEASURES if name.endswith("-LA")},
    **{f"{kind}#-{name}": f"D#-{name}" for kind in ("LD", "HD", "LAD") for name in ("nDCG", "Q")},
    **{f"HD-{name}": f"D-{name}" for name in ("nDCG", "Q")},
    **{f"{name}(layer=1)": name for name in ON_LAYERS},
    "N-rec": "I-rec",
}
ONE_NODE = {f"{name}(within=1)": name for name in ON_LAYERS}
UNTYPED = {
    **{name: name.replace("DIN", "D") for name in MEASURES if "DIN" in name},
    "P+Q": "Q-IA",
    "ntcireval:P+Q": "ntcireval:IA-Q",
}
NO_RECALL = {
    f"{name}(gamma=0)": name.replace("#", "")
    for name in MEASURES
    if "#" in name and name[:2] not in ("LD", "LA", "al")
} | {
    **{f"LD#-{name}(gamma=0)": f"D-{name}" for name in ("nDCG", "Q")},
    **{f"LAD#-{name}(gamma=0)": f"D-{name}-LA" for name in ("nDCG", "Q")},
}
IDENTITIES_OF_PAPER_000 = {
    "alpha#-IA(gamma=1)": "I-rec",
    "alpha#-IA(subtopics=cascade, alpha=0.5, gamma=0)": "alpha-nDCG",
    "alpha#-IA(alpha=0, gamma=0)": f"nDCG-IA({BINARY})",
}
ADDITIVE = {
    "alpha-nDCG(alpha=0)": f"D-nDCG({BINARY})",
    "ndeval:alpha-nDCG(alpha=0)": f"D-nDCG({BINARY})",
    "ndeval:nERR-IA(alpha=0)": f"D-nDCG({BINARY}, discount=err)",
    "NRBP(alpha=0, beta=0.8)": "RBP-IA(p=0.8)",
    "nNRBP(alpha=0, beta=0.8)": f"D-nDCG({BINARY}, discount=rbp, beta=0.8)",
    "RBP-IA(grades=graded, gain=linear)": "RBP-IA(grades=graded, gain=[0,0.25,0.5,0.75,1])",
}
REDUCTIONS: dict[str, tuple[Callable[[naive.Topic], naive.Topic], Pairs, dict[str, Any]]] = {
    "one intent": (one_intent, ONE_INTENT, {}),
    "one layer": (flat_tree, ONE_LAYER, {}),
    "one node": (one_node, ONE_NODE, {}),
    "no navigational intents": (untyped, UNTYPED, {}),
    "gamma 0": (lambda topic: topic, NO_RECALL, {}),
    "identities of paper 000": (lambda topic: topic, IDENTITIES_OF_PAPER_000, {"probabilities": "uniform"}),
    "alpha 0": (lambda topic: topic, ADDITIVE, {"probabilities": "uniform", "keep_uncovered": False}),
}


def with_required(text: str) -> str:
    name, _, given_ = text.partition("(")
    if name not in REQUIRED:
        return text
    return f"{name}({REQUIRED[name]}, {given_}" if given_ else f"{name}({REQUIRED[name]})"


def same(case: Case, one: list[str], other: list[str], **settings: Any) -> list[str]:
    """The pairs of measures that differ."""
    x, y = (scored(case, names, **settings) for names in (one, other))
    return [
        f"{a} != {b}"
        for a, b in zip(one, other, strict=True)
        if not np.allclose(x[a], y[b], rtol=CLOSE, atol=CLOSE, equal_nan=True)
    ]


@pytest.mark.parametrize("special", REDUCTIONS)
@given(case=cases(), cut=CUTS)
def test_in_a_special_case_a_measure_is_another(special: str, case: Case, cut: str):
    change, pairs, settings = REDUCTIONS[special]
    case = changed(case, change)
    mine = {
        with_required(one): with_required(other)
        for one, other in pairs.items()
        if cut or not (needs_cut(one) or needs_cut(other))
    }
    assert same(case, [t + cut for t in mine], [t + cut for t in mine.values()], **settings) == []


RECALL = {
    **{text: "N-rec" for text in MEASURES if text[:3] in ("LD#", "HD#", "LAD")},
    **{text: "I-rec" for text in MEASURES if text in ("D#-nDCG", "D#-Q", "DIN#-nDCG", "P+Q#", "alpha#-IA")},
    **{text: "I-rec-LA" for text in MEASURES if text in ("D#-nDCG-LA", "D#-Q-LA")},
    **{text: "ntcireval:I-rec" for text in MEASURES if text.startswith("ntcireval:") and "#" in text},
}
"""What the # measures mix in."""


@given(cases(), CUTS)
def test_with_gamma_1_a_mixture_is_its_recall(case: Case, cut: str):
    assert [text for text in MEASURES if "gamma" in MEASURES[text].parameters and text not in RECALL] == []
    wanted = changed(case, lambda topic: replace(topic, prob=None))  # else the other part may be undefined
    assert same(wanted, [f"{t}(gamma=1){cut}" for t in RECALL], [t + cut for t in RECALL.values()]) == []


FIRST_HITS: dict[str, Callable[[int], float]] = {
    "NRBP(alpha=1, beta=0.7)": lambda r: 0.7 ** (r - 1),
    "alpha#-IA(alpha=1, gamma=0, discount=err)": lambda r: 1 / r,
    "ndeval:ERR-IA(alpha=1)@20": lambda r: 1 / r,
    "ndeval:alpha-DCG(alpha=1)@20": lambda r: 1 / math.log2(r + 1),
}
"""What the first document that is relevant to an intent adds, as a share of the intents."""


@given(cases())
def test_with_alpha_1_first_hits_alone_count(case: Case):
    scores = evaluate(case.judgments, case.runs, list(FIRST_HITS), top_grade=TOP)
    for t, topic in enumerate(case.topics.values()):
        covered = {i for row in topic.judgments.values() for i in relevant(row)}
        for r, run in enumerate(case.runs):
            ranking = run.rankings.get(scores.topics[t], ())
            hits = [relevant(topic.judgments.get(d, {})) for d in ranking]
            first = [next((n for n, hit in enumerate(hits, 1) if i in hit), None) for i in covered]
            for text, worth in FIRST_HITS.items():
                want = sum(worth(n) for n in first if n) / len(covered) if covered else math.nan
                assert scores[text][r, t] == pytest.approx(want, abs=CLOSE, nan_ok=True), text


@given(cases(), CUTS)
def test_d_ndcg_is_ndcg_of_the_global_gain(case: Case, cut: str):
    """Levels of a document are summed: its global gain times M, where gain is the grade and P(i) is 1/M."""

    def summed(topic: naive.Topic) -> naive.Topic:
        rows = {d: {"1": sum(row[i] for i in relevant(row))} for d, row in topic.judgments.items()}
        return replace(topic, judgments=rows, intents=["1"], prob=None, parent=None, types={})

    how: dict[str, Any] = {"probabilities": "uniform"}
    name, plain = f"D-nDCG(gain=linear, discount=dcg){cut}", f"nDCG(gain=linear){cut}"
    mine = evaluate(case.judgments, case.runs, name, **how)[name]
    theirs = evaluate(changed(case, summed).judgments, case.runs, plain)[plain]
    np.testing.assert_allclose(mine, theirs, rtol=CLOSE)


@given(cases(), st.integers(1, 20))
def test_err_ia_has_two_forms(case: Case, l: int):
    """With binary judgments and h = 1 the plain form is ndeval's times Σ_{r≤l} 2^-r/r."""
    plain, theirs = f"ERR-IA@{l}", f"ndeval:ERR-IA@{l}"
    scores = evaluate(changed(case, binary).judgments, case.runs, [plain, theirs], probabilities="uniform")
    most = sum(2**-r / r for r in range(1, l + 1))
    np.testing.assert_allclose(scores[plain], scores[theirs] * most, rtol=CLOSE)


# --- exemptions -----------------------------------------------------------------------------------------------------

LAWS: dict[str, tuple[Callable[..., Iterable[str]], Exemptions]] = {
    "range": (outside_range, PAST_ONE),
    "ideal": (not_one, NOT_ONE_WHERE_CUT),
    "names": (changed_by_names, TIES_BY_NAME),
    "intents": (changed_by_intents, TIES_BY_INTENT),
    "order": (changed_by_order, TIES_BY_ORDER),
    "swap": (falling_by_swap, FALLS_BY_SWAP),
    "more": (falling_by_more, FALLS_BY_MORE),
    "judging": (falling_by_judging, FALLS_BY_JUDGING),
    "unwanted": (seeing_the_unwanted, SEES_THE_UNWANTED),
}


@pytest.mark.parametrize(("law", "text"), [(law, text) for law in LAWS for text in LAWS[law][1]])
def test_what_is_exempt_breaks_its_law(law: str, text: str):
    broken_by, exemptions = LAWS[law]
    reason, arguments = exemptions[text]
    assert text in broken_by(*arguments), f"{text} is exempt, for {reason}, and keeps the law"


# --- inputs, gaps and warnings --------------------------------------------------------------------------------------


def frozen(held: Any) -> Any:
    """Make every array of a pool or of lists read-only, those that are computed when asked for too."""
    computed = [name for name, x in vars(type(held)).items() if isinstance(x, cached_property)]
    for name in (*(field.name for field in fields(held)), *computed):
        if isinstance(getattr(held, name), np.ndarray):
            getattr(held, name).setflags(write=False)
    return held


@given(cases(), ANY_CUTS)
def test_no_measure_changes_what_it_is_given(case: Case, cut: str):
    want = table(case, cut)
    pool, over = Block.pool, Lists.over
    for judged in case.judgments.topics.values():
        frozen(judged)
    with (
        patch.object(Block, "pool", lambda block, wanted: frozen(pool(block, wanted))),
        patch.object(Lists, "over", lambda lists, other: frozen(over(frozen(lists), frozen(other)))),
    ):
        assert differing(want, table(case, cut), 0) == set()


VOID = {
    "not relevant": naive.Topic(
        {"d00": {"1": 0}, "d01": {}}, ["1"], parent={"1": None}, node_weight={"1": 1.0}
    ),
    "without intents": naive.Topic({"d00": {}}, []),
}
AVERAGES = st.sampled_from(["mean", "geom", "dd", "weighted"])


@pytest.mark.parametrize("void", VOID)
@given(case=cases(), cut=ANY_CUTS, average=AVERAGES)
def test_a_topic_without_relevant_documents_is_undefined_and_left_out(
    void: str, case: Case, cut: str, average: str
):
    more = of_topics({"void": VOID[void], **case.topics}, case.runs, keep_uncovered=case.keep_uncovered)
    texts = [f"{average}({text}{cut})" for text in at(cut, TEXTS)]
    weights = {"void": 3.0} | dict.fromkeys(case.topics, 1.0)
    with patch("plurank.blocks.CELLS", 1):
        without, with_it = (scored(c, texts, topic_weights=weights) for c in (case, more))
    assert np.isnan(with_it.values[:, 0]).all()
    np.testing.assert_allclose(with_it.mean(), without.mean(), rtol=CLOSE, atol=CLOSE)


@pytest.mark.parametrize("void", VOID)
def test_a_collection_without_relevant_documents_is_undefined(void: str):
    nothing = of_topics({"t0": VOID[void]}, [Run("a", {"t0": ("d00",)})])
    assert all(np.isnan(x).all() for x in table(nothing, "@3").values())


def corners(text: str) -> list[str]:
    """The measure with each of its parameters at each word or end of its range."""
    name = text.partition("(")[0]
    ends = {"alpha": (0, 1), "gamma": (0, 1), "beta": (0, 1), "p": (0.5, 1), "effort": (0, 1), "floor": (1,)}
    ends |= {"recall": (0.01, 1), "rel": (2, 4), "layer": (1, 3), "within": (1, 3), "miss_rank": (0, 5)}
    found = []
    for parameter in MEASURES[name].parameters:
        values = [v for v in (*CHOICES.get(parameter, ()), *ends.get(parameter, ())) if v != "exact"]
        others = [
            part
            for part in REQUIRED.get(name, "").split(", ")
            if part and not part.startswith(f"{parameter}=")
        ]
        found += [f"{name}({', '.join([*others, f'{parameter}={value}'])})" for value in values]
    return found


CORNERS = [corner for text in TEXTS if text not in VARIANTS for corner in corners(text)]


@given(cases(), ANY_CUTS, st.lists(st.sampled_from(CORNERS), min_size=100, max_size=100))
def test_no_measure_warns(case: Case, cut: str, some: list[str]):
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        scored(case, [text + cut for text in at(cut, [*TEXTS, *some])], top_grade=None)
