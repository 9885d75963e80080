"""Judgments and intents: every format read, written and read again; every error word for word."""

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plurank.collection import Intent, Judgments, TopicJudgments, numeric
from plurank.errors import InputError, PlurankError, UnknownNameError
from plurank.formats import read_intents, read_qrels, write_qrels
from plurank.words import counted, some

QRELS = "1 0 d0 0\n1 1 d1 2\n1 2 d1 0\n\n2\t1  d2 -2\r\n1 2 d3 1\n"


def rows(judgments: Judgments) -> dict[str, Any]:
    return {
        topic: (held.documents, held.intents, list(held.rows())) for topic, held in judgments.topics.items()
    }


def file(folder: Path, text: str | bytes, name: str = "q.txt") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@contextmanager
def refused(
    message: str, folder: Path | None = None, error: type[PlurankError] = InputError
) -> Iterator[None]:
    """Expect an error of exactly that message, which leaves out the folder."""
    with pytest.raises(error) as caught:
        yield
    assert str(caught.value).replace(f"{folder}/", "") == message


def test_qrels_keep_the_order_of_the_file(tmp_path: Path) -> None:
    judgments = read_qrels(file(tmp_path, QRELS, "my.qrels"))
    assert judgments.name == "my.qrels"
    assert rows(judgments) == {
        "1": (("d0", "d1", "d3"), ("1", "2"), [("1", "d1", 2), ("2", "d1", 0), ("2", "d3", 1)]),
        "2": (("d2",), ("1",), [("1", "d2", -2)]),
    }


def test_intent_0_is_an_intent_where_something_is_relevant_to_it(tmp_path: Path) -> None:
    judgments = read_qrels(file(tmp_path, "1 0 a 1\n1 0 b 0\n2 0 a 1\n2 1 b 1\n3 0 a -2\n3 1 a 1\n"))
    assert rows(judgments) == {
        "1": (("a", "b"), ("0",), [("0", "a", 1), ("0", "b", 0)]),
        "2": (("a", "b"), ("0", "1"), [("0", "a", 1), ("1", "b", 1)]),
        "3": (("a",), ("1",), [("1", "a", 1)]),
    }
    assert judgments.notes == (
        "intent 0 has relevant documents beside other intents and counts as one: topics 2",
        "1 negative grade of intent 0, where it is no intent, read as grade 0",
    )


def test_a_pair_judged_twice_alike_is_kept_once(tmp_path: Path) -> None:
    judgments = read_qrels(file(tmp_path, "1 1 a 1\n1 1 a 1\n1 1 a 1\n"))
    assert rows(judgments)["1"] == (("a",), ("1",), [("1", "a", 1)])
    assert judgments.notes == ("2 judgments repeated with the same grade and kept once",)


def test_other_spaces_belong_to_ids(tmp_path: Path) -> None:
    judgments = read_qrels(file(tmp_path, "\ufeff1\u00a02 é\u2003x d\u0085e 1\n"))
    assert rows(judgments) == {"1\u00a02": (("d\u0085e",), ("é\u2003x",), [("é\u2003x", "d\u0085e", 1)])}


@pytest.mark.parametrize("grade", ["1.0", "+1", "1e2", "0x1", "1_0", "\u0661", "1001", "-1001", "L1", "nan"])
def test_grades_are_whole_numbers_in_digits(tmp_path: Path, grade: str) -> None:
    with refused(f"q.txt:2: expected a whole number from -1000 to 1000 as grade, got '{grade}'", tmp_path):
        read_qrels(file(tmp_path, f"1 1 a 1\n1 1 b {grade}\n"))


