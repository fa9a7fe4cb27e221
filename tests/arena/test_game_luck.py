"""The luck of a game: of each round what happened in it, weighted by what the round decides."""

from random import Random

import pytest

from jaipur import Match
from jaipur.arena.entrant import Entrant
from jaipur.arena.game_luck import GameLuck, game_luck
from jaipur.arena.pair import Pair, PairSpec, play_pair
from jaipur.arena.running_bots import RunningBots
from jaipur.coach.ledger import ledger_of
from jaipur.coach.match_values import MATCH_ONE, match_values
from jaipur.engine.luck import SEAL_ONE, round_values, starter_value
from tests.players.bot_support import LONG_LIMITS, faulty_bot


def played(match: Match, seed: int, plies: int | None = None) -> Match:
    """A match with its current round played at random, or the first plies of it."""
    rng = Random(seed)
    while match.turn is not None and (plies is None or match.round.ply < plies):
        match = match.play(rng.choice(list(match.round.legal_moves())))
    return match


def a_pair(*names: str, seals: int = 1) -> Pair:
    one, other = (Entrant(name) for name in names)
    with RunningBots(limits=LONG_LIMITS) as bots:
        return play_pair(PairSpec((one, other), "4", seals=seals), 0, bots)


def test_the_luck_of_a_round_is_that_of_its_chance_events() -> None:
    match = played(Match.deal(seed=3, seals=1), 3)
    luck, values = game_luck(match, 0), round_values(match.round)
    choices = sum(ply.choice.seal for ply in values.plies) / SEAL_ONE
    result = 0.5 if match.round.seal is None else 1.0 - match.round.seal
    assert result - 0.5 == pytest.approx(sum(luck) + choices)


def test_the_seats_have_opposite_luck() -> None:
    match = played(Match.deal(seed=3), 3)
    assert game_luck(match, 1) == GameLuck(*(-part for part in game_luck(match, 0)))


def test_a_round_that_is_forfeited_counts_with_what_happened_in_it() -> None:
    before = played(Match.deal(seed=3, seals=1), 3, plies=9)
    assert game_luck(before.forfeit(0), 0) == game_luck(before, 0)
    assert game_luck(before.stop_round(), 0) == game_luck(before, 0)
    assert game_luck(before.resign(1), 0) == game_luck(before, 0)


def test_rounds_of_a_match_count_by_what_they_decide() -> None:
    """As in the ledger of a review; a round at a seal each counts whole."""
    match, alone = (played(Match.deal(seed=5, seals=seals), 1) for seals in (2, 1))
    stake = ledger_of(match).rounds[0].stake / MATCH_ONE
    assert 0.5 < stake < 0.55  # the loser begins the next round
    assert game_luck(match, 0) == pytest.approx(tuple(stake * part for part in game_luck(alone, 0)))
    while match.seals != (1, 1):
        match = played(match.next_round(), 0)
    before, match = game_luck(match, 0), match.next_round()
    gained = game_luck(match, 0).deal - before.deal
    assert gained == pytest.approx(round_values(match.round).deal_luck.seal / SEAL_ONE)


def test_who_begins_is_luck_in_the_first_round_only() -> None:
    """R9: later it follows from the rounds before."""
    match = played(Match.deal(seed=5), 1)
    then = match.next_round()
    while then.seals[0] + then.seals[1] != 1:  # a round without a seal changes nothing
        match, then = then, played(then, 1).next_round()
    values = round_values(then.round)
    gained = game_luck(then, 0).deal - game_luck(match, 0).deal
    stakes = match_values(then.seals_to_win, starter_value(then.ruleset).seal)
    stake = stakes.stake(match.seals, then.round.first) / MATCH_ONE
    assert gained == pytest.approx(values.deal_luck.seal / SEAL_ONE * stake)


def test_the_two_rounds_of_a_deal_have_opposite_luck_of_the_deal() -> None:
    pair = a_pair("random", "greedy")
    assert pair.luck.deal == 0
    assert pair.outcomes[0].luck.deal != 0
    assert pair.luck.draws == pytest.approx(sum(o.luck.draws for o in pair.outcomes) / 2)


def test_bots_from_outside_have_luck_too_and_forfeits_keep_it() -> None:
    pair = a_pair("random", f"bot:{faulty_bot('illegal')}")
    assert all(outcome.ends == ("forfeit",) for outcome in pair.outcomes)
    assert pair.luck.deal == 0
    assert any(outcome.luck.deal for outcome in pair.outcomes)
