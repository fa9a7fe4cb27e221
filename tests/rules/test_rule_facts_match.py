"""Rule facts: seals, who starts next, the end of the match (R8, R9)."""

import pytest

from jaipur import IllegalMove, Match, Refusal
from tests.builders import play_round


def test_two_seals_win_the_match(ruleset: str) -> None:
    match = Match.deal(seed=3, ruleset=ruleset).forfeit(0).next_round().forfeit(0)
    assert (match.seals, match.is_over, match.winner) == ((0, 2), True, 1)
    assert match.ended == "seals"


def test_one_seal_does_not_win_the_match() -> None:
    match = Match.deal(seed=3).forfeit(0)
    assert (match.seals, match.is_over, match.winner) == ((0, 1), False, None)


def test_one_seal_each_leads_to_a_third_round() -> None:
    match = Match.deal(seed=3).forfeit(0).next_round().forfeit(1)
    assert (match.seals, match.is_over) == ((1, 1), False)
    assert match.next_round().forfeit(1).winner == 0


@pytest.mark.parametrize("seed", range(10))
def test_the_richer_trader_of_a_round_gets_its_seal(seed: int, ruleset: str) -> None:
    match = play_round(Match.deal(seed=seed, ruleset=ruleset), seed)
    done = match.rounds[0]
    assert done.is_over
    if done.rupees[0] != done.rupees[1]:
        assert done.seal == int(done.rupees[1] > done.rupees[0])
    assert match.seals == (int(done.seal == 0), int(done.seal == 1))


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("loser", [0, 1])
def test_the_loser_of_a_round_starts_the_next(first: int, loser: int) -> None:
    match = Match.deal(seed=3, first=first).forfeit(loser).next_round()
    assert match.round.first == loser
    assert match.turn == loser


@pytest.mark.parametrize("seed", range(10))
def test_the_loser_of_a_round_played_out_starts_the_next(seed: int) -> None:
    match = play_round(Match.deal(seed=seed), seed)
    winner = match.round.seal
    assert winner is not None
    assert match.next_round().round.first == 1 - winner


@pytest.mark.parametrize("first", [0, 1])
def test_after_a_round_without_a_seal_the_seat_that_did_not_start_it_starts(first: int) -> None:
    match = Match.deal(seed=2, first=first).stop_round().next_round()
    assert (match.seals, match.round.first) == ((0, 0), 1 - first)
    assert match.stop_round(scored=False).next_round().round.first == first


@pytest.mark.parametrize("first", [0, 1])
def test_the_first_starter_can_be_chosen(first: int) -> None:
    match = Match.deal(seed=3, first=first)
    assert (match.round.first, match.turn) == (first, first)


def test_the_next_round_is_set_up_from_the_beginning() -> None:
    match = play_round(Match.deal(seed=3), 3).next_round()
    table = match.round
    assert (table.ply, table.rupees, len(table.deck)) == (0, (0, 0), 40)
    assert not table.discard
    assert table.deck != match.rounds[0].deck


def test_rounds_are_shuffled_anew() -> None:
    match = Match.deal(seed=3)
    assert match.forfeit(0).next_round().round.opening != match.round.opening


def test_the_move_that_ends_a_round_deals_nothing() -> None:
    after = play_round(Match.deal(seed=3), 3)
    assert after.is_between
    assert len(after.rounds) == 1
    assert after.round.is_over


def test_after_the_match_the_last_round_stays() -> None:
    match = Match.deal(seed=3)
    while not match.is_over:
        match = play_round(match, len(match.rounds))
    assert match.is_over
    assert match.round.is_over
    assert match.rounds[-1] == match.round
    assert match.turn is None


def test_nothing_can_be_played_after_the_match() -> None:
    match = Match.deal(seed=3).forfeit(0).next_round().forfeit(0)
    assert match.why_not("+K") is Refusal.ROUND_OVER
    with pytest.raises(IllegalMove):
        match.play("+K")


def test_the_winner_has_as_many_seals_as_win_and_no_more(ruleset: str) -> None:
    match = Match.deal(seed=11, ruleset=ruleset)
    while not match.is_over:
        match = play_round(match, len(match.rounds))
    assert match.winner is not None
    assert match.seals[match.winner] == 2
    assert match.seals[1 - match.winner] in (0, 1)


def test_a_single_round_can_be_a_match() -> None:
    match = Match.deal(seed=3, seals=1).forfeit(1)
    assert (match.seals_to_win, match.is_over, match.winner) == (1, True, 0)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_that_resigns_loses_the_match(seat: int) -> None:
    match = Match.deal(seed=3).play("+K").resign(seat)
    assert (match.is_over, match.ended, match.by) == (True, "resigned", seat)
    assert match.winner == 1 - seat


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_that_leaves_loses_the_match(seat: int) -> None:
    match = Match.deal(seed=3).abandon(seat)
    assert (match.is_over, match.ended, match.by) == (True, "abandoned", seat)
    assert match.winner == 1 - seat
