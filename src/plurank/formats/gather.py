"""Rows of any format become what `collection` holds, by the rules that all formats share."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace

from plurank.collection import Intent, Intents, Judgments, TopicJudgments
from plurank.errors import UsageError
from plurank.formats.values import TYPOS, Place, shown, wrong
from plurank.words import counted, some

__all__ = [
    "check_probabilities",
    "gather_intents",
    "gather_judgments",
    "judged_lines",
    "merged",
]

Judgment = tuple[int, str, str | None, str, int]
"""Line, topic, intent (None: relevant to nothing), document, grade."""

NOTHING = "0"
"""The intent that means none, unless a document is relevant to it."""

Pairs = dict[tuple[str | None, str], int]


def gather_judgments(
    rows: Iterable[Judgment], at: Place
) -> tuple[dict[str, TopicJudgments], tuple[str, ...]]:
    """Return the judgments of every topic, and notes."""
    topics: dict[str, Pairs] = {}
    repeats = 0
    for line, topic, intent, document, grade in rows:
        pairs = topics.setdefault(topic, {})
        known = pairs.setdefault((intent, document), grade)
        if known != grade:
            pair = f"document {shown(document)} for intent {shown(intent)} of topic {shown(topic)}"
            raise wrong(at(line), f"one grade of {pair}", f"{known} and {grade}")
        repeats += 1
    repeats -= sum(map(len, topics.values()))
    notes = [*_notes_on_nothing(topics)]
    if repeats:
        notes.append(f"{counted(repeats, 'judgment')} repeated with the same grade and kept once")
    return {topic: _of_topic(pairs) for topic, pairs in topics.items()}, tuple(notes)


def _is_intent(pairs: Pairs) -> bool:
    """Whether intent 0 of a topic is an intent."""
    return any(grade > 0 and intent == NOTHING for (intent, _), grade in pairs.items())


def _of_topic(pairs: Pairs) -> TopicJudgments:
    nothing = None if _is_intent(pairs) else NOTHING
    return TopicJudgments.from_rows(
        (None if intent == nothing else intent, document, grade)
        for (intent, document), grade in pairs.items()
    )


def _notes_on_nothing(topics: dict[str, Pairs]) -> Iterable[str]:
    both = [
        topic
        for topic, pairs in topics.items()
        if _is_intent(pairs) and any(intent not in (NOTHING, None) for intent, _ in pairs)
    ]
    lost = sum(
        grade < 0
        for pairs in topics.values()
        if not _is_intent(pairs)
        for (intent, _), grade in pairs.items()
        if intent in (NOTHING, None)
    )
    if both:
        yield f"intent 0 has relevant documents beside other intents and counts as one: topics {some(both)}"
    if lost:
        yield f"{counted(lost, 'negative grade')} of intent 0, where it is no intent, read as grade 0"


def judged_lines(topic: TopicJudgments) -> Iterator[tuple[str | None, str, int]]:
    """Yield ``(intent, document, grade)`` in an order that keeps that of the documents.

    Intent None is for a document that no row has named where its turn comes: it is relevant to nothing, or
    was so when it was first judged.
    """
    named = 0
    for place, intent, grade in zip(
        topic.document.tolist(), topic.intent.tolist(), topic.grade.tolist(), strict=True
    ):
        yield from ((None, document, 0) for document in topic.documents[named:place])
        yield topic.intents[intent], topic.documents[place], grade
        named = max(named, place + 1)
    yield from ((None, document, 0) for document in topic.documents[named:])


def gather_intents(rows: Iterable[tuple[int, str, str, Intent]], at: Place) -> Intents:
    """Return the intents of every topic."""
    topics: dict[str, dict[str, Intent]] = {}
    typos: dict[str, int] = {}
    for line, topic, name, intent in rows:
        if intent.type in TYPOS:
            typos[intent.type] = typos.get(intent.type, 0) + 1
            intent = replace(intent, type=TYPOS[intent.type])
        if topics.setdefault(topic, {}).setdefault(name, intent) != intent:
            raise wrong(
                at(line), f"intent {shown(name)} of topic {shown(topic)} once", "it again, and different"
            )
    notes = tuple(
        f"{counted(count, 'intent')} of type {typo!r} read as {TYPOS[typo]}" for typo, count in typos.items()
    )
    return Intents(topics, notes)


def merged(first: Intents, second: Intents, *, prefer_second: bool = False) -> Intents:
    """Return what both say; where they differ in more than the text they contradict each other."""
    topics = {topic: dict(intents) for topic, intents in first.rows.items()}
    for topic, intents in second.rows.items():
        held = topics.setdefault(topic, {})
        for name, new in intents.items():
            old = held.get(name, Intent())
            for field in ("probability", "type", "parent"):
                was, now = getattr(old, field), getattr(new, field)
                if was not in (None, "", now) and now not in (None, "") and not prefer_second:
                    expected = f"one {field} of intent {shown(name)} of topic {shown(topic)}"
                    raise wrong("intents", expected, f"{was} and {now}")
            held[name] = Intent(
                old.probability if new.probability is None else new.probability,
                new.type or old.type,
                new.parent or old.parent,
                new.text or old.text,
            )
    return Intents(topics, first.notes + second.notes, _one_word(first.probabilities, second.probabilities))


def _one_word(first: str, second: str) -> str:
    """Return the word that says where probabilities come from; ``given`` is none."""
    if "given" not in (first, second) and first != second:
        raise UsageError(f"intents: expected one word for probabilities, got {first} and {second}")
    return first if second == "given" else second


def check_probabilities(intents: Intents, judgments: Judgments) -> tuple[str, ...]:
    """Check the probabilities given for the judged topics and return notes on them.

    Those of a topic must sum to 1 within 1e-3, and a judged intent must have one if another of its topic has.
    They stay as they were given: whoever computes scores normalises them, or does not in a dialect.
    """
    without, rounded = [], []
    for topic, judged in judgments.topics.items():
        given = {
            name: intent.probability
            for name, intent in intents.rows.get(topic, {}).items()
            if intent.probability is not None
        }
        if not given:
            without.append(topic)
            continue
        missing = [name for name in judged.intents if name not in given]
        if missing:
            expected = f"a probability for every judged intent of topic {shown(topic)}"
            hint = "give 0 to an intent that nobody wants"
            raise wrong("intents", expected, f"none for {some(missing)}", hint)
        total = math.fsum(given.values())
        if abs(total - 1) > 1e-3 + 1e-12:
            raise wrong(
                "intents", f"probabilities of topic {shown(topic)} that sum to 1", f"a sum of {total:.6g}"
            )
        if abs(total - 1) > 1e-9:
            rounded.append(topic)
    return tuple(_notes_on_probabilities(without, rounded, len(judgments.topics)))


def _notes_on_probabilities(without: list[str], rounded: list[str], topics: int) -> Iterator[str]:
    if 0 < len(without) < topics:
        yield f"no probabilities are given for topics {some(without)}: their intents are uniform"
    if rounded:
        yield f"probabilities that sum to 1 only within 1e-3 are normalised: topics {some(rounded)}"
