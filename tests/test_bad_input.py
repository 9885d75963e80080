"""Whatever is wrong with what a user gives is one line that says where, and nothing is half-written."""

import errno
import gzip
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from command import Done, call

QRELS = "1 1 a 1\n1 2 b 1\n1 1 b 0\n2 1 c 1\n2 1 d 0\n"
RUN = "1 Q0 a 1 2.0 one\n1 Q0 b 2 1.0 one\n2 Q0 c 1 1 one\n"
TREE = "topic\tnode\tparent\n"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("qrels").write_text(QRELS)
    Path("run").write_text(RUN)


def refused(done: Done, status: int, message: str) -> None:
    assert done.status == status, done.err
    assert done.out == ""
    assert len(done.err.splitlines()) == 1
    assert re.fullmatch(message, done.err.strip()), done.err


FILES = [  # which file, what it holds, what is said
    ("qrels", "1 1 a\n", r"bad:1: expected 4 columns \(topic intent document grade\), got 3"),
    ("qrels", "1 1 a 1\n1 1 b x\n", "bad:2: expected a whole number from -1000 to 1000 as grade, got 'x'"),
    ("qrels", "1 1 a nan\n", "bad:1: expected a whole number .* as grade, got 'nan'"),
    ("qrels", "1 1 a 1\n1 1 a 2\n", "bad:2: expected one grade of document 'a' .* got 1 and 2"),
    ("qrels", "", "bad: expected some lines, got an empty file"),
    ("qrels", "\n\n", "bad: expected some lines, got an empty file"),
    ("run", "1 Q0 a 1 2\n", r"bad:1: expected 6 columns \(topic Q0 document rank score tag\), got 5"),
    ("run", "1 Q0 a 1 zz t\n", "bad:1: expected a finite number as score, got 'zz'"),
    ("run", "1 Q0 a 1 nan t\n", "bad:1: expected a finite number as score, got 'nan'"),
    ("run", "1 Q0 a 1 inf t\n", "bad:1: expected a finite number as score, got 'inf'"),
    ("run", "1 Q0 a x 1 t\n", "bad:1: expected a whole number as rank, got 'x'"),
    ("run", "1 Q0 a 1 2 t\n1 Q0 a 2 1 t\n", "bad:2: expected each document once in topic '1', got 'a' again"),
    ("run", "1 Q0 a 1 2 t\n1 Q0 b 1 1 t\n", "bad:2: expected each rank once .* choose --order score"),
    ("run", "1 Q0 a 1 1 t\n1 Q0 b 2 2 t\n", "bad: expected scores that fall with rank, .* choose --order .*"),
    ("run", "9 Q0 a 1 2 t\n", "run 't': expected topics of qrels, got none of them; .*"),
    ("run", "", "bad: expected some lines, got an empty file"),
    ("--intents", "1 1 1.5\n", "bad:1: expected a probability from 0 to 1, got '1.5'"),
    ("--intents", "1 1 -.5\n", "bad:1: expected a probability from 0 to 1, got '-.5'"),
    ("--intents", "1 1 0.5\n1 2 0.4\n", "intents: expected probabilities of topic '1' that sum to 1, .* 0.9"),
    (
        "--hierarchy",
        TREE + "1\t1\tx\n1\t2\t\n",
        "bad:2: expected .* node 'x' of topic '1', a parent, got none",
    ),
    (
        "--hierarchy",
        TREE + "1\tx\ty\n1\ty\tx\n1\t1\tx\n1\t2\ty\n",
        "bad:2: expected a tree .* got a cycle .*",
    ),
    ("--topic-file", "1 2\n", "bad:1: expected one topic on a line, got 2 columns"),
    ("--topic-file", "8\n9\n", "bad: expected topics of qrels, got none of them, but '8'"),
    ("--topic-file", "\n", "bad: expected topics of qrels, got no topics"),
    ("--topic-weights", "1\n", r"bad:1: expected 2 columns \(topic weight\), got 1"),
    ("--topic-weights", "1 x\n", "bad:1: expected a weight of 0 or more, got 'x'"),
    ("--topic-weights", "1 1\n1 2\n", "bad:2: expected each topic once, got '1' again"),
    ("--topic-weights", "\n", "bad: expected weights of topics, got none"),
]


def given(which: str, path: str) -> list[str]:
    """Return the arguments with one of the files replaced."""
    if which.startswith("--"):
        return ["qrels", "run", which, path]
    return [path, "run"] if which == "qrels" else ["qrels", path]


@pytest.mark.parametrize(("which", "text", "message"), FILES)
def test_a_file_that_does_not_hold_what_it_should(which: str, text: str, message: str) -> None:
    Path("bad").write_text(text)
    refused(call("evaluate", *given(which, "bad"), "-o", "scores.csv"), 1, message)
    assert not Path("scores.csv").exists()


