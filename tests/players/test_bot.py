"""Bots that keep to the protocol, and bots that do not: each fault has its name."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import jaipur
from jaipur import Match, Move
from jaipur.errors import BotFault, Fault, UnknownPlayer
from jaipur.players import Budget, make_player, play_match
from jaipur.players.bot import BotPlayer, Limits
from tests.players.bot_tools import (
    HASTY,
    PATIENT,
    RANDOM_BOT,
    Pulse,
    odd_bot,
    pulse,
    zombies,
)


@pytest.fixture
def alive(tmp_path: Path) -> Iterator[Pulse]:
    with pulse(tmp_path) as made:
        yield made


def a_view(seed: int = 7) -> jaipur.View:
    match = Match.deal(seed)
    return match.view(match.turn)


def fault_of(how: str, limits: Limits, milliseconds: int = 1) -> BotFault:
    """What an odd bot does wrong when it is asked for a move."""
    budget = Budget(milliseconds=milliseconds)
    with (
        BotPlayer(odd_bot(how), budget=budget, limits=limits) as bot,
        pytest.raises(BotFault) as caught,
    ):
        bot.choose(a_view())
    return caught.value


def test_the_example_bot_plays_a_match() -> None:
    with BotPlayer(f"{sys.executable} {RANDOM_BOT}", limits=PATIENT) as bot:
        match = play_match([bot, make_player("greedy")], Match.deal(3))
        assert bot.name == "random bot"
    assert match.is_over


def test_the_example_bot_is_short_and_does_not_use_the_library() -> None:
    text = RANDOM_BOT.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 30
    assert "import jaipur" not in text
    assert "from jaipur" not in text


def test_a_bot_is_a_player_by_name() -> None:
    bot = make_player(f"bot:{sys.executable} {RANDOM_BOT}")
    assert isinstance(bot, BotPlayer)
    assert isinstance(bot.choose(a_view()), Move)
    bot.close()


def test_a_bot_that_keeps_to_the_protocol_is_asked_and_answers() -> None:
    view = a_view()
    with BotPlayer(odd_bot("none"), limits=PATIENT) as bot:
        assert bot.choose(view) == view.moves[0]
        assert bot.name == "odd bot none"


def test_what_a_bot_is_told(tmp_path: Path) -> None:
    copy, view = tmp_path / "heard", a_view()
    with BotPlayer(odd_bot("copies", copy), budget=Budget(milliseconds=250), limits=PATIENT) as bot:
        bot.begin("standard", view.seat or 0)
        assert bot.choose(view) == view.moves[0]
        bot.end((73, 61), 0)
    heard = [json.loads(line) for line in copy.read_text().splitlines()]
    assert heard == [
        {"type": "hello", "protocol": "jaipur-bot/1"},
        {"type": "round", "ruleset": "standard", "seat": view.seat, "round": 1},
        {"type": "move", "id": 1, "view": view.to_dict(), "milliseconds": 250},
        {"type": "over", "rupees": [73, 61], "seal": 0},
        {"type": "quit"},
    ]


def test_a_bot_is_not_told_the_end_of_a_round_that_it_did_not_begin() -> None:
    with BotPlayer(odd_bot("crash_after_round"), limits=PATIENT) as bot:
        bot.choose(a_view())
        bot.end((0, 0), None)
        bot.end((0, 0), None)


def test_moves_may_be_written_in_words() -> None:
    with BotPlayer(odd_bot("words"), limits=PATIENT) as bot:
        assert str(bot.choose(a_view())) == "+K"


def test_answers_to_older_questions_are_dropped() -> None:
    view = a_view()
    with BotPlayer(odd_bot("late_answers"), limits=PATIENT) as bot:
        assert bot.choose(view) == view.moves[0]


def test_a_name_is_one_short_line() -> None:
    with BotPlayer(odd_bot("odd_name"), limits=PATIENT) as bot:
        bot.begin("standard", 0)
        assert bot.name.startswith("anamein two lines ooo")
        assert len(bot.name) == 40


@pytest.mark.parametrize(
    ("how", "fault", "said"),
    [
        ("illegal", Fault.ILLEGAL_MOVE, "$D7 is not_in_hand."),
        ("no_move", Fault.ILLEGAL_MOVE, "'castle' is no move."),
        ("no_text", Fault.ILLEGAL_MOVE, "no text in 'move'"),
        ("garbage", Fault.NOT_JSON, "'+D'"),
        ("no_object", Fault.NOT_JSON, "'[1]'"),
        ("deep", Fault.NOT_JSON, "[[["),
        ("not_utf8", Fault.NOT_JSON, ""),
        ("crash", Fault.CRASHED, "code 1. RuntimeError: no idea what to play"),
        ("exit", Fault.CRASHED, "It ended with code 0."),
        ("killed", Fault.CRASHED, "It ended with signal 9."),
        ("endless", Fault.LINE_TOO_LONG, "65,536"),
        ("long_line", Fault.LINE_TOO_LONG, "65,536"),
        ("closes_output", Fault.CRASHED, "It closed its pipes."),
        ("crash_at_hello", Fault.CRASHED, "cannot find my weights"),
        ("garbage_hello", Fault.NOT_JSON, "'Hi there!'"),
        ("other_hello", Fault.NO_HELLO, "'welcome'"),
        ("odd_rulesets", Fault.NO_HELLO, "no list"),
        ("one_ruleset", Fault.WRONG_RULESET, "'standard'"),
    ],
)
def test_a_bot_that_misbehaves_has_a_fault_with_its_cause(
    how: str, fault: Fault, said: str
) -> None:
    caught = fault_of(how, PATIENT)
    assert caught.fault is fault
    assert caught.code == fault.value
    assert said in caught.detail
    assert str(caught).startswith(fault.sentence)


@pytest.mark.parametrize("how", ["silent", "endless_lines", "endless_words", "wrong_id"])
def test_a_bot_that_does_not_answer_is_late(how: str) -> None:
    caught = fault_of(how, HASTY)
    assert caught.fault is Fault.LATE
    assert "It had 201 ms." in caught.detail


def test_a_late_bot_is_told_that_its_answers_had_another_id() -> None:
    assert "their id was another: 1." in fault_of("wrong_id", HASTY, milliseconds=2000).detail


def test_a_bot_that_does_not_say_hello_has_no_hello() -> None:
    caught = fault_of("silent_hello", Limits(hello_seconds=0.3))
    assert caught.fault is Fault.NO_HELLO
    assert caught.detail == "It had 0.3 s."


def test_a_command_that_cannot_be_started() -> None:
    with BotPlayer("/nowhere/at/all") as bot, pytest.raises(BotFault) as caught:
        bot.begin("standard", 0)
    assert caught.value.fault is Fault.NOT_STARTED
    assert "/nowhere/at/all" in caught.value.detail


@pytest.mark.parametrize("command", ["", "  ", "python 'bot.py"])
def test_a_command_that_is_none_is_refused(command: str) -> None:
    with pytest.raises(UnknownPlayer):
        BotPlayer(command)


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    with BotPlayer(f"echo hello > {tmp_path}/made; exit") as bot, pytest.raises(BotFault):
        bot.begin("standard", 0)
    assert not list(tmp_path.iterdir())


def test_a_bot_that_closed_its_input_has_crashed_when_it_is_asked_again() -> None:
    view = a_view()
    with BotPlayer(odd_bot("closes_input"), limits=PATIENT) as bot:
        bot.choose(view)
        with pytest.raises(BotFault) as caught:
            bot.choose(view)
    assert caught.value.fault is Fault.CRASHED


@pytest.mark.parametrize("how", ["crash", "silent", "endless", "garbage", "closes_output"])
def test_after_a_fault_the_bot_is_started_again_for_the_next_round(how: str, alive: Pulse) -> None:
    with BotPlayer(odd_bot(how, alive.path), limits=HASTY) as bot:
        for _ in range(2):
            bot.begin("standard", 0)
            with pytest.raises(BotFault):
                bot.choose(a_view())
            assert alive.gone()
            with pytest.raises(BotFault, match="not running"):
                bot.choose(a_view())
            bot.end((0, 0), 1)
    assert not zombies()


def test_a_bot_that_ended_between_rounds_is_started_again(alive: Pulse) -> None:
    with BotPlayer(odd_bot("crash_after_round", alive.path), limits=PATIENT) as bot:
        for _ in range(2):
            bot.begin("standard", 0)
            bot.choose(a_view())
            bot.end((0, 0), 1)
            assert alive.gone()
            # Its files are closed before the process has ended for those who wait for it.
            assert bot._child is not None
            os.waitid(os.P_PID, bot._child._process.pid, os.WEXITED | os.WNOWAIT)


def test_after_an_illegal_move_the_bot_goes_on() -> None:
    with BotPlayer(odd_bot("illegal"), limits=PATIENT) as bot:
        for number in (1, 2):
            with pytest.raises(BotFault):
                bot.choose(a_view())
            bot.end((0, 0), 1)
            assert bot._id == number
            assert bot._child is not None


@pytest.mark.parametrize("how", ["none", "stubborn", "has_a_child", "wordy"])
def test_nothing_is_left_when_a_bot_is_closed(how: str, alive: Pulse) -> None:
    patient = HASTY if how in ("stubborn", "has_a_child") else PATIENT
    limits = Limits(grace_milliseconds=30_000, quit_seconds=patient.quit_seconds)
    bot = BotPlayer(odd_bot(how, alive.path), limits=limits)
    bot.choose(a_view())
    bot.close()
    assert alive.gone()
    assert not zombies()


def test_nothing_is_left_when_a_bot_is_forgotten(alive: Pulse) -> None:
    bot = BotPlayer(odd_bot("stubborn", alive.path), limits=PATIENT)
    bot.choose(a_view())
    del bot
    assert alive.gone()
    assert not zombies()


def test_what_a_bot_writes_to_standard_error_goes_to_its_log(tmp_path: Path) -> None:
    log = tmp_path / "bot.log"
    with BotPlayer(odd_bot("wordy"), limits=PATIENT, log=log) as bot:
        move = bot.choose(a_view())
    assert log.read_text() == f"I play {move}.\n"


def test_a_log_is_bounded(tmp_path: Path) -> None:
    log, limits = tmp_path / "bot.log", Limits(grace_milliseconds=500, log_bytes=1000)
    with (
        BotPlayer(odd_bot("endless_words"), limits=limits, log=log) as bot,
        pytest.raises(BotFault),
    ):
        bot.choose(a_view())
    assert log.stat().st_size == 1000


def test_an_empty_log_is_removed(tmp_path: Path) -> None:
    log = tmp_path / "bot.log"
    with BotPlayer(odd_bot("none"), limits=PATIENT, log=log) as bot:
        bot.choose(a_view())
        assert log.exists()
    assert not log.exists()


@pytest.mark.parametrize("fault", list(Fault))
def test_every_fault_has_a_sentence(fault: Fault) -> None:
    assert fault.sentence.endswith(".")
