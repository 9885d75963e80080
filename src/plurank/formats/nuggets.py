"""Nuggets: JSON Lines with one topic a line, as evaluations of generated answers export them."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

from plurank.collection import Intent, Judgments
from plurank.formats import values
from plurank.formats.gather import Judgment, judged_lines
from plurank.formats.source import Source
from plurank.formats.tables import json_lines
from plurank.formats.values import Place, shown, wrong

__all__ = ["intents", "judgments", "unjudged", "written_judgments"]


def judgments(source: Source) -> Iterator[Judgment]:
    """Yield the judgments; intent null is for a document that was judged and is relevant to nothing."""
    for line, topic, held in _topics(source):
        listed = {
            values.identifier(each.get("id"), "intent", source.at, line) for each in _list(held, "intents")
        }
        for each in _list(held, "judgments"):
            document = values.identifier(each.get("doc"), "document", source.at, line)
            grade = values.grade(each.get("grade"), source.at, line)
            intent = each.get("intent")
            if intent is not None or grade > 0:
                intent = values.identifier(intent, "intent", source.at, line)
            if listed and intent not in (*listed, None, "0"):
                raise wrong(source.at(line), 'intents that are listed under "intents"', shown(intent))
            yield line, topic, intent, document, grade


def unjudged(source: Source) -> list[str]:
    """Return the topics whose lines hold no judgments."""
    return [topic for _, topic, held in _topics(source) if not _list(held, "judgments")]


def intents(source: Source) -> Iterator[tuple[int, str, str, Intent]]:
    """Yield the intents; their weights become probabilities, the share of each in the sum of its topic."""
    for line, topic, held in _topics(source):
        listed = _list(held, "intents")
        shares = _shares([each.get("weight") for each in listed], source.at, line)
        for each, share in zip(listed, shares, strict=True):
            kind = values.kind(each.get("type"), source.at, line)
            parent, text = each.get("parent"), each.get("text")
            above = "" if parent is None else values.identifier(parent, "parent", source.at, line)
            intent = Intent(share, kind, above, "" if text is None else " ".join(str(text).split()))
            yield line, topic, values.identifier(each.get("id"), "intent", source.at, line), intent


def _shares(weights: list[Any], at: Place, line: int) -> list[float] | list[None]:
    if all(weight is None for weight in weights):
        return [None] * len(weights)
    found = [values.weight(weight, at, line) for weight in weights]
    total = math.fsum(found)
    if not total:
        raise wrong(at(line), "a weight above 0", "none")
    return [weight / total for weight in found]


def _topics(source: Source) -> Iterator[tuple[int, str, dict[str, Any]]]:
    seen = set()
    for line, held in json_lines(source):
        topic = values.identifier(held.get("topic"), "topic", source.at, line)
        if topic in seen:
            raise wrong(source.at(line), "one line a topic", f"topic {shown(topic)} again")
        seen.add(topic)
        yield line, topic, {**held, "at": source.at(line)}


def _list(held: dict[str, Any], key: str) -> list[dict[str, Any]]:
    found = held.get(key) or []
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise wrong(held["at"], f'a list of objects under "{key}"', shown(found))
    return found


def written_judgments(judgments: Judgments) -> Iterator[str]:
    """Yield a line for every topic."""
    for topic, judged in judgments.topics.items():
        known = judgments.intents.rows.get(topic, {})
        names = dict.fromkeys((*known, *judged.intents))
        rows = [
            {"doc": document, "intent": intent, "grade": grade}
            for intent, document, grade in judged_lines(judged)
        ]
        listed = [_described(name, known.get(name, Intent())) for name in names]
        yield json.dumps({"topic": topic, "intents": listed, "judgments": rows}, ensure_ascii=False) + "\n"


def _described(name: str, intent: Intent) -> dict[str, Any]:
    about = {
        "text": intent.text,
        "weight": intent.probability,
        "type": intent.type,
        "parent": intent.parent,
    }
    return {"id": name, **{key: value for key, value in about.items() if value not in (None, "")}}
