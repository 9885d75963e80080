"""Intents: read, put together, checked against the judgments, written and read again."""

from pathlib import Path
from typing import Any

import pytest

from plurank.collection import Intent, Intents
from plurank.errors import UsageError
from plurank.formats import check_probabilities, read_intents, read_qrels, write_intents
from test_formats import file, refused


def test_intents_of_a_list_are_matched_by_topic(tmp_path: Path) -> None:
    one = file(tmp_path, "1 1 0.6 nav\n1 2 .4 inf n1\n", "one")
    two = file(tmp_path, "topic,intent,text\n1,1,the car\n2,1,else\n", "two.csv")
    intents = read_intents([one, two])
    assert intents.rows == {
        "1": {"1": Intent(0.6, "nav", text="the car"), "2": Intent(0.4, "inf", "n1")},
        "2": {"1": Intent(text="else")},
    }
    with refused("intents: expected one probability of intent '1' of topic '1', got 0.6 and 0.5"):
        read_intents([one, {"1": {"1": 0.5}}])
    judgments = read_qrels({"2": {"1": {"a": 1}}, "3": {"1": {"a": 1}}}, intents=[one, two])
    assert judgments.intents == intents
    assert read_qrels({"3": {"1": {"a": 1}}}, intents=one).notes == (
        "none of the judged topics is among those that the intents are given for",
    )
    assert read_qrels({"1": {"1": {"a": 1}}}, intents="uniform").intents == Intents(probabilities="uniform")


@pytest.mark.parametrize("format", ["iprob", "csv", "jsonl", "parquet"])
def test_intents_are_written_and_read_again(tmp_path: Path, format: str) -> None:
    text = "" if format == "iprob" else "the car"
    intents = Intents(
        {"1": {"1": Intent(0.3333, "nav"), "2": Intent(1e-7, "", "1", text)}, "02": {"x": Intent(1.0)}}
    )
    path = tmp_path / f"out.{format}"
    write_intents(intents, path, format)
    assert read_intents(path) == intents


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 1\n", "q.txt:1: expected 3 to 5 columns (topic intent probability [type] [parent]), got 2"),
        ("1 1 1.5\n", "q.txt:1: expected a probability from 0 to 1, got '1.5'"),
        ("1 1 nan\n", "q.txt:1: expected a probability from 0 to 1, got 'nan'"),
        ("1 1 -0.1\n", "q.txt:1: expected a probability from 0 to 1, got '-0.1'"),
        ("1 1 1 navigational\n", "q.txt:1: expected inf or nav as type of an intent, got 'navigational'"),
        ("1 1 .5\n1 1 .6\n", "q.txt:2: expected intent '1' of topic '1' once, got it again, and different"),
    ],
)
def test_errors_in_intents(tmp_path: Path, text: str, message: str) -> None:
    with refused(message, tmp_path):
        read_intents(file(tmp_path, text))


def test_intents_without_probability_have_no_iprob(tmp_path: Path) -> None:
    with refused(
        "output: expected a probability for every intent, got none for '1' of topic '2'; write csv instead"
    ):
        write_intents(Intents({"2": {"1": Intent()}}), tmp_path / "no")


def test_probabilities_are_checked_against_the_judgments() -> None:
    judgments = read_qrels({"1": {"1": {"a": 1}, "2": {"b": 1}}, "2": {"1": {"a": 1}}})

    def notes(topics: dict[str, Any]) -> tuple[str, ...]:
        return check_probabilities(read_intents(topics), judgments)

    assert notes({}) == ()
    assert notes({"1": {"1": 0.25, "2": 0.5, "uncovered": 0.25}, "2": {"1": 1}}) == ()
    assert notes({"1": {"1": 0.333, "2": 0.666}}) == (
        "no probabilities are given for topics 2: their intents are uniform",
        "probabilities that sum to 1 only within 1e-3 are normalised: topics 1",
    )
    with refused("intents: expected probabilities of topic '1' that sum to 1, got a sum of 0.9"):
        notes({"1": {"1": 0.5, "2": 0.4}})
    with refused(
        "intents: expected a probability for every judged intent of topic '1', got none for 2; "
        "give 0 to an intent that nobody wants"
    ):
        notes({"1": {"1": 1}})


def test_intents_of_a_frame_and_of_nuggets(tmp_path: Path) -> None:
    frame = pytest.importorskip("pandas").DataFrame(
        {"topic": [1, 1], "intent": ["a", "b"], "probability": [0.5, None], "type": ["nav", None]}
    )
    expected = {"1": {"a": Intent(0.5, "nav"), "b": Intent()}}
    assert read_intents(frame).rows == expected
    nuggets = file(tmp_path, '{"topic": 1, "intents": [{"id": "a", "weight": 1}, {"id": "b", "weight": 3}]}')
    assert read_intents(nuggets).rows == {"1": {"a": Intent(0.25), "b": Intent(0.75)}}
    assert read_intents(Intents(expected)).rows == expected


def test_a_dict_without_a_level_is_refused() -> None:
    with refused("intents: expected a dict for topic 'a', got 0.7"):
        read_intents({"a": 0.7})


def test_words_for_probabilities_stand_alone_or_beside_files(tmp_path: Path) -> None:
    qrels = {"1": {"1": {"a": 1}}}
    alone = Intents(probabilities="geometric")
    for given in ("geometric", ["geometric"], ("geometric", "geometric"), alone):
        judgments = read_qrels(qrels, intents=given)
        assert (judgments.intents, judgments.notes) == (alone, ())
    types = file(tmp_path, "topic,intent,type\n1,1,nav\n")
    beside = Intents({"1": {"1": Intent(type="nav")}}, probabilities="uniform")
    assert read_qrels(qrels, intents=[types, "uniform"]).intents == beside
    assert read_intents(["uniform", types]) == beside
    xml = file(tmp_path, '<topic number="1" type="faceted"><query>q</query></topic>', "t.xml")
    assert read_qrels(qrels, intents=[xml, "judged"]).about["1"].kind == "faceted"
    two = "intents: expected one word for probabilities, got uniform and judged"
    with refused(two, error=UsageError):
        read_qrels(qrels, intents=["uniform", types, "judged"])
    file(tmp_path, "1 1 1\n", "uniform")
    assert read_intents(tmp_path / "uniform").rows == {"1": {"1": Intent(1.0)}}
