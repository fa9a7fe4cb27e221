"""A match at the terminal, typed into a pipe."""

import json
import os
import pty
import re
import select
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jaipur import read_records, seed_bytes
from tests.players.bot_support import faulty_bot

Run = Callable[..., Any]
Start = Callable[..., Any]


def typed(run: Run, *lines: str, options: str = "") -> str:
    """What the table says to these lines; seed 7 deals GPPL and a camel to seat 0."""
    text = "".join(f"{line}\n" for line in lines)
    result = run("play", "--stdin", "--seed", "7", *options.split(), typed=text)
    assert result.exit_code == 0
    assert not result.stderr
    return str(result.stdout)


def test_the_table_shows_what_a_player_needs(run: Run) -> None:
    table = typed(run)
    assert "round 1" in table
    assert "deck 40" in table
    assert "0 of 3 kinds used up" in table
    assert table.count("░░") == 5
    assert "D diamond 7 7 5 5 5" in table
    assert "L leather 4 3 2 1 1 1 1 1 1" in table
    assert "bonus for 5+  6 left, 8–10" in table
    assert "│G      │ │C      │ │K      │ │K      │ │K      │" in table
    assert "│G      │ │P      │ │P      │ │L      │" in table
    assert "K × 1" in table


def test_eighty_columns_and_twenty_four_rows_hold_the_table(run: Run) -> None:
    lines = typed(run).splitlines()
    start = next(row for row, line in enumerate(lines) if line.startswith(" Jaipur"))
    end = next(row for row, line in enumerate(lines) if line.startswith("your move>"))
    assert end - start < 24
    assert max(len(line) for line in lines) <= 80


@pytest.mark.parametrize("columns", [30, 60])
def test_a_narrow_terminal_gets_a_narrow_table(run: Run, columns: int) -> None:
    result = run("play", "--stdin", "--seed", "7", typed="+G\n", COLUMNS=str(columns))
    assert "market  D  C  K  K  K" in result.stdout
    table = result.stdout[: result.stdout.index("The same deals")]
    assert max(len(line) for line in table.splitlines()) <= columns


def test_the_legal_moves_are_summed_up_with_what_they_bring(run: Run) -> None:
    table = typed(run)
    assert "take  +G · +C · +K (3 camels)" in table
    assert "sell  $P1 = 5 · $P2 = 8 · $L1 = 4" in table
    assert "swap  4 exchanges: +GC-PP, +GC-PL, +GC-PK … (moves lists all)" in table


def test_a_sale_with_a_bonus_shows_its_range(run: Run) -> None:
    assert "$P3 = 11 + 1–3" in typed(run, "+K", "+P")


@pytest.mark.parametrize("text", ["+G", "+g", "take gold", "1"])
def test_a_move_is_typed_as_notation_as_words_or_as_a_number(run: Run, text: str) -> None:
    assert "you: take gold → D" in typed(run, text)


def test_the_numbers_are_those_of_the_list(run: Run) -> None:
    table = typed(run, "moves", "10")
    assert "10 +GC-LK" in table
    assert "you: take gold and cloth, give leather and camel" in table


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("+D", "The market does not hold these cards."),
        ("$G1", "Diamonds, gold and silver are sold two at a time or more."),
        ("+G-K", "An exchange takes two cards or more."),
        ("+GK-PP", "Camels leave the market all together, never in an exchange."),
        ("fly to the moon", "Type help to see how moves are written."),
        ("0", "The list has the numbers 1 to 10; type moves to see it."),
        ("11", "The list has the numbers 1 to 10; type moves to see it."),
        ("1" * 5000, "The list has the numbers 1 to 10; type moves to see it."),
        ("²", "Type help to see how moves are written."),
    ],
)
def test_what_cannot_be_played_is_explained_and_asked_again(
    run: Run, text: str, answer: str
) -> None:
    table = typed(run, text)
    assert answer in table
    assert table.count("your move>") == 2
    assert "move 2" not in table


def test_undo_goes_back_to_the_last_own_decision(run: Run) -> None:
    table = typed(run, "+G", "undo")
    assert [line.split(" · ")[2] for line in table.splitlines() if "round 1" in line] == [
        "move 1",
        "move 3",
        "move 1",
    ]


def test_undo_at_the_first_decision_says_so(run: Run) -> None:
    assert "There is no decision of yours to take back." in typed(run, "undo")


