"""Where bytes come from: files that may be compressed, the standard input, pipes."""

from __future__ import annotations

import io
import os
import stat
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, BinaryIO, cast

from plurank.errors import InputError, UsageError
from plurank.formats.values import plain, wrong

__all__ = ["PACKED", "Source", "needed", "opened", "source_of"]

MAGIC = {".gz": b"\x1f\x8b", ".zst": b"\x28\xb5\x2f\xfd", ".bz2": b"BZh"}
PACKED = tuple(MAGIC)
SUFFIXES = (*PACKED, ".run", ".txt", ".trec", ".res", ".csv", ".tsv", ".jsonl", ".parquet")


@dataclass(frozen=True)
class Source:
    """A file, or bytes that can be read only once and are therefore held (standard input, a pipe)."""

    name: str
    path: str = ""
    data: bytes | None = None

    def at(self, line: int) -> str:
        """Return the place of a line, as error messages name it."""
        return f"{self.name}:{line}"

    @property
    def suffix(self) -> str:
        """The last suffix in lower case, that of a compression apart."""
        name = self.name.lower()
        for packed in PACKED:
            name = name.removesuffix(packed)
        return os.path.splitext(name)[1]

    @property
    def stem(self) -> str:
        """The file name without folders and suffixes such as ``.run.gz``."""
        name = os.path.basename(self.name)
        for suffix in SUFFIXES:
            name = name.removesuffix(suffix) or name
        return name


def source_of(path: str | os.PathLike[str]) -> Source:
    """Return the file of that name; ``-`` is the standard input."""
    path = os.fspath(path)
    name = plain(path)
    if path == "-":
        return Source("standard input", data=sys.stdin.buffer.read())
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISREG(mode):
            return Source(name, path)
        if not stat.S_ISDIR(mode):
            with open(path, "rb") as stream:
                return Source(name, data=stream.read())
    except (OSError, ValueError) as error:
        raise _unreadable(name, error) from None
    raise wrong(name, "a file", "a folder")


def _unreadable(name: str, error: Exception) -> InputError:
    if isinstance(error, FileNotFoundError):
        return wrong(name, "a file", "nothing of that name")
    return wrong(name, "a readable file", (getattr(error, "strerror", "") or str(error)).lower())


@contextmanager
def opened(source: Source) -> Iterator[BinaryIO]:
    """Open a source for reading, decompressed; whatever keeps it from being read to its end is one error."""
    packed = ""
    try:
        with open(source.path, "rb") if source.data is None else io.BytesIO(source.data) as raw:
            packed = _packing(source.name, raw.read(10))
            raw.seek(0)
            yield _unpacked(raw, packed)
    except EOFError:
        raise wrong(source.name, f"a whole {packed} file", "one that is cut short", "copy it again") from None
    except (OSError, zlib.error) as error:
        if packed and getattr(error, "errno", None) is None:
            raise wrong(source.name, f"a whole {packed} file", "damaged data", "copy it again") from None
        raise _unreadable(source.name, error) from None


def _packing(name: str, head: bytes) -> str:
    """Return ``.gz``, ``.zst``, ``.bz2`` or nothing: as the first bytes say, else as the name says."""
    for suffix, magic in MAGIC.items():
        # A topic may be called BZh; no topic goes on with the digits of pi.
        if head.startswith(magic) and (suffix != ".bz2" or head[4:10] in (b"1AY&SY", b"\x17rE8P\x90")):
            return suffix
    return next((suffix for suffix in PACKED if head and name.lower().endswith(suffix)), "")


def _unpacked(raw: BinaryIO, packed: str) -> BinaryIO:
    if packed == ".gz":
        import gzip

        return cast("BinaryIO", gzip.GzipFile(fileobj=raw))
    if packed == ".bz2":
        import bz2

        return cast("BinaryIO", bz2.BZ2File(raw))
    return io.BufferedReader(_Zst(raw)) if packed else raw


class _Zst(io.RawIOBase):
    """Frames of zstd as one stream; the library's own takes a file that is cut short for a whole one."""

    def __init__(self, raw: BinaryIO) -> None:
        zstandard = needed("zstandard", "zst")
        self._raw, self._error = raw, zstandard.ZstdError
        self._new_frame = zstandard.ZstdDecompressor().decompressobj
        self._frame: Any = None
        self._rest, self._ready = b"", memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._ready:
            # Small steps, because a few bytes may unpack to very many.
            packed = self._rest or self._raw.read(1024)
            if not packed and self._frame is not None:
                raise EOFError
            if not packed:
                return 0
            self._ready = memoryview(self._step(packed))
        size = min(len(buffer), len(self._ready))
        buffer[:size] = self._ready[:size]
        self._ready = self._ready[size:]
        return size

    def _step(self, packed: bytes) -> bytes:
        frame = self._frame or self._new_frame()
        try:
            data: bytes = frame.decompress(packed)
        except self._error as error:
            raise OSError(str(error)) from None
        self._rest = frame.unused_data
        self._frame = None if frame.eof else frame
        return data


def needed(module: str, extra: str) -> Any:
    """Import a module of an extra, or say how to install it."""
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError:
        raise UsageError(
            f"{module}: expected it to be installed, got no such module; pip install 'plurank[{extra}]'"
        ) from None
