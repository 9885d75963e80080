"""Text in and out: the numbered lines of a file, and files written whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator

from plurank.errors import InputError
from plurank.formats.source import Source, needed, opened
from plurank.formats.values import shown, wrong

__all__ = ["checked_id", "fields", "lines", "raw_lines", "write_whole"]

BOM = b"\xef\xbb\xbf"
LONGEST = 1 << 26
"""Bytes of the longest line that is read: a small compressed file must not fill the memory."""


def raw_lines(source: Source) -> Iterator[tuple[int, str]]:
    """Yield every line with its number and its end; lines end at a line feed and nowhere else."""
    with opened(source) as stream:
        line = stream.readline(LONGEST + 1).removeprefix(BOM)
        number = 1
        while line:
            if len(line) > LONGEST:
                raise wrong(source.at(number), f"lines of at most {LONGEST} bytes", "a longer one")
            yield number, _decoded(line, source, number)
            line = stream.readline(LONGEST + 1)
            number += 1


def _decoded(line: bytes, source: Source, number: int) -> str:
    if b"\0" in line:
        raise wrong(source.at(number), "text", "a NUL byte", "is it another kind of file?")
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        # Latin-1 would always decode, and give ids that match nothing in another file.
        byte = f"byte 0x{line[error.start]:02x}"
        raise wrong(
            source.at(number), "UTF-8", byte, "convert it, as with iconv -f latin1 -t utf-8"
        ) from None


def lines(source: Source) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank, without their ends."""
    for number, line in raw_lines(source):
        text = line.rstrip("\r\n")
        if text.strip(" \t"):
            yield number, text


def fields(text: str) -> list[str]:
    """Split at blanks and tabs; any other space, such as a no-break space, belongs to an id."""
    return [field for field in text.replace("\t", " ").split(" ") if field]


def checked_id(identifier: str) -> str:
    """Return an id that can stand in a column, or refuse it."""
    if not identifier or any(mark in identifier for mark in " \t\r\n\0"):
        raise InputError(
            f"output: expected ids without blanks in this format, got {shown(identifier)}; "
            "write nuggets or csv instead"
        )
    return identifier


def write_whole(path: str | os.PathLike[str] | None, content: str | bytes | Iterable[str]) -> None:
    """Write a file so that it is there whole or not at all; None and ``-`` are the standard output.

    The suffixes .gz, .bz2 and .zst compress.
    """
    path = "-" if path is None else os.fspath(path)
    if not isinstance(content, str | bytes):
        content = "".join(content)
    try:
        data = content.encode() if isinstance(content, str) else content
    except UnicodeEncodeError as error:
        raise wrong(path, "text that UTF-8 can hold", shown(error.object[error.start])) from None
    if path == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        _replace(os.path.realpath(path), _packed(path, data))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise wrong(path, "a place to write to", reason, "nothing was written") from None


def _packed(path: str, data: bytes) -> bytes:
    if path.endswith(".gz"):
        import gzip

        return gzip.compress(data, mtime=0)  # without a time, so that equal contents are equal files
    if path.endswith(".bz2"):
        import bz2

        return bz2.compress(data)
    if path.endswith(".zst"):
        packed: bytes = needed("zstandard", "zst").ZstdCompressor().compress(data)
        return packed
    return data


def _replace(path: str, data: bytes) -> None:
    """Write beside the file and move over it; what is no regular file (/dev/null) is written to."""
    if os.path.exists(path) and not stat.S_ISREG(os.stat(path).st_mode):
        with open(path, "wb") as stream:
            stream.write(data)
        return
    folder, name = os.path.split(path)
    beside = os.path.join(folder, f".{name[:100]}.{os.urandom(4).hex()}.part")
    try:
        with open(beside, "xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(beside, path)
    except BaseException:
        if os.path.exists(beside):
            os.unlink(beside)
        raise
