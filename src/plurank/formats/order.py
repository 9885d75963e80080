"""The order of a run: by rank, by score or as in the file, and never guessed in silence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from plurank.collection import Run
from plurank.formats.values import Origin, Place, plain, shown, unknown, wrong
from plurank.words import counted

__all__ = ["ORDERS", "TIES", "Entry", "Order", "run_of"]

ORDERS = ("rank", "score", "file")
TIES = ("docno-desc", "docno-asc", "error")


class Entry(NamedTuple):
    """A line of a run; rank and score are None where the input has no such column."""

    line: int
    topic: str
    document: str
    rank: int | None
    score: float | None
    tag: str = ""


Ranking = list[Entry]

_rank, _score, _document = attrgetter("rank"), attrgetter("score"), attrgetter("document")


class Order(NamedTuple):
    """What was asked for. No order by name is ``rank``, or ``score`` where there are no ranks."""

    name: str | None = None
    ties: str = "docno-desc"

    def check(self) -> Order:
        """Return the order, or propose names that there are."""
        for what, name, known in (("order", self.name, ORDERS), ("ties", self.ties, TIES)):
            if name is not None and name not in known:
                raise unknown(what, name, known)
        return self


def run_of(entries: Iterable[Entry], name: str, origin: Origin, order: Order) -> Run:
    """Return the run that the entries hold."""
    topics: dict[str, dict[str, Entry]] = {}
    tags: dict[str, int] = {}
    for entry in entries:
        held = topics.setdefault(entry.topic, {})
        if held.setdefault(entry.document, entry) is not entry:
            expected = f"each document once in topic {shown(entry.topic)}"
            raise wrong(origin.at(entry.line), expected, f"{shown(entry.document)} again")
        tags[entry.tag] = tags.get(entry.tag, 0) + 1
    if not topics:
        raise wrong(origin.name, "lines of a run", "none")
    given = {topic: list(held.values()) for topic, held in topics.items()}
    by = _chosen(given, origin, order)
    ranked = {topic: _ranking(entries, by, order.ties, origin.at) for topic, entries in given.items()}
    scores = {topic: tuple(map(_score, entries)) for topic, entries in ranked.items()}
    return Run(
        name,
        {topic: tuple(map(_document, entries)) for topic, entries in ranked.items()},
        {} if next(iter(scores.values()))[0] is None else scores,
        (*_notes_on_tags(name, tags), *_notes_on_order(name, given, ranked, by, order.ties)),
    )


def _chosen(topics: Mapping[str, Ranking], origin: Origin, order: Order) -> str:
    """Return the order to use, and refuse ranks that the scores deny."""
    first = next(iter(topics.values()))[0]
    by = order.name or ("rank" if first.rank is not None else "score")
    if by != "file" and getattr(first, by) is None:
        raise wrong(origin.name, f"a {by} to order by", f"no column {by}")
    if by == "rank" and order.name is None and first.score is not None:
        rising = sum(map(_rises, topics.values()))
        if rising and rising * 10 >= len(topics):
            raise wrong(
                origin.name,
                "scores that fall with rank",
                f"{rising} of {len(topics)} topics where they rise more often",
                "choose --order score, or --order rank",
            )
    return by


def _rises(entries: Ranking) -> bool:
    """Whether scores rise with rank more often than they fall."""
    scores = map(_score, sorted(entries, key=_rank))
    return sum((low < high) - (low > high) for low, high in pairwise(scores)) > 0


def _ranking(entries: Ranking, by: str, ties: str, at: Place) -> Ranking:
    if by == "file":
        return entries
    if by == "rank":
        ranking = sorted(entries, key=_rank)
        for one, two in pairwise(ranking):
            if one.rank == two.rank:
                expected = f"each rank once in topic {shown(two.topic)}"
                raise wrong(at(two.line), expected, f"rank {two.rank} again", "choose --order score")
        return ranking
    ranking = _by_score(entries, ties)
    for one, two in pairwise(ranking):
        if ties == "error" and one.score == two.score:
            expected = f"no equal scores in topic {shown(two.topic)}"
            raise wrong(at(two.line), expected, f"{two.score} again", "choose --ties docno-desc")
    return ranking


def _by_score(entries: Ranking, ties: str) -> Ranking:
    # Code points order as the bytes of UTF-8 do.
    return sorted(sorted(entries, key=_document, reverse=ties != "docno-asc"), key=_score, reverse=True)


def _notes_on_tags(name: str, tags: Mapping[str, int]) -> Iterable[str]:
    if len(tags) > 1:
        first, *others = tags
        lines = sum(tags[tag] for tag in others)
        others_read = f"{counted(lines, 'line')} with another tag than {shown(first)}"
        yield f"run {plain(name)}: {others_read} read as the same run"


def _notes_on_order(
    name: str, topics: Mapping[str, Ranking], rankings: Mapping[str, Ranking], by: str, ties: str
) -> Iterable[str]:
    """Say on how many topics the other order gives another list, and on how many by ties alone."""
    first = next(iter(topics.values()))[0]
    if first.rank is None or first.score is None:
        return
    by_score = {topic: _by_score(entries, ties) for topic, entries in topics.items()}
    by_rank = {topic: sorted(entries, key=_rank) for topic, entries in topics.items()}
    differing = [topic for topic in topics if by_score[topic] != by_rank[topic]]
    tied = sum(all(_score(a) >= _score(b) for a, b in pairwise(by_rank[topic])) for topic in differing)
    if differing:
        note = f"run {plain(name)}: rank and score order differ on {len(differing)} of {len(topics)} topics"
        yield note + (f" ({tied} of them by ties alone)" if tied else "") + f"; order {by} is used"
    moved = sum(by == "file" and rankings[topic] != by_rank[topic] for topic in topics)
    if moved:
        note = f"run {plain(name)}: file and rank order differ on {moved} of {len(topics)} topics"
        yield note + "; order file is used"
