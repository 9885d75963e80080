"""Help for the measures of one intent: the tiny collection's grades are the best over the intents."""

from __future__ import annotations

from collections.abc import Mapping

from plurank.measures.help.parts import Help

__all__ = ["ADHOC"]

ADHOC: Mapping[str, Help] = {
    "P": Help(
        formula="P@l = C(l) / l",
        about="Share of relevant documents among the first l. What a user sees at a glance; it is blind to "
        "order, and a topic with fewer than l relevant documents cannot reach 1.",
        example="2/3",
        name="P@3",
    ),
    "R": Help(
        formula="R@l = C(l) / R",
        about="Share of the relevant documents that are found. For searches that must miss nothing; it is "
        "blind to order and no better than the judgments are complete.",
        example="2/4",
        name="R@3",
    ),
    "RR": Help(
        formula="RR@l = 1 / rank of the first relevant document, 0 if none is found by l",
        about="How early the first relevant document comes. For searches with one answer; whatever follows "
        "the first hit is ignored.",
        example="1/2",
        name="RR@3",
    ),
    "Rprec": Help(
        formula="Rprec = C(R) / R",
        about="Precision at rank R, where it equals recall. Its cutoff grows with the topic; a list cut "
        "above rank R is filled up with documents that are not relevant.",
        example="2/4",
        name="Rprec",
    ),
    "Success": Help(
        formula="Success@l = 1 if C(l) > 0, else 0",
        about="Whether any of the first l documents is relevant. Its mean is the share of topics with an "
        "answer in sight; on one topic it is too coarse to tell systems apart.",
        example="max(0, 1, 1)",
        name="Success@3",
    ),
    "AP": Help(
        formula="AP@l = 1/R Σ_{r≤l} J(r) C(r)/r",
        about="Mean precision at the ranks of relevant documents. The classic summary of a whole list. Cut "
        "above rank R it cannot reach 1; divisor=min, which divides by min(l, R), can.",
        example="(1/2 + 2/3 + 3/5) / 4",
        name="AP",
    ),
    "Judged": Help(
        formula="Judged@l = judged documents down to rank l / l",
        about="Share of the first l documents that were judged. No measure of quality: where it is low, the "
        "other scores take holes for documents that are not relevant. Judgments that list relevant pairs "
        "only cannot give it.",
        example="3/4",
        name="Judged@4",
    ),
    "Hole": Help(
        formula="Hole@l = 1 - Judged@l",
        about="Share of the first l documents that nobody judged. Lower is better: a warning for systems "
        "that did not contribute to the judgments, whose other scores may be too low.",
        example="1 - 3/4",
        name="Hole@4",
    ),
    "nDCG": Help(
        formula="nDCG@l = Σ_{r≤l} g(r)/log2(r+1) / Σ_{r≤l} g*(r)/log2(r+1)",
        about="Discounted gain as a share of the ideal list's. The standard for graded judgments. The gain "
        "is 2^x - 1: trec_eval's is the grade itself, so numbers under the same name differ.",
        example="(3/log2(3) + 7/log2(4)) / (7/log2(2) + 3/log2(3) + 3/log2(4))",
        name="nDCG@3",
    ),
    "Q": Help(
        formula="Q@l = 1/min(l, R) Σ_{r≤l} J(r) (C(r) + β cg(r)) / (r + β cg*(r))",
        about="AP for grades: a blend of precision and gain. beta says how much the gain counts; with "
        "beta=0 it is AP with divisor=min.",
        example="1/3 * ((1 + 3) / (2 + 7 + 3) + (2 + 3 + 7) / (3 + 7 + 3 + 3))",
        name="Q@3",
    ),
    "ERR": Help(
        formula="ERR@l = Σ_{r≤l} 1/r s(r) Π_{k<r} (1 - s(k))\ns(r) = (2^X(r) - 1) / 2^h",
        about="Expected 1/rank at which the user is satisfied. Top-heavy, for searches with one answer. It "
        "depends on the top grade h of the scale, and even the ideal list stays below 1.",
        example="1/2 * 3/8 + 1/3 * (1 - 3/8) * 7/8",
        name="ERR@3",
    ),
    "nERR": Help(
        formula="nERR@l = ERR@l / ERR*@l\nERR@l = Σ_{r≤l} 1/r s(r) Π_{k<r} (1 - s(k)),  s(r) = (2^X(r) - 1) / 2^h",
        about="ERR as a share of the ideal list's. Topics become comparable, and the ideal list scores 1; "
        "it is as top-heavy as ERR and differs from it at every cutoff.",
        example="(1/2 * 3/8 + 1/3 * (1 - 3/8) * 7/8)"
        " / (7/8 + 1/2 * (1 - 7/8) * 3/8 + 1/3 * (1 - 7/8) * (1 - 3/8) * 3/8)",
        name="nERR@3",
    ),
    "GAP": Help(
        formula="GAP@l = Σ_{r≤l} 1/r Σ_{k≤r} w(min(X(r), X(k))) / Σ_{all relevant d} w(X_d)\n"
        "w(x) = x/h: the share of users to whom grade x is good enough",
        about="AP for users who differ in what they call relevant. Users' least grades are uniform over "
        "1..h; the printed equations of Sakai and Song 2011 are thresholds=linear, although their words say "
        "uniform.",
        example="(1/2 * 2/3 + 1/3 * (2/3 + 3/3)) / (3/3 + 2/3 + 2/3 + 1/3)",
        name="GAP@3",
    ),
    "nGAP": Help(
        formula="nGAP@l = Σ_{r≤l} 1/r Σ_{k≤r} w(min(X(r), X(k))) / Σ_{r≤l} w(X*(r))\n"
        "w(x) = x/h: the share of users to whom grade x is good enough",
        about="GAP as a share of the ideal list's at the same cutoff. So it can reach 1 where GAP cannot, "
        "and told more runs apart in Sakai and Song 2011. Its thresholds are GAP's: uniform, unless "
        "thresholds=linear.",
        example="(1/2 * 2/3 + 1/3 * (2/3 + 3/3)) / (3/3 + 2/3 + 2/3)",
        name="nGAP@3",
    ),
    "RBP": Help(
        formula="RBP@l = (1 - p) Σ_{r≤l} J(r) p^(r-1)",
        about="Precision for a user who goes on with probability p. Such a user sees 1/(1 - p) documents on "
        "average. Not normalised: few relevant documents keep it below 1, and a cutoff leaves up to p^l "
        "uncounted.",
        example="(1 - 0.8) * (0.8**1 + 0.8**2 + 0.8**4)",
        name="RBP",
    ),
    "P+": Help(
        formula="P+@l = 1/C(r_p) Σ_{r≤r_p} J(r) (C(r) + β cg(r)) / (r + β cg*(r))\n"
        "r_p = rank of the first document with the best grade found down to l",
        about="Mean blended ratio down to the best document found. For navigational searches, where the "
        "user stops there. What follows counts nothing, and a better document further down may lower the "
        "score.",
        example="1/2 * ((1 + 3) / (2 + 7 + 3) + (2 + 3 + 7) / (3 + 7 + 3 + 3))",
        name="P+@3",
    ),
}
