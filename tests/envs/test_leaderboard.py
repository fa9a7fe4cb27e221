"""The leaderboard: its tables are filled by one command, which keeps what it did not measure."""

import os
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from jaipur.envs.evaluate import (
    FAST_OPPONENTS,
    LEADERBOARD_OPPONENTS,
    Evaluation,
    evaluate,
    leaderboard_head,
)
from jaipur.envs.policy import PolicyPlayer
from tools import leaderboard

PAGE = leaderboard.PAGE.read_text(encoding="utf-8")


def test_the_page_has_a_table_for_everything_that_is_measured() -> None:
    head = leaderboard.part(PAGE, "board").splitlines()[0]
    assert head == leaderboard_head(LEADERBOARD_OPPONENTS)
    for name in ("training", "weights", *(f"curve of {name}" for name in leaderboard.TRAINED)):
        leaderboard.part(PAGE, name)
    for name in (*LEADERBOARD_OPPONENTS, *leaderboard.TRAINED, *leaderboard.STALLING):
        assert f"`{name}`" in PAGE
    with pytest.raises(SystemExit, match="no table 'rumours'"):
        leaderboard.part(PAGE, "rumours")


def test_one_command_fills_it_and_keeps_the_rows_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "leaderboard.md"
    row = "| mine | 99.9 |" + " 1 |" * (len(LEADERBOARD_OPPONENTS) + 1)
    others = "\n".join([leaderboard_head(LEADERBOARD_OPPONENTS), "| --- |", row])
    page.write_text(leaderboard.filled(PAGE, "board", [others]), encoding="utf-8")
    played: list[tuple[str, str]] = []

    def evaluate(one: str, two: str, *, rounds: int) -> Evaluation:
        played.append((one, two))
        return Evaluation(rounds, 0.25 * rounds, 0.0, 0.01)

    def evaluate_all(name: str, *, rounds: int) -> list[Evaluation]:
        return [Evaluation(rounds, 0.0, 0.0, 0.0, stopped=3) for _ in LEADERBOARD_OPPONENTS]

    monkeypatch.setattr(leaderboard, "evaluate", evaluate)
    monkeypatch.setattr(leaderboard, "evaluate_all", evaluate_all)
    monkeypatch.setattr(leaderboard, "PAGE", page)
    monkeypatch.setattr("sys.argv", ["leaderboard.py", "--rounds", "8"])
    for _ in range(2):
        leaderboard.main()
        _, _, *rows = leaderboard.part(page.read_text(encoding="utf-8"), "board").splitlines()
        assert rows[0] == row
        names = re.findall(r"^\| `(\S+)` ", "\n".join(rows), re.MULTILINE)
        assert names == [*reversed(LEADERBOARD_OPPONENTS), *leaderboard.STALLING]
        assert "| 75.0 ± 1.0 | 50.0 ± 0.0 | 25.0 ± 1.0 |" in rows[-5]
        assert rows[-1].endswith(f" | {3 * len(LEADERBOARD_OPPONENTS)} |")
    assert len(played) == len(LEADERBOARD_OPPONENTS) * (
        len(LEADERBOARD_OPPONENTS) - 1
    )  # each pair once, twice over
    assert re.search(r"Weights of the levels: `[0-9a-f]{8}`\.", page.read_text(encoding="utf-8"))


def test_networks_have_a_row_and_a_curve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in ("1", "2"):
        folder = tmp_path / "ppo" / seed
        folder.mkdir(parents=True)
        for name in (f"000.25-{seed}000", "012.00-48000"):
            (folder / f"{name}.pt").touch()
    measured = []

    def evaluate_all(path: Any, against: Any, **options: Any) -> list[Evaluation]:
        measured.append(options)
        return [Evaluation(200, 80.0 + 20 * int(path.parent.name), 0.0, 0.03)] * len(against)

    monkeypatch.setattr(leaderboard, "policy", lambda name, path: path)
    monkeypatch.setattr(leaderboard, "evaluate_all", evaluate_all)
    saved = leaderboard.saved_networks(tmp_path)
    assert list(saved) == ["ppo"]
    head, _, *rows = leaderboard.curve("ppo", saved["ppo"])
    assert head == f"| minutes | choices | seeds | {' | '.join(FAST_OPPONENTS)} |"
    # Shares of 50 and 60 per cent: their mean, and the standard deviation between the seeds.
    assert [row.split(" | 55.0 ± 7.1")[0] for row in rows] == [
        "| 0.25 | 1,500 | 2",
        "| 12 | 48,000 | 2",
    ]
    assert measured == [{"rounds": 200, "style": "stepwise"}] * 4


