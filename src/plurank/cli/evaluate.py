"""``plurank evaluate``: judgments and runs in, scores out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from plurank.cli.kinds import Choice, InOrder, Whole, example
from plurank.errors import UndefinedError, UsageError

if TYPE_CHECKING:
    from plurank.cli.inputs import Inputs
    from plurank.cli.wanted import Wanted
    from plurank.scores import Scores

__all__ = ["evaluate"]

PRESETS = ("diversity", "ndeval", "ntcireval", "all")
FORMATS = ("table", "csv", "json", "parquet", "latex", "trec_eval", "ndeval")
READING = ("intents", "hierarchy", "topic_file", "topic_weights", "only", "keep_uncovered", "order", "ties")
SCORING = ("topics", "keep_uncovered", "top_grade", "depth", "condensed", "bounds")
"""The options that reading and scoring take by the same name."""
DEEPEST = 1_000_000

OPTIONS = (
    click.option(
        "-m",
        "--measure",
        multiple=True,
        metavar="MEASURE",
        help="Such as 'D#-nDCG@20'; repeatable. See plurank measures.",
    ),
    click.option(
        "--preset",
        multiple=True,
        type=Choice(PRESETS),
        help="A list of measures, added to those of -m. [default: diversity]",
    ),
    click.option("--per-topic", is_flag=True, help="Show every topic, not only the averages."),
    click.option(
        "--intents",
        multiple=True,
        metavar="FILE|uniform|geometric|judged",
        help="Probabilities, types and texts of intents (repeatable), or a rule that makes probabilities.",
    ),
    click.option("--hierarchy", multiple=True, metavar="FILE", help="Trees of intents; repeatable."),
    click.option(
        "--average",
        type=Choice(("geom", "dd", "weighted")),
        help="Average over topics of every measure without its own.",
    ),
    click.option(
        "--topic-weights", metavar="FILE", help="Lines of topic and weight, for --average weighted."
    ),
    click.option(
        "--topics",
        type=Choice(("judged", "retrieved")),
        default="judged",
        show_default=True,
        help="Which topics count.",
    ),
    click.option("--topic-file", metavar="FILE", help="Count the topics of this file only, one a line."),
    click.option(
        "--only",
        type=Choice(("ambiguous", "faceted", "multilayer", "nontrivial")),
        help="Count topics of this kind only.",
    ),
    click.option(
        "--order", type=Choice(("rank", "score", "file")), help="Order of a run's documents. [default: rank]"
    ),
    click.option(
        "--ties",
        type=Choice(("docno-desc", "docno-asc", "error")),
        default="docno-desc",
        show_default=True,
        help="Order of equal scores.",
    ),
    click.option("--depth", type=Whole(1, DEEPEST), metavar="N", help="Cut every run at this rank."),
    click.option("--condensed", is_flag=True, help="Remove unjudged documents first."),
    click.option("--bounds", is_flag=True, help="Show the greatest score that unjudged documents allow."),
    click.option("--keep-uncovered", is_flag=True, help="Keep intents without relevant documents."),
    click.option(
        "--top-grade", type=Whole(1, 1000), metavar="N", help="Top of the scale. [default: the largest grade]"
    ),
    click.option("--format", type=Choice(FORMATS), default="table", show_default=True, help="What to write."),
    click.option("-o", "--output", metavar="FILE", help="Where to write, instead of standard output."),
    click.option("-q", "--quiet", is_flag=True, help="No notes and no progress on standard error."),
)


def with_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of this page, shown in their order."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


@click.command(
    cls=InOrder,
    epilog=example(
        "plurank evaluate qrels.txt runs/*.run",
        "plurank evaluate qrels.txt runs/*.run -m 'D#-nDCG@20' --intents intents.txt",
        "plurank evaluate qrels.txt runs/*.run --preset ndeval --format csv -o scores.csv",
    ),
)
@click.argument("qrels", metavar="QRELS")
@click.argument("runs", metavar="RUN...", nargs=-1, required=True)
@with_options
@click.pass_context
def evaluate(ctx: click.Context, /, **options: Any) -> None:
    """Score runs.

    QRELS holds judgments, RUN is a file, a folder or a quoted pattern; '-' is standard input.
    Without -m and --preset you see what one should look at first.

    A name is [DIALECT:]NAME(parameter=value, ...)@CUT, also in geom(..), dd(..)
    or weighted(..); the end of plurank measures says what can stand in it.

    csv, json and parquet have a row for every number, under canonical names.
    trec_eval has the lines of that program, measures of trec_eval: in its own
    spelling (trec_eval:P@5 is P_5). ndeval has the columns of that program: a
    name that ndeval has too means ndeval's measure (ERR-IA is ndeval:ERR-IA).
    """
    from plurank.cli import output
    from plurank.cli.progress import Progress

    output.check_place(options["output"], options["format"])
    progress = Progress(quiet=options["quiet"])
    try:
        inputs, scores = _scored(ctx.meta["order"], options, progress)
    finally:
        progress.clear()
    text = output.written(scores, options, inputs)
    output.put(options["output"], text)
    if not options["quiet"]:
        output.say(scores.notes)


def _scored(
    order: list[str], options: dict[str, Any], progress: Callable[[int, int], None]
) -> tuple[Inputs, Scores]:
    from plurank import evaluation
    from plurank.cli import inputs
    from plurank.cli.wanted import wanted

    found = inputs.read(options["qrels"], options["runs"], **{name: options[name] for name in READING})
    like_ndeval = options["format"] == "ndeval"
    measures = wanted(
        _asked(order, options),
        found.judgments,
        average=options["average"] or "",
        like_ndeval=like_ndeval,
    )
    _check(found, measures, options["top_grade"])
    scores = evaluation.evaluate(
        found.judgments,
        found.runs,
        measures.scores,
        probabilities=found.probabilities,
        topic_weights=found.topic_weights,
        progress=progress,
        **{name: options[name] for name in SCORING},
    )
    columns = [m for m, score in enumerate(scores.scores) if like_ndeval or score in measures.ndeval]
    notes = [*found.notes, *measures.notes]
    if columns:
        scores = scores.counted_as_ndeval(found.retrieved(scores.runs), columns)
        notes.append(
            "averages as ndeval's amean: over topics that judgments and run both have, zeros where nothing is relevant"
        )
    return found, scores.with_notes(notes)


def _check(inputs: Inputs, measures: Wanted, top: int | None) -> None:
    """Refuse weights that nothing uses or that are not there, and a scale that ends below a grade."""
    weighted = any(score.average == "weighted" for score in measures.scores)
    if weighted and inputs.topic_weights is None:
        topic = next(iter(inputs.judgments.topics), "")
        raise UndefinedError(
            f"topic weights: expected one for every topic, got none for {topic!r}; use --topic-weights FILE"
        )
    if inputs.topic_weights and not weighted:
        raise UsageError(
            "--topic-weights: expected an average that uses them, got none; add --average weighted"
        )
    largest = inputs.judgments.top_grade
    if top is not None and top < largest:
        raise UsageError(f"--top-grade: expected at least the largest grade {largest}, got {top}; raise it")


def _asked(order: list[str], options: dict[str, Any]) -> list[tuple[str, str]]:
    """Return measures and presets in the order in which they were given."""
    given = {kind: iter(options[kind]) for kind in ("measure", "preset")}
    return [(kind, next(given[kind])) for kind in order if kind in given]
