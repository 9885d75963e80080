"""Where Plurank's numbers differ from another program's, with the reason and the smallest case that shows it.

Every row is run by `test_deviations.py`; ``python tests/deviations.py > docs/deviations.md`` writes the page.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass

import plurank as pr

Found = dict[str, float | str]


@dataclass(frozen=True)
class Deviation:
    """One known difference; `case` computes both sides anew."""

    program: str
    what: str
    reason: str
    case: Callable[[], Found]
    theirs: float | str
    ours: float | str


def qrels(text: str) -> dict[str, dict[str, dict[str, int]]]:
    """Read ``topic:intent:document:grade`` words as nested dicts."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    for word in text.split():
        topic, intent, document, grade = word.split(":")
        found.setdefault(topic, {}).setdefault(intent, {})[document] = int(grade)
    return found


def ours(judged: str, run: dict[str, dict[str, float]], measure: str, **how: str) -> float:
    """Score one run; return the first topic's score."""
    return float(pr.evaluate(qrels(judged), pr.read_runs(run), measure, **how).values[0, 0, 0])


def pyndeval(judged: str, run: dict[str, dict[str, float]], measure: str) -> float:
    """Return what pyndeval says of the first topic."""
    import pyndeval as peer

    rows = [
        peer.SubtopicQrel(t, i, d, g)
        for t, of in qrels(judged).items()
        for i, row in of.items()
        for d, g in row.items()
    ]
    documents = [peer.ScoredDoc(t, d, s) for t, row in run.items() for d, s in row.items()]
    return float(next(iter(peer.ndeval(rows, documents, [measure]).values()))[measure])


def refused(act: Callable[[], object]) -> str:
    """Return what the error says, or what came back."""
    try:
        return f"accepted: {act()}"
    except pr.PlurankError as error:
        return f"refused: {str(error).partition('expected ')[2]}"


TWO = "1:1:a:1 1:2:a:1 1:2:b:1"
SEVEN = (
    "1:1:d0:1 1:2:d0:1 1:4:d0:1 1:2:d1:1 1:3:d1:1 1:5:d1:1 1:1:d2:1 1:2:d2:1 1:4:d2:1 1:3:d3:1 1:4:d3:1 1:5:d3:1 "
    "1:3:d4:1 1:4:d4:1 1:5:d4:1 1:3:d5:1 1:4:d5:1 1:2:d6:1 1:4:d6:1 1:5:d6:1"
)


def in_order(*documents: str) -> dict[str, dict[str, float]]:
    return {"1": {document: float(-rank) for rank, document in enumerate(documents)}}


def at_rank_1() -> Found:
    run = in_order("a", "b")
    return {"theirs": pyndeval(TWO, run, "alpha-DCG@1"), "ours": ours(TWO, run, "ndeval:alpha-DCG@1")}


def err_at_rank_1() -> Found:
    run = in_order("a", "b")
    return {"theirs": pyndeval(TWO, run, "ERR-IA@1"), "ours": ours(TWO, run, "ndeval:ERR-IA@1")}


def tie_order() -> Found:
    run = {"1": {"a": 1.0, "b": 1.0}}
    judged = "1:1:a:1 1:1:b:0"
    return {"theirs": pyndeval(judged, run, "P-IA@1"), "ours": ours(judged, run, "ndeval:P-IA@1")}


