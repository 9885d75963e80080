"""NTCIR: Dqrels with levels L0, L1, .., and Iprob or DINprob with the probabilities of intents."""

from __future__ import annotations

import re
from collections.abc import Iterator

from plurank.collection import TOP_GRADE, Intent, Intents, Judgments
from plurank.errors import InputError
from plurank.formats import trec, values
from plurank.formats.gather import Judgment
from plurank.formats.source import Source
from plurank.formats.text import checked_id, fields, lines
from plurank.formats.values import Place, shown, wrong

__all__ = ["LEVEL", "intents", "judgments", "written_intents", "written_judgments"]

LEVEL = re.compile(r"L[0-9]{1,4}")
COLUMNS = "3 to 5 columns (topic intent probability [type] [parent])"


def judgments(source: Source) -> Iterator[Judgment]:
    """Yield the judgments of Dqrels."""
    return trec.judgments(source, _level)


def _level(text: str, at: Place, line: int) -> int:
    if not LEVEL.fullmatch(text) or int(text[1:]) > TOP_GRADE:
        raise wrong(at(line), f"a level from L0 to L{TOP_GRADE}", shown(text))
    return int(text[1:])


def written_judgments(judgments: Judgments) -> Iterator[str]:
    """Yield the lines of Dqrels."""

    def level(grade: int) -> str:
        if grade < 0:
            raise InputError(f"output: expected grades of 0 or more, which L0, L1, .. can say, got {grade}")
        return f"L{grade}"

    return trec.written_judgments(judgments, level)


def intents(source: Source) -> Iterator[tuple[int, str, str, Intent]]:
    """Yield the intents of an Iprob file; a type of ``-`` is none, so that a parent can follow."""
    for line, text in lines(source):
        columns = fields(text)
        if not 3 <= len(columns) <= 5:
            raise wrong(source.at(line), COLUMNS, str(len(columns)))
        topic, intent, probability, kind, parent = (*columns, "", "")[:5]
        yield (
            line,
            topic,
            intent,
            Intent(
                values.probability(probability, source.at, line), values.kind(kind, source.at, line), parent
            ),
        )


def written_intents(intents: Intents) -> Iterator[str]:
    """Yield the lines of an Iprob file; the texts of intents have no place in it."""
    for topic, held in intents.rows.items():
        for name, intent in held.items():
            if intent.probability is None:
                raise InputError(
                    f"output: expected a probability for every intent, got none for {shown(name)} of topic "
                    f"{shown(topic)}; write csv instead"
                )
            rest = [intent.type or "-", checked_id(intent.parent)] if intent.parent else [intent.type]
            columns = [checked_id(topic), checked_id(name), str(intent.probability), *rest]
            yield " ".join(filter(None, columns)) + "\n"
