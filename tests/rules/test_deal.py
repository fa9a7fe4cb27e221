"""Deals out of 32 bytes: the documented construction, its vectors, and what a seed may be."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jaipur import (
    RULESETS,
    Cards,
    ImpossiblePosition,
    Match,
    Round,
    UnknownRuleset,
    deal_from,
    seed_bytes,
)
from tests.builders import ALL

NOTATION = Path(__file__).parents[2] / "docs" / "notation.md"


def numbers(seed: bytes, number: int) -> Iterator[int]:
    """SHA-256 in counter mode, one stream a round."""
    counter = 0
    while True:
        block = seed + number.to_bytes(4, "big") + counter.to_bytes(4, "big")
        yield from hashlib.sha256(block).digest()
        counter += 1


def below(bound: int, stream: Iterator[int]) -> int:
    """Bytes beyond the last whole multiple of the bound are skipped."""
    while (byte := next(stream)) >= 256 // bound * bound:
        pass
    return byte % bound


def shuffle(things: list[str], stream: Iterator[int]) -> list[str]:
    for last in range(len(things) - 1, 0, -1):
        other = below(last + 1, stream)
        things[last], things[other] = things[other], things[last]
    return things


def by_hand(seed: bytes, number: int, ruleset: str) -> tuple[int, str, dict[int, tuple[int, ...]]]:
    """Starter, deck and piles, repeated from the documentation without the library's code."""
    rules = RULESETS[ruleset]
    stream = numbers(seed, number)
    first = below(2, stream)
    deck = "".join(shuffle(list(str(rules.shuffled_cards)), stream))
    piles = {}
    for pile in (3, 4, 5):
        values = shuffle([str(value) for value in rules.bonus[pile]], stream)
        piles[pile] = tuple(map(int, values))
    return first, deck, piles


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("number", [1, 2, 3, 300])
def test_a_deal_can_be_repeated_by_hand(ruleset: str, number: int) -> None:
    for start in range(20):
        seed = hashlib.sha256(bytes([start])).digest()
        deal = deal_from(seed, number, ruleset)
        assert (deal.first, deal.deck, deal.bonus) == by_hand(seed, number, ruleset)


def test_the_documented_vectors_are_true() -> None:
    text = NOTATION.read_text(encoding="utf-8")
    # The last seed that is printed before a deck is the deck's.
    seed, deck = "'([0-9a-f]{64})'", "'([DGSCPLK]{52})'"
    vectors = re.findall(f"{seed}(?:(?!{seed}).)*?{deck}", text, flags=re.DOTALL)
    vectors = [(found[0], found[-1]) for found in vectors]
    assert vectors
    for seed, deck in vectors:
        assert deal_from(bytes.fromhex(seed)).deck == deck


@pytest.mark.parametrize("ruleset", ALL)
def test_a_deal_holds_every_card_and_token_of_the_box(ruleset: str) -> None:
    rules = RULESETS[ruleset]
    for seed in range(50):
        deal = deal_from(seed, 1, ruleset)
        assert Cards(deal.deck) == rules.shuffled_cards
        assert {pile: tuple(sorted(left)) for pile, left in deal.bonus.items()} == dict(rules.bonus)
        assert deal.first in (0, 1)


def test_the_same_seed_deals_the_same() -> None:
    assert deal_from(7) == deal_from(7)
    assert Match.deal(seed=7).round == Match.deal(seed=7).round
    assert Round.deal(seed=7) == Match.deal(seed=7).round


def test_other_seeds_and_rounds_deal_otherwise() -> None:
    decks = {deal_from(seed, number).deck for seed in range(30) for number in (1, 2, 3)}
    assert len(decks) == 90


def test_without_a_seed_each_deal_is_new() -> None:
    assert Match.deal().round.opening != Match.deal().round.opening
    assert Round.deal().deck != Round.deal().deck


def test_a_seed_is_a_number_a_text_or_32_bytes() -> None:
    raw = bytes(range(32))
    assert seed_bytes(raw) == raw
    for seed in (7, 0, -1, 10**30, "monsoon", ""):
        assert len(seed_bytes(seed)) == 32
        assert seed_bytes(seed) == seed_bytes(seed)
    assert seed_bytes("monsoon") != seed_bytes("monsoons")
    assert seed_bytes(7) != seed_bytes(8)


def test_a_match_knows_the_bytes_of_its_seed() -> None:
    assert Match.deal(seed=7).seed == seed_bytes(7)
    assert Match.deal(seed=seed_bytes(7)).round == Match.deal(seed=7).round


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_bytes_of_another_length_are_refused(seed: bytes) -> None:
    with pytest.raises(ValueError, match="32"):
        deal_from(seed)


