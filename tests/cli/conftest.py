"""Fixtures that run the command in this process or, where the streams matter, in its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from jaipur.cli import app

PLAIN = {"NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}
ENTRY = "from jaipur.cli import main; main()"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Run `jaipur ARGS` in an empty folder; the result has exit_code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)

    def invoke(*args: str, typed: str | None = None, **env: str) -> Any:
        runner = CliRunner(env={**PLAIN, **env})
        return runner.invoke(app, list(args), input=typed, catch_exceptions=False)

    return invoke


@pytest.fixture
def start(tmp_path: Path) -> Callable[..., "subprocess.Popen[str]"]:
    """Start `jaipur ARGS` as a process of its own."""

    def popen(*args: str, **options: Any) -> "subprocess.Popen[str]":
        source = Path(__file__).parents[2] / "src"
        env = {**os.environ, **PLAIN, "PYTHONPATH": str(source), **options.pop("env", {})}
        return subprocess.Popen(
            [sys.executable, "-c", ENTRY, *args],
            cwd=tmp_path,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            **options,
        )

    return popen
