"""The house: who may import whom, how large a room may grow, what the project never says."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "plurank"
FILES = sorted(PACKAGE.rglob("*.py"))

# From the ground up. A room imports from rooms below it, never from its own floor or above.
FLOORS = (
    ("errors", "words"),
    ("arrays", "cache"),
    ("collection",),
    ("blocks", "formats"),
    ("judged",),
    ("optimum",),
    ("measures",),
    ("names", "rerank", "search", "stats"),
    ("scores",),
    ("checks", "notes", "presets"),
    ("evaluation",),
    ("compare", "simulate", "study", "topics", "tune"),
    ("adapters", "demo", "report", "reproduce", "spark"),
    ("cli",),
    ("__init__",),
)
FLOOR = {room: height for height, rooms in enumerate(FLOORS) for room in rooms}

LIBRARIES = {"array_api_compat", "click", "narwhals", "numpy", "pyarrow", "scipy", "zstandard"}
DOORS = {"adapters", "report", "spark"}  # the only rooms with libraries of their own
NUMPY_ONLY = ("arrays", "measures", "optimum.greedy")
LAZY = {"narwhals", "pyarrow", "scipy", "zstandard"}  # imported inside the function that needs them


def module_of(file: Path) -> str:
    """`measures.parts` for src/plurank/measures/parts.py; `__init__` for the package's own."""
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts if len(parts) == 1 or parts[-1] != "__init__" else parts[:-1])


def under(module: str, room: str) -> bool:
    return module == room or module.startswith(room + ".")


def is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test).removeprefix("typing.") == "TYPE_CHECKING"


def imports(tree: ast.AST, module: str, is_package: bool = False) -> Iterator[tuple[str, int, bool]]:
    """Every imported module with its line and whether the import runs when the file is loaded."""

    def visit(node: ast.AST, at_load: bool) -> Iterator[tuple[str, int, bool]]:
        if isinstance(node, ast.Import):
            for name in node.names:
                yield name.name, node.lineno, at_load
        elif isinstance(node, ast.ImportFrom):
            origin = node.module or ""
            if node.level:
                home = ["plurank", *module.split(".")] if module != "__init__" else ["plurank"]
                home = home[: len(home) - node.level + (is_package or module == "__init__")]
                origin = ".".join([*home, *filter(None, [node.module])])
            for name in node.names:
                inside = origin == "plurank" and name.name in FLOOR
                yield (f"plurank.{name.name}" if inside else origin), node.lineno, at_load
        at_load &= not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        at_load &= not is_type_checking(node)
        for child in ast.iter_child_nodes(node):
            yield from visit(child, at_load)

    yield from visit(tree, True)


def faults(text: str, module: str, is_package: bool = False) -> Iterator[str]:
    """What the imports of one file do against the rules of the house."""
    room = module.split(".")[0]
    for target, line, at_load in imports(ast.parse(text), module, is_package):
        library, _, rest = target.partition(".")
        where = f"{module}:{line}: "
        if library == "plurank":
            other = rest.split(".")[0] or "__init__"
            if other != room and FLOOR.get(other, len(FLOORS)) >= FLOOR[room]:
                yield f"{where}{room} may not import {other}, which is not below it"
        elif library not in sys.stdlib_module_names:
            if any(under(module, numeric) for numeric in NUMPY_ONLY) and library != "numpy":
                yield f"{where}only numpy may be imported here, not {library}"
            if library in {"pandas", "polars"}:
                yield f"{where}{library} is never imported; narwhals reads its frames"
            elif library not in LIBRARIES and room not in DOORS:
                yield f"{where}{library} is not a library of the project"
            if library == "click" and room != "cli":
                yield f"{where}only the command line imports click"
            if at_load and library in LAZY:
                yield f"{where}{library} is imported inside the function that needs it"


def test_some_files_are_read() -> None:
    assert len(FILES) >= 3
    assert {module_of(file).split(".")[0] for file in FILES} & {"errors", "judged", "measures"}


@pytest.mark.parametrize("file", FILES, ids=module_of)
def test_imports_point_down(file: Path) -> None:
    module = module_of(file)
    assert module.split(".")[0] in FLOOR, f"{module} has no floor: give it one in design and in FLOORS"
    assert list(faults(file.read_text(encoding="utf-8"), module, file.name == "__init__.py")) == []


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("errors", "from plurank import cache"),
        ("formats.trec", "from ..judged import judge"),
        ("measures.parts", "from plurank.names import parse"),
        ("measures.parts", "def f():\n    import scipy"),
        ("optimum.greedy", "def f():\n    from scipy import optimize"),
        ("optimum.exact", "import scipy.optimize"),
        ("formats.tables", "import pyarrow"),
        ("formats.tables", "def f():\n    import pandas"),
        ("evaluation", "import click"),
        ("evaluation", "import requests"),
        ("cli.evaluate", "from plurank import read_runs"),
        ("demo", "from .cli import main"),
    ],
)
def test_a_forbidden_import_is_seen(module: str, line: str) -> None:
    assert len(list(faults(line, module))) == 1


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("measures.parts", "import numpy as np\nfrom ..optimum.greedy import order"),
        ("optimum.exact", "def f():\n    from scipy.optimize import milp"),
        ("formats.tables", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import pyarrow"),
        ("cli.evaluate", "import click\nfrom plurank import evaluation\nfrom . import output"),
    ],
)
def test_an_allowed_import_passes(module: str, line: str) -> None:
    assert list(faults(line, module)) == []


