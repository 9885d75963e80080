"""Help for the dialects: what other programs compute under the same names, and what differs from the plain measure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from plurank.measures.help.adhoc import ADHOC
from plurank.measures.help.intents import NOVELTY
from plurank.measures.help.ntcireval import NTCIREVAL
from plurank.measures.help.parts import Help

__all__ = ["DIALECTS"]

# --- ndeval -----------------------------------------------------------------------------------------------------------

NG = "(2/log2(3) + (1/2)/log2(4))"
IDEAL = "(2/log2(2) + (3/2)/log2(3) + (1/2)/log2(4))"
NRBP = "(0.5**1 * 2 + 0.5**2 * 1/2 + 0.5**4 * 3/2)"

NDEVAL = {
    "ERR-IA": Help(
        formula=f"ERR-IA@l = Σ_{{r≤l}} NG(r)/r / (M Σ_{{r≤l}} (1 - α)^(r-1)/r)\n{NOVELTY}",
        about="The ERR-IA of TREC's tables, by ndeval. Unlike plain ERR-IA it is divided by what a list "
        "would score whose every document covers every intent; binary and unweighted. ndeval itself leaves "
        "rank 1 undivided, which is not copied.",
        example="(2/2 + (1/2)/3) / (3 * (1/1 + (1/2)/2 + (1/2)**2/3))",
        name="ERR-IA@3",
    ),
    "nERR-IA": Help(
        formula=f"nERR-IA@l = Σ_{{r≤l}} NG(r)/r / Σ_{{r≤l}} NG*(r)/r\n{NOVELTY}; *: greedy ideal list",
        about="ERR-IA as a share of α-nDCG's greedy ideal list's. Plain nERR-IA gives every intent its own "
        "ideal list; here one list serves all. The greedy list is not always the best, so a list can pass "
        "1.",
        example="(2/2 + (1/2)/3) / (2/1 + (3/2)/2 + (1/2)/3)",
        name="nERR-IA@3",
    ),
    "alpha-DCG": Help(
        formula=f"α-DCG@l = Σ_{{r≤l}} NG(r)/log2(r+1) / (M Σ_{{r≤l}} (1 - α)^(r-1)/log2(r+1))\n{NOVELTY}",
        about="α-DCG over a list of all-covering documents. Plain alpha-DCG is the numerator alone. ndeval "
        "itself leaves rank 1 undivided, which is not copied.",
        example=f"{NG} / (3 * (1/log2(2) + (1/2)/log2(3) + (1/2)**2/log2(4)))",
        name="alpha-DCG@3",
    ),
    "alpha-nDCG": Help(
        formula=f"α-nDCG@l = Σ_{{r≤l}} NG(r)/log2(r+1) / Σ_{{r≤l}} NG*(r)/log2(r+1)\n{NOVELTY}; *: greedy ideal list",
        about="ndeval's α-nDCG, to the last digit. Differs from the plain one in near-ties of the greedy "
        "ideal only: ndeval compares floats as they are, which has moved scores by up to .02. A list can "
        "pass 1.",
        example=f"{NG} / {IDEAL}",
        name="alpha-nDCG@3",
    ),
    "NRBP": Help(
        formula=f"NRBP@l = (1 - (1 - α) β)/M Σ_{{r≤l}} β^(r-1) NG(r)\n{NOVELTY}; β = 0.5",
        about="ndeval's NRBP. The same number as plain NRBP; grades and probabilities cannot be switched on.",
        example=f"(1 - 1/2 * 0.5)/3 * {NRBP}",
        name="NRBP",
    ),
    "nNRBP": Help(
        formula="nNRBP@l = Σ_{r≤l} β^(r-1) NG(r) / Σ_{r≤l} β^(r-1) NG*(r),  β = 0.5\n"
        f"{NOVELTY}; *: greedy ideal list",
        about="ndeval's nNRBP, to the last digit. Differs from the plain one in near-ties of the greedy "
        "ideal only, where ndeval compares floats as they are. A list can pass 1.",
        example=f"{NRBP} / (0.5**0 * 2 + 0.5**1 * 3/2 + 0.5**2 * 1/2 + 0.5**3 * 1/4)",
        name="nNRBP",
    ),
    "MAP-IA": Help(
        formula="MAP-IA@l = 1/M Σ_i 1/R_i Σ_{r≤l} J_i(r) C_i(r)/r",
        about="AP of each intent, averaged without weights. AP-IA with uniform probabilities, whatever "
        "probabilities are given.",
        example="1/3 * ((1/2 + 2/3)/3 + (1/2 + 2/5)/2 + (1/5)/1)",
        name="MAP-IA",
    ),
    "P-IA": Help(
        formula="P-IA@l = 1/M Σ_i C_i(l) / l",
        about="Precision of each intent, averaged without weights. P-IA with uniform probabilities, "
        "whatever probabilities are given.",
        example="1/3 * (2/3 + 1/3 + 0/3)",
        name="P-IA@3",
    ),
    "strec": Help(
        formula="strec@l = intents with a relevant document down to rank l / M",
        about="Subtopic recall, which is I-rec. The same number as plain I-rec over the intents with "
        "relevant documents.",
        example="2/3",
        name="strec@3",
    ),
}

# --- gdeval, trec_eval ------------------------------------------------------------------------------------------------

GDEVAL = {
    "nDCG": Help(
        formula=ADHOC["nDCG"].formula,
        about="gdeval's nDCG. The same number as plain nDCG: gdeval's scale ends at grade 4, which nDCG "
        "does not feel.",
        example=ADHOC["nDCG"].example,
        name="nDCG@3",
    ),
    "ERR": Help(
        formula="ERR@l = Σ_{r≤l} 1/r s(r) Π_{k<r} (1 - s(k))\ns(r) = (2^X(r) - 1) / 2^4",
        about="gdeval's ERR, on a scale up to grade 4. Plain ERR takes the largest grade of the judgments "
        "as its top, so the two differ unless that is 4.",
        example="1/2 * 3/16 + 1/3 * (1 - 3/16) * 7/16",
        name="ERR@3",
    ),
}

SAME = {
    "P": "trec_eval's P_l. The same number as plain P; it divides by l even where a list is shorter.",
    "R": "trec_eval's recall_l. The same number as plain R.",
    "RR": "trec_eval's recip_rank. The same number as plain RR; trec_eval has it for whole lists only.",
    "Rprec": "trec_eval's Rprec. The same number as plain Rprec.",
    "Success": "trec_eval's success_l. The same number as plain Success.",
    "AP": "trec_eval's map and map_cut_l. The same number as plain AP, which divides by R at every cutoff.",
}

TREC_EVAL = {
    "nDCG": Help(
        formula="nDCG@l = Σ_{r≤l} X(r)/log2(r+1) / Σ_{r≤l} X*(r)/log2(r+1)",
        about="trec_eval's ndcg and ndcg_cut_l. The gain is the grade itself; plain nDCG takes 2^x - 1, so "
        "the two agree on binary judgments only.",
        example="(2/log2(3) + 3/log2(4)) / (3/log2(2) + 2/log2(3) + 2/log2(4))",
        name="nDCG@3",
    ),
    **{m: Help(ADHOC[m].formula, about, ADHOC[m].example, ADHOC[m].name) for m, about in SAME.items()},
}


def prefixed() -> Iterator[tuple[str, Help]]:
    """Yield every dialect measure under its full name."""
    programs = {"ndeval": NDEVAL, "ntcireval": NTCIREVAL, "gdeval": GDEVAL, "trec_eval": TREC_EVAL}
    for program, measures in programs.items():
        for name, text in measures.items():
            yield f"{program}:{name}", Help(text.formula, text.about, text.example, f"{program}:{text.name}")


DIALECTS: Mapping[str, Help] = dict(prefixed())
