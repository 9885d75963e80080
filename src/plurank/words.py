"""How messages and notes show names and numbers, so that each of them stays one line that can be read."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["counted", "plain", "shown", "some"]


def shown(value: object) -> str:
    """Return what an error shows of a value: its repr, cut at 60 characters."""
    text = repr(value[:100] if isinstance(value, str) else value)
    return text if len(text) <= 60 else text[:57] + "..."


def plain(name: str) -> str:
    """Return a name as messages and notes show it: as it is where it fits into a line, else its repr."""
    return name if name.isprintable() and len(name) <= 200 else shown(name)


def some(names: Iterable[str], most: int = 8) -> str:
    """Return the names with commas, cut where they are many: ``a, b, c and 3 more``."""
    held = list(names)
    more = f" and {len(held) - most} more" if len(held) > most else ""
    return ", ".join(map(plain, held[:most])) + more


def counted(number: int, noun: str) -> str:
    """Return ``1 topic`` or ``2 topics``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
