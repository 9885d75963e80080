"""Hierarchies and topics: heval, TREC CAR, tables and XML, read, checked, written and read again."""

from pathlib import Path

import pytest

from plurank.collection import Hierarchy, Intent, Intents, Node, Topic
from plurank.formats import read_hierarchy, read_intents, read_qrels, read_topics, write_hierarchy
from test_formats import file, refused

XML = """<?xml version="1.0" encoding="latin-1"?>
<!DOCTYPE web [<!ATTLIST topic type (ambiguous|faceted) "ambiguous">
  <!ATTLIST subtopic type (nav|inf) "inf">]>
<web>
<topic number="1"><query> jaguar </query><description>x</description>
  <subtopic number="1">the
     Citroën &amp; more</subtopic>
  <subtopic number="2" type="inav">the cat</subtopic></topic>
<topic number="2" type="single"><query>one</query></topic>
</web>
"""


def test_topics_in_xml(tmp_path: Path) -> None:
    path = file(tmp_path, XML.encode("latin-1"), "t.xml")
    judgments = read_qrels({"1": {"1": {"a": 1}}}, intents=path)
    assert judgments.intents == Intents(
        {
            "1": {
                "1": Intent(type="inf", text="the Citroën & more"),
                "2": Intent(type="nav", text="the cat"),
            }
        },
        ("1 intent of type 'inav' read as nav",),
    )
    assert judgments.about == {"1": Topic("ambiguous", "jaguar"), "2": Topic("single", "one")}
    table = file(tmp_path, "topic,kind,text\n1,faceted,x\n")
    assert read_topics([path, table])["1"] == Topic("faceted", "x")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<a><topic></a>", "t.xml:1: expected well-formed XML, got mismatched tag"),
        ("<a>\n&x;</a>", "t.xml:2: expected well-formed XML, got undefined entity"),
        (
            '<!DOCTYPE a [\n<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
            "t.xml:2: expected XML without entities, got an entity; write it out",
        ),
        (
            '<!DOCTYPE a SYSTEM "http://a.b/c.dtd"><a>&x;</a>',
            "t.xml:1: expected XML without entities, got an entity; write it out",
        ),
        ("<a/>", "t.xml: expected <topic> elements, got none"),
        ("<a><topic/></a>", "t.xml: expected a number of its own for every topic, got none"),
        (
            '<topic number="1"><subtopic/></topic>',
            "t.xml: expected a number of its own for every subtopic of topic '1', got none",
        ),
        (
            '<topic number="1"><subtopic number="1" type="x"/></topic>',
            "t.xml: topic '1': expected inf or nav as type of an intent, got 'x'",
        ),
        (
            '<topic number="1" type="facetted"/>',
            "t.xml: topic '1': expected ambiguous, faceted, single or nothing as kind of a topic, "
            "got 'facetted'; did you mean 'faceted'?",
        ),
    ],
)
def test_errors_in_xml(tmp_path: Path, text: str, message: str) -> None:
    with refused(message, tmp_path):
        read_intents(file(tmp_path, text, "t.xml"))


def test_kinds_of_topics(tmp_path: Path) -> None:
    table = "topic,kind\n1,ambiguous\n2,\n3,single\n4,other\n"
    kinds = {name: topic.kind for name, topic in read_topics(file(tmp_path, table)).items()}
    assert kinds == {"1": "ambiguous", "2": "", "3": "single", "4": ""}
    expected = "expected ambiguous, faceted, single or nothing as kind of a topic"
    with refused(f"q.txt:3: {expected}, got 'Facetted'; did you mean 'faceted'?", tmp_path):
        read_topics(file(tmp_path, "topic,kind\n1,faceted\n2,Facetted\n"))
    with refused(f"q.txt:2: {expected}, got 'x'", tmp_path):
        read_topics(file(tmp_path, "topic,kind\n1,x\n"))
    with refused(f"topics: topic '1': {expected}, got 'multi'"):
        read_topics({"1": Topic("multi")})
    with refused("topics: topic '1': expected a Topic(kind, text), got 'faceted'"):
        read_topics({"1": "faceted"})