def test_long_values_are_cut_in_messages(tmp_path: Path) -> None:
    with refused(
        f"q.txt:1: expected a whole number from -1000 to 1000 as grade, got '{'9' * 56}...", tmp_path
    ):
        read_qrels(file(tmp_path, "1 1 a " + "9" * 5000))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 1 a\n", ":1: expected 4 columns (topic intent document grade), got 3"),
        ("\n1 1 a 1 x\n", ":2: expected 4 columns (topic intent document grade), got 5"),
        (
            "# judged\n1 1 a 1\n",
            ":1: expected 4 columns (topic intent document grade), got 2; "
            "a line that starts with # is no comment",
        ),
        (
            "1 1 a 1\n1 1 a 0\n",
            ":2: expected one grade of document 'a' for intent '1' of topic '1', got 1 and 0",
        ),
        ("", ": expected some lines, got an empty file"),
        (" \n\t\r\n", ": expected some lines, got an empty file"),
        ("1 1 a 1\n1 1 \0 1\n", ":2: expected text, got a NUL byte; is it another kind of file?"),
        (
            b"1 1 a 1\n1 1 \xe9 1\n",
            ":2: expected UTF-8, got byte 0xe9; convert it, as with iconv -f latin1 -t utf-8",
        ),
        ("1 1 a L1\n1 1 b 1\n", ":2: expected a level from L0 to L1000, got '1'"),
        (
            "1,1,a,1\n",
            ":1: expected 4 columns (topic intent document grade), got 1; "
            "columns are parted by blanks; a CSV file needs a header line with a column topic",
        ),
    ],
)
def test_errors_in_qrels(tmp_path: Path, text: str | bytes, message: str) -> None:
    with refused(f"q.txt{message}", tmp_path):
        read_qrels(file(tmp_path, text))


HEADER = "topic,intent,document,grade\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "topic,document,grade\n1,a,1\n",
            ":1: expected columns topic, intent, document, grade, got topic, document, grade",
        ),
        (
            HEADER + "1,1,a,2.5\n",
            ":2: expected a whole number from -1000 to 1000 as grade, got '2.5'",
        ),
        (HEADER + "1,1,a\n", ":2: expected 4 columns, got 3"),
        (HEADER, ": expected judgments, got none"),
        (HEADER + '"1,1,a,1\n', ":2: expected comma-separated values, got unexpected end of data"),
        (HEADER + "1,1,,1\n", ":2: expected a document id, got nothing"),
        (
            '{"topic": 1.5, "intent": 1, "document": "a", "grade": 1}',
            ":1: expected text or a whole number as topic id, got 1.5",
        ),
        (
            '{"topic": "1", "intent": 1, "document": "a", "grade": true}',
            ":1: expected a whole number from -1000 to 1000 as grade, got True",
        ),
        ('{"topic": "1"', ":1: expected a JSON object, got expecting ',' delimiter"),
        ("{}\n[1]", ":1: expected columns topic, intent, document, grade, got nothing"),
        (
            '{"topic": "1", "judgments": {"a": 1}}',
            ":1: expected a list of objects under \"judgments\", got {'a': 1}",
        ),
        (
            '{"topic": "1", "judgments": [{"doc": "a", "intent": null, "grade": 1}]}',
            ":1: expected an intent id, got nothing",
        ),
        (
            '{"topic": 1, "intents": [{"id": "x"}], "judgments": [{"doc": "a", "intent": "y", "grade": 1}]}',
            ":1: expected intents that are listed under \"intents\", got 'y'",
        ),
    ],
)
def test_errors_in_tables_and_nuggets(tmp_path: Path, text: str, message: str) -> None:
    with refused(f"q.txt{message}", tmp_path):
        read_qrels(file(tmp_path, text))


@pytest.mark.parametrize("text", ["1,1,a,1\n", "\n1,1,a,1\n1,1,b,1\n"])
def test_a_csv_without_a_header(tmp_path: Path, text: str) -> None:
    line = 1 + text.startswith("\n")
    with refused(
        f"q.csv:{line}: expected columns topic, intent, document, grade, got 1, 1, a, 1; "
        "the header line topic,intent,document,grade is missing",
        tmp_path,
    ):
        read_qrels(file(tmp_path, text, "q.csv"))
    with refused(
        f"q.csv:{line}: expected columns topic, intent, got 1, 1, a, 1; "
        "the header line topic,intent,probability is missing",
        tmp_path,
    ):
        read_intents(tmp_path / "q.csv")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with refused("none: expected a file, got nothing of that name", tmp_path):
        read_qrels(tmp_path / "none")
    with refused(f"{tmp_path}: expected a file, got a folder"):
        read_qrels(tmp_path)
    with refused(r"'nul\x00': expected a readable file, got embedded null byte"):
        read_qrels("nul\0")
    with refused("source: expected a path, a dict or a frame, got 'int'"):
        read_qrels(3)
    known = "ntcir, car, qrels, nuggets, csv, jsonl, parquet"
    with refused(
        f"format: expected one of {known}, got 'qrel'; did you mean 'qrels'?", error=UnknownNameError
    ):
        read_qrels(file(tmp_path, QRELS), format="qrel")


