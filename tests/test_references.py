"""Other programs' numbers on real data: ndeval, NTCIREVAL, trec_eval, and the counts that the papers print.

The data stand beside the checkout; without them these tests are skipped, saying so.
"""

from __future__ import annotations

import collections
import csv
import functools
import gzip
import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import plurank as pr
from conftest import SHARED_DATA
from plurank.presets import PRESETS

pytestmark = pytest.mark.usefixtures("shared_data")

OFFICIAL = sorted((SHARED_DATA / "runs" / "trec2009-official-diversity").glob("*.gz"))
YEARS = {
    "2009": ("qrels.diversity.gz", "wt09.topics.full.xml"),
    "2010": ("10.diversity-qrels.final.txt", "wt2010-topics.xml"),
    "2011": ("qrels.diversity.txt.gz", "full-topics.xml"),
    "2012": ("qrels.diversity.txt.gz", "full-topics.xml"),
}
NDEVAL = PRESETS["ndeval"]
PRINTED = 5e-7 + 1e-9
"""ndeval prints six decimals."""


@functools.cache
def judgments(year: str, *, typed: bool = False) -> pr.Judgments:
    qrels, topics = YEARS[year]
    folder = SHARED_DATA / "trecweb" / year
    found = next(folder.glob(qrels + "*"))
    return pr.read_qrels(found, intents=folder / topics if typed else None)


def ndeval_csv(text: str) -> Iterator[tuple[str, str, dict[str, float]]]:
    """Yield run, topic and the 21 columns of ndeval's output."""
    for row in csv.DictReader(io.StringIO(text)):
        run, topic = row.pop("runid"), row.pop("topic")
        yield run, topic, {f"ndeval:{name}": float(value) for name, value in row.items()}


def assert_equal_to(
    expected: list[tuple[str, dict[str, float]]], scores: pr.Scores, tolerance: float
) -> None:
    """Compare every printed number of one run; a topic that we call undefined is 0 there."""
    assert expected
    for topic, columns in expected:
        row = scores.values[0, scores.topics.index(topic)]
        found = dict(zip(scores.measures, np.nan_to_num(row), strict=True))
        assert {name: found[name] for name in columns} == pytest.approx(columns, abs=tolerance), topic


@pytest.mark.parametrize("path", OFFICIAL, ids=lambda path: path.stem)
def test_ndeval_on_an_official_run(path: Path):
    name = path.stem
    text = (SHARED_DATA / "reference" / "ndeval-trec2009-official" / f"{name}.ndeval").read_text()
    rows = [(topic, columns) for _, topic, columns in ndeval_csv(text)]
    scores = pr.evaluate(judgments("2009"), pr.read_runs(path, order="rank"), NDEVAL, topics="retrieved")
    assert_equal_to([row for row in rows if row[0] != "amean"], scores, PRINTED)
    amean = dict(zip(scores.measures, scores.mean()[0], strict=True))
    assert amean == pytest.approx(dict(rows)["amean"], abs=PRINTED)


def test_ndeval_on_four_years():
    text = gzip.decompress((SHARED_DATA / "reference" / "ndeval-PAD-2009-2012.csv.gz").read_bytes()).decode()
    run = next((SHARED_DATA / "runs" / "web2009-2012-diversified").glob("PAD*"))
    expected = {topic: columns for _, topic, columns in ndeval_csv(text)}
    for year in YEARS:
        scores = pr.evaluate(judgments(year), pr.read_runs(run), NDEVAL, topics="retrieved")
        rows = [(topic, expected[topic]) for topic in scores.topics if topic in expected]
        assert_equal_to(rows, scores, PRINTED)


def normalised(program: str) -> dict[tuple[str, str], list[tuple[str, dict[str, float]]]]:
    """Return program's numbers on the normalised runs: (year, run) -> (topic, columns)."""
    path = SHARED_DATA / "reference" / f"{program}-scores.trecweb-normalised.tsv.gz"
    found = collections.defaultdict(list)
    with gzip.open(path, "rt") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            key = row.pop("year"), row.pop("run")
            found[key].append((row.pop("topic"), {f"{program}:{name}": float(v) for name, v in row.items()}))
    return found


