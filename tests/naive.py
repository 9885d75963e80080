"""The definition of every measure, as plain loops over one topic.

Written straight from the formulas, in the names of the papers, with the standard library only, so that
each number can be checked by hand.  The fast measures have to agree with these twins; speed is no aim here.

Notation: r rank from 1; l cutoff (infinite for the whole list); i intent, M their number, P(i) their
probabilities; x level, h the top level of the scale, g(x) gain; J = 1 where x > 0; C(r) = Σ_{k<=r} J(k);
cg(r) = Σ_{k<=r} g(k); * marks the ideal list.  A grade below `rel` is level 0 everywhere.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace

NAN = math.nan


@dataclass
class Topic:
    """One topic's judgments and intents, as they stand in the files."""

    judgments: dict[str, dict[str, int]]  # document -> {intent: grade}, in order of appearance
    intents: list[str]  # all intents, in the order of the file; some may be uncovered
    prob: dict[str, float] | None = None  # sums to 1 over `intents`; None is uniform
    types: dict[str, str] = field(default_factory=dict)  # intent -> "nav" or "inf"
    parent: dict[str, str | None] | None = None  # node -> parent, None = child of the root
    node_weight: dict[str, float] | None = None  # absolute weights, for node_weights=given
    h: int = 1  # top grade of the collection's scale
    h_count: int = 1  # the same under flat=count: the most intents that one document covers
    keep_uncovered: bool = False


class Undefined(Exception):
    """Probabilities are needed, and those at hand sum to 0: the score is NaN."""


# --- What a measure sees --------------------------------------------------------------------------


@dataclass
class Scale:
    """Gain map and top level."""

    gain: str | list[float] | tuple[float, ...]
    h: float

    def g(self, x):
        """g(x): 2^x - 1, x, or entry x of the list."""
        if self.gain == "exp":
            return 2**x - 1
        if self.gain == "linear":
            return x
        return self.gain[x]

    def stop(self, x):
        """ERR's probability to stop: g(x) / (g(h) + 1), which is (2^x - 1) / 2^h for the default gains."""
        return self.g(x) / (self.g(self.h) + 1)

    def share(self, x):
        """ghat = g(x) / g(h)."""
        return ratio(self.g(x), self.g(self.h))


@dataclass
class View:
    """A topic after dropping: the intents that count, their probabilities, the documents' levels."""

    intents: list[str]
    prob: dict[str, float] | None  # None where they sum to 0
    level: dict[str, dict[str, int]]  # every judged document -> {intent: level > 0}
    scale: Scale
    count_scale: Scale
    topic: Topic

    @property
    def M(self):
        return len(self.intents)

    def P(self, i):
        if self.prob is None:
            raise Undefined
        return self.prob[i]

    def weight(self, i, weights):
        """The factor of intent i in sums over intents: 1, or M P(i)."""
        return self.M * self.P(i) if weights == "given" else 1.0

    def share_of(self, i, weights):
        """The factor of intent i in means over intents: 1/M, or P(i)."""
        return self.P(i) if weights == "given" else 1 / self.M

    def x(self, d, i):
        return self.level.get(d, {}).get(i, 0)

    def J(self, d, i):
        return 1 if self.x(d, i) > 0 else 0

    def covers(self, d):
        """I(d): the intents that the document is relevant to."""
        return [i for i in self.intents if self.J(d, i)]

    def relevant(self, i=None):
        """The relevant documents of an intent, or of at least one, in order of first appearance."""
        return [d for d in self.level if (self.J(d, i) if i is not None else self.covers(d))]

    def column(self, run, i):
        """Levels of the list for intent i, and of its ideal list: all its relevant documents, descending."""
        return [self.x(d, i) for d in run], sorted((self.x(d, i) for d in self.relevant(i)), reverse=True)


def view(topic, rel=1, gain="exp", h=None, keep=None, renormalise=True):
    """Drop what is below `rel` and, unless kept, the uncovered intents; None where nothing is relevant."""
    least = max(rel, 1)
    level = {d: {i: x for i, x in grades.items() if x >= least} for d, grades in topic.judgments.items()}
    covered = [i for i in topic.intents if any(i in levels for levels in level.values())]
    if not covered:
        return None
    intents = list(topic.intents) if (topic.keep_uncovered if keep is None else keep) else covered
    given = topic.prob if topic.prob is not None else {i: 1 / len(intents) for i in intents}
    mass_of_covered = sum(given.get(i, 0.0) for i in covered)
    if mass_of_covered == 0:
        prob = None
    elif intents == covered and renormalise:
        prob = {i: given.get(i, 0.0) / mass_of_covered for i in intents}
    else:
        prob = {i: given.get(i, 0.0) for i in intents}
    scale = Scale(gain, topic.h if h is None else h)
    count_scale = Scale(gain, topic.h_count if h is None else h)
    return View(intents, prob, level, scale, count_scale, topic)


def ratio(a, b):
    """a / b, and 0 for 0 / 0."""
    return a / b if b else 0.0


def upto(l, values):
    """The first l values; all of them where l is infinite."""
    return list(values) if math.isinf(l) else list(values)[: int(l)]


def length(k):
    return math.inf if k is None else k


