"""What `evaluate` makes of a collection as a whole: scales, parts, notes, and what it refuses."""

from __future__ import annotations

import math

import numpy as np
import pytest

import plurank as pr

JUDGED = {
    "1": {"1": {"a": 1, "b": 2}, "2": {"b": 0, "c": 3}, "3": {"d": 0}},
    "2": {"1": {"e": 1}, "2": {"e": 1, "f": 0}},
    "3": {"1": {"g": 0}},
}
RUN = pr.Run("A", {"1": ("a", "b", "x"), "2": ("e", "z")})
TREE = {
    "1": {"n": pr.Node(), "1": pr.Node("n"), "2": pr.Node("n"), "3": pr.Node()},
    "2": {"1": pr.Node(), "2": pr.Node()},
}


def judgments(**facts: object) -> pr.Judgments:
    from dataclasses import replace

    return replace(pr.read_qrels(JUDGED), **facts)


def notes(*measures: str, **how: object) -> str:
    return "\n".join(pr.evaluate(judgments(hierarchy=pr.Hierarchy(TREE)), RUN, list(measures), **how).notes)


def test_a_part_of_a_collection_keeps_its_scale():
    whole = judgments()
    part = whole.restricted_to(["2"])
    assert tuple(part.topics) == ("2",)
    assert (part.top_grade, part.most_intents(), part.positives_only) == (3, 2, False)
    for measure in ("ERR-IA@3", "ERR(flat=count)@3", "Judged@3"):
        assert pr.evaluate(part, RUN, measure).values[0, 0] == pr.evaluate(whole, RUN, measure).values[0, 1]
    assert part.restricted_to(["2"]).whole is whole


def test_runs_come_in_any_number_and_form():
    expected = pr.evaluate(judgments(), RUN, "AP").values
    for runs in (
        [RUN],
        iter([RUN]),
        (RUN for _ in "x"),
        pr.Runs.of([RUN]),
        {"1": {"a": 3, "b": 2, "x": 1}, "2": {"e": 2, "z": 1}},
    ):
        np.testing.assert_array_equal(pr.evaluate(judgments(), runs, pr.parse("AP")[0]).values, expected)


@pytest.mark.parametrize(
    ("measure", "how", "words"),
    [
        ("P@5", {"depth": -1}, "depth: expected a whole number from 1 to 1000000, got -1"),
        ("P@5", {"depth": 0}, "depth: expected"),
        ("P@5", {"top_grade": 2.5}, "top_grade: expected a whole number from 1 to 1000, got 2.5"),
        ("P@5", {"top_grade": "3"}, "top_grade: expected"),
        ("nDCG", {"top_grade": 2}, "expected at least the largest grade 3, got 2"),
        ("P@5", {"topics": "all"}, "topics: expected judged or retrieved, got 'all'"),
        ("P@5", {"probabilities": "even"}, "probabilities: expected given or uniform or geometric or judged"),
        ("P@5", {"condensed": True, "bounds": True}, "leave one out"),
        ("weighted(P@5)", {}, "got none for '1'; add it"),
        ("weighted(P@5)", {"topic_weights": {"1": 1, "2": -1, "3": 1}}, "at least 0, got -1 for topic '2'"),
        ("weighted(P@5)", {"topic_weights": {"1": "x", "2": 1, "3": 1}}, "got 'x' for topic '1'"),
        (
            "GAP(thresholds=[1,2])",
            {},
            "thresholds: expected a share for every grade from 1 to 3, got 2 shares",
        ),
        ("GAP(thresholds=[1,2,3,4])", {}, "got 4 shares"),
        ("nDCG(gain=[0,1,2])", {}, "gain: expected a value for every grade from 0 to 3, got 3 values"),
        ("nDCG(gain=[0,0,0,0,1])", {}, "more than 0 for the top grade 3"),
        ("nDCG(h=2)", {}, "expected at least the largest grade 3, got 2"),
        ("P(flat=count, h=3)", {}, "expected a cutoff"),
        ("geom(dd(P@5))", {}, "expected one average over topics, got one within another"),
        ("mean(geom(P@5))", {}, "one within another"),
        ("geom(gmap)", {}, "one within another"),
    ],
)
def test_what_cannot_be_done_is_refused(measure: str, how: dict[str, object], words: str):
    with pytest.raises(pr.UsageError) as refused:
        pr.evaluate(judgments(), RUN, measure, **how)
    assert words in str(refused.value)


def test_a_hierarchy_is_needed_and_must_be_a_tree():
    with pytest.raises(pr.UndefinedError, match="expected a hierarchy of intents, got none"):
        pr.evaluate(judgments(), RUN, "N-rec@5")
    with pytest.raises(pr.UndefinedError, match="expected a weight for every node, got none in topic '1'"):
        pr.evaluate(judgments(hierarchy=pr.Hierarchy(TREE)), RUN, "HD-nDCG(node_weights=given)@5")
    for tree, words in (
        (
            {"1": pr.Node("n"), "2": pr.Node(), "3": pr.Node()},
            "expected a node 'n', the parent of '1', got none",
        ),
        (
            {"1": pr.Node(), "2": pr.Node(), "3": pr.Node("m"), "m": pr.Node("n"), "n": pr.Node("m")},
            "got a cycle",
        ),
        ({"1": pr.Node(), "2": pr.Node()}, "expected intent '3' as a leaf of its tree, got no such node"),
        (
            {"1": pr.Node("2"), "2": pr.Node(), "3": pr.Node()},
            "expected intent '2' as a leaf of its tree, got an inner",
        ),
    ):
        with pytest.raises(pr.InputError, match=words):
            pr.evaluate(judgments(hierarchy=pr.Hierarchy({"1": tree})), RUN, "N-rec@5")


