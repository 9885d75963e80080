"""Tables: CSV, JSON Lines, Parquet and the frames of any library, as records of named columns."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any, NamedTuple

from plurank.collection import Intent, Node, Topic
from plurank.formats import values
from plurank.formats.gather import Judgment
from plurank.formats.order import Entry
from plurank.formats.source import Source, needed, opened
from plurank.formats.text import lines, raw_lines
from plurank.formats.values import Place, plain, shown, wrong

__all__ = [
    "Table",
    "csv_table",
    "frame_table",
    "intents",
    "json_lines",
    "json_table",
    "judgments",
    "nodes",
    "parquet_table",
    "runs",
    "topics",
]

JUDGMENTS = ("topic", "intent", "document", "grade")
WHOLE_FLOAT = re.compile(r"(-?[0-9]+)\.0+")

Record = Mapping[str, Any]


class Table(NamedTuple):
    """Records with the numbers that error messages give them; they can be read more than once."""

    name: str
    at: Place
    records: Callable[[], Iterator[tuple[int, Record]]]
    header: Callable[[], Iterable[tuple[int, list[str]]]] = tuple
    """The line that names the columns, if the format has one."""

    def needing(self, *columns: str, like: str = "") -> Iterator[tuple[int, Record]]:
        """Yield the records, each of which must have these columns; `like` is a header to propose."""
        for line, names in self.header():
            hint = f"the header line {like or ','.join(columns)} is missing"
            self._check(line, names, columns, hint if not {*names} & {*columns} else "")
        for line, record in self.records():
            self._check(line, record, columns)
            yield line, record

    def _check(self, line: int, names: Iterable[str], columns: Iterable[str], hint: str = "") -> None:
        if not {*columns} <= {*names}:
            got = plain(", ".join(names)) or "nothing"
            raise wrong(self.at(line), f"columns {', '.join(columns)}", got, hint)


def csv_table(source: Source) -> Table:
    """Return a table of comma- or tab-separated values whose first line names the columns."""
    return Table(
        source.name,
        source.at,
        lambda: _csv_records(source),
        lambda: ((line, _names(row)) for line, row in islice(_csv_rows(source), 1)),
    )


def _names(header: list[str]) -> list[str]:
    return [name.strip().lower() for name in header]


def _csv_records(source: Source) -> Iterator[tuple[int, Record]]:
    rows = _csv_rows(source)
    header = _names(next(rows, (0, []))[1])
    for line, row in rows:
        if len(row) != len(header):
            raise wrong(source.at(line), f"{len(header)} columns", str(len(row)))
        yield line, {name: cell or None for name, cell in zip(header, row, strict=True)}


def _csv_rows(source: Source) -> Iterator[tuple[int, list[str]]]:
    numbered = raw_lines(source)
    start, first = next(((line, text) for line, text in numbered if text.strip()), (1, ""))
    tabs = "\t" in first
    # Between tabs a quote is a character like any other.
    reader = csv.reader(
        chain([first], (text for _, text in numbered)),
        delimiter="\t" if tabs else ",",
        quoting=csv.QUOTE_NONE if tabs else csv.QUOTE_MINIMAL,
        strict=True,
    )
    try:
        for row in filter(None, reader):
            yield start - 1 + reader.line_num, row
    except csv.Error as error:
        where = source.at(start - 1 + reader.line_num)
        raise wrong(where, "comma-separated values", str(error)) from None


def json_lines(source: Source) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the object of every line."""
    for line, text in lines(source):
        try:
            held = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise wrong(source.at(line), "a JSON object", getattr(error, "msg", str(error)).lower()) from None
        if not isinstance(held, dict):
            raise wrong(source.at(line), "a JSON object", shown(held))
        yield line, held


def json_table(source: Source) -> Table:
    """Return a table of JSON Lines."""
    return Table(source.name, source.at, lambda: json_lines(source))


def parquet_table(source: Source) -> Table:
    """Return a table of Parquet."""
    parquet = needed("pyarrow.parquet", "arrow")
    with opened(source) as stream:
        data = stream.read()
    try:
        table = parquet.read_table(io.BytesIO(data))
    except (OSError, ValueError) as error:
        raise wrong(source.name, "a Parquet file", str(error).partition("\n")[0][:60]) from None
    return frame_table(table, source.name)


