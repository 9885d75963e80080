"""``plurank demo``: the whole way on the collection that ships with the package."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from typing import TYPE_CHECKING

import click

from plurank.cli.kinds import example

if TYPE_CHECKING:
    from plurank.scores import Scores

__all__ = ["demo"]

MADE = {
    "table.txt": "the table above",
    "scores.csv": "every average, one a line",
    "per-topic.csv": "every score of every topic, one a line",
}
MEASURE = "LAD#-nDCG@20"


@click.command(epilog=example("plurank demo", "plurank demo somewhere/else"))
@click.argument("folder", metavar="[DIR]", default="plurank-demo")
def demo(folder: str) -> None:
    """Evaluate three rankings of a small collection.

    Writes the collection and the results into DIR (plurank-demo unless named).
    """
    from plurank import demo as collection
    from plurank.cli import output, table
    from plurank.formats.text import write_whole

    collection.copy(folder, tuple(MADE))
    scores = _scored(folder)
    results = {
        "table.txt": table.written(scores, False, table.Page()),
        "scores.csv": output.as_csv(scores, False),
        "per-topic.csv": output.as_csv(scores, True),
    }
    for name, text in results.items():
        write_whole(os.path.join(folder, name), text)
    shown = [table.written(scores, False, table.Page.here()), *(f"note: {note}\n" for note in scores.notes)]
    output.put(None, "\n".join([_head(folder), "".join(shown), _tail(folder)]))


def _scored(folder: str) -> Scores:
    """Do what the command that the demonstration prints would do."""
    from plurank.cli.wanted import wanted
    from plurank.evaluation import evaluate
    from plurank.formats import read_qrels, read_runs

    def at(name: str) -> str:
        return os.path.join(folder, name)

    about = [at("intents.txt"), at("topics.xml")]
    judgments = read_qrels(at("qrels.txt"), intents=about, hierarchy=at("hierarchy.tsv"))
    measures = wanted([("preset", "diversity"), ("measure", MEASURE)], judgments)
    return evaluate(judgments, read_runs(at("runs")), measures.scores)


def _head(folder: str) -> str:
    return (
        "Six queries with several meanings, three rankings: 'relevance' follows the most popular\n"
        "meaning, 'diverse' meets many meanings early, 'single' keeps to one. (All of it is made up.)\n\n"
        f"{_command(folder, *MAIN)}\n"
    )


MAIN = ("--intents {}/intents.txt --hierarchy {}/hierarchy.tsv", f"--preset diversity -m '{MEASURE}'")
NEXT = (
    ("topic by topic", ("-m 'D#-nDCG@20' --per-topic --intents {}/intents.txt",)),
    ("how much unjudged documents could change", ("-m alpha-nDCG@20 -m I-rec@5 --bounds",)),
    ("what ndeval prints", ("--format ndeval",)),
)


def _tail(folder: str) -> str:
    made = [f"  {_path(folder, name):<32} {what}" for name, what in MADE.items()]
    made.append(f"  {_path(folder, 'about.txt'):<32} what the collection is, and what to look out for")
    tries = [line for what, arguments in NEXT for line in (f"  # {what}", _command(folder, *arguments))]
    tries += ["  # what a measure is", f"  {_program()} measures 'D#-nDCG'"]
    return "\n".join(["Made:", *made, "", "Try next:", *tries, ""])


def _path(folder: str, name: str) -> str:
    return shlex.quote(os.path.join(folder, name))


def _command(folder: str, *arguments: str) -> str:
    """Return a command that works as it is printed, long ones on several lines."""
    place = shlex.quote(os.path.normpath(folder))
    lines = [
        f"{_program()} evaluate {place}/qrels.txt {place}/runs/*.run",
        *(a.replace("{}", place) for a in arguments),
    ]
    if len(lines) == 2 and len(" ".join(lines)) <= 100:
        return "  " + " ".join(lines)
    return "  " + " \\\n    ".join(lines)


def _program() -> str:
    """Return what to type for this program: its name, or its path where a shell would not find it."""
    called = os.path.abspath(sys.argv[0])
    found = shutil.which("plurank")
    if os.path.basename(called) != "plurank" or (found and os.path.samefile(found, called)):
        return "plurank"
    return shlex.quote(min(called, os.path.relpath(called), key=len))
