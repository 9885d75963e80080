"""Generated collections, as Plurank reads them and as the naive twins do."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

import naive
from plurank.collection import Hierarchy, Intent, Intents, Judgments, Node, Run, TopicJudgments

GRADES = st.sampled_from([-2, 0, 0, 1, 1, 1, 2, 2, 3, 4])
DOCUMENTS = [f"d{n:02}" for n in range(14)]  # and d99, which every topic judges relevant to nothing
UNJUDGED = [f"u{n}" for n in range(4)]


@dataclass
class Case:
    """A collection in both forms, with runs: {run: {topic: documents}}."""

    judgments: Judgments
    topics: dict[str, naive.Topic]
    runs: list[Run]
    keep_uncovered: bool


@st.composite
def trees(draw, intents: list[str]) -> tuple[dict[str, str | None], dict[str, float]]:
    """A tree of depth 1 to 4 with these leaves, and weights of its nodes."""
    parent: dict[str, str | None] = {}
    groups = list(intents)
    for level in range(draw(st.integers(0, 3))):
        size = draw(st.integers(1, len(groups)))
        chosen = draw(st.lists(st.sampled_from(groups), min_size=size, max_size=size, unique=True))
        node = f"n{level}"
        parent |= dict.fromkeys(chosen, node)
        groups = [group for group in groups if group not in chosen] + [node]
    parent |= dict.fromkeys(groups)
    weights = {node: draw(st.sampled_from([0.25, 0.5, 1.0, 2.0])) for node in parent}
    return parent, weights


@st.composite
def topics(draw, keep_uncovered: bool) -> naive.Topic:
    """One topic: 1 to 7 intents, unjudged and equal documents, uncovered intents, probabilities that may be 0."""
    intents = [str(n) for n in range(1, draw(st.integers(1, 7)) + 1)]
    documents = draw(st.lists(st.sampled_from(DOCUMENTS), min_size=1, max_size=12, unique=True))
    row = st.dictionaries(st.sampled_from(intents), GRADES, max_size=4)
    judgments = {document: draw(row) for document in documents} | {"d99": {}}  # never positive pairs alone
    prob = None
    if draw(st.booleans()):
        shares = draw(
            st.lists(st.sampled_from([0, 1, 1, 2, 3]), min_size=len(intents), max_size=len(intents))
        )
        prob = {i: s / sum(shares) for i, s in zip(intents, shares, strict=True)} if sum(shares) else None
    types = {i: draw(st.sampled_from(["inf", "nav"])) for i in intents}
    parent, weights = draw(trees(intents)) if draw(st.booleans()) else (None, None)
    return naive.Topic(judgments, intents, prob, types, parent, weights, keep_uncovered=keep_uncovered)


def as_judgments(topics: dict[str, naive.Topic]) -> Judgments:
    """Return the topics as Plurank holds them."""
    judged, intents, trees = {}, {}, {}
    for name, topic in topics.items():
        rows = [(i, d, g) for d, row in topic.judgments.items() for i, g in (row or {None: 0}).items()]
        judged[name] = TopicJudgments.from_rows(rows)
        intents[name] = {
            i: Intent(None if topic.prob is None else topic.prob[i], topic.types.get(i, ""))
            for i in topic.intents
        }
        if topic.parent is not None:
            weight = topic.node_weight or {}
            trees[name] = {n: Node(p or "", "", weight.get(n)) for n, p in topic.parent.items()}
    return Judgments(judged, Intents(intents), Hierarchy(trees), name="generated")


@st.composite
def cases(draw, most_topics: int = 6) -> Case:
    """A collection of 1 to 6 topics and two runs, with short and empty lists and missing topics."""
    keep = draw(st.booleans())
    named = {f"t{n}": draw(topics(keep)) for n in range(draw(st.integers(1, most_topics)))}
    top = max((g for t in named.values() for row in t.judgments.values() for g in row.values()), default=1)
    most = 1
    for topic in named.values():
        topic.h = max(top, 1)
        most = max([most, *(sum(g >= 1 for g in row.values()) for row in topic.judgments.values())])
    for topic in named.values():
        topic.h_count = most
    lists = st.lists(st.sampled_from([*DOCUMENTS, "d99", *UNJUDGED]), max_size=14, unique=True)
    runs = []
    for name in ("a", "b"):
        rankings = {t: tuple(draw(lists)) for t in named if draw(st.integers(0, 5))}
        runs.append(Run(name, rankings or {next(iter(named)): ()}))
    return Case(as_judgments(named), named, runs, keep)
