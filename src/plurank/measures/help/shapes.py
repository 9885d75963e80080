"""Help for intent types, proportionality, the α#-IA family and the hierarchy's own measures."""

from __future__ import annotations

from collections.abc import Mapping

from plurank.measures.help.intents import FIRST_LAYER, GLOBAL, INTENTS, N1
from plurank.measures.help.parts import Help

__all__ = ["SHAPES"]

D_NDCG, D_Q = INTENTS["D-nDCG"].example, INTENTS["D-Q"].example
DIN = f"((0.5 * 1 + 0.3 * 3)/log2(3) + 0/log2(4)) / {D_NDCG.partition(' / ')[2]}"
P_Q = (
    "0.5 * 1/2 * ((1 + 1) / (2 + 7 + 3) + (2 + 1 + 7) / (3 + 7 + 3 + 1))"
    " + 0.3 * 1/2 * (1 + 3) / (2 + 3 + 1) + 0.2 * 0"
)

WORST_1, WORST_2, WORST_3 = (f"{k}**2 * (0.5**2 + 0.3**2 + 0.2**2) + {k}**2/2" for k in (1, 2, 3))
DP_2 = "max(2 * 0.5 - 1, 0)**2 + max(2 * 0.3 - 1, 0)**2 + max(2 * 0.2 - 0, 0)**2 + 1**2/2"
DP_3 = "max(3 * 0.5 - 2, 0)**2 + max(3 * 0.3 - 1, 0)**2 + max(3 * 0.2 - 0, 0)**2 + 1**2/2"
DP_FORMULA = "DP@K = Σ_i max(v_i - s_i, 0)² + n²/2,  v_i = P(i) K"
SEATS = "s_i, n: documents for intent i, for no intent, down to rank K"

# Global gains over both layers: a and b in the list, a, e and b in the ideal list.
A = f"1/2 * ({N1} * 7 + 0.5 * 7)"
B = f"1/2 * ({N1} * 3 + 0.5 * 1 + 0.3 * 3)"
E = f"1/2 * ({N1} * 3 + 0.5 * 3)"
HD_NDCG = f"({B}/log2(3) + {A}/log2(4)) / ({A}/log2(2) + {E}/log2(3) + {B}/log2(4))"
HD_Q = f"1/3 * ((1 + {B}) / (2 + {A} + {E}) + (2 + {B} + {A}) / (3 + {A} + {E} + {B}))"
GG_H = "GG_h(r) = Σ_i w_i Σ_{n in layer i} P(n) g_n(r),  w_i = 1/H"
GG_I = "GG_i(r) = Σ_{n in layer i} P(n) g_n(r),  w_i = 1/H"