@pytest.mark.parametrize(
    "which", ["qrels", "run", "--intents", "--hierarchy", "--topic-file", "--topic-weights"]
)
@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: None, "bad.*: expected a file, got nothing of that name"),
        (lambda path: path.mkdir(), "bad.*: expected (a file, got a folder|files, got none)"),
        (
            lambda path: path.write_bytes(random.Random(1).randbytes(300)),
            r"bad\.gz: expected a whole \.gz file, .*",
        ),
        (lambda path: path.write_bytes(gzip.compress(QRELS.encode())[:14]), ".*cut short; copy it again"),
    ],
    ids=["missing", "folder", "binary", "truncated"],
)
def test_a_file_that_cannot_be_read(which: str, make, message: str) -> None:
    make(Path("bad.gz"))
    refused(call("evaluate", *given(which, "bad.gz")), 1, message)


def test_a_binary_file_is_no_text() -> None:
    Path("bad").write_bytes(b"1 1 \xff\xfe 1\n")
    refused(call("evaluate", "bad", "run"), 1, "bad:1: expected UTF-8, got byte 0xff; convert it, .*")
    Path("bad").write_bytes(b"1 1 \0 1\n")
    refused(call("evaluate", "bad", "run"), 1, "bad:1: expected text, got a NUL byte; .*")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser reads everything")
def test_a_file_that_may_not_be_read() -> None:
    Path("run").chmod(0)
    refused(call("evaluate", "qrels", "run"), 1, "run: expected a readable file, got permission denied")


def test_the_same_pair_with_the_same_grade_is_a_note() -> None:
    Path("qrels").write_text(QRELS + "1 1 a 1\n")
    done = call("evaluate", "qrels", "run")
    assert done.status == 0
    assert "note: 1 judgment repeated with the same grade and kept once\n" in done.err


def test_probabilities_may_be_rounded() -> None:
    Path("intents").write_text("1 1 0.3333\n1 2 0.6662\n2 1 1\n")
    assert call("evaluate", "qrels", "run", "--intents", "intents").status == 0
    Path("intents").write_text("1 1 0.3333\n1 2 0.6656\n2 1 1\n")
    refused(
        call("evaluate", "qrels", "run", "--intents", "intents"), 1, "intents: expected .* a sum of 0.9989"
    )


USAGE = [
    ("-m P@0", "P@0: expected a cutoff from 1 to 1000000 or one of .*, got '0'"),
    ("-m P@1000001", "P@1000001: expected a cutoff from 1 to 1000000 or one of .*, got '1000001'"),
    ("-m P", "P: expected a cutoff, got none; for example P@20"),
    (
        "-m alpha-ndgc@3",
        "measure: expected a name of the catalogue, got 'alpha-ndgc'; did you mean 'alpha-nDCG' .*",
    ),
    ("-m zzz", "measure: expected a name of the catalogue, got 'zzz'; plurank measures lists them"),
    (
        "-m alpha-nDCG(gamma=1)@3",
        r".*: expected a parameter of alpha-nDCG \(alpha, .*\), got 'gamma'; see .*",
    ),
    ("-m alpha-nDCG(alhpa=1)@3", ".*, got 'alhpa'; did you mean 'alpha'\\?"),  # codespell:ignore alhpa
    ("-m alpha-nDCG(alpha=2)@3", ".*: expected a number from 0 to 1 for alpha, got 2; .*"),
    (
        "-m LD#-nDCG@3",
        "LD#-nDCG@3: expected a hierarchy of intents, got none; name one with --hierarchy FILE",
    ),
    ("-m RBU@3", "RBU@3: expected p and effort, got no value; .*"),
    ("-m", "plurank evaluate: expected a value for -m, got none; see plurank evaluate --help"),
    (
        "--preset diverse",
        "--preset: expected diversity, .* or all, got 'diverse'; did you mean 'diversity'.*",
    ),
    (
        "--formta csv",
        "plurank evaluate: expected one of its options, got '--formta'; did you mean '--format'.*",
    ),
    ("--zzz", "plurank evaluate: expected one of its options, got '--zzz'; see plurank evaluate --help"),
    ("--format cvs", "--format: expected table, csv, .* or ndeval, got 'cvs'; did you mean 'csv'.*"),
    ("--order by", "--order: expected rank, score or file, got 'by'.*"),
    ("--ties by", "--ties: expected docno-desc, docno-asc or error, got 'by'"),
    ("--depth 0", "--depth: expected a whole number from 1 to 1000000, got '0'"),
    ("--depth x", "--depth: expected a whole number from 1 to 1000000, got 'x'"),
    ("--top-grade 1001", "--top-grade: expected a whole number from 1 to 1000, got '1001'"),
    (
        "--condensed --bounds",
        "bounds: expected lists with their unjudged documents, got condensed ones; leave one out",
    ),
    (
        "--average weighted",
        "topic weights: expected one for every topic, got none for '1'; use --topic-weights FILE",
    ),
    ("--topic-weights weights", "--topic-weights: expected an average .*, got none; add --average weighted"),
    (
        "--only faceted",
        "--only faceted: expected kinds of topics, got none; give the topics' XML to --intents",
    ),
    ("--only multilayer", "--only multilayer: expected hierarchies, got none; name a file with --hierarchy"),
    ("--intents uniform --intents judged", "--intents: expected one of uniform, .*, got uniform and judged"),
    ("--topic-file - --intents -", "-: expected standard input once, got it 2 times; name files instead"),
]


