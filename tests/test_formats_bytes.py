"""Compressed, cut short, damaged and oversized files; files written whole or not at all."""

import bz2
import gzip
import os
import zlib
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from plurank.errors import InputError, PlurankError, UsageError
from plurank.formats import read_hierarchy, read_intents, read_qrels, read_runs, read_topics, text
from plurank.formats.text import write_whole
from test_formats import refused

LINES = "".join(f"1 1 document-{n * 7919 % 1000} {n % 3}\n" for n in range(1000)).encode()
PACK = {".gz": gzip.compress, ".bz2": bz2.compress, ".zst": zstandard.ZstdCompressor().compress}


def documents(path: Path) -> int:
    return len(read_qrels(path).topics["1"].documents)


@pytest.mark.parametrize("suffix", PACK)
@pytest.mark.parametrize("named", [True, False])
def test_compressed_files_of_several_members(tmp_path: Path, suffix: str, named: bool) -> None:
    path = tmp_path / ("q" + suffix * named)
    path.write_bytes(PACK[suffix](LINES[:5000]) + PACK[suffix](LINES[5000:]))
    assert documents(path) == 1000


@pytest.mark.parametrize("suffix", PACK)
@pytest.mark.parametrize("keep", [0.95, 0.5])
def test_a_file_that_is_cut_short(tmp_path: Path, suffix: str, keep: float) -> None:
    path = tmp_path / f"q{suffix}"
    whole = PACK[suffix](LINES)
    path.write_bytes(whole[: int(len(whole) * keep)])
    with pytest.raises(InputError) as caught:
        read_qrels(path)
    assert (
        str(caught.value)
        == f"{path}: expected a whole {suffix} file, got one that is cut short; copy it again"
    )


@pytest.mark.parametrize("suffix", PACK)
def test_a_damaged_file(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"q{suffix}"
    whole = bytearray(PACK[suffix](LINES))
    for place in range(len(whole) // 2, len(whole) // 2 + 20):
        whole[place] ^= 0xFF
    path.write_bytes(whole)
    with pytest.raises(InputError) as caught:
        read_qrels(path)
    assert str(caught.value) == f"{path}: expected a whole {suffix} file, got damaged data; copy it again"


def test_a_suffix_that_is_not_true(tmp_path: Path) -> None:
    path = tmp_path / "q.gz"
    path.write_bytes(LINES)
    with pytest.raises(InputError, match=r"expected a whole \.gz file, got damaged data; copy it again$"):
        read_qrels(path)


def test_a_missing_extra_names_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "q.zst"
    path.write_bytes(PACK[".zst"](LINES))
    monkeypatch.setitem(__import__("sys").modules, "zstandard", None)
    with refused(
        "zstandard: expected it to be installed, got no such module; pip install 'plurank[zst]'",
        error=UsageError,
    ):
        read_qrels(path)


def test_a_line_without_an_end_does_not_fill_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text, "LONGEST", 1000)
    path = tmp_path / "q.gz"
    path.write_bytes(gzip.compress(b"1 1 a 1\n" + b"x" * 100_000))
    with pytest.raises(InputError, match=r"q\.gz:2: expected lines of at most 1000 bytes, got a longer one$"):
        read_qrels(path)


WORDS = b'1 0 a L1 .5 -1 nan 1e9 topic intent document grade node parent , : { } [ ] " &x; <a> <topic> PAR1'
MARKS = (
    b" ",
    b"\t",
    b"\n",
    b"\r\n",
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\x1f\x8b",
    b"BZh91AY&SY",
    b"(\xb5/\xfd",
)
PHRASES = (b'{"topic": "1"', b', "judgments": ', b'[{"doc": "a"', b"<topic number='1'>", b"topic,intent,node")
pieces = st.sampled_from((*WORDS.split(b" "), *MARKS, *PHRASES))


@given(st.lists(pieces, max_size=30).map(b"".join), st.sampled_from([None, "csv", "jsonl", "parquet"]))
def test_whatever_a_file_holds_it_is_read_or_refused_in_one_line(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, format: str | None
) -> None:
    path = tmp_path_factory.mktemp("fuzz") / "f"
    path.write_bytes(data)
    formats: list[str | None] = ["heval", "car", "nuggets", "xml", "ntcir", "iprob"]
    for reader in (read_qrels, read_intents, read_hierarchy, read_topics, read_runs):
        for asked in (format, *formats):
            try:
                found = reader(path, format=asked)
                if reader is read_runs:
                    list(found)
            except PlurankError as error:
                assert "\n" not in str(error)  # noqa: PT017


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    import threading

    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(LINES,))
    writer.start()
    assert documents(pipe) == 1000
    writer.join()


@pytest.mark.parametrize("suffix", ["", *PACK])
def test_files_are_written_whole(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"q{suffix}"
    path.write_text("old")
    write_whole(path, LINES.decode())
    assert documents(path) == 1000
    assert os.listdir(tmp_path) == [path.name]


def test_equal_contents_are_equal_files(tmp_path: Path) -> None:
    write_whole(tmp_path / "q.gz", LINES)
    packed = (tmp_path / "q.gz").read_bytes()
    assert packed[4:8] == bytes(4)
    assert zlib.decompress(packed, 31) == LINES


def test_nothing_is_left_where_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "q.txt"
    path.write_text("old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError) as caught:
        write_whole(path, LINES)
    assert str(caught.value) == (
        f"{path}: expected a place to write to, got no space left on device; nothing was written"
    )
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["q.txt"]


def test_places_that_cannot_be_written_to(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"expected a place to write to, got is a directory; nothing was written$"
    ):
        write_whole(tmp_path, "x")
    with pytest.raises(InputError, match="expected a place to write to, got no such file or directory"):
        write_whole(tmp_path / "none" / "x", "x")
    with pytest.raises(InputError, match=r"expected text that UTF-8 can hold, got '\\ud800'$"):
        write_whole(tmp_path / "x", "\ud800")
    write_whole("/dev/null", "x")
    assert os.listdir(tmp_path) == []


def test_standard_output(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    write_whole(None, "é\n")
    write_whole("-", iter(["a", "b"]))
    assert capsysbinary.readouterr().out == "é\nab".encode()


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_whole(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"