TREE = 'topic\tnode\tparent\tlabel\n1\tn1\t\tthe "car"\n1\t1\tn1\t\n1\t2\tn1\t\n1\t3\t\t\n2\t1\t\t\n'


def test_a_hierarchy_as_a_table(tmp_path: Path) -> None:
    path = file(tmp_path, TREE)
    hierarchy = read_hierarchy(path)
    assert hierarchy.trees == {
        "1": {"n1": Node("", 'the "car"'), "1": Node("n1"), "2": Node("n1"), "3": Node()},
        "2": {"1": Node()},
    }
    write_hierarchy(hierarchy, tmp_path / "again")
    assert read_hierarchy(tmp_path / "again") == hierarchy
    commas = file(tmp_path, 'topic,node,parent,weight\n1,n1,,0.75\n1,"1",n1,0.25\n')
    weighted = read_hierarchy(commas)
    assert weighted.trees == {"1": {"n1": Node(weight=0.75), "1": Node("n1", weight=0.25)}}
    write_hierarchy(weighted, tmp_path / "again")
    assert read_hierarchy(tmp_path / "again") == weighted
    assert read_hierarchy({"1": {"n1": "", "1": "n1"}}).trees == {"1": {"n1": Node(), "1": Node("n1")}}


def test_heval_weights_become_absolute_and_relative_again(tmp_path: Path) -> None:
    paths = ("2 .25", "1 .75 4 .3333", "1 .75 1 .6667 1 .5", "1 .75 1 .6667 3 .5")
    text = "".join(f"77 {path}\n" for path in paths).replace(" ", "\t").replace("\t.", "\t0.")
    hierarchy = read_hierarchy(file(tmp_path, text))
    assert hierarchy.trees["77"] == {
        "2": Node("", "", 0.25),
        "1/": Node("", "", 0.75),
        "4": Node("1/", "", 0.75 * 0.3333),
        "1/1/": Node("1/", "", 0.75 * 0.6667),
        "1": Node("1/1/", "", 0.75 * 0.6667 * 0.5),
        "3": Node("1/1/", "", 0.75 * 0.6667 * 0.5),
    }
    write_hierarchy(hierarchy, tmp_path / "again", "heval")
    assert sorted((tmp_path / "again").read_text().splitlines()) == sorted(text.splitlines())


USED = "weights of nodes are used with node_weights=given only"


def test_weights_of_nodes_are_told_of(tmp_path: Path) -> None:
    assert read_hierarchy(file(tmp_path, TREE)).notes == ()
    assert read_hierarchy(file(tmp_path, "7 1 .5 2 .5\n7 1 .5 3 .5\n7 4 .5\n")).notes == (USED,)
    weighted = "topic,node,parent,weight\n{0},n,,{1}\n{0},1,n,.3333\n{0},2,n,.6667\n"
    assert read_hierarchy(file(tmp_path, weighted.format(1, 1.001))).notes == (USED,)
    assert read_hierarchy(file(tmp_path, weighted.format(1, ""))).notes == (USED,)
    odd = "weights of inner nodes are not the sums of their children's within 1e-3: topics {}"
    one = file(tmp_path, weighted.format(1, 1.002), "one")
    assert read_hierarchy(one).notes == (USED, odd.format(1))
    two = file(tmp_path, "2 1 .5 1 .4\n2 1 .5 2 .4\n", "two")
    assert read_hierarchy([one, two]).notes == (USED, odd.format(1), odd.format(2))
    judgments = read_qrels({"1": {"1": {"a": 1}}}, hierarchy=one)
    assert judgments.hierarchy is not None
    assert judgments.hierarchy.notes == (USED, odd.format(1))


def test_heval_without_weights_is_uniform_over_leaves(tmp_path: Path) -> None:
    write_hierarchy(read_hierarchy(file(tmp_path, TREE)), tmp_path / "out", "heval")
    assert (tmp_path / "out").read_text().splitlines() == [
        "1\t1\t0.666666666667\t1\t0.5",
        "1\t1\t0.666666666667\t2\t0.5",
        "1\t3\t0.333333333333",
        "2\t1\t1",
    ]


