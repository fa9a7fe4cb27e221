"""Bots that keep to the protocol, and bots that break it: each fault has its code."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import jaipur
from jaipur import Match, Move
from jaipur.errors import BotFault, Fault, UnknownPlayer
from jaipur.players import Budget, make_player, play_match
from jaipur.players.bot import BotLimits, BotPlayer
from tests.players.bot_support import (
    LONG_LIMITS,
    RANDOM_BOT,
    SHORT_LIMITS,
    LivenessPipe,
    faulty_bot,
    liveness_pipe,
    zombies,
)


@pytest.fixture
def alive(tmp_path: Path) -> Iterator[LivenessPipe]:
    with liveness_pipe(tmp_path) as made:
        yield made


def a_view(seed: int = 7) -> jaipur.View:
    match = Match.deal(seed)
    return match.view(match.turn)


def fault_of(how: str, limits: BotLimits, milliseconds: int = 1) -> BotFault:
    """The fault of a faulty bot that is asked for a move."""
    budget = Budget(milliseconds=milliseconds)
    with (
        BotPlayer(faulty_bot(how), budget=budget, limits=limits) as bot,
        pytest.raises(BotFault) as caught,
    ):
        bot.choose(a_view())
    return caught.value


def messages_in(copy: Path) -> list[dict[str, Any]]:
    """What a bot that copies its input was sent."""
    return [json.loads(line) for line in copy.read_text().splitlines()]


def test_the_example_bot_plays_a_match() -> None:
    with BotPlayer(f"{sys.executable} {RANDOM_BOT}", limits=LONG_LIMITS) as bot:
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
    with BotPlayer(faulty_bot("none"), limits=LONG_LIMITS) as bot:
        assert bot.choose(view) == view.moves[0]
        assert bot.name == "faulty bot none"


def test_the_messages_that_a_bot_gets(tmp_path: Path) -> None:
    copy, view = tmp_path / "messages", a_view()
    with BotPlayer(
        faulty_bot("copies", copy), budget=Budget(milliseconds=250), limits=LONG_LIMITS
    ) as bot:
        bot.begin_round("standard", view.seat or 0)
        assert bot.choose(view) == view.moves[0]
        bot.end_round((73, 61), 0)
    assert messages_in(copy) == [
        {"type": "hello", "protocol": "jaipur-bot/1"},
        {"type": "round", "ruleset": "standard", "seat": view.seat, "round": 1},
        {"type": "move", "id": 1, "view": view.to_dict(), "milliseconds": 250},
        {"type": "over", "rupees": [73, 61], "seal": 0},
        {"type": "quit"},
    ]


def test_a_bot_is_not_told_the_end_of_a_round_that_it_did_not_begin(tmp_path: Path) -> None:
    copy = tmp_path / "messages"
    with BotPlayer(faulty_bot("copies", copy), limits=LONG_LIMITS) as bot:
        bot.end_round((0, 0), None)
        assert not copy.exists()  # it was not even started
        bot.choose(a_view())
        bot.end_round((73, 61), 0)
        bot.end_round((61, 73), 1)
    types = [message["type"] for message in messages_in(copy)]
    assert types == ["hello", "round", "move", "over", "quit"]


def test_a_bot_may_write_moves_in_words() -> None:
    with BotPlayer(faulty_bot("words"), limits=LONG_LIMITS) as bot:
        assert str(bot.choose(a_view())) == "+K"


def test_answers_to_older_questions_are_dropped() -> None:
    view = a_view()
    with BotPlayer(faulty_bot("late_answers"), limits=LONG_LIMITS) as bot:
        assert bot.choose(view) == view.moves[0]


def test_a_name_is_one_short_line() -> None:
    with BotPlayer(faulty_bot("long_name"), limits=LONG_LIMITS) as bot:
        bot.begin_round("standard", 0)
        assert bot.name.startswith("anamein two lines ooo")
        assert len(bot.name) == 40


@pytest.mark.parametrize(
    ("how", "fault", "detail"),
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
        ("rulesets_no_list", Fault.NO_HELLO, "not a list"),
        ("one_ruleset", Fault.WRONG_RULESET, "'standard'"),
    ],
)
def test_a_bot_that_breaks_the_protocol_has_a_fault_with_its_cause(
    how: str, fault: Fault, detail: str
) -> None:
    caught = fault_of(how, LONG_LIMITS)
    assert caught.fault is fault
    assert caught.code == fault.value
    assert detail in caught.detail
    assert str(caught).startswith(fault.sentence)


@pytest.mark.parametrize("how", ["silent", "endless_lines", "endless_words", "wrong_id"])
def test_a_bot_that_does_not_answer_is_late(how: str) -> None:
    caught = fault_of(how, SHORT_LIMITS)
    assert caught.fault is Fault.LATE
    assert "It had 201 ms." in caught.detail


def test_the_fault_of_a_late_bot_counts_answers_with_another_id() -> None:
    assert "another id, dropped: 1." in fault_of("wrong_id", SHORT_LIMITS, milliseconds=2000).detail


def test_a_bot_that_does_not_say_hello_has_no_hello() -> None:
    caught = fault_of("silent_hello", BotLimits(hello_seconds=0.3))
    assert caught.fault is Fault.NO_HELLO
    assert caught.detail == "It had 0.3 s."


def test_a_command_that_cannot_be_started() -> None:
    with BotPlayer("/nowhere/at/all") as bot, pytest.raises(BotFault) as caught:
        bot.begin_round("standard", 0)
    assert caught.value.fault is Fault.NOT_STARTED
    assert "/nowhere/at/all" in caught.value.detail


@pytest.mark.parametrize("command", ["", "  ", "python 'bot.py"])
def test_a_command_that_cannot_be_split_is_refused(command: str) -> None:
    with pytest.raises(UnknownPlayer):
        BotPlayer(command)


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    with BotPlayer(f"echo hello > {tmp_path}/made; exit") as bot, pytest.raises(BotFault):
        bot.begin_round("standard", 0)
    assert not list(tmp_path.iterdir())


def test_a_bot_that_closed_its_input_has_crashed_when_it_is_asked_again() -> None:
    view = a_view()
    with BotPlayer(faulty_bot("closes_input"), limits=LONG_LIMITS) as bot:
        bot.choose(view)
        with pytest.raises(BotFault) as caught:
            bot.choose(view)
    assert caught.value.fault is Fault.CRASHED


@pytest.mark.parametrize("how", ["crash", "silent", "endless", "garbage", "closes_output"])
def test_after_a_fault_the_bot_is_started_again_for_the_next_round(
    how: str, alive: LivenessPipe
) -> None:
    with BotPlayer(faulty_bot(how, alive.path), limits=SHORT_LIMITS) as bot:
        for _ in range(2):
            bot.begin_round("standard", 0)
            with pytest.raises(BotFault):
                bot.choose(a_view())
            assert alive.closes()
            with pytest.raises(BotFault, match="not running"):
                bot.choose(a_view())
            bot.end_round((0, 0), 1)
    assert not zombies()


def test_a_bot_that_ended_between_rounds_is_started_again(alive: LivenessPipe) -> None:
    with BotPlayer(faulty_bot("crash_after_round", alive.path), limits=LONG_LIMITS) as bot:
        for _ in range(2):
            bot.begin_round("standard", 0)
            bot.choose(a_view())
            bot.end_round((0, 0), 1)
            assert alive.closes()
            # The kernel closes its files before the process can be waited for.
            assert bot._process is not None
            os.waitid(os.P_PID, bot._process._process.pid, os.WEXITED | os.WNOWAIT)


def test_after_an_illegal_move_the_bot_goes_on() -> None:
    with BotPlayer(faulty_bot("illegal"), limits=LONG_LIMITS) as bot:
        for number in (1, 2):
            with pytest.raises(BotFault):
                bot.choose(a_view())
            bot.end_round((0, 0), 1)
            assert bot._id == number
            assert bot._process is not None


@pytest.mark.parametrize("how", ["none", "stubborn", "has_a_child", "logs"])
def test_no_process_is_left_when_a_bot_is_closed(how: str, alive: LivenessPipe) -> None:
    patient = SHORT_LIMITS if how in ("stubborn", "has_a_child") else LONG_LIMITS
    limits = BotLimits(grace_milliseconds=30_000, quit_seconds=patient.quit_seconds)
    bot = BotPlayer(faulty_bot(how, alive.path), limits=limits)
    bot.choose(a_view())
    bot.close()
    assert alive.closes()
    assert not zombies()


def test_no_process_is_left_when_a_bot_is_garbage_collected(alive: LivenessPipe) -> None:
    bot = BotPlayer(faulty_bot("stubborn", alive.path), limits=LONG_LIMITS)
    bot.choose(a_view())
    del bot
    assert alive.closes()
    assert not zombies()


def test_what_a_bot_writes_to_standard_error_goes_to_its_log(tmp_path: Path) -> None:
    log = tmp_path / "bot.log"
    with BotPlayer(faulty_bot("logs"), limits=LONG_LIMITS, log=log) as bot:
        move = bot.choose(a_view())
    assert log.read_text() == f"I play {move}.\n"


def test_a_log_is_bounded(tmp_path: Path) -> None:
    log, limits = tmp_path / "bot.log", BotLimits(grace_milliseconds=500, log_bytes=1000)
    with (
        BotPlayer(faulty_bot("endless_words"), limits=limits, log=log) as bot,
        pytest.raises(BotFault),
    ):
        bot.choose(a_view())
    assert log.stat().st_size == 1000


def test_a_log_on_a_full_disk_costs_no_round(tmp_path: Path) -> None:
    log = tmp_path / "bot.log"
    log.symlink_to("/dev/full")
    with BotPlayer(faulty_bot("logs"), limits=LONG_LIMITS, log=log) as bot:
        assert bot.choose(a_view()) in a_view().moves


def test_an_empty_log_is_removed(tmp_path: Path) -> None:
    log = tmp_path / "bot.log"
    with BotPlayer(faulty_bot("none"), limits=LONG_LIMITS, log=log) as bot:
        bot.choose(a_view())
        assert log.exists()
    assert not log.exists()


@pytest.mark.parametrize("fault", list(Fault))
def test_every_fault_has_a_sentence(fault: Fault) -> None:
    assert fault.sentence.endswith(".")
