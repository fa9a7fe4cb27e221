"""An observation is a View in numbers, and holds nothing that a seat may not know."""

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest

from jaipur import PLY_LIMIT, Good, Match, Round, get_ruleset, redeal
from jaipur.envs import openspiel  # noqa: F401 - registers the game
from jaipur.envs.batch import Batch
from jaipur.envs.gymnasium import JaipurEnv, JaipurVectorEnv
from jaipur.envs.observation import (
    OBSERVATION_VERSION,
    Style,
    divisors,
    named_pieces,
    observation_pieces,
    observation_size,
    state_pieces,
    state_size,
)
from jaipur.envs.pettingzoo import jaipur_v1
from tests.envs.positions import RULESETS, positions

STYLES: tuple[Style, ...] = ("flat", "stepwise")


def expected(table: Round, seat: int) -> dict[str, Any]:
    """The pieces as whole numbers, out of the seat's view."""
    view, rules = table.view(seat), get_ruleset(table.ruleset.name)
    assert view.you is not None
    assert view.opponent is not None
    seen = (*view.market, *view.you.hand, *view.opponent.known, *view.discard)
    camels = view.you.herd + view.opponent.herd
    unseen = [rules.all_cards[card] - seen.count(card) for card in (*Good,)]
    unseen.append(rules.camels - view.market.camels - camels)
    piles = [*rules.bonus, *[0] * 3][:3]
    own = [view.you.bonus.get(pile, ()) for pile in piles]
    hidden = [
        sum(rules.bonus.get(pile, ())) - sum(mine) for pile, mine in zip(piles, own, strict=True)
    ]
    rest = [
        len(rules.bonus.get(pile, ())) - len(mine) for pile, mine in zip(piles, own, strict=True)
    ]
    goods = [sum(map(sum, side.goods.values())) for side in (view.you, view.opponent)]
    return {
        "market": view.market.counts,
        "hand": view.you.hand.counts[:6],
        "herd": view.you.herd,
        "opponent_hand": view.opponent.hand,
        "opponent_herd": view.opponent.herd,
        "known": view.opponent.known.counts[:6],
        "shown": view.opponent.shown.counts[:6],
        "known_to_opponent": table.known[seat].counts[:6],
        "shown_to_opponent": table.shown[seat].counts[:6],
        "unseen": unseen,
        "discard": view.discard.counts[:6],
        "deck": view.deck,
        "tokens": [[*view.tokens[good], *[0] * 9][:9] for good in Good],
        "bonus": [view.bonus.get(pile, 0) for pile in piles],
        "bonus_mean": [
            total / count if count else 0 for total, count in zip(hidden, rest, strict=True)
        ],
        "own_bonus": [len(mine) for mine in own],
        "opponent_bonus": [view.opponent.bonus.get(pile, 0) for pile in piles],
        "own_rupees": [goods[0], sum(map(sum, own))],
        "opponent_rupees": goods[1],
        "goods_tokens": [sum(map(len, side.goods.values())) for side in (view.you, view.opponent)],
        "used_up": sum(not view.tokens[good] and bool(rules.tokens_of(good)) for good in Good),
        "ply": view.ply,
        "to_move": view.turn == seat,
        "first": view.first == seat,
        "seals": [0, 0],
        "chosen": [0] * 20,
    }


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_piece_is_what_the_view_says(ruleset: str, style: Style) -> None:
    batch = Batch(1, ruleset=ruleset, style=style)
    batch.reset(seed=0)
    divisor = divisors(get_ruleset(ruleset), ply_limit=PLY_LIMIT, seals=2)
    for table in positions(ruleset, 60, plies=70):
        batch.set_round(0, table)
        for seat in (0, 1):
            pieces = named_pieces(batch.observe(0, seat), style)
            wanted = expected(table, seat)
            for name, piece in pieces.items():
                divided = np.array(wanted[name]) / np.resize(
                    divisor[name], np.shape(wanted[name]) or (1,)
                )
                assert np.allclose(piece, divided.reshape(piece.shape)), (name, seat, str(table))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_number_lies_between_0_and_1(ruleset: str) -> None:
    batch = Batch(64, ruleset=ruleset, style="stepwise", episode="match")
    batch.reset(seed=0)
    for _ in range(1500):
        batch.step(batch.sample())
        assert batch.observations.min() >= 0
        assert batch.observations.max() <= 1
    assert batch.state(0).min() >= 0
    assert batch.state(0).max() <= 1


