"""TREC: judgments in four columns, runs in six."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from plurank.collection import Judgments, Run
from plurank.formats import values
from plurank.formats.gather import NOTHING, Judgment, judged_lines
from plurank.formats.order import Entry
from plurank.formats.source import Source
from plurank.formats.text import checked_id, fields, lines
from plurank.formats.values import Place, wrong

__all__ = ["entries", "judgments", "written_judgments", "written_run"]

COLUMNS = "4 columns (topic intent document grade)"
RUN_COLUMNS = "6 columns (topic Q0 document rank score tag)"


def judgments(source: Source, grade: Callable[[str, Place, int], int] = values.grade) -> Iterator[Judgment]:
    """Yield the judgments of diversity qrels, or of ad hoc qrels, whose second column is the one intent."""
    for line, text in lines(source):
        columns = fields(text)
        if len(columns) != 4:
            raise _miscounted(source.at(line), COLUMNS, text, len(columns))
        topic, intent, document, level = columns
        yield line, topic, intent, document, grade(level, source.at, line)


def entries(source: Source) -> Iterator[Entry]:
    """Yield the lines of a run; the description that opens NTCIR's runs is left out."""
    first = True
    for line, text in lines(source):
        if first and text.startswith("<SYSDESC>") and text.rstrip(" \t").endswith("</SYSDESC>"):
            first = False
            continue
        first = False
        columns = fields(text)
        if len(columns) != 6:
            raise _miscounted(source.at(line), RUN_COLUMNS, text, len(columns))
        topic, _, document, rank, score, tag = columns
        yield Entry(
            line,
            topic,
            document,
            values.rank(rank, source.at, line),
            values.score(score, source.at, line),
            tag,
        )


def _miscounted(where: str, columns: str, text: str, count: int) -> Exception:
    # trec_eval 10 skips such lines, ndeval refuses them, and to both a topic may be called #1.
    hint = "a line that starts with # is no comment" if text.lstrip(" \t").startswith("#") else ""
    if count == 1 and "," in text:
        hint = "columns are parted by blanks; a CSV file needs a header line with a column topic"
    return wrong(where, columns, str(count), hint)


def written_judgments(judgments: Judgments, level: Callable[[int], str] = str) -> Iterator[str]:
    """Yield the lines of qrels; a document that is relevant to nothing stands under intent 0."""
    for topic, judged in judgments.topics.items():
        for intent, document, grade in judged_lines(judged):
            columns = (topic, NOTHING if intent is None else intent, document)
            yield f"{' '.join(map(checked_id, columns))} {level(grade)}\n"


def written_run(run: Run) -> Iterator[str]:
    """Yield the lines of a run, ranks from 1; without scores of its own, scores that fall by 1 to 1."""
    tag = checked_id(run.name)
    for topic, ranking in run.rankings.items():
        scores = run.scores.get(topic) or range(len(ranking), 0, -1)
        for rank, (document, score) in enumerate(zip(ranking, scores, strict=True), 1):
            yield f"{checked_id(topic)} Q0 {checked_id(document)} {rank} {score} {tag}\n"