def test_a_match_that_was_taken_back_and_played_again_is_recorded_once(
    run: Run, tmp_path: Path
) -> None:
    typed(run, "+G", "undo", "+C", "resign", options="--save game.jsonl")
    (record,) = read_records(tmp_path / "game.jsonl")
    assert record["rounds"][0]["moves"][0] == "+C"
    assert record["players"] == ["you", "greedy"]
    assert (record["ended"], record["by"], record["winner"]) == ("resigned", 0, 1)


def test_help_and_rules_are_printed(run: Run) -> None:
    table = typed(run, "help", "rules")
    assert "sell 3 leather" in table
    assert "a hand holds 7 goods" in table.lower()
    assert "4–6 for 4" in table


def test_resigning_ends_the_match(run: Run) -> None:
    assert "greedy wins the match: you resigned at 0–0." in typed(run, "resign", "+G")


@pytest.mark.parametrize("word", ["quit", "exit", "q"])
def test_quitting_says_goodbye(run: Run, word: str) -> None:
    table = typed(run, word)
    assert "You have left the table. Goodbye." in table
    assert table.endswith("The same deals again: --seed 7\n")


def test_the_end_of_the_input_ends_the_match(run: Run) -> None:
    assert "You have left the table. Goodbye." in typed(run, "+G")


def test_the_other_seat_can_be_taken(run: Run) -> None:
    table = typed(run, options="--seat 1")
    assert "greedy: take gold → D" in table
    assert "│D      │ │G      │ │C      │ │P      │ │L      │" in table


def test_the_aid_keeps_track_of_the_hand_across_the_table(run: Run) -> None:
    assert "holds" not in typed(run, "+G")
    assert "holds D" in typed(run, "+G", options="--aid")


def test_a_whole_match_with_its_scoring(run: Run) -> None:
    """The first legal move, again and again, until somebody has two seals."""
    table = typed(run, *["1"] * 400)
    assert re.search(
        r"\n(you|greedy): [^\n]+\n\nRound 1 is over: ", table
    )  # the move that ended it
    assert " the seal" in table
    assert "rupees" in table
    assert "starts round 2." in table or "start round 2." in table
    assert "the match by 2 seals to" in table


def test_the_same_seed_is_the_same_match_against_chance_too(run: Run) -> None:
    one, two = (typed(run, *["1"] * 400, options="--opponent random") for _ in range(2))
    assert one == two


def test_the_rulesets_differ_in_their_bonus_piles(run: Run) -> None:
    assert "bonus for 3   7 left" in typed(run, options="--ruleset box")


STDIN: dict[str, dict[str, Any]] = {
    "closed": {"preexec_fn": lambda: os.close(0)},
    "empty": {"stdin": subprocess.DEVNULL},
    "silent": {"stdin": subprocess.PIPE},  # which stays open
}


@pytest.mark.parametrize("stdin", STDIN)
def test_without_a_terminal_two_bots_play_a_match(start: Start, stdin: str) -> None:
    process = start("play", "--seed", "7", "--save", "game.jsonl", **STDIN[stdin])
    assert process.wait(timeout=60) == 0
    printed, errors = process.stdout.read(), process.stderr.read()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            stream.close()
    assert not errors
    assert "greedy 1  +G" in printed
    assert "Round 2 is over: " in printed
    assert "wins the match by 2 seals" in printed


def test_the_match_of_the_bots_can_be_replayed(run: Run, tmp_path: Path) -> None:
    result = run("play", "--seed", "7", "--opponent", "random", "--save", "game.jsonl")
    assert result.exit_code == 0
    (record,) = read_records(tmp_path / "game.jsonl")
    assert record["players"] == ["greedy", "random"]
    assert record["seed"] == seed_bytes(7).hex()


