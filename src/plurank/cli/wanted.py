"""Which measures a command line asks for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from plurank.checks import lacks
from plurank.cli.spelling import in_ndeval
from plurank.collection import Judgments
from plurank.errors import UndefinedError
from plurank.names import AVERAGED, Score, hints, parse
from plurank.presets import PRESETS, without_defaults

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
    asked: Sequence[tuple[str, str]], judgments: Judgments, *, average: str = "", like_ndeval: bool = False
) -> Wanted:
    """Return the measures of ``("measure" | "preset", name)`` pairs, in their order and without repeats.

    `average` is for every measure that has none of its own. A preset leaves out what the data cannot give. With
    `like_ndeval`, a name that ndeval has too means ndeval's measure.
    """
    found: dict[Score, None] = {}
    of_ndeval: set[Score] = set()
    notes, renamed = [], list[str]()
    for kind, text in asked or [("preset", "ndeval" if like_ndeval else "diversity")]:
        given = [text] if kind == "measure" else PRESETS[text]
        names = [in_ndeval(name) for name in given] if like_ndeval else given
        renamed += [old for old, new in zip(given, names, strict=True) if old != new]
        notes += hints(names) if kind == "measure" else []
        scores = parse(names)
        if average and not AVERAGED.fullmatch(text):  # mean(...) is an average of its own, too
            scores = [s if s.average != "mean" else replace(s, average=average) for s in scores]
        if kind == "preset":
            scores, left_out = _possible(text, scores, judgments)
            notes += left_out
        found.update(dict.fromkeys(scores))
        if (kind, text) == ("preset", "ndeval"):
            of_ndeval.update(score for score in scores if score.average == "mean")
    if not found:
        raise UndefinedError(f"preset: expected data for at least one of its measures, got none; {notes[-1]}")
    if renamed:
        notes.append(f"{_some(list(dict.fromkeys(renamed)))}: read as ndeval's under --format ndeval")
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
