"""OpenSpiel: its own test of a game, its bots, and what the game promises beyond them."""

import pickle
from collections import Counter
from collections.abc import Iterator
from math import comb
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.observation import make_observation

from jaipur import ACTIONS, IllegalMove, Move, get_ruleset
from jaipur.envs.card_draws import cards_of_outcome, outcome_count, outcome_of_cards
from jaipur.envs.chance_round import ChanceRound
from jaipur.envs.openspiel import JaipurGame, seeded_outcome
from tests.envs.positions import RULESETS

GAMES = [
    "python_jaipur",
    "python_jaipur(style=stepwise)",
    "python_jaipur(ruleset=box,reward=rupees)",
    "python_jaipur(seals=2,ply_limit=120)",
    "python_jaipur(ruleset=mini,first=1,seals=1,style=stepwise,reward=rupees)",
    "python_jaipur(ruleset=mini)",
]


def play(game: Any, seed: int, plies: int = 10_000) -> Any:
    """A random state after so many decisions, or at the end."""
    rng, state = Random(seed), game.new_initial_state()
    while plies and not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            plies -= 1
    return state


def decision(game: Any, seed: int, plies: int) -> Any:
    """A random state at a decision."""
    state, rng = play(game, seed, plies), Random(seed)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])
    return state


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_checker_accepts_it(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES[:3])
def test_its_search_bots_can_play_it(name: str) -> None:
    game = pyspiel.load_game(name)
    state = decision(game, seed=1, plies=20)
    chance = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bots = [
        mcts.MCTSBot(game, 2.0, 12, evaluator, random_state=chance),
        ismcts.ISMCTSBot(game, evaluator, 2.0, 12, random_state=chance),
    ]
    for bot in bots:
        assert bot.step(state) in state.legal_actions()


def test_its_reinforcement_learning_environment_runs() -> None:
    env = rl_environment.Environment(pyspiel.load_game("python_jaipur(style=stepwise)"))
    env.seed(3)
    step = env.reset()
    for _ in range(40):
        player = step.observations["current_player"]
        step = env.step([step.observations["legal_actions"][player][0]])
        if step.last():
            break
    assert len(step.observations["info_state"][0]) > 151


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_probabilities_of_a_hand_are_hypergeometric(ruleset: str) -> None:
    rules = get_ruleset(ruleset)
    round = ChanceRound(ruleset, first=0)
    outcomes = dict(round.outcomes())
    assert sum(outcomes.values()) == pytest.approx(1)
    cards, size = rules.shuffled_cards, rules.deal_size
    for number, chance in outcomes.items():
        hand = Counter(cards_of_outcome(size, number))
        ways = np.prod([comb(str(cards).count(card), count) for card, count in hand.items()])
        assert chance == pytest.approx(ways / comb(len(cards), size))


