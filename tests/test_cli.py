"""The command line: what it prints for people and for programs, and how it ends."""

import csv
import errno
import hashlib
import io
import json
import math
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import plurank as pr
from command import Done, call
from plurank.cli import COMMANDS, output
from plurank.cli.facts import GRAMMAR
from plurank.cli.progress import Progress
from plurank.cli.table import Page, short
from plurank.names import AVERAGES, TOPIC_CUTS
from plurank.presets import PRESETS

DATA = Path(pr.__file__).parent / "demo" / "data"
QRELS = DATA / "qrels.txt"
RUNS = sorted((DATA / "runs").glob("*.run"))
INTENTS, TREE, TOPICS = DATA / "intents.txt", DATA / "hierarchy.tsv", DATA / "topics.xml"
COMMAND = [sys.executable, "-c", "from plurank.cli import main; main(prog_name='plurank')"]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")


def evaluated(*arguments: object, **given: bytes) -> Done:
    done = call("evaluate", *arguments, **given)
    assert done.status == 0, done.err
    return done


def rows(done: Done) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(done.out)))


# --- help -----------------------------------------------------------------------------------------------------


def test_help_shows_the_commands_in_their_order() -> None:
    done = call("--help")
    assert done.status == 0
    assert re.findall(r"^  ([a-z]+)  ", done.out.partition("Commands:")[2], re.MULTILINE) == list(COMMANDS)


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)])
def test_help_ends_with_an_example_and_fits(command: list[str]) -> None:
    for option in ("--help", "-h"):
        done = call(*command, option)
        assert done.status == 0
        assert "Example" in done.out
        assert done.out.rstrip().splitlines()[-1].startswith("    plurank")
        assert max(map(len, done.out.partition("Example")[0].splitlines())) <= 80


def test_version() -> None:
    assert call("--version").out == f"plurank {pr.__version__}\n"


def test_nothing_asked_for_shows_the_help_and_fails() -> None:
    done = call()
    assert (done.status, done.out) == (2, "")
    assert done.err == call("--help").out


# --- evaluate: the same numbers as from Python ----------------------------------------------------------------


def test_csv_holds_every_digit() -> None:
    names = ["alpha-nDCG@20", "D#-nDCG@20", "geom(ERR-IA@20)"]
    done = evaluated(
        QRELS, *RUNS, *(x for name in names for x in ("-m", name)), "--intents", INTENTS, "--format", "csv"
    )
    scores = pr.evaluate(pr.read_qrels(QRELS, intents=INTENTS), pr.read_runs(RUNS), names)
    assert done.out.splitlines()[0] == "run,topic,measure,value"
    expected = [
        {"run": run, "topic": topic, "measure": name, "value": f"{value:.17g}"}
        for run, means in zip(scores.runs, scores.mean().tolist(), strict=True)
        for topic, name, value in zip(
            ("mean", "mean", "geom"), ("alpha-nDCG@20", "D#-nDCG@20", "ERR-IA@20"), means, strict=True
        )
    ]
    assert rows(done) == expected
    assert [float(row["value"]) for row in rows(done)] == scores.mean().ravel().tolist()


def test_csv_of_topics_has_them_in_the_order_of_the_judgments_and_averages_behind() -> None:
    Path("q").write_text("7 1 a 1\n10 1 b 0\n2 1 a 1\n")
    Path("r").write_text("7 Q0 a 1 2 r,1\n10 Q0 b 1 2 r,1\n")
    done = evaluated("q", "r", "-m", "P@1", "-m", "geom(P@1)", "-m", "RR", "--per-topic", "--format", "csv")
    assert [(row["topic"], row["measure"], row["value"]) for row in rows(done)] == [
        ("7", "P@1", "1"),
        ("7", "RR", "1"),
        ("10", "P@1", ""),
        ("10", "RR", ""),
        ("2", "P@1", "0"),
        ("2", "RR", "0"),
        ("mean", "P@1", "0.5"),
        ("geom", "P@1", f"{math.exp(math.log(1e-5) / 2):.17g}"),
        ("mean", "RR", "0.5"),
    ]
    assert done.out.splitlines()[1] == '"r,1",7,P@1,1'


def test_bounds_are_two_more_columns() -> None:
    done = evaluated(QRELS, *RUNS, "-m", "I-rec@2", "-m", "DP@5", "--bounds", "--format", "csv")
    assert done.out.splitlines()[0] == "run,topic,measure,value,least,greatest"
    for row in rows(done):
        if row["measure"] == "I-rec@2":
            assert float(row["least"]) == float(row["value"]) <= float(row["greatest"])
        else:
            assert row["least"] == row["greatest"] == ""


