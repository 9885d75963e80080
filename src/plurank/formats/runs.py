"""The door for runs: files, globs, folders, dicts and frames; each run is read when it is asked for."""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from plurank.collection import Run, Runs
from plurank.errors import InputError
from plurank.formats import trec, values
from plurank.formats.detect import TABLES, any_text, format_of, table_of
from plurank.formats.order import Entry, Order, run_of
from plurank.formats.source import Source, source_of
from plurank.formats.values import Origin, plain, shown, wrong

if TYPE_CHECKING:
    from plurank.formats.tables import Table

__all__ = ["paths", "read_runs"]

FORMATS: dict[str, Any] = {"trec": any_text, **dict.fromkeys(TABLES)}


class Found(NamedTuple):
    """A run that was found and not read yet, with the names it may take, the best first."""

    names: tuple[str, str, str]
    origin: Origin
    entries: Callable[[], Iterable[Entry]]


def read_runs(
    sources: object,
    *,
    order: str | None = None,
    ties: str = "docno-desc",
    format: str | None = None,
    progress: Callable[[str], object] | None = None,
) -> Runs:
    """Read runs: paths, globs, folders, ``{topic: {document: score}}`` dicts (also by run), frames or a list.

    `order` is ``rank`` (the default, refused where the scores deny it), ``score`` or ``file``; `ties` orders
    equal scores: ``docno-desc``, ``docno-asc`` or ``error``. A file is read when its run is asked for, and
    `progress` is then called with the name.
    """
    wanted = Order(order, ties).check()
    given = sources if isinstance(sources, list | tuple) else [sources]
    found = [run for one in given for run in _found(one, format)]
    if not found:
        raise InputError("runs: expected at least one run, got none")
    names = _names(found)
    return Runs(
        names,
        tuple(partial(_read, run, name, wanted, progress) for run, name in zip(found, names, strict=True)),
    )


def _read(found: Found, name: str, order: Order, progress: Callable[[str], object] | None) -> Run:
    if progress is not None:
        progress(name)
    return run_of(found.entries(), name, found.origin, order)


def _names(found: list[Found]) -> tuple[str, ...]:
    """Return the tag of every run; runs that share a tag take their file's name, or else its path."""
    names = [run.names[0] for run in found]
    for choice in (1, 2):
        names = [
            run.names[choice] if names.count(name) > 1 else name
            for run, name in zip(found, names, strict=True)
        ]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"runs: expected one run of each name, got two of {plain(name)}; leave one out")
    return tuple(names)


def _found(source: object, format: str | None) -> Iterator[Found]:
    if isinstance(source, str | os.PathLike):
        for path in paths(os.fspath(source)):
            yield from _in_file(source_of(path), format)
    elif isinstance(source, Source):
        yield from _in_file(source, format)
    elif isinstance(source, Mapping):
        yield from _in_mapping(source)
    else:
        yield from _in_table(table_of(source))


def paths(path: str) -> list[str]:
    """Return the files of a folder or glob by name; hidden files are left out."""
    if os.path.isdir(path):
        paths = [os.path.join(path, name) for name in sorted(os.listdir(path)) if not name.startswith(".")]
    elif glob.has_magic(path) and not os.path.exists(path):
        paths = sorted(glob.glob(path, recursive=True))
    else:
        return [path]
    paths = [path for path in paths if os.path.isfile(path)]
    if not paths:
        raise wrong(path, "files", "none")
    return paths


def _in_file(source: Source, format: str | None) -> Iterator[Found]:
    shape = format_of(source, format, FORMATS)
    if shape != "trec":
        yield from _in_table(table_of(source, shape))
        return
    # One line tells the name; the others are read when the run is.
    first = next(iter(trec.entries(source)), None)
    if first is None:
        raise wrong(source.name, "lines of a run", "none")
    yield Found((first.tag, source.stem, source.name), source, partial(trec.entries, source))


def _in_table(table: Table) -> Iterator[Found]:
    """Find the runs of a table, which is read at once because they may be mixed in it."""
    from plurank.formats import tables

    found = tables.runs(table)
    if not found:
        raise wrong(table.name, "rows of a run", "none")
    stem = Source(table.name).stem
    for name, entries in found.items():
        yield Found(
            (name or stem, name or stem, f"{table.name} {name}".rstrip()), table, partial(iter, entries)
        )


def _in_mapping(runs: Mapping[Any, Any]) -> Iterator[Found]:
    """Find the runs of ``{topic: {document: score}}`` or ``{run: {topic: {document: score}}}``."""
    inner = [topics for topics in runs.values() if isinstance(topics, Mapping)]
    by_run = any(isinstance(held, Mapping) for topics in inner for held in topics.values())
    for name, topics in (runs if by_run else {"run": runs}).items():
        origin = Source(f"run {plain(str(name))}")
        yield Found((str(name),) * 3, origin, partial(_entries, topics, origin))


def _entries(topics: Mapping[Any, Any], origin: Origin) -> Iterator[Entry]:
    def at(_: int) -> str:
        return origin.name

    for topic, ranking in topics.items():
        name = values.identifier(topic, "topic", at, 0)
        if not isinstance(ranking, Mapping):
            raise wrong(origin.name, f"a dict for topic {shown(name)}", shown(ranking))
        for document, score in ranking.items():
            identifier = values.identifier(document, "document", at, 0)
            yield Entry(0, name, identifier, None, values.score(score, at, 0))
