"""The topics of the TREC Web Tracks: XML with subtopics and their types."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree
from xml.parsers import expat

from plurank.collection import Intent, Topic
from plurank.formats import values
from plurank.formats.source import Source, opened
from plurank.formats.values import shown, wrong

__all__ = ["topics"]


def topics(source: Source) -> Iterator[tuple[str, Topic, dict[str, Intent]]]:
    """Yield the topics of the Web Tracks' XML with their subtopics; a single topic has none."""
    seen = set()
    for element in _tree(source).iter("topic"):
        name = element.get("number", "").strip()
        if not name or name in seen:
            raise wrong(source.name, "a number of its own for every topic", shown(name) if name else "none")
        seen.add(name)
        yield name, _about(element, name, source.name), _subtopics(element, name, source.name)
    if not seen:
        raise wrong(source.name, "<topic> elements", "none")


def _about(topic: ElementTree.Element, name: str, where: str) -> Topic:
    kind = values.topic_kind(topic.get("type", "").strip(), lambda _: f"{where}: topic {shown(name)}", 0)
    return Topic(kind, _text(topic.find("query")))


def _subtopics(topic: ElementTree.Element, name: str, where: str) -> dict[str, Intent]:
    intents: dict[str, Intent] = {}
    for element in topic.findall("subtopic"):
        number = element.get("number", "").strip()
        if not number or number in intents:
            expected = f"a number of its own for every subtopic of topic {shown(name)}"
            raise wrong(where, expected, shown(number) if number else "none")
        kind = values.kind(element.get("type", "").strip(), lambda _: f"{where}: topic {shown(name)}", 0)
        intents[number] = Intent(type=kind, text=_text(element))
    return intents


def _text(element: ElementTree.Element | None) -> str:
    return "" if element is None else " ".join("".join(element.itertext()).split())


def _tree(source: Source) -> ElementTree.Element:
    """Parse XML that may come from anywhere: entities, which can blow up or name other files, are refused.

    The types that the document's own declarations give by default are filled in by the parser.
    """

    def refuse(*_: object) -> None:
        raise wrong(source.at(parser.CurrentLineNumber), "XML without entities", "an entity", "write it out")

    builder = ElementTree.TreeBuilder()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.data
    parser.EntityDeclHandler = parser.SkippedEntityHandler = refuse
    try:
        with opened(source) as stream:
            while chunk := stream.read(1 << 16):
                parser.Parse(chunk, False)
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise wrong(source.at(error.lineno), "well-formed XML", expat.ErrorString(error.code)) from None
    return builder.close()
