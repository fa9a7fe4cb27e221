"""Luck: what chance added to a round, against the mean of everything that could have come."""

import re
from collections import Counter
from itertools import permutations
from math import comb, prod, sqrt
from pathlib import Path
from random import Random

import pytest

import jaipur
from jaipur import CAMEL, Match, Round, Ruleset
from jaipur.engine.luck import RUPEE_ONE, SEAL_ONE, round_values, starter_value
from jaipur.engine.one_ply import choose_one_ply
from jaipur.engine.referee import default_referee
from jaipur.engine.round_values import Worth
from jaipur.errors import ImpossiblePosition
from tests.builders import ALL, BOTH, TINY, a_round


def played(seed: int, ruleset: str | Ruleset = "standard", noise: float = 0.2) -> Round:
    """A round that the network plays against itself, with some moves at random, at last all."""
    rng, round = Random(seed), Match.deal(seed=seed, ruleset=ruleset, seals=1).round
    while round.turn is not None:
        if rng.random() < noise or round.ply > 100:
            round = round.play(rng.choice(list(round.legal_moves())))
        else:
            round = round.play(choose_one_ply(round.view(round.turn))[0])
    return round


def result(round: Round) -> int:
    return SEAL_ONE // 2 if round.seal is None else (1 - round.seal) * SEAL_ONE


@pytest.mark.parametrize("ruleset", [*BOTH, TINY], ids=ALL)
def test_the_lines_of_a_round_add_up_to_its_result(ruleset: str | Ruleset) -> None:
    for seed in range(20):
        round = played(seed, ruleset)
        values = round_values(round)
        lines = [values.starter.seal - SEAL_ONE // 2, values.deal_luck.seal]
        for ply in values.plies:
            lines += [ply.choice.seal, ply.luck.seal]
        assert sum(lines) == result(round) - SEAL_ONE // 2


@pytest.mark.parametrize("ruleset", BOTH)
def test_a_position_is_worth_the_same_along_a_round_and_alone(ruleset: str) -> None:
    value = default_referee().value
    for seed in range(25):
        round = played(seed, ruleset)
        for number, ply in enumerate(round_values(round).plies, 1):
            seal, rupees = value(round.at(number))
            assert ply.after == Worth(int(seal * SEAL_ONE), int(rupees * RUPEE_ONE))


def test_a_single_card_is_measured_against_every_card_of_the_deck() -> None:
    round = played(3).at(6)
    move = next(move for move in round.legal_moves() if str(move) in {"+C", "+P", "+L", "+S"})
    deck = Counter(str(round.deck))
    values = {card: round.after(move).settle(card) for card in deck}
    value = default_referee().value
    mean = sum(deck[card] * value(after)[0] for card, after in values.items()) / deck.total()
    found = round_values(round.play(move)).plies[-1]
    assert found.chance == "draw"
    assert found.mean.seal / SEAL_ONE == pytest.approx(mean, abs=1e-7)


def test_several_cards_are_measured_against_every_set_of_them() -> None:
    round = next(
        round.at(ply)
        for seed in range(100)
        for round in [played(seed)]
        for ply in range(round.ply)
        if round.at(ply).market.count(CAMEL) == 3
    )
    deck, total, weight = Counter(str(round.deck)), 0.0, 0
    for cards in {"".join(sorted(cards)) for cards in permutations(list(deck.elements()), 3)}:
        ways = prod(comb(deck[card], count) for card, count in Counter(cards).items())
        total += ways * default_referee().value(round.after("+K").settle(cards))[0]
        weight += ways
    found = round_values(round.play("+K")).plies[-1]
    assert weight == comb(deck.total(), 3)
    assert found.mean.seal / SEAL_ONE == pytest.approx(total / weight, abs=1e-7)


def test_a_bonus_token_is_measured_against_the_tokens_that_are_left() -> None:
    for seed in range(100):
        round = played(seed)
        for ply, found in enumerate(round_values(round).plies):
            if found.chance != "bonus":
                continue
            after = round.at(ply).after(found.move)
            left = round.at(ply).bonus[after.bonus_pile or 0]
            values = [default_referee().value(after.settle(bonus=token))[0] for token in left]
            mean = sum(values) / len(values)
            assert found.mean.seal / SEAL_ONE == pytest.approx(mean, abs=1e-7)
            return
    pytest.fail("no bonus token was drawn")


def test_moves_without_chance_have_no_luck() -> None:
    round = played(5)
    for found in round_values(round).plies:
        if found.chance is None:
            assert found.luck == Worth(0, 0)


@pytest.mark.parametrize("ruleset", BOTH)
def test_luck_has_mean_zero(ruleset: str | Ruleset) -> None:
    """With 10,000 events of both rulesets, a mean beyond four standard errors is a defect."""
    sums: dict[str, list[float]] = {"deal": [], "draw": [], "bonus": []}
    for seed in range(260):
        values = round_values(played(1000 + seed, ruleset))
        sums["deal"].append(values.deal_luck.seal / SEAL_ONE)
        for ply in values.plies:
            if ply.chance is not None:
                sums[ply.chance].append(ply.luck.seal / SEAL_ONE)
    assert sum(map(len, sums.values())) > 5_000
    for lucks in sums.values():
        mean = sum(lucks) / len(lucks)
        error = sqrt(sum((luck - mean) ** 2 for luck in lucks)) / len(lucks)
        assert abs(mean) < 4 * error


def test_values_do_not_depend_on_the_order_of_what_is_hidden() -> None:
    """Two rounds that differ only in the order of their decks have the same value."""
    round, rng = a_round("DDGC", "SLLKK", herd=2), Random(4)
    deck = list(str(round.deck))
    values = set()
    for _ in range(5):
        rng.shuffle(deck)
        again = a_round("DDGC", "SLLKK", herd=2, deck="".join(deck))
        values.add(default_referee().value(again))
    assert len(values) == 1


def test_the_seats_see_the_same_value_from_both_sides() -> None:
    north, south = a_round("DDGC", "SLLKK", herd=2), a_round("DDGC", "SLLKK", herd=2, first=1)
    seal, rupees = default_referee().value(north)
    other_seal, other_rupees = default_referee().value(south)
    assert other_seal == 1 - seal
    assert other_rupees == -rupees


def test_who_begins_has_an_advantage_of_a_few_percent() -> None:
    assert 0.5 < starter_value().seal / SEAL_ONE < 0.65


def test_a_round_without_a_past_has_no_luck_to_tell() -> None:
    with pytest.raises(ImpossiblePosition):
        round_values(a_round("DDGC"))


def test_no_player_hint_or_view_can_reach_the_referee() -> None:
    """It sees both hands: only what judges rounds that are over may name it."""
    source = Path(jaipur.__file__).parent
    naming = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*.p*")
        if path.suffix in {".py", ".pyx", ".pxd", ".pyi"}
        and re.search(r"engine[. ](import )?(referee|luck)", path.read_text(encoding="utf-8"))
    }
    allowed = re.compile(r"engine/(referee|luck)\.|coach/|arena/|cli/review")
    assert naming
    assert [name for name in naming if not allowed.match(name)] == []