def zeros_of_ir_measures() -> Found:
    """Two values of alpha in one call, in a process of its own for every hash seed."""
    code = """if True:
        import ir_measures as im
        from ir_measures import alpha_nDCG
        judged = [im.Qrel('1', 'a', 1, '1'), im.Qrel('1', 'b', 1, '2')]
        run = [im.ScoredDoc('1', 'x', 2.), im.ScoredDoc('1', 'a', 1.)]
        found = im.calc_aggregate([alpha_nDCG@5, alpha_nDCG(alpha=.9)@5], judged, run)
        print(min(found.values()))"""
    least = [
        float(
            subprocess.run(
                [sys.executable, "-c", code],
                env={**os.environ, "PYTHONHASHSEED": str(seed)},
                capture_output=True,
                check=True,
            ).stdout
        )
        for seed in range(4)
    ]
    judged, run = "1:1:a:1 1:2:b:1", {"1": {"x": 2.0, "a": 1.0}}
    scores = pr.evaluate(qrels(judged), pr.read_runs(run), ["alpha-nDCG@5", "alpha-nDCG(alpha=0.9)@5"])
    return {"theirs": min(least), "ours": round(float(scores.values.min()), 6)}


def greedy_above_1() -> Found:
    run = in_order("d0", "d1", "d3", "d2", "d4", "d5", "d6")
    return {
        "theirs": round(pyndeval(SEVEN, run, "alpha-nDCG@5"), 6),
        "ours": round(ours(SEVEN, run, "ndeval:alpha-nDCG@5"), 6),
    }


def nothing_relevant() -> Found:
    judged, run = "1:1:a:0 1:1:b:0", in_order("a", "b")
    return {
        "theirs": str(pyndeval(judged, run, "nNRBP")),
        "ours": str(ours(judged, run, "ndeval:alpha-nDCG@5")),
    }


def duplicate_document() -> Found:
    import pyndeval as peer

    rows = [peer.SubtopicQrel("1", "1", "a", 1), peer.SubtopicQrel("1", "1", "b", 1)]
    run = [peer.ScoredDoc("1", "a", 3.0), peer.ScoredDoc("1", "a", 2.0), peer.ScoredDoc("1", "b", 1.0)]
    theirs = float(peer.ndeval(rows, run, ["MAP-IA"])["1"]["MAP-IA"])
    text = "1 Q0 a 1 3 t\n1 Q0 a 2 2 t\n1 Q0 b 3 1 t\n"
    return {"theirs": round(theirs, 6), "ours": refused(lambda: next(iter(read_text(text))))}


def read_text(text: str) -> pr.Runs:
    """Read a run from text, through a file as everybody does."""
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.run"
        path.write_text(text)
        runs = pr.read_runs(path)
        return pr.Runs.of(list(runs))


def judged_twice() -> Found:
    import pyndeval as peer

    rows = [peer.SubtopicQrel("1", "1", d, 1) for d in ("a", "a", "b")]
    run = [peer.ScoredDoc("1", "a", 3.0), peer.ScoredDoc("1", "b", 2.0)]
    theirs = float(peer.ndeval(rows, run, ["MAP-IA"])["1"]["MAP-IA"])
    return {"theirs": round(theirs, 6), "ours": ours("1:1:a:1 1:1:b:1", in_order("a", "b"), "ndeval:MAP-IA")}


def sharp_of_rounded() -> Found:
    """NTCIREVAL prints I-rec and D-nDCG with four decimals and averages what it printed."""
    judged, run = "1:1:a:1 1:2:b:1 1:3:c:1", in_order("x", "a", "b")
    i_rec, d_ndcg = (ours(judged, run, f"ntcireval:{name}@3") for name in ("I-rec", "D-nDCG"))
    return {
        "theirs": round((round(i_rec, 4) + round(d_ndcg, 4)) / 2, 6),
        "ours": round(ours(judged, run, "ntcireval:D#-nDCG@3"), 6),
    }


def linear_gap() -> Found:
    """Equations (3) to (6) of paper 003 as printed, against the thresholds that its words describe."""
    judged, run = "1:1:a:1 1:1:b:2", in_order("a", "b")
    return {
        "theirs": round(ours(judged, run, "nGAP(thresholds=linear)@2"), 6),
        "ours": round(ours(judged, run, "nGAP@2"), 6),
    }


def two_err_ia() -> Found:
    run = in_order("a", "b")
    return {
        "theirs": round(pyndeval(TWO, run, "ERR-IA@2"), 6),
        "ours": round(ours(TWO, run, "ERR-IA@2"), 6),
    }