def discount_at(r, discount="dcg", beta=0.8):
    """1 / log2(r + 1), 1 / r or beta^(r-1)."""
    if discount == "dcg":
        return 1 / math.log2(r + 1)
    if discount == "err":
        return 1 / r
    if discount == "rbp":
        return beta ** (r - 1)
    raise ValueError(f"discount: expected dcg, err or rbp, got {discount!r}")


def discounted(gains, discount="dcg", beta=0.8):
    return sum(g * discount_at(r, discount, beta) for r, g in enumerate(gains, 1))


# --- A. Per-intent measures -----------------------------------------------------------------------
# x: levels of the list, cut at l; ideal: levels of all relevant documents, descending; s: the scale.


def C(x, r):
    """Relevant documents down to rank r."""
    return sum(1 for level in x[:r] if level > 0)


def P(x, ideal, l, s):
    return C(x, len(x)) / l


def R(x, ideal, l, s):
    return ratio(C(x, len(x)), len(ideal))


def RR(x, ideal, l, s):
    for r, level in enumerate(x, 1):
        if level > 0:
            return 1 / r
    return 0.0


def Rprec(x, ideal, l, s):
    return ratio(C(x, len(ideal)), len(ideal))


def Success(x, ideal, l, s):
    return 1.0 if C(x, len(x)) else 0.0


def AP(x, ideal, l, s, divisor="R"):
    """(1/D) Σ_{r<=l} J(r) C(r)/r; D = R, or min(l, R)."""
    D = len(ideal) if divisor == "R" else min(l, len(ideal))
    return ratio(sum(C(x, r) / r for r, level in enumerate(x, 1) if level > 0), D)


def nDCG(x, ideal, l, s, discount="dcg", beta=0.8):
    """Σ_{r<=l} g(r) disc(r) over Σ_{r<=l} g*(r) disc(r); only D-measures have other discounts."""
    found = discounted([s.g(level) for level in x], discount, beta)
    best = discounted([s.g(level) for level in upto(l, ideal)], discount, beta)
    return ratio(found, best)


def blended_ratio(x, ideal, s, beta, r):
    """BR(r) = (C(r) + beta cg(r)) / (r + beta cg*(r)); cg* stays constant beyond rank R."""
    cg = sum(s.g(level) for level in x[:r])
    cg_ideal = sum(s.g(level) for level in ideal[:r])
    return (C(x, r) + beta * cg) / (r + beta * cg_ideal)


def Q(x, ideal, l, s, beta=1):
    """1/min(l, R) Σ_{r<=l} J(r) BR(r)."""
    total = sum(blended_ratio(x, ideal, s, beta, r) for r, level in enumerate(x, 1) if level > 0)
    return ratio(total, min(l, len(ideal)))


def P_plus(x, ideal, l, s, beta=1):
    """(1/C(r_p)) Σ_{r<=r_p} J(r) BR(r); r_p: rank of the first document of the highest level in the list."""
    if not C(x, len(x)):
        return 0.0
    r_p = x.index(max(x)) + 1
    total = sum(blended_ratio(x, ideal, s, beta, r) for r, level in enumerate(x[:r_p], 1) if level > 0)
    return total / C(x, r_p)


def ERR(x, ideal, l, s):
    """Σ_{r<=l} (p(r)/r) Π_{k<r} (1 - p(k))."""
    total, reading_on = 0.0, 1.0
    for r, level in enumerate(x, 1):
        total += s.stop(level) / r * reading_on
        reading_on *= 1 - s.stop(level)
    return total


def nERR(x, ideal, l, s):
    return ratio(ERR(x, ideal, l, s), ERR(upto(l, ideal), ideal, l, s))


def w(m, s, thresholds):
    """Share of users whose threshold is at most m; a factor common to all m cancels."""
    if thresholds == "uniform":
        return m / s.h
    if thresholds == "linear":
        return m * (m + 1)
    return sum(thresholds[:m]) / sum(thresholds)


def expected_precision(x, l, s, thresholds):
    """Σ_{r<=l} EP(r), EP(r) = (1/r) Σ_{k<=r} w(min(X(r), X(k)))."""
    total = 0.0
    for r, level in enumerate(upto(l, x), 1):
        total += sum(w(min(level, above), s, thresholds) for above in x[:r]) / r
    return total


def GAP(x, ideal, l, s, thresholds="uniform"):
    best = sum(w(level, s, thresholds) for level in ideal)
    return ratio(expected_precision(x, l, s, thresholds), best)


def nGAP(x, ideal, l, s, thresholds="uniform"):
    """Over the top l of the ideal list, where EP*(r) = w(X*(r))."""
    best = sum(w(level, s, thresholds) for level in upto(l, ideal))
    return ratio(expected_precision(x, l, s, thresholds), best)


def RBP(x, ideal, l, s, p=0.8, grades="binary"):
    """(1-p) Σ u(r) p^(r-1), u = J or g(x)/g(h)."""
    total = 0.0
    for r, level in enumerate(x, 1):
        u = s.share(level) if grades == "graded" else (1 if level > 0 else 0)
        total += u * p ** (r - 1)
    return (1 - p) * total


