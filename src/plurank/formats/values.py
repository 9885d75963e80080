"""What a cell may hold: ids, grades, ranks, scores, probabilities; and the wording of errors.

A value is the text of a file or what a table's column held. `at` and `number` name its place.
"""

from __future__ import annotations

import math
import numbers
import re
from collections.abc import Callable, Iterable
from typing import Protocol

from plurank.collection import TOP_GRADE
from plurank.errors import InputError, UnknownNameError, nearest
from plurank.words import plain, shown

__all__ = [
    "Origin",
    "Place",
    "grade",
    "identifier",
    "kind",
    "plain",
    "probability",
    "rank",
    "score",
    "shown",
    "topic_kind",
    "unknown",
    "weight",
    "wrong",
]

Place = Callable[[int], str]
"""The place of a line or row, as error messages name it."""


class Origin(Protocol):
    """A file or table that has a name and can say where a line of it stands."""

    @property
    def name(self) -> str:
        """What error messages call it."""
        ...

    @property
    def at(self) -> Place:
        """The place of a line."""
        ...


WHOLE = re.compile(r"-?[0-9]+")
NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
TYPOS = {"inv": "inf", "inav": "nav"}
"""Two slips in the topics of TREC 2011."""
KINDS = ("ambiguous", "faceted", "single")
MOST = 10**15
"""Above this a rank is a slip."""


def wrong(where: str, expected: str, got: str, hint: str = "") -> InputError:
    """Return the error of a file that does not hold what it should."""
    return InputError(f"{where}: expected {expected}, got {got}" + (f"; {hint}" if hint else ""))


def unknown(what: str, name: str, known: Iterable[str]) -> UnknownNameError:
    """Return the error of a name that there is not."""
    known = tuple(known)
    hint = nearest(name, known)
    message = f"{what}: expected one of {', '.join(known)}, got {shown(name)}"
    return UnknownNameError(message + (f"; {hint}" if hint else ""))


def whole(value: object, low: int, high: int) -> int | None:
    """Return a whole number from low to high, or None.

    A float will do if it is whole: a column of a frame that ever had an empty cell holds floats. Text must be
    digits.
    """
    found = None
    if isinstance(value, str):
        found = int(value) if WHOLE.fullmatch(value) and len(value) < 20 else None
    elif isinstance(value, numbers.Integral) and not isinstance(value, bool):
        found = int(value)
    elif (real := number(value)) is not None and real.is_integer():
        found = int(real)
    return found if found is not None and low <= found <= high else None


def number(value: object) -> float | None:
    """Return a finite number, or None."""
    found = math.nan
    if isinstance(value, str):
        found = float(value) if NUMBER.fullmatch(value) else math.nan
    elif isinstance(value, numbers.Real) and not isinstance(value, bool):
        try:
            found = float(value)
        except OverflowError:
            return None
    return found if math.isfinite(found) else None


def grade(value: object, at: Place, line: int) -> int:
    """Return a grade: a whole number in digits, so that a shifted column is seen."""
    found = whole(value, -TOP_GRADE, TOP_GRADE)
    if found is None:
        raise wrong(at(line), f"a whole number from -{TOP_GRADE} to {TOP_GRADE} as grade", shown(value))
    return found


def rank(value: object, at: Place, line: int) -> int:
    """Return a rank; runs start at 0 or 1 and may have gaps."""
    found = whole(value, 0, MOST)
    if found is None:
        raise wrong(at(line), "a whole number as rank", shown(value))
    return found


def score(value: object, at: Place, line: int) -> float:
    """Return a score."""
    found = number(value)
    if found is None:
        raise wrong(at(line), "a finite number as score", shown(value))
    return found


def probability(value: object, at: Place, line: int) -> float:
    """Return a probability."""
    found = number(value)
    if found is None or not 0 <= found <= 1:
        raise wrong(at(line), "a probability from 0 to 1", shown(value))
    return found


def weight(value: object, at: Place, line: int) -> float:
    """Return a weight: a number of 0 or more."""
    found = number(value)
    if found is None or found < 0:
        raise wrong(at(line), "a weight of 0 or more", shown(value))
    return found


def kind(value: object, at: Place, line: int) -> str:
    """Return the type of an intent, ``inf``, ``nav`` or nothing; the typos of TREC 2011 stay as they are."""
    if value in (None, "", "-"):
        return ""
    if value in ("inf", "nav") or value in TYPOS:
        return str(value)
    raise wrong(at(line), "inf or nav as type of an intent", shown(value))


def topic_kind(value: object, at: Place, line: int) -> str:
    """Return the kind of a topic, ``ambiguous``, ``faceted``, ``single`` or nothing.

    ``other``, which the Web Tracks' XML declares, is none of them.
    """
    if value in (None, "", "other"):
        return ""
    if value in KINDS:
        return str(value)
    hint = nearest(value, KINDS) if isinstance(value, str) else ""
    raise wrong(at(line), f"{', '.join(KINDS)} or nothing as kind of a topic", shown(value), hint)


def identifier(value: object, what: str, at: Place, line: int) -> str:
    """Return an id. Whole numbers become their digits; a fraction is how other programs damage ids."""
    if isinstance(value, str) and value.strip():
        return value
    if isinstance(value, numbers.Integral) and not isinstance(value, bool):
        return str(int(value))
    if value is None or value == "" or value != value:
        raise wrong(at(line), f"{'an' if what[0] in 'aeiou' else 'a'} {what} id", "nothing")
    raise wrong(at(line), f"text or a whole number as {what} id", shown(value))
