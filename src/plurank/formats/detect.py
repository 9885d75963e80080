"""Which format a source has: as its name and first line say, unless it is named."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from plurank.errors import InputError
from plurank.formats.source import Source, opened, source_of
from plurank.formats.text import fields
from plurank.formats.values import shown, unknown, wrong

if TYPE_CHECKING:
    from plurank.formats.tables import Table

__all__ = ["TABLES", "any_text", "each_source", "format_of", "looks", "table_of"]

SUFFIXES = {
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".xml": "xml",
}
TABLES = ("csv", "jsonl", "parquet")


def each_source(source: object) -> list[object]:
    """Return the sources of one or of a list, every path as a `Source`, so that a pipe is read once."""
    sources = source if isinstance(source, list | tuple) else [source]
    return [source_of(one) if isinstance(one, str | os.PathLike) else one for one in sources]


def any_text(columns: list[str]) -> bool:
    """Whether text has a format that stands behind all others."""
    return True


def looks(source: Source) -> tuple[str, list[str]]:
    """Return what a file looks like, ``csv``, ``jsonl``, ``nuggets``, ``parquet``, ``xml`` or ``text``.

    With it come the columns of its first line.
    """
    with opened(source) as stream:
        head = stream.read(1 << 16)
    if head.startswith(b"PAR1"):
        return "parquet", []
    text = head.decode(errors="replace").lstrip("\ufeff \t\r\n")
    if not text:
        raise wrong(source.name, "some lines", "an empty file")
    first = text.partition("\n")[0].rstrip("\r")
    names = [name.strip().lower() for name in first.split("\t" if "\t" in first else ",")]
    found = SUFFIXES.get(source.suffix, "text")
    if len(names) > 1 and "topic" in names:
        found = "csv"
    elif first.startswith("{"):
        found = _json(source)
    elif first.startswith("<") and not first.startswith("<SYSDESC>"):
        found = "xml"
    return found, fields(first)


def _json(source: Source) -> str:
    from plurank.formats.tables import json_lines

    _, record = next(json_lines(source))
    return "nuggets" if record.keys() & {"judgments", "intents"} else "jsonl"


def format_of(source: Source, asked: str | None, known: Mapping[str, object]) -> str:
    """Return the format to read a file in: the one asked for, which must be known, or the one it looks like.

    `known` gives for each format what tells it from other text by the columns of the first line.
    """
    if asked is not None and asked not in known:
        raise unknown("format", asked, known)
    if asked:
        return asked
    found, columns = looks(source)
    if found == "text":
        tests = [(name, test) for name, test in known.items() if callable(test)]
        found = next((name for name, test in tests if test(columns)), found)
    if found not in known:
        raise wrong(source.name, f"one of the formats {', '.join(known)}", found)
    return found


def table_of(source: object, format: str = "") -> Table:
    """Return the table of a file, or of a frame that speaks the Arrow C stream."""
    from plurank.formats import tables

    if isinstance(source, Source):
        readers = {"csv": tables.csv_table, "jsonl": tables.json_table, "parquet": tables.parquet_table}
        return readers[format](source)
    if hasattr(source, "__arrow_c_stream__"):
        return tables.frame_table(source)
    raise InputError(f"source: expected a path, a dict or a frame, got {shown(type(source).__name__)}")