def flat(measure):
    """One intent: the level of a document is the largest over the intents, or how many it is relevant to."""

    def flat_measure(v, run, k, flat="max", **parameters):
        if flat == "max":
            level, s = {d: max(levels.values(), default=0) for d, levels in v.level.items()}, v.scale
        else:
            level, s = {d: len(levels) for d, levels in v.level.items()}, v.count_scale
        ideal = sorted((x for x in level.values() if x > 0), reverse=True)
        return measure([level.get(d, 0) for d in run], ideal, length(k), s, **parameters)

    return flat_measure


def Judged(v, run, k, flat="max"):
    return sum(1 for d in run if d in v.level) / k


def Hole(v, run, k, flat="max"):
    return 1 - Judged(v, run, k)


# --- B.1 Coverage ---------------------------------------------------------------------------------


def union(v, docs):
    """The intents that the documents cover, in the order of the intents."""
    return [i for i in v.intents if any(v.J(d, i) for d in docs)]


def I_rec(v, run, k, weights="none"):
    """|∪ I(d_r)| / M; with probabilities Σ P(i) over the covered intents."""
    share = {i: v.share_of(i, weights) for i in v.intents}
    return sum(share[i] for i in union(v, run))


def round12(gain):
    return float(format(gain, ".12g"))


def cover_curve(v, weights="none"):
    """Greedy cover, ties by first appearance: the weight covered after 1, 2, ... documents."""
    chosen, curve = [], []
    while True:
        left = [i for i in v.intents if i not in union(v, chosen)]
        best, most = None, 0.0
        for d in v.level:
            new = round12(sum(v.weight(i, weights) for i in left if v.J(d, i)))
            if new > most:
                best, most = d, new
        if best is None:
            return curve
        chosen.append(best)
        curve.append(sum(v.weight(i, weights) for i in union(v, chosen)))


def min_rank(v, c):
    """minRank(S, c), greedily: documents needed to cover at least c intents."""
    for m, covered in enumerate(cover_curve(v), 1):
        if covered >= c:
            return m
    raise ValueError(f"no set of documents covers {c} intents")


def nI_rec(v, run, k, weights="none", ideal="greedy"):
    """Covered weight over what the greedy cover covers with as many documents."""
    assert ideal == "greedy"
    best = upto(length(k), cover_curve(v, weights))
    weight = {i: v.weight(i, weights) for i in v.intents}
    covered = sum(weight[i] for i in union(v, run))
    return ratio(covered, best[-1] if best else 0)


def S_precision(v, run, k, recall=None, ideal="greedy"):
    """minRank(S, c) / m', m' the first rank to cover c intents: as many as rank k does, or ceil(recall M)."""
    assert ideal == "greedy"
    c = len(union(v, run)) if recall is None else math.ceil(recall * v.M - 1e-9)
    if c <= 0:
        return 0.0
    for r in range(1, len(run) + 1):
        if len(union(v, run[:r])) >= c:
            return min_rank(v, c) / r
    return 0.0


# --- B.2 Cascade measures -------------------------------------------------------------------------


def cascade(ghats, alpha):
    """ghat(r) Π_{k<r} (1 - alpha ghat(k)) at every rank; for binary ghat = J it is J(r) (1-alpha)^C(r-1)."""
    gains, left = [], 1.0
    for ghat in ghats:
        gains.append(ghat * left)
        left *= 1 - alpha * ghat
    return gains


def ghat(v, d, i, grades):
    return v.scale.share(v.x(d, i)) if grades == "graded" else v.J(d, i)


def NG(v, docs, alpha, grades, weights):
    """Novelty-biased gain: Σ_i w_i ghat_i(r) Π_{k<r} (1 - alpha ghat_i(k)), w_i = 1 or M P(i)."""
    total = [0.0] * len(docs)
    for i in v.intents:
        gains, w_i = cascade([ghat(v, d, i, grades) for d in docs], alpha), v.weight(i, weights)
        for r in range(len(docs)):
            total[r] += w_i * gains[r]
    return total


def greedy_ideal(v, alpha, grades, weights):
    """At each rank the document of largest gain, to 12 significant digits; ties to the larger id in UTF-8."""
    chosen, rest, left = [], v.relevant(), dict.fromkeys(v.intents, 1.0)

    def gain_then_id(d):
        gain = sum(v.weight(i, weights) * ghat(v, d, i, grades) * left[i] for i in v.intents)
        return round12(gain), d.encode()

    while rest:
        best = max(rest, key=gain_then_id)
        rest.remove(best)
        chosen.append(best)
        for i in v.intents:
            left[i] *= 1 - alpha * ghat(v, best, i, grades)
    return chosen


def alpha_DCG(v, run, k, alpha=0.5, grades="binary", weights="none"):
    return discounted(NG(v, run, alpha, grades, weights))


def alpha_nDCG(v, run, k, alpha=0.5, ideal="greedy", grades="binary", weights="none"):
    assert ideal == "greedy"
    best = upto(length(k), greedy_ideal(v, alpha, grades, weights))
    found = alpha_DCG(v, run, k, alpha, grades, weights)
    return ratio(found, alpha_DCG(v, best, k, alpha, grades, weights))


def NRBP(v, run, k, alpha=0.5, beta=0.5, grades="binary", weights="none"):
    """(1 - (1-alpha) beta)/M Σ beta^(r-1) NG(r)."""
    total = discounted(NG(v, run, alpha, grades, weights), "rbp", beta)
    return (1 - (1 - alpha) * beta) / v.M * total


