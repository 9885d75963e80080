"""Measure names: text such as ``alpha-nDCG(alpha=0.3)@20`` to measure, parameters and cutoff, and back.

SCORE   = MEASURE | AVERAGE(MEASURE)
MEASURE = [DIALECT:]NAME[(parameter=value, ...)][@CUT]
AVERAGE = mean | geom | dd | weighted
CUT     = a rank | minrank-greedy | intents | R
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from plurank.errors import UnknownNameError, UsageError, nearest
from plurank.measures.lift import REQUIRED
from plurank.measures.parameters import Value, checked, expanded, shown
from plurank.measures.table import MEASURES, Measure

__all__ = ["AVERAGES", "TOPIC_CUTS", "Score", "find", "parse"]

AVERAGES = ("mean", "geom", "dd", "weighted")
TOPIC_CUTS = ("minrank", "minrank-greedy", "intents", "R")
LAST_CUT = 1_000_000
MOST = 100_000
"""How many measures one name may expand to."""

ALIASES = {
    "map": "AP",
    "recip-rank": "RR",
    "mrr": "RR",
    "precision": "P",
    "recall": "R",
    "r-precision": "Rprec",
    "s-recall": "I-rec",
    "strecall": "I-rec",
    "strec": "I-rec",
    "coverage": "I-rec",
    "ns-recall": "nI-rec",
    "s-prec": "S-precision",
    "map-ia": "AP-IA",
    "gmap": "geom(AP)",
    "alpha-ndcg-ia": "alpha#-IA(gamma=0)",
    "q-measure": "Q",
    "p-plus": "P+",
    "ndcg-cut": "trec_eval:nDCG",
    "map-cut": "AP",
}
"""Other programs' names, as they look after `folded`."""

UNDERSCORED_BY_IR_MEASURES = {"ERR_IA": "ERR-IA", "nERR_IA": "nERR-IA", "alpha_DCG": "alpha-DCG"}


@dataclass(frozen=True, repr=False)
class Score:
    """A measure with its parameters, cutoff and average over topics: what one column of numbers is."""

    measure: Measure
    given: tuple[tuple[str, Value], ...] = ()
    cut: int | str | None = None
    average: str = "mean"

    @property
    def parameters(self) -> dict[str, Value]:
        """Every parameter with its value."""
        return {**self.measure.parameters, **dict(self.given)}

    @property
    def name(self) -> str:
        """The canonical name without the average over topics."""
        inside = ", ".join(f"{name}={shown(value)}" for name, value in self.given)
        cut = "" if self.cut is None else f"@{self.cut}"
        return f"{self.measure.name}({inside}){cut}" if inside else f"{self.measure.name}{cut}"

    def __repr__(self) -> str:
        return f"Score({str(self)!r})"

    def __str__(self) -> str:
        return self.name if self.average == "mean" else f"{self.average}({self.name})"


def folded(name: str) -> str:
    """Fold what is the same in a name: case, ``_`` and ``-``, ``sharp`` and ``#``."""
    return (
        name.strip()
        .lower()
        .replace("_", "-")
        .replace("sharp", "#")
        .replace("-#", "#")
        .replace("recall#", "recall")
    )


BY_FOLDED = {folded(name): name for name in MEASURES}
SHAPE = re.compile(r"(?P<name>[^()@]+?)\s*(?:\((?P<inside>.*)\))?\s*(?:@\s*(?P<cut>[^()@]+?))?\s*", re.DOTALL)
AVERAGED = re.compile(
    rf"\s*(?P<average>{'|'.join(AVERAGES)})\s*\((?P<score>.*)\)\s*", re.DOTALL | re.IGNORECASE
)
NUMBERED = re.compile(r"(?P<name>P|recall|ndcg_cut|map_cut|success|R)_(?P<cut>\d+)", re.IGNORECASE)


def parse(texts: str | Iterable[str]) -> list[Score]:
    """Return the scores that the names ask for, grids expanded, without repeats.

    >>> [str(score) for score in parse("alpha_ndcg(alpha=0.3:0.5:0.1)@20")]
    ['alpha-nDCG(alpha=0.3)@20', 'alpha-nDCG(alpha=0.4)@20', 'alpha-nDCG@20']
    """
    texts = [texts] if isinstance(texts, str) else list(texts)
    return list(dict.fromkeys(score for text in texts for score in _parse_one(text)))


def hints(texts: Iterable[str]) -> list[str]:
    """Return a note for every name that another program uses for another number."""
    found = []
    for text in texts:
        while averaged := AVERAGED.fullmatch(text):
            text = averaged["score"]
        name = re.split(r"[@(]", text)[0].strip()
        if name in UNDERSCORED_BY_IR_MEASURES:
            ours = UNDERSCORED_BY_IR_MEASURES[name]
            found.append(f"{name}: read as {ours}; ir_measures means ndeval:{ours} by it")
        if folded(name).startswith("ndcg-cut"):
            found.append(f"{name}: read as trec_eval:nDCG, whose gain is the grade; nDCG has 2^x - 1")
    return found


