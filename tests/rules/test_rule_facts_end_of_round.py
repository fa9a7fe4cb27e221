"""Rule facts: how a round ends (R4, R5, R10)."""

import pytest

from jaipur import PLY_LIMIT, Cards, Exchange, Good, Match, Refusal, Round
from tests.builders import a_round, nearly_out_of_cards, texts


def used_up(*goods: str) -> str:
    """Exactly as many cards as there are tokens of these goods."""
    tokens = {"D": 5, "G": 5, "S": 5, "C": 7, "P": 7, "L": 9}
    return "".join(good * tokens[good] for good in goods)


@pytest.mark.parametrize("kinds", [("D", "G"), ("D", "C"), ("C", "P")])
def test_a_round_ends_when_three_kinds_of_token_are_used_up(
    kinds: tuple[str, str], ruleset: str
) -> None:
    table = a_round(
        hand="SSS", market="LLKKK", discard=used_up(*kinds) + "SSS", other="L", ruleset=ruleset
    )
    after = table.play("$S2")
    assert (after.is_over, after.end, after.turn) == (True, "tokens", None)


def test_two_kinds_used_up_do_not_end_a_round() -> None:
    after = a_round(hand="SS", discard=used_up("D") + "SSS", market="LLKKK").play("$S2")
    assert [good.letter for good, left in after.tokens.items() if not left] == ["D", "S"]
    assert not after.is_over


def test_a_sale_larger_than_the_tokens_left_can_end_a_round() -> None:
    after = a_round(hand="SSS", market="LLKKK", discard=used_up("D", "G") + "SSS").play("$S3")
    assert after.end == "tokens"


def test_a_further_sale_of_a_kind_used_up_is_no_third_kind() -> None:
    after = a_round(hand="C", market="LLKKK", discard=used_up("D", "C")).play("$C1")
    assert not after.is_over


@pytest.mark.parametrize("first", [0, 1])
def test_three_kinds_used_up_end_the_round_at_once_whoever_moves(first: int) -> None:
    table = a_round(
        hand="SSL", market="LLKKK", discard=used_up("D", "G") + "SSS", other="C", first=first
    )
    after = table.play("$S2")
    assert after.end == "tokens"
    assert after.why_not("$C1") is Refusal.ROUND_OVER
    assert after.why_not("$C1", seat=1 - first) is Refusal.ROUND_OVER


def test_the_bonus_of_the_last_sale_still_counts() -> None:
    piles = {3: [3, 1, 1, 2, 2, 3]}
    table = a_round(hand="SSS", market="LLKKK", discard=used_up("D", "G") + "SS", bonus=piles)
    after = table.play("$S3")
    assert after.end == "tokens"
    assert after.bonus_tokens(0) == {3: (3,)}


def test_a_round_ends_when_the_market_cannot_be_filled_after_taking_a_good(ruleset: str) -> None:
    after = nearly_out_of_cards("", ruleset=ruleset).play("+D")
    assert (after.end, after.turn) == ("deck", None)
    assert after.market == Cards("GCKK")
    assert after.hands[0] == Cards("DDSP")


def test_a_round_ends_when_the_market_cannot_be_filled_after_taking_the_camels() -> None:
    after = nearly_out_of_cards("L").play("+K")
    assert after.end == "deck"
    assert after.herds[0] == 7


def test_what_is_left_of_the_deck_is_still_laid_out() -> None:
    after = nearly_out_of_cards("L").play("+K")
    assert (after.market, after.deck) == (Cards("DGCL"), "")
    assert after.history[-1][1] == "L"


@pytest.mark.parametrize(("deck", "move"), [("L", "+D"), ("LL", "+K")])
def test_a_deck_exactly_used_up_does_not_end_the_round(deck: str, move: str) -> None:
    after = nearly_out_of_cards(deck).play(move)
    assert (after.deck, after.is_over) == ("", False)
    assert len(after.market) == 5


def test_the_next_refill_after_an_exactly_used_up_deck_ends_the_round() -> None:
    after = nearly_out_of_cards("L").play("+D").play("+G")
    assert after.end == "deck"
    assert after.history[-1][1] == ""


def test_with_an_empty_deck_sales_and_exchanges_go_on() -> None:
    table = nearly_out_of_cards("")
    after = table.play("$P1").play("+DC-KK").play("+K")
    assert [table.play("$P1").is_over, table.play("$P1").play("+DC-KK").is_over] == [False, False]
    assert after.end == "deck"