SHAPES: Mapping[str, Help] = {
    # --- intent types -------------------------------------------------------------------------------------------------
    "DIN-nDCG": Help(
        formula="DIN-nDCG@l = Σ_{r≤l} GG(r)/log2(r+1) / D-nDCG's ideal sum\n"
        f"{GLOBAL}, a navigational i only at its first hit",
        about="D-nDCG with one hit for a navigational intent. For intents that want one page and no more. "
        "The ideal stays D-nDCG's, where such intents count at every document, so 1 may be out of reach.",
        example=DIN,
        name="DIN-nDCG@3",
    ),
    "DIN#-nDCG": Help(
        formula="DIN#-nDCG@l = γ I-rec@l + (1 - γ) DIN-nDCG@l,  γ = 0.5\n"
        "DIN-nDCG@l = Σ_{r≤l} GG(r)/log2(r+1) / D-nDCG's ideal sum\n"
        f"{GLOBAL}, a navigational i only at its first hit",
        about="Intent recall and DIN-nDCG, half and half. D#-nDCG for collections that know which intents "
        "are navigational; DIN-nDCG's ideal stays D-nDCG's, so 1 may be out of reach.",
        example=f"1/2 * 2/3 + 1/2 * {DIN}",
        name="DIN#-nDCG@3",
    ),
    "P+Q": Help(
        formula="P+Q@l = Σ_{inf} P(i) Q_i@l + Σ_{nav} P(i) P+_i@l\n"
        "Q_i@l = 1/min(l, R_i) Σ_{r≤l} J_i(r) (C_i(r) + β cg_i(r)) / (r + β cg_i*(r))\n"
        "P+_i@l: mean of the same ratios down to i's first hit of the best grade found",
        about="Q of informational and P+ of navigational intents. An intent without a type is "
        "informational: without types it is Q-IA. A further relevant document may lower it, since P+ then "
        "reads on.",
        example=P_Q,
        name="P+Q@3",
    ),
    "P+Q#": Help(
        formula="P+Q#@l = γ I-rec@l + (1 - γ) P+Q@l,  γ = 0.5\nP+Q@l = Σ_{inf} P(i) Q_i@l + Σ_{nav} P(i) P+_i@l",
        about="Intent recall and P+Q, half and half. Adds variety to P+Q, whose likely intents outweigh the "
        "others; as with P+Q a further relevant document may lower it.",
        example=f"1/2 * 2/3 + 1/2 * ({P_Q})",
        name="P+Q#@3",
    ),
    # --- proportionality ----------------------------------------------------------------------------------------------
    "CPR": Help(
        formula="CPR@K = 1/K Σ_{k≤K} PR@k\n"
        "PR@k = 1 - (Σ_i max(v_i - s_i, 0)² + n²/2) / (Σ_i v_i² + k²/2),  v_i = P(i) k\n"
        "s_i, n: documents for intent i, for no intent, down to rank k",
        about="Proportionality at every rank down to K, averaged. For lists that should mirror how wanted "
        "the intents are. v_i is not rounded: with one intent a document, two equal intents are never fair "
        "at odd ranks, so 1 is out of reach.",
        example=f"1/2 * ((1 - ({WORST_1}) / ({WORST_1})) + (1 - ({DP_2}) / ({WORST_2})))",
        name="CPR@2",
    ),
    "PR": Help(
        formula=f"PR@K = 1 - DP@K / (Σ_i v_i² + K²/2)\n{DP_FORMULA}\n{SEATS}",
        about="Proportionality of the first K documents. 1 where every intent has its share. The divisor "
        "that Dang and Croft call ideal is the worst case; odd ranks may have no fair list of documents "
        "with one intent each.",
        example=f"1 - ({DP_3}) / ({WORST_3})",
        name="PR@3",
    ),
    "DP": Help(
        formula=f"{DP_FORMULA}\n{SEATS}",
        about="Squared distance from the wanted shares of intents. Lower is better. Only what is missing "
        "counts, not what is too much, and it grows with K: compare at one cutoff.",
        example=DP_3,
        name="DP@3",
    ),
    # --- α#-IA --------------------------------------------------------------------------------------------------------
    "alpha#-IA": Help(
        formula="α#-IA@l = γ I-rec@l + (1 - γ) 1/M Σ_i a_i@l,  γ = 0.5, α = 0.3\n"
        "a_i@l = Σ_{r≤l} h_i(r)/log2(r+1) / Σ_{r≤l} h_i*(r)/log2(r+1)\n"
        "h_i(r) = J_i(r) (1 - α)^C_i(r-1)",
        about="Intent recall and novelty by intent, half and half. A frame that holds α-nDCG (gamma=0, "
        "subtopics=cascade), binary nDCG-IA (alpha=gamma=0) and I-rec (gamma=1); state its parameters with "
        "every number.",
        example="1/2 * 2/3 + 1/2 * 1/3 * ((1/log2(3) + 0.7/log2(4)) / (1/log2(2) + 0.7/log2(3) + 0.7**2/log2(4))"
        " + (1/log2(3)) / (1/log2(2) + 0.7/log2(3)) + 0 / (1/log2(2)))",
        name="alpha#-IA@3",
    ),
    # --- hierarchy ----------------------------------------------------------------------------------------------------
    "N-rec": Help(
        formula="N-rec@l = nodes with a relevant document down to rank l / nodes but the root",
        about="Share of the hierarchy's nodes that the list covers. Meant for the extended tree (the "
        "default), where a leaf high up counts on every layer below; with tree=original two interpretations "
        "may count no more than two facets.",
        example="3/5",
        name="N-rec@3",
    ),
    "LD#-nDCG": Help(
        formula="LD#-nDCG@l = γ N-rec@l + (1 - γ) D-nDCG@l,  γ = 0.5\n"
        f"D-nDCG@l = Σ_{{r≤l}} GG(r)/log2(r+1) / Σ_{{r≤l}} GG*(r)/log2(r+1)\n{GLOBAL}",
        about="Node recall and D-nDCG of the leaves, half and half. The hierarchy speaks through N-rec "
        "alone; of the three mixtures the closest to diversity in Wang et al. 2016. 1 may be out of reach.",
        example=f"1/2 * 3/5 + 1/2 * {D_NDCG}",
        name="LD#-nDCG@3",
    ),
    "HD-nDCG": Help(
        formula=f"HD-nDCG@l = Σ_{{r≤l}} GG_h(r)/log2(r+1) / Σ_{{r≤l}} GG_h*(r)/log2(r+1)\n{GG_H}",
        about="nDCG on gains summed over all nodes of the tree. Relevance to likely nodes counts most, and "
        "one ideal list serves all layers, so 1 can be reached; it does not ask for variety: HD#-nDCG does.",
        example=HD_NDCG,
        name="HD-nDCG@3",
    ),
    "HD#-nDCG": Help(
        formula="HD#-nDCG@l = γ N-rec@l + (1 - γ) HD-nDCG@l,  γ = 0.5\n"
        f"HD-nDCG@l = Σ_{{r≤l}} GG_h(r)/log2(r+1) / Σ_{{r≤l}} GG_h*(r)/log2(r+1)\n{GG_H}",
        about="Node recall and HD-nDCG, half and half. Of the three mixtures the closest to relevance in "
        "Wang et al. 2016. HD-nDCG's ideal list need not cover all nodes, so 1 may be out of reach.",
        example=f"1/2 * 3/5 + 1/2 * {HD_NDCG}",
        name="HD#-nDCG@3",
    ),
    "LAD#-nDCG": Help(
        formula="LAD#-nDCG@l = γ N-rec@l + (1 - γ) Σ_i w_i D-nDCG_i@l,  γ = 0.5\n"
        f"D-nDCG_i@l = Σ_{{r≤l}} GG_i(r)/log2(r+1) / Σ_{{r≤l}} GG_i*(r)/log2(r+1)\n{GG_I}",
        about="Node recall and D-nDCG by layer, half and half. The balance of diversity and relevance in "
        "Wang et al. 2016. Every layer has its own ideal list, so 1 may be out of reach.",
        example=f"1/2 * 3/5 + 1/2 * (1/2 * {FIRST_LAYER['D-nDCG']} + 1/2 * {D_NDCG})",
        name="LAD#-nDCG@3",
    ),
    "LD#-Q": Help(
        formula=f"LD#-Q@l = γ N-rec@l + (1 - γ) D-Q@l,  γ = 0.5,  {GLOBAL}\n"
        "D-Q@l = 1/min(l, R) Σ_{r≤l} J(r) (C(r) + β cg(r)) / (r + β cg*(r)), cg of GG",
        about="Node recall and D-Q of the leaves, half and half. LD#-nDCG with Q in place of nDCG: the "
        "hierarchy speaks through N-rec alone, and 1 may be out of reach.",
        example=f"1/2 * 3/5 + 1/2 * {D_Q}",
        name="LD#-Q@3",
    ),
    "HD-Q": Help(
        formula="HD-Q@l = 1/min(l, R) Σ_{r≤l} J(r) (C(r) + β cg(r)) / (r + β cg*(r))\n"
        "cg, cg*: sums of GG_h; J(r) = 1 if GG_h(r) > 0\n" + GG_H,
        about="Q on gains summed over all nodes of the tree. Relevance to likely nodes counts most, and one "
        "ideal list serves all layers, so 1 can be reached; it does not ask for variety: HD#-Q does.",
        example=HD_Q,
        name="HD-Q@3",
    ),
    "HD#-Q": Help(
        formula="HD#-Q@l = γ N-rec@l + (1 - γ) HD-Q@l,  γ = 0.5,  cg of GG_h\n"
        "HD-Q@l = 1/min(l, R) Σ_{r≤l} J(r) (C(r) + β cg(r)) / (r + β cg*(r))\n" + GG_H,
        about="Node recall and HD-Q, half and half. HD#-nDCG with Q in place of nDCG; HD-Q's ideal list "
        "need not cover all nodes, so 1 may be out of reach.",
        example=f"1/2 * 3/5 + 1/2 * {HD_Q}",
        name="HD#-Q@3",
    ),
    "LAD#-Q": Help(
        formula="LAD#-Q@l = γ N-rec@l + (1 - γ) Σ_i w_i D-Q_i@l,  γ = 0.5,  cg of GG_i\n"
        "D-Q_i@l = 1/min(l, R) Σ_{r≤l} J(r) (C(r) + β cg(r)) / (r + β cg*(r))\n" + GG_I,
        about="Node recall and D-Q by layer, half and half. LAD#-nDCG with Q in place of nDCG; every layer "
        "has its own ideal list, so 1 may be out of reach.",
        example=f"1/2 * 3/5 + 1/2 * (1/2 * {FIRST_LAYER['D-Q']} + 1/2 * {D_Q})",
        name="LAD#-Q@3",
    ),
}
