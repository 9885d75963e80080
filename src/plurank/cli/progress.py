"""How far a long job is, on a terminal only."""

from __future__ import annotations

import sys
import time

__all__ = ["Progress"]

PATIENCE = 2.0
"""Seconds of silence."""


class Progress:
    """A line on standard error that says how many runs are done and how long the others will take."""

    def __init__(self, *, quiet: bool) -> None:
        self.silent = quiet or not sys.stderr.isatty()
        self.start = time.monotonic()
        self.shown = False

    def __call__(self, done: int, total: int) -> None:
        """Show that `done` of `total` runs are done."""
        elapsed = time.monotonic() - self.start
        if self.silent or elapsed < PATIENCE:
            return
        left = elapsed / done * (total - done)
        sys.stderr.write(f"\r{done} of {total} runs, about {self.time(left)} left\033[K")
        sys.stderr.flush()
        self.shown = True

    @staticmethod
    def time(seconds: float) -> str:
        """Return seconds as people say them.

        >>> Progress.time(8.2), Progress.time(200)
        ('8 s', '3 min')
        """
        return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"

    def clear(self) -> None:
        """Take the line away."""
        if self.shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
