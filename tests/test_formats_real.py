"""The public collections, read whole: their counts, their traps."""

from pathlib import Path

import pytest

from plurank.collection import Judgments
from plurank.errors import InputError
from plurank.formats import (
    check_probabilities,
    read_hierarchy,
    read_intents,
    read_qrels,
    read_runs,
    write_qrels,
)

# year: file; topics, subtopics in the XML, intents with a relevant document (single topics among them),
# relevant documents, relevant pairs, judged documents, top grade.
WEB = {
    2009: ("qrels.diversity.gz", 50, 243, 199, 4942, 6499, 26407, 1),
    2010: ("10.diversity-qrels.final.txt.gz", 48, 218, 200, 6553, 9006, 6553, 1),
    2011: ("qrels.diversity.txt.gz", 50, 168, 164, 5030, 8378, 19381, 3),
    2012: ("qrels.diversity.txt.gz", 50, 195, 187, 5559, 9368, 16055, 4),
    2013: ("qrels.all.txt.gz", 50, 134, 127 + 25, 5422, 9121, 14474, 4),
    2014: ("qrels.all.txt.gz", 50, 132, 132 + 24, 6926, 10629, 14432, 4),
}


def counts(judgments: Judgments) -> tuple[int, ...]:
    topics = judgments.topics.values()
    relevant = [[row for row in topic.rows() if row[2] > 0] for topic in topics]
    return (
        len(judgments.topics),
        sum(map(len, judgments.intents.rows.values())),
        sum(len({intent for intent, _, _ in rows}) for rows in relevant),
        sum(len({document for _, document, _ in rows}) for rows in relevant),
        sum(map(len, relevant)),
        sum(len(topic.documents) for topic in topics),
        judgments.top_grade,
    )


@pytest.mark.parametrize("year", WEB)
def test_trec_web(shared_data: Path, tmp_path: Path, year: int) -> None:
    folder = shared_data / "trecweb" / str(year)
    name, *expected = WEB[year]
    tree = shared_data / "trecweb-hierarchies" / "agreed.tsv"
    judgments = read_qrels(folder / name, intents=next(folder.glob("*.xml")), hierarchy=tree)
    assert counts(judgments) == tuple(expected)
    assert judgments.notes == ()
    assert judgments.positives_only == (year == 2010)
    kinds = [about.kind for about in judgments.about.values()]
    assert kinds.count("single") == {2013: 25, 2014: 24}.get(year, 0)
    assert len(judgments.intents.notes) == (2 if year == 2011 else 0)
    assert judgments.hierarchy is not None
    assert set(judgments.hierarchy.trees) == set(judgments.intents.rows) & set(judgments.topics)
    write_qrels(judgments, tmp_path / "again", "nuggets")
    assert counts(read_qrels(tmp_path / "again"))[2:] == tuple(expected[2:])


def test_the_types_of_2009(shared_data: Path) -> None:
    intents = read_intents(shared_data / "trecweb/2009/wt09.topics.full.xml")
    types = [intent.type for held in intents.rows.values() for intent in held.values()]
    assert (types.count("inf"), types.count("nav")) == (177, 66)
    assert intents.rows["1"]["2"].text == "Where did Barack Obama's parents and grandparents come from?"


def test_ntcir_sample(shared_data: Path) -> None:
    folder = shared_data / "ntcireval-sample"
    judgments = read_qrels(folder / "Dtest.Dqrels.gz", intents=folder / "Dtest.DINprob")
    assert list(judgments.topics) == ["0001", "0002", "0003"]
    assert {name: intent.probability for name, intent in judgments.intents.rows["0002"].items()} == {
        "1": 0.5333,
        "2": 0.2667,
        "3": 0.1333,
        "4": 0.0667,
    }
    assert check_probabilities(judgments.intents, judgments) == ()
    assert [run.name for run in read_runs([folder / "TRECRUN.gz", folder / "TRECRUN2.gz"], order="file")] == [
        "TRECRUN",
        "TRECRUN2",
    ]


@pytest.mark.parametrize(("version", "articles"), [("1.5", 133), ("2.0", 132)])
def test_trec_car(shared_data: Path, version: str, articles: int) -> None:
    name = f"qrels.car17v{version}.benchmarkY1test.hierarchical.txt.gz"
    judgments = read_qrels(shared_data / "intent-hierarchies" / name)
    assert len(judgments.topics) == articles
    assert judgments.hierarchy is not None
    assert len(judgments.hierarchy.trees) == articles
    assert judgments.hierarchy == read_hierarchy(shared_data / "intent-hierarchies" / name)


def test_hand_made_hierarchies(shared_data: Path) -> None:
    trees = {
        name: read_hierarchy(shared_data / f"trecweb-hierarchies/{name}.tsv").trees
        for name in ("first", "second", "agreed")
    }
    assert {name: len(held) for name, held in trees.items()} == {"first": 251, "second": 200, "agreed": 251}
    early = [tree for topic, tree in trees["agreed"].items() if int(topic) <= 200]
    assert sum(any(node.parent for node in tree.values()) for tree in early) == 112


DIFFERING = {
    "ICTNETDivR2": (41, 0),
    "RmitDiv": (2, 2),
    "Sab9wtBDiv1": (50, 50),
    "Sab9wtBfDiv": (50, 50),
    "watd1": (50, 50),
}


def test_official_runs_of_2009(shared_data: Path) -> None:
    runs = read_runs(shared_data / "runs/trec2009-official-diversity")
    assert len(runs) == 15
    notes = {run.name: run.notes for run in runs}
    for name, (topics, tied) in DIFFERING.items():
        ties = f" ({tied} of them by ties alone)" if tied else ""
        assert notes.pop(name) == (
            f"run {name}: rank and score order differ on {topics} of 50 topics{ties}; order rank is used",
        )
    assert set(notes.values()) == {()}


@pytest.mark.parametrize(
    ("path", "rising"),
    [
        ("web2009-2014-ql-cwindri/wt09.cwindri.gz", "50 of 50"),
        ("web2009-2012-neural/bert_cw09_noweak.trec.gz", "41 of 200"),
        ("web2009-2012-diversified/GDESA.run.gz", "27 of 198"),
    ],
)
def test_ranks_that_the_scores_deny(shared_data: Path, path: str, rising: str) -> None:
    with pytest.raises(InputError, match=f"got {rising} topics where they rise more often"):
        list(read_runs(shared_data / "runs" / path))
    for order in ("rank", "score"):
        [run] = read_runs(shared_data / "runs" / path, order=order)
        assert run.notes[0].endswith(f"order {order} is used")


def test_runs_that_share_a_tag_are_named_by_file(shared_data: Path) -> None:
    names = read_runs(shared_data / "runs/web2009-2012-neural").names
    assert names[:2] == ("bert_cw09_allanchor", "bert_cw09_noweak")
    assert "GDESA" not in read_runs(shared_data / "runs/web2009-2012-diversified").names