def test_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Standard:
        buffer = io.BytesIO(QRELS.encode())

    monkeypatch.setattr("sys.stdin", Standard)
    judgments = read_qrels("-")
    assert rows(judgments) == rows(read_qrels(file(tmp_path, QRELS)))
    assert judgments.name == "standard input"


@pytest.mark.parametrize("format", ["qrels", "nuggets", "csv", "jsonl", "parquet"])
def test_judgments_are_written_and_read_again(tmp_path: Path, format: str) -> None:
    judgments = read_qrels(file(tmp_path, QRELS), intents={"1": {"1": 0.25, "2": 0.75}})
    path = tmp_path / f"out.{format}"
    write_qrels(judgments, path, format)
    again = read_qrels(path)
    assert rows(again) == rows(judgments)
    if format != "qrels":
        assert again.intents.rows["1"] == judgments.intents.rows["1"]


ids = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters=" "), min_size=1, max_size=3
).filter(lambda name: name.strip() and not name.startswith("\ufeff"))


@given(
    st.dictionaries(
        ids,
        st.dictionaries(
            st.one_of(st.none(), ids),
            st.dictionaries(ids, st.integers(-1000, 1000), min_size=1),
            min_size=1,
        ),
        min_size=1,
    ),
    st.sampled_from(["qrels", "nuggets", "csv", "jsonl", "parquet"]),
)
def test_any_judgments_are_written_and_read_again(
    tmp_path_factory: pytest.TempPathFactory, topics: dict[str, Any], format: str
) -> None:
    for intents in topics.values():
        if None in intents:
            intents[None] = dict.fromkeys(intents[None], 0)
            intents.pop("0", None)
    judgments = read_qrels(topics)
    path = tmp_path_factory.mktemp("any") / "out"
    write_qrels(judgments, path, format)
    assert rows(read_qrels(path, format=format)) == rows(judgments)


def test_ntcir_is_written_and_read_again(tmp_path: Path) -> None:
    judgments = read_qrels({"0001": {"0": {"a": 0}, "1": {"b": 3}, "2": {"b": 0}}})
    write_qrels(judgments, tmp_path / "Dqrels", "ntcir")
    assert (tmp_path / "Dqrels").read_text() == "0001 0 a L0\n0001 1 b L3\n0001 2 b L0\n"
    assert rows(read_qrels(tmp_path / "Dqrels")) == rows(judgments)
    negative = read_qrels({"1": {"1": {"a": -2}}})
    with refused("output: expected grades of 0 or more, which L0, L1, .. can say, got -2"):
        write_qrels(negative, tmp_path / "no", "ntcir")
    assert not (tmp_path / "no").exists()


def test_ids_with_blanks_are_not_written_in_columns(tmp_path: Path) -> None:
    judgments = read_qrels({"jaguar car": {"1": {"a": 1}}})
    with refused(
        "output: expected ids without blanks in this format, got 'jaguar car'; write nuggets or csv instead"
    ):
        write_qrels(judgments, tmp_path / "no")
    assert list(tmp_path.iterdir()) == []


