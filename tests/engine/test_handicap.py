"""The network's choice with a handicap: each mistake changes the choice as it says."""

from random import Random

import pytest

from jaipur import Exchange, Move, Round, TakeCamels, View
from jaipur.engine.handicap import choose_with_handicap
from jaipur.engine.one_ply import choose_one_ply
from jaipur.engine.traits import Handicap
from tests.builders import ALL, a_round
from tests.engine.positions import of_random_play

MOST_NOISE = Handicap(noise=1000)


def views(seed: int, ruleset: str = "standard") -> list[View]:
    return [table.view(table.turn) for table in of_random_play(4, seed=seed, ruleset=ruleset)]


def chosen(table: Round, handicap: Handicap) -> str:
    return str(choose_with_handicap(table.view(0), handicap))


@pytest.mark.parametrize("ruleset", ALL)
def test_without_a_handicap_the_network_chooses(ruleset: str) -> None:
    for view in views(5, ruleset):
        assert choose_with_handicap(view, Handicap(), seed=3) is choose_one_ply(view)[0]


def test_with_the_most_noise_any_move_is_chosen() -> None:
    view = Round.deal(seed=7).view(0)
    found = {choose_with_handicap(view, MOST_NOISE, seed=seed) for seed in range(400)}
    assert found == set(view.moves)


def test_forgetting_changes_the_choice_once_something_has_happened() -> None:
    tables = of_random_play(6, seed=6, ruleset="standard", keep=0.5)
    later = [table.view(table.turn) for table in tables if table.ply > 10]
    remembers, forgets = Handicap(), Handicap(forgetting=1)
    assert any(
        choose_with_handicap(view, remembers) is not choose_with_handicap(view, forgets)
        for view in later
    )
    first = Round.deal(seed=7).view(0)
    assert choose_with_handicap(first, remembers) is choose_with_handicap(first, forgets)


def test_half_forgetting_forgets_at_some_decisions() -> None:
    def choices(view: View, forgetting: float) -> list[Move]:
        handicap = Handicap(forgetting=forgetting)
        return [choose_with_handicap(view, handicap, seed=seed) for seed in range(200)]

    tables = of_random_play(6, seed=6, ruleset="standard", keep=0.5)
    view = next(
        view
        for view in (table.view(table.turn) for table in tables if table.ply > 10)
        if choices(view, 0)[0] is not choices(view, 1)[0]
    )
    half = choices(view, 0.5)
    assert set(half) == {choices(view, 0)[0], choices(view, 1)[0]}
    assert 60 < half.count(half[0]) < 140


def test_short_sight_prefers_the_sale_that_brings_the_most_now() -> None:
    # Two diamonds bring 14, three leather 9 and a bonus token of 2.
    table = a_round(hand="DDLLL", market="CPKKK")
    assert chosen(table, Handicap(short_sight=100)) == "$D2"
    # One leather more and the bonus token of 4 to 6 decides.
    table = a_round(hand="GGLLLL", market="CPKKK")
    assert chosen(table, Handicap(short_sight=100)) == "$L4"


def test_what_is_sold_brings_only_the_tokens_that_are_left() -> None:
    # Two gold bring 12; of leather only tokens of 1 are left: four bring 4 and a bonus of 5.
    table = a_round(hand="GGLLLL", market="CPKKK", discard="LLL", goods=({}, {"L": 3}))
    assert chosen(table, Handicap(short_sight=100)) == "$G2"


def test_an_impatient_player_sells_without_a_bonus() -> None:
    table = a_round(hand="LLLL", market="LPKKK")
    assert chosen(table, Handicap(impatience=100)) in ("$L1", "$L2")


def test_greed_takes_as_many_precious_cards_as_it_can() -> None:
    table = a_round(hand="LLP", market="DGSLL", herd=2)
    move = Move.parse(chosen(table, Handicap(greed=100)))
    assert isinstance(move, Exchange)
    assert str(move.taken) == "DGS"


def test_greed_gives_no_precious_card() -> None:
    table = a_round(hand="DGS", market="LLLPP")
    move = Move.parse(chosen(table, Handicap(greed=100)))
    assert not isinstance(move, Exchange)


def test_a_timid_player_exchanges_nothing() -> None:
    for view in views(7):
        assert not isinstance(choose_with_handicap(view, Handicap(timidity=100)), Exchange)


def test_timidity_grows_with_the_cards_exchanged() -> None:
    # Five precious cards for five camels: the network takes many, a timid player fewer.
    table = a_round(hand="", market="DDGGS", herd=5)
    sizes = []
    for timidity in (0.0, 0.4, 5.0):
        move = Move.parse(chosen(table, Handicap(timidity=timidity)))
        sizes.append(len(move.taken) if isinstance(move, Exchange) else 1)
    assert sizes[0] > sizes[2] == 1
    assert sizes == sorted(sizes, reverse=True)


def test_camels_are_neglected() -> None:
    for view in views(9):
        if len(view.moves) > 1:
            move = choose_with_handicap(view, Handicap(camel_neglect=100))
            assert not isinstance(move, TakeCamels)


def test_the_view_must_be_of_the_seat_to_move() -> None:
    with pytest.raises(ValueError, match="turn"):
        choose_with_handicap(Round.deal(seed=7).view(1), Handicap())


def test_the_noise_is_even_handed() -> None:
    # Moves of equal value are chosen equally often: with the most noise, all are of equal value.
    view, rng = Round.deal(seed=7).view(0), Random(1)
    found = [choose_with_handicap(view, MOST_NOISE, seed=rng.getrandbits(64)) for _ in range(3000)]
    expected = len(found) / len(view.moves)
    for move in view.moves:
        assert abs(found.count(move) - expected) < 5 * expected**0.5