def test_an_empty_deck_alone_does_not_end_a_round() -> None:
    table = nearly_out_of_cards("")
    assert not table.is_over
    assert "+D" in table.legal_moves()


def test_no_move_is_legal_after_the_end() -> None:
    after = nearly_out_of_cards("").play("+D")
    assert not after.legal_moves()
    assert texts(after.legal_moves()) == []
    assert after.why_not("+G") is Refusal.ROUND_OVER


def test_a_round_that_goes_on_has_no_end_and_no_seal() -> None:
    table = a_round(hand="GGS")
    assert (table.is_over, table.end, table.by, table.seal) == (False, None, None, None)


def test_a_seat_can_give_up_a_round(ruleset: str) -> None:
    after = a_round(hand="LLL", ruleset=ruleset).play("$L1").forfeit(0)
    assert (after.is_over, after.end, after.by, after.seal) == (True, "forfeit", 0, 1)
    assert (after.turn, len(after.legal_moves())) == (None, 0)
    assert after.why_not("+D") is Refusal.ROUND_OVER


def exchanged(match: Match, plies: int, *, ply_limit: int | None = PLY_LIMIT) -> Match:
    """The match after so many exchanges, or fewer if its round is over."""
    for _ in range(plies):
        if not match.round.is_over:
            moves = match.round.legal_moves()
            swap = next(move for move in moves if isinstance(move, Exchange))
            match = match.play(swap, ply_limit=ply_limit)
    return match


def test_a_round_that_lasts_500_plies_is_stopped_and_scored() -> None:
    match = exchanged(Match.deal(seed=7), 499)
    assert (match.round.ply, match.round.is_over) == (499, False)
    match = exchanged(match, 10**6)
    last = match.round
    assert (last.ply, last.end, last.by, last.turn) == (500, "stopped", None, None)
    assert not last.legal_moves()
    # R8: the larger herd takes the camel token, and that decides.
    assert (last.herds, last.rupees, last.seal) == ((1, 0), (5, 0), 0)
    assert match.is_between
    assert match.next_round().round.first == 1
    assert Match.from_record(match.record()) == match


def test_a_round_of_exchanges_alone_can_end_without_a_seal() -> None:
    match = exchanged(Match.deal(seed=2), 500)
    assert (match.round.end, match.round.rupees, match.round.seal) == ("stopped", (0, 0), None)
    assert match.next_round().round.first == 1 - match.round.first


def test_a_round_that_ends_with_its_last_ply_is_not_stopped() -> None:
    ended = nearly_out_of_cards("").play("+D", ply_limit=1)
    assert (ended.ply, ended.end) == (1, "deck")


def test_a_simulator_can_set_another_ply_limit() -> None:
    match = exchanged(Match.deal(seed=7), 30, ply_limit=20)
    assert (match.round.ply, match.round.end) == (20, "stopped")
    for wrong in (0, -1, True, 10**10):
        with pytest.raises(ValueError, match="ply_limit must be from 1 to"):
            match.round.at(0).play("+K", ply_limit=wrong)


def test_an_older_round_beyond_the_limit_is_read_and_its_next_move_stops_it() -> None:
    match = exchanged(Match.deal(seed=7), 700, ply_limit=None)
    assert (match.round.ply, match.round.is_over) == (700, False)
    again = Match.from_record(match.record())
    assert (again.round, again.round.history) == (match.round, match.round.history)
    assert len(list(again.decisions())) == 700
    assert again.round.at(650).ply == 650
    read = Round.from_text(match.round.to_text())
    assert read == match.round
    stopped = exchanged(again, 1).round
    assert (stopped.ply, stopped.end) == (701, "stopped")


def test_the_older_end_at_a_limit_has_no_seal() -> None:
    after = a_round(hand="LLL").play("$L1").stop(scored=False)
    assert (after.is_over, after.end, after.by, after.seal) == (True, "limit", None, None)
    assert after.rupees == (4, 0)


def test_each_kind_has_fewer_tokens_than_cards_so_all_can_be_used_up(ruleset: str) -> None:
    table = a_round(ruleset=ruleset)
    cards = table.ruleset.all_cards
    assert all(len(table.tokens[good]) < cards[good] for good in Good)