def nNRBP(v, run, k, alpha=0.5, beta=0.5, ideal="greedy", grades="binary", weights="none"):
    assert ideal == "greedy"
    best = upto(length(k), greedy_ideal(v, alpha, grades, weights))
    found = NRBP(v, run, k, alpha, beta, grades, weights)
    return ratio(found, NRBP(v, best, k, alpha, beta, grades, weights))


def RBU(v, run, k, *, p, effort):
    """Σ_{r<=l} p^r (Σ_i P(i) stop_i(r) Π_{k<r} (1 - stop_i(k)) - effort), padding included."""
    total, left = 0.0, dict.fromkeys(v.intents, 1.0)
    v.P(v.intents[0])  # an empty list too needs probabilities
    for r in range(1, (len(run) if k is None else k) + 1):
        d = run[r - 1] if r <= len(run) else None
        satisfied = 0.0
        for i in v.intents:
            stop = v.scale.stop(v.x(d, i))
            satisfied += v.P(i) * stop * left[i]
            left[i] *= 1 - stop
        total += p**r * (satisfied - effort)
    return total


# --- B.3 Intent-aware measures --------------------------------------------------------------------


def intent_aware(measure):
    """M-IA = Σ_i P(i) M_i, ideal lists per intent."""

    def measure_IA(v, run, k, **parameters):
        total = 0.0
        for i in v.intents:
            x, ideal = v.column(run, i)
            total += v.P(i) * measure(x, ideal, length(k), v.scale, **parameters)
        return total

    return measure_IA


def nP_IA(v, run, k):
    """P-IA over its optimum, (1/l) times the sum of the l largest delta(d) = Σ_i P(i) J_i(d)."""
    deltas = sorted((sum(v.P(i) * v.J(d, i) for i in v.intents) for d in v.level), reverse=True)
    return ratio(intent_aware(P)(v, run, k), sum(deltas[:k]) / k)


def is_nav(v, i):
    return v.topic.types.get(i) == "nav"


def P_plus_Q(v, run, k, beta=1):
    """Σ_{inf} P(i) Q_i + Σ_{nav} P(i) P+_i; an intent without a type is informational."""
    total = 0.0
    for i in v.intents:
        x, ideal = v.column(run, i)
        measure = P_plus if is_nav(v, i) else Q
        total += v.P(i) * measure(x, ideal, length(k), v.scale, beta=beta)
    return total


# --- B.4 D- and D#-measures -----------------------------------------------------------------------


def GG(v, d):
    """Global gain Σ_i P(i) g_i(d)."""
    return sum(v.P(i) * v.scale.g(v.x(d, i)) for i in v.intents)


def global_ideal(v):
    """Global gains of the documents where they are positive, descending."""
    return sorted((gain for gain in (GG(v, d) for d in v.level) if gain > 0), reverse=True)


def on_gains(measure, gains, ideal, k, **parameters):
    """A measure of section A on global gains instead of levels; the top level is the ideal's largest gain."""
    return measure(gains, ideal, length(k), Scale("linear", ideal[0] if ideal else 0), **parameters)


def D(measure):
    def D_measure(v, run, k, **parameters):
        return on_gains(measure, [GG(v, d) for d in run], global_ideal(v), k, **parameters)

    return D_measure


def DIN(measure):
    """A navigational intent adds its gain only at the first document relevant to it; the ideal stays D's."""

    def DIN_measure(v, run, k, **parameters):
        gains = []
        for r, d in enumerate(run):
            gain = 0.0
            for i in v.intents:
                seen = is_nav(v, i) and any(v.J(above, i) for above in run[:r])
                gain += 0.0 if seen else v.P(i) * v.scale.g(v.x(d, i))
            gains.append(gain)
        return on_gains(measure, gains, global_ideal(v), k, **parameters)

    return DIN_measure


def sharp(measure):
    """gamma I-rec + (1 - gamma) M."""

    def sharp_measure(v, run, k, gamma=0.5, **parameters):
        return gamma * I_rec(v, run, k) + (1 - gamma) * measure(v, run, k, **parameters)

    return sharp_measure


# --- B.5 The alpha#-IA family ---------------------------------------------------------------------


def alpha_sharp_IA(v, run, k, gamma=0.5, weights="none", **how):
    """gamma S-recall + (1 - gamma) A."""
    return gamma * I_rec(v, run, k, weights) + (1 - gamma) * subtopic_average(v, run, k, weights, **how)