class Terminal:
    """A process at a pseudo-terminal."""

    def __init__(self, start: Start, *args: str) -> None:
        leader, follower = pty.openpty()
        environment = {"TERM": "xterm", "NO_COLOR": "1"}
        self.process = start(*args, stdin=follower, start_new_session=True, env=environment)
        os.close(follower)
        self.leader = leader

    def say(self, text: str) -> None:
        os.write(self.leader, text.encode())

    def sleeps(self) -> bool:
        """Whether it waits; once it has asked for something, that is for the answer."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8")
        return stat.rpartition(")")[2].split()[0] == "S"

    def close(self) -> tuple[int, str, str]:
        code = self.process.wait(timeout=30)
        os.close(self.leader)
        printed, errors = self.process.stdout.read(), self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        return code, printed, errors


def test_ctrl_d_at_a_terminal_ends_the_match(start: Start) -> None:
    terminal = Terminal(start, "play", "--seed", "7")
    terminal.say("+G\n\x04")
    code, printed, errors = terminal.close()
    assert code == 0
    assert "you: take gold → D" in printed
    assert "You have left the table. Goodbye." in printed
    assert "Traceback" not in errors


def test_ctrl_c_at_a_terminal_ends_the_match(start: Start) -> None:
    terminal = Terminal(start, "play", "--seed", "7")
    seen = ""
    while "your move>" not in seen:
        ready, _, _ = select.select([terminal.process.stdout], [], [], 30)
        assert ready
        seen += os.read(terminal.process.stdout.fileno(), 4096).decode()
    # A signal between the prompt and the reading would wait for the next line.
    while not terminal.sleeps():
        os.sched_yield()
    terminal.process.send_signal(signal.SIGINT)
    code, printed, errors = terminal.close()
    assert code == 0
    assert "You have left the table. Goodbye." in printed
    assert "Traceback" not in errors


def test_a_bot_that_breaks_the_protocol_forfeits_the_round(run: Run, tmp_path: Path) -> None:
    options = ("play", "--seed", "7", "--opponent", f"bot:{faulty_bot('illegal')}")
    fault = "forfeits the round: The bot answered with a move that may not be played. $D7 is"
    for name, typed_lines in (("person", "1\n" * 400), ("greedy", None)):
        stdin = () if typed_lines is None else ("--stdin",)
        result = run(*options, *stdin, "--save", f"{name}.jsonl", typed=typed_lines)
        assert result.exit_code == 0
        assert " ".join((result.stdout + result.stderr).split()).count(fault) == 2
        (record,) = read_records(tmp_path / f"{name}.jsonl")
        assert [(played["end"], played["by"]) for played in record["rounds"]] == [
            ("forfeit", 1)
        ] * 2
        assert (record["ended"], record["winner"]) == ("seals", 0)


@pytest.mark.parametrize("stdin", [(), ("--stdin",)])
def test_a_bot_is_asked_to_quit_with_the_command(
    run: Run, tmp_path: Path, stdin: tuple[str, ...]
) -> None:
    bot = f"bot:{faulty_bot('copies', tmp_path / 'messages')}"
    result = run("play", "--seed", "7", *stdin, "--opponent", bot, typed="+G\nquit\n")
    assert result.exit_code == 0
    assert (tmp_path / "messages").read_text().splitlines()[-1] == '{"type":"quit"}'


@pytest.mark.parametrize("stdin", [(), ("--stdin",)])
def test_a_bot_is_told_how_each_round_ended(
    run: Run, tmp_path: Path, stdin: tuple[str, ...]
) -> None:
    bot = f"bot:{faulty_bot('copies', tmp_path / 'messages')}"
    typed_lines = "1\n" * 500  # the first of the legal moves, until the match is over
    run("play", "--seed", "7", *stdin, "--opponent", bot, "--save", "m.jsonl", typed=typed_lines)
    (record,) = read_records(tmp_path / "m.jsonl")
    messages = map(json.loads, (tmp_path / "messages").read_text().splitlines())
    told = [(each["rupees"], each["seal"]) for each in messages if each["type"] == "over"]
    assert record["ended"] == "seals"
    assert told == [(each["rupees"], each["seal"]) for each in record["rounds"]]


@pytest.mark.parametrize("opponent", ["bot:/no/such/program", "nobody"])
def test_an_opponent_that_does_not_exist_is_refused(run: Run, opponent: str) -> None:
    result = run("play", "--opponent", opponent)
    assert result.exit_code == 2
    assert "unknown_player: There is no " in result.stderr


def test_an_opponent_may_have_a_budget_of_its_own(run: Run, tmp_path: Path) -> None:
    typed(run, "+G", options="--opponent jeweller@1samples --save game.jsonl")
    (record,) = read_records(tmp_path / "game.jsonl")
    assert record["players"] == ["you", "jeweller@1samples"]


def test_a_file_with_something_in_it_is_not_replaced(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text("precious\n", encoding="utf-8")
    result = run("play", "--seed", "7", "--save", "game.jsonl")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--save: must not exist or be empty, got game.jsonl" in " ".join(result.stderr.split())
    assert file.read_text(encoding="utf-8") == "precious\n"


def test_a_match_that_was_left_is_saved_as_unfinished(run: Run, tmp_path: Path) -> None:
    typed(run, "+G", "quit", options="--save game.jsonl")
    (record,) = read_records(tmp_path / "game.jsonl")
    assert record["ended"] == "unfinished"
    assert record["rounds"][0]["moves"] == ["+G", "+D"]
