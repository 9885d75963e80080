"""Plurank: queries with several meanings.

Evaluate diversified results, tell whether the evaluation can be trusted, make better rankings.

Names are imported when they are first used, so that the command line starts at once.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plurank.collection import (
        Hierarchy,
        Intent,
        Intents,
        Judgments,
        Node,
        Run,
        Runs,
        Topic,
        TopicJudgments,
    )
    from plurank.errors import InputError, PlurankError, UndefinedError, UnknownNameError, UsageError
    from plurank.evaluation import evaluate
    from plurank.formats import (
        read_hierarchy,
        read_intents,
        read_qrels,
        read_runs,
        read_topics,
        write_hierarchy,
        write_intents,
        write_qrels,
        write_run,
    )
    from plurank.measures.table import MEASURES, Measure
    from plurank.names import Score, parse
    from plurank.scores import Scores

__version__ = "0.1.0"

__all__ = [
    "MEASURES",
    "Hierarchy",
    "InputError",
    "Intent",
    "Intents",
    "Judgments",
    "Measure",
    "Node",
    "PlurankError",
    "Run",
    "Runs",
    "Score",
    "Scores",
    "Topic",
    "TopicJudgments",
    "UndefinedError",
    "UnknownNameError",
    "UsageError",
    "evaluate",
    "parse",
    "read_hierarchy",
    "read_intents",
    "read_qrels",
    "read_runs",
    "read_topics",
    "write_hierarchy",
    "write_intents",
    "write_qrels",
    "write_run",
]

_ROOMS = {
    "collection": (
        "Hierarchy",
        "Intent",
        "Intents",
        "Judgments",
        "Node",
        "Run",
        "Runs",
        "Topic",
        "TopicJudgments",
    ),
    "errors": ("InputError", "PlurankError", "UndefinedError", "UnknownNameError", "UsageError"),
    "evaluation": ("evaluate",),
    "measures.table": ("MEASURES", "Measure"),
    "names": ("Score", "parse"),
    "scores": ("Scores",),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'plurank' has no attribute {name!r}")
    value = getattr(import_module(f"plurank.{_ROOM_OF.get(name, 'formats')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
