"""The command line: one file a command, imported when it is called, so that ``--help`` loads click alone."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import Any

import click

from plurank.cli.kinds import ClosedPipe, explained, unknown
from plurank.errors import PlurankError, UsageError

__all__ = ["main"]

COMMANDS = {
    "evaluate": "Score runs.",
    "measures": "List the measures, or explain one.",
    "demo": "Try it out on a small collection that comes with it.",
}
"""Every command in the order in which it is shown; each is the function of its name in a file of its name."""

INTERRUPTED, CLOSED_PIPE = 130, 141
"""What shells report of a program that ended by SIGINT or SIGPIPE."""


class Commands(click.Group):
    """The commands, each imported when it is asked for; every failure is one line on standard error."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands in their order."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Import a command."""
        if name not in COMMANDS:
            return None
        found: click.Command = getattr(import_module(f"plurank.cli.{name}"), name)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the arguments begin with."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            raise unknown(ctx.command_path, args[0], COMMANDS)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what each command does, without importing it."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(self, args: Sequence[str] | None = None, **settings: Any) -> Any:  # type: ignore[override]
        """Run a command; when it stands alone, exit with 0, 1 (it could not) or 2 (asked wrongly)."""
        alone = settings.pop("standalone_mode", True)
        run = partial(super().main, args, standalone_mode=False, **settings)
        if not alone:
            return run()
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # starting threads takes longer than most jobs
        status, message = _outcome(run)
        if message:
            click.echo(message, err=True)
        sys.exit(status)


def _outcome(run: Callable[[], Any]) -> tuple[int, str]:
    """Run a command and return its exit status with the line to print."""
    try:
        status = run()
        sys.stdout.flush()
    except PlurankError as error:
        return 2 if isinstance(error, UsageError) else 1, one_line(str(error))
    except click.ClickException as error:
        return 2, one_line(explained(error))
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED, ""
    except (BrokenPipeError, ClosedPipe):
        _let_go_of_output()
        return CLOSED_PIPE, ""
    except OSError as error:
        _let_go_of_output()
        where, reason = error.filename or "output", (error.strerror or str(error)).lower()
        return 1, one_line(f"{where}: expected to read or write it, got {reason}")
    except MemoryError:
        return 1, "memory: expected enough of it, got too little; try fewer runs or measures at once"
    return status if isinstance(status, int) else 0, ""


def one_line(message: str) -> str:
    """Return the message as one line, whatever a file or a name had in it."""
    return " ".join(message.splitlines())


def _let_go_of_output() -> None:
    """Point standard output to nowhere, so that the interpreter does not fail once more as it ends."""
    try:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
    except (OSError, ValueError):  # not a file, as under tests
        return


@click.command(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="\b\nExample:\n  plurank demo\n  plurank evaluate plurank-demo/qrels.txt plurank-demo/runs/*.run",
)
@click.version_option(package_name="plurank", message="%(prog)s %(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Evaluate search results for queries with several meanings."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(2)
