"""Phrases and faces: two people at a table show them to each other, and not too often."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaipur.server.clock import Clock
from jaipur.server.event_log import EventDraft, EventKind
from jaipur.server.game import Game
from jaipur.server.phrases import Say
from jaipur.server.problems import Problem, ProblemCode
from tests.server.game_builders import a_game, a_running_game, after
from tests.server.games import Person, Server, a_server, roomy, seated


def say(game: Game, seat: int, now: int) -> EventDraft:
    return Say(seat, "phrase", "hello", now).draft(game, "")


def said(game: Game, seat: int, at: int) -> Game:
    return after(game, say(game, seat, at), at=at)


def code_of(game: Game, seat: int, now: int) -> str:
    with pytest.raises(Problem) as refused:
        say(game, seat, now)
    return refused.value.code


def test_a_phrase_is_an_event_that_leaves_the_position_as_it_is() -> None:
    game = a_running_game()
    draft = say(game, 0, 0)
    assert draft == EventDraft(EventKind.SAID, {"seat": 0, "phrase": "hello"})
    spoken = after(game, draft)
    assert spoken.seq == game.seq + 1
    assert (spoken.position_seq, spoken.match, spoken.deadline) == (
        game.position_seq,
        game.match,
        game.deadline,
    )


def test_one_phrase_in_three_seconds() -> None:
    game = said(a_running_game(), 0, 10_000)
    assert code_of(game, 0, 12_999) == ProblemCode.TOO_MANY
    assert say(game, 1, 10_000)  # the other seat has its own count
    assert say(game, 0, 13_000)


def test_ten_phrases_in_a_minute() -> None:
    game = a_running_game()
    for number in range(10):
        game = said(game, 0, 3_000 * number)
    with pytest.raises(Problem) as refused:
        say(game, 0, 31_000)
    assert refused.value.fields["retry_after"] == 29
    assert say(game, 0, 60_000)


def test_a_seat_has_a_hundred_phrases_in_a_game() -> None:
    game = a_running_game()
    for number in range(100):
        game = said(game, 0, 60_000 * number)
    assert code_of(game, 0, 10**9) == ProblemCode.NO_PHRASES
    assert say(game, 1, 10**9)


def test_nothing_is_said_to_an_empty_seat() -> None:
    assert code_of(a_game(), 0, 0) == ProblemCode.NO_PHRASES


def test_levels_are_not_talked_to_and_nobody_talks_to_themselves(anna: Person) -> None:
    game = anna.plays_against("kite")
    assert anna.tries(game, "say", phrase="hello").json()["code"] == "no_phrases"
    alone = str(anna.opens("self")["id"])
    anna.sits_down(alone)
    assert anna.tries(alone, "say", face="smile").json()["code"] == "no_phrases"


def test_both_players_and_spectators_see_what_was_said(server: Server) -> None:
    with seated(server, watchable=True) as (anna, bela, game), Person(server, "Carl") as carl:
        anna.does(game, "say", phrase="well_played")
        bela.does(game, "say", face="wink")
        for person in (anna, bela, carl):
            heard = [e for e in person.hears(game, after=0) if e["type"] == "said"]
            assert [(e["seat"], e["phrase"], e["face"]) for e in heard] == [
                (0, "well_played", None),
                (1, None, "wink"),
            ]
        assert carl.tries(game, "say", phrase="hello").json()["code"] == "not_seated"


def test_a_phrase_makes_no_move_stale(server: Server) -> None:
    with seated(server, first="me") as (anna, bela, game):
        view = anna.view(game)
        bela.does(game, "say", phrase="thinking")
        moved = anna.does(game, "moves", move=view["moves"][0], seq=view["seq"])
        assert moved["type"] == "moved"


def test_what_is_said_is_one_of_the_phrases_or_faces(server: Server) -> None:
    with seated(server) as (anna, _, game):
        for body in ({"phrase": "idiot"}, {"face": "rage"}, {}, {"phrase": "oops", "face": "wink"}):
            assert anna.tries(game, "say", **body).json()["code"] == "bad_request"


def test_players_can_thank_for_ten_minutes_after_the_match(tmp_path: Path) -> None:
    now = [1_700_000_000_000]
    with (
        a_server(roomy(tmp_path / "games.db"), clock=Clock(lambda: now[0])) as server,
        seated(server) as (anna, bela, game),
    ):
        anna.does(game, "resign")
        now[0] += 600_000
        bela.does(game, "say", phrase="thanks")
        now[0] += 600_001
        assert anna.tries(game, "say", phrase="thanks").json()["code"] == "no_phrases"


def test_a_repeated_key_says_it_once(server: Server) -> None:
    with seated(server) as (anna, _, game):
        first = anna.does(game, "say", phrase="hello", key="k")
        assert anna.does(game, "say", phrase="hello", key="k") == first
