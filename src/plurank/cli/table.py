"""The table for people: it fits the terminal, and what is best stands out."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from plurank.arrays import Array, Mask
from plurank.scores import Scores
from plurank.words import counted, plain

__all__ = ["Page", "Sheet", "best", "cells", "laid_out", "written"]

LONGEST = 24
"""Characters of a name; longer ones are cut in the middle."""
GAP = "  "


@dataclass(frozen=True)
class Page:
    """Where a table is shown."""

    width: int = 80
    bold: bool = False
    """Whether bold letters can be shown; a star marks what they would."""

    @classmethod
    def here(cls, output: str | None = None) -> Page:
        """Return the terminal as a page, or that of a file."""
        width = shutil.get_terminal_size().columns
        on_terminal = output in (None, "-") and sys.stdout.isatty()
        plain_text = "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
        return cls(max(40, width), on_terminal and not plain_text)

    def marked(self, text: str, best: bool, any_best: bool) -> str:
        """Mark what is best."""
        if self.bold:
            return f"\033[1m{text}\033[0m" if best else text
        return text + ("*" if best else " " if any_best else "")


@dataclass(frozen=True)
class Sheet:
    """A table before it is laid out."""

    corner: str
    rows: Sequence[str]
    columns: Sequence[str]
    cells: Sequence[Sequence[str]]
    best: Mask
    """[row, column]."""

    @property
    def turned(self) -> Sheet:
        """The same table, its rows as columns."""
        return Sheet("measure", self.columns, self.rows, list(zip(*self.cells, strict=True)), self.best.T)

    def width(self, column: int) -> int:
        """Return the width of a column without its gap."""
        head = short(self.columns[column])
        return max(len(head) + self.stars, *(len(row[column]) + self.stars for row in self.cells))

    @property
    def stars(self) -> int:
        """The room for the mark of the best."""
        return int(self.best.any())

    @property
    def name_width(self) -> int:
        """The width of the names of rows."""
        return max(map(len, map(short, [self.corner, *self.rows])))

    def total(self) -> int:
        """Return the width of the whole table."""
        return self.name_width + sum(self.width(c) + len(GAP) for c in range(len(self.columns)))


def short(name: str) -> str:
    """Return a name that fits into a table.

    >>> short("a run with a really long name of its own")
    'a run with a..of its own'
    """
    name = plain(name)
    half = LONGEST // 2
    return name if len(name) <= LONGEST else f"{name[:half]}..{name[2 - half :]}"


def written(scores: Scores, per_topic: bool, page: Page) -> str:
    """Return the scores for people, with what they are averages of."""
    sheets = list(_sheets_of_topics(scores)) if per_topic else [("", _means(scores))]
    blocks = [
        (f"{title}\n" if title else "") + laid_out(sheet, page, may_turn=not per_topic)
        for title, sheet in sheets
    ]
    return "\n".join([*blocks, _legend(scores, any(sheet.best.any() for _, sheet in sheets), page)])


def _means(scores: Scores) -> Sheet:
    _, averages = cells(scores)
    texts = [averages(r) for r in range(len(scores.runs))]
    return Sheet("run", scores.runs, scores.measures, texts, best(scores))


def _sheets_of_topics(scores: Scores) -> Iterator[tuple[str, Sheet]]:
    """Yield one table of topics and measures for one run; for several, one of topics and runs for each measure."""
    of_topics, averages = cells(scores)
    rows = [*scores.topics, "average"]
    table = [
        [*(of_topics(r, t) for t in range(len(scores.topics))), averages(r)] for r in range(len(scores.runs))
    ]
    if len(scores.runs) == 1:
        none = np.zeros((len(rows), len(scores.measures)), dtype=bool)
        yield f"run {scores.runs[0]}", Sheet("topic", rows, scores.measures, table[0], none)
        return
    everything = np.concatenate([scores.values, scores.mean()[:, None]], axis=1)
    for m, measure in enumerate(scores.measures):
        texts = [[of_run[row][m] for of_run in table] for row in range(len(rows))]
        bold = _best(everything[..., m], scores.scores[m].measure.lower_is_better).T
        yield measure, Sheet("topic", rows, scores.runs, texts, bold)


def cells(
    scores: Scores, missing: str = "-"
) -> tuple[Callable[[int, int], list[str]], Callable[[int], list[str]]]:
    """Return functions that give the texts of a run's topic and of a run's averages."""
    means = scores.mean()
    tops = None if scores.greatest is None else scores.averaged(scores.greatest)

    def texts(values: Array, greatest: Array | None) -> list[str]:
        upper = [np.nan] * len(values) if greatest is None else greatest.tolist()
        return [_cell(low, high, missing) for low, high in zip(values.tolist(), upper, strict=True)]

    def of_topic(r: int, t: int) -> list[str]:
        return texts(scores.values[r, t], None if scores.greatest is None else scores.greatest[r, t])

    return of_topic, lambda r: texts(means[r], None if tops is None else tops[r])


def _cell(value: float, greatest: float, missing: str) -> str:
    if value != value:
        return missing
    return f"{value:.4f}" + ("" if greatest != greatest else f"..{greatest:.4f}")


def best(scores: Scores) -> Mask:
    """Return which averages are the best of their measure [run, measure]; none where all print alike."""
    means = scores.mean()
    columns = [_best(means[:, m], score.measure.lower_is_better) for m, score in enumerate(scores.scores)]
    return np.stack(columns, axis=-1)


def _best(values: Array, lower: bool) -> Mask:
    """Return which runs are best along the first axis, as far as four decimals tell."""
    values = np.round(-values if lower else values, 4)
    top = np.max(np.where(np.isnan(values), -np.inf, values), axis=0)
    bottom = np.min(np.where(np.isnan(values), np.inf, values), axis=0)
    return (values == top) & (top > bottom)


def laid_out(sheet: Sheet, page: Page, *, may_turn: bool) -> str:
    """Return the table as text: turned, or in blocks of columns, where it is too wide."""
    turned = sheet.turned
    if may_turn and sheet.total() > page.width and turned.total() <= page.width:
        sheet = turned
    blocks, room = [list[int]()], page.width - sheet.name_width
    for column in range(len(sheet.columns)):
        needed = sheet.width(column) + len(GAP)
        if blocks[-1] and needed > room:
            blocks.append([])
            room = page.width - sheet.name_width
        blocks[-1].append(column)
        room -= needed
    return "\n".join("".join(f"{line.rstrip()}\n" for line in _block(sheet, block, page)) for block in blocks)


def _block(sheet: Sheet, columns: list[int], page: Page) -> Iterator[str]:
    names = sheet.name_width
    stars = 0 if page.bold else sheet.stars
    widths = [sheet.width(c) - sheet.stars for c in columns]
    heads = (f"{short(sheet.columns[c]):>{w}}" + " " * stars for c, w in zip(columns, widths, strict=True))
    yield GAP.join([f"{sheet.corner:<{names}}", *heads])
    for r, row in enumerate(sheet.rows):
        texts = (
            page.marked(f"{sheet.cells[r][c]:>{w}}", bool(sheet.best[r, c]), bool(stars))
            for c, w in zip(columns, widths, strict=True)
        )
        yield GAP.join([f"{short(row):<{names}}", *texts])


def _legend(scores: Scores, marks: bool, page: Page) -> str:
    """Say what the numbers are averages of, and what the marks mean."""
    counts = (~np.isnan(scores.values)).sum(axis=1)
    least, most, topics = int(counts.min()), int(counts.max()), len(scores.topics)
    span = str(most) if least == most else f"{least} to {most}"
    over = counted(topics, "topic") if least == topics else f"{span} of {counted(topics, 'topic')}"
    said = [f"averages over {over}"]
    if marks:
        said.append(f"{'bold' if page.bold else '*'}: best")
    low = [str(score) for score in scores.scores if score.measure.lower_is_better]
    if low:
        said.append(f"lower is better: {', '.join(low)}")
    if scores.greatest is not None:
        said.append("low..high: unjudged documents not relevant .. relevant to everything; the ideal stays")
    return "; ".join(said) + "\n"