def subtopic_average(v, run, k, weights, alpha=0.3, discount="dcg", subtopics="micro", beta=0.8, floor=1e-5,
                     grades="binary", ideal="greedy", miss="replacement", miss_rank="n"):  # fmt: skip
    """A: the cascade over all subtopics, or an average of the subtopics' own normalised cascades s_i."""
    assert ideal == "greedy"
    if subtopics == "cascade":
        best = upto(length(k), greedy_ideal(v, alpha, grades, weights))
        found = discounted(NG(v, run, alpha, grades, weights), discount, beta)
        return ratio(found, discounted(NG(v, best, alpha, grades, weights), discount, beta))

    s = {}
    for i in v.intents:
        own = sorted((ghat(v, d, i, grades) for d in v.relevant(i)), reverse=True)
        found = discounted(cascade([ghat(v, d, i, grades) for d in run], alpha), discount, beta)
        s[i] = ratio(found, discounted(cascade(upto(length(k), own), alpha), discount, beta))

    q = {i: v.share_of(i, weights) for i in v.intents}
    if subtopics == "geom":
        return math.exp(sum(q[i] * math.log(max(s[i], floor)) for i in v.intents))
    if subtopics == "smr":
        rates = smr_of(v, None if miss_rank == "n" else miss_rank, miss == "exact")
        both = {i: q[i] * rates[i] for i in v.intents}
        total = sum(both.values())
        q = {i: both[i] / total for i in v.intents} if total else q
    elif subtopics != "micro":
        raise ValueError(f"subtopics: expected micro, geom, smr or cascade, got {subtopics!r}")
    return sum(q[i] * s[i] for i in v.intents)


# --- C. Topic and subtopic difficulty -------------------------------------------------------------


def miss_rate(v, i, n, exact):
    """Probability that n random relevant documents, drawn with replacement or (exact) without, miss i."""
    R_i, R_T = len(v.relevant(i)), len(v.relevant())
    if exact:
        return ratio(math.comb(R_T - R_i, int(n)), math.comb(R_T, int(n)))
    return (1 - R_i / R_T) ** n if R_T else 1.0


def smr_of(v, k=None, exact=False):
    """Subtopic miss rates at rank k (n unless given), normalised; uniform where no subtopic can be missed."""
    k = len(cover_curve(v)) if k is None else k
    rates = {i: miss_rate(v, i, k, exact) for i in v.intents}
    total = sum(rates.values())
    return {i: rates[i] / total if total else 1 / v.M for i in v.intents}


def smr(topic, k=None, exact=False, rel=1):
    """smr_i of every intent that counts; empty for a topic without relevant documents."""
    v = view(topic, rel)
    return smr_of(v, k, exact) if v else {}


def greedy_cover(topic, rel=1):
    """n: least cutoff that reaches d_max, by greedy cover."""
    v = view(topic, rel)
    return len(cover_curve(v)) if v else 0


def d_max(topic, rel=1):
    """S-recall of all documents: covered / M."""
    v = view(topic, rel)
    return len(union(v, v.level)) / v.M if v else NAN


def d_mean(topic, rel=1, exact=False, n=None):
    """Expected S-recall of n relevant documents drawn at random: (1/M) Σ_i [1 - miss_i]."""
    v = view(topic, rel)
    if v is None:
        return NAN
    n = len(cover_curve(v)) if n is None else n
    return sum(1 - miss_rate(v, i, n, exact) for i in v.intents) / v.M


def dd(topic, rel=1, exact=False, n=None):
    """Harmonic mean of d_max and d_mean."""
    largest, mean = d_max(topic, rel), d_mean(topic, rel, exact, n)
    return 2 * largest * mean / (largest + mean)


def topic_average(kind, values, dds=None, weights=None, floor=1e-5):
    """mean, geom, dd (weights 1 - dd) or weighted average over the topics that have a score."""
    kept = [t for t, value in enumerate(values) if not math.isnan(value)]
    if not kept:
        return NAN
    if kind == "mean":
        return sum(values[t] for t in kept) / len(kept)
    if kind == "geom":
        return math.exp(sum(math.log(max(values[t], floor)) for t in kept) / len(kept))
    weight = {"dd": [1 - x for x in dds or []], "weighted": list(weights or [])}[kind]
    total = sum(weight[t] for t in kept)
    return sum(weight[t] * values[t] for t in kept) / total if total else NAN


def cutoff(kind, topic, rel=1):
    """A topic's own cutoff: minrank-greedy, intents or R; 0 for a topic without relevant documents."""
    v = view(topic, rel)
    if v is None:
        return 0
    return {"minrank-greedy": len(cover_curve(v)), "intents": v.M, "R": len(v.relevant())}[kind]


# --- D. Intent hierarchies ------------------------------------------------------------------------


def path(topic, leaf):
    """The nodes from the child of the root down to the leaf."""
    parent = topic.parent or {}
    nodes = [leaf]
    while parent.get(nodes[0]) is not None:
        nodes.insert(0, parent[nodes[0]])
    return nodes


def layers_of(v, tree="extended"):
    """Per layer {node: its kept leaves}; in the extended tree a leaf is repeated down to layer H."""
    if tree not in ("extended", "original"):
        raise ValueError(f"tree: expected extended or original, got {tree!r}")
    paths = {leaf: path(v.topic, leaf) for leaf in v.intents}
    layers = []
    for depth in range(1, max(len(nodes) for nodes in paths.values()) + 1):
        layer = {}
        for leaf, nodes in paths.items():
            if depth <= len(nodes):
                layer.setdefault(nodes[depth - 1], []).append(leaf)
            elif tree == "extended":
                layer[leaf] = [leaf]
        layers.append(layer)
    return layers


