"""Scores as text for people (`table`) and for programs."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from plurank.cli.kinds import ClosedPipe
from plurank.collection import numeric
from plurank.errors import InputError, UsageError
from plurank.formats.source import needed
from plurank.formats.text import write_whole
from plurank.scores import Scores
from plurank.words import plain

if TYPE_CHECKING:
    from plurank.cli.inputs import Inputs

__all__ = ["check_place", "put", "say", "written"]

SETTINGS = """
    intents topics topic_file only order ties depth condensed bounds keep_uncovered top_grade topic_weights
""".split()
"""The options that change numbers and are not part of a measure's name."""


def check_place(path: str | None, format: str) -> None:
    """Refuse, before the work begins, a place that cannot be written to."""
    if path not in (None, "-"):
        folder = os.path.dirname(path) or "."
        if os.path.isdir(path):
            raise InputError(f"{plain(path)}: expected a file to write, got a folder; name a file in it")
        if not os.path.isdir(folder):
            raise InputError(
                f"{plain(path)}: expected a folder that exists, got {plain(folder)!r}; make it first"
            )
    elif format == "parquet" and sys.stdout.isatty():
        raise UsageError("parquet: expected a file for bytes, got a terminal; name one with -o FILE")


def put(path: str | None, content: str | bytes) -> None:
    """Write to a file, whole or not at all, or to standard output."""
    try:
        write_whole(path, content)
    except BrokenPipeError:
        raise ClosedPipe from None
    except OSError as error:  # of standard output; for files `write_whole` has its own words
        error.filename = "standard output"
        raise


def say(notes: Iterable[str]) -> None:
    """Print notes to standard error."""
    sys.stdout.flush()
    for note in notes:
        click.echo(f"note: {note}", err=True)


def written(scores: Scores, options: dict[str, Any], inputs: Inputs) -> str | bytes:
    """Return the scores in the format that was asked for."""
    per_topic, format = options["per_topic"], options["format"]
    if format == "json":
        return as_json(scores, per_topic, options, inputs)
    if format == "ndeval":
        return as_ndeval(scores, inputs)
    if format == "table":
        from plurank.cli import table

        return table.written(scores, per_topic, table.Page.here(options["output"]))
    if format == "parquet":
        return as_parquet(scores, per_topic)
    return {"csv": as_csv, "latex": as_latex, "trec_eval": as_trec_eval}[format](scores, per_topic)


def as_csv(scores: Scores, per_topic: bool) -> str:
    """Return ``run,topic,measure,value`` rows with 17 significant digits."""
    import csv

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns(scores))
    for row in scores.rows(per_topic=per_topic):
        writer.writerow(map(_cell, row.values()))
    return text.getvalue()


def columns(scores: Scores) -> list[str]:
    """Return the names of the columns of csv, json and parquet."""
    return ["run", "topic", "measure", "value", *([] if scores.greatest is None else ["least", "greatest"])]


def _cell(value: str | float) -> str:
    return value if isinstance(value, str) else "" if value != value else f"{value:.17g}"


def as_json(scores: Scores, per_topic: bool, options: dict[str, Any], inputs: Inputs) -> str:
    """Return scores, notes and how they were made."""
    import json
    from importlib.metadata import version

    table = [{k: None if v != v else v for k, v in row.items()} for row in scores.rows(per_topic=per_topic)]
    settings: dict[str, Any] = {
        "version": version("plurank"),
        "measures": list(scores.measures),
        "seed": None,
    }
    settings |= {name: options[name] for name in SETTINGS}
    settings |= {"probabilities": inputs.probabilities, "files": inputs.files()}
    lines = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in table)
    rest = json.dumps({"notes": list(scores.notes), "settings": settings}, ensure_ascii=False, indent=1)
    return f'{{\n "scores": [\n{lines}\n ],{rest[1:]}\n'


def as_parquet(scores: Scores, per_topic: bool) -> bytes:
    """Return the rows as a Parquet file."""
    arrow, parquet = needed("pyarrow", "arrow"), needed("pyarrow.parquet", "arrow")
    found = list(scores.rows(per_topic=per_topic))
    table = {
        name: [None if row[name] != row[name] else row[name] for row in found] for name in columns(scores)
    }
    buffer = io.BytesIO()
    parquet.write_table(arrow.table(table), buffer)
    return buffer.getvalue()


def as_trec_eval(scores: Scores, per_topic: bool) -> str:
    """Return ``measure topic value`` lines: a run's topics, its name, its averages."""
    from plurank.cli.spelling import in_trec_eval

    lines = []
    means = scores.mean()
    once = {m: in_trec_eval(replace(scores.scores[m], average="mean")) for m in scores.places().values()}
    names = [in_trec_eval(score) for score in scores.scores]
    for r, run in enumerate(scores.runs):
        for t, topic in enumerate(scores.topics if per_topic else ()):
            lines += [(name, topic, f"{scores.values[r, t, m]:.4f}") for m, name in once.items()]
        lines.append(("runid", "all", run))
        lines += [(name, "all", f"{means[r, m]:.4f}") for m, name in enumerate(names)]
    return "".join(f"{name:<22}\t{topic}\t{value}\n" for name, topic, value in lines if value != "nan")


def as_ndeval(scores: Scores, inputs: Inputs) -> str:
    """Return ndeval's table: every topic in numeric order, then the mean; several runs under one header."""
    names = [str(score).removeprefix("ndeval:") for score in scores.scores]
    lines = [",".join(["runid", "topic", *map(_quoted, names)])]
    by_number = sorted(enumerate(scores.topics), key=lambda one: numeric(one[1]))
    retrieved, means = inputs.retrieved(scores.runs), scores.mean()
    for r, run in enumerate(scores.runs):
        for t, topic in by_number:
            if retrieved[r, t]:
                lines.append(_ndeval_line(run, topic, scores.values[r, t]))
        lines.append(_ndeval_line(run, "amean", means[r]))
    return "\n".join(lines) + "\n"


def _ndeval_line(run: str, topic: str, values: Iterable[float]) -> str:
    return ",".join([_quoted(run), _quoted(topic), *(f"{value:.6f}" for value in values)])


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if set(text) & set(',"\r\n') else text


LATEX = {character: "\\" + character for character in "#$%&_{}"}
LATEX |= {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}


def as_latex(scores: Scores, per_topic: bool) -> str:
    """Return a table for the package booktabs, the best average of every measure in bold."""
    from plurank.cli.table import best, cells

    def line(*texts: str) -> str:
        return " & ".join(texts) + r" \\"

    of_topics, averages = cells(scores, "--")
    bold = best(scores)
    lines = [rf"\begin{{tabular}}{{{'ll' if per_topic else 'l'}{'r' * len(scores.measures)}}}", r"\toprule"]
    head = ["Run", *(["Topic"] if per_topic else []), *scores.measures]
    lines += [line(*map(escaped, head)), r"\midrule"]
    for r, run in enumerate(scores.runs):
        for t, topic in enumerate(scores.topics if per_topic else ()):
            lines.append(line(escaped(run), escaped(topic), *of_topics(r, t)))
        means = [rf"\textbf{{{text}}}" if b else text for text, b in zip(averages(r), bold[r], strict=True)]
        lines.append(line(escaped(run), *(["average"] if per_topic else []), *means))
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])


def escaped(text: str) -> str:
    """Return text for LaTeX, its special characters escaped."""
    return "".join(LATEX.get(character, character) for character in text)
