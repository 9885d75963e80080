"""How long every measure takes on arrays that are judged already: 32 runs x 50 topics at depth 20.

python bench/measures.py            prints the slowest measures and writes bench/results/measures.json
"""

from __future__ import annotations

import json
import os
import platform
import sys
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

import plurank as pr
from plurank.blocks import collect
from plurank.evaluation import preparation
from plurank.judged import judge
from plurank.presets import PRESETS

RUNS, TOPICS, DEPTH, ROUNDS = 32, 50, 20, 7
RESULTS = Path(__file__).parent / "results" / "measures.json"


def collection(rng: np.random.Generator) -> tuple[pr.Judgments, list[pr.Run]]:
    """Make 50 topics of 4 to 8 intents in two layers, 100 judged documents each, and 32 runs."""
    topics, trees, rankings = {}, {}, [{} for _ in range(RUNS)]
    for topic in map(str, range(1, TOPICS + 1)):
        intents = [str(i) for i in range(1, rng.integers(4, 9) + 1)]
        documents = [f"doc-{topic}-{n:03}" for n in range(100)]
        rows = [
            (intent, document, int(rng.integers(1, 4)) if rng.random() < 0.5 else 0)
            for document in documents[:40]
            for intent in rng.choice(intents, size=rng.integers(1, 4), replace=False)
        ]
        topics[topic] = pr.TopicJudgments.from_rows([*rows, *((None, document, 0) for document in documents)])
        trees[topic] = {i: pr.Node("n1" if i in "12" else "") for i in intents} | {"n1": pr.Node()}
        pool = documents + [f"other-{n}" for n in range(900)]
        for ranking in rankings:
            ranking[topic] = tuple(rng.permutation(pool)[:200].tolist())
    runs = [pr.Run(f"run{n}", ranking) for n, ranking in enumerate(rankings)]
    return pr.Judgments(topics, hierarchy=pr.Hierarchy(trees)), runs


def measure_all(judgments: pr.Judgments, runs: list[pr.Run]) -> dict[str, float]:
    """Return the median CPU seconds of every measure, its ideals computed anew."""
    scores = pr.parse(PRESETS["all"])
    seconds: dict[str, list[float]] = {str(score): [] for score in scores}
    for _ in range(ROUNDS):
        found = collect(judgments)
        joined = [{d: judge(b, runs, d) for d in (DEPTH, None)} for b in found.blocks]
        for score in scores:
            start = time.process_time()
            for block, lists in zip(found.blocks, joined, strict=True):
                depth = None if score.cut is None else DEPTH
                score.measure.formula(lists[depth].over(block.pool(preparation(score))), **score.parameters)
            seconds[str(score)].append(time.process_time() - start)
    return {name: float(np.median(times)) for name, times in seconds.items()}


def main() -> None:
    """Measure, print, write."""
    seconds = measure_all(*collection(np.random.default_rng(0)))
    total = sum(seconds.values())
    slowest = sorted(seconds, key=seconds.__getitem__, reverse=True)
    for name in slowest[:12]:
        print(f"{1000 * seconds[name]:8.1f} ms  {name}")
    print(f"{total:8.3f} s   {len(seconds)} measures, {RUNS} runs x {TOPICS} topics")
    RESULTS.parent.mkdir(exist_ok=True)
    made = {
        "python": platform.python_version(),
        "numpy": np.__version__,
        "rounds": ROUNDS,
        "total": round(total, 4),
    }
    RESULTS.write_text(
        json.dumps(made | {"seconds": {n: round(s, 5) for n, s in seconds.items()}}, indent=1) + "\n"
    )


if __name__ == "__main__":
    sys.exit(main())