def weights_of(v, layer, node_weights="sum"):
    """Weights of a layer's nodes, normalised within it; None where they sum to 0."""
    if node_weights == "uniform":
        weight = dict.fromkeys(layer, 1.0)
    elif node_weights == "given" and v.topic.node_weight is not None:
        weight = {node: v.topic.node_weight[node] for node in layer}
    elif node_weights == "given" and v.topic.parent is not None:
        raise ValueError("node_weights: given, but the topic has no node weights")
    elif v.prob is None:
        return None
    else:
        weight = {node: sum(v.P(leaf) for leaf in leaves) for node, leaves in layer.items()}
    total = sum(weight.values())
    return {node: weight[node] / total for node in layer} if total else None


def on_layer(v, layer, node_weights="sum"):
    """The layer's nodes as intents; the level of a node is the largest level of its leaves."""
    level = {}
    for d in v.level:
        levels = {node: max(v.x(d, leaf) for leaf in leaves) for node, leaves in layer.items()}
        level[d] = {node: x for node, x in levels.items() if x > 0}
    return replace(v, intents=list(layer), prob=weights_of(v, layer, node_weights), level=level)


def below(v, leaves):
    """The leaves of one node as intents, their probabilities normalised among themselves."""
    level = {d: {i: x for i, x in levels.items() if i in leaves} for d, levels in v.level.items()}
    total = sum(v.prob[i] for i in leaves) if v.prob is not None else 0
    prob = {i: v.prob[i] / total for i in leaves} if total else None
    return replace(v, intents=list(leaves), prob=prob, level=level)


def layer_weights_of(layers, layer_weights):
    """w_i: 1/H each, or the list's first H entries normalised."""
    if layer_weights == "uniform":
        return [1 / len(layers)] * len(layers)
    first = [layer_weights[i] if i < len(layer_weights) else 0.0 for i in range(len(layers))]
    if not sum(first):
        raise Undefined
    return [weight / sum(first) for weight in first]


def LA(measure):
    """M-LA = Σ_i w_i M_i, M_i the measure on layer i."""

    def measure_LA(v, run, k, tree="extended", node_weights="sum", layer_weights="uniform", **parameters):
        layers = layers_of(v, tree)
        total = 0.0
        for w_i, layer in zip(layer_weights_of(layers, layer_weights), layers, strict=True):
            total += w_i * measure(on_layer(v, layer, node_weights), run, k, **parameters)
        return total

    return measure_LA


def at_layer(measure, v, run, k, layer, tree="extended", node_weights="sum", **parameters):
    """The measure on the nodes of one layer."""
    layers = layers_of(v, tree)
    if not 1 <= layer <= len(layers):
        return NAN
    return measure(on_layer(v, layers[layer - 1], node_weights), run, k, **parameters)


def within_layer(measure, v, run, k, within, tree="extended", node_weights="sum", **parameters):
    """Σ_n weight(n) M_n over the nodes n of one layer, M_n the measure on the leaves below n."""
    layers = layers_of(v, tree)
    if not 1 <= within <= len(layers):
        return NAN
    layer = layers[within - 1]
    weight = weights_of(v, layer, node_weights)
    if weight is None:
        raise Undefined
    total = 0.0
    for node, leaves in layer.items():
        try:
            value = measure(below(v, leaves), run, k, **parameters)
        except Undefined:
            if v.prob is None:
                raise
            value = 0.0  # the leaves below this node alone have no probability
        total += weight[node] * value
    return total


def N_rec(v, run, k, tree="extended"):
    """Nodes that the list covers over all nodes but the root."""
    covered = nodes = 0
    for layer in layers_of(v, tree):
        covered += len(union(on_layer(v, layer, "uniform"), run))
        nodes += len(layer)
    return covered / nodes


def HD(measure):
    """HD-M: a measure of section A on GG_h = Σ_i w_i GG_i, GG_i the global gain on layer i."""

    def HD_measure(v, run, k, tree="extended", node_weights="sum", layer_weights="uniform", **parameters):
        layers = layers_of(v, tree)
        w_i = layer_weights_of(layers, layer_weights)
        views = [on_layer(v, layer, node_weights) for layer in layers]

        def GG_h(d):
            return sum(w_i[i] * GG(views[i], d) for i in range(len(layers)))

        ideal = sorted((gain for gain in map(GG_h, v.level) if gain > 0), reverse=True)
        return on_gains(measure, [GG_h(d) for d in run], ideal, k, **parameters)

    return HD_measure


def tree_sharp(measure):
    """gamma N-rec + (1 - gamma) M: HD# on HD-M, LAD# on D-M-LA."""

    def sharp_measure(v, run, k, gamma=0.5, tree="extended", **parameters):
        return gamma * N_rec(v, run, k, tree) + (1 - gamma) * measure(v, run, k, tree=tree, **parameters)

    return sharp_measure


def on_leaves(measure):
    """The measure on the leaves, deaf to the tree; LD# is tree_sharp of it."""

    def leaf_measure(v, run, k, tree, node_weights="sum", layer_weights="uniform", **parameters):
        return measure(v, run, k, **parameters)

    return leaf_measure


# --- E.1 Proportionality --------------------------------------------------------------------------


def popularity_of(v, popularity):
    """p_i: the probabilities, or R_i / R_T, which overlap and are not normalised."""
    if popularity == "covering":
        return {i: ratio(len(v.relevant(i)), len(v.relevant())) for i in v.intents}
    return {i: v.P(i) for i in v.intents}