def test_sections_of_trec_car(tmp_path: Path) -> None:
    text = "enwiki:A 0 p1 1\nenwiki:A/S%20x 0 p2 1\nenwiki:A/S%20x/T 0 p3 1\nenwiki:A/U/V 0 p1 1\n"
    judgments = read_qrels(file(tmp_path, text))
    assert list(judgments.topics) == ["enwiki:A"]
    assert judgments.topics["enwiki:A"].documents == ("p1", "p2", "p3")
    assert judgments.hierarchy is not None
    assert judgments.hierarchy.trees["enwiki:A"] == {
        "enwiki:A/S%20x/": Node("", "S x"),
        "enwiki:A/U/": Node("", "U"),
        "enwiki:A": Node("", "enwiki:A"),
        "enwiki:A/S%20x": Node("enwiki:A/S%20x/", "S x"),
        "enwiki:A/S%20x/T": Node("enwiki:A/S%20x/", "T"),
        "enwiki:A/U/V": Node("enwiki:A/U/", "V"),
    }
    assert judgments.notes == (
        "read as section paths of TREC CAR: the article is the topic, the path the intent",
    )
    assert list(read_qrels(file(tmp_path, text), format="qrels").topics)[1] == "enwiki:A/S%20x"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1,1,n1\n", "q.txt:2: expected a row for node 'n1' of topic '1', a parent, got none"),
        ("1,1,2\n1,2,1\n", "q.txt:2: expected a tree of topic '1', got a cycle through node '1'"),
        ("1,1,1\n", "q.txt:2: expected a tree of topic '1', got a cycle through node '1'"),
        ("1,1,\n1,1,\n", "q.txt:3: expected node '1' of topic '1' once, got it again"),
        ("1,,\n", "q.txt:2: expected a node id, got nothing"),
    ],
)
def test_errors_in_trees(tmp_path: Path, text: str, message: str) -> None:
    with refused(message, tmp_path):
        read_hierarchy(file(tmp_path, "topic,node,parent\n" + text))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1\t1\t.5\t\n1\t2\n", "q.txt:2: expected a topic and pairs of node and weight, got 2 columns"),
        ("1 1 x", "q.txt:1: expected a probability from 0 to 1, got 'x'"),
        ("1 1 .5 2 1\n1 1 .6 3 1", "q.txt:2: expected one weight and place of node '1', got another"),
        ("1 1 .5\n1 1 .5 3 1", "q.txt:2: expected one weight and place of node '1', got another"),
        ("1 1 .5\n1 1 .5", "q.txt:2: expected node '1' of topic '1' once, got it again"),
    ],
)
def test_errors_in_heval(tmp_path: Path, text: str, message: str) -> None:
    with refused(message, tmp_path):
        read_hierarchy(file(tmp_path, text))


def test_a_hierarchy_must_fit_the_judgments(tmp_path: Path) -> None:
    path = file(tmp_path, TREE)
    judgments = read_qrels({"1": {"1": {"a": 1}, "3": {"b": 1}}, "9": {"1": {"a": 1}}}, hierarchy=path)
    assert judgments.hierarchy == Hierarchy(
        {"1": read_hierarchy(path).trees["1"]}, ("trees of topics that are not judged are ignored: 2",)
    )
    with refused("hierarchy: expected judged intent 'n1' of topic '1' as a leaf, got an inner node"):
        read_qrels({"1": {"n1": {"a": 1}}}, hierarchy=path)
    with refused("hierarchy: expected judged intent '7' of topic '1' as a leaf, got no such node"):
        read_qrels({"1": {"7": {"a": 1}}}, hierarchy=path)
    with refused("hierarchy: expected one tree of topic '1', got two"):
        read_hierarchy([path, {"1": {"1": ""}}])
    with refused("hierarchy: expected a dict for topic '1', got 'n1'"):
        read_hierarchy({"1": "n1"})


def test_parents_of_intents_are_a_hierarchy(tmp_path: Path) -> None:
    path = file(tmp_path, "1 1 .5 inf n1\n1 2 .5 - n1\n")
    judgments = read_qrels({"1": {"1": {"a": 1}, "2": {"b": 1}}}, intents=path)
    assert judgments.hierarchy == Hierarchy({"1": {"n1": Node(), "1": Node("n1"), "2": Node("n1")}})
