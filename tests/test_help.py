"""Every measure has its help, and every worked example is computed: by hand, by `evaluate` and by the naive twin."""

from __future__ import annotations

import pytest

import naive
from generated import as_judgments
from plurank.collection import Run
from plurank.evaluation import evaluate
from plurank.measures.help import (
    GRADES,
    HELP,
    PARENTS,
    PROBABILITIES,
    RANKING,
    SYMBOLS,
    TYPES,
    example_text,
    short,
    value,
)
from plurank.measures.table import MEASURES
from plurank.names import Score, parse

TOPIC = naive.Topic(
    judgments={document: dict(grades) for document, grades in GRADES.items()},
    intents=list(PROBABILITIES),
    prob=dict(PROBABILITIES),
    types=dict(TYPES),
    parent={node: parent or None for node, parent in PARENTS.items()},
    h=max(max(grades.values()) for grades in GRADES.values()),
    h_count=2,
)

measures = pytest.mark.parametrize("name", MEASURES)


def score_of(name: str) -> Score:
    (score,) = parse(HELP[name].name)
    return score


def test_every_measure_has_its_help_and_nothing_else_has():
    assert list(HELP) == list(MEASURES)


@measures
def test_the_example_computes_a_score_of_its_measure(name: str):
    score = score_of(name)
    assert score.measure is MEASURES[name]
    assert str(score) == HELP[name].name


def test_the_examples_are_what_evaluate_gives():
    judgments = as_judgments({"q": TOPIC})
    texts = [HELP[name].name for name in HELP]
    scores = evaluate(judgments, Run("run", {"q": RANKING}), texts)
    found = dict(zip(map(str, scores.scores), scores.values[0, 0], strict=True))
    by_hand = {HELP[name].name: value(HELP[name].example) for name in HELP}
    assert found == pytest.approx(by_hand, abs=1e-12, rel=0)


@measures
def test_the_example_is_what_the_naive_twin_gives(name: str):
    score = score_of(name)
    twin = naive.score(name, TOPIC, list(RANKING), score.cut, **dict(score.given))
    assert value(HELP[name].example) == pytest.approx(twin, abs=1e-12, rel=0)


@measures
def test_texts_fit_a_terminal(name: str):
    lines = HELP[name].formula.split("\n")
    assert 1 <= len(lines) <= 3
    assert max(map(len, lines)) <= 78
    assert max(map(len, example_text(name).split("\n"))) <= 80
    assert 10 <= len(short(name)) <= 55


@measures
def test_texts_are_sentences(name: str):
    about = HELP[name].about
    assert about == " ".join(about.split())
    assert about.endswith(".")
    assert 45 <= len(about) <= 320
    assert HELP[name].formula.strip() == HELP[name].formula


def test_symbols_fit_a_terminal():
    assert max(map(len, SYMBOLS.split("\n"))) <= 78


def test_short_texts_tell_measures_apart():
    texts = [short(name) for name in HELP]
    assert len(set(texts)) == len(texts)


def test_an_example_can_be_followed():
    assert example_text("D#-nDCG").split("\n") == [
        "document   1    2    3",
        "a          3    .    .",
        "b          1    2    .",
        "c          .    1    1",
        "d          0    .    .",
        "e          2    .    .",
        "P(i)       0.5  0.3  0.2",
        "ranking    x b a | d c    (nobody judged x; h = 3)",
        "",
        "D#-nDCG@3",
        "  = 1/2 * 2/3 + 1/2 * ((0.5 * 1 + 0.3 * 3)/log2(3) + 0.5 * 7/log2(4))",
        "    / (0.5 * 7/log2(2) + 0.5 * 3/log2(3) + (0.5 * 1 + 0.3 * 3)/log2(4))",
        "  = 0.589173",
    ]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("nDCG", "b          1    2    .    2"),
        ("N-rec", "b          1    2    .    2"),
        ("HD-Q", "P(i)       0.5  0.3  0.2  0.8"),
        ("N-rec", "layer 1    n1 = {1, 2}, 3"),
        ("P+Q", "type       nav  inf  inf"),
        ("ntcireval:DIN#-Q", "type       nav  inf  inf"),
        ("N-rec", "layer 2    1, 2, 3    (3 is carried down: the extended tree)"),
        ("gdeval:ERR", "ranking    x b a | d c    (nobody judged x; h = 4)"),
        ("AP", "ranking    x b a d c    (nobody judged x; h = 3)"),
    ],
)
def test_an_example_shows_what_its_measure_looks_at(name: str, line: str):
    assert line in example_text(name).split("\n")


@measures
def test_an_example_is_printed_whole(name: str):
    printed = example_text(name).partition("\n\n")[2]
    text = HELP[name]
    assert " ".join(printed.split()) == f"{text.name} = {text.example} = {value(text.example):.6f}"


def test_an_example_shows_probabilities_where_they_count():
    shown = {name for name in HELP if "\nP(i) " in example_text(name)}
    assert shown == {name for name, measure in MEASURES.items() if measure.weighted}


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("1 + 2 * 3", 7),
        ("-2**2 / 8", -0.5),
        ("log2(8) - sqrt(4)", 1),
        ("max(1, 2) * min(3, 4)", 6),
        ("log(exp(1))", 1),
    ],
)
def test_arithmetic_is_computed(expression: str, result: float):
    assert value(expression) == pytest.approx(result)


@pytest.mark.parametrize(
    "text", ["x", "'a' * 3", "True", "abs(1)", "(1).real", "[1][0]", "1 // 2", "1 if 1 else 2"]
)
def test_what_is_no_arithmetic_is_refused(text: str):
    with pytest.raises(ValueError, match="expected arithmetic"):
        value(text)
