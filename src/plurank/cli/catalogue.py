"""The catalogue of measures for a terminal of 80 columns: the whole of it, or all about one measure."""

from __future__ import annotations

import textwrap

from plurank.cli.facts import FAMILIES, GRAMMAR, ON_LAYERS, Parameter, facts_of, families, parameters_of
from plurank.measures.help import HELP, SYMBOLS, example_text, short
from plurank.measures.table import COMMON, MEASURES, Measure

__all__ = ["listed", "page"]

WIDTH = 80
LAYERED = "Any of these is the mean of the measure over the layers of the tree:"


def listed() -> str:
    """Return the whole catalogue, a line or two for every measure."""
    lines: list[str] = []
    for family, measures in families().items():
        layered = [measure.name for measure in measures if measure.name.endswith("-LA")]
        own = [measure for measure in measures if measure.name not in layered]
        lines += [FAMILIES.get(family, family), ""]
        if family == "dialect":
            lines += _dialects(own)
        else:
            width = max(len(measure.name) for measure in own) + 2
            lines += [line for measure in own for line in _entry(measure, width)]
        if layered:
            lines += ["", f"  {LAYERED}", *_wrapped(" ".join(layered), "    ")]
        lines.append("")
    lines += ["How to ask for them", "", *_columns(GRAMMAR), ""]
    return "\n".join([*lines, "plurank measures NAME says all about one: plurank measures 'D#-nDCG'", ""])


def _entry(measure: Measure, width: int) -> list[str]:
    text = f"{short(measure.name)}. {measure.paper}."
    return _wrapped(text, " " * (width + 2), first=f"  {measure.name:<{width}}")


def _wrapped(text: str, indent: str, first: str | None = None) -> list[str]:
    first = indent if first is None else first
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _dialects(measures: list[Measure]) -> list[str]:
    found: dict[str, list[str]] = {}
    for measure in measures:
        program, _, name = measure.name.partition(":")
        found.setdefault(f"{program}:", []).append(name)
    return _columns({program: " ".join(names) for program, names in found.items()})


def page(name: str, alias: str = "") -> str:
    """Return everything about one measure; `alias` is what was asked for, where it is another name."""
    measure, text = MEASURES[name], HELP[name]
    lines = [*([alias, ""] if alias else []), f"{name}   {measure.paper}", "", *_wrapped(text.about, "")]
    lines += ["", "Formula", *_indented(text.formula), "", "Letters", *_indented(SYMBOLS)]
    groups = {
        "Parameters": list[Parameter](),
        "Parameters for hierarchies": [],
        "Parameters of all measures": [],
    }
    own, of_layers, of_all = groups.values()
    for one in parameters_of(measure):
        in_tree = one.name in ON_LAYERS and not measure.hierarchy
        (of_all if one.name in COMMON else of_layers if in_tree else own).append(one)
    for head, held in groups.items():
        lines += ["", head, *_columns({one.default: one.meaning for one in held})] if held else []
    lines += ["", "Facts", *_columns(facts_of(measure))]
    lines += [
        "",
        "Example",
        *_indented(example_text(name)),
        "",
        f"Use: plurank evaluate QRELS RUN... -m '{HELP[name].name}'",
    ]
    return "\n".join([*lines, ""])


def _indented(text: str) -> list[str]:
    return [f"  {line}".rstrip() for line in text.splitlines()]


def _columns(texts: dict[str, str]) -> list[str]:
    """Return names and texts side by side."""
    width = max(map(len, texts)) + 4
    return [
        line
        for name, text in texts.items()
        for line in _wrapped(text, " " * width, first=f"  {name:<{width - 2}}")
    ]
