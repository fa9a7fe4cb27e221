"""What all commands have in common: help, errors on one line, a quick start."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from jaipur import cli
from jaipur.cli import COMMANDS, main
from jaipur.cli.lazy_group import load_command

Run = Callable[..., Any]

# Those that end by themselves and need no server; the others have tests of their own.
SHORT = ("play", "duel", "tournament", "replay", "evaluate", "dataset", "deal", "perft", "bench")


def example_of(name: str) -> list[str]:
    return shlex.split(str(load_command(name).epilog).removeprefix("Example:"))


@pytest.mark.parametrize("name", COMMANDS)
def test_the_listed_help_is_the_first_line_of_the_commands_own(name: str) -> None:
    assert load_command(name).help.split("\n\n")[0] == COMMANDS[name]
    assert len(COMMANDS[name]) <= 64  # more would be cut off in eighty columns


def test_every_module_of_a_command_is_listed() -> None:
    folder = Path(cli.__file__).parent
    modules = {
        path.stem
        for path in folder.glob("*.py")
        if re.search(r"^EXAMPLE = ", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert modules == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_every_command_shows_its_example(run: Run, name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert " ".join(example_of(name)) in result.stdout  # on one line, to be copied


@pytest.mark.parametrize("name", SHORT)
def test_the_example_of_every_command_works(run: Run, name: str) -> None:
    if name == "replay":
        assert run(*example_of("duel")[1:]).exit_code == 0
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
        ("duel random kasparov --matches 2", "unknown_player: There is no player 'kasparov'"),
        ("deal --ruleset chess", "unknown_ruleset: There is no ruleset 'chess'"),
        ("perft --ruleset chess", "unknown_ruleset: There is no ruleset 'chess'"),
        ("replay nothing.jsonl", "file: nothing.jsonl: No such file"),
        ("replay .", "file: .: Is a directory"),
        ("duel random greedy --out nowhere/games.jsonl", "file: nowhere/games.jsonl: No such file"),
        ("play --save nowhere/game.jsonl", "file: nowhere/game.jsonl: No such file"),
    ],
)
def test_an_error_is_one_line_with_a_code(run: Run, args: str, line: str) -> None:
    result = run(*args.split())
    assert result.exit_code == 2
    assert result.stderr.startswith(line)
    assert result.stderr.count("\n") == 1
    assert not result.stdout


def test_an_error_is_red_where_there_is_colour(run: Run) -> None:
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


def test_an_unknown_command_is_named_with_those_that_are_alike(run: Run) -> None:
    result = run("dule")
    assert result.exit_code == 2
    assert "No such command 'dule'" in result.stderr
    assert "Did you mean 'duel'" in result.stderr


def imported_by(*args: str, **env: str) -> set[str]:
    """The modules that `jaipur ARGS` has imported when it exits."""
    code = (
        "import sys, atexit\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        "from jaipur.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *args],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **env},
    )
    return set(done.stderr.split())


COMPLETION = {"_JAIPUR_COMPLETE": "complete_bash", "COMP_WORDS": "jaipur d", "COMP_CWORD": "1"}


@pytest.mark.parametrize(
    ("args", "env"), [(["--help"], {}), (["--version"], {}), ([], COMPLETION)], ids=str
)
def test_no_command_is_imported_before_it_runs(args: list[str], env: dict[str, str]) -> None:
    loaded = imported_by(*args, **env)
    assert "jaipur.cli.lazy_group" in loaded
    heavy = {"rich", "numpy", "starlette", "sqlalchemy", "uvicorn", "asyncio"}
    assert not loaded & heavy
    ours = {name for name in loaded if name.startswith("jaipur.")}
    assert ours == {"jaipur.cli", "jaipur.cli.lazy_group", "jaipur.errors"}


def test_a_command_imports_its_own_module_only() -> None:
    loaded = imported_by("deal", "--seed", "7", "--json")
    assert {name for name in COMMANDS if f"jaipur.cli.{name}" in loaded} == {"deal"}


def test_a_shell_completes_commands_and_options() -> None:
    for words, expected in (("jaipur d", {"deal", "duel"}), ("jaipur duel --m", {"--matches"})):
        completing = {"COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
        done = subprocess.run(
            [sys.executable, "-c", "from jaipur.cli import main; main()"],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, **COMPLETION, **completing},
        )
        assert expected <= set(done.stdout.split())


@pytest.mark.parametrize("args", ["play --seed 7", "deal --seed 7 --json"])
def test_a_reader_that_exits_early_causes_no_error(start: Callable[..., Any], args: str) -> None:
    process = start(*args.split(), stdin=subprocess.DEVNULL)
    process.stdout.close()
    process.wait(timeout=30)
    assert process.stderr.read() == ""
    process.stderr.close()


def with_streams(redirection: str, args: str) -> "subprocess.CompletedProcess[str]":
    """Run `jaipur ARGS` with its streams redirected by a shell."""
    command = f"{shlex.quote(sys.executable)} -m jaipur {args} {redirection}"
    return subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "args", ["deal --seed 7", "deal --seed 7 --json", "puzzle --id s0001", "--help"]
)
def test_a_closed_standard_output_is_no_error(args: str) -> None:
    done = with_streams("</dev/null >&-", args)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("args", ["bot", "puzzle --id s0001"])
def test_a_closed_standard_input_is_an_empty_one(args: str) -> None:
    closed, empty = with_streams("<&-", args), with_streams("</dev/null", args)
    assert (closed.returncode, closed.stderr, closed.stdout) == (0, "", empty.stdout)
    assert "there must be a record, got none" in with_streams("<&-", "review -").stderr


@pytest.mark.parametrize("args", ["deal --seed 7", "deal --seed 7 --json", "--help", "deal -h"])
def test_an_output_that_is_full_is_reported_on_one_line(args: str) -> None:
    done = with_streams(">/dev/full", args)
    assert (done.returncode, done.stderr) == (2, "file: No space left on device.\n")


def test_a_bug_is_reported_on_one_line_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(**_: object) -> None:
        raise LookupError("out of range")

    monkeypatch.setattr("jaipur.cli.app", broken)
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 70
    assert capsys.readouterr().err.startswith("bug: LookupError: out of range")
    monkeypatch.setenv("JAIPUR_TRACE", "1")
    with pytest.raises(LookupError):
        main()


def test_the_module_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "jaipur", "--version"], capture_output=True, text=True, check=True
    )
    assert version("pyjaipur") in done.stdout