def test_ndeval_on_the_normalised_runs():
    for (year, name), rows in normalised("ndeval").items():
        run = SHARED_DATA / "runs" / "trecweb-normalised" / year / f"{name}.run.gz"
        assert_equal_to(rows, pr.evaluate(judgments(year), pr.read_runs(run), NDEVAL), PRINTED)


def test_ntcireval_on_the_normalised_runs():
    rounded = 0
    for (year, name), rows in normalised("ntcireval").items():
        run = pr.read_runs(SHARED_DATA / "runs" / "trecweb-normalised" / year / f"{name}.run.gz")
        measures = list(rows[0][1])
        scores = pr.evaluate(judgments(year, typed=True), run, measures, probabilities="uniform")
        for topic, columns in rows:
            found = dict(
                zip(measures, np.nan_to_num(scores.values[0, scores.topics.index(topic)]), strict=True)
            )
            far = {measure for measure in measures if abs(found[measure] - columns[measure]) > 1e-4}
            rounded += len(far)
            for measure in far:  # then it is the tool's rounding of gains, which this repeats
                again = with_gains_rounded(judgments(year, typed=True), topic, next(iter(run)), measure)
                assert again == pytest.approx(columns[measure], abs=5.1e-5), (year, name, topic, measure)
    assert 0 < rounded < 0.005 * 16 * 4053


def with_gains_rounded(qrels: pr.Judgments, topic: str, run: pr.Run, measure: str) -> float:
    """Compute a D- or DIN-measure with global gains of four decimals, as NTCIREVAL hands them to its core."""
    name, _, cut = measure.removeprefix("ntcireval:").partition("@")
    types = qrels.intents.rows[topic]
    levels: dict[str, dict[str, int]] = collections.defaultdict(dict)
    for intent, document, grade in qrels.topics[topic].rows():
        if grade > 0:
            levels[document][intent] = grade
    covered = {intent for row in levels.values() for intent in row}
    ideal = sorted(
        (float(f"{sum(row.values()) / len(covered):.6g}") for row in levels.values()), reverse=True
    )
    gains, met = [], set()
    for document in run.rankings[topic][: int(cut)]:
        row = levels.get(document, {})
        once = {i for i in row if name.startswith("DIN") and types[i].type == "nav"}
        gains.append(float(f"{sum(g for i, g in row.items() if i not in once & met) / len(covered):.4f}"))
        met |= once

    def value(gains: list[float]) -> float:
        total, left = 0.0, 1.0
        for rank, gain in enumerate(gains[: int(cut)], 1):
            stop = gain / (ideal[0] + 1)
            total += gain / np.log2(rank + 1) if name.endswith("nDCG") else left * stop / rank
            left *= 1 - stop
        return total

    return value(gains) / value(ideal)


NEV = {
    "Dnev": {"I-rec": "I-rec", "AP": "D-AP", "Q": "D-Q", "MSnDCG": "D-nDCG", "RBP": "D-RBP", "ERR": "D-ERR",
             "nERR": "D-nERR", "D#-Q": "D#-Q", "D#-nDCG": "D#-nDCG"},
    "DINnev": {"I-rec": "I-rec", "AP": "DIN-AP", "Q": "DIN-Q", "MSnDCG": "DIN-nDCG", "RBP": "DIN-RBP",
               "ERR": "DIN-ERR", "nERR": "DIN-nERR", "DIN#-Q": "DIN#-Q", "DIN#-nDCG": "DIN#-nDCG"},
    "nevIA": {"IA-MSnDCG": "IA-nDCG", "IA-Q": "IA-Q", "IA-ERR": "IA-ERR", "IA-nERR": "IA-nERR"},
    "nevPQ": {"PplusQ": "P+Q"},
    "nev": {"PplusQ": "P+Q", "PplusQ#": "P+Q#"},
}  # fmt: skip
"""Columns of NTCIREVAL's output files, as our names."""