def test_json_says_how_it_was_made() -> None:
    done = evaluated(QRELS, *RUNS, "-m", "P@1", "--intents", INTENTS, "--per-topic", "--format", "json", "-q")
    document = json.loads(done.out)
    assert list(document) == ["scores", "notes", "settings"]
    assert list(document["scores"][0]) == ["run", "topic", "measure", "value"]
    assert len(document["scores"]) == 3 * 7
    assert any("single" in note for note in document["notes"])
    settings = document["settings"]
    assert (settings["version"], settings["measures"], settings["seed"]) == (pr.__version__, ["P@1"], None)
    assert [file["path"] for file in settings["files"]] == [str(path) for path in (QRELS, INTENTS, *RUNS)]
    for file in settings["files"]:
        assert file["sha256"] == hashlib.sha256(Path(file["path"]).read_bytes()).hexdigest()


def test_json_writes_what_is_missing_as_null() -> None:
    Path("q").write_text("1 1 a 1\n2 1 b 0\n")
    Path("r").write_text("1 Q0 a 1 2 r\n")
    done = evaluated("q", "r", "-m", "P@1", "--per-topic", "--format", "json")
    assert [row["value"] for row in json.loads(done.out)["scores"]] == [1, None, 1]


def test_parquet_holds_the_rows_of_csv() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    command = (QRELS, *RUNS, "-m", "P@1", "-m", "CPR@5", "--bounds", "--per-topic")
    evaluated(*command, "--format", "parquet", "-o", "scores.parquet")
    table = parquet.read_table("scores.parquet").to_pylist()
    text = rows(evaluated(*command, "--format", "csv"))
    assert [
        {k: "" if v is None else v if isinstance(v, str) else f"{v:.17g}" for k, v in row.items()}
        for row in table
    ] == text


def test_parquet_without_its_library_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    done = call("evaluate", QRELS, *RUNS, "--format", "parquet", "-o", "x.parquet")
    assert done.status == 2
    assert (
        done.err == "pyarrow: expected it to be installed, got no such module; pip install 'plurank[arrow]'\n"
    )
    assert os.listdir() == []


def test_trec_eval_lines() -> None:
    done = evaluated(QRELS, RUNS[0], "-m", "P@5", "-m", "geom(P@5)", "--per-topic", "--format", "trec_eval")
    scores = pr.evaluate(pr.read_qrels(QRELS), pr.read_runs(RUNS[0]), ["P@5", "geom(P@5)"])
    topics = [
        f"{'P@5':<22}\t{topic}\t{value:.4f}"
        for topic, value in zip(scores.topics, scores["P@5"][0], strict=True)
    ]
    means = [
        f"{name:<22}\tall\t{value:.4f}" for name, value in zip(scores.measures, scores.mean()[0], strict=True)
    ]
    assert done.out.splitlines() == [*topics, f"{'runid':<22}\tall\tdiverse", *means]
    several = evaluated(QRELS, *RUNS, "-m", "P@5", "--format", "trec_eval").out.splitlines()
    assert [line for line in several if line.startswith("runid")] == [
        f"{'runid':<22}\tall\t{name}" for name in ("diverse", "relevance", "single")
    ]


def test_trec_eval_spells_the_measures_of_its_dialect_itself() -> None:
    spelt = {
        "trec_eval:AP": "map",
        "trec_eval:AP@100": "map_cut_100",
        "trec_eval:P@5": "P_5",
        "trec_eval:R": "set_recall",
        "trec_eval:R@100": "recall_100",
        "trec_eval:RR": "recip_rank",
        "trec_eval:Rprec": "Rprec",
        "trec_eval:Success@5": "success_5",
        "trec_eval:nDCG": "ndcg",
        "ndcg_cut_20": "ndcg_cut_20",
        "P_5": "P@5",
        "AP": "AP",
        "trec_eval:RR@5": "trec_eval:RR@5",
        "trec_eval:P@R": "trec_eval:P@R",
        "trec_eval:P(rel=2)@5": "trec_eval:P(rel=2)@5",
        "geom(trec_eval:AP)": "geom(trec_eval:AP)",
    }
    done = evaluated(QRELS, RUNS[0], *(x for name in spelt for x in ("-m", name)), "--format", "trec_eval")
    assert [line.split()[0] for line in done.out.splitlines()] == ["runid", *spelt.values()]
    topics = evaluated(QRELS, RUNS[0], "-m", "geom(trec_eval:AP)", "--per-topic", "--format", "trec_eval")
    assert topics.out.startswith(f"{'map':<22}\t1\t")