def test_an_intent_that_nobody_judged_need_not_stand_in_the_tree():
    known = pr.Intents({"1": {"4": pr.Intent(text="never judged")}})
    data = judgments(hierarchy=pr.Hierarchy(TREE), intents=known)
    assert pr.evaluate(data, RUN, "N-rec@5").values[0, 0] == 2 / 3  # of n, 1 and 2, the last is missed
    with pytest.raises(pr.InputError, match="expected intent '4' as a leaf"):
        pr.evaluate(data, RUN, "N-rec@5", keep_uncovered=True)


def test_notes_say_what_is_undefined_and_why():
    found = notes("D-nDCG(layer=2)@5", "D-nDCG(within=2)@5", "I-rec@5", "nDCG(rel=2)@5")
    assert (
        "no score of D-nDCG(layer=2)@5, D-nDCG(within=2)@5 for 1 topic, whose trees have not so many layers (2)"
        in found
    )
    assert "no score for 1 topic without relevant documents (3)" in found
    assert "no score for 2 topics without relevant documents at rel=2 (2, 3)" in found
    assert "1 intent without relevant documents dropped" not in found
    assert "2 intents without relevant documents dropped, probabilities renormalised (topics 1)" in found
    assert "no average, the weights of all topics are 0" in notes(
        "weighted(P@5)", topic_weights={1: 0, 2: 0, 3: 0}
    )
    assert "kept" in notes("I-rec@5", keep_uncovered=True)
    assert "not by the dialects" in notes("ntcireval:I-rec@5", keep_uncovered=True)


def test_notes_name_the_scale_that_was_used():
    assert "top grade of the scale h = 3 (the largest grade" in notes("nDCG@5")
    assert "top grade of the scale h = 4 for gdeval:ERR@5" in notes("gdeval:ERR@5")
    assert "h = 3" not in notes("gdeval:ERR@5")
    assert "top grade" not in notes("alpha-nDCG@5")
    assert "top grade of the scale h = 2 for ERR(flat=count)@5" in notes("ERR(flat=count)@5")


def test_notes_on_bounds():
    found = notes("nDCG@5", "Judged@5", "P+@5", bounds=True)
    assert "bounds: unjudged documents relevant to nothing, or to everything; ideal lists stay" in found
    assert "no bounds for Judged@5, P+@5: a further relevant document may lower them" in found


def test_notes_on_runs():
    other = pr.Run("B", {"1": ("A", "B"), "9": ("a",)})
    found = pr.evaluate(judgments(), other, "P@5").notes
    assert "run B: lacks 2 judged topics" in found
    assert "run B: 1 topic left out, not judged" in found
    assert "run B: none of its documents is judged; are the ids written alike?" in found
    with pytest.raises(pr.InputError, match="expected topics of judgments, got none of them"):
        pr.evaluate(judgments(), pr.Run("C", {"9": ("a",)}), "P@5")


def test_a_topic_that_a_run_lacks_scores_as_an_empty_list_or_not_at_all():
    half = pr.Run("half", {"1": ("a",)})
    assert pr.evaluate(judgments(), half, "R").values[0, :, 0] == pytest.approx(
        [1 / 3, 0, math.nan], nan_ok=True
    )
    found = pr.evaluate(judgments(), half, "R", topics="retrieved")
    assert found.values[0, :, 0] == pytest.approx([1 / 3, math.nan, math.nan], nan_ok=True)
    assert found.mean()[0, 0] == 1 / 3


def test_depth_cuts_after_condensing():
    run = pr.Run("A", {"1": ("x", "y", "a", "b")})
    values = {
        (None, False): 2 / 3, (2, False): 0, (3, False): 1 / 3, (1, True): 1 / 3, (2, True): 2 / 3,
    }  # fmt: skip
    for (depth, condensed), recall in values.items():
        found = pr.evaluate(judgments(), run, "R", depth=depth, condensed=condensed)
        assert found.values[0, 0, 0] == pytest.approx(recall)


def test_a_deep_cutoff_needs_no_more_memory_than_its_ranks():
    found = pr.evaluate(judgments(), RUN, ["P@1000000", "alpha-nDCG@1000000"])
    assert found["P@1000000"][0, 0] == 2 / 1_000_000


def test_what_people_print_is_short():
    data = judgments()
    scores = pr.evaluate(data, RUN, "P@5")
    for thing in (data, data.topics["1"], RUN, pr.Runs.of([RUN]), scores, pr.parse("P@5")[0]):
        assert len(repr(thing)) < 300


def test_ideal_lists_are_made_once_for_all_runs():
    from plurank.blocks import Preparation, collect
    from plurank.judged import judge
    from plurank.measures.hierarchy import hierarchical_gain
    from plurank.measures.views import by_intent, global_gain

    (block,) = collect(judgments(hierarchy=pr.Hierarchy(TREE))).blocks
    pool = block.pool(Preparation())
    one, other = (judge(block, [RUN], 5).over(pool) for _ in "ab")
    for view in (by_intent, global_gain, hierarchical_gain):
        assert view(one) is not view(other)
        assert view(one).ideal is view(other).ideal