def find(name: str) -> str:
    """Return the canonical name of a measure, or raise an error that proposes the nearest."""
    plain = folded(name)
    if plain in BY_FOLDED:
        return BY_FOLDED[plain]
    layered = plain.removesuffix("-la")
    if plain in ALIASES:
        return ALIASES[plain]
    if layered != plain and layered in ALIASES and f"{ALIASES[layered]}-LA" in MEASURES:
        return f"{ALIASES[layered]}-LA"
    hint = nearest(name, [*MEASURES, *ALIASES]) or "plurank measures lists them"
    raise UnknownNameError(f"measure: expected a name of the catalogue, got {name!r}; {hint}")


def _parse_one(text: str) -> list[Score]:
    averaged = AVERAGED.fullmatch(text)
    if averaged:
        inner = _parse_one(averaged["score"])
        if AVERAGED.fullmatch(averaged["score"]) or any(score.average != "mean" for score in inner):
            raise UsageError(
                f"{text}: expected one average over topics, got one within another; leave one out"
            )
        return [replace(score, average=averaged["average"].lower()) for score in inner]
    numbered = NUMBERED.fullmatch(text.strip())
    if numbered:
        text = f"{numbered['name']}@{numbered['cut']}"
    shape = SHAPE.fullmatch(text)
    if not shape:
        raise UsageError(
            f"measure: expected NAME(parameter=value, ...)@CUT, got {text!r}; see plurank measures"
        )
    known = find(shape["name"])
    if known not in MEASURES:  # an alias with parameters or an average of its own
        inner = _parse_one(known)
        cut = _cut(shape["cut"], text)
        return [
            _finished(s.measure, dict(s.given) | given, cut, s.average, text)
            for s in inner
            for given in _grid(s.measure, shape["inside"], text)
        ]
    measure, cut = MEASURES[known], _cut(shape["cut"], text)
    return [_finished(measure, given, cut, "mean", text) for given in _grid(measure, shape["inside"], text)]


def _grid(measure: Measure, inside: str | None, text: str) -> list[dict[str, Value]]:
    """Return every combination of the values that the parameters are given."""
    options: dict[str, list[Value]] = {}
    known = {folded(name): name for name in measure.parameters}
    for part in re.split(r",(?![^\[]*\])", inside) if inside and inside.strip() else []:
        name, equals, value = part.partition("=")
        if not equals or not value.strip():
            raise UsageError(f"{text}: expected parameter=value, got {part.strip()!r}; for example alpha=0.3")
        if folded(name) not in known:
            listed = ", ".join(measure.parameters)
            hint = nearest(name.strip(), measure.parameters) or f"see plurank measures '{measure.name}'"
            raise UnknownNameError(
                f"{text}: expected a parameter of {measure.name} ({listed}), got {name.strip()!r}; {hint}"
            )
        if known[folded(name)] in options:
            raise UsageError(
                f"{text}: expected each parameter once, got {name.strip()!r} twice; leave one out"
            )
        options[known[folded(name)]] = expanded(text, known[folded(name)], value.strip())
    combinations = 1
    for values in options.values():
        combinations *= len(values)
    if combinations > MOST:
        raise UsageError(
            f"{text}: expected at most {MOST} measures, got {combinations}; make the grid coarser"
        )
    return [dict(zip(options, values, strict=True)) for values in itertools.product(*options.values())]


def _cut(cut: str | None, text: str) -> int | str | None:
    if cut is None:
        return None
    for known in TOPIC_CUTS:
        if cut.strip().lower().replace("_", "-") == known.lower():
            return known
    if not re.fullmatch(r"[0-9]{1,9}", cut.strip()) or not 1 <= int(cut) <= LAST_CUT:
        raise UsageError(
            f"{text}: expected a cutoff from 1 to {LAST_CUT} or one of {', '.join(TOPIC_CUTS)}, got {cut.strip()!r}"
        )
    return int(cut)


def _finished(
    measure: Measure, given: dict[str, Value], cut: int | str | None, average: str, text: str
) -> Score:
    """Check what goes together, and leave out parameters that stand at their defaults."""
    missing = [name for name, d in measure.parameters.items() if d is REQUIRED and name not in given]
    if missing:
        raise UsageError(
            f"{text}: expected {' and '.join(missing)}, got no value; {measure.name} has no default for it"
        )
    if measure.needs_cut and cut is None and given.get("recall") is None:
        raise UsageError(f"{text}: expected a cutoff, got none; for example {measure.name}@20")
    if "exact" in (given.get("ideal"), cut) or cut == "minrank":
        raise UsageError(
            f"{text}: expected greedy ideals, got an exact one; exact optima are not computed yet"
        )
    if given.get("layer") and given.get("within"):
        raise UsageError(f"{text}: expected layer= or within=, got both; leave one out")
    in_order = tuple(
        (name, checked(text, name, given[name], measure))
        for name, default in measure.parameters.items()
        if name in given and given[name] != default
    )
    return Score(measure, in_order, cut, average)
