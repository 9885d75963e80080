"""Help for what NTCIREVAL computes: gains are grades, probabilities stay as given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from plurank.measures.help.parts import Help

__all__ = ["NTCIREVAL"]

ON_GAINS = {
    "nDCG": "Σ_{{r≤l}} GG(r)/log2(r+1) / Σ_{{r≤l}} GG*(r)/log2(r+1)",
    "Q": "1/min(l, R) Σ_{{r≤l}} J(r) (C(r) + β cg(r)) / (r + β cg*(r)), cg of GG",
    "AP": "1/min(l, R) Σ_{{r≤l}} J(r) C(r)/r,  J(r) = 1 if GG(r) > 0",
    "ERR": "Σ_{{r≤l}} 1/r s(r) Π_{{k<r}} (1 - s(k)),  s(r) = GG(r) / (GG*(1) + 1)",
    "nERR": "{view}-ERR@l / D-ERR@l of the ideal list",
    "RBP": "(1 - p) Σ_{{r≤l}} p^(r-1) GG(r)/GG*(1),  p = 0.95",
}
"""The measures of a list with one gain a document."""

LINEAR = "GG(r) = Σ_i P(i) X_i(r)"
ONCE = f"{LINEAR}, a navigational i only at its first hit; * as in D"
AS_GIVEN = "Gains are the grades themselves, and the probabilities are not renormalised."
IDEAL_LIST = ("nDCG", "Q", "AP", "nERR")
OWN_TOP = " The scale ends at the topic's best gain, so topics differ in what a grade is worth."
TRAPS = {"AP": " It divides by min(l, R), unlike AP.", "ERR": OWN_TOP, "nERR": OWN_TOP, "RBP": OWN_TOP}

# b at rank 2, a at rank 3; the ideal list is a, b, e with the gains 0.5 * 3, 0.5 * 1 + 0.3 * 2, 0.5 * 2.
A, B, E = "0.5 * 3", "(0.5 * 1 + 0.3 * 2)", "0.5 * 2"


def stop(gain: str) -> str:
    """Return the probability that a document of this gain satisfies."""
    return f"{gain} / ({A} + 1)"


ERR_IDEAL = (
    f"({stop(A)} + 1/2 * (1 - {stop(A)}) * {stop(B)} + 1/3 * (1 - {stop(A)}) * (1 - {stop(B)}) * {stop(E)})"
)
NDCG_IDEAL = f"({A}/log2(2) + {B}/log2(3) + {E}/log2(4))"
D_ERR = f"1/2 * {stop(B)} + 1/3 * (1 - {stop(B)}) * {stop(A)}"
DIN_ERR = f"1/2 * {stop(B)} + 1/3 * (1 - {stop(B)}) * 0"
EXAMPLES = {
    "D-nDCG": f"({B}/log2(3) + {A}/log2(4)) / {NDCG_IDEAL}",
    "D-Q": f"1/3 * ((1 + {B}) / (2 + {A} + {B}) + (2 + {B} + {A}) / (3 + {A} + {B} + {E}))",
    "D-AP": "1/3 * (1/2 + 2/3)",
    "D-ERR": D_ERR,
    "D-nERR": f"({D_ERR}) / {ERR_IDEAL}",
    "D-RBP": f"(1 - 0.95) * (0.95**1 * {B} / ({A}) + 0.95**2 * {A} / ({A}))",
    "DIN-nDCG": f"({B}/log2(3) + 0/log2(4)) / {NDCG_IDEAL}",
    "DIN-Q": f"1/3 * ((1 + {B}) / (2 + {A} + {B}) + 0)",
    "DIN-AP": "1/3 * (1/2 + 0)",
    "DIN-ERR": DIN_ERR,
    "DIN-nERR": f"({DIN_ERR}) / {ERR_IDEAL}",
    "DIN-RBP": f"(1 - 0.95) * (0.95**1 * {B} / ({A}) + 0.95**2 * 0)",
}


def on_gains() -> Iterator[tuple[str, Help]]:
    """Yield NTCIREVAL's D- and DIN-measures, each alone and mixed with intent recall."""
    for base in ON_GAINS:
        yield f"D-{base}", alone(base, "D", "on gains summed over intents", LINEAR)
        yield f"D#-{base}", with_recall(base, "D", LINEAR)
        yield f"DIN-{base}", alone(base, "DIN", "with one hit for navigational intents", ONCE)
        yield f"DIN#-{base}", with_recall(base, "DIN", ONCE)


def alone(base: str, view: str, what: str, gains: str) -> Help:
    """Return the help of a measure on global gains."""
    return Help(
        f"{view}-{base}@l = {ON_GAINS[base].format(view=view)}\n{gains}",
        f"NTCIREVAL's {base} {what}. {differs(base, view)}",
        EXAMPLES[f"{view}-{base}"],
        f"{view}-{base}@3",
    )


def with_recall(base: str, view: str, gains: str) -> Help:
    """Return the help of a measure on global gains mixed with intent recall."""
    plain = alone(base, view, "", gains)
    return Help(
        f"{view}#-{base}@l = γ I-rec@l + (1 - γ) {view}-{base}@l,  γ = 0.5\n{plain.formula}",
        f"Intent recall and NTCIREVAL's {view}-{base}, half and half. {differs(base, view)}",
        f"1/2 * 2/3 + 1/2 * ({plain.example})",
        f"{view}#-{base}@3",
    )


