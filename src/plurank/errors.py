"""The exceptions, drawn as a tree.

PlurankError                      anything that went wrong for a reason a user can mend
├── InputError                    a file or table that does not hold what it should  (exit status 1)
└── UsageError                    a request that cannot be answered as it was asked  (exit status 2)
    ├── UnknownNameError          no measure, format or run of that name
    └── UndefinedError            the data cannot give what was asked (no hierarchy, positives only)

Every message is one line of the form ``where: expected, got; hint``.
"""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["InputError", "PlurankError", "UndefinedError", "UnknownNameError", "UsageError", "nearest"]


class PlurankError(Exception):
    """Anything that went wrong for a reason a user can mend."""


class InputError(PlurankError):
    """A file or table that does not hold what it should."""


class UsageError(PlurankError):
    """A request that cannot be answered as it was asked."""


class UnknownNameError(UsageError):
    """No measure, parameter, format or run of that name."""


class UndefinedError(UsageError):
    """The data cannot give what was asked."""


def nearest(name: str, known: Iterable[str], most: int = 3) -> str:
    """Return the hint ``did you mean 'a' or 'b'?``, or the empty string when nothing is near."""
    import difflib

    by_lower = {candidate.lower(): candidate for candidate in known}
    found = difflib.get_close_matches(name.lower(), by_lower, n=most, cutoff=0.6)
    return f"did you mean {' or '.join(repr(by_lower[name]) for name in found)}?" if found else ""
