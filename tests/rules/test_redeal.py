"""redeal: it agrees with all that was seen, and every ordering that agrees is equally likely.

The yardstick is rejection sampling: the places of the deck that a seat has seen are kept, the
others shuffled, the round is played again by the witness, and orderings that cannot have led here
are thrown away.
"""

import copy
import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice, product
from math import comb
from random import Random

import pytest

from jaipur import STANDARD, Belief, Cards, Exchange, Match, Move, Round, Sell, redeal
from tests.builders import ALL, a_round, played, played_out, shuffled
from tests.witness import BOXES, WitnessRound, text_of

SAMPLES = 3000


def redeals(table: Round, seed: int) -> Iterator[Round]:
    """Rounds that seat 0 may think of, all from one view."""
    belief, rng = Belief(table.view(0)), Random(seed)
    while True:
        yield belief.redeal(rng)


def rejection(table: Round, seed: int) -> Iterator[WitnessRound]:
    """Uniform orderings of all cards and tokens that agree with what seat 0 has seen."""
    rng = Random(seed)
    assert table.opening is not None
    rules, deck = table.ruleset, list(table.opening.deck)
    dealt = range(rules.deal_size, 2 * rules.deal_size)
    hidden = [*dealt, *range(len(deck) - len(table.deck), len(deck))]
    cards = [deck[place] for place in hidden]
    camels = sum(deck[place] == "K" for place in dealt)
    own = own_bonus_places(table)
    while True:
        rng.shuffle(cards)
        if cards[: rules.deal_size].count("K") != camels:  # herds are public
            continue
        for place, card in zip(hidden, cards, strict=True):
            deck[place] = card
        bonus = {
            pile: shuffled_but(values, own[pile], rng)
            for pile, values in table.opening.bonus.items()
        }
        plain = WitnessRound(BOXES[rules.name], "".join(deck), bonus, table.first)
        if played_again(plain, table):
            yield plain


def own_bonus_places(table: Round) -> dict[int, set[int]]:
    """The places of each bonus pile whose token seat 0 has drawn."""
    own: dict[int, set[int]] = {3: set(), 4: set(), 5: set()}
    drawn = Counter[int]()
    for ply, (move, _) in enumerate(table.history):
        if isinstance(move, Sell) and move.count >= 3:
            pile = min(move.count, 5)
            if (table.first + ply) % 2 == 0:
                own[pile].add(drawn[pile])
            drawn[pile] += 1
    return own


def shuffled_but(values: tuple[int, ...], kept: set[int], rng: Random) -> list[int]:
    others = [value for place, value in enumerate(values) if place not in kept]
    rng.shuffle(others)
    rest = iter(others)
    return [value if place in kept else next(rest) for place, value in enumerate(values)]


def played_again(plain: WitnessRound, table: Round) -> bool:
    """Play the moves again, if seat 1 held the cards for them: all else is as it was."""
    for move, cards in table.history:
        if plain.turn == 1 and not plain.hands[1] >= given_by(move):
            return False
        plain.play(str(move))
        assert plain.history[-1][1] == cards
    return True


def given_by(move: Move) -> Counter[str]:
    if isinstance(move, Sell):
        return Counter({move.good.letter: move.count})
    return Counter(str(move.given.goods) if isinstance(move, Exchange) else "")


def naive(table: Round, seed: int) -> Iterator[str]:
    """Other hands the wrong way: unseen cards shuffled, as if nothing was shown from the deal."""
    rng = Random(seed)
    known = table.known[1]
    unknown = len(table.hands[1]) - len(known)
    unseen = list(str(table.hands[1] - known) + table.deck)
    while True:
        rng.shuffle(unseen)
        goods = [card for card in unseen if card != "K"]
        yield str(Cards("".join(goods[:unknown])) + known)


def hand_of(table: Round | WitnessRound) -> str:
    return str(table.hands[1]) if isinstance(table, Round) else text_of(table.hands[1])


def next_cards(table: Round | WitnessRound) -> str:
    return "".join(table.deck[:2])


def bonus_drawn(table: Round | WitnessRound) -> str:
    won = table.bonus_tokens(1) if isinstance(table, Round) else table.bonus_tokens[1]
    return str({pile: tuple(values) for pile, values in sorted(won.items())})


def next_bonus(table: Round | WitnessRound) -> str:
    return str([tuple(left[:2]) for left in table.bonus.values()])


Look = Callable[[Round | WitnessRound], str]


def tally(samples: Iterable[Round | WitnessRound], look: Look) -> Counter[str]:
    return Counter(look(table) for table in islice(samples, SAMPLES))


@cache
def fair(name: str) -> list[WitnessRound]:
    """The yardstick for one situation."""
    return list(islice(rejection(SITUATIONS[name](), 1), SAMPLES))