@pytest.mark.parametrize("seed", [1.5, [7], True, object()])
def test_other_things_are_no_seed(seed: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        deal_from(seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [0, -1, 2**32])
def test_rounds_count_from_1(number: int) -> None:
    with pytest.raises(ValueError, match=".+"):
        deal_from(7, number)


@pytest.mark.parametrize("number", [True, 1.0, "1", None])
def test_the_number_of_a_round_is_whole(number: Any) -> None:
    with pytest.raises(TypeError, match="number must be an int, got "):
        deal_from(7, number)


def test_an_unknown_ruleset_is_refused() -> None:
    with pytest.raises(UnknownRuleset):
        deal_from(7, 1, "chess")


def test_numbers_below_a_bound_are_equally_likely() -> None:
    # 52 does not divide 256: without rejection the small places would be drawn more often.
    stream = numbers(bytes(32), 1)
    drawn = Counter(below(52, stream) for _ in range(52_000))
    chi_square = sum((drawn[place] - 1000) ** 2 / 1000 for place in range(52))
    assert chi_square < 51 + 6 * (2 * 51) ** 0.5
    modulo = Counter(
        byte % 52 for byte, _ in zip(numbers(bytes(32), 1), range(52_000), strict=False)
    )
    biased = sum((modulo[place] - 1000) ** 2 / 1000 for place in range(52))
    assert biased > 51 + 6 * (2 * 51) ** 0.5


def test_each_card_is_as_likely_in_each_place() -> None:
    deals = [deal_from(seed).deck for seed in range(4000)]
    for place in (0, 9, 11, 51):
        seen = Counter(deck[place] for deck in deals)
        expected = {
            card: 4000 * "DDDDDDGGGGGGSSSSSSCCCCCCCCPPPPPPPPLLLLLLLLLLKKKKKKKK".count(card) / 52
            for card in "DGSCPLK"
        }
        chi_square = sum((seen[card] - count) ** 2 / count for card, count in expected.items())
        assert chi_square < 6 + 6 * 12**0.5


def test_the_starter_is_drawn_by_lot() -> None:
    ones = sum(deal_from(seed).first for seed in range(4000))
    assert abs(ones - 2000) < 6 * 1000**0.5


def start_with(deck: str = "", bonus: object = None, first: object = 0) -> Round:
    deal = deal_from(7)
    return Round.start(
        deck=deck or deal.deck,
        bonus=deal.bonus if bonus is None else bonus,  # type: ignore[arg-type]
        first=first,  # type: ignore[arg-type]
    )


def test_a_round_remembers_its_opening() -> None:
    assert start_with(first=deal_from(7).first).opening == deal_from(7)
    assert start_with().play(start_with().legal_moves()[0]).opening == start_with().opening


@pytest.mark.parametrize(
    "deck",
    [
        deal_from(7).deck[:-1],
        deal_from(7).deck + "D",
        "D" * 52,
        deal_from(7).deck[:-1] + "X",
        deal_from(7).deck[:-1] + "💎",
    ],
)
def test_impossible_decks_are_refused(deck: str) -> None:
    with pytest.raises(ValueError, match=".+"):
        start_with(deck)


@pytest.mark.parametrize(
    "bonus",
    [
        {},
        {3: [1, 1, 2, 2, 3, 3]},
        {3: [1, 1, 2, 2, 3], 4: [4, 4, 5, 5, 6, 6], 5: [8, 8, 9, 9, 10, 10]},
        {3: [1, 1, 2, 2, 3, 4], 4: [4, 4, 5, 5, 6, 6], 5: [8, 8, 9, 9, 10, 10]},
        {3: [1, 1, 2, 2, 2, 3, 3], 4: [4, 4, 5, 5, 6, 6], 5: [8, 8, 9, 10, 10]},
        {3: [1, 1, 2, 2, 3, 3], 4: [4, 4, 5, 5, 6, 6], 6: [8, 8, 9, 9, 10, 10]},
        {3: "112233", 4: None, 5: 7},
    ],
)
def test_impossible_bonus_piles_are_refused(bonus: object) -> None:
    with pytest.raises(ValueError, match=".+"):
        start_with(bonus=bonus)


class Whole:
    """An integer that is no int, as those of NumPy."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def test_bonus_tokens_may_be_any_integers_but_not_true() -> None:
    piles = deal_from(7).bonus
    whole = {size: [Whole(value) for value in values] for size, values in piles.items()}
    assert start_with(bonus=whole) == start_with(bonus=piles)
    true = {**piles, 3: [value == 1 or value for value in piles[3]]}
    with pytest.raises(ImpossiblePosition, match="The bonus piles of this ruleset hold"):
        start_with(bonus=true)


@pytest.mark.parametrize("first", [2, -1, None, "0"])
def test_an_impossible_starter_is_refused(first: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        start_with(first=first)
