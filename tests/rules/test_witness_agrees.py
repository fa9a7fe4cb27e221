"""The plain witness and the compiled round agree on 2,000 random rounds of each ruleset.

Move lists are compared with their order, and the state field by field, at every ply (what only
sales change: after sales); the views of both seats at one ply of each round and at its end.
"""

from collections import Counter
from random import Random
from typing import Any

import pytest

from jaipur import BOX, STANDARD, Good, Round, Ruleset
from tests.builders import ALL, TINY, shuffled
from tests.witness import BOXES, GOODS, LETTERS, WitnessRound

BATCHES = 8
ROUNDS = 250


def counts(cards: Counter[str]) -> tuple[int, ...]:
    return tuple([cards[letter] for letter in LETTERS])


def facts(table: Round) -> tuple[Any, ...]:
    """What any move may change."""
    return (
        table.turn,
        table.ply,
        table.end,
        table.seal,
        table.market.counts,
        [hand.counts for hand in table.hands],
        table.herds,
        table.deck,
        [cards.counts for cards in table.known],
        [cards.counts for cards in table.shown],
    )


def plain_facts(plain: WitnessRound) -> tuple[Any, ...]:
    return (
        plain.turn,
        plain.ply,
        plain.end,
        plain.seal,
        counts(plain.market),
        [counts(hand) for hand in plain.hands],
        tuple(plain.herds),
        "".join(plain.deck),
        [counts(cards) for cards in plain.known],
        [counts(cards) for cards in plain.shown],
    )


def earnings(table: Round) -> tuple[Any, ...]:
    """What only a sale or the end may change."""
    return (
        table.discard.counts,
        list(table.tokens.values()),
        table.bonus,
        table.rupees,
        [score._asdict() for score in table.scores],
        [
            {good.letter: list(row) for good, row in table.goods_tokens(seat).items()}
            for seat in (0, 1)
        ],
        [{pile: list(won) for pile, won in table.bonus_tokens(seat).items()} for seat in (0, 1)],
    )


def plain_earnings(plain: WitnessRound) -> tuple[Any, ...]:
    return (
        counts(plain.discard),
        [tuple(plain.tokens[good]) for good in GOODS],
        {pile: tuple(left) for pile, left in plain.bonus.items()},
        plain.rupees,
        [plain.score(seat) for seat in (0, 1)],
        plain.goods_tokens,
        plain.bonus_tokens,
    )


def choose(rng: Random, legal: list[str]) -> int:
    """Any move, or half of the time first a kind of move: that leads to other positions."""
    if rng.random() < 0.5:
        return rng.randrange(len(legal))
    kinds: dict[str, list[int]] = {}
    for place, move in enumerate(legal):
        kinds.setdefault(move[0] + "-" * ("-" in move), []).append(place)
    return rng.choice(kinds[rng.choice(sorted(kinds))])


def compare_one_round(ruleset: str, seed: int) -> None:
    rng = Random(f"{ruleset} {seed}")
    table = shuffled(ruleset, rng)
    assert table.opening is not None
    first, deck, bonus = table.opening
    plain = WitnessRound(BOXES[ruleset], deck, bonus, first)
    look_at = rng.randrange(60)
    sold = True
    while True:
        legal = plain.legal_moves()
        moves = table.legal_moves()
        assert [str(move) for move in moves] == legal
        assert facts(table) == plain_facts(plain)
        if sold or plain.end:
            assert earnings(table) == plain_earnings(plain)
        if plain.ply == look_at or plain.end:
            assert [table.view(seat).to_dict() for seat in (0, 1)] == [plain.view(0), plain.view(1)]
        if plain.end:
            break
        place = choose(rng, legal)
        table = table.play(moves[place])
        plain.play(legal[place])
        sold = legal[place][0] == "$"
    assert [(str(move), drawn) for move, drawn in table.history] == plain.history


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("ruleset", ALL)
def test_witness_and_compiled_round_agree(ruleset: str, batch: int) -> None:
    for seed in range(batch * ROUNDS, (batch + 1) * ROUNDS):
        compare_one_round(ruleset, seed)


@pytest.mark.parametrize("seed", [5, 7, 12])
def test_witness_and_compiled_round_agree_at_the_ply_limit(seed: int) -> None:
    table = Round.deal(seed)
    assert table.opening is not None
    first, deck, bonus = table.opening
    plain = WitnessRound(BOXES["standard"], deck, bonus, first)
    while not plain.end:
        move = next(move for move in plain.legal_moves() if "-" in move)
        table = table.play(move)
        plain.play(move)
    assert (table.ply, table.end, table.seal) == (500, plain.end, plain.seal)
    assert facts(table) == plain_facts(plain)
    assert earnings(table) == plain_earnings(plain)
    assert [table.view(seat).to_dict() for seat in (0, 1)] == [plain.view(0), plain.view(1)]


@pytest.mark.parametrize("rules", [STANDARD, BOX, TINY], ids=lambda rules: rules.name)
def test_witness_and_library_have_the_same_box(rules: Ruleset) -> None:
    box = BOXES[rules.name]
    assert [*rules.cards, rules.camels] == list(box.cards.values())
    assert [list(rules.tokens_of(good)) for good in Good] == list(map(list, box.tokens.values()))
    assert {pile: list(values) for pile, values in rules.bonus.items()} == dict(box.bonus)
    for number in (
        "camel_token",
        "market_size",
        "deal_size",
        "hand_limit",
        "precious_minimum",
        "exchange_minimum",
        "camels_laid_out",
        "kinds_to_end",
    ):
        assert getattr(rules, number) == getattr(box, number)