@pytest.mark.parametrize(
    "measure", ["AP", "AP@10", "P@5", "R@5", "R", "RR", "Rprec", "Success@5", "nDCG", "nDCG@5"]
)
def test_the_names_of_trec_eval_are_those_of_its_numbers(measure: str) -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval")
    Path("q").write_text("1 0 a 2\n1 0 b 1\n1 0 c 0\n1 0 d 1\n1 0 e 3\n")
    Path("r").write_text(
        "".join(f"1 Q0 {doc} {rank} {9 - rank} r\n" for rank, doc in enumerate("cxaebyz", 1))
    )
    done = evaluated("q", "r", "-m", f"trec_eval:{measure}", "--per-topic", "--format", "trec_eval")
    name, _, value = done.out.splitlines()[0].split()
    grades = {"1": {"a": 2, "b": 1, "c": 0, "d": 1, "e": 3}}
    ranking = {"1": {doc: float(9 - rank) for rank, doc in enumerate("cxaebyz", 1)}}
    known = pytrec_eval.RelevanceEvaluator(grades, pytrec_eval.supported_measures).evaluate(ranking)["1"]
    assert float(value) == pytest.approx(known[name], abs=1e-4)


def test_ndeval_table() -> None:
    Path("q").write_text("10 1 a 1\n10 2 b 1\n9 1 a 1\n3 1 a 0\n4 1 a 1\n")
    Path("r").write_text("10 Q0 a 1 2 r\n9 Q0 x 1 1 r\n3 Q0 a 1 2 r\n77 Q0 a 1 1 r\n")
    lines = evaluated("q", "r", "--format", "ndeval").out.splitlines()
    assert lines[0] == (
        "runid,topic,ERR-IA@5,ERR-IA@10,ERR-IA@20,nERR-IA@5,nERR-IA@10,nERR-IA@20,alpha-DCG@5,alpha-DCG@10,"
        "alpha-DCG@20,alpha-nDCG@5,alpha-nDCG@10,alpha-nDCG@20,NRBP,nNRBP,MAP-IA,P-IA@5,P-IA@10,P-IA@20,"
        "strec@5,strec@10,strec@20"
    )
    table = [line.split(",") for line in lines[1:]]
    assert [line[:2] for line in table] == [["r", "3"], ["r", "9"], ["r", "10"], ["r", "amean"]]
    assert set(table[0][2:]) == set(table[1][2:]) == {"0.000000"}
    for column in range(2, 23):
        assert float(table[3][column]) == pytest.approx(float(table[2][column]) / 3, abs=1e-6)
    named = evaluated("q", "r", "-m", "ndeval:strec@5", "--format", "ndeval").out.splitlines()
    assert named[0] == "runid,topic,strec@5"
    assert named[-1] == "r,amean,0.166667"


def test_in_ndevals_format_the_names_of_ndeval_are_ndevals() -> None:
    def header(*names: str) -> tuple[list[str], str]:
        done = evaluated(QRELS, RUNS[0], *(x for name in names for x in ("-m", name)), "--format", "ndeval")
        return done.out.splitlines()[0].split(",")[2:], done.err

    columns, said = header(
        "ERR-IA@5", "ndeval:ERR-IA@5", "MAP-IA", "strec@5", "D-nDCG@5", "AP-IA", "geom(NRBP)"
    )
    assert columns == ["ERR-IA@5", "MAP-IA", "strec@5", "D-nDCG@5", "AP-IA", "geom(ndeval:NRBP)"]
    assert (
        "note: 4 measures (ERR-IA@5, MAP-IA, strec@5, ...): read as ndeval's under --format ndeval\n" in said
    )
    assert "read as ndeval's" not in header("ndeval:ERR-IA@5", "D-nDCG@5")[1]
    assert header("ERR_IA@5")[0] == ["ERR-IA@5"]
    own, plain = (
        evaluated(QRELS, RUNS[0], "-m", name, "--format", "ndeval").out
        for name in ("ndeval:ERR-IA@5", "ERR-IA@5")
    )
    assert own == plain


@pytest.mark.parametrize("preset", PRESETS)
def test_no_two_columns_of_ndevals_format_have_one_name(preset: str) -> None:
    command = ("--preset", preset, "--preset", "ndeval", "--hierarchy", TREE, "--format", "ndeval", "-q")
    columns = next(csv.reader([evaluated(QRELS, RUNS[0], *command).out.splitlines()[0]]))
    assert len(set(columns)) == len(columns) >= 23


def test_a_parameter_that_ndeval_lacks_is_refused_in_its_format() -> None:
    done = call("evaluate", QRELS, RUNS[0], "-m", "alpha-nDCG(weights=given)@5", "--format", "ndeval")
    assert (done.status, done.out) == (2, "")
    assert "expected a parameter of ndeval:alpha-nDCG" in done.err


