"""The yardsticks that play as people do: each trait in a position, and their order of strength."""

from itertools import pairwise

import pytest

from jaipur import Exchange, Match, Move, Round, Sell
from jaipur.players import make_player, play_match
from tests.builders import a_round

PEOPLE = ("child", "beginner", "casual", "club")


def chosen(name: str, round_: Round) -> str:
    return str(make_player(name).choose(round_.view(0)))


def of_kind(name: str, kind: type[Move], rounds: int = 6) -> list[Move]:
    """All moves of a kind that a player makes against itself."""
    moves = []
    for seed in range(rounds):
        match = play_match([make_player(name)] * 2, Match.deal(seed, seals=1))
        moves += [move for _, move in match.decisions() if isinstance(move, kind)]
    return moves


def test_the_child_takes_the_dearest_card() -> None:
    assert chosen("child", a_round(hand="LLP", market="SCPLK")) == "+S"


@pytest.mark.parametrize(("hand", "sale"), [("DDLP", "$D2"), ("LLLP", "$L3"), ("PPPSS", "$S2")])
def test_the_child_sells_too_early(hand: str, sale: str) -> None:
    assert chosen("child", a_round(hand=hand, market="DGSCP")) == sale


def test_the_child_never_exchanges() -> None:
    assert not of_kind("child", Exchange)


def test_the_child_forgets_the_camels() -> None:
    assert chosen("child", a_round(hand="D", market="LKKKK")) == "+L"
    assert chosen("child", a_round(hand="D", market="KKKKK")) == "+K"


def test_the_child_fills_its_hand_and_then_sells_the_most_cards() -> None:
    assert chosen("child", a_round(hand="DGSCPP", market="LLLKK")) == "+L"
    assert chosen("child", a_round(hand="DGSCPPL", market="LLLKK")) == "$P2"


def test_the_beginner_exchanges_camels_for_what_it_wants() -> None:
    assert chosen("beginner", a_round(hand="LL", market="DGLCC", herd=4)) == "+DGL-KKK"


def test_the_beginner_gives_no_goods() -> None:
    assert all(
        isinstance(move, Exchange) and move.given.camels == len(move.given)
        for move in of_kind("beginner", Exchange)
    )


def test_the_beginner_takes_three_camels_unless_something_glitters() -> None:
    assert chosen("beginner", a_round(hand="LP", market="LPKKK")) == "+K"
    assert chosen("beginner", a_round(hand="LP", market="SPKKK")) == "+S"


@pytest.mark.parametrize("name", ["child", "beginner"])
def test_the_weaker_ones_save_for_no_bonus(name: str) -> None:
    sales = [move for move in of_kind(name, Sell) if isinstance(move, Sell)]
    assert max(sale.count for sale in sales) <= 4


@pytest.mark.parametrize("name", ["casual", "club"])
def test_the_stronger_ones_save_for_a_bonus(name: str) -> None:
    assert chosen(name, a_round(hand="LLLL", market="LPCKK")) != "$L4"
    assert chosen(name, a_round(hand="LLLLLCC", market="PPKKK")) == "$L5"
    sales = [move for move in of_kind(name, Sell) if isinstance(move, Sell)]
    assert any(sale.count >= 5 for sale in sales)


def test_the_stronger_ones_exchange_goods() -> None:
    for name in ("casual", "club"):
        moves = of_kind(name, Exchange)
        assert any(
            isinstance(move, Exchange) and move.given.camels < len(move.given) for move in moves
        )


def test_only_the_club_player_empties_its_hand_before_the_end() -> None:
    def unsold(name: str) -> int:
        ends = [
            play_match([make_player(name)] * 2, Match.deal(seed, seals=1)).round.view(0).over
            for seed in range(8)
        ]
        return sum(len(hand) for end in ends if end is not None for hand in end.hands)

    assert unsold("club") < 0.85 * unsold("casual")


@pytest.mark.parametrize("name", PEOPLE)
def test_they_play_with_every_ruleset(name: str, ruleset: str) -> None:
    players = [make_player(name), make_player("random", 1)]
    assert play_match(players, Match.deal(3, ruleset=ruleset, seals=1)).is_over


def test_each_is_stronger_than_the_one_before() -> None:
    for weaker, stronger in pairwise(PEOPLE):
        won = 0.0
        for seed in range(40):
            names = (weaker, stronger) if seed % 2 else (stronger, weaker)
            match = play_match(
                [make_player(name) for name in names], Match.deal(seed // 2, seals=1)
            )
            won += 0.5 if match.winner is None else float(names[match.winner] == stronger)
        assert won > 20, f"{stronger} won {won} of 40 rounds against {weaker}"
