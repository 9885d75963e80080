"""`Scores`: the table run x topic x measure, and its averages over topics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from plurank.arrays import Array, Mask
from plurank.errors import InputError, UnknownNameError, nearest
from plurank.names import Score, parse

__all__ = ["Scores"]

FLOOR = 1e-5
"""The least score in a geometric mean over topics, as GMAP has it."""
FRAMES = ("pandas", "polars", "pyarrow")


@dataclass(frozen=True, eq=False, repr=False)
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

    def __repr__(self) -> str:
        shape = f"{len(self.runs)} runs, {len(self.topics)} topics"
        return f"Scores({shape}, {', '.join(self.measures[:5])}{', ...' if len(self.measures) > 5 else ''})"

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

    def counted_as_ndeval(self, retrieved: Mask, columns: list[int]) -> Scores:
        """Return the scores with some columns as ndeval's ``amean`` counts them.

        Its mean is over the topics that judgments and run both have [run, topic]; those without relevant documents
        count as zeros there.
        """

        def counted(table: Array, columns: list[int]) -> Array:
            table = table.copy()
            for column in columns:
                empty = np.isnan(self.values[..., column])
                held = np.where(empty, 0.0, table[..., column])
                table[..., column] = np.where(retrieved, held, np.nan)
            return table

        bounded = [column for column in columns if self.scores[column].measure.monotone]
        greatest = None if self.greatest is None else counted(self.greatest, bounded)
        return replace(self, values=counted(self.values, columns), greatest=greatest)

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
        """Yield ``run, topic, measure, value[, least, greatest]`` rows; averages have their kind as topic.

        A measure that is asked for under two averages has its topics once.
        """
        tables = {"value": self.values}
        if self.greatest is not None and self.least is not None:
            tables |= {"least": self.least, "greatest": self.greatest}
        means = {column: self.averaged(table) for column, table in tables.items()}
        once = self.places()
        for r, run in enumerate(self.runs):
            for t, topic in enumerate(self.topics) if per_topic else ():
                for name, m in once.items():
                    found = {column: float(table[r, t, m]) for column, table in tables.items()}
                    yield {"run": run, "topic": topic, "measure": name, **found}
            for m, score in enumerate(self.scores) if averages else ():
                found = {column: float(table[r, m]) for column, table in means.items()}
                yield {"run": run, "topic": score.average, "measure": score.name, **found}

    def places(self) -> dict[str, int]:
        """Return the first place of every measure, whatever its average over topics."""
        found: dict[str, int] = {}
        for m, score in enumerate(self.scores):
            found.setdefault(score.name, m)
        return found

    def to_frame(self, backend: Any = None) -> Any:
        """Return the topics' rows as a long frame of ``pandas``, ``polars`` or ``pyarrow``, whichever there is.

        `backend` chooses one, by its name or as the module.
        """
        import narwhals as nw

        library = _frames(getattr(backend, "__name__", backend))
        table: dict[str, list[Any]] = {}
        for row in self.rows(averages=False):
            for name, value in row.items():
                table.setdefault(name, []).append(value)
        return nw.from_dict(table, backend=library).to_native()

    def with_notes(self, notes: Iterable[str]) -> Scores:
        """Return the same scores with these notes, each once."""
        return replace(self, notes=tuple(dict.fromkeys([*self.notes, *notes])))


def _frames(wanted: Any) -> Any:
    """Return the name of the library that makes frames, or say why there is none."""
    from importlib.util import find_spec

    if wanted is None:
        found = [name for name in FRAMES if find_spec(name)]
        if not found:
            raise InputError(
                "to_frame: expected pandas, polars or pyarrow, got none of them; pip install pandas"
            )
        return found[0]
    if wanted not in FRAMES:
        hint = nearest(str(wanted), FRAMES) or "leave it out to take what there is"
        raise UnknownNameError(f"to_frame: expected pandas, polars or pyarrow, got {wanted!r}; {hint}")
    if not find_spec(wanted):
        raise InputError(
            f"to_frame: expected {wanted} to be installed, got no such module; pip install {wanted}"
        )
    return wanted
