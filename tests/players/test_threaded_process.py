"""Bots where there is no POSIX: the tests of bots, on the path with threads."""

import pytest

from jaipur.players import bot
from jaipur.players.bot import BotPlayer
from jaipur.players.threaded_process import ThreadedProcess
from tests.players.bot_support import LONG_LIMITS, faulty_bot
from tests.players.test_bot import (  # noqa: F401 - collected here again, on the other path
    a_view,
    alive,
    test_a_bot_that_breaks_the_protocol_has_a_fault_with_its_cause,
    test_a_bot_that_closed_its_input_has_crashed_when_it_is_asked_again,
    test_a_bot_that_does_not_answer_is_late,
    test_a_bot_that_does_not_say_hello_has_no_hello,
    test_a_command_that_cannot_be_started,
    test_a_log_is_bounded,
    test_after_a_fault_the_bot_is_started_again_for_the_next_round,
    test_after_an_illegal_move_the_bot_goes_on,
    test_an_empty_log_is_removed,
    test_no_process_is_left_when_a_bot_is_garbage_collected,
    test_the_example_bot_plays_a_match,
    test_what_a_bot_writes_to_standard_error_goes_to_its_log,
)


@pytest.fixture(autouse=True)
def without_posix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "_IS_POSIX", False)


def test_this_is_the_path_with_threads() -> None:
    with BotPlayer(faulty_bot("none"), limits=LONG_LIMITS) as player:
        player.choose(a_view())
        assert isinstance(player._process, ThreadedProcess)
