"""Uses the compiled code in every way there is, for the sanitizers to watch.

Run by test_sanitizers.py with extensions that were built for it; it needs the library and
`training` alone.
"""

import contextlib
import pickle
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import jaipur
from jaipur import (
    BOX,
    STANDARD,
    AfterState,
    Belief,
    Cards,
    JaipurError,
    LegalMoves,
    Match,
    Move,
    Round,
    Ruleset,
    View,
)
from jaipur.cli.bench_kernels import random_redeals, random_rounds
from jaipur.engine.features import rows_after
from jaipur.engine.flat import choose_flat
from jaipur.engine.handicap import choose_with_handicap
from jaipur.engine.likely_hands import likely_hands
from jaipur.engine.network import Network, pack_weights
from jaipur.engine.one_ply import move_logits
from jaipur.engine.search import Search, think
from jaipur.engine.traits import Handicap
from jaipur.rules import round as rounds
from jaipur.rules.core import action_tables, compiled_rules
from jaipur.rules.core.perft import perft
from training.duels import duel_handicaps, duel_networks
from training.learner import Learner
from training.rollouts import make_examples

# The smallest, and the largest that the core has room for.
TINY = Ruleset(
    name="tiny",
    cards=(3, 0, 2, 3, 0, 4),
    camels=4,
    tokens=((6, 4), (), (5, 3), (3, 2, 1), (), (2, 1, 1)),
    bonus={3: (1, 2), 4: (5,), 5: (9,)},
    camel_token=3,
    market_size=3,
    deal_size=2,
    hand_limit=4,
    camels_laid_out=1,
    kinds_to_end=2,
)
LARGE = Ruleset(
    name="large",
    cards=STANDARD.cards,
    camels=11,
    tokens=((99,) * 15,) * 6,
    bonus={2: (15,) * 8, 6: (15,) * 8, 7: (15,) * 8},
    camel_token=99,
    deal_size=1,
    camels_laid_out=0,
    kinds_to_end=6,
)
EDGE = Ruleset(
    name="edge",
    cards=STANDARD.cards,
    camels=11,
    tokens=STANDARD.tokens,
    bonus={7: (1,)},
    market_size=2,
    deal_size=7,
    precious_minimum=3,
    exchange_minimum=5,
    camels_laid_out=2,
    kinds_to_end=1,
)
RULESETS = (STANDARD, BOX, TINY, LARGE, EDGE)
ALL_TRAITS = Handicap(
    noise=1.0,
    forgetting=0.5,
    short_sight=0.1,
    impatience=0.1,
    greed=0.1,
    timidity=0.1,
    camel_neglect=0.1,
)


def refused(call: Callable[..., object], *args: Any, **named: Any) -> None:
    """A call that may be refused, but not by a crash."""
    with contextlib.suppress(JaipurError, TypeError, ValueError, OverflowError, AttributeError):
        call(*args, **named)


def play_through_the_face(rules: Ruleset, seed: int) -> int:
    """A random round, with everything that can be asked of a round on the way."""
    rng, table = Random(seed), Round.deal(seed, rules)
    while not table.is_over and table.ply < 150:
        legal = table.legal_moves()
        table.legal_moves(1 - (table.turn or 0))
        move = rng.choice(legal)
        half = table.after(move)
        if rng.random() < 0.2:
            cards = "".join(rng.sample(table.deck, min(half.draws, len(table.deck))))
            pile = table.bonus[half.bonus_pile] if half.bonus_pile else ()
            half.settle(cards, rng.choice(pile) if pile else None)
        for text in ("+D", "+K", "+KK", "+DGSCP-LLKKK", "$L9", "$K1", "nothing", "+DDDDDD-GGGGGG"):
            table.why_not(text)
        refused(table.play, Move.from_action(rng.randrange(jaipur.ACTIONS)))
        if rng.random() < 0.1:
            ask(table, rng)
        table = table.play(move)
    ask(table, rng)
    return table.ply


def ask(table: Round, rng: Random) -> None:
    assert Round.from_text(table.to_text()) == table
    assert pickle.loads(pickle.dumps(table)) == table
    assert hash(table) == hash(pickle.loads(pickle.dumps(table)))
    assert str(table)
    assert repr(table)
    assert table.scores[0].rupees == table.rupees[0]
    assert len(table.history) <= table.ply
    for seat in (0, 1):
        view = table.view(seat)
        assert View.from_json(view.to_json()) == view
        belief = Belief(view)
        for _ in range(3):
            belief.redeal(rng).legal_moves()
        random_redeals(view, 50, rng.getrandbits(64))
    table.view(None)
    if not table.is_over:
        table.forfeit(1).view(0)
        table.stop().to_text()


