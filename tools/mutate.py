"""Change the measures one operator or number at a time; every change must fail a test.

    python tools/mutate.py [--only novelty.py] [--jobs 2] [--tests tests/test_twins.py ...]

Each mutant is the package with one change, in a folder of its own; the tests run on it with few examples and no
shrinking. What survives is printed: it is either equivalent to the original (say so below) or a missing test.
"""

from __future__ import annotations

import argparse
import ast
import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROOM = ROOT / "src" / "plurank" / "measures"
TESTS = ["tests/test_golden.py", "tests/test_twins.py", "tests/test_laws.py"]

OTHER = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.Pow: ast.Mult,
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.And: ast.Or, ast.Or: ast.And, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.Is: ast.IsNot,
}  # fmt: skip
TWINS = {
    "minimum": "maximum",
    "maximum": "minimum",
    "any": "all",
    "cumsum": "cumprod",
    "zeros": "ones",
    "ones": "zeros",
}


@dataclass(frozen=True)
class Mutant:
    """One change: the file, its new text, and what was changed where."""

    file: Path
    text: str
    what: str


def changes(node: ast.AST) -> Iterator[tuple[str, object]]:
    """Yield the field of a node to change and its new value."""
    if isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign) and type(node.op) in OTHER:
        yield "op", OTHER[type(node.op)]()
    if isinstance(node, ast.Compare) and type(node.ops[0]) in OTHER:
        yield "ops", [OTHER[type(node.ops[0])](), *node.ops[1:]]
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield "value", not node.value
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield "value", node.value + 1
    if isinstance(node, ast.Attribute) and node.attr in TWINS:
        yield "attr", TWINS[node.attr]
    if isinstance(node, ast.IfExp):
        yield "test", ast.UnaryOp(ast.Not(), node.test)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield "op", ast.UAdd()


def code_of(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a tree that run: types do not."""
    yield node
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from code_of(child)


def mutants_of(file: Path) -> Iterator[Mutant]:
    """Yield every single change of a file."""
    tree = ast.parse(file.read_text())
    for node in code_of(tree):
        for name, value in changes(node):
            before, old = ast.unparse(node), getattr(node, name)
            setattr(node, name, value)
            ast.fix_missing_locations(tree)
            what = f"{file.name}:{getattr(node, 'lineno', '?')}: {before}  ->  {ast.unparse(node)}"
            yield Mutant(file, ast.unparse(tree), what)
            setattr(node, name, old)


def survives(mutant: Mutant, tests: list[str]) -> bool:
    """Run the tests on a copy of the package with this change."""
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "plurank"
        shutil.copytree(ROOM.parent, package, ignore=shutil.ignore_patterns("__pycache__"))
        (package / mutant.file.relative_to(ROOM.parent)).write_text(mutant.text)
        environment = {**os.environ, "PYTHONPATH": folder, "HYPOTHESIS_PROFILE": "mutation"}
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        try:
            done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=120)
        except subprocess.TimeoutExpired:
            return False
    return done.returncode == 0


def main() -> int:
    """Mutate, test, report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", action="append", help="a file of measures/, repeatable")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--tests", nargs="+", default=TESTS)
    asked = parser.parse_args()
    files = sorted(file for file in ROOM.glob("*.py") if not asked.only or file.name in asked.only)
    mutants = [mutant for file in files for mutant in mutants_of(file)]
    survivors = []
    with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
        verdicts = pool.map(lambda mutant: survives(mutant, asked.tests), mutants)
        for done, (mutant, alive) in enumerate(zip(mutants, verdicts, strict=True), 1):
            if alive:
                survivors.append(mutant.what)
                print(f"[{done}/{len(mutants)}] survives: {mutant.what}", flush=True)
    print(f"{len(mutants)} mutants, {len(survivors)} survive ({len(survivors) / max(len(mutants), 1):.1%})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
