"""`Scores`: the table run x topic x measure, and its averages over topics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from plurank.arrays import Array
from plurank.errors import InputError, UnknownNameError, nearest
from plurank.names import Score, parse

__all__ = ["Scores"]

FLOOR = 1e-5
"""The least score in a geometric mean over topics, as GMAP has it."""


@dataclass(frozen=True, eq=False)
class Scores:
    """Scores of every run on every topic with every measure; NaN where a score is undefined."""

    values: Array
    """[run, topic, measure]."""
    runs: tuple[str, ...]
    topics: tuple[str, ...]
    scores: tuple[Score, ...]
    weights: Array
    """What every topic counts in the average of every measure [topic, measure]."""
    notes: tuple[str, ...] = ()
    greatest: Array | None = None
    """The greatest score that unjudged documents allow; NaN where no bound holds."""

    @property
    def measures(self) -> tuple[str, ...]:
        """The canonical names."""
        return tuple(map(str, self.scores))

    @property
    def least(self) -> Array | None:
        """The least score that unjudged documents allow: that in which none of them is relevant."""
        return None if self.greatest is None else np.where(np.isnan(self.greatest), np.nan, self.values)

    def mean(self) -> Array:
        """Average every measure over the topics that have a score, in the way its name says [run, measure]."""
        return self.averaged(self.values)

    def averaged(self, values: Array) -> Array:
        """Average values [run, topic, measure] as the measures' names say."""
        geometric = np.array([score.average == "geom" for score in self.scores])
        values = np.where(geometric, np.log(np.maximum(values, FLOOR)), values)
        weights = np.where(np.isnan(values), 0.0, self.weights)
        total = weights.sum(axis=1)
        sums = (weights * np.where(np.isnan(values), 0.0, values)).sum(axis=1)
        means = np.divide(sums, total, out=np.full(sums.shape, np.nan), where=total > 0)
        return np.where(geometric, np.exp(means), means)

    def __getitem__(self, measure: str) -> Array:
        """Return the scores of one measure [run, topic]."""
        return self.values[..., self.column(measure)]

    def column(self, measure: str) -> int:
        """Return the place of a measure."""
        wanted = [str(score) for score in parse(measure)]
        if len(wanted) != 1 or wanted[0] not in self.measures:
            hint = nearest(measure, self.measures) or f"there are {', '.join(self.measures)}"
            raise UnknownNameError(f"scores: expected a measure that was asked for, got {measure!r}; {hint}")
        return self.measures.index(wanted[0])

    def rows(self, *, per_topic: bool = True, averages: bool = True) -> Iterator[dict[str, Any]]:
        """Yield ``run, topic, measure, value[, least, greatest]`` rows; averages have their kind as topic."""
        tables = (
            [self.values]
            if self.greatest is None or self.least is None
            else [self.values, self.least, self.greatest]
        )
        means = [self.averaged(table) for table in tables]
        columns = ("value", "least", "greatest")[: len(tables)]
        for r, run in enumerate(self.runs):
            for t, topic in enumerate(self.topics) if per_topic else ():
                for m, score in enumerate(self.scores):
                    found = (float(table[r, t, m]) for table in tables)
                    yield {
                        "run": run,
                        "topic": topic,
                        "measure": score.name,
                        **dict(zip(columns, found, strict=True)),
                    }
            for m, score in enumerate(self.scores) if averages else ():
                found = (float(table[r, m]) for table in means)
                average = {"run": run, "topic": score.average, "measure": score.name}
                yield average | dict(zip(columns, found, strict=True))

    def to_frame(self, backend: Any = None) -> Any:
        """Return a long frame ``run, topic, measure, value`` of pandas, polars or pyarrow, whichever there is."""
        import narwhals as nw

        table: dict[str, list[Any]] = {}
        for row in self.rows(averages=False):
            for name, value in row.items():
                table.setdefault(name, []).append(value)
        return nw.from_dict(table, backend=backend or _backend()).to_native()

    def with_notes(self, notes: Iterable[str]) -> Scores:
        """Return the same scores with these notes, each once."""
        return replace(self, notes=tuple(dict.fromkeys([*self.notes, *notes])))


def _backend() -> Any:
    import importlib.util

    for name in ("pandas", "polars", "pyarrow"):
        if importlib.util.find_spec(name):
            return name
    raise InputError("to_frame: expected pandas, polars or pyarrow, got none of them; pip install pandas")