def test_dicts(tmp_path: Path) -> None:
    nested = {1: {"1": {"d1": np.int64(2), 7: 0}, None: {"d0": 0}}, "2": {"1": {"d2": -2}}}
    assert rows(read_qrels(nested)) == {
        "1": (("d1", "7", "d0"), ("1",), [("1", "d1", 2), ("1", "7", 0)]),
        "2": (("d2",), ("1",), [("1", "d2", -2)]),
    }
    assert rows(read_qrels({"1": {"a": 1, "b": 0}}))["1"] == (
        ("a", "b"),
        ("0",),
        [("0", "a", 1), ("0", "b", 0)],
    )
    with refused("judgments: expected a dict for topic '1', got 3"):
        read_qrels({"1": 3})
    with refused("judgments: expected text or a whole number as topic id, got 1.5"):
        read_qrels({1.5: {"1": {"a": 1}}})
    with refused("judgments: expected judgments, got none"):
        read_qrels({})


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow", "stream"])
def test_frames(library: str) -> None:
    columns = {
        "topic": [1, 1],
        "intent": ["001", "0"],
        "document": ["a", "b"],
        "grade": [2, 0],
        "type": ["inf", None],
    }
    judgments = read_qrels(frame(library, columns))
    assert rows(judgments) == {"1": (("a", "b"), ("001",), [("001", "a", 2)])}
    assert judgments.intents.rows["1"]["001"] == Intent(type="inf")
    with refused("table row 2: expected a document id, got nothing"):
        read_qrels(frame(library, {**columns, "document": ["a", None]}))
    with refused("table row 1: expected text or a whole number as topic id, got 1.0"):
        read_qrels(frame(library, {**columns, "topic": [1.0, 2.0]}))
    with refused("table row 1: expected columns topic, intent, document, grade, got topic"):
        read_qrels(frame(library, {"topic": ["1"]}))


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_whole_floats_are_grades(library: str) -> None:
    columns = {"topic": ["1", "1"], "intent": ["1", "1"], "document": ["a", "b"], "grade": [2.0, -1.0]}
    assert rows(read_qrels(frame(library, columns)))["1"][2] == [("1", "a", 2), ("1", "b", -1)]
    wanted = "a whole number from -1000 to 1000 as grade"
    for grade in (0.5, 1001.0, float("inf")):
        with refused(f"table row 2: expected {wanted}, got {grade}"):
            read_qrels(frame(library, {**columns, "grade": [1.0, grade]}))
    with pytest.raises(InputError, match=f"row 2: expected {wanted}, got (nan|None)"):
        read_qrels(frame(library, {**columns, "grade": [1.0, float("nan")]}))


def test_whole_floats_are_grades_in_dicts_and_files_of_tables(tmp_path: Path) -> None:
    grades = {"a": 2.0, "b": np.float64(1), "c": np.float32(0), "d": np.int8(3)}
    expected = [("1", "a", 2), ("1", "b", 1), ("1", "c", 0), ("1", "d", 3)]
    assert rows(read_qrels({"1": {"1": grades}}))["1"][2] == expected
    csv = file(tmp_path, HEADER + "1,1,a,2.0\n1,1,b,-1.00\n")
    assert rows(read_qrels(csv))["1"][2] == [("1", "a", 2), ("1", "b", -1)]
    text = '{"topic": "1", "intent": "1", "document": "a", "grade": 2.0}'
    assert rows(read_qrels(file(tmp_path, text)))["1"][2] == [("1", "a", 2)]
    with refused("judgments: expected a whole number from -1000 to 1000 as grade, got True"):
        read_qrels({"1": {"1": {"a": True}}})


def frame(library: str, columns: dict[str, list[Any]]) -> Any:
    if library == "pandas":
        return pytest.importorskip("pandas").DataFrame(columns)
    if library == "polars":
        return pytest.importorskip("polars").DataFrame(columns)
    table = pytest.importorskip("pyarrow").table(columns)
    if library == "pyarrow":
        return table

    class Stream:
        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            return table.__arrow_c_stream__(requested_schema)

    return Stream()


