"""The catalogue of measures as a page of the documentation."""

from __future__ import annotations

from plurank.cli.facts import FAMILIES, GRAMMAR, ON_LAYERS, Parameter, facts_of, families, parameters_of
from plurank.measures.help import HELP, SYMBOLS, example_text
from plurank.measures.table import COMMON, MEASURES, Measure

__all__ = ["markdown"]

INTRODUCTION = """# Measures

This page is made by `plurank measures --format markdown`. `plurank measures NAME` shows one of them.

What can stand in a name, `[DIALECT:]NAME(parameter=value, ...)@CUT`:

{grammar}

The letters of the formulas:

```text
{symbols}
```

All measures have these parameters; a measure that has another default says so:

{common}

Measures of intents, unless they need a hierarchy anyway, can be taken on one layer of it:

{layered}
"""
TABLE = ["| parameter | default | may be | meaning |", "|---|---|---|---|"]


def markdown(names: list[str]) -> str:
    """Return measures as a page of Markdown."""
    shared = list(parameters_of(MEASURES["I-rec"]))
    common = _parameter_table([one for one in shared if one.name in COMMON])
    layered = _parameter_table([one for one in shared if one.name in ON_LAYERS])
    lines = [
        INTRODUCTION.format(
            grammar=_grammar(), symbols=SYMBOLS, common="\n".join(common), layered="\n".join(layered)
        )
    ]
    for family, measures in families().items():
        wanted = [measure for measure in measures if measure.name in names]
        if wanted:
            lines += [f"## {FAMILIES.get(family, family)}", ""]
        for measure in wanted:
            lines += _section(measure)
    return "\n".join(lines)


def _grammar() -> str:
    return "\n".join(f"- `{name}`: {says}" for name, says in GRAMMAR.items())


def _section(measure: Measure) -> list[str]:
    text = HELP[measure.name]
    facts = "; ".join(f"{what}: {fact}" for what, fact in facts_of(measure).items())
    own = [one for one in parameters_of(measure) if not is_shared(one, measure)]
    return [
        f"### {measure.name}",
        "",
        f"{text.about} ({measure.paper})",
        "",
        *_fenced(text.formula),
        *(_parameter_table(own) if own else []),
        *([""] if own else []),
        f"{facts[0].upper()}{facts[1:]}.",
        "",
        *_fenced(example_text(measure.name)),
    ]


def is_shared(one: Parameter, measure: Measure) -> bool:
    """Whether the introduction says all there is to say on a parameter."""
    if one.name in ON_LAYERS:
        return not measure.hierarchy
    return one.name in COMMON and one.value == COMMON[one.name]


def _fenced(text: str) -> list[str]:
    return ["```text", *text.rstrip().splitlines(), "```", ""]


def _parameter_table(held: list[Parameter]) -> list[str]:
    rows = (f"| `{one.name}` | {one.stands} | {one.values} | {one.says} |" for one in held)
    return [*TABLE, *rows]
