"""Pages that are made from the code say what the code says."""

from pathlib import Path

from command import call

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