def test_the_own_seals_of_a_match_come_first() -> None:
    batch = Batch(1, episode="match")
    batch.reset(seed=2)
    while sum(batch.seals(0)) == 0:
        batch.step(batch.sample())
    north, south = batch.seals(0)
    assert named_pieces(batch.observe(0, 0))["seals"].tolist() == [north / 2, south / 2]
    assert named_pieces(batch.observe(0, 1))["seals"].tolist() == [south / 2, north / 2]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_rounds_that_differ_only_in_hidden_cards_have_equal_observations(
    ruleset: str, style: Style
) -> None:
    batch = Batch(2, ruleset=ruleset, style=style, masks=True)
    batch.reset(seed=0)
    assert batch.masks is not None
    rng, differ = Random(1), 0
    for table in positions(ruleset, 150, plies=70):
        for seat in (0, 1):
            other = redeal(table.view(seat), rng)
            differ += other != table
            batch.set_round(0, table)
            batch.set_round(1, other)
            assert (batch.observe(0, seat) == batch.observe(1, seat)).all()
            if table.turn == seat:
                assert (batch.observations[0] == batch.observations[1]).all()
                assert (batch.legal[0] == batch.legal[1]).all()
                assert (batch.masks[0] == batch.masks[1]).all()
    assert differ > 200 or ruleset in ("tiny", "mini")
    assert differ


def test_a_state_differs_between_them() -> None:
    batch = Batch(2)
    batch.reset(seed=0)
    table = next(positions("standard", 1))
    batch.set_round(0, table)
    batch.set_round(1, redeal(table.view(0), Random(1)))
    assert (batch.state(0) != batch.state(1)).any()


def test_a_state_has_both_observations_the_deck_and_the_piles() -> None:
    batch = Batch(1)
    batch.reset(seed=5)
    for _ in range(30):
        batch.step(batch.sample())
    table, state = batch.round(0), batch.state(0)
    pieces = {p.name: state[p.start : p.stop].reshape(p.shape) for p in state_pieces()}
    assert (pieces["seat_0"] == batch.observe(0, 0)).all()
    assert (pieces["seat_1"] == batch.observe(0, 1)).all()
    deck = "".join("DGSCPLK"[kind] for kind in pieces["deck_order"].argmax(1)[: len(table.deck)])
    assert deck == table.deck
    assert pieces["deck_order"].sum() == len(table.deck)
    for row, pile in zip(pieces["bonus_order"], table.position.bonus, strict=True):
        assert np.allclose(row[: len(pile)] * 10, pile)


@pytest.mark.parametrize("seat", [0, 1])
def test_pettingzoo_leaks_nothing_to_an_agent(seat: int) -> None:
    envs = [jaipur_v1.raw_env(), jaipur_v1.raw_env()]
    rng = Random(4)
    for env in envs:
        env.reset(seed=0)
    for table in positions("standard", 20):
        for env, round in zip(envs, (table, redeal(table.view(seat), rng)), strict=True):
            env.batch.set_round(0, round)
            env._select()
        one, other = (env.observe(f"seat_{seat}") for env in envs)
        assert all((one[key] == other[key]).all() for key in one)
        infos = [env.infos[f"seat_{seat}"] for env in envs]
        assert all(np.array_equal(infos[0][key], infos[1][key]) for key in infos[0])


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("make", [JaipurEnv, JaipurVectorEnv])
def test_gymnasium_leaks_nothing_to_the_agent(make: Any, style: Style) -> None:
    envs, rng, checked = [make(style=style), make(style=style)], Random(4), 0
    for env in envs:
        env.reset(seed=0)
    for table in positions("standard", 40):
        if table.turn:
            continue
        for env, round in zip(envs, (table, redeal(table.view(0), rng)), strict=True):
            env.batch.set_round(0, round)
        one, other = ({"seen": env._observe(), **env._info()} for env in envs)
        assert one.keys() == other.keys()
        assert all((np.asarray(one[key]) == other[key]).all() for key in one)
        checked += 1
    assert checked > 10


