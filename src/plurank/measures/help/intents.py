"""Help for the intent-aware, coverage and novelty measures and the D-measures: all that have a layered form.

Each comes with its worked example on the first layer of the hierarchy, where n1 (intents 1 and 2) and 3 are the
intents; on the last layer the example is the plain one.
"""

from __future__ import annotations

from collections.abc import Mapping

from plurank.measures.help.parts import Help

__all__ = ["FIRST_LAYER", "INTENTS"]

STOPS = "s_i(r) = (2^X_i(r) - 1) / 2^h"
GAP_W = "w(x) = x/h: the share of users to whom grade x is good enough"
NOVELTY = "NG(r) = Σ_i J_i(r) (1 - α)^C_i(r-1),  α = 0.5"
GLOBAL = "GG(r) = Σ_i P(i) g_i(r)"

# b at rank 2 and a at rank 3; the ideal list is a, e, b.
D_NDCG = (
    "((0.5 * 1 + 0.3 * 3)/log2(3) + 0.5 * 7/log2(4))"
    " / (0.5 * 7/log2(2) + 0.5 * 3/log2(3) + (0.5 * 1 + 0.3 * 3)/log2(4))"
)
D_Q = (
    "1/3 * ((1 + 0.5 * 1 + 0.3 * 3) / (2 + 0.5 * (7 + 3))"
    " + (2 + 0.5 * (1 + 7) + 0.3 * 3) / (3 + 0.5 * (7 + 3 + 1) + 0.3 * 3))"
)
N1 = "(0.5 + 0.3)"
D_NDCG_1 = f"({N1} * 3/log2(3) + {N1} * 7/log2(4)) / ({N1} * 7/log2(2) + {N1} * 3/log2(3) + {N1} * 3/log2(4))"
D_Q_1 = f"1/3 * ((1 + {N1} * 3) / (2 + {N1} * (7 + 3)) + (2 + {N1} * (3 + 7)) / (3 + {N1} * (7 + 3 + 3)))"