def frame_table(frame: Any, name: str = "table") -> Table:
    """Return a table of any object that speaks the Arrow C stream."""
    import narwhals as nw

    held = nw.from_native(frame, pass_through=True)
    if isinstance(held, nw.LazyFrame):
        held = held.collect()
    if not isinstance(held, nw.DataFrame):
        needed("pyarrow", "arrow")
        held = nw.from_arrow(frame, backend="pyarrow")
    columns = {
        str(column): [
            None if null else value
            for value, null in zip(cells.to_list(), cells.is_null().to_list(), strict=True)
        ]
        for column in held.columns
        for cells in [held.get_column(column)]
    }

    def records() -> Iterator[tuple[int, Record]]:
        for number, row in enumerate(zip(*columns.values(), strict=True), 1):
            yield number, dict(zip(columns, row, strict=True))

    return Table(name, lambda number: f"{name} row {number}", records)


def _given(record: Record, column: str) -> Any:
    """Return what stands in a column, None for nothing (which a frame without empty cells writes as NaN)."""
    value = record.get(column)
    return None if value == "" or value != value else value


def _whole(value: object) -> object:
    """Return ``2`` for ``2.0``, as which a frame that had empty cells writes it to CSV."""
    found = WHOLE_FLOAT.fullmatch(value) if isinstance(value, str) else None
    return found[1] if found else value


def _text(record: Record, column: str) -> str:
    value = _given(record, column)
    return "" if value is None else " ".join(str(value).split())


def judgments(table: Table) -> Iterator[Judgment]:
    """Yield the judgments of a table."""
    for line, record in table.needing(*JUDGMENTS):
        topic, intent, document = (
            values.identifier(record[what], what, table.at, line) for what in JUDGMENTS[:3]
        )
        yield line, topic, intent, document, values.grade(_whole(record["grade"]), table.at, line)


def intents(table: Table) -> Iterator[tuple[int, str, str, Intent]]:
    """Yield what a table says of intents, be it a table of intents or of judgments."""
    for line, record in table.needing("topic", "intent", like="topic,intent,probability"):
        probability, parent = _given(record, "probability"), _given(record, "parent")
        yield (
            line,
            values.identifier(record["topic"], "topic", table.at, line),
            values.identifier(record["intent"], "intent", table.at, line),
            Intent(
                None if probability is None else values.probability(probability, table.at, line),
                values.kind(_given(record, "type"), table.at, line),
                "" if parent is None else values.identifier(parent, "parent", table.at, line),
                _text(record, "text"),
            ),
        )


def nodes(table: Table) -> Iterator[tuple[int, str, str, Node]]:
    """Yield the nodes of a table of hierarchies."""
    for line, record in table.needing("topic", "node", "parent"):
        parent, weight = _given(record, "parent"), _given(record, "weight")
        yield (
            line,
            values.identifier(record["topic"], "topic", table.at, line),
            values.identifier(record["node"], "node", table.at, line),
            Node(
                "" if parent is None else values.identifier(parent, "parent", table.at, line),
                _text(record, "label"),
                None if weight is None else values.weight(weight, table.at, line),
            ),
        )


def topics(table: Table) -> Iterator[tuple[int, str, Topic]]:
    """Yield the topics of a table."""
    for line, record in table.needing("topic", like="topic,kind,text"):
        name = values.identifier(record["topic"], "topic", table.at, line)
        kind = values.topic_kind(_text(record, "kind"), table.at, line)
        yield line, name, Topic(kind, _text(record, "text"))


def runs(table: Table) -> dict[str, list[Entry]]:
    """Return the entries of every run of a table; without a column ``run`` they are one without a name."""
    found: dict[str, list[Entry]] = {}
    for line, record in table.needing("topic", "document", like="topic,document,score"):
        name, rank, score = (_given(record, column) for column in ("run", "rank", "score"))
        entry = Entry(
            line,
            values.identifier(record["topic"], "topic", table.at, line),
            values.identifier(record["document"], "document", table.at, line),
            None if rank is None else values.rank(_whole(rank), table.at, line),
            None if score is None else values.score(score, table.at, line),
        )
        run = found.setdefault("" if name is None else values.identifier(name, "run", table.at, line), [])
        for what, held in (("rank", rank), ("score", score)):
            if run and (getattr(run[0], what) is None) != (held is None):
                raise wrong(table.at(line), f"a {what} in every row of a run or in none", "some")
        run.append(entry)
    return found