def test_topics_of_ndevals_format_are_in_the_order_of_their_numbers() -> None:
    Path("q").write_text("".join(f"{topic} 1 a 1\n" for topic in ("b", "10", "9", "a", "2")))
    Path("r").write_text("".join(f"{topic} Q0 a 1 1 r\n" for topic in ("b", "10", "9", "a", "2")))
    lines = evaluated("q", "r", "--format", "ndeval").out.splitlines()[1:]
    assert [line.split(",")[1] for line in lines] == ["2", "9", "10", "a", "b", "amean"]


def test_preset_ndeval_has_ndevals_mean_and_leaves_other_measures_theirs() -> None:
    Path("q").write_text("10 1 a 1\n9 1 a 1\n3 1 a 0\n")
    Path("r").write_text("10 Q0 a 1 2 r\n3 Q0 a 1 2 r\n")
    done = evaluated("q", "r", "-m", "P-IA@5", "--preset", "ndeval", "--format", "csv")
    means = {row["measure"]: float(row["value"]) for row in rows(done)}
    assert means["P-IA@5"] == pytest.approx(1 / 5 / 2)  # over the topics that have relevant documents
    assert means["ndeval:P-IA@5"] == pytest.approx(1 / 5 / 2)  # over the topics that both files have
    assert means["ndeval:strec@5"] == 1 / 2
    assert "note: averages as ndeval's amean" in done.err


def test_official_tables_of_ndeval(shared_data: Path) -> None:
    for name in ("wume1", "uogTrDYCcsB"):
        run = shared_data / "runs" / "trec2009-official-diversity" / f"{name}.gz"
        done = evaluated(
            shared_data / "trecweb" / "2009" / "qrels.diversity.gz", run, "--format", "ndeval", "-q"
        )
        official = (shared_data / "reference" / "ndeval-trec2009-official" / f"{name}.ndeval").read_text()
        ours = [line.split(",") for line in done.out.splitlines()]
        theirs = [line.split(",") for line in official.splitlines()]
        assert ours[0] == theirs[0]
        assert [line[:2] for line in ours] == [line[:2] for line in theirs]
        for one, other in zip(ours[1:], theirs[1:], strict=True):
            assert [float(x) for x in one[2:]] == pytest.approx([float(x) for x in other[2:]], abs=1.5e-6)


def test_latex_escapes_and_shows_the_best_in_bold() -> None:
    Path("a_run").write_text("1 Q0 mole 1 2 50%_of&it\n")
    lines = evaluated(
        QRELS, RUNS[0], "a_run", "-m", "D#-nDCG@5", "-m", "DP@5", "--format", "latex"
    ).out.splitlines()
    assert lines[0] == r"\begin{tabular}{lrr}"
    assert lines[2] == r"Run & D\#-nDCG@5 & DP@5 \\"
    assert re.fullmatch(r"diverse & \\textbf\{0\.\d{4}\} & \\textbf\{\d+\.\d{4}\} \\\\", lines[4])
    assert lines[5].startswith(r"50\%\_of\&it & 0.0000 & ")
    assert lines[-1] == r"\end{tabular}"
    by_topic = evaluated(QRELS, RUNS[0], "-m", "P@5", "--per-topic", "--format", "latex").out.splitlines()
    assert len([line for line in by_topic if line.startswith("diverse & ")]) == 7


# --- evaluate: the table for people ---------------------------------------------------------------------------


def test_the_table_marks_the_best_of_every_column() -> None:
    done = evaluated(QRELS, *RUNS, "-m", "P@5", "-m", "DP@5")
    scores = pr.evaluate(pr.read_qrels(QRELS), pr.read_runs(RUNS), ["P@5", "DP@5"]).mean()
    lines = done.out.splitlines()
    assert lines[0].split() == ["run", "P@5", "DP@5"]
    for line, run, (p, dp) in zip(lines[1:], ("diverse", "relevance", "single"), scores, strict=False):
        marks = [
            "*" if value == best else ""
            for value, best in ((p, scores[:, 0].max()), (dp, scores[:, 1].min()))
        ]
        assert line.split() == [run, f"{p:.4f}{marks[0]}", f"{dp:.4f}{marks[1]}"]
    assert lines[-1] == "averages over 6 topics; *: best; lower is better: DP@5"
    assert re.search(r"^note: run single: .*1 judged topic", done.err, re.MULTILINE)


