"""Every known deviation is still there, on both sides, and the page says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from deviations import DEVIATIONS, Deviation, page

PAGE = Path(__file__).parents[1] / "docs" / "deviations.md"


@pytest.mark.parametrize("row", DEVIATIONS, ids=lambda row: f"{row.program}: {row.what}")
def test_both_sides_are_as_the_table_says(row: Deviation):
    found = row.case()
    for side, wanted in (("theirs", row.theirs), ("ours", row.ours)):
        if isinstance(wanted, float):
            assert found[side] == pytest.approx(wanted, abs=1e-9), side
        else:
            assert found[side] == wanted, side


def test_the_page_is_the_table():
    assert PAGE.read_text() == page()
