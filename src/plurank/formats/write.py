"""The doors out: judgments, intents, hierarchies and runs as files, written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from plurank.collection import Hierarchy, Intent, Intents, Judgments, Run
from plurank.formats import hierarchy as trees
from plurank.formats import ntcir, trec
from plurank.formats.gather import NOTHING, judged_lines
from plurank.formats.source import needed
from plurank.formats.text import write_whole
from plurank.formats.values import unknown

__all__ = ["write_hierarchy", "write_intents", "write_qrels", "write_run"]

Path = str | os.PathLike[str] | None
ABOUT = ("probability", "type", "parent", "text")


def write_qrels(judgments: Judgments, path: Path, format: str = "qrels") -> None:
    """Write judgments as ``qrels``, ``ntcir``, ``nuggets``, ``csv``, ``jsonl`` or ``parquet``.

    Nuggets and tables hold what is known of the judged intents as well.
    """
    _check(format, ("qrels", "ntcir", "nuggets", "csv", "jsonl", "parquet"))
    if format == "qrels":
        write_whole(path, trec.written_judgments(judgments))
    elif format == "ntcir":
        write_whole(path, ntcir.written_judgments(judgments))
    elif format == "nuggets":
        from plurank.formats import nuggets

        write_whole(path, nuggets.written_judgments(judgments))
    else:
        held = [judgments.intents.rows.get(topic, {}) for topic in judgments.topics]
        about = [name for name in ABOUT if any(getattr(i, name) for rows in held for i in rows.values())]
        _write_table(path, format, ("topic", "intent", "document", "grade", *about), _rows(judgments, about))


def _rows(judgments: Judgments, about: list[str]) -> Iterator[tuple[object, ...]]:
    for topic, judged in judgments.topics.items():
        known = judgments.intents.rows.get(topic, {})
        for intent, document, grade in judged_lines(judged):
            described = known.get(intent or "", Intent())
            rest = (getattr(described, name) for name in about)
            yield topic, NOTHING if intent is None else intent, document, grade, *rest


def write_intents(intents: Intents, path: Path, format: str = "iprob") -> None:
    """Write intents as ``iprob``, which holds all but texts, or as ``csv``, ``jsonl`` or ``parquet``."""
    _check(format, ("iprob", "csv", "jsonl", "parquet"))
    if format == "iprob":
        write_whole(path, ntcir.written_intents(intents))
        return
    rows = (
        (topic, name, *(getattr(intent, field) for field in ABOUT))
        for topic, held in intents.rows.items()
        for name, intent in held.items()
    )
    _write_table(path, format, ("topic", "intent", *ABOUT), rows)


def write_hierarchy(hierarchy: Hierarchy, path: Path, format: str = "table") -> None:
    """Write trees as a tab-separated ``table`` or as ``heval``, which holds the leaves' names only."""
    _check(format, ("table", "heval"))
    write_whole(path, (trees.written_table if format == "table" else trees.written_heval)(hierarchy))


def write_run(run: Run, path: Path) -> None:
    """Write a run in TREC's six columns."""
    write_whole(path, trec.written_run(run))


def _check(format: str, known: tuple[str, ...]) -> None:
    if format not in known:
        raise unknown("format", format, known)


def _write_table(
    path: Path, format: str, columns: tuple[str, ...], rows: Iterable[tuple[object, ...]]
) -> None:
    import csv
    import io
    import json

    if format == "jsonl":
        records = (dict(zip(columns, row, strict=True)) for row in rows)
        write_whole(path, (json.dumps(record, ensure_ascii=False) + "\n" for record in records))
    elif format == "csv":
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)
        write_whole(path, text.getvalue())
    else:
        table = needed("pyarrow", "arrow").table(
            dict(zip(columns, map(list, zip(*rows, strict=True)), strict=False))
        )
        buffer = io.BytesIO()
        needed("pyarrow.parquet", "arrow").write_table(table, buffer)
        write_whole(path, buffer.getvalue())
