"""Runs: formats, names, and the order that is never guessed in silence."""

import math
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from plurank.collection import Run
from plurank.errors import InputError, UnknownNameError
from plurank.formats import read_runs, write_run
from test_formats import refused


def file(folder: Path, text: str, name: str = "r.txt") -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")
    return path


def only(source: Any, **options: Any) -> Run:
    [run] = read_runs(source, **options)
    return run


def trec(*lines: str, tag: str = "t") -> str:
    """Lines of a run from ``topic document rank score``."""
    return "".join("{} Q0 {} {} {} {}\n".format(*line.split(), tag) for line in lines)


def test_a_run_and_back(tmp_path: Path) -> None:
    text = trec("2 b 0 9.5", "1 x 10 1", "2 a 7 -1e-3", "1 y 3 2")
    run = only(file(tmp_path, text))
    assert run.name == "t"
    assert run.rankings == {"2": ("b", "a"), "1": ("y", "x")}
    assert run.scores == {"2": (9.5, -0.001), "1": (2.0, 1.0)}
    assert run.notes == ()
    write_run(run, tmp_path / "again.run.gz")
    again = only(tmp_path / "again.run.gz")
    assert (again.rankings, again.scores) == (run.rankings, run.scores)


def test_a_run_without_scores_is_written_with_falling_ones(tmp_path: Path) -> None:
    write_run(Run("t", {"1": ("a", "b")}), tmp_path / "r")
    assert (tmp_path / "r").read_text() == "1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n"


def test_ntcir_runs_may_open_with_a_description(tmp_path: Path) -> None:
    run = only(file(tmp_path, "<SYSDESC>our best</SYSDESC>\n0001 0 a 1 2.0 t\n"))
    assert run.rankings == {"0001": ("a",)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 Q0 a 1 2\n", "r.txt:1: expected 6 columns (topic Q0 document rank score tag), got 5"),
        ("1 Q0 a 1 2 my run\n", "r.txt:1: expected 6 columns (topic Q0 document rank score tag), got 7"),
        ("1 Q0 a 1.0 2 t\n", "r.txt:1: expected a whole number as rank, got '1.0'"),
        ("1 Q0 a -1 2 t\n", "r.txt:1: expected a whole number as rank, got '-1'"),
        ("1 Q0 a 1 nan t\n", "r.txt:1: expected a finite number as score, got 'nan'"),
        ("1 Q0 a 1 -inf t\n", "r.txt:1: expected a finite number as score, got '-inf'"),
        ("1 Q0 a 1 1e999 t\n", "r.txt:1: expected a finite number as score, got '1e999'"),
        ("1 Q0 a 1 1_0 t\n", "r.txt:1: expected a finite number as score, got '1_0'"),
        ("1 Q0 a 1 0x1p3 t\n", "r.txt:1: expected a finite number as score, got '0x1p3'"),
        ("1 Q0 a 1 1,5 t\n", "r.txt:1: expected a finite number as score, got '1,5'"),
        (
            trec("1 a 1 2", "2 a 1 2", "1 a 3 1"),
            "r.txt:3: expected each document once in topic '1', got 'a' again",
        ),
        (
            trec("1 a 1 2", "1 b 1 1"),
            "r.txt:2: expected each rank once in topic '1', got rank 1 again; choose --order score",
        ),
        ("\n", "r.txt: expected some lines, got an empty file"),
        ("<SYSDESC></SYSDESC>\n", "r.txt: expected lines of a run, got none"),
        (
            trec("1 a 1 1", "1 b 2 2"),
            "r.txt: expected scores that fall with rank, got 1 of 1 topics where they rise more often; "
            "choose --order score, or --order rank",
        ),
        ("run,topic,document,score\nt,1,a,\n", "r.txt: expected a score to order by, got no column score"),
        (
            "run,topic,document,score\nt,1,a,1\nt,1,b,\n",
            "r.txt:3: expected a score in every row of a run or in none, got some",
        ),
        ("run,topic,document,score\n", "r.txt: expected rows of a run, got none"),
    ],
)
def test_errors(tmp_path: Path, text: str, message: str) -> None:
    path = file(tmp_path, text)
    with refused(message, tmp_path):
        list(read_runs(path))


