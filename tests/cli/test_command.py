"""What all commands have in common: help that works, one line for trouble, quick to start."""

import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import pytest

from jaipur.cli import app, main

Run = Callable[..., Any]
COMMANDS = {command.callback.__name__: command for command in app.registered_commands}  # type: ignore[union-attr]

# Those that end by themselves and need nothing but the game; others are tried in their own tests.
OWN = ("play", "selfplay", "evaluate", "replay", "deal", "perft", "bench")


def example_of(name: str) -> list[str]:
    epilog = COMMANDS[name].epilog
    assert epilog is not None
    return shlex.split(epilog.removeprefix("Example:"))


def test_every_command_of_the_project_is_there() -> None:
    assert set(COMMANDS) >= set(OWN)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_every_command_shows_its_example(run: Run, name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert " ".join(example_of(name)) in result.stdout  # on one line, to be copied


@pytest.mark.parametrize("name", OWN)
def test_the_example_of_every_command_works(run: Run, name: str) -> None:
    if name == "replay":
        assert run(*example_of("selfplay")[1:]).exit_code == 0
    command, *args = example_of(name)
    assert command == "jaipur"
    result = run(*args)
    assert result.exit_code == 0
    assert result.stdout
    assert not result.stderr


def test_the_help_without_a_command_lists_them(run: Run) -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert all(name in result.stdout for name in COMMANDS)
    assert "jaipur play --seed 7" in result.stdout


def test_the_version_is_that_of_the_distribution(run: Run) -> None:
    assert run("--version").stdout == f"jaipur {version('pyjaipur')}\n"


@pytest.mark.parametrize(
    ("args", "line"),
    [
        ("play --opponent kasparov", "unknown_player: There is no player 'kasparov'"),
        ("selfplay --players random,kasparov", "unknown_player: There is no player 'kasparov'"),
        ("deal --ruleset chess", "unknown_ruleset: There is no ruleset 'chess'"),
        ("perft --ruleset chess", "unknown_ruleset: There is no ruleset 'chess'"),
        ("replay nothing.jsonl", "file: nothing.jsonl: No such file"),
        ("replay .", "file: .: Is a directory"),
        ("selfplay --out nowhere/games.jsonl", "file: nowhere/games.jsonl: No such file"),
        ("play --save nowhere/game.jsonl", "file: nowhere/game.jsonl: No such file"),
    ],
)
def test_trouble_is_one_line_with_a_code(run: Run, args: str, line: str) -> None:
    result = run(*args.split())
    assert result.exit_code == 2
    assert result.stderr.startswith(line)
    assert result.stderr.count("\n") == 1
    assert not result.stdout


def test_trouble_is_red_where_there_is_colour(run: Run) -> None:
    result = run("deal", "--ruleset", "chess", NO_COLOR="", TERM="xterm", FORCE_COLOR="1")
    assert result.stderr.startswith("\x1b[31munknown_ruleset")


@pytest.mark.parametrize("args", ["frobnicate", "play --seat 2", "perft --depth 0", "bench -x"])
def test_wrong_options_are_explained(run: Run, args: str) -> None:
    result = run(*args.split())
    assert result.exit_code == 2
    assert "Error" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_seed_that_is_no_text_is_refused(run: Run) -> None:
    assert run("deal", "--seed", "\udcff").exit_code == 2


def test_no_colour_where_none_is_wanted(run: Run) -> None:
    plain = run("deal", "--seed", "7", NO_COLOR="1", TERM="xterm-256color", FORCE_COLOR="1")
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]", plain.stdout)
    assert "\x1b[" in run("deal", "--seed", "7", NO_COLOR="", TERM="xterm", FORCE_COLOR="1").stdout


def test_nothing_heavy_is_imported_before_a_command_runs() -> None:
    code = "import sys, jaipur.cli; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert not {"rich", "numpy"} & set(loaded.stdout.split())


@pytest.mark.parametrize("args", ["play --seed 7", "deal --seed 7 --json"])
def test_a_reader_that_leaves_early_is_no_trouble(start: Callable[..., Any], args: str) -> None:
    process = start(*args.split(), stdin=subprocess.DEVNULL)
    process.stdout.close()
    process.wait(timeout=30)
    assert process.stderr.read() == ""
    process.stderr.close()


def test_a_mistake_of_our_own_is_one_line_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(**_: object) -> None:
        raise LookupError("nobody is perfect")

    monkeypatch.setattr("jaipur.cli.app", broken)
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 70
    assert capsys.readouterr().err.startswith("bug: LookupError: nobody is perfect")
    monkeypatch.setenv("JAIPUR_TRACE", "1")
    with pytest.raises(LookupError):
        main()


def test_the_module_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "jaipur", "--version"], capture_output=True, text=True, check=True
    )
    assert version("pyjaipur") in done.stdout