def test_a_csv_of_judgments_tells_of_its_intents(tmp_path: Path) -> None:
    header = "topic,intent,document,grade,probability,type,text\n"
    text = header + '1,1,"a,b",1,0.25,nav,"the\n car"\n1,2,c,1,0.75,,\n'
    judgments = read_qrels(file(tmp_path, text))
    assert rows(judgments)["1"] == (("a,b", "c"), ("1", "2"), [("1", "a,b", 1), ("2", "c", 1)])
    assert judgments.intents.rows["1"] == {"1": Intent(0.25, "nav", text="the car"), "2": Intent(0.75)}
    twice = file(tmp_path, "topic,intent,document,grade,probability\n1,1,a,1,.5\n1,1,b,1,.6\n")
    with refused("q.txt:3: expected intent '1' of topic '1' once, got it again, and different", tmp_path):
        read_qrels(twice)


def test_nuggets(tmp_path: Path) -> None:
    line = {
        "topic": 7,
        "intents": [
            {"id": "x", "text": "what", "weight": 3},
            {"id": "y", "weight": 1},
            {"id": "z", "weight": 0},
        ],
        "judgments": [
            {"doc": "a", "intent": None, "grade": 0},
            {"doc": "b", "intent": "y", "grade": 2},
        ],
    }
    judgments = read_qrels(file(tmp_path, json.dumps(line), "n.jsonl"))
    assert rows(judgments) == {"7": (("a", "b"), ("y",), [("y", "b", 2)])}
    assert judgments.intents.rows["7"] == {
        "x": Intent(0.75, text="what"),
        "y": Intent(0.25),
        "z": Intent(0.0),
    }
    write_qrels(judgments, tmp_path / "again.jsonl", "nuggets")
    again = read_qrels(tmp_path / "again.jsonl")
    assert (rows(again), again.intents) == (rows(judgments), judgments.intents)
    given = read_qrels(tmp_path / "n.jsonl", intents={"7": {"y": 1}}).intents.rows["7"]
    assert given == {"x": Intent(text="what"), "y": Intent(1.0), "z": Intent()}
    line["intents"] = [{"id": "x", "weight": 1}, {"id": "y"}]
    with refused("q.txt:1: expected a weight of 0 or more, got None", tmp_path):
        read_qrels(file(tmp_path, json.dumps(line)))
    line["intents"] = [{"id": "y", "weight": 0}]
    with refused("q.txt:1: expected a weight above 0, got none", tmp_path):
        read_qrels(file(tmp_path, json.dumps(line)))
    twice = file(tmp_path, '{"topic": "1", "judgments": []}\n{"topic": "1", "judgments": []}\n')
    with refused("q.txt:2: expected one line a topic, got topic '1' again", tmp_path):
        read_qrels(twice)


def test_topics_without_judgments_are_told_of(tmp_path: Path) -> None:
    text = '{"topic": "7", "intents": [{"id": "x"}]}\n{"topic": "8", "judgments": []}\n'
    judged = '{"topic": "9", "judgments": [{"doc": "a", "intent": "x", "grade": 1}]}\n'
    judgments = read_qrels(file(tmp_path, text + judged))
    assert list(judgments.topics) == ["9"]
    assert judgments.notes == ("2 topics without judgments left out, not judged: 7, 8",)
    assert read_qrels(file(tmp_path, judged)).notes == ()


def test_from_rows_takes_documents_that_are_relevant_to_nothing() -> None:
    judged = TopicJudgments.from_rows([(None, "a", 0), ("1", "b", 1), (None, "c", 0)])
    assert (judged.documents, judged.intents, list(judged.rows())) == (
        ("a", "b", "c"),
        ("1",),
        [("1", "b", 1)],
    )


def test_ids_are_sorted_by_value() -> None:
    names = ["10", "x", "2", "02", "9" * 5000, "0", "1" + "0" * 5000, "\u0661"]
    assert sorted(names, key=numeric) == ["0", "02", "2", "10", "9" * 5000, "1" + "0" * 5000, "x", "\u0661"]


def test_names_in_notes_stay_on_one_line() -> None:
    assert some(map(str, range(8))) == "0, 1, 2, 3, 4, 5, 6, 7"
    assert some(map(str, range(10))) == "0, 1, 2, 3, 4, 5, 6, 7 and 2 more"
    assert some(["a", "b\nc", "d"], most=2) == "a, 'b\\nc' and 1 more"
    assert (counted(1, "topic"), counted(0, "topic")) == ("1 topic", "0 topics")