def test_scores_may_rise_on_less_than_a_tenth_of_the_topics(tmp_path: Path) -> None:
    def run(falling: int, **options: Any) -> Run:
        text = trec("x a 1 1", "x b 2 2") + "".join(trec(f"{n} a 1 2", f"{n} b 2 1") for n in range(falling))
        return only(file(tmp_path, text), **options)

    note = "run t: rank and score order differ on 1 of {} topics; order {} is used"
    assert run(10).notes == (note.format(11, "rank"),)
    with pytest.raises(InputError, match="got 1 of 10 topics where they rise more often"):
        run(9)
    assert run(9, order="rank").rankings["x"] == ("a", "b")
    assert run(9, order="score").rankings["x"] == ("b", "a")
    assert run(9, order="score").notes == (note.format(10, "score"),)


def test_as_many_rises_as_falls_are_no_reason_to_refuse(tmp_path: Path) -> None:
    assert only(file(tmp_path, trec("1 a 1 1", "1 b 2 3", "1 c 3 2"))).rankings == {"1": ("a", "b", "c")}


def test_equal_scores(tmp_path: Path) -> None:
    path = file(tmp_path, trec("1 a 1 1", "1 é 2 1", "1 z 3 1", "1 \U0001f600 4 1", "1 \uff5e 5 1"))
    assert only(path, order="score").rankings["1"] == ("\U0001f600", "\uff5e", "é", "z", "a")
    assert only(path, order="score", ties="docno-asc").rankings["1"] == (
        "a",
        "z",
        "é",
        "\uff5e",
        "\U0001f600",
    )
    message = "r.txt:5: expected no equal scores in topic '1', got 1.0 again; choose --ties docno-desc"
    with refused(message, tmp_path):
        only(path, order="score", ties="error")
    assert only(path).notes == (
        "run t: rank and score order differ on 1 of 1 topics (1 of them by ties alone); order rank is used",
    )


def test_the_order_of_the_file(tmp_path: Path) -> None:
    run = only(file(tmp_path, trec("1 a 2 1", "1 b 1 2")), order="file")
    assert run.rankings == {"1": ("a", "b")}
    assert run.notes == ("run t: file and rank order differ on 1 of 1 topics; order file is used",)
    message = "order: expected one of rank, score, file, got 'scores'; did you mean 'score'?"
    with refused(message, error=UnknownNameError):
        read_runs({}, order="scores")
    with refused("ties: expected one of docno-desc, docno-asc, error, got 'x'", error=UnknownNameError):
        read_runs({}, ties="x")


def test_names(tmp_path: Path) -> None:
    one = file(tmp_path, trec("1 a 1 1"), "x/one.run")
    two = file(tmp_path, trec("1 b 1 1"), "x/two.run.gz.txt")
    other = file(tmp_path, trec("1 c 1 1", tag="u"), "x/.hidden")
    assert read_runs(tmp_path / "x").names == ("one", "two.run.gz")
    assert read_runs([other, one]).names == ("u", "t")
    assert read_runs(f"{tmp_path}/x/*").names == ("one", "two.run.gz")
    same = file(tmp_path, trec("1 d 1 1"), "y/one.run")
    assert read_runs([one, two, same]).names == (str(one), "two.run.gz", str(same))
    assert read_runs([one, two])["one"].rankings == {"1": ("a",)}
    with refused("runs: expected one run of each name, got two of one.run; leave one out", tmp_path / "x"):
        read_runs([one, one])
    with refused("none*: expected files, got none", tmp_path):
        read_runs(f"{tmp_path}/none*")
    with refused("runs: expected at least one run, got none"):
        read_runs([])