INTENTS: Mapping[str, Help] = {
    # --- coverage -----------------------------------------------------------------------------------------------------
    "I-rec": Help(
        formula="I-rec@l = intents with a relevant document down to rank l / M",
        about="Share of the intents that the list covers. The plainest measure of diversity, also called "
        "S-recall; blind to order, to grades and to all but the first hit of an intent.",
        example="2/3",
        name="I-rec@3",
    ),
    "nI-rec": Help(
        formula="nI-rec@l = I-rec@l / I-rec@l of the greedy cover of the intents",
        about="I-rec as a share of what a greedy cover reaches. Fair where l documents cannot cover "
        "everything. The largest cover is NP-hard to find and greed may miss it, so a list can pass 1.",
        example="(2/3) / (3/3)",
        name="nI-rec@2",
    ),
    "S-precision": Help(
        formula="S-precision@l = minRank(k) / m',  k = intents covered at rank l\n"
        "minRank(k): documents that a greedy cover needs; m': those of the list",
        about="How frugally the list covers what it covers. It says nothing about how many are covered: "
        "read it beside I-rec. A list that beats the greedy cover passes 1, and one that covers one more "
        "intent may fall.",
        example="2/5",
        name="S-precision@5",
    ),
    # --- novelty ------------------------------------------------------------------------------------------------------
    "alpha-DCG": Help(
        formula=f"α-DCG@l = Σ_{{r≤l}} NG(r)/log2(r+1)\n{NOVELTY}",
        about="Discounted gain that shrinks for intents met before. Not normalised: topics with many "
        "intents rule its mean. Carterette 2011 writes α for what is 1 - α here.",
        example="(1 + 1)/log2(3) + (1/2)/log2(4)",
        name="alpha-DCG@3",
    ),
    "alpha-nDCG": Help(
        formula=f"α-nDCG@l = Σ_{{r≤l}} NG(r)/log2(r+1) / Σ_{{r≤l}} NG*(r)/log2(r+1)\n{NOVELTY}; *: greedy ideal list",
        about="α-DCG as a share of the greedy ideal list's. TREC's measure of novelty; without grades and "
        "probabilities by default. The greedy list is not always the best one, so a list can pass 1.",
        example="((1 + 1)/log2(3) + (1/2)/log2(4)) / ((1 + 1)/log2(2) + (1 + 1/2)/log2(3) + (1/2)/log2(4))",
        name="alpha-nDCG@3",
    ),
    "NRBP": Help(
        formula=f"NRBP@l = (1 - (1 - α) β)/M Σ_{{r≤l}} β^(r-1) NG(r)\n{NOVELTY}; β = 0.5",
        about="Novel gain for a user who goes on with probability β. Cheap to compute, for whole lists; β = "
        "0.5 leaves almost nothing beyond rank 10. It nears 1 only if every document covers every intent.",
        example="(1 - 1/2 * 0.5)/3 * (0.5**1 * (1 + 1) + 0.5**2 * 1/2 + 0.5**4 * (1/2 + 1))",
        name="NRBP",
    ),
    "nNRBP": Help(
        formula="nNRBP@l = Σ_{r≤l} β^(r-1) NG(r) / Σ_{r≤l} β^(r-1) NG*(r),  β = 0.5\n"
        f"{NOVELTY}; *: greedy ideal list",
        about="NRBP as a share of the greedy ideal list's. Makes topics comparable. The greedy list is "
        "α-nDCG's and not always the best one, so a list can pass 1.",
        example="(0.5**1 * (1 + 1) + 0.5**2 * 1/2 + 0.5**4 * (1/2 + 1))"
        " / (0.5**0 * (1 + 1) + 0.5**1 * (1 + 1/2) + 0.5**2 * 1/2 + 0.5**3 * 1/4)",
        name="nNRBP",
    ),
    "RBU": Help(
        formula=f"RBU@l = Σ_{{r≤l}} p^r (Σ_i P(i) s_i(r) Π_{{k<r}} (1 - s_i(k)) - effort)\n{STOPS}",
        about="Novel gain less the effort of reading. Tells when a list is too long; may be negative, and a "
        "list shorter than l pays for its empty ranks. p and effort have no defaults: state them.",
        example="0.8**1 * (0 - 0.03) + 0.8**2 * (0.5 * 1/8 + 0.3 * 3/8 - 0.03)"
        " + 0.8**3 * (0.5 * (1 - 1/8) * 7/8 - 0.03)",
        name="RBU(p=0.8, effort=0.03)@3",
    ),
    # --- intent-aware -------------------------------------------------------------------------------------------------
    "P-IA": Help(
        formula="P-IA@l = Σ_i P(i) C_i(l) / l",
        about="Precision that a user with a random intent expects. Easy to read, but blind to order and to "
        "novelty: the likeliest intent may fill the whole list.",
        example="0.5 * 2/3 + 0.3 * 1/3 + 0.2 * 0/3",
        name="P-IA@3",
    ),
    "nP-IA": Help(
        formula="nP-IA@l = Σ_{r≤l} δ(r) / Σ_{r≤l} δ*(r)\nδ(r) = Σ_i P(i) J_i(r); *: judged documents by descending δ",
        about="P-IA as a share of the best that can be had. Sorting by δ is optimal, so this ideal is exact "
        "and 1 the maximum; like P-IA it does not ask for novelty.",
        example="(0 + (0.5 + 0.3) + 0.5) / ((0.5 + 0.3) + 0.5 + (0.3 + 0.2))",
        name="nP-IA@3",
    ),
    "AP-IA": Help(
        formula="AP-IA@l = Σ_i P(i) 1/R_i Σ_{r≤l} J_i(r) C_i(r)/r",
        about="AP of each intent, averaged by probability. ndeval's MAP-IA weighs intents alike. No one "
        "list is best for every intent, so 1 is seldom within reach and small intents hardly matter.",
        example="0.5 * (1/2 + 2/3)/3 + 0.3 * (1/2 + 2/5)/2 + 0.2 * (1/5)/1",
        name="AP-IA",
    ),
    "nDCG-IA": Help(
        formula="nDCG-IA@l = Σ_i P(i) Σ_{r≤l} g_i(r)/log2(r+1) / Σ_{r≤l} g_i*(r)/log2(r+1)",
        about="nDCG of each intent, averaged by probability. Every intent has an ideal list of its own, so "
        "1 is seldom within reach, and small intents hardly matter.",
        example="0.5 * (1/log2(3) + 7/log2(4)) / (7/log2(2) + 3/log2(3) + 1/log2(4))"
        " + 0.3 * (3/log2(3)) / (3/log2(2) + 1/log2(3)) + 0.2 * 0 / (1/log2(2))",
        name="nDCG-IA@3",
    ),
    "Q-IA": Help(
        formula="Q-IA@l = Σ_i P(i)/min(l, R_i) Σ_{r≤l} J_i(r) BR_i(r)\n"
        "BR_i(r) = (C_i(r) + β cg_i(r)) / (r + β cg_i*(r))",
        about="Q of each intent, averaged by probability. Every intent has an ideal list of its own, so 1 "
        "is seldom within reach; for navigational intents P+Q is the better choice.",
        example="0.5 * 1/3 * ((1 + 1) / (2 + 7 + 3) + (2 + 1 + 7) / (3 + 7 + 3 + 1))"
        " + 0.3 * 1/2 * (1 + 3) / (2 + 3 + 1) + 0.2 * 0",
        name="Q-IA@3",
    ),
    "ERR-IA": Help(
        formula=f"ERR-IA@l = Σ_i P(i) Σ_{{r≤l}} 1/r s_i(r) Π_{{k<r}} (1 - s_i(k))\n{STOPS}",
        about="Expected 1/rank at which a random intent is satisfied. Rewards novelty and the top ranks. "
        "This is the literature's sum; TREC's tables print ndeval:ERR-IA, a different, normalised number.",
        example="0.5 * (1/2 * 1/8 + 1/3 * (1 - 1/8) * 7/8) + 0.3 * 1/2 * 3/8 + 0.2 * 0",
        name="ERR-IA@3",
    ),
    "nERR-IA": Help(
        formula=f"nERR-IA@l = Σ_i P(i) ERR_i@l / ERR_i*@l,  {STOPS}\n"
        "ERR_i@l = Σ_{r≤l} 1/r s_i(r) Π_{k<r} (1 - s_i(k))",
        about="nERR of each intent, averaged by probability. Two measures go by this name: here every "
        "intent has its own ideal list; ndeval:nERR-IA divides one sum by that of one greedy list.",
        example="0.5 * (1/2 * 1/8 + 1/3 * (1 - 1/8) * 7/8)"
        " / (7/8 + 1/2 * (1 - 7/8) * 3/8 + 1/3 * (1 - 7/8) * (1 - 3/8) * 1/8)"
        " + 0.3 * (1/2 * 3/8) / (3/8 + 1/2 * (1 - 3/8) * 1/8) + 0.2 * 0 / (1/8)",
        name="nERR-IA@3",
    ),
    "GAP-IA": Help(
        formula="GAP-IA@l = Σ_i P(i) Σ_{r≤l} EP_i(r) / Σ_{all d relevant to i} w(X_i(d))\n"
        "EP_i(r) = 1/r Σ_{k≤r} w(min(X_i(r), X_i(k))),  w(x) = x/h",
        about="GAP of each intent, averaged by probability. It told few runs apart in Sakai and Song 2011, "
        "whose printed equations are thresholds=linear, although their words say uniform.",
        example="0.5 * (1/2 * 1/3) / (3/3 + 2/3 + 1/3) + 0.3 * (1/2 * 2/3) / (2/3 + 1/3) + 0.2 * 0 / (1/3)",
        name="GAP-IA@2",
    ),
    "nGAP-IA": Help(
        formula="nGAP-IA@l = Σ_i P(i) Σ_{r≤l} EP_i(r) / Σ_{r≤l} w(X_i*(r))\n"
        "EP_i(r) = 1/r Σ_{k≤r} w(min(X_i(r), X_i(k))),  w(x) = x/h",
        about="nGAP of each intent, averaged by probability. Normalised at the cutoff, which told more runs "
        "apart than GAP-IA in Sakai and Song 2011; thresholds are uniform unless thresholds=linear.",
        example="0.5 * (1/2 * 1/3) / (3/3 + 2/3) + 0.3 * (1/2 * 2/3) / (2/3 + 1/3) + 0.2 * 0 / (1/3)",
        name="nGAP-IA@2",
    ),
    "RBP-IA": Help(
        formula="RBP-IA@l = Σ_i P(i) (1 - p) Σ_{r≤l} J_i(r) p^(r-1)",
        about="RBP of each intent, averaged by probability. Nothing is normalised and nothing asks for "
        "novelty: it is one RBP on the summed probability of each document's intents.",
        example="(1 - 0.8) * (0.5 * (0.8**1 + 0.8**2) + 0.3 * (0.8**1 + 0.8**4) + 0.2 * 0.8**4)",
        name="RBP-IA",
    ),
    # --- D ------------------------------------------------------------------------------------------------------------
    "D-nDCG": Help(
        formula="D-nDCG@l = Σ_{r≤l} GG(r)/log2(r+1) / Σ_{r≤l} GG*(r)/log2(r+1)\n"
        f"{GLOBAL}; *: judged documents by descending GG",
        about="nDCG on gains summed over intents by probability. One ideal list serves all intents, so 1 "
        "can be reached. It rewards relevance to likely intents, not variety: D#-nDCG adds that.",
        example=D_NDCG,
        name="D-nDCG@3",
    ),
    "D#-nDCG": Help(
        formula=f"D#-nDCG@l = γ I-rec@l + (1 - γ) D-nDCG@l,  γ = 0.5,  {GLOBAL}\n"
        "D-nDCG@l = Σ_{r≤l} GG(r)/log2(r+1) / Σ_{r≤l} GG*(r)/log2(r+1)",
        about="Intent recall and D-nDCG, half and half. NTCIR's measure: variety and relevance in one "
        "number that tells runs apart well. D-nDCG's ideal list need not cover the intents, so 1 may be out "
        "of reach.",
        example=f"1/2 * 2/3 + 1/2 * {D_NDCG}",
        name="D#-nDCG@3",
    ),
    "D-Q": Help(
        formula=f"D-Q@l = 1/min(l, R) Σ_{{r≤l}} J(r) (C(r) + β cg(r)) / (r + β cg*(r))\n"
        f"cg, cg*: sums of {GLOBAL}; J(r) = 1 if GG(r) > 0",
        about="Q on gains summed over intents by probability. One ideal list serves all intents, so 1 can "
        "be reached. It rewards relevance to likely intents, not variety: D#-Q adds that.",
        example=D_Q,
        name="D-Q@3",
    ),
    "D#-Q": Help(
        formula=f"D#-Q@l = γ I-rec@l + (1 - γ) D-Q@l,  γ = 0.5,  {GLOBAL}\n"
        "D-Q@l = 1/min(l, R) Σ_{r≤l} J(r) (C(r) + β cg(r)) / (r + β cg*(r)), cg of GG",
        about="Intent recall and D-Q, half and half. Told more runs apart at shallow cutoffs than either "
        "part in Sakai and Song 2011. D-Q's ideal list need not cover the intents, so 1 may be out of "
        "reach.",
        example=f"1/2 * 2/3 + 1/2 * {D_Q}",
        name="D#-Q@3",
    ),
}

