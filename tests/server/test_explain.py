"""Why a selection cannot become a move: if, and only if, no move contains it."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from jaipur import Cards, Refusal, View
from jaipur.server.explain import explain
from tests.builders import a_round, played
from tests.server.games import Server, seated


def contains(move: str, view: View, take: str, give: str) -> bool:
    """Whether a move's text holds these cards, read independently of the code."""
    if move == "+K":
        taken, given = "K" * view.market.camels, ""
    elif move[0] == "$":
        taken, given = "", move[1] * int(move[2])
    else:
        taken, _, given = move[1:].partition("-")
    return not (Counter(take) - Counter(taken)) and not (Counter(give) - Counter(given))


@pytest.mark.parametrize("ruleset", ["standard", "box", "tiny"])
@pytest.mark.parametrize("seed", range(20))
def test_exactly_what_no_move_contains_is_explained(ruleset: str, seed: int) -> None:
    rng = random.Random(seed)
    table = played(ruleset, seed, rng.randrange(40))
    for seat in (0, 1):
        view = table.view(seat)
        assert view.you is not None
        own = list(str(view.you.hand) + "K" * view.you.herd)
        for _ in range(15):
            take = "".join(rng.sample(str(view.market), rng.randrange(len(str(view.market)) + 1)))
            give = "".join(rng.sample(own, rng.randrange(min(len(own), 6) + 1)))
            found = explain(view, Cards(take), Cards(give))
            if table.is_over:
                assert found is Refusal.ROUND_OVER
                continue
            possible = not (take or give) or any(
                contains(str(move), view, take, give) for move in view.moves
            )
            assert (found is None) == possible, (take, give)
            assert found not in (Refusal.NOT_A_MOVE, Refusal.NOT_YOUR_TURN, Refusal.ROUND_OVER)


@pytest.mark.parametrize(
    ("take", "give", "refusal"),
    [
        ("L", "L", "same_good_both_ways"),
        ("DK", "", "camels_not_exchangeable"),
        ("", "G", None),  # an exchange can still take it
        ("S", "", "not_in_market"),
        ("", "P", "not_in_hand"),
        ("", "K", "not_in_herd"),
        ("DLL", "", None),
        ("DL", "LC", "same_good_both_ways"),
    ],
)
def test_the_reason_fits_the_choice(take: str, give: str, refusal: str | None) -> None:
    view = a_round(hand="GCCL", market="DLLKK").view(0)
    found = explain(view, Cards(take), Cards(give))
    assert (found.value if found else None) == refusal


def test_a_full_hand_takes_a_good_only_for_another() -> None:
    found = set()
    for seed in range(150):
        table = played("standard", seed, 25)
        view = table.view(0)
        if table.is_over or view.you is None or len(view.you.hand) < 7:
            continue
        for good in view.market.goods:
            found.add(explain(view, Cards([good]), Cards()))
            # With camels of the market nothing else can be taken.
            if view.market.camels:
                choice = Cards([good]) + Cards("K")
                assert explain(view, choice, Cards()) is Refusal.CAMELS_NOT_EXCHANGEABLE
    assert None in found  # as a part of an exchange
    assert found <= {None, Refusal.HAND_LIMIT, Refusal.SAME_GOOD_BOTH_WAYS}


def test_one_precious_card_alone_is_explained() -> None:
    view = a_round(hand="D", market="DDKKK").view(0)
    assert explain(view, Cards(), Cards("D")) is Refusal.PRECIOUS_NEEDS_TWO


def test_a_plan_is_explained_during_the_others_turn(server: Server) -> None:
    with seated(server, first="me") as (anna, bela, game):
        market = anna.view(game)["market"]
        hand = bela.view(game)["you"]["hand"]
        shared = next((letter for letter in hand if letter in market), None)
        answer = bela.does(game, "explain", take="KK", give="")
        assert answer == {"refusal": None, "sentence": None}
        if shared:
            answer = bela.does(game, "explain", take=shared, give=shared)
            assert answer["refusal"] == "same_good_both_ways"
        assert bela.tries(game, "explain", take="X").json()["code"] == "bad_request"