def DP_and_worst(v, run, K, popularity):
    """DP@K = Σ_i c_i (v_i - s_i)^2 + n_NR^2/2, v_i = p_i K, and its worst case Σ_i v_i^2 + K^2/2."""
    top = run[:K]
    n_NR = K - sum(1 for d in top if v.covers(d))
    DP = worst = 0.0
    for i, p_i in popularity_of(v, popularity).items():
        v_i, s_i = p_i * K, sum(v.J(d, i) for d in top)
        DP += (v_i - s_i) ** 2 if v_i >= s_i else 0
        worst += v_i**2
    return DP + n_NR**2 / 2, worst + K**2 / 2


def DP(v, run, k, popularity="intents"):
    return DP_and_worst(v, run, k, popularity)[0]


def PR(v, run, k, popularity="intents"):
    found, worst = DP_and_worst(v, run, k, popularity)
    return 1 - found / worst


def CPR(v, run, k, popularity="intents"):
    """(1/K) Σ_{k<=K} PR@k."""
    return sum(PR(v, run, K, popularity) for K in range(1, k + 1)) / k


# --- Dialect ndeval: binary, uniform, uncovered intents dropped -----------------------------------


def ndeval_order(v):
    """Intents by increasing number; in the order of the file where an id is no number."""
    return sorted(v.intents, key=int) if all(i.isdecimal() for i in v.intents) else v.intents


def ndeval_gain(v, d, factor):
    gain = 0.0
    for i in ndeval_order(v):
        if v.J(d, i):
            gain += factor[i]
    return gain


def ndeval_gains(v, docs, alpha):
    """NG at every rank, each intent's factor kept by repeated multiplication with 1 - alpha."""
    gains, factor = [], dict.fromkeys(v.intents, 1.0)
    for d in docs:
        gains.append(ndeval_gain(v, d, factor))
        for i in v.covers(d):
            factor[i] *= 1 - alpha
    return gains


def ndeval_ideal(v, alpha):
    """Greedy over all judged documents; floats compared as they are, ties to the larger id."""
    chosen, rest, factor = [], list(v.level), dict.fromkeys(v.intents, 1.0)
    while rest:
        best = max(rest, key=lambda d: (ndeval_gain(v, d, factor), d.encode()))
        rest.remove(best)
        chosen.append(best)
        for i in v.covers(best):
            factor[i] *= 1 - alpha
    return chosen


def ndeval_absolute(discount):
    """ERR-IA, alpha-DCG: over the sum for a list whose documents all cover every intent."""

    def measure(v, run, k, alpha=0.5):
        best = [v.M * (1 - alpha) ** (r - 1) for r in range(1, k + 1)]
        return discounted(ndeval_gains(v, run, alpha), discount) / discounted(best, discount)

    return measure


def ndeval_relative(discount):
    """nERR-IA, alpha-nDCG: over the sum for the greedy ideal."""

    def measure(v, run, k, alpha=0.5, ideal="greedy"):
        assert ideal == "greedy"
        best = upto(length(k), ndeval_ideal(v, alpha))
        found = discounted(ndeval_gains(v, run, alpha), discount)
        return ratio(found, discounted(ndeval_gains(v, best, alpha), discount))

    return measure


def ndeval_NRBP(v, run, k, alpha=0.5, beta=0.5):
    return (1 - (1 - alpha) * beta) / v.M * discounted(ndeval_gains(v, run, alpha), "rbp", beta)


def ndeval_nNRBP(v, run, k, alpha=0.5, beta=0.5, ideal="greedy"):
    assert ideal == "greedy"
    best = upto(length(k), ndeval_ideal(v, alpha))
    return ratio(ndeval_NRBP(v, run, k, alpha, beta), ndeval_NRBP(v, best, k, alpha, beta))


def over_intents(measure):
    """The plain mean over the intents."""

    def mean(v, run, k):
        return sum(measure(*v.column(run, i), length(k), v.scale) for i in v.intents) / v.M

    return mean


# --- Dialect ntcireval: gain = grade, probabilities as given --------------------------------------


def ntcireval_RBP(x, ideal, l, s, p=0.95):
    return RBP(x, ideal, l, s, p=p, grades="graded")


def ntcireval_AP(x, ideal, l, s):
    return AP(x, ideal, l, s, divisor="min")


def ntcireval_IA(measure):
    """Σ_i P(i) M_i over the covered intents; the top gain is that of each intent's own ideal list."""

    def measure_IA(v, run, k, **parameters):
        total = 0.0
        for i in v.intents:
            x, ideal = v.column(run, i)
            gains, best = [v.scale.g(level) for level in x], [v.scale.g(level) for level in ideal]
            total += v.P(i) * on_gains(measure, gains, best, k, **parameters)
        return total

    return measure_IA


# --- The table ------------------------------------------------------------------------------------

FLAT = {"P": P, "R": R, "RR": RR, "Rprec": Rprec, "Success": Success, "AP": AP, "nDCG": nDCG, "Q": Q,
        "ERR": ERR, "nERR": nERR, "GAP": GAP, "nGAP": nGAP, "RBP": RBP, "P+": P_plus}  # fmt: skip