def nev_lines(path: Path) -> Iterator[tuple[str, str, float]]:
    """Yield topic, our name and value from one output file of NTCIREVAL."""
    known = NEV[path.suffix[1:]]
    for line in path.read_text().splitlines():
        fields = line.replace("=", " ").split()
        label, _, cut = fields[-2].partition("@") if len(fields) > 2 else ("", "", "")
        of_intent = path.suffix in (".nevIA", ".nevPQ") and "SUMp" not in line
        if label in known and cut.isdigit() and not of_intent:
            yield fields[0], f"ntcireval:{known[label]}@{int(cut)}", float(fields[-1])


@pytest.mark.parametrize("name", ["TRECRUN", "TRECRUN2"])
def test_ntcireval_on_its_own_sample(name: str):
    folder = SHARED_DATA / "ntcireval-sample"
    qrels = pr.read_qrels(folder / "Dtest.Dqrels.gz", intents=folder / "Dtest.DINprob")
    runs = pr.read_runs(folder / f"{name}.gz", order="file")
    lines = [line for path in sorted((folder / "expected").glob(f"{name}.*")) for line in nev_lines(path)]
    scores = pr.evaluate(qrels, runs, sorted({measure for _, measure, _ in lines}))
    assert len(scores.measures) == 2 * (9 + 8 + 3 + 1) + 1  # D, DIN, IA, P+Q at two cutoffs; P+Q# at 10 alone
    for topic, measure, value in lines:
        found = scores[measure][0, scores.topics.index(topic)]
        assert found == pytest.approx(value, abs=1e-4), (topic, measure)


TREC_EVAL = {
    "map": "trec_eval:AP", "P_10": "trec_eval:P@10", "recall_100": "trec_eval:R@100", "recip_rank": "trec_eval:RR",
    "Rprec": "trec_eval:Rprec", "ndcg": "trec_eval:nDCG", "ndcg_cut_10": "trec_eval:nDCG@10",
    "success_5": "trec_eval:Success@5", "map_cut_100": "trec_eval:AP@100",
}  # fmt: skip


@pytest.mark.parametrize("year", ["2010", "2011", "2012", "2013", "2014"])
def test_trec_eval_on_the_ad_hoc_judgments(year: str):
    pytrec_eval = pytest.importorskip("pytrec_eval")
    found = next((SHARED_DATA / "trecweb" / year).glob("*adhoc*"))
    qrels = pr.read_qrels(found)
    path = sorted((SHARED_DATA / "runs" / "trecweb-normalised" / year).glob("*.run.gz"))[0]
    runs = pr.read_runs(path, order="score")
    scores = pr.evaluate(qrels, runs, list(TREC_EVAL.values()), topics="retrieved")
    with gzip.open(path, "rt") as lines:
        run: dict[str, dict[str, float]] = collections.defaultdict(dict)
        for topic, _, document, _, score, _ in map(str.split, lines):
            run[topic][document] = float(score)
    judged = {t: {d: g for _, d, g in rows.rows()} for t, rows in qrels.topics.items()}
    theirs = pytrec_eval.RelevanceEvaluator(judged, {"map", "P", "recall", "recip_rank", "Rprec", "ndcg", "ndcg_cut",
                                                     "success", "map_cut"}).evaluate(run)  # fmt: skip
    assert theirs
    for topic, values in theirs.items():
        for name, ours in TREC_EVAL.items():
            got = scores[ours][0, scores.topics.index(topic)]
            assert np.nan_to_num(got) == pytest.approx(values[name], abs=1e-9), (topic, name)


def test_the_counts_of_papers_003_and_004_on_the_judgments_of_2009():
    qrels = judgments("2009")
    intents, pairs, documents = 0, 0, collections.Counter[int]()
    for topic in qrels.topics.values():
        relevant = topic.grade > 0
        intents += len(np.unique(topic.intent[relevant]))
        pairs += int(relevant.sum())
        documents.update(collections.Counter(topic.document[relevant].tolist()).values())
    assert (intents, sum(documents.values()), pairs) == (199, 4942, 6499)
    assert dict(sorted(documents.items())) == {1: 3622, 2: 1113, 3: 178, 4: 28, 5: 1}
