"""The command line, called in this process."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from unittest import mock

from plurank.cli import main


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    status: int
    out: str
    err: str
    data: bytes


def call(*arguments: object, stdin: bytes = b"") -> Done:
    """Run ``plurank`` with these arguments."""
    out, err, given = io.BytesIO(), io.BytesIO(), io.BytesIO(stdin)
    streams = {
        "stdin": io.TextIOWrapper(given),
        "stdout": io.TextIOWrapper(out, encoding="utf-8", newline=""),
        "stderr": io.TextIOWrapper(err, encoding="utf-8", newline=""),
    }
    with mock.patch.multiple(sys, **streams):
        try:
            main([str(argument) for argument in arguments], prog_name="plurank")
            status: object = 0
        except SystemExit as end:
            status = end.code
        streams["stdout"].flush()
        streams["stderr"].flush()
    data = out.getvalue()
    return Done(int(str(status or 0)), data.decode(errors="replace"), err.getvalue().decode(), data)
