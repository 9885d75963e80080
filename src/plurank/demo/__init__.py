"""The collection that ships with the package, for trying things out."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from plurank.errors import InputError
from plurank.formats.text import write_whole

__all__ = ["copy"]

MARK = "about.txt"
"""A folder that holds this file as it ships is one of ours."""


def copy(folder: str, others: tuple[str, ...] = ()) -> list[str]:
    """Copy the collection into a folder and return the paths; files of a folder that is not ours are not touched.

    `others` are names that will be written beside it.
    """
    shipped = dict(_shipped(files(__name__).joinpath("data")))
    if os.path.lexists(folder) and not os.path.isdir(folder):
        raise InputError(f"{folder}: expected a folder, got a file; name another one")
    mark = os.path.join(folder, MARK)
    if not (os.path.isfile(mark) and _read(mark) == shipped[MARK]):
        for name in (*shipped, *others):
            path = os.path.join(folder, name)
            if os.path.lexists(path):
                raise InputError(
                    f"{folder}: expected a folder without {name}, got one with it; name another folder"
                )
    paths = []
    for name, data in shipped.items():
        path = os.path.join(folder, *name.split("/"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write_whole(path, data)
        paths.append(path)
    return paths


def _read(path: str) -> bytes:
    with open(path, "rb") as stream:
        return stream.read()


def _shipped(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, bytes]]:
    """Yield every file of the collection with its name below the folder."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _shipped(entry, f"{prefix}{entry.name}/")
        else:
            yield prefix + entry.name, entry.read_bytes()