@pytest.mark.parametrize(
    "options", [["--preset", "all"], ["--per-topic"], ["--bounds"], ["--per-topic", "--bounds"]]
)
@pytest.mark.parametrize("columns", ["60", "80", "120"])
@pytest.mark.parametrize("runs", [1, 3, 9])
def test_the_table_fits(options: list[str], columns: str, runs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    paths = list(map(str, RUNS[:runs]))
    for extra in range(runs - 3):
        text = RUNS[0].read_text().replace(" diverse\n", f" a-run-with-a-very-long-name-indeed-{extra}\n")
        Path(f"{extra}.run").write_text(text)
        paths.append(f"{extra}.run")
    done = evaluated(QRELS, *paths, "--hierarchy", TREE, *options)
    table = done.out.rpartition("\n\n")[0]
    assert max(map(len, table.splitlines())) <= int(columns)
    cells = sum(len(re.findall(r" \d+\.\d{4}", line)) for line in table.splitlines())
    assert cells >= 12 * runs


def test_a_table_of_topics_for_every_measure_or_for_one_run() -> None:
    several = evaluated(QRELS, *RUNS, "-m", "P@5", "-m", "RR", "--per-topic").out.split("\n\n")
    assert [block.splitlines()[0] for block in several[:2]] == ["P@5", "RR"]
    assert several[0].splitlines()[1].split() == ["topic", "diverse", "relevance", "single"]
    assert [line.split()[0] for line in several[0].splitlines()[2:]] == [*"123456", "average"]
    one = evaluated(QRELS, RUNS[0], "-m", "P@5", "-m", "RR", "--per-topic").out.splitlines()
    assert one[0] == "run diverse"
    assert one[1].split() == ["topic", "P@5", "RR"]


def test_undefined_scores_are_dashes_and_topics_are_counted() -> None:
    Path("q").write_text("1 1 a 1\n2 1 b 0\n")
    Path("r").write_text("1 Q0 a 1 2 r\n")
    lines = evaluated("q", "r", "-m", "P@1", "--per-topic").out.splitlines()
    assert lines[2:5] == ["1        1.0000", "2             -", "average  1.0000"]
    assert lines[-1] == "averages over 1 of 2 topics"


def test_bold_letters_on_terminals_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert not Page.here().bold
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert Page.here().bold
    assert Page.here().marked("0.5", True, True) == "\033[1m0.5\033[0m"
    assert not Page.here("a file").bold
    monkeypatch.setenv("NO_COLOR", "1")
    assert not Page.here().bold
    assert Page.here().marked("0.5", True, True) == "0.5*"


def test_long_names_are_cut_in_the_middle() -> None:
    assert short("x" * 24) == "x" * 24
    assert short("a" * 30 + "b" * 30) == "a" * 12 + ".." + "b" * 10


# --- evaluate: what is asked for ------------------------------------------------------------------------------


def asked(*options: object) -> list[str]:
    done = evaluated(QRELS, RUNS[0], *options, "--format", "csv")
    return [
        row["measure"] if row["topic"] == "mean" else f"{row['topic']}({row['measure']})"
        for row in rows(done)
    ]


def test_measures_and_presets_add_up_in_the_order_given() -> None:
    assert asked() == list(PRESETS["diversity"])
    assert asked("-m", "P@3", "--preset", "ndeval", "-m", "NRBP") == ["P@3", *PRESETS["ndeval"], "NRBP"]
    assert asked("--preset", "ndeval", "-m", "P@3", "-m", "p@3", "--preset", "ndeval") == [
        *PRESETS["ndeval"],
        "P@3",
    ]
    assert asked("-m", "P@3", "-m", "dsharp_ndcg(gamma=0|1)@5") == [
        "P@3",
        "D#-nDCG(gamma=0)@5",
        "D#-nDCG(gamma=1)@5",
    ]


def test_an_average_is_for_measures_without_their_own() -> None:
    options = ("--average", "dd", "-m", "P@3", "-m", "geom(P@3)", "-m", "mean(RR)", "-m", "gmap")
    assert asked(*options) == ["dd(P@3)", "geom(P@3)", "RR", "geom(AP)"]


def test_weights_of_topics() -> None:
    Path("weights").write_text("".join(f"{topic} {topic}\n" for topic in range(1, 7)))
    done = evaluated(
        QRELS, RUNS[0], "-m", "P@3", "--average", "weighted", "--topic-weights", "weights", "--format", "csv"
    )
    scores = pr.evaluate(pr.read_qrels(QRELS), pr.read_runs(RUNS[0]), "P@3")["P@3"][0]
    expected = sum(w * score for w, score in zip(range(1, 7), scores, strict=True)) / 21
    assert float(rows(done)[0]["value"]) == pytest.approx(expected)


def test_preset_all_says_what_it_leaves_out() -> None:
    done = evaluated(QRELS, RUNS[0], "--preset", "all", "--format", "csv")
    assert {row["measure"] for row in rows(done)} == {
        name for name in PRESETS["all"] if not pr.parse(name)[0].measure.hierarchy
    }
    assert re.search(
        r"note: preset all leaves out \d+ measures \(N-rec@20, .*expected a hierarchy of intents", done.err
    )
    assert (
        "note: preset all leaves out RBU, RBU-LA: their parameters have no defaults; ask for them with -m\n"
        in done.err
    )
    full = evaluated(QRELS, RUNS[0], "--preset", "all", "--hierarchy", TREE, "--format", "csv")
    assert [row["measure"] for row in rows(full)] == list(PRESETS["all"])


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_canonical(preset: str) -> None:
    assert [str(score) for score in pr.parse(PRESETS[preset])] == list(PRESETS[preset])


def topics_of(*options: object) -> list[str]:
    done = evaluated(QRELS, RUNS[0], "-m", "P@1", *options, "--per-topic", "--format", "csv")
    return [row["topic"] for row in rows(done)][:-1]


def test_topics_can_be_chosen() -> None:
    Path("topics").write_text("6\n2\n\n99\n")
    assert topics_of() == [*"123456"]
    assert topics_of("--topic-file", "topics") == ["2", "6"]
    assert topics_of("--only", "ambiguous", "--intents", TOPICS) == ["1", "2", "3", "6"]
    assert topics_of("--only", "faceted", "--intents", TOPICS) == ["4", "5"]
    assert topics_of("--only", "multilayer", "--hierarchy", TREE) == ["1", "2", "3", "5", "6"]
    assert topics_of(
        "--only", "faceted", "--intents", TOPICS, "--topic-file", "topics", "--only", "ambiguous"
    ) == ["2", "6"]
    done = evaluated(QRELS, RUNS[0], "-m", "P@1", "--topic-file", "topics")
    assert "note: topics: no judgments for 99, left out\n" in done.err
    assert "not judged" not in done.err


def test_trivial_topics_are_those_that_one_document_covers() -> None:
    Path("q").write_text("1 1 a 1\n1 2 a 1\n2 1 a 1\n2 2 b 1\n3 1 a 2\n3 2 b 0\n4 1 a 0\n")
    Path("r").write_text("2 Q0 a 1 2 r\n")
    done = evaluated("q", "r", "-m", "P@1", "--only", "nontrivial", "--per-topic", "--format", "csv")
    assert [row["topic"] for row in rows(done)] == ["2", "mean"]


def test_retrieved_topics() -> None:
    single = RUNS[2]
    judged = rows(evaluated(QRELS, single, "-m", "P@1", "--format", "csv"))[0]["value"]
    retrieved = rows(evaluated(QRELS, single, "-m", "P@1", "--topics", "retrieved", "--format", "csv"))[0][
        "value"
    ]
    assert float(judged) * 6 == pytest.approx(float(retrieved) * 5)


def test_rules_that_make_probabilities() -> None:
    values = {}
    for rule in ("uniform", "geometric", "judged"):
        done = evaluated(
            QRELS, *RUNS, "-m", "D-nDCG@5", "--intents", rule, "--intents", INTENTS, "--format", "csv"
        )
        scores = pr.evaluate(pr.read_qrels(QRELS), pr.read_runs(RUNS), "D-nDCG@5", probabilities=rule)
        values[rule] = [float(row["value"]) for row in rows(done)]
        assert values[rule] == scores.mean().ravel().tolist()
    assert len({tuple(held) for held in values.values()}) == 3


def test_options_that_change_what_counts() -> None:
    def value(*options: object) -> float:
        return float(
            rows(evaluated(QRELS, RUNS[0], "-m", "nDCG-IA", *options, "--format", "csv"))[0]["value"]
        )

    plain = value()
    assert value("--depth", "1000000") == plain
    for options in (
        ["--depth", "3"],
        ["--condensed"],
        ["--keep-uncovered"],
        ["--order", "file", "--depth", "3"],
    ):
        assert value(*options) != plain
    assert value("--top-grade", "5") == plain  # nDCG does not depend on it
    Path("r").write_text("1 Q0 x 1 1 r\n1 Q0 mercury-mission-first-flyby-01 2 1 r\n")
    assert [
        rows(evaluated(QRELS, "r", "-m", "RR", "--order", "score", "--ties", ties, "--format", "csv"))[0][
            "value"
        ]
        for ties in ("docno-desc", "docno-asc")
    ] == [f"{1 / 2 / 6:.17g}", f"{1 / 6:.17g}"]


def test_a_scale_that_ends_too_soon_is_refused_by_the_name_of_its_option() -> None:
    Path("q").write_text("1 1 a 3\n1 1 b 0\n")
    Path("r").write_text("1 Q0 a 1 1 r\n")
    done = call("evaluate", "q", "r", "-m", "nDCG@5", "--top-grade", "2")
    assert (done.status, done.out) == (2, "")
    assert done.err == "--top-grade: expected at least the largest grade 3, got 2; raise it\n"
    assert call("evaluate", "q", "r", "-m", "nDCG@5", "--top-grade", "3").status == 0


def test_standard_input_and_output() -> None:
    plain = evaluated(QRELS, RUNS[0], "--format", "csv").out
    assert evaluated("-", RUNS[0], "--format", "csv", stdin=QRELS.read_bytes()).out == plain
    assert evaluated(QRELS, "-", "--format", "csv", stdin=RUNS[0].read_bytes()).out == plain
    done = evaluated(QRELS, RUNS[0], "--format", "csv", "-o", "scores.csv")
    assert (done.out, Path("scores.csv").read_text()) == ("", plain)
    assert (
        evaluated(QRELS, DATA / "runs", "--format", "csv").out
        == evaluated(QRELS, *RUNS, "--format", "csv").out
    )
    assert evaluated(QRELS, DATA / "runs" / "d*.run", "--format", "csv").out == plain


def test_quiet_says_nothing() -> None:
    assert evaluated(QRELS, *RUNS).err != ""
    assert evaluated(QRELS, *RUNS, "-q").err == ""


# --- how it ends ----------------------------------------------------------------------------------------------

on_posix = pytest.mark.skipif(os.name != "posix", reason="signals and pipes of POSIX")


@on_posix
def test_a_closed_pipe_is_quiet() -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as closed:
        done = subprocess.run(
            [*COMMAND, "measures"], stdout=closed, stderr=subprocess.PIPE, text=True, timeout=60
        )
    assert (done.returncode, done.stderr) == (141, "")


@on_posix
def test_an_interruption_is_quiet() -> None:
    os.mkfifo("pipe")
    started = subprocess.Popen(
        [*COMMAND, "evaluate", "pipe", str(RUNS[0]), "-o", "x"], stderr=subprocess.PIPE, text=True
    )
    time.sleep(1)  # it waits for the pipe now
    started.send_signal(signal.SIGINT)
    _, said = started.communicate(timeout=60)
    assert (started.returncode, said.strip()) == (130, "")
    assert os.listdir() == ["pipe"]


def test_an_unexpected_error_of_the_system_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO), "somewhere")

    monkeypatch.setattr(output, "written", full)
    done = call("evaluate", QRELS, RUNS[0], "-q")
    assert (done.status, done.out) == (1, "")
    assert done.err == "somewhere: expected to read or write it, got input/output error\n"


