"""`Scores`: averages over topics, rows and frames."""

import importlib.util
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import plurank as pr

A, B, C = "1", "2", "3"
JUDGMENTS = {
    A: {"i": {"a": 1, "b": 1, "n": 0}, "j": {"b": 1}},
    B: {"i": {"a": 1, "b": 0}, "j": {"c": 1}},
    C: {"i": {"a": 0}},
}
RUN = {A: {"a": 3, "x": 2, "b": 1}, B: {"x": 2, "c": 1}}


def scored(*names: str, **options: Any) -> pr.Scores:
    return pr.evaluate(JUDGMENTS, {"run": RUN}, list(names), **options)


# --- one measure ----------------------------------------------------------------------------------------------


def test_a_measure_is_found_by_any_of_its_names() -> None:
    scores = scored("P@2", "D#-nDCG@3", "geom(P@2)")
    assert scores["P@2"].shape == (1, 3)
    assert scores["P@2"][0].tolist() == pytest.approx([1 / 2, 1 / 2, math.nan], nan_ok=True)
    for alias, name in (("p_2", "P@2"), ("dsharp_ndcg@3", "D#-nDCG@3"), ("GEOM(p@2)", "geom(P@2)")):
        np.testing.assert_array_equal(scores[alias], scores[name])


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("P@3", "scores: expected a measure that was asked for, got 'P@3'; did you mean 'P@2'?"),
        ("nothing", "measure: expected a name of the catalogue, got 'nothing'; "),
        ("NRBP(alpha=0:1:0.5)", "scores: expected a measure that was asked for, got 'NRBP(alpha=0:1:0.5)'; "),
    ],
)
def test_an_unknown_measure_is_an_error(asked: str, says: str) -> None:
    scores = scored("P@2", "RR")
    with pytest.raises(pr.UsageError) as error:
        scores[asked]
    assert str(error.value).startswith(says)


# --- averages -------------------------------------------------------------------------------------------------


def test_averages_leave_out_topics_without_a_score() -> None:
    scores = scored("P@2", "RR")
    assert scores.mean().tolist() == [[pytest.approx(1 / 2), pytest.approx((1 + 1 / 2) / 2)]]


def test_averages_geometric_and_weighted() -> None:
    weights = {A: 3.0, B: 1.0, C: 100.0}
    scores = scored("geom(RR)", "weighted(RR)", "geom(R@1)", topic_weights=weights)
    assert scores.mean()[0].tolist() == pytest.approx(
        [math.sqrt(1 * 1 / 2), (3 * 1 + 1 * 1 / 2) / 4, math.sqrt(1 / 2 * 1e-5)]
    )


def test_averages_by_difficulty_lean_to_the_hard_topics() -> None:
    # Topic A: b alone holds both intents, n = 1: d_mean = (2/2 + 1/2) / 2. Topic B: n = 2, d_mean = 1 - (1/2)^2.
    def hard(d_max: float, d_mean: float) -> float:
        return 1 - 2 * d_max * d_mean / (d_max + d_mean)

    first, second = hard(1, 3 / 4), hard(1, 3 / 4)
    (mean,) = scored("dd(RR)").mean()[0].tolist()
    assert mean == pytest.approx((first * 1 + second * 1 / 2) / (first + second))
    unlike = {A: {"i": {"a": 1}}, B: {"i": {"b": 1}, "j": {"c": 1}}}
    (mean,) = pr.evaluate(unlike, {"run": {A: {"a": 1}, B: {"x": 1}}}, "dd(RR)").mean()[0].tolist()
    assert mean == pytest.approx(0)  # one document answers topic A whatever one does: it counts nothing


def test_nothing_to_average_is_nan() -> None:
    scores = scored("P@2", "geom(P@2)")
    nothing = scores.averaged(np.full_like(scores.values, np.nan))
    assert np.isnan(nothing).all()


