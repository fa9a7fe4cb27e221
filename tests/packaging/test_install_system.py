"""System packages are installed by one script that says what and why, and by nothing else."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.server import processes
from tools import install_system

ROOT = Path(__file__).parents[2]


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which none of the programs is installed."""
    monkeypatch.setattr(install_system, "find", lambda _name: None)


@pytest.mark.parametrize(
    ("root", "apt", "reason"),
    [(False, True, "this needs root"), (True, False, "there is no apt-get here")],
)
def test_where_it_may_not_install_it_says_so_and_goes_on(
    bare: None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    root: bool,
    apt: bool,
    reason: str,
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0 if root else 1000)
    monkeypatch.setattr(shutil, "which", lambda _: "/usr/bin/apt-get" if apt else None)
    monkeypatch.setattr(install_system, "install", lambda _: pytest.fail("it must not install"))
    install_system.main()
    said = capsys.readouterr()
    assert (
        "The tests need the Debian package chromium: tests/web plays in a real browser." in said.out
    )
    assert f"chromium is not installed ({reason}): tests that need it are skipped." in said.err


def test_it_installs_only_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    installed: list[str] = []
    here = {"initdb", "postgres", "redis-server", "runuser"}
    monkeypatch.setattr(install_system, "find", lambda name: name if name in here else None)
    monkeypatch.setattr(install_system, "obstacle", lambda: None)

    def install(programs: list[install_system.Program]) -> None:
        installed.extend(program.package for program in programs)
        here.update(program.name for program in programs)

    monkeypatch.setattr(install_system, "install", install)
    install_system.main()
    assert installed == ["chromium"]
    assert "Installing chromium" in capsys.readouterr().out
    install_system.main()
    assert capsys.readouterr() == ("", "")


def test_a_test_whose_program_is_missing_is_skipped_with_the_reason(bare: None) -> None:
    with pytest.raises(pytest.skip.Exception, match="redis-server is not installed"):
        processes.program("redis-server")


def test_no_test_installs_anything() -> None:
    for path in (ROOT / "tests").rglob("*.py"):
        if path != Path(__file__):
            assert "apt-get" not in path.read_text("utf-8"), path
