"""`HELP`: what there is to say about every measure of the table, each with a worked example that is executed.

The texts stand by family in `adhoc`, `intents`, `shapes`, `dialects` and `ntcireval`, made of what `parts` has.
The layered measures are written here from the measures that they average.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from plurank.measures.help.adhoc import ADHOC
from plurank.measures.help.dialects import DIALECTS
from plurank.measures.help.intents import FIRST_LAYER, INTENTS
from plurank.measures.help.parts import GRADES, PARENTS, PROBABILITIES, RANKING, TYPES, Help, value
from plurank.measures.help.shapes import SHAPES
from plurank.measures.table import MEASURES

__all__ = [
    "GRADES",
    "HELP",
    "PARENTS",
    "PROBABILITIES",
    "RANKING",
    "SYMBOLS",
    "TYPES",
    "Help",
    "example_text",
    "short",
    "value",
]

SYMBOLS = """\
r, k   ranks from 1;  l or K the cutoff, without one the end of the list
i, M   intents, their number;  P(i) their probabilities
X(r)   grade at rank r, h the top grade;  g(r) = 2^X(r) - 1 its gain
J(r)   1 where relevant, else 0;  C(r) = Σ_{k≤r} J(k);  cg(r) = Σ_{k≤r} g(k)
R      relevant documents in the judgments
_i     for intent i alone;  without it for the best grade over the intents
*      in the ideal list: all relevant documents, best first"""
"""What the letters of the formulas mean."""


def layered(name: str, base: Help) -> Help:
    """Return the help of a measure that is averaged over the layers of the hierarchy."""
    lifted = f"{name}-LA"
    shown = base.formula.partition("@")[0]
    first, last = FIRST_LAYER[name], base.example
    return Help(
        f"{shown}-LA@l = 1/H Σ_{{j≤H}} {shown}@l with the nodes of layer j for i\n{base.formula}",
        f"{name} averaged over the layers of the hierarchy. A node has the best grade and the summed "
        f"probability of its leaves, and every layer is scored on its own.{LAYER_TRAPS.get(name, '')}",
        f"1/2 * ({first}) + 1/2 * ({last})",
        lifted + base.name.removeprefix(name),
    )


PASSES_1 = " The greedy ideal of a layer may be passed, so a score above 1 is no error."
LAYER_TRAPS = {
    "I-rec": " A layer counts the same however few nodes it has; N-rec counts nodes.",
    "nI-rec": PASSES_1,
    "S-precision": " It is blind to how much is covered, as S-precision is.",
    "alpha-DCG": " Layers with many nodes outweigh the others, since nothing is normalised.",
    "alpha-nDCG": PASSES_1,
    "nNRBP": PASSES_1,
    "RBU": " The effort is paid once, since the layers' weights sum to 1.",
    "ERR-IA": " It averages the literature's ERR-IA, not ndeval's.",
    "nERR-IA": " Every node has its own ideal list, unlike in ndeval:nERR-IA.",
    "GAP-IA": " Its thresholds are uniform, as in GAP-IA.",
    "nGAP-IA": " Its thresholds are uniform, as in GAP-IA.",
    "D#-nDCG": " LAD#-nDCG takes N-rec in place of the layers' I-rec.",
    "D#-Q": " LAD#-Q takes N-rec in place of the layers' I-rec.",
}


def _all() -> dict[str, Help]:
    """Return the help of every measure, in the order of the table."""
    layers = {f"{name}-LA": layered(name, INTENTS[name]) for name in FIRST_LAYER}
    texts = {**ADHOC, **INTENTS, **SHAPES, **layers, **DIALECTS}
    return {name: texts[name] for name in MEASURES if name in texts} | texts


HELP: Mapping[str, Help] = _all()
"""Every name of `MEASURES` with its help."""


def short(name: str) -> str:
    """Return what a measure is in a few words: the first sentence of its `about`, without the stop."""
    return HELP[name].about.partition(". ")[0].removesuffix(".")


def example_text(name: str) -> str:
    """Return the worked example: the judgments, the ranking, the expression and what it comes to."""
    text = HELP[name]
    expression = "\n    ".join(_wrapped(text.example))
    return "\n".join([*_table(name), "", text.name, f"  = {expression}", f"  = {value(text.example):.6f}"])


def _wrapped(expression: str, width: int = 74) -> list[str]:
    """Return the lines of an expression, broken before a plus or a division within as few brackets as can be."""
    lines = []
    while len(expression) > width:
        depth, breaks = 0, []
        for at, sign in enumerate(expression[:width]):
            depth += (sign == "(") - (sign == ")")
            if at > width // 2 and expression[at : at + 3] in (" + ", " / "):
                breaks.append((-depth, at))
        end = max(breaks)[1] if breaks else expression.rindex(" ", 0, width)
        lines.append(expression[:end])
        expression = expression[end + 1 :]
    return [*lines, expression]


def _table(name: str) -> Iterator[str]:
    """Yield the tiny collection with what this measure looks at, and the ranking up to the cutoff."""
    cut = HELP[name].name.partition("@")[2]
    columns = {intent: [intent] for intent in PROBABILITIES}
    measure = MEASURES[name]
    if measure.hierarchy:
        columns |= {node: _below(node) for node in PARENTS if node not in columns}
    if measure.formula.parameters.get("flat"):
        columns["best"] = list(PROBABILITIES)
    yield _row("document", columns)
    for document, grades in GRADES.items():
        known = [[grades[i] for i in below if i in grades] for below in columns.values()]
        yield _row(document, [str(max(of)) if of else "." for of in known])
    if measure.weighted:
        yield _row("P(i)", [f"{sum(PROBABILITIES[i] for i in below):.1f}" for below in columns.values()])
    if _typed(name):
        yield _row("type", TYPES.values())
    if measure.hierarchy:
        yield from _layers()
    end = int(cut or len(RANKING))
    ranked = " ".join([*RANKING[:end], *(["|"] if RANKING[end:] else []), *RANKING[end:]])
    unjudged = ", ".join(document for document in RANKING if document not in GRADES)
    h = measure.defaults.get("h") or max(grade for grades in GRADES.values() for grade in grades.values())
    yield f"{'ranking':<10} {ranked}    (nobody judged {unjudged}; h = {h})"


def _below(node: str) -> list[str]:
    return [intent for intent in PROBABILITIES if node in (intent, PARENTS[intent])]


def _layers() -> Iterator[str]:
    """Yield the nodes of both layers of the extended tree."""
    first = [node for node, parent in PARENTS.items() if not parent]
    held = {node: ", ".join(_below(node)) for node in first}
    yield f"{'layer 1':<10} {', '.join(node if held[node] == node else f'{node} = {{{held[node]}}}' for node in first)}"
    carried = ", ".join(node for node in first if held[node] == node)
    yield f"{'layer 2':<10} {', '.join(PROBABILITIES)}    ({carried} is carried down: the extended tree)"


def _typed(name: str) -> bool:
    return MEASURES[name].family == "intent types" or "DIN" in name or "P+Q" in name


def _row(head: str, cells: Iterable[str]) -> str:
    return f"{head:<10} {' '.join(f'{cell:<4}' for cell in cells)}".rstrip()