def differ(one: Counter[str], other: Counter[str]) -> bool:
    """Two-sample chi-square; rare outcomes are lumped; six standard deviations are a difference."""
    common = {what for what in one | other if one[what] + other[what] >= 20}
    pairs = [(one[what], other[what]) for what in common]
    pairs.append((one.total() - sum(a for a, _ in pairs), other.total() - sum(b for _, b in pairs)))
    pairs = [(a, b) for a, b in pairs if a + b]
    scale = (other.total() / one.total()) ** 0.5
    statistic = sum((scale * a - b / scale) ** 2 / (a + b) for a, b in pairs)
    freedom = max(1, len(pairs) - 1)
    return bool(statistic > freedom + 6 * (2 * freedom) ** 0.5)


def at(dealt: str, other: str, market: str, draws: str, moves: str) -> Round:
    """A standard round that seat 0 starts, with these dealt cards, after these moves."""
    start = dealt + other + market + draws
    deck = start + str(STANDARD.shuffled_cards - Cards(start))
    table = Round.start(deck=deck, bonus=STANDARD.bonus)
    for move in moves.split():
        table = table.play(move)
    return table


# What seat 0 knows of seat 1, from least to most.
SITUATIONS: dict[str, Callable[[], Round]] = {
    "nothing shown": lambda: at("CCPPS", "DDLLL", "GK", "", "$C1"),
    "one good shown": lambda: at("CCPPS", "DDLLL", "GK", "", "$C1 $L1 $C1"),
    "three leather shown": lambda: at("CCPPS", "DDLLL", "GK", "", "$C1 $L3 $C1"),
    "two kinds shown": lambda: at("CCPPS", "DDLLC", "GK", "", "$C1 $D2 $C1 $L1"),
    "known and shown": lambda: at("CCPPS", "GDLLL", "GK", "SD", "$C1 +G $C1 $G2 $P1 +S"),
    "camels dealt": lambda: at("CCPPS", "KKLLD", "GC", "", "$C1 +GC-KL $P1"),
    "bonus drawn by both": lambda: at("CCCPS", "LLLDD", "GK", "", "$C3 $L3"),
    "tiny, early": lambda: played("tiny", 4, 3),
    "tiny, later": lambda: played("tiny", 12, 6),
    "tiny, late": lambda: played("tiny", 9, 9),
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_redeal_draws_like_rejection_sampling(name: str) -> None:
    table = SITUATIONS[name]()
    assert not table.is_over
    guesses = list(islice(redeals(table, 2), SAMPLES))
    for look in (hand_of, next_cards):
        assert not differ(tally(fair(name), look), tally(guesses, look))


@pytest.mark.parametrize("name", ["three leather shown", "two kinds shown", "known and shown"])
def test_a_shuffle_of_the_unseen_cards_is_found_out(name: str) -> None:
    table = SITUATIONS[name]()
    assert table.shown[1]
    wrong = Counter(islice(naive(table, 2), SAMPLES))
    assert differ(tally(fair(name), hand_of), wrong)


def test_a_shuffle_of_the_unseen_cards_is_right_when_nothing_was_shown() -> None:
    table = SITUATIONS["nothing shown"]()
    right = Counter(islice(naive(table, 2), SAMPLES))
    assert not differ(tally(fair("nothing shown"), hand_of), right)


@pytest.mark.parametrize("look", [bonus_drawn, next_bonus])
def test_hidden_bonus_tokens_are_drawn_like_rejection_sampling(look: Look) -> None:
    table = SITUATIONS["bonus drawn by both"]()
    assert table.bonus_tokens(0) == table.bonus_tokens(1) == {3: (1,)}
    drawn = tally(fair("bonus drawn by both"), look)
    assert len(drawn) > 2
    assert not differ(drawn, tally(redeals(table, 2), look))


def test_a_belief_redeals_like_redeal() -> None:
    view = SITUATIONS["known and shown"]().view(0)
    belief, one, other = Belief(view), Random(4), Random(4)
    assert [belief.redeal(one) for _ in range(50)] == [redeal(view, other) for _ in range(50)]


def exact_hands(table: Round) -> dict[str, float]:
    """The chance of each other hand: its weight is the product of C(n+r, r+u) over the goods."""
    known, shown = table.known[1], table.shown[1]
    unknown = len(table.hands[1]) - len(known)
    unseen = (table.hands[1] - known + Cards(table.deck)).counts[:6]
    weights = {}
    for hand in product(*(range(min(count, unknown) + 1) for count in unseen)):
        if sum(hand) == unknown:
            weight = 1
            for n, r, u in zip(unseen, shown.counts, hand, strict=False):
                weight *= comb(n + r, r + u)
            weights[str(Cards.from_counts((*hand, 0)) + known)] = weight
    total = sum(weights.values())
    return {hand: weight / total for hand, weight in weights.items()}


@pytest.mark.parametrize("name", SITUATIONS)
def test_redeal_has_the_weights_of_the_formula(name: str) -> None:
    table = SITUATIONS[name]()
    drawn = Counter(hand_of(guess) for guess in islice(redeals(table, 5), 20_000))
    expected = {hand: 20_000 * chance for hand, chance in exact_hands(table).items()}
    assert set(drawn) <= set(expected)
    common = [hand for hand in expected if expected[hand] >= 10]
    statistic = sum((drawn[hand] - expected[hand]) ** 2 / expected[hand] for hand in common)
    assert statistic < len(common) + 6 * (2 * len(common)) ** 0.5


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("ruleset", ALL)
def test_a_redeal_agrees_with_everything_the_seat_has_seen(ruleset: str, seat: int) -> None:
    rng = Random(3)
    for seed in range(150):
        table = played(ruleset, seed, seed % 40)
        view = table.view(seat)
        guess = redeal(view, rng)
        assert guess.view(seat) == view
        assert guess.view(seat).to_json() == view.to_json()
        assert guess.legal_moves() == table.legal_moves() or table.turn != seat


@pytest.mark.parametrize("ruleset", ALL)
def test_a_redeal_agrees_with_what_everybody_has_seen(ruleset: str) -> None:
    # What the other seat knows of one's own hand follows from the moves, so it is seen as well.
    rng = Random(3)
    for seed in range(100):
        table = played(ruleset, seed, seed % 40)
        guess = redeal(table.view(0), rng)
        assert guess.view(None) == table.view(None)
        assert (guess.known, guess.shown) == (table.known, table.shown)


@pytest.mark.parametrize("ruleset", ALL)
def test_a_redealt_round_can_be_played_to_its_end(ruleset: str) -> None:
    rng = Random(8)
    for seed in range(30):
        guess = redeal(played(ruleset, seed, seed).view(0), rng)
        while not guess.is_over:
            guess = guess.play(rng.choice(guess.legal_moves()))
        cards = guess.market + guess.hands[0] + guess.hands[1] + guess.discard + Cards(guess.deck)
        assert cards + Cards("K" * sum(guess.herds)) == guess.ruleset.all_cards


def test_a_redeal_of_a_finished_round_leaves_only_the_deck_open() -> None:
    rng = Random(8)
    for seed in range(30):
        table = played_out("standard", seed)
        guess = redeal(table.view(1), rng)
        assert guess.view(1) == table.view(1)
        assert guess.hands == table.hands
        assert sorted(guess.deck) == sorted(table.deck)


def test_the_same_generator_redeals_the_same() -> None:
    view = played("standard", 3, 10).view(0)
    assert redeal(view, Random(5)) == redeal(view, Random(5))
    assert len({redeal(view, Random(seed)) for seed in range(20)}) == 20


def test_a_built_position_can_be_redealt() -> None:
    rng = Random(6)
    for hand, market, herd in (("GGS", "DLLKK", 0), ("CCPPLL", "DGGSS", 5), ("", "KKKKK", 2)):
        for first in (0, 1):
            table = a_round(hand=hand, market=market, herd=herd, first=first, discard="LLLCC")
            for seat in (0, 1):
                assert redeal(table.view(seat), rng).view(seat) == table.view(seat)


def test_a_view_of_a_match_can_be_redealt() -> None:
    match = Match.deal(seed=4).forfeit(1).next_round()
    guess = redeal(match.view(0), Random(1))
    assert guess.hands[0] == match.round.hands[0]
    assert guess.market == match.round.market


def test_redealing_does_not_know_the_true_round() -> None:
    # Two rounds with the same view give the same redeals.
    table = shuffled("standard", Random(2))
    guess = redeal(table.view(0), Random(1))
    assert guess != table
    assert redeal(guess.view(0), Random(9)) == redeal(table.view(0), Random(9))


def test_a_belief_is_copied_and_pickled_by_its_view() -> None:
    table = played("standard", 1, 12)
    belief = Belief(table.view(0))
    assert repr(belief) == "<Belief of seat 0 at ply 12, standard>"
    assert belief.view == table.view(0)
    for again in (copy.copy(belief), copy.deepcopy(belief), pickle.loads(pickle.dumps(belief))):
        assert again.redeal(Random(9)) == belief.redeal(Random(9))


def test_a_spectator_has_no_hand_to_keep() -> None:
    with pytest.raises(ValueError, match=".+"):
        redeal(played("standard", 1, 4).view(None), Random(1))
