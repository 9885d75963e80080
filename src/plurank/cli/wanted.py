"""Which measures a command line asks for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from plurank.checks import lacks
from plurank.collection import Judgments
from plurank.errors import UndefinedError
from plurank.names import AVERAGED, Score, hints, parse
from plurank.presets import preset, without_defaults

__all__ = ["Wanted", "wanted"]

SHOWN = 3
"""How many names a note lists."""


@dataclass(frozen=True)
class Wanted:
    """The measures that are asked for, those of them that preset ndeval brought, and what to say about them."""

    scores: tuple[Score, ...]
    ndeval: frozenset[Score]
    notes: tuple[str, ...]


def wanted(
    asked: Sequence[tuple[str, str]], judgments: Judgments, *, average: str = "", default: str = "diversity"
) -> Wanted:
    """Return the measures of ``("measure" | "preset", name)`` pairs, in their order and without repeats.

    `average` is for every measure that has none of its own. A preset leaves out what the data cannot give.
    """
    found: dict[Score, None] = {}
    of_ndeval: set[Score] = set()
    notes = hints(text for kind, text in asked if kind == "measure")
    for kind, text in asked or [("preset", default)]:
        scores = parse(text) if kind == "measure" else preset(text)
        if average and not AVERAGED.fullmatch(text):
            scores = [replace(score, average=average) for score in scores]
        if kind == "preset":
            scores, left_out = _possible(text, scores, judgments)
            notes.extend(left_out)
        found.update(dict.fromkeys(scores))
        if (kind, text) == ("preset", "ndeval"):
            of_ndeval.update(score for score in scores if score.average == "mean")
    if not found:
        raise UndefinedError(f"preset: expected data for at least one of its measures, got none; {notes[-1]}")
    return Wanted(tuple(found), frozenset(of_ndeval), tuple(notes))


def _possible(name: str, scores: Iterable[Score], judgments: Judgments) -> tuple[list[Score], list[str]]:
    """Return the measures of a preset that the data can give, and a note for every reason to leave some out."""
    held, left_out = [], dict[str, list[str]]()
    for score in scores:
        reason = lacks(judgments, score).removeprefix(f"{score}: ")
        if reason:
            left_out.setdefault(reason, []).append(str(score))
        else:
            held.append(score)
    if name == "all":
        left_out["their parameters have no defaults; ask for them with -m"] = without_defaults()
    return held, [f"preset {name} leaves out {_some(names)}: {reason}" for reason, names in left_out.items()]


def _some(names: list[str]) -> str:
    if len(names) <= SHOWN:
        return ", ".join(names)
    return f"{len(names)} measures ({', '.join(names[:SHOWN])}, ...)"
