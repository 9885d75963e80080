"""What options may be, and the wording of wrong usage: ``where: expected, got; hint``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from plurank.errors import UnknownNameError, UsageError, nearest

__all__ = ["Choice", "ClosedPipe", "InOrder", "Whole", "example", "explained", "unknown"]


class ClosedPipe(Exception):
    """Whoever read standard output has gone, as in ``| head``; no error, and not one for click to handle."""


def unknown(where: str, name: str, known: Iterable[str]) -> UnknownNameError:
    """Return the error of a name that there is not."""
    known = list(known)
    hint = nearest(name, known)
    return UnknownNameError(
        f"{where}: expected {one_of(known)}, got {name!r}" + (f"; {hint}" if hint else "")
    )


def one_of(known: list[str]) -> str:
    """Return ``a, b or c``."""
    return " or ".join(filter(None, [", ".join(known[:-1]), known[-1]]))


def _option(param: click.Parameter | None) -> str:
    return max(param.opts, key=len) if param is not None else "option"


class Choice(click.Choice[str]):
    """One of some words."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word, or propose the nearest."""
        if value not in self.choices:
            raise unknown(_option(param), str(value), map(str, self.choices))
        return str(value)


class Whole(click.IntRange):
    """A whole number from `min` to `max`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number, or say what it may be."""
        if isinstance(value, int):
            return value
        if not (
            value.isascii() and value.isdigit() and len(value) < 10 and self.min <= int(value) <= self.max  # type: ignore[operator]
        ):
            raise UsageError(
                f"{_option(param)}: expected a whole number from {self.min} to {self.max}, got {value!r}"
            )
        return int(value)


class InOrder(click.Command):
    """A command that remembers in which order its options were given, in ``ctx.meta["order"]``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, once more for their order."""
        try:
            _, _, order = self.make_parser(ctx).parse_args(list(args))
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise
        ctx.meta["order"] = [param.name for param in order]
        return super().parse_args(ctx, args)


def example(*commands: str) -> str:
    """Return the end of a command's help."""
    return "\n".join(["\b", "Example:" if len(commands) == 1 else "Examples:", *(f"  {c}" for c in commands)])


def explained(error: click.ClickException) -> str:
    """Return what click found wrong in the words of this house."""
    context = getattr(error, "ctx", None)
    where = context.command_path if context else "plurank"
    see = f"see {where} --help"
    if isinstance(error, click.NoSuchOption):
        known = [name for param in context.command.params for name in param.opts] if context else []
        hint = nearest(error.option_name, known) or see
        return f"{where}: expected one of its options, got {error.option_name!r}; {hint}"
    if isinstance(error, click.BadOptionUsage):
        return f"{where}: expected a value for {error.option_name}, got none; {see}"
    if isinstance(error, click.MissingParameter) and error.param is not None:
        return f"{where}: expected {error.param.make_metavar(context)}, got nothing; {see}"  # type: ignore[arg-type]
    extra = error.message.partition("unexpected extra argument")[2].partition("(")[2].removesuffix(")")
    if extra:
        return f"{where}: expected no further argument, got {extra}; {see}"
    return f"{where}: {error.format_message()}; {see}"
