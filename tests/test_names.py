"""Names of measures: what is read is printed canonically, and read again as the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plurank import UsageError
from plurank.measures.lift import REQUIRED
from plurank.measures.parameters import CHOICES, LIMITS, LISTS, MEANING, WHOLE
from plurank.measures.table import MEASURES
from plurank.names import ALIASES, TOPIC_CUTS, Score, hints, parse


def read(text: str) -> list[str]:
    return [str(score) for score in parse(text)]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("alpha-nDCG(alpha=0.3)@20", "alpha-nDCG(alpha=0.3)@20"),
        ("ALPHA_NDCG @ 20", "alpha-nDCG@20"),
        (" alpha-ndcg( alpha = .30 ) @20 ", "alpha-nDCG(alpha=0.3)@20"),
        ("alpha-nDCG(alpha=0.5)@20", "alpha-nDCG@20"),  # a default is not printed
        ("NRBP(beta=.8, alpha=1e-1)", "NRBP(alpha=0.1, beta=0.8)"),  # the order of the signature
        ("dsharp_ndcg@10", "D#-nDCG@10"),
        ("d-sharp-q@10", "D#-Q@10"),
        ("lad#-q", "LAD#-Q"),
        ("alpha_sharp_ia@5", "alpha#-IA@5"),
        ("p+qsharp@5", "P+Q#@5"),
        ("ntcireval:DINsharp-nDCG@10", "ntcireval:DIN#-nDCG@10"),
        ("ndeval:alpha_ndcg@20", "ndeval:alpha-nDCG@20"),
        ("map", "AP"),
        ("P_10", "P@10"),
        ("ndcg_cut_10", "trec_eval:nDCG@10"),
        ("recall_100", "R@100"),
        ("recall", "R"),
        ("StRecall@10", "I-rec@10"),
        ("S-recall-LA@10", "I-rec-LA@10"),
        ("Coverage@20", "I-rec@20"),
        ("MAP-IA", "AP-IA"),
        ("ERR_IA@20", "ERR-IA@20"),
        ("gmap", "geom(AP)"),
        ("alpha-nDCG-IA(alpha=0.1)@20", "alpha#-IA(alpha=0.1, gamma=0)@20"),
        ("geom( ERR-IA@20 )", "geom(ERR-IA@20)"),
        ("mean(P@5)", "P@5"),
        ("dd(alpha#-IA(subtopics=geom)@20)", "dd(alpha#-IA(subtopics=geom)@20)"),
        ("nDCG(gain=[0, 1,2 ,5.0])@3", "nDCG(gain=[0,1,2,5])@3"),
        ("LAD#-nDCG(layer_weights=[.5,.25])@3", "LAD#-nDCG(layer_weights=[0.5,0.25])@3"),
        ("alpha#-IA(floor=1e-3)@20", "alpha#-IA(floor=0.001)@20"),
        ("I-rec@INTENTS", "I-rec@intents"),
        ("P@r", "P@R"),
        ("alpha-nDCG@minrank_greedy", "alpha-nDCG@minrank-greedy"),
        ("S-precision(recall=0.5)", "S-precision(recall=0.5)"),
        ("D-nDCG(LAYER=2, Node_Weights=UNIFORM)@5", "D-nDCG(layer=2, node_weights=uniform)@5"),
        ("nDCG(h=4)", "nDCG(h=4)"),
        ("gdeval:nDCG(h=4)", "gdeval:nDCG"),
        ("nDCG(flat=max, rel=1, gain=exp, h=none)@7", "nDCG@7"),
    ],
)
def test_names_are_printed_canonically(text: str, canonical: str):
    assert read(text) == [canonical]
    assert read(canonical) == [canonical]
    assert parse(text) == parse(canonical)


def test_grids_have_both_ends_and_no_repeats():
    assert read("alpha-nDCG(alpha=0:1:0.25)@5") == [
        "alpha-nDCG(alpha=0)@5", "alpha-nDCG(alpha=0.25)@5", "alpha-nDCG@5", "alpha-nDCG(alpha=0.75)@5",
        "alpha-nDCG(alpha=1)@5",
    ]  # fmt: skip
    assert len(parse("alpha#-IA(alpha=0:1:0.1, gamma=0:1:0.1, subtopics=micro|geom)@20")) == 11 * 11 * 2
    assert read("D-nDCG(discount=dcg|err, beta=0.8|0.5)@5") == [
        "D-nDCG@5", "D-nDCG(beta=0.5)@5", "D-nDCG(discount=err)@5", "D-nDCG(discount=err, beta=0.5)@5",
    ]  # fmt: skip
    assert [str(s) for s in parse(["P@5", "p_5", "P@10", "P(flat=max)@5"])] == ["P@5", "P@10"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("alfa-ndcg@5", "expected a name of the catalogue, got 'alfa-ndcg'; did you mean 'alpha-nDCG'"),
        ("nonsense", "plurank measures lists them"),
        ("", "expected NAME"),
        ("nDCG(", "expected NAME"),
        ("nDCG@5@5", "expected NAME"),
        ("geom(geom(P@5))x", "expected NAME"),
        ("alpha-nDCG(alpha)@5", "expected parameter=value, got 'alpha'"),
        ("alpha-nDCG(alpha=)@5", "expected parameter=value"),
        ("alpha-nDCG(alpha=0.1, alpha=0.2)@5", "each parameter once"),
        ("alpha-nDCG(alhpa=0.1)@5", "did you mean 'alpha'"),  # codespell:ignore alhpa
        ("alpha-nDCG(alpha=x)@5", "expected a number for alpha, got 'x'"),
        ("alpha-nDCG(alpha=1.1)@5", "from 0 to 1 for alpha, got 1.1"),
        ("alpha-nDCG(alpha=-0.1)@5", "from 0 to 1"),
        ("alpha-nDCG(alpha=nan)@5", "got 'nan'"),
        ("alpha-nDCG(alpha=inf)@5", "got 'inf'"),
        ("alpha-nDCG(alpha=1_0)@5", "got '1_0'"),
        ("alpha-nDCG(alpha=[0.1,0.2])@5", "one value for alpha, got a list"),
        ("alpha-nDCG(alpha=1:0:0.1)@5", "low:high:step"),
        ("alpha-nDCG(alpha=0:1:0)@5", "low:high:step"),
        ("alpha-nDCG(alpha=0:1:0.00001)@5", "low:high:step"),
        ("alpha#-IA(alpha=0:1:0.001, gamma=0:1:0.001)@5", "at most 100000 measures"),
        ("alpha-nDCG(weights=some)@5", "none or given for weights, got 'some'"),
        ("alpha#-IA(miss_rank=x)@5", "n or a number for miss_rank"),
        ("NRBP(beta=1.5)", "from 0 to 1 for beta"),
        ("RBP(p=0)", "for p, got 0"),
        ("nDCG(rel=1.5)", "a whole number from 1 to 1000 for rel"),
        ("nDCG(rel=0)", "from 1 to 1000 for rel"),
        ("nDCG(h=2000)", "from 1 to 1000 for h"),
        ("nDCG(gain=[1,2])", "begin with 0"),
        ("nDCG(gain=[0,2,1])", "never fall"),
        ("nDCG(gain=[0,1)", "close the bracket"),
        ("nDCG(gain=[0,])", "for gain, got ''"),
        ("nDCG(gain=root)", "exp or linear for gain"),
        ("GAP(thresholds=[0,0])", "not all 0"),
        ("GAP(thresholds=[-1,2])", "at least 0"),
        ("D-nDCG(layer=0)@5", "from 1 to 1000 for layer"),
        ("D-nDCG(layer=1, within=1)@5", "expected layer= or within=, got both"),
        ("P", "P: expected a cutoff, got none; for example P@20"),
        ("CPR-LA", "expected a name of the catalogue"),
        ("P@0", "from 1 to 1000000"),
        ("P@1000001", "from 1 to 1000000"),
        ("P@-1", "from 1 to 1000000"),
        ("P@1.5", "from 1 to 1000000"),
        ("P@x", "from 1 to 1000000 or one of minrank, minrank-greedy, intents, R"),
        ("RBU@5", "expected p and effort, got no value"),
        ("RBU(p=0.8)@5", "expected effort, got no value"),
        ("alpha-nDCG(ideal=exact)@5", "exact optima are not computed yet"),
        ("I-rec@minrank", "exact optima are not computed yet"),
    ],
)
def test_what_cannot_be_meant_is_refused(text: str, words: str):
    with pytest.raises(UsageError) as refused:
        parse(text)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_blended_ratio_takes_any_beta_and_a_discount_none_above_1():
    assert read("Q(beta=10)@5") == ["Q(beta=10)@5"]
    assert read("D-Q(beta=10)@5") == ["D-Q(beta=10)@5"]
    with pytest.raises(UsageError, match="beta"):
        parse("D-nDCG(beta=10)@5")


def test_names_that_other_programs_read_otherwise_are_noted():
    assert hints(["ERR_IA@20", "alpha_DCG@5"]) == [
        "ERR_IA: read as ERR-IA; ir_measures means ndeval:ERR-IA by it",
        "alpha_DCG: read as alpha-DCG; ir_measures means ndeval:alpha-DCG by it",
    ]
    assert hints(["ndcg_cut_10"]) == [
        "ndcg_cut_10: read as trec_eval:nDCG, whose gain is the grade; nDCG has 2^x - 1"
    ]
    assert hints(["ERR-IA@20", "alpha-nDCG@5", "P_5"]) == []


def test_every_alias_stands_for_a_measure_and_hides_none():
    for alias, name in ALIASES.items():
        assert len(parse(f"{alias}@5")) == 1, alias
        assert alias not in map(str.lower, MEASURES), name


def test_every_parameter_has_a_meaning_and_limits_or_choices():
    for measure in MEASURES.values():
        for name, default in measure.parameters.items():
            assert MEANING[name]
            assert name in CHOICES or name in LIMITS
            assert name not in WHOLE or name in LIMITS
            if isinstance(default, str):
                assert default in CHOICES[name]
    assert set(LISTS) <= set(CHOICES)


NUMBERS = st.floats(0, 1).map(lambda x: round(x, 6))


@st.composite
def scores(draw) -> Score:
    """Any measure with any parameters."""
    measure = MEASURES[draw(st.sampled_from(sorted(MEASURES)))]
    given_ = []
    for name, default in measure.parameters.items():
        if name in ("within", "ideal") or not (draw(st.booleans()) or default is REQUIRED):
            continue
        low, high = LIMITS.get(name, (0, 0))
        if name in CHOICES and (name not in LIMITS or draw(st.booleans())):
            value = draw(st.sampled_from(CHOICES[name]))
        elif name in WHOLE:
            value = draw(st.integers(int(low), int(high)))
        else:
            value = max(draw(NUMBERS), 0.001)
        if value != default:
            given_.append((name, value))
    cut = draw(st.sampled_from([1, 20, 1_000_000, *TOPIC_CUTS[1:]]))
    return Score(measure, tuple(given_), cut, draw(st.sampled_from(["mean", "geom", "dd", "weighted"])))


@given(scores())
def test_what_is_printed_is_read_as_the_same(score: Score):
    assert parse(str(score)) == [score]
    assert str(parse(str(score))[0]) == str(score)