@pytest.mark.parametrize("options", ["", "ruleset=box,style=stepwise", "ruleset=mini"])
def test_openspiel_leaks_nothing_to_a_player(options: str) -> None:
    game = pyspiel.load_game(f"python_jaipur({options})")
    rng, checked, differ = Random(8), 0, 0
    for _ in range(4):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node() and state.move_number() % 3 != 2:
                player = state.current_player()
                other = state.resample_from_infostate(player, rng.random)
                for method in (
                    "information_state_string",
                    "observation_string",
                    "information_state_tensor",
                    "observation_tensor",
                ):
                    assert getattr(state, method)(player) == getattr(other, method)(player)
                assert other.legal_actions() == state.legal_actions()
                # Nothing hidden is left in it: both are dealt again in the same way.
                again = [
                    s.resample_from_infostate(player, Random(3).random) for s in (state, other)
                ]
                assert again[0].history() == again[1].history()
                differ += other.history() != state.history()
                checked += 1
            actions = (
                [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else []
            )
            state.apply_action(rng.choice(actions or state.legal_actions()))
    assert checked > 10
    assert differ > (0 if "mini" in options else checked / 4)


def test_the_layout_is_pinned_by_its_version() -> None:
    """A change here needs a new OBSERVATION_VERSION, and a line in docs/environments.md."""
    assert OBSERVATION_VERSION == 1
    assert [(piece.name, piece.size) for piece in observation_pieces("stepwise")] == [
        ("market", 7),
        ("hand", 6),
        ("herd", 1),
        ("opponent_hand", 1),
        ("opponent_herd", 1),
        ("known", 6),
        ("shown", 6),
        ("known_to_opponent", 6),
        ("shown_to_opponent", 6),
        ("unseen", 7),
        ("discard", 6),
        ("deck", 1),
        ("tokens", 54),
        ("bonus", 3),
        ("bonus_mean", 3),
        ("own_bonus", 3),
        ("opponent_bonus", 3),
        ("own_rupees", 2),
        ("opponent_rupees", 1),
        ("goods_tokens", 2),
        ("used_up", 1),
        ("ply", 1),
        ("to_move", 1),
        ("first", 1),
        ("seals", 2),
        ("chosen", 20),
    ]
    assert (observation_size("flat"), observation_size("stepwise")) == (131, 151)
    assert (state_size("flat"), state_size("stepwise")) == (622, 662)


def test_the_choices_so_far_are_seen_by_the_mover_only() -> None:
    batch = Batch(1, style="stepwise")
    batch.reset(seed=7)
    mover = int(batch.turns[0])
    batch.step([batch.legal[0, 0]])
    assert named_pieces(batch.observe(0, mover), "stepwise")["chosen"].sum() == pytest.approx(1 / 7)
    assert not named_pieces(batch.observe(0, 1 - mover), "stepwise")["chosen"].any()


def test_pieces_of_many_rows_come_at_once() -> None:
    batch = Batch(5)
    batch.reset(seed=1)
    pieces = named_pieces(batch.observations)
    assert pieces["tokens"].shape == (5, 6, 9)
    assert pieces["market"].base is not None  # the same memory
    start = Match.deal(seed=1).round.market.counts
    assert np.allclose(pieces["market"][0] * 5, start)
