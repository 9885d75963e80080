"""Pages that are made from the code say what the code says."""

import re
from pathlib import Path

import pytest

import plurank as pr
from command import call
from plurank.cli.facts import GRAMMAR

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"


def test_the_page_of_measures_is_what_the_command_prints() -> None:
    page = (DOCS / "measures.md").read_text(encoding="utf-8")
    made = call("measures", "--format", "markdown")
    assert made.status == 0
    assert page == made.out, "plurank measures --format markdown > docs/measures.md"


def test_the_table_of_the_readme_is_what_the_demo_prints(tmp_path: Path) -> None:
    made = call("demo", str(tmp_path / "plurank-demo"))
    assert made.status == 0
    table = (tmp_path / "plurank-demo" / "table.txt").read_text(encoding="utf-8")
    shown = (
        (ROOT / "README.md")
        .read_text(encoding="utf-8")
        .partition("<!-- demo -->\n```\n")[2]
        .partition("```")[0]
    )
    assert shown
    assert table.startswith(shown)


def test_the_python_of_the_readme_runs_on_the_demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert call("demo").status == 0
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, object] = {}
    for line in code.splitlines():
        exec(line, names)
        assert "=" in line or "import" in line or not line or eval(line, names) is not None
    scores = names["scores"]
    assert isinstance(scores, pr.Scores)
    assert scores.mean().shape == (3, 2)
    assert scores["D#-nDCG@20"].shape == (3, 6)
    assert len(scores.to_frame()) == 3 * 6 * 2


def test_the_page_of_measures_says_what_can_stand_in_a_name() -> None:
    page = (DOCS / "measures.md").read_text(encoding="utf-8")
    for name, says in GRAMMAR.items():
        assert f"- `{name}`: {says}\n" in page


def test_every_room_stands_in_the_table_of_the_house() -> None:
    table = (
        (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("| floor |")[2].partition("\n\n")[0]
    )
    named = [room for line in table.splitlines()[2:] for room in re.findall(r"`(\w+)`", line.split("|")[2])]
    package = ROOT / "src" / "plurank"
    files = {path.stem for path in package.glob("*.py")}
    rooms = files | {path.parent.name for path in package.glob("*/__init__.py")}
    assert sorted(named) == sorted(rooms)


def test_a_new_measure_is_told_of_its_help() -> None:
    rules = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## A new measure")[2]
    assert "`measures/help/`" in rules.partition("\n## ")[0]


def test_the_rooms_of_the_help_are_named_as_they_are() -> None:
    from plurank.measures import help

    assert help.__doc__
    assert help.__file__
    texts = {path.stem for path in Path(help.__file__).parent.glob("*.py")} - {"__init__"}
    assert texts <= set(re.findall(r"`(\w+)`", help.__doc__))