def loaded(code: str, *arguments: object) -> set[str]:
    """The top-level modules that a fresh interpreter has loaded after the code ran."""
    code = f"import sys\ntry:\n    {code}\nexcept SystemExit as end:\n    assert not end.code\n"
    code += "print('\\n' + ' '.join({name.partition('.')[0] for name in sys.modules}))"
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split())


HEAVY = {"narwhals", "numpy", "pandas", "polars", "pyarrow", "scipy", "zstandard"}
needs_cli = pytest.mark.skipif(not (PACKAGE / "cli" / "__init__.py").exists(), reason="no command line yet")


def test_importing_the_package_is_light() -> None:
    assert not loaded("import plurank") & (HEAVY - {"numpy"})


@needs_cli
def test_help_loads_click_only() -> None:
    modules = loaded("from plurank.cli import main; main()", "--help")
    assert "click" in modules
    assert not modules & HEAVY


@needs_cli
def test_evaluate_loads_numpy_only(tmp_path: Path) -> None:
    (tmp_path / "qrels.txt").write_text("1 1 a 1\n1 2 b 1\n1 1 b 0\n")
    (tmp_path / "one.run").write_text("1 Q0 a 1 2.0 one\n1 Q0 b 2 1.0 one\n")
    arguments = ["evaluate", tmp_path / "qrels.txt", tmp_path / "one.run", "-m", "alpha-nDCG@2"]
    modules = loaded("from plurank.cli import main; main()", *arguments)
    assert modules & HEAVY == {"numpy"}


def functions(file: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_rooms_stay_small() -> None:
    lines = {module_of(file): len(file.read_text(encoding="utf-8").splitlines()) for file in FILES}
    assert {module: count for module, count in lines.items() if count > 300} == {}


def test_functions_stay_small() -> None:
    long = {}
    for file in FILES:
        for function in functions(file):
            body = function.body[1:] if ast.get_docstring(function) is not None else function.body
            size = (function.end_lineno or 0) - body[0].lineno + 1 if body else 0
            if size > 40:
                long[f"{module_of(file)}:{function.lineno} {function.name}"] = size
    assert long == {}


def test_public_names_are_few_exist_and_agree() -> None:
    if not (PACKAGE / "__init__.py").exists():
        pytest.skip("no public names yet")
    import plurank

    names = getattr(plurank, "__all__", [])
    assert len(names) <= 40
    assert [name for name in names if not hasattr(plurank, name)] == []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert getattr(plurank, "__version__", project["version"]) == project["version"]


def public(body: list[ast.stmt], prefix: str = "") -> Iterator[tuple[str, ast.AST]]:
    """The public functions and classes of a file, and the public methods of those classes."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
            if node.name.startswith("_") or decorators & {"overload", "typing.overload"}:
                continue
            yield prefix + node.name, node
            if isinstance(node, ast.ClassDef):
                yield from public(node.body, f"{node.name}.")


@pytest.mark.parametrize("file", FILES, ids=module_of)
def test_public_names_say_what_they_are(file: Path) -> None:
    body = ast.parse(file.read_text(encoding="utf-8")).body
    assert [name for name, node in public(body) if not ast.get_docstring(node)] == []


def texts() -> Iterator[tuple[str, str]]:
    """Path and text of every text file that git tracks or would track."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        done = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True, timeout=60)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    for name in done.stdout.decode().split("\0"):
        if name and (ROOT / name).is_file():
            try:
                yield name, (ROOT / name).read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue


# Written in two halves, so that this file does not hold them.
HOSTS = ("py" + "pi.org", "files.python" + "hosted", "npm" + "js.org", "deb.deb" + "ian.org")
INDEXES = ("index" + "-url", "index" + "_url", "find" + "-links", "tool.uv" + ".index")
TOOLS = ("Anth" + "ropic", "Cla" + "ude", "Chat" + "GPT", "Co" + "pilot", "Open" + "AI")
PROCESS = ("review" + "ers?", "pull " + "requests?", r"issues? (no\.? ?)?#?\d+")
WORDS = r"\b(?:" + "|".join((*TOOLS, *PROCESS)) + r")\b"
PLACES = r"(?<![\w.])/(?:work|root|home/[a-z]+|Users)/"
FORBIDDEN = re.compile("|".join((*map(re.escape, (*HOSTS, *INDEXES)), WORDS, PLACES)), re.IGNORECASE)
LOCKS = {"uv.lock", "pylock.toml", "poetry.lock", "pdm.lock", "Pipfile.lock", "package-lock.json"}


@pytest.mark.parametrize("text", [*HOSTS, *INDEXES, *TOOLS, "review" + "er", "issue" + " #3", "/work" + "/x"])
def test_a_forbidden_text_is_seen(text: str) -> None:
    assert FORBIDDEN.search(f"say {text} here")


def test_files_speak_of_the_project_only() -> None:
    found = list(texts())
    assert {"README.md", "pyproject.toml"} <= {name for name, _ in found}
    said = [
        f"{name}:{number}: {match[0]}"
        for name, text in found
        for number, line in enumerate(text.splitlines(), 1)
        if (match := FORBIDDEN.search(line))
    ]
    assert said == []
    assert [name for name, _ in found if Path(name).name in LOCKS] == []