def damage_texts(rng: Random, count: int) -> None:
    """Positions and views with a few signs changed."""
    tables_ = [Round.deal(seed, rules) for seed in range(4) for rules in (STANDARD, BOX)]
    texts = [table.to_text() for table in tables_]
    views = [table.view(0).to_json() for table in tables_]
    for _ in range(count):
        for texts_, read in ((texts, Round.from_text), (views, View.from_json)):
            text = list(rng.choice(texts_))
            for _ in range(rng.randrange(1, 4)):
                text[rng.randrange(len(text))] = rng.choice('DGSCPLK0123456789abf.-_"{[,')
            refused(read, "".join(text))


def misuse() -> None:
    """What a caller should not do, as far as the public names let it."""
    table = Round.deal(7)
    for wrong in (None, -1, 2, 1.5, 10**30, "", "x", b"", [], {}, object(), Move, Cards("GK")):
        for name in ("play", "after", "why_not", "legal_moves", "view", "forfeit", "goods_tokens"):
            refused(getattr(table, name), wrong)
        for call in (Round.from_text, Belief, random_rounds, View.from_json, Match.from_record):
            refused(call, wrong)
        refused(perft, wrong, 1)
        refused(perft, table, wrong)
        refused(random_rounds, 1, wrong)
        refused(random_redeals, table.view(0), wrong)
        refused(table.after("+K").settle, wrong)
        refused(table.after("+K").settle, None, wrong)
        refused(action_tables.swap_of_action, wrong)
        refused(action_tables.action_of_exchange, wrong, wrong)
        refused(action_tables.action_of_sale, wrong, 1)
        refused(compiled_rules.CompiledRules, wrong)
        refused(rounds.restore, wrong, b"", None, None)
        refused(
            lambda past: rounds.restore(table.position, past, table.market, None).history, wrong
        )
    for past in (b"1", b"12345", b"\xff" * 8, b"\x00" * 400):
        refused(lambda p: rounds.restore(table.position, p, table.market, None).history, past)
    for cls in (Round, AfterState, LegalMoves):
        for name in ("play", "settle", "ruleset", "market", "actions", "__repr__", "__hash__"):
            refused(lambda c, n: getattr(c.__new__(c), n)(), cls, name)
    for counts in ((2,), (7,) * 7, (0, 0, 7, 0, 0, 7, -12), (-1, 3, 0, 0, 0, 0, 0), (15,) * 7):
        refused(action_tables.action_of_exchange, (2, 0, 0, 0, 0, 0, 0), counts)
        refused(action_tables.action_of_exchange, counts, (0, 2, 0, 0, 0, 0, 0))
    for good in (-1, 6, 99, -(2**31)):
        refused(action_tables.action_of_sale, good, 3)


def think_in_every_way(rules: Ruleset, network: Network, seed: int) -> None:
    """A random round in which everybody who can think does so at each turn."""
    rng, table = Random(seed), Round.deal(seed, rules)
    while table.turn is not None and table.ply < 150:
        view = table.view(table.turn)
        think(view, samples=40, seed=seed, threads=2, network=network)
        think(view, samples=400, seed=seed, network=network, stop_early=True)
        attack(view, network, seed)
        choose_flat(view, samples=4, seed=seed)
        choose_with_handicap(view, ALL_TRAITS, seed=seed, network=network)
        move_logits(view, network)
        move = rng.choice(table.legal_moves())
        rows_after(table, move)
        table = table.play(move)


def attack(view: View, network: Network, seed: int) -> None:
    """A search with searched replies and weighted hands."""
    hands = likely_hands(view, network=network)
    search = Search(view, seed=seed, network=network, hands=hands, reply_samples=3, width=4)
    search.run(2, learn=True)
    search.adapt()
    search.run(2)


def learn_and_play(rules: Ruleset, network: Network, scale: int) -> None:
    """Rounds that are played inside the core, by networks."""
    learner = Learner(3)
    learner.learn(10 * scale, 1, 0.05, noise=0.2, rulesets=(rules,))
    learner.learn(10 * scale, 2, 0.05, rulesets=(rules,), opponent=network)
    duel_networks(network, Network(pack_weights(*learner.quantized())), 5 * scale, 1, rules)
    duel_handicaps(ALL_TRAITS, Handicap(), 5 * scale, 1, rules, network)
    learner.fit(make_examples(5 * scale, 3, 1, [ALL_TRAITS], rules, network), 1, 0.01)


def main(scale: int) -> None:
    rng = Random(1)
    network = Network(pack_weights(*Learner(2).quantized()))
    moves = 0
    for action in range(jaipur.ACTIONS):
        assert Move.from_action(action).action == action
    for rules in RULESETS:
        jaipur.register_ruleset(rules)
        moves += random_rounds(1000 * scale, 3, rules)
        moves += sum(play_through_the_face(rules, seed) for seed in range(10 * scale))
        perft(Round.deal(1, rules), 3)
        for seed in range(scale):
            think_in_every_way(rules, network, seed)
        learn_and_play(rules, network, scale)
    damage_texts(rng, 1000 * scale)
    misuse()
    print(f"{moves} moves, and nothing broke")


if __name__ == "__main__":
    main(int(sys.argv[1]))
