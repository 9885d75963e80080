"""How the programs of the field spell measures."""

from __future__ import annotations

import re

from plurank.measures.table import MEASURES
from plurank.names import AVERAGED, Score, folded

__all__ = ["in_ndeval", "in_trec_eval"]

TREC_EVAL = {
    "AP": ("map", "map_cut"),
    "P": ("", "P"),
    "R": ("set_recall", "recall"),
    "RR": ("recip_rank", ""),
    "Rprec": ("Rprec", ""),
    "Success": ("", "success"),
    "nDCG": ("ndcg", "ndcg_cut"),
}
"""trec_eval's names of whole lists and of cutoffs; where it has none, the canonical name stays."""


def in_trec_eval(score: Score) -> str:
    """Return trec_eval's spelling of a measure of its dialect, and the canonical name of any other.

    >>> from plurank.names import parse
    >>> [in_trec_eval(score) for score in parse(["trec_eval:P@5", "trec_eval:AP", "P@5", "geom(trec_eval:AP)"])]
    ['P_5', 'map', 'P@5', 'geom(trec_eval:AP)']
    """
    program, _, name = score.measure.name.partition(":")
    if program != "trec_eval" or score.given or score.average != "mean":
        return str(score)
    whole, cut = TREC_EVAL[name]
    if score.cut is None:
        return whole or str(score)
    return f"{cut}_{score.cut}" if cut and isinstance(score.cut, int) else str(score)


def in_ndeval(text: str) -> str:
    """Return a name as ndeval's own wherever ndeval has a measure of that name.

    >>> in_ndeval("err-ia@20"), in_ndeval("geom(NRBP)"), in_ndeval("D-nDCG@20")
    ('ndeval:err-ia@20', 'geom(ndeval:NRBP)', 'D-nDCG@20')
    """
    averaged = AVERAGED.fullmatch(text)
    if averaged:
        return f"{averaged['average']}({in_ndeval(averaged['score'])})"
    name = re.split(r"[(@]", text, maxsplit=1)[0]
    own = {folded(known) for known in MEASURES}
    return f"ndeval:{text.strip()}" if folded(f"ndeval:{name.strip()}") in own else text