@pytest.mark.parametrize("name", GAMES)
def test_the_chances_of_every_node_add_up(name: str) -> None:
    game = pyspiel.load_game(name)
    most, nodes = 0, 0
    for seed in range(4):
        rng, state = Random(seed), game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                assert sum(chances) == pytest.approx(1)
                assert min(chances) > 0
                assert list(actions) == sorted(set(actions))
                most, nodes = max(most, *actions), nodes + 1
                state.apply_action(rng.choices(actions, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
    assert most < game.max_chance_outcomes()
    assert nodes > 10


def test_every_multiset_of_cards_has_a_number() -> None:
    assert [outcome_count(size) for size in range(8)] == [1, 7, 28, 84, 210, 462, 924, 1716]
    for size in range(1, 8):
        numbers = [outcome_of_cards(cards_of_outcome(size, n)) for n in range(outcome_count(size))]
        assert numbers == list(range(outcome_count(size)))
    assert cards_of_outcome(1, 6) == "K"
    with pytest.raises(ValueError, match="outcome must be from 0 to 27 for 2 cards, got 28"):
        cards_of_outcome(2, 28)


def test_information_state_and_observation_as_text() -> None:
    game = pyspiel.load_game("python_jaipur(first=0)")
    state = game.new_initial_state()
    for cards in ("DGPLK", "SSCLK", "GC"):
        assert (
            f"hand_{len(state.history())} {cards}"
            in state.action_to_string(outcome_of_cards(cards))
            or cards == "GC"
        )
        state.apply_action(outcome_of_cards(cards))
    for move, cards in (("+G", "D"), ("+K", "LLP"), ("$P1", "")):
        state.apply_action(Move.parse(move).action)
        if cards:
            state.apply_action(outcome_of_cards(cards))
    assert state.information_state_string(1) == (
        "seat 1, starter 0; dealt SSCLK; opponent's camels 1; market GCKKK; bonus - - -; "
        "moves +G/D +K/PLL $P1"
    )
    assert state.observation_string(1) == (
        "seat 1, starter 0, ply 3; market DCPLL; deck 36; sold P; tokens 5 5 5 7 6 9; bonus 6 6 6; "
        "own SSCLKKKK, known , shown , rupees 0, tokens 0, bonus - - -; "
        "opponent 4 goods, 1 camels, known G, shown P, rupees 5, tokens 1, bonus tokens 0; "
        "seals 0 0"
    )


def test_the_information_state_holds_every_ply() -> None:
    game = pyspiel.load_game("python_jaipur(first=0)")
    state = game.new_initial_state()
    for cards in ("DGPLK", "SSCLK", "GC"):
        state.apply_action(outcome_of_cards(cards))
    state.apply_action(Move.parse("+G").action)
    state.apply_action(outcome_of_cards("D"))
    tensor = np.array(state.information_state_tensor(1))
    dealt, start, plies = tensor[2:10], tensor[10:17], tensor[17:].reshape(500, 22)
    assert dealt.tolist() == [0, 0, 2, 1, 0, 1, 1, 1]
    assert start.tolist() == [0, 1, 0, 1, 0, 0, 3]
    assert np.flatnonzero(plies[0]).tolist() == [1, 14]  # took gold, a diamond came
    assert not plies[1:].any()


def test_a_player_knows_the_value_of_its_own_bonus_tokens_only() -> None:
    game = pyspiel.load_game("python_jaipur(ruleset=mini,first=0)")
    state = game.new_initial_state()
    for cards in ("DD", "LL", "D"):
        state.apply_action(outcome_of_cards(cards))
    state.apply_action(state.string_to_action("$D2"))
    assert dict(state.chance_outcomes()) == {1: 0.5, 2: 0.5}
    assert state.action_to_string(2) == "bonus 2"
    state.apply_action(2)
    plies = [np.array(state.information_state_tensor(seat))[9:].reshape(8, 10) for seat in (0, 1)]
    assert (plies[0][0, 9], plies[1][0, 9]) == (2, 0)
    assert "bonus 2 - -" in state.information_state_string(0)
    assert "bonus - - -" in state.information_state_string(1)


@pytest.mark.parametrize("name", GAMES)
def test_returns_are_what_the_reward_says(name: str) -> None:
    game = pyspiel.load_game(name)
    for seed in range(5):
        state = play(game, seed)
        north, south = state.returns()
        assert north == -south
        assert game.min_utility() <= north <= game.max_utility()
        if game.seals or game.ply_limit < 500:
            continue
        rupees, seal = state.round.rupees, state.round.seal
        sealed = 0 if seal is None else 1 - 2 * seal
        assert north == (rupees[0] - rupees[1] if game.reward == "rupees" else sealed)


def test_a_match_goes_on_until_the_seals_are_won() -> None:
    game = pyspiel.load_game("python_jaipur(ruleset=mini,seals=2)")
    for seed in range(10):
        state = play(game, seed)
        assert max(state.seals) == 2
        assert state.returns() == ([1, -1] if state.seals[0] == 2 else [-1, 1])


def test_a_resampled_state_of_a_match_keeps_the_rounds_that_are_over() -> None:
    game = pyspiel.load_game("python_jaipur(ruleset=mini,seals=3)")
    rng, differ = Random(1), 0
    for seed in range(30):
        state = decision(game, seed, plies=14)
        if state.is_terminal():
            continue
        player = state.current_player()
        other = state.resample_from_infostate(player, rng.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        differ += other.history() != state.history()
    assert differ


def test_a_resampled_state_has_no_choices_that_only_the_other_seat_knows() -> None:
    game = pyspiel.load_game("python_jaipur(style=stepwise)")
    rng, midway = Random(2), 0
    for seed in range(40):
        state = decision(game, seed, plies=seed)
        if state.is_terminal():
            continue
        mover = state.current_player()
        for player in (mover, 1 - mover):
            other = state.resample_from_infostate(player, rng.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.current_player() == mover
            assert other.round.depth == (state.round.depth if player == mover else 0)
        midway += state.round.depth > 0
    assert midway > 10


def histories(state: Any, chance: float = 1.0) -> Iterator[tuple[Any, float]]:
    """Every decision below a state, with the probability of its chance outcomes."""
    if state.is_terminal():
        return
    if state.is_chance_node():
        for outcome, likely in state.chance_outcomes():
            yield from histories(state.child(outcome), chance * likely)
        return
    yield state, chance
    for action in state.legal_actions():
        yield from histories(state.child(action), chance)


def information_state(state: Any) -> str:
    """The information state of the seat to move."""
    return str(state.information_state_string(state.current_player()))


def check_shares(places: list[tuple[Any, float]], rng: Random, draws: int = 1000) -> None:
    """States that one seat cannot tell apart are resampled as often as chance makes them."""
    total = sum(chance for _, chance in places)
    expected = {tuple(state.history()): draws * chance / total for state, chance in places}
    state = places[0][0]
    found = Counter(
        tuple(state.resample_from_infostate(state.current_player(), rng.random).history())
        for _ in range(draws)
    )
    assert found.keys() == expected.keys()
    squares = sum((found[path] - likely) ** 2 / likely for path, likely in expected.items())
    free = len(expected) - 1
    assert squares < free + 14 * free**0.5, information_state(
        state
    )  # chi squared: one in ten thousand at most


def test_resampled_states_are_as_likely_as_chance_makes_them() -> None:
    """At every decision of mini: hands, draws and the opponent's bonus tokens."""
    game = pyspiel.load_game("python_jaipur(ruleset=mini,first=0)")
    places: dict[str, list[tuple[Any, float]]] = {}
    for state, chance in histories(game.new_initial_state()):
        places.setdefault(information_state(state), []).append((state, chance))
    widest = sorted(
        places.values(), key=lambda place: (len(place), information_state(place[0][0]))
    )[-20:]
    rng = Random(5)
    for place in widest:
        assert len(place) > 1
        check_shares(place, rng)


@pytest.mark.parametrize("ruleset", ["tiny", "standard"])
def test_a_resampled_hand_is_as_likely_as_the_deal_makes_it(ruleset: str) -> None:
    state = pyspiel.load_game(f"python_jaipur(ruleset={ruleset},first=0)").new_initial_state()
    rules = get_ruleset(ruleset)
    hand, market = ("DL", "LK") if ruleset == "tiny" else ("DGSCL", "LL")
    state.apply_action(outcome_of_cards(hand))
    places = []
    for outcome, chance in state.chance_outcomes():
        dealt = state.child(outcome)
        likely = dict(dealt.chance_outcomes()).get(outcome_of_cards(market), 0)
        camels = cards_of_outcome(rules.deal_size, outcome).count("K")
        if likely and camels == rules.deal_size - 2:  # two goods are hidden
            places.append((dealt.child(outcome_of_cards(market)), chance * likely))
    assert len({information_state(place) for place, _ in places}) == 1
    assert len(places) > 5
    check_shares(places, Random(6), draws=4000)


@pytest.mark.parametrize(
    "kind",
    [
        pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE),
        pyspiel.IIGObservationType(
            perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
        ),
        pyspiel.IIGObservationType(perfect_recall=False, public_info=False),
    ],
    ids=["nobody", "both", "not the public"],
)
def test_there_is_no_observer_of_anything_else_than_one_player(kind: Any) -> None:
    assert make_observation(pyspiel.load_game("python_jaipur"), kind) is None


@pytest.mark.parametrize("options", ["ruleset=mini", "style=stepwise,ply_limit=4,reward=rupees"])
def test_openspiel_writes_a_playthrough(options: str) -> None:
    """Its format of regression tests; the same seed gives the same text."""
    game = f"python_jaipur({options})"
    text = generate_playthrough.playthrough(game, action_sequence=None, seed=3)
    assert text == generate_playthrough.playthrough(game, action_sequence=None, seed=3)
    assert 'GameType.short_name = "python_jaipur"' in text
    assert "IsTerminal() = True" in text


def test_a_copy_plays_on_independently() -> None:
    game = pyspiel.load_game("python_jaipur")
    state = decision(game, 4, 12)
    before, copy = str(state), state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert str(state) == before != str(copy)
    again = pickle.loads(pickle.dumps(state))
    assert (str(again), again.history()) == (before, state.history())


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"style": "x"}, "style must be one of default, flat, stepwise, compact, got 'x'"),
        ({"reward": "x"}, "reward must be one of seal, rupees, got 'x'"),
        ({"first": 2}, "first must be one of -1, 0, 1, got 2"),
        ({"seals": -1}, "seals must be from 0 to 100, got -1"),
        ({"seals": 101}, "seals must be from 0 to 100, got 101"),
        ({"ply_limit": -1}, "ply_limit must be from 0 to 1,000,000, got -1"),
        ({"ply_limit": 10**9}, "ply_limit must be from 0 to 1,000,000, got 1000000000"),
    ],
)
def test_invalid_parameters_are_refused(params: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        JaipurGame(params)


def test_the_longest_match_has_a_length_that_openspiel_can_hold() -> None:
    game = JaipurGame({"seals": 100, "ply_limit": 1_000_000, "style": "stepwise"})
    assert game.max_game_length() == 100 * 1_000_000 * 11


def test_impossible_outcomes_and_actions_are_refused() -> None:
    round = ChanceRound("mini", first=0)
    with pytest.raises(ValueError, match="must be one of outcomes"):
        round.apply(outcome_of_cards("GG"))
    with pytest.raises(ValueError, match="phases move and over only, not in hand_0"):
        round.round()
    for cards in ("DD", "LL", "D"):
        round.apply(outcome_of_cards(cards))
    with pytest.raises(IllegalMove, match=r"\$D3: The hand does not hold these goods"):
        round.apply(Move.parse("$D3").action or 0)
    for action in (-1, ACTIONS):
        with pytest.raises(ValueError, match=rf"one of legal_actions\(\), got {action}"):
            round.apply(action)


def test_outcomes_of_the_lot_and_of_a_bonus_pile_are_checked() -> None:
    """An impossible token was laid into the pile, and a lot of 7 was seat 1."""
    state = pyspiel.load_game("python_jaipur(ruleset=mini)").new_initial_state()
    with pytest.raises(ValueError, match=r"must be one of \[0, 1\], got 7"):
        state.apply_action(7)
    state.apply_action(0)
    for cards in ("DD", "LL", "D"):
        state.apply_action(outcome_of_cards(cards))
    state.apply_action(state.string_to_action("$D2"))
    with pytest.raises(ValueError, match=r"must be one of \[1, 2\], got 15"):
        state.apply_action(15)


@pytest.mark.parametrize("style", ["compact", "flat", "stepwise"])
def test_an_action_beyond_the_table_is_refused_by_its_number(style: str) -> None:
    game = pyspiel.load_game(f"python_jaipur(ruleset=mini,first=0,style={style})")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(seeded_outcome(state, 7))
    with pytest.raises(ValueError, match=r"one of legal_actions\(\), got 99999"):
        state.apply_action(99999)


def test_a_seed_decides_at_chance_nodes_only() -> None:
    state = pyspiel.load_game("python_jaipur").new_initial_state()
    while state.is_chance_node():
        state.apply_action(seeded_outcome(state, 7))
    with pytest.raises(ValueError, match="must be at a chance node, got the phase 'move'"):
        seeded_outcome(state, 7)
