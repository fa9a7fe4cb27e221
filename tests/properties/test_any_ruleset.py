"""Laws for any ruleset: what can be made can be played, and the witness agrees with it."""

import pickle
from dataclasses import replace
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from jaipur import BOX, STANDARD, Good, Round, Ruleset, UnknownRuleset
from tests.witness import GOODS, Box, WitnessRound, text_of


@st.composite
def any_ruleset(draw: st.DrawFn) -> Ruleset:
    """A ruleset with numbers up to the box's; those that cannot be played are thrown away."""
    cards, tokens = [], []
    for most in STANDARD.cards:
        count = draw(st.integers(0, most))
        values = draw(st.lists(st.integers(1, 9), min_size=1, max_size=most)) if count else []
        cards.append(count)
        tokens.append(tuple(sorted(values, reverse=True)))
    bonus = {pile: tuple(draw(st.lists(st.integers(1, 10), max_size=4))) for pile in (3, 4, 5)}
    try:
        return Ruleset(
            name="any",
            cards=tuple(cards),
            camels=draw(st.integers(0, 11)),
            tokens=tuple(tokens),
            bonus=bonus,
            camel_token=draw(st.integers(0, 5)),
            market_size=draw(st.integers(2, 5)),
            deal_size=draw(st.integers(1, 5)),
            hand_limit=draw(st.integers(2, 7)),
            precious_minimum=draw(st.integers(2, 4)),
            exchange_minimum=draw(st.integers(2, 3)),
            camels_laid_out=draw(st.integers(0, 3)),
            kinds_to_end=draw(st.integers(1, 3)),
        )
    except UnknownRuleset:
        assume(False)
        raise


def plain_box(rules: Ruleset) -> Box:
    return Box(
        name=rules.name,
        cards={**dict(zip(GOODS, rules.cards, strict=True)), "K": rules.camels},
        tokens=dict(zip(GOODS, rules.tokens, strict=True)),
        bonus=rules.bonus,
        camel_token=rules.camel_token,
        market_size=rules.market_size,
        deal_size=rules.deal_size,
        hand_limit=rules.hand_limit,
        precious_minimum=rules.precious_minimum,
        exchange_minimum=rules.exchange_minimum,
        camels_laid_out=rules.camels_laid_out,
        kinds_to_end=rules.kinds_to_end,
    )


@given(any_ruleset(), st.integers(0, 2**32))
@settings(max_examples=150)
def test_any_ruleset_is_played_as_the_witness_plays_it(rules: Ruleset, seed: int) -> None:
    rng = Random(seed)
    deck = list(str(rules.shuffled_cards))
    rng.shuffle(deck)
    table = Round.start(deck="".join(deck), bonus=rules.bonus, ruleset=rules)
    plain = WitnessRound(plain_box(rules), "".join(deck), rules.bonus)
    for _ in range(120):
        legal = plain.legal_moves()
        assert [str(move) for move in table.legal_moves()] == legal
        assert (str(table.market), table.end) == (text_of(plain.market), plain.end)
        assert (table.rupees, table.seal) == (plain.rupees, plain.seal)
        if plain.end:
            break
        assert legal
        move = rng.choice(legal)
        table = table.play(move)
        plain.play(move)
    again = pickle.loads(pickle.dumps(table))
    assert (again, again.ruleset) == (table, rules)


@given(any_ruleset())
def test_the_numbers_of_a_ruleset_can_be_asked(rules: Ruleset) -> None:
    assert len(rules.all_cards) == sum(rules.cards) + rules.camels
    assert len(rules.shuffled_cards) == len(rules.all_cards) - rules.camels_laid_out
    for good in Good:
        assert rules.tokens_of(good) == rules.tokens[good.index]


def test_rulesets_are_compared_by_their_numbers() -> None:
    assert replace(STANDARD) == STANDARD
    assert hash(replace(STANDARD)) == hash(STANDARD)
    assert STANDARD != BOX
    assert replace(STANDARD, camel_token=4) != STANDARD
