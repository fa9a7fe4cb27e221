"""Where `jaipur serve` listens, and what the bare command does."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
import typer

from jaipur.cli import main, serve


def test_the_next_port_is_taken_where_the_usual_one_is_not_free(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as other,
        socket.create_server(("127.0.0.1", 0)) as free,
    ):
        busy, next_one = other.getsockname()[1], free.getsockname()[1]
        free.close()
        monkeypatch.setattr(serve, "_PORTS", (busy, next_one))
        with serve._listen("127.0.0.1", None) as sock:
            assert sock.getsockname()[1] == next_one


def test_a_port_that_was_asked_for_is_taken_or_refused() -> None:
    cannot = pytest.raises(typer.BadParameter, match="Cannot listen on 127.0.0.1, port")
    with socket.create_server(("127.0.0.1", 0)) as other, cannot:
        serve._listen("127.0.0.1", other.getsockname()[1])
    with serve._listen("127.0.0.1", 0) as sock:
        assert sock.getsockname()[1] > 0


def test_the_bare_command_serves_and_opens_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[list[str]] = []
    monkeypatch.setattr("jaipur.cli.app", lambda args, **_: given.append(args))
    for typed in ([], ["--help"]):
        monkeypatch.setattr(sys, "argv", ["pyjaipur", *typed])
        main()
    assert given == [["serve", "--open"], ["--help"]]


def test_without_a_display_the_bare_command_prints_the_address_and_serves(
    start: Callable[..., Any], tmp_path: Path
) -> None:
    nothing = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": "", "XDG_DATA_HOME": str(tmp_path)}
    process: subprocess.Popen[str] = start(env=nothing)
    assert process.stdout is not None
    assert process.stderr is not None
    with process.stdout, process.stderr:
        line = process.stdout.readline()
        assert line.startswith("jaipur is at http://127.0.0.1:80")
        with urlopen(line.split()[3] + "/healthz", timeout=60) as answer:
            assert answer.status == 200
        process.terminate()
        process.wait(timeout=60)
        assert process.stderr.read() == ""
    assert (tmp_path / "jaipur" / "games.db").is_file()