def test_ndeval_counts_zeros_and_leaves_out_what_the_run_lacks() -> None:
    scores = scored("P@2", "RR", "DP@2", bounds=True)
    counted = scores.counted_as_ndeval(np.array([[True, False, True]]), [0])
    assert counted["P@2"][0].tolist() == pytest.approx([1 / 2, math.nan, 0], nan_ok=True)
    assert counted.mean()[0, 0] == pytest.approx(1 / 4)
    np.testing.assert_array_equal(counted["RR"], scores["RR"])
    assert counted.greatest is not None
    bounds = scores.counted_as_ndeval(np.full((1, 3), True), [0, 2]).greatest
    assert bounds is not None
    assert np.isnan(bounds[..., 2]).all()  # no bound holds, not even for the topic that counts as zero
    assert counted.greatest[0, :, 0].tolist() == pytest.approx([1, math.nan, 0], nan_ok=True)


# --- rows -----------------------------------------------------------------------------------------------------


def test_rows_have_a_topic_once_whatever_the_averages() -> None:
    rows = list(scored("RR", "geom(RR)", "P@2").rows())
    assert [(row["topic"], row["measure"]) for row in rows] == [
        *((topic, name) for topic in (A, B, C) for name in ("RR", "P@2")),
        ("mean", "RR"),
        ("geom", "RR"),
        ("mean", "P@2"),
    ]


def test_rows_of_bounds_have_three_values() -> None:
    scores = scored("RR", "DP@2", bounds=True)
    rows = list(scores.rows(averages=False))
    assert list(rows[0]) == ["run", "topic", "measure", "value", "least", "greatest"]
    first, second = (row for row in rows if row["topic"] == B)
    assert (first["value"], first["least"], first["greatest"]) == (1 / 2, 1 / 2, 1)
    assert math.isnan(second["least"])
    assert math.isnan(second["greatest"])
    assert [row["topic"] for row in scores.rows(per_topic=False)] == ["mean", "mean"]


# --- frames ---------------------------------------------------------------------------------------------------

BACKENDS = ("pandas", "polars", "pyarrow")


def columns_of(frame: Any) -> dict[str, list[Any]]:
    import narwhals as nw

    return nw.from_native(frame, eager_only=True).to_dict(as_series=False)


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_frame_holds_the_rows_of_topics(backend: str) -> None:
    module = pytest.importorskip(backend)
    scores = scored("RR", "geom(RR)", "P@2")
    for asked in (backend, module):
        frame = scores.to_frame(asked)
        assert type(frame).__module__.split(".")[0] in (backend, f"{backend}.lib")
        table = columns_of(frame)
        assert list(table) == ["run", "topic", "measure", "value"]
        assert table["topic"] == [A, A, B, B, C, C]
        assert table["measure"] == ["RR", "P@2"] * 3
        assert table["value"] == pytest.approx([1, 1 / 2, 1 / 2, 1 / 2, math.nan, math.nan], nan_ok=True)


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_frame_of_bounds_has_two_more_columns(backend: str) -> None:
    pytest.importorskip(backend)
    table = columns_of(scored("RR", bounds=True).to_frame(backend))
    assert list(table) == ["run", "topic", "measure", "value", "least", "greatest"]
    assert table["greatest"] == pytest.approx([1, 1, math.nan], nan_ok=True)


def test_a_frame_is_of_whatever_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("polars")
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "pandas" else real(name))
    assert type(scored("RR").to_frame()).__module__.startswith("polars")
    with pytest.raises(
        pr.InputError, match="expected pandas to be installed, got no such module; pip install"
    ):
        scored("RR").to_frame("pandas")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(pr.InputError, match="expected pandas, polars or pyarrow, got none of them"):
        scored("RR").to_frame()


@pytest.mark.parametrize(
    ("backend", "hint"),
    [
        ("pands", "did you mean 'pandas'?"),
        ("excel", "leave it out to take what there is"),
        (7, "leave it out"),
    ],
)
def test_an_unknown_library_of_frames_is_an_error(backend: Any, hint: str) -> None:
    with pytest.raises(pr.UnknownNameError) as error:
        scored("RR").to_frame(backend)
    assert str(error.value).startswith(
        f"to_frame: expected pandas, polars or pyarrow, got {backend!r}; {hint}"
    )


def test_notes_stand_once() -> None:
    scores = replace(scored("RR"), notes=("a",))
    assert scores.with_notes(["b", "a", "b"]).notes == ("a", "b")