def test_progress_comes_after_two_seconds_and_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "stderr", terminal)
    clock: Iterator[float] = iter([0.0, 1.0, 4.0, 6.0])
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    progress = Progress(quiet=False)
    progress(1, 10)
    assert terminal.getvalue() == ""
    progress(2, 10)
    assert terminal.getvalue() == "\r2 of 10 runs, about 16 s left\033[K"
    progress.clear()
    assert terminal.getvalue().endswith("\r\033[K")


@pytest.mark.parametrize("quiet", [True, False])
def test_no_progress_without_a_terminal_or_when_quiet(quiet: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: quiet, raising=False)
    monkeypatch.setattr(sys, "stderr", stream)
    progress = Progress(quiet=quiet)
    progress.start -= 100
    progress(1, 2)
    progress.clear()
    assert stream.getvalue() == ""


# --- measures -------------------------------------------------------------------------------------------------


def test_the_catalogue_names_everything_and_fits() -> None:
    done = call("measures")
    assert done.status == 0
    assert max(map(len, done.out.splitlines())) <= 80
    words = set(done.out.split())
    for name in pr.MEASURES:
        assert {name, name.partition(":")[2]} & words, name


def test_names_can_be_made_from_what_the_catalogue_says() -> None:
    shown = call("measures").out
    for name in GRAMMAR:
        assert f"\n  {name} " in shown
        assert pr.parse(name)
    said = " ".join([*GRAMMAR, *GRAMMAR.values()])
    assert {f"{average}(" for average in AVERAGES if average != "mean"} <= set(re.findall(r"\w+\(", said))
    assert {f"@{cut}" for cut in TOPIC_CUTS if cut != "minrank"} <= set(re.findall(r"@[\w-]*\w", said))
    dialects = {name.partition(":")[0] for name in pr.MEASURES if ":" in name}
    assert dialects <= set(re.findall(r"\w+(?=:)", said))
    for alias in ("map", "recall_20", "MAP-IA", "StRecall@20"):
        assert alias.partition("@")[0] in said
        assert pr.parse(alias)
    asked = call("evaluate", "--help").out
    assert "[DIALECT:]NAME(parameter=value, ...)@CUT" in asked
    assert "plurank measures says" in asked


