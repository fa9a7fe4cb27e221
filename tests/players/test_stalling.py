"""A won round is finished, also against a player that only exchanges."""

import pytest

from jaipur import Exchange, Match, Round
from jaipur.players import (
    Budget,
    ExchangePlayer,
    PatientPlayer,
    Player,
    UndoPlayer,
    make_player,
    play_match,
)
from jaipur.players.levels import LEVELS

STALLERS = (ExchangePlayer(), UndoPlayer(), PatientPlayer())
LONGEST_ROUND = 200
FEW = Budget(samples=100)


def plies(player: Player, other: Player, seed: int, ruleset: str = "standard") -> int:
    players = (player, other) if seed % 2 else (other, player)
    return play_match(players, Match.deal(seed, ruleset=ruleset, seals=1)).round.ply


@pytest.mark.parametrize("other", STALLERS, ids=lambda player: player.name)
@pytest.mark.parametrize("name", [*(level.name for level in LEVELS if not level.thinks), "one-ply"])
def test_a_level_that_does_not_search_finishes(name: str, other: Player, ruleset: str) -> None:
    rounds = [plies(make_player(name, seed), other, seed, ruleset) for seed in range(6)]
    assert max(rounds) <= LONGEST_ROUND


@pytest.mark.parametrize("other", STALLERS, ids=lambda player: player.name)
def test_a_level_that_searches_finishes(other: Player, ruleset: str) -> None:
    assert plies(make_player("jeweller", 1, FEW), other, 3, ruleset) <= LONGEST_ROUND


@pytest.mark.long
@pytest.mark.parametrize("samples", [500, 5000])
@pytest.mark.parametrize("other", [*STALLERS, None], ids=lambda player: player and player.name)
def test_the_strongest_level_finishes_200_rounds(other: Player | None, samples: int) -> None:
    for seed in range(200):
        level = make_player("jeweller", seed, Budget(samples=samples))
        against = other or make_player("jeweller", seed + 1000, Budget(samples=samples))
        assert plies(level, against, seed) <= LONGEST_ROUND


@pytest.mark.long
@pytest.mark.parametrize("other", [*STALLERS, None], ids=lambda player: player and player.name)
@pytest.mark.parametrize("name", [*(level.name for level in LEVELS if not level.thinks), "one-ply"])
def test_every_other_level_finishes_200_rounds(
    name: str, other: Player | None, ruleset: str
) -> None:
    for seed in range(200):
        against = other or make_player(name, seed + 1000)
        assert plies(make_player(name, seed), against, seed, ruleset) <= LONGEST_ROUND


def test_the_exchanger_exchanges_whenever_it_can() -> None:
    round_ = Round.deal(seed=7)
    while not round_.is_over and round_.ply < 40:
        view = round_.view(round_.turn)
        move = ExchangePlayer().choose(view)
        assert isinstance(move, Exchange) == any(isinstance(one, Exchange) for one in view.moves)
        round_ = round_.play(move)


def test_the_undoer_puts_back_what_the_other_took() -> None:
    before = Round.deal(seed=7)
    exchange = ExchangePlayer().choose(before.view(0))
    assert isinstance(exchange, Exchange)
    after = before.play(exchange)
    undo = UndoPlayer().choose(after.view(1))
    possible = Exchange(exchange.given, exchange.taken) in after.view(1).moves
    assert (undo == Exchange(exchange.given, exchange.taken)) == possible


def test_the_patient_player_begins_to_exchange_when_it_is_12_rupees_behind() -> None:
    patient, one_ply = PatientPlayer(), make_player("one-ply")
    leads = []
    for seed in range(8):
        round_ = Round.deal(seed=seed)
        while not round_.is_over:
            view = round_.view(round_.turn)
            move = one_ply.choose(view)
            if round_.turn == 1:
                usual, move = move, patient.choose(view)
                if move != usual:
                    leads.append(round_.rupees[1] - round_.rupees[0])
            round_ = round_.play(move)
    # The other seat's bonus tokens are hidden from it, and count with their mean.
    assert len(leads) > 20
    assert max(leads) <= -12 + 4
