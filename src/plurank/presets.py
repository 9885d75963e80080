"""Lists of measures that are asked for by one name."""

from __future__ import annotations

from collections.abc import Mapping

from plurank.measures.lift import REQUIRED
from plurank.measures.table import MEASURES

__all__ = ["PRESETS", "without_defaults"]

DIVERSITY = """
    alpha-nDCG@20 ERR-IA@20 NRBP nDCG-IA@20 D-nDCG@20 D#-nDCG@20 D#-Q@20 I-rec@20 P-IA@20 AP-IA CPR@20 Judged@20
""".split()
NDEVAL_CUT = ("ERR-IA", "nERR-IA", "alpha-DCG", "alpha-nDCG")
NDEVAL_WHOLE = ("NRBP", "nNRBP", "MAP-IA")
WHOLE_LISTS = ("AP", "AP-IA", "MAP-IA", "NRBP", "nNRBP", "RR", "Rprec")
"""Measures whose own user reads on to the end of the list: `all` does not cut them."""


def _ndeval() -> list[str]:
    """Return ndeval's 21 columns in its order."""
    cuts = (5, 10, 20)
    before = [f"{name}@{cut}" for name in NDEVAL_CUT for cut in cuts]
    after = [f"{name}@{cut}" for name in ("P-IA", "strec") for cut in cuts]
    return [f"ndeval:{name}" for name in (*before, *NDEVAL_WHOLE, *after)]


def _ntcireval() -> list[str]:
    return [f"{name}@{cut}" for name in MEASURES if name.startswith("ntcireval:") for cut in (10, 20)]


def _all() -> list[str]:
    def is_whole(name: str) -> bool:
        return name.partition(":")[2] in WHOLE_LISTS or name.removesuffix("-LA") in WHOLE_LISTS

    left_out = without_defaults()
    return [name if is_whole(name) else f"{name}@20" for name in MEASURES if name not in left_out]


def without_defaults() -> list[str]:
    """Return the measures that no preset can hold: they have parameters that must be given."""
    return [name for name, measure in MEASURES.items() if REQUIRED in measure.parameters.values()]


PRESETS: Mapping[str, tuple[str, ...]] = {
    "diversity": tuple(DIVERSITY),
    "ndeval": tuple(_ndeval()),
    "ntcireval": tuple(_ntcireval()),
    "all": tuple(_all()),
}