def differs(base: str, view: str) -> str:
    """Return what NTCIREVAL does otherwise, and where that misleads."""
    kept = (
        " The ideal list stays D's, so 1 may be out of reach." if view == "DIN" and base in IDEAL_LIST else ""
    )
    return f"{AS_GIVEN}{kept}{TRAPS.get(base, '')}"


STOPS = "s_i(r) = X_i(r) / (X_i*(1) + 1)"
ERR_1, ERR_2 = "(1/2 * 1/4 + 1/3 * (1 - 1/4) * 3/4)", "(1/2 * 2/3)"
Q_1 = "((1 + 1) / (2 + 3 + 2) + (2 + 1 + 3) / (3 + 3 + 2 + 1))"
Q_2 = "0.3 * 1/2 * (1 + 2) / (2 + 2 + 1)"

NTCIREVAL: Mapping[str, Help] = {
    "I-rec": Help(
        formula="I-rec@l = intents with a relevant document down to rank l / M",
        about="NTCIREVAL's I-rec. The same number as plain I-rec: M counts the intents that have relevant "
        "documents.",
        example="2/3",
        name="I-rec@3",
    ),
    **dict(on_gains()),
    "IA-nDCG": Help(
        formula="IA-nDCG@l = Σ_i P(i) Σ_{r≤l} X_i(r)/log2(r+1) / Σ_{r≤l} X_i*(r)/log2(r+1)",
        about=f"NTCIREVAL's nDCG-IA. {AS_GIVEN} Every intent has its own ideal list, so 1 is seldom within "
        "reach.",
        example="0.5 * (1/log2(3) + 3/log2(4)) / (3/log2(2) + 2/log2(3) + 1/log2(4))"
        " + 0.3 * (2/log2(3)) / (2/log2(2) + 1/log2(3)) + 0.2 * 0 / (1/log2(2))",
        name="IA-nDCG@3",
    ),
    "IA-Q": Help(
        formula="IA-Q@l = Σ_i P(i)/min(l, R_i) Σ_{r≤l} J_i(r) BR_i(r)\n"
        "BR_i(r) = (C_i(r) + β cg_i(r)) / (r + β cg_i*(r)),  cg of grades",
        about=f"NTCIREVAL's Q-IA. {AS_GIVEN} Every intent has its own ideal list, so 1 is seldom within "
        "reach.",
        example=f"0.5 * 1/3 * {Q_1} + {Q_2} + 0.2 * 0",
        name="IA-Q@3",
    ),
    "IA-ERR": Help(
        formula=f"IA-ERR@l = Σ_i P(i) Σ_{{r≤l}} 1/r s_i(r) Π_{{k<r}} (1 - s_i(k))\n{STOPS}",
        about=f"NTCIREVAL's ERR-IA. {AS_GIVEN} The top of the scale is each intent's own best grade, so it "
        "is neither plain ERR-IA nor ndeval's.",
        example=f"0.5 * {ERR_1} + 0.3 * {ERR_2} + 0.2 * 0",
        name="IA-ERR@3",
    ),
    "IA-nERR": Help(
        formula=f"IA-nERR@l = Σ_i P(i) ERR_i@l / ERR_i*@l,  {STOPS}\n"
        "ERR_i@l = Σ_{r≤l} 1/r s_i(r) Π_{k<r} (1 - s_i(k))",
        about=f"NTCIREVAL's nERR-IA. {AS_GIVEN} The top of the scale is each intent's own best grade; every "
        "intent has its own ideal list, unlike in ndeval:nERR-IA.",
        example=f"0.5 * {ERR_1} / (3/4 + 1/2 * (1 - 3/4) * 2/4 + 1/3 * (1 - 3/4) * (1 - 2/4) * 1/4)"
        f" + 0.3 * {ERR_2} / (2/3 + 1/2 * (1 - 2/3) * 1/3) + 0.2 * 0 / (1/2)",
        name="IA-nERR@3",
    ),
    "P+Q": Help(
        formula="P+Q@l = Σ_{inf} P(i) Q_i@l + Σ_{nav} P(i) P+_i@l,  cg of grades\n"
        "Q_i@l = 1/min(l, R_i) Σ_{r≤l} J_i(r) (C_i(r) + β cg_i(r)) / (r + β cg_i*(r))\n"
        "P+_i@l: mean of the same ratios down to i's first hit of the best grade found",
        about=f"NTCIREVAL's P+Q. {AS_GIVEN} An intent without a type is informational, and a further "
        "relevant document may lower the score.",
        example=f"0.5 * 1/2 * {Q_1} + {Q_2} + 0.2 * 0",
        name="P+Q@3",
    ),
    "P+Q#": Help(
        formula="P+Q#@l = γ I-rec@l + (1 - γ) P+Q@l,  γ = 0.5\n"
        "P+Q@l = Σ_{inf} P(i) Q_i@l + Σ_{nav} P(i) P+_i@l,  cg of grades",
        about=f"Intent recall and NTCIREVAL's P+Q, half and half. {AS_GIVEN} A further relevant document may "
        "lower the score.",
        example=f"1/2 * 2/3 + 1/2 * (0.5 * 1/2 * {Q_1} + {Q_2} + 0.2 * 0)",
        name="P+Q#@3",
    ),
}
