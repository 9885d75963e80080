"""Files, dicts and frames in; judgments, intents, hierarchies, topics and runs out, and back again."""

from plurank.formats.gather import check_probabilities
from plurank.formats.read import read_hierarchy, read_intents, read_qrels, read_topics
from plurank.formats.runs import read_runs
from plurank.formats.write import write_hierarchy, write_intents, write_qrels, write_run

__all__ = [
    "check_probabilities",
    "read_hierarchy",
    "read_intents",
    "read_qrels",
    "read_runs",
    "read_topics",
    "write_hierarchy",
    "write_intents",
    "write_qrels",
    "write_run",
]