@pytest.mark.parametrize("name", pr.MEASURES)
def test_every_measure_explains_itself(name: str) -> None:
    done = call("measures", name)
    assert done.status == 0
    measure = pr.MEASURES[name]
    assert done.out.startswith(f"{name}   {measure.paper}\n")
    for parameter in measure.parameters:
        assert f"\n  {parameter}=" in done.out
    for head in ("Formula", "Letters", "Parameters of all measures", "Facts", "Example"):
        assert f"\n{head}\n" in done.out
    command = shlex.split(done.out.splitlines()[-1].removeprefix("Use: "))
    assert command[:5] == ["plurank", "evaluate", "QRELS", "RUN...", "-m"]
    assert pr.parse(command[5])[0].measure is measure


@pytest.mark.parametrize(
    ("alias", "first"),
    [
        ("dsharp_ndcg@10", "D#-nDCG   "),
        ("alpha-nDCG(alpha=0.3)@20", "alpha-nDCG   "),
        ("geom(ERR-IA@20)", "ERR-IA   "),
        ("P_10", "P   "),
        ("map", "map is read as AP."),
        ("MAP-IA", "MAP-IA is read as AP-IA."),
        ("alpha-nDCG-IA@20", "alpha-nDCG-IA is read as alpha#-IA(gamma=0)."),
        ("ndcg_cut_10", "ndcg_cut is read as trec_eval:nDCG."),
    ],
)
def test_aliases_lead_to_the_measure(alias: str, first: str) -> None:
    done = call("measures", alias)
    assert done.status == 0, done.err
    assert done.out.startswith(first)