NTCIREVAL = {"nDCG": nDCG, "Q": Q, "AP": ntcireval_AP, "ERR": ERR, "nERR": nERR, "RBP": ntcireval_RBP}

TWINS: dict[str, Callable[..., float]] = {
    **{name: flat(measure) for name, measure in FLAT.items()},
    "Judged": Judged,
    "Hole": Hole,
}

LAYERED: dict[str, Callable[..., float]] = {  # these have a -LA form and take layer=
    "I-rec": I_rec,
    "nI-rec": nI_rec,
    "S-precision": S_precision,
    "alpha-DCG": alpha_DCG,
    "alpha-nDCG": alpha_nDCG,
    "NRBP": NRBP,
    "nNRBP": nNRBP,
    "RBU": RBU,
    **{f"{name}-IA": intent_aware(FLAT[name]) for name in "P AP nDCG Q ERR nERR GAP nGAP RBP".split()},
    "nP-IA": nP_IA,
    "D-nDCG": D(nDCG),
    "D-Q": D(Q),
    "D#-nDCG": sharp(D(nDCG)),
    "D#-Q": sharp(D(Q)),
}

WITHIN: dict[str, Callable[..., float]] = {  # these and the former take within=
    "DIN-nDCG": DIN(nDCG),
    "DIN#-nDCG": sharp(DIN(nDCG)),
    "P+Q": P_plus_Q,
    "P+Q#": sharp(P_plus_Q),
    "CPR": CPR,
    "PR": PR,
    "DP": DP,
    "alpha#-IA": alpha_sharp_IA,
}

TWINS |= LAYERED | WITHIN | {f"{name}-LA": LA(measure) for name, measure in LAYERED.items()}
TWINS["N-rec"] = N_rec
for _name, _measure in {"nDCG": nDCG, "Q": Q}.items():
    TWINS[f"HD-{_name}"] = HD(_measure)
    TWINS[f"LD#-{_name}"] = tree_sharp(on_leaves(D(_measure)))
    TWINS[f"HD#-{_name}"] = tree_sharp(HD(_measure))
    TWINS[f"LAD#-{_name}"] = tree_sharp(LA(D(_measure)))

TWINS |= {
    "ndeval:ERR-IA": ndeval_absolute("err"),
    "ndeval:nERR-IA": ndeval_relative("err"),
    "ndeval:alpha-DCG": ndeval_absolute("dcg"),
    "ndeval:alpha-nDCG": ndeval_relative("dcg"),
    "ndeval:NRBP": ndeval_NRBP,
    "ndeval:nNRBP": ndeval_nNRBP,
    "ndeval:MAP-IA": over_intents(AP),
    "ndeval:P-IA": over_intents(P),
    "ndeval:strec": I_rec,
    "ntcireval:I-rec": I_rec,
    "ntcireval:P+Q": P_plus_Q,
    "ntcireval:P+Q#": sharp(P_plus_Q),
    **{f"ntcireval:IA-{name}": ntcireval_IA(NTCIREVAL[name]) for name in ("nDCG", "Q", "ERR", "nERR")},
    "gdeval:nDCG": TWINS["nDCG"],
    "gdeval:ERR": TWINS["ERR"],
    **{f"trec_eval:{name}": TWINS[name] for name in ("nDCG", "AP", "P", "R", "RR", "Rprec", "Success")},
}
for _name, _measure in NTCIREVAL.items():
    TWINS[f"ntcireval:D-{_name}"] = D(_measure)
    TWINS[f"ntcireval:D#-{_name}"] = sharp(D(_measure))
    TWINS[f"ntcireval:DIN-{_name}"] = DIN(_measure)
    TWINS[f"ntcireval:DIN#-{_name}"] = sharp(DIN(_measure))

NEEDS_CUTOFF = {"P", "P-IA", "nP-IA", "Judged", "Hole", "CPR", "PR", "DP", "trec_eval:P", "ndeval:ERR-IA",
                "ndeval:alpha-DCG", "ndeval:P-IA"}  # fmt: skip
DIALECTS = {
    "ndeval": {"keep": False},
    "ntcireval": {"keep": False, "renormalise": False, "gain": "linear"},
    "gdeval": {"h": 4},
    "trec_eval": {"gain": "linear"},
}


def score(name: str, topic: Topic, run: list[str], k: int | None = None, **parameters) -> float:
    """The score of one list on one topic; NaN where it is undefined."""
    base = name.removesuffix("-LA")
    needs_cutoff = base in NEEDS_CUTOFF or (base == "S-precision" and parameters.get("recall") is None)
    if k is None and needs_cutoff:
        raise ValueError(f"{name}: needs a cutoff")

    how = dict(DIALECTS.get(name.partition(":")[0], {})) if ":" in name else {}
    how |= {key: parameters.pop(key) for key in ("rel", "gain", "h") if key in parameters}
    v = view(topic, **how)
    if v is None:
        return NAN
    measure, top = TWINS[name], list(run) if k is None else list(run)[:k]
    try:
        if "layer" in parameters:
            return float(at_layer(LAYERED[name], v, top, k, **parameters))
        if "within" in parameters:
            return float(within_layer((LAYERED | WITHIN)[name], v, top, k, **parameters))
        return float(measure(v, top, k, **parameters))
    except Undefined:
        return NAN