def test_another_tag_further_down_is_noted(tmp_path: Path) -> None:
    run = only(file(tmp_path, trec("1 a 1 2") + trec("1 b 2 1", tag="u")))
    assert run.notes == ("run t: 1 line with another tag than 't' read as the same run",)


def test_runs_are_read_when_they_are_asked_for(tmp_path: Path) -> None:
    path = file(tmp_path, trec("1 a 1 1") + "broken\n")
    seen: list[str] = []
    runs = read_runs(path, progress=seen.append)
    assert (len(runs), runs.names, seen) == (1, ("t",), [])
    with pytest.raises(InputError, match=r"r\.txt:2: expected 6 columns"):
        list(runs)
    assert seen == ["t"]
    again = pickle.loads(pickle.dumps(read_runs(file(tmp_path, trec("1 a 1 1")))))
    assert next(iter(again)).rankings == {"1": ("a",)}


def test_dicts() -> None:
    scores = {"1": {"a": 1, "b": np.float32(2)}, 2: {"c": 0.5}}
    run = only(scores)
    assert (run.name, run.rankings, run.scores["1"]) == ("run", {"1": ("b", "a"), "2": ("c",)}, (2.0, 1.0))
    runs = read_runs({"x": scores, "y": {"1": {"b": 1}}})
    assert runs.names == ("x", "y")
    assert runs["y"].rankings == {"1": ("b",)}
    with refused("run run: expected a finite number as score, got nan"):
        only({"1": {"a": math.nan}})
    with refused("run run: expected lines of a run, got none"):
        only({})
    with refused("run run: expected a dict for topic '1', got 2"):
        only({"1": 2})
    with refused("run run: expected a rank to order by, got no column rank"):
        only(scores, order="rank")


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames(library: str) -> None:
    columns = {"run": ["x", "y", "x"], "topic": [1, 1, 1], "document": ["a", "b", "c"], "rank": [2, 1, 1]}
    runs = read_runs(pytest.importorskip(library).DataFrame(columns))
    assert {run.name: run.rankings for run in runs} == {"x": {"1": ("c", "a")}, "y": {"1": ("b",)}}
    assert (
        only(pytest.importorskip(library).DataFrame({**columns, "run": ["x"] * 3, "rank": [2, 3, 1]})).scores
        == {}
    )


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_tables(tmp_path: Path, suffix: str) -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"topic": ["1", "1"], "document": ["a", "b"], "score": [1.0, 2.5]})
    path = tmp_path / f"mine.{suffix}"
    {"csv": frame.write_csv, "jsonl": frame.write_ndjson, "parquet": frame.write_parquet}[suffix](path)
    run = only(path)
    assert (run.name, run.rankings) == ("mine", {"1": ("b", "a")})


def test_whole_floats_are_ranks_in_tables(tmp_path: Path) -> None:
    table = file(tmp_path, "topic,document,rank\n1,a,2.0\n1,b,1\n", "r.csv")
    assert only(table).rankings == {"1": ("b", "a")}
    with refused("r.csv:2: expected a whole number as rank, got '1.5'", tmp_path):
        only(file(tmp_path, "topic,document,rank\n1,a,1.5\n", "r.csv"))
    frame = pytest.importorskip("pandas").DataFrame(
        {"topic": ["1", "1"], "document": ["a", "b"], "rank": [2.0, 1.0]}
    )
    assert only(frame).rankings == {"1": ("b", "a")}
    with refused("table row 1: expected a whole number as rank, got 1.5"):
        only(frame.assign(rank=[1.5, 2.0]))
    with refused("table row 1: expected text or a whole number as document id, got 1.0"):
        only(frame.assign(document=[1.0, 2.0]))


def test_a_table_of_runs_without_a_header(tmp_path: Path) -> None:
    with refused(
        "r.csv:1: expected columns topic, document, got 1, a, 2.5; "
        "the header line topic,document,score is missing",
        tmp_path,
    ):
        only(file(tmp_path, "1,a,2.5\n", "r.csv"))