@pytest.mark.parametrize(("options", "message"), USAGE, ids=[options for options, _ in USAGE])
def test_wrong_usage(options: str, message: str) -> None:
    Path("weights").write_text("1 1\n2 1\n")
    refused(call("evaluate", "qrels", "run", "-o", "scores.csv", *options.split()), 2, message)
    assert not Path("scores.csv").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("evaluate", "plurank evaluate: expected QRELS, got nothing; see plurank evaluate --help"),
        ("evaluate qrels", "plurank evaluate: expected RUN..., got nothing; see plurank evaluate --help"),
        ("evalaute qrels run", "plurank: expected evaluate, .*, got 'evalaute'; did you mean 'evaluate'.*"),
        ("--zzz", "plurank: expected one of its options, got '--zzz'; see plurank --help"),
        ("demo a b", "plurank demo: expected no further argument, got b; see plurank demo --help"),
        ("measures nope", "measure: expected a name of the catalogue, got 'nope'; .*"),
        ("measures --format csv", "--format: expected table, json or markdown, got 'csv'"),
    ],
)
def test_wrong_commands(arguments: str, message: str) -> None:
    refused(call(*arguments.split()), 2, message)


def test_a_pattern_that_finds_nothing() -> None:
    refused(call("evaluate", "qrels", "runs/*.run"), 1, r"runs/\*\.run: expected files, got none")


def test_positives_only_cannot_tell_unjudged_from_not_relevant() -> None:
    Path("qrels").write_text("1 1 a 1\n")
    for options in (["-m", "Judged@5"], ["--condensed"], ["--bounds"]):
        refused(
            call("evaluate", "qrels", "run", *options),
            2,
            ".*: expected judgments that list .*, got positive pairs only; .*",
        )
    done = call("evaluate", "qrels", "run")
    assert done.status == 0
    assert "note: preset diversity leaves out Judged@20: expected judgments that list" in done.err


# --- output ---------------------------------------------------------------------------------------------------------


def test_places_that_cannot_be_written_to() -> None:
    Path("folder").mkdir()
    command = ("evaluate", "qrels", "run", "--format", "csv", "-o")
    refused(
        call(*command, "nowhere/x.csv"),
        1,
        "nowhere/x.csv: expected a folder that exists, got 'nowhere'; make it first",
    )
    refused(call(*command, "folder"), 1, "folder: expected a file to write, got a folder; name a file in it")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_device_that_is_full() -> None:
    done = call("evaluate", "qrels", "run", "-o", "/dev/full")
    refused(
        done, 1, "/dev/full: expected a place to write to, got no space left on device; nothing was written"
    )
    command = [sys.executable, "-c", "from plurank.cli import main; main()", "evaluate", "qrels", "run"]
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert ended.returncode == 1
    assert ended.stderr == "standard output: expected to read or write it, got no space left on device\n"


def test_a_disk_that_is_full_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    Path("scores.csv").write_text("as it was")
    before = sorted(os.listdir())
    monkeypatch.setattr(os, "fsync", full)
    done = call("evaluate", "qrels", "run", "--format", "csv", "-o", "scores.csv")
    refused(
        done, 1, "scores.csv: expected a place to write to, got no space left on device; nothing was written"
    )
    assert sorted(os.listdir()) == before
    assert Path("scores.csv").read_text() == "as it was"
    refused(call("demo"), 1, ".*got no space left on device; nothing was written")


def test_a_demo_touches_no_files_of_others() -> None:
    Path("mine").mkdir()
    Path("mine/scores.csv").write_text("mine")
    refused(
        call("demo", "mine"),
        1,
        "mine: expected a folder without scores.csv, got one with it; name another folder",
    )
    assert os.listdir("mine") == ["scores.csv"]
    refused(call("demo", "run"), 1, "run: expected a folder, got a file; name another one")
    assert Path("run").read_text() == RUN


def test_names_with_line_ends_stay_on_one_line() -> None:
    done = call("evaluate", "no\nsuch", "run")
    assert (done.status, len(done.err.splitlines())) == (1, 1)
    done = call("evaluate", "qrels", "run", "-m", "P\n@x")
    assert (done.status, len(done.err.splitlines())) == (2, 1)
