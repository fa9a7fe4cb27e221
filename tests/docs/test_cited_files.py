"""What the docs name exists: files and folders, modules that are run, commands, make targets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer.main

from jaipur.cli import app

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "jaipur"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
FOLDERS = ("src", "tests", "tools", "benchmarks", "examples", "training", "docs", "web", ".ci")
PACKAGES = sorted(path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists())

each_page = pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)


def test_every_package_is_looked_for() -> None:
    assert {"rules", "engine", "server", "cli"} <= set(PACKAGES)


def cited_paths(text: str) -> list[str]:
    """Paths in text: `src/…` and its like from the root, `rules/….py` from src/jaipur."""
    names = "|".join(map(re.escape, (*FOLDERS, *PACKAGES)))
    found = re.findall(rf"(?<![\w./-])(?:\./)?((?:{names})/[\w./*-]*)(?![\w/]*[…<{{])", text)
    return [path.rstrip(".") for path in found]


def exists(path: str) -> bool:
    root = SOURCE if path.split("/")[0] in PACKAGES else ROOT
    return any(root.glob(path)) if "*" in path else (root / path).exists()


def cited_modules(text: str) -> list[str]:
    """What `python -m` runs, of the modules of this repository."""
    modules = re.findall(r"python -m ([\w.]+)", text)
    return [name for name in modules if name.split(".")[0] in ("jaipur", *FOLDERS)]


def cited_commands(text: str) -> list[str]:
    """The word after `jaipur` or `pyjaipur` where it is run as a command."""
    return re.findall(r"(?:^|`|\$ |bin/)(?:py)?jaipur ([a-z][a-z-]*)", text, re.MULTILINE)


def cited_targets(text: str) -> list[str]:
    """The targets that `make` is given."""
    return re.findall(r"(?:^|`|\$ )make (?:[A-Z]+=\S+ )*([a-z][a-z0-9-]*)", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("see `tests/witness.py`.", ["tests/witness.py"]),
        ("in src/jaipur/rules.", ["src/jaipur/rules"]),
        ("`rules/rulesets.py` and `web/`", ["rules/rulesets.py", "web/"]),
        ("`pytest tests/arena/test_pair.py::test_it`", ["tests/arena/test_pair.py"]),
        ("`GET /api/rules/x`, `server/…`, `docs/{page}.md`", []),
    ],
)
def test_paths_are_found_in_text(text: str, paths: list[str]) -> None:
    assert cited_paths(text) == paths


@each_page
def test_files_that_a_page_names_exist(path: Path) -> None:
    assert [name for name in cited_paths(path.read_text("utf-8")) if not exists(name)] == []


@each_page
def test_modules_that_a_page_runs_exist(path: Path) -> None:
    for name in cited_modules(path.read_text("utf-8")):
        root = ROOT / "src" if name.startswith("jaipur") else ROOT
        file = root.joinpath(*name.split("."))
        assert file.with_suffix(".py").exists() or (file / "__main__.py").exists(), name


@each_page
def test_commands_that_a_page_names_exist(path: Path) -> None:
    known = set(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
    assert set(cited_commands(path.read_text("utf-8"))) <= known


@each_page
def test_make_targets_that_a_page_names_exist(path: Path) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    known = set(re.findall(r"^([a-z][a-z0-9-]*):", makefile, re.MULTILINE))
    assert set(cited_targets(path.read_text("utf-8"))) <= known
