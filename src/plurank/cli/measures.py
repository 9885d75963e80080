"""``plurank measures``: the catalogue, or everything about one measure."""

from __future__ import annotations

import click

from plurank.cli.kinds import Choice, example

__all__ = ["measures"]


@click.command(epilog=example("plurank measures", "plurank measures 'alpha-nDCG'"))
@click.argument("name", metavar="[NAME]", required=False)
@click.option(
    "--format",
    type=Choice(("table", "json", "markdown")),
    default="table",
    show_default=True,
    help="What to write; table is for people.",
)
@click.option("-o", "--output", metavar="FILE", help="Where to write, instead of standard output.")
def measures(name: str | None, format: str, output: str | None) -> None:
    """List the measures, or explain one.

    NAME may be an alias, such as map or dsharp_ndcg.
    """
    from plurank.cli import catalogue, facts
    from plurank.cli.markdown import markdown
    from plurank.cli.output import check_place, put

    check_place(output, format)
    chosen = None if name is None else known(name)
    names = [chosen] if chosen else [m.name for found in facts.families().values() for m in found]
    if format == "json":
        put(output, _json(names))
    elif format == "markdown":
        put(output, markdown(names))
    elif chosen is None:
        put(output, catalogue.listed())
    else:
        put(output, catalogue.page(chosen, _alias(name or "", chosen)))


def known(name: str) -> str:
    """Return the canonical name of the measure that a name means, whatever its parameters, cutoff and average."""
    import re

    from plurank.names import AVERAGED, NUMBERED, find

    averaged = AVERAGED.fullmatch(name)
    numbered = NUMBERED.fullmatch(name)
    if averaged:
        return known(averaged["score"])
    found = find(numbered["name"] if numbered else re.split(r"[(@]", name, maxsplit=1)[0])
    return found if found == name or not re.search(r"[(@]", found) else known(found)


def _alias(name: str, chosen: str) -> str:
    """Return what an alias means, where it is one."""
    from plurank.names import NUMBERED, find, folded

    numbered = NUMBERED.fullmatch(name)
    plain = numbered["name"] if numbered else name.partition("@")[0]
    if "(" in plain or folded(plain) == folded(chosen):
        return ""
    return f"{plain} is read as {find(plain)}."


def _json(names: list[str]) -> str:
    import json
    from importlib.metadata import version

    from plurank.cli.facts import record

    document = {
        "measures": [record(name) for name in names],
        "notes": [],
        "settings": {"version": version("plurank")},
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