DEVIATIONS = [
    Deviation(
        "ndeval, pyndeval", "alpha-DCG@1 and ERR-IA@1",
        "Their loop over the normaliser starts at the second rank, so the first is not normalised: a document with two "
        "subtopics scores 2. ndeval itself never prints @1. Not copied.", at_rank_1, 2.0, 1.0),
    Deviation("ndeval, pyndeval", "ERR-IA@1", "The same loop.", err_at_rank_1, 2.0, 1.0),
    Deviation(
        "pyndeval", "order of documents with equal scores",
        "It breaks ties by ascending document id, trec_eval and ndeval -traditional by descending id. Plurank follows "
        "trec_eval; `--order score --ties docno-asc` follows pyndeval.", tie_order, 1.0, 0.0),
    Deviation(
        "ir_measures", "two diversity measures with different parameters in one call",
        "All parameter settings share one iterator over the run; the second setting finds it empty and scores 0. "
        "Which one depends on the hash seed of the process.", zeros_of_ir_measures, 0.0, 0.386853),
    Deviation(
        "ndeval, pyndeval", "alpha-nDCG, nERR-IA and nNRBP above 1",
        "Their ideal list is greedy, and the optimum is NP-hard. `ndeval:` names give the same number, with a note.",
        greedy_above_1, 1.02426, 1.02426),
    Deviation(
        "ndeval, pyndeval", "a topic without relevant documents",
        "It scores 0 there and counts in the means, but nNRBP is not a number and spoils its mean. In Plurank the "
        "topic has no score and is left out; `--preset ndeval` counts it as 0, as ndeval does.",
        nothing_relevant, "nan", "nan"),
    Deviation(
        "pyndeval", "a document twice in a run",
        "The copy takes a rank and gets no credit. ndeval and Plurank refuse the run.", duplicate_document,
        0.833333, "refused: each document once in topic '1', got 'a' again"),
    Deviation(
        "ndeval, pyndeval", "a pair judged twice with the same grade",
        "It counts twice among the relevant documents, so MAP-IA falls. Plurank counts it once, with a note, and "
        "refuses different grades.", judged_twice, 0.666667, 1.0),
    Deviation(
        "NTCIREVAL", "D#, DIN# and P+Q#",
        "It averages the four digits that it has printed; Plurank averages the numbers.",
        sharp_of_rounded, 0.5987, 0.598694),
    Deviation(
        "paper 003", "GAP and nGAP",
        "Its equations (3) to (6) stand for thresholds that grow with the level; its words and its footnote describe "
        "uniform ones, which are the default. `thresholds=linear` gives the printed equations.",
        linear_gap, 0.75, 0.833333),
    Deviation(
        "ndeval, TREC", "ERR-IA",
        "TREC's tables print the sum divided by that of a list in which every document holds every intent. The "
        "literature's ERR-IA is the mean of ERR over intents. `ndeval:ERR-IA` is the former, `ERR-IA` the latter.",
        two_err_ia, 0.9, 0.5625),
]  # fmt: skip


def page() -> str:
    """Return the page of known deviations."""
    lines = [
        "# Known deviations from other programs",
        "",
        "Where a number differs from another program's or a paper's, with the reason. Every row is a small case that a",
        "test computes anew on both sides (`tests/deviations.py`). Beyond these, `ndeval:` names equal ndeval, and",
        "`trec_eval:` names trec_eval, to the last digit they print. `ntcireval:` names equal NTCIREVAL to its four",
        "digits but for its rounding of global gains to four digits, which can move its last digit by one.",
        "",
        "| program | what | theirs | Plurank | reason |",
        "|---|---|---|---|---|",
    ]
    rows = (f"| {d.program} | {d.what} | {d.theirs} | {d.ours} | {d.reason} |" for d in DEVIATIONS)
    return "\n".join([*lines, *rows]) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page())
