"""Matches between two players: what they are shown, and how a match ends."""

from collections.abc import Sequence
from typing import Any

import pytest

from jaipur import Match, Move, UnknownPlayer, View
from jaipur.players import (
    NAMES,
    ExchangePlayer,
    Player,
    make_player,
    play_match,
    play_move,
)
from tests.builders import NO_EARLY_SALES


class Spy:
    """Plays the first move, and keeps the views it was shown and the ends it was told."""

    name = "spy"

    def __init__(self) -> None:
        self.views: list[View] = []
        self.ends: list[tuple[tuple[int, ...], int | None]] = []

    def choose(self, view: View) -> Move:
        self.views.append(view)
        return view.moves[0]

    def end_round(self, rupees: Sequence[int], seal: int | None) -> None:
        self.ends.append((tuple(rupees), seal))


@pytest.mark.parametrize("name", NAMES)
def test_every_name_makes_a_player_of_that_name(name: str) -> None:
    assert make_player(name).name == name


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(UnknownPlayer, match="known are random, greedy"):
        make_player("grandmaster")


def test_a_match_is_played_to_its_end(ruleset: str) -> None:
    players = [make_player("random", 1), make_player("greedy")]
    match = play_match(players, Match.deal(1, ruleset=ruleset))
    assert match.ended == "seals"
    assert max(match.seals) == 2
    assert Match.from_record(match.record()) == match


def test_a_player_is_shown_its_own_views_only() -> None:
    spies = (Spy(), Spy())
    match = Match.deal(4)
    for _ in range(8):
        match = play_move(spies, match)
    for seat, spy in enumerate(spies):
        assert len(spy.views) == 4
        assert {view.seat for view in spy.views} == {view.turn for view in spy.views} == {seat}


def test_players_that_listen_are_told_once_how_each_round_ended() -> None:
    spies = (Spy(), Spy())
    match = play_match(spies, Match.deal(4))
    expected = [(round_.rupees, round_.seal) for round_ in match.rounds]
    assert len(expected) >= 2
    assert [spy.ends for spy in spies] == [expected, expected]


def test_a_match_that_is_over_stays_as_it_is() -> None:
    over = Match.deal(4).resign(0)
    assert play_move((Spy(), Spy()), over) is over


@pytest.mark.parametrize(
    ("players", "match", "sentence"),
    [
        ([], Match.deal(4), r"players must be two, one for each seat, got \[\]"),
        (None, Match.deal(4), "players must be two, one for each seat, got None"),
        (("greedy", "greedy"), Match.deal(4), "players must be two with a method choose, got "),
        ((Spy(), Spy()), None, "match must be a Match, got None"),
    ],
)
def test_what_cannot_play_a_match_is_named(players: Any, match: Any, sentence: str) -> None:
    for play in (play_match, play_move):
        with pytest.raises((TypeError, ValueError), match=sentence):
            play(players, match)


def test_the_limit_of_rounds_is_a_number() -> None:
    limit: Any = "x"
    with pytest.raises(ValueError, match="round_limit must be whole and at least 1, got 'x'"):
        play_match((Spy(), Spy()), Match.deal(4), round_limit=limit)


def test_a_round_at_the_limit_is_stopped_and_scored() -> None:
    match = play_match((ExchangePlayer(), ExchangePlayer()), Match.deal(7), 20)
    assert {(round_.end, round_.ply) for round_ in match.rounds} == {("stopped", 20)}
    assert match.ended == "seals"
    assert match.winner == match.round.seal


def test_a_match_without_seals_ends_with_its_rounds() -> None:
    dealt = Match.deal(4, ruleset=NO_EARLY_SALES)
    match = play_match((ExchangePlayer(), ExchangePlayer()), dealt, 2, round_limit=3)
    assert [round_.end for round_ in match.rounds] == ["stopped"] * 3
    assert [round_.ply for round_ in match.rounds] == [2] * 3
    assert match.seals == (0, 0)
    assert not match.is_over
    # R9: after a round without a seal, the seat that did not start it starts.
    assert match.rounds[1].first == 1 - match.rounds[0].first


@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_that_only_exchanges_neither_delays_nor_gains(seat: int) -> None:
    players: list[Player] = [make_player("greedy"), make_player("greedy")]
    players[seat] = ExchangePlayer()
    match = play_match(players, Match.deal(7))
    assert match.winner == 1 - seat
    assert all(round_.end in ("deck", "tokens") for round_ in match.rounds)