FIRST_LAYER: Mapping[str, str] = {
    "I-rec": "1/2",
    "nI-rec": "(1/2) / (2/2)",
    "S-precision": "1/5",
    "alpha-DCG": "1/log2(3) + (1/2)/log2(4)",
    "alpha-nDCG": "(1/log2(3) + (1/2)/log2(4)) / ((1 + 1)/log2(2) + (1/2)/log2(3) + (1/4)/log2(4))",
    "NRBP": "(1 - 1/2 * 0.5)/2 * (0.5**1 * 1 + 0.5**2 * 1/2 + 0.5**4 * (1/4 + 1))",
    "nNRBP": "(0.5**1 * 1 + 0.5**2 * 1/2 + 0.5**4 * (1/4 + 1))"
    " / (0.5**0 * (1 + 1) + 0.5**1 * 1/2 + 0.5**2 * 1/4 + 0.5**3 * 1/8)",
    "RBU": f"0.8**1 * (0 - 0.03) + 0.8**2 * ({N1} * 3/8 - 0.03) + 0.8**3 * ({N1} * (1 - 3/8) * 7/8 - 0.03)",
    "P-IA": f"{N1} * 2/3 + 0.2 * 0/3",
    "nP-IA": f"(0 + {N1} + {N1}) / (({N1} + 0.2) + {N1} + {N1})",
    "AP-IA": f"{N1} * (1/2 + 2/3 + 3/5)/4 + 0.2 * (1/5)/1",
    "nDCG-IA": f"{N1} * (3/log2(3) + 7/log2(4)) / (7/log2(2) + 3/log2(3) + 3/log2(4)) + 0.2 * 0 / (1/log2(2))",
    "Q-IA": f"{N1} * 1/3 * ((1 + 3) / (2 + 7 + 3) + (2 + 3 + 7) / (3 + 7 + 3 + 3)) + 0.2 * 0",
    "ERR-IA": f"{N1} * (1/2 * 3/8 + 1/3 * (1 - 3/8) * 7/8) + 0.2 * 0",
    "nERR-IA": f"{N1} * (1/2 * 3/8 + 1/3 * (1 - 3/8) * 7/8)"
    " / (7/8 + 1/2 * (1 - 7/8) * 3/8 + 1/3 * (1 - 7/8) * (1 - 3/8) * 3/8) + 0.2 * 0 / (1/8)",
    "GAP-IA": f"{N1} * (1/2 * 2/3) / (3/3 + 2/3 + 2/3 + 1/3) + 0.2 * 0 / (1/3)",
    "nGAP-IA": f"{N1} * (1/2 * 2/3) / (3/3 + 2/3) + 0.2 * 0 / (1/3)",
    "RBP-IA": f"(1 - 0.8) * ({N1} * (0.8**1 + 0.8**2 + 0.8**4) + 0.2 * 0.8**4)",
    "D-nDCG": D_NDCG_1,
    "D#-nDCG": f"1/2 * 1/2 + 1/2 * {D_NDCG_1}",
    "D-Q": D_Q_1,
    "D#-Q": f"1/2 * 1/2 + 1/2 * {D_Q_1}",
}