def test_seeds_that_were_not_trained_as_long_are_left_out_of_later_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed, names in {"1": ("000.26-10", "001.00-20"), "2": ("000.25-30", "000.24-90")}.items():
        (tmp_path / "td" / seed).mkdir(parents=True)
        for time, name in enumerate(names):
            path = tmp_path / "td" / seed / f"{name}.bin"
            path.touch()
            os.utime(path, (time, time))

    def evaluate_all(path: Any, against: Any = LEADERBOARD_OPPONENTS, **_: Any) -> list[Evaluation]:
        return [Evaluation(200, 100.0, 0.0, 0.03)] * len(against)

    monkeypatch.setattr(leaderboard, "policy", lambda name, path: path)
    monkeypatch.setattr(leaderboard, "evaluate_all", evaluate_all)
    seeds = leaderboard.saved_networks(tmp_path)["td"]
    _, _, *rows = leaderboard.curve("td", seeds)
    # Of two files of about the same time, the newer one: that of a later run.
    assert [row.split(" | 50.0")[0] for row in rows] == ["| 0.25 | 50 | 2", "| 1 | 20 | 1"]
    assert leaderboard.trained_row("td", seeds, 200)[0].rounds == 200
    assert leaderboard.training_row("td", seeds) == "| `td` | 1 | 1 |"
    before = "| trained agent | minutes | seeds |\n| --- |\n| `td` | 8 | 3 |\n| `ppo` | 2 | 3 |"
    _, _, *kept = leaderboard.training_table({"td": "| `td` | 1 | 1 |"}, before)
    assert kept == ["| `td` | 1 | 1 |", "| `ppo` | 2 | 3 |"]


def test_it_trains_what_the_folder_does_not_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed, minutes in (("1", "002.00"), ("2", "000.50")):
        (tmp_path / "ppo" / seed).mkdir(parents=True)
        (tmp_path / "ppo" / seed / f"{minutes}-48000.zip").touch()
    started: list[list[str]] = []
    monkeypatch.setattr("subprocess.run", lambda command, **_: started.append(command[2:]))
    leaderboard.train(tmp_path, 2)
    assert len(started) == len(leaderboard.TRAINED) * len(leaderboard.SEEDS) - 1
    assert [command[1:] for command in started if command[0] == "examples.ppo_stepwise"] == [
        ["--minutes", "2", "--seed", seed, "--save", str(tmp_path / "ppo" / seed)]
        for seed in ("2", "3")
    ]
    assert all((leaderboard.ROOT / f"{one[0].replace('.', '/')}.py").exists() for one in started)


def test_curves_can_be_filled_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "leaderboard.md"
    page.write_text(PAGE, encoding="utf-8")
    (tmp_path / "networks" / "td" / "1").mkdir(parents=True)
    monkeypatch.setattr(leaderboard, "PAGE", page)
    monkeypatch.setattr(leaderboard, "curve", lambda name, seeds: [f"the curve of {name}"])
    options = ["leaderboard.py", "--curves-only", "--networks", str(tmp_path / "networks")]
    monkeypatch.setattr("sys.argv", options)
    leaderboard.main()
    after = page.read_text(encoding="utf-8")
    assert leaderboard.part(after, "curve of td") == "the curve of td"
    for kept in ("board", "training", "weights", "curve of ppo"):
        assert leaderboard.part(after, kept) == leaderboard.part(PAGE, kept)


def test_two_trained_agents_play_each_other_seed_by_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, seed in product(("dmc", "ppo"), ("1", "2")):
        (tmp_path / name / seed).mkdir(parents=True)
        for saved in ("000.25-100.pt", "002.00-900.pt"):
            (tmp_path / name / seed / saved).touch()
    monkeypatch.setattr(leaderboard, "policy", lambda name, path: last_legal)
    options = ["--networks", str(tmp_path), "--rounds", "10", "--between", "dmc", "ppo"]
    monkeypatch.setattr("sys.argv", ["leaderboard.py", *options])
    leaderboard.main()
    result = evaluate(last_legal, PolicyPlayer(last_legal, style="stepwise"), rounds=10)
    assert capsys.readouterr().out.splitlines() == [
        f"seed {seed}, dmc of 2 against ppo of 2 minutes: {result}" for seed in (1, 2)
    ]


def last_legal(seen: Any, legal: Any, counts: Any) -> Any:
    return legal[range(len(legal)), counts - 1]


@pytest.mark.parametrize("option", [("--train", "1"), ("--between", "dmc", "ppo")])
def test_training_needs_a_folder(
    option: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.argv", ["leaderboard.py", *option])
    with pytest.raises(SystemExit):
        leaderboard.main()
    assert f"{option[0]} needs --networks" in capsys.readouterr().err


def test_every_command_of_the_page_has_the_options_that_it_is_given() -> None:
    pages = (leaderboard.ROOT / "docs" / name for name in ("leaderboard.md", "environments.md"))
    texts = [page.read_text(encoding="utf-8") for page in pages] + [leaderboard.__doc__ or ""]
    commands = re.findall(
        r"python (-m )?((?:examples|tools|benchmarks)/\w+\.py|training\.\w+)([^\n#]*)",
        "\n".join(texts),
    )
    assert {script for _, script, _ in commands} >= {
        "examples/dmc.py",
        "examples/ppo_stepwise.py",
        "examples/league.py",
        "examples/solve_mini.py",
        "training.learning_curve",
        "tools/leaderboard.py",
        "benchmarks/envs.py",
    }
    for _, script, arguments in commands:
        path = script if "/" in script else script.replace(".", "/") + ".py"
        source = (leaderboard.ROOT / path).read_text(encoding="utf-8")
        for option in re.findall(r"--[a-z-]+", arguments):
            assert f'"{option}"' in source, f"{script} has no option {option}"
