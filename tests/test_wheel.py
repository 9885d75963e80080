"""The wheel, installed where nothing else is, does what the README says."""

import csv
import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

# One group, so that parallel workers build and install once.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]


def call(*command: object, cwd: Path) -> str:
    """Standard output of a command that must succeed."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV_"))}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=env, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    call(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", ROOT, cwd=folder)
    (path,) = folder.glob("plurank-*.whl")
    return path


@pytest.fixture(scope="module")
def plurank(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command, in a virtual environment that holds the wheel and its dependencies."""
    folder = tmp_path_factory.mktemp("installed")
    call(sys.executable, "-m", "venv", folder / "venv", cwd=folder)
    scripts = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    call(scripts / "python", "-m", "pip", "install", "--quiet", wheel, cwd=folder)
    return scripts / "plurank"


def test_wheel_holds_the_package_and_its_data(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "plurank/py.typed" in names
    assert any(name.startswith("plurank/demo/data/") for name in names)
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    assert {name.split("/")[0].split("-")[0] for name in names} == {"plurank"}


def test_demo_then_evaluate(plurank: Path, tmp_path: Path) -> None:
    said = call(plurank, "demo", "collection", cwd=tmp_path)
    assert "collection" in said
    runs = sorted(tmp_path.glob("collection/runs/*.run"))
    assert runs
    text = call(plurank, "evaluate", "collection/qrels.txt", *runs, "--format", "csv", cwd=tmp_path)
    assert text.splitlines()[0] == "run,topic,measure,value"
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len({row["run"] for row in rows}) == len(runs)
    assert {row["topic"] for row in rows} == {"mean"}
    assert all(float(row["value"]) >= 0 for row in rows)