def test_the_catalogue_as_data() -> None:
    document = json.loads(call("measures", "--format", "json").out)
    assert {record["name"] for record in document["measures"]} == set(pr.MEASURES)
    (one,) = json.loads(call("measures", "alpha-nDCG", "--format", "json").out)["measures"]
    assert (one["low"], one["high"], one["family"]) == (0, 1, "novelty")
    assert {"name": "alpha", "default": 0.5}.items() <= one["parameters"][0].items()
    assert call("measures", "-o", "page.txt").out == ""
    assert Path("page.txt").read_text() == call("measures").out


# --- demo -----------------------------------------------------------------------------------------------------


def files() -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(Path().rglob("*")) if path.is_file()}


def test_demo_makes_what_it_says_and_works_twice() -> None:
    done = call("demo")
    assert done.status == 0
    made = files()
    shipped = {f"plurank-demo/{path.relative_to(DATA)}" for path in DATA.rglob("*") if path.is_file()}
    results = {f"plurank-demo/{name}" for name in ("table.txt", "scores.csv", "per-topic.csv")}
    assert set(made) == shipped | results
    for name in results:
        assert name in done.out
    assert made["plurank-demo/table.txt"].decode() in done.out
    assert made["plurank-demo/scores.csv"].startswith(b"run,topic,measure,value\n")
    Path("plurank-demo/qrels.txt").write_text("changed")
    assert call("demo").out == done.out
    assert files() == made


def test_the_commands_that_demo_prints_work_as_printed(capfd: pytest.CaptureFixture[str]) -> None:
    shown = call("demo", "a folder/of mine").out
    text = shown.replace(" \\\n    ", " ")
    commands = [
        line.strip() for line in text.splitlines() if re.match(r" +plurank (evaluate|measures) ", line)
    ]
    assert len(commands) == 5
    python = f"{shlex.quote(sys.executable)} -c 'from plurank.cli import main; main()'"
    for command in commands:
        ended = subprocess.run(
            command.replace("plurank", python, 1), shell=True, capture_output=True, text=True, timeout=60
        )
        assert ended.returncode == 0, f"{command}: {ended.stderr}"
    first = subprocess.run(
        commands[0].replace("plurank", python, 1) + " --format csv",
        shell=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert first.stdout == Path("a folder/of mine/scores.csv").read_text()


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    return lambda columns: monkeypatch.setenv("COLUMNS", columns)


def test_a_wide_terminal_gets_runs_as_rows(wide: Callable[[str], None]) -> None:
    wide("200")
    assert evaluated(QRELS, *RUNS).out.splitlines()[0].split() == ["run", *PRESETS["diversity"]]
    wide("80")
    assert evaluated(QRELS, *RUNS).out.splitlines()[0].split() == [
        "measure",
        "diverse",
        "relevance",
        "single",
    ]
