"""The attacker: it plays legal moves, knows nothing hidden, and beats its victim."""

import pytest

from jaipur import Match
from jaipur.arena import Duel, Entrant, play_duel
from jaipur.arena.fairness import discrepancies
from jaipur.errors import UnknownPlayer
from jaipur.players import AttackerPlayer, Budget, make_player, play_match
from tests.builders import ALL, played

FEW = Budget(samples=40)


@pytest.mark.parametrize(
    ("victim", "ruleset"), [*(("one-ply", ruleset) for ruleset in ALL), ("jeweller", "tiny")]
)
def test_it_plays_every_ruleset(victim: str, ruleset: str) -> None:
    players = [make_player(f"attacker:{victim}", 1, Budget(samples=4)), make_player("one-ply", 2)]
    assert play_match(players, Match.deal(4, ruleset=ruleset, seals=1)).is_over


def test_it_is_a_function_of_its_seed_and_the_view() -> None:
    views = [table.view(table.turn) for table in (played("standard", 2, ply) for ply in (0, 9, 20))]
    player = make_player("attacker:one-ply", 5, FEW)
    first = [player.choose(view) for view in views]
    assert [player.choose(view) for view in reversed(views)] == first[::-1]


def test_it_is_named_after_its_victim_and_has_a_budget_of_its_own() -> None:
    entrant = Entrant.parse("attacker:one-ply@40samples")
    assert entrant == Entrant("attacker:one-ply", FEW)
    assert make_player(entrant.name, budget=entrant.budget).name == "attacker:one-ply"


@pytest.mark.parametrize("victim", ["", "kite", "attacker:one-ply"])
def test_other_victims_are_refused(victim: str) -> None:
    with pytest.raises(UnknownPlayer, match="must be one-ply or jeweller"):
        AttackerPlayer(victim)


def test_it_beats_its_victim() -> None:
    entrants = (Entrant("attacker:one-ply", Budget(samples=400)), Entrant("one-ply"))
    result = play_duel(Duel(entrants, rounds=20, seed="attack"))
    assert result.tally.adjusted_share.value > 0.55


@pytest.mark.parametrize(("victim", "pairs"), [("one-ply", 60), ("jeweller", 8)])
def test_it_knows_nothing_that_its_seat_may_not_know(victim: str, pairs: int) -> None:
    def attacker(seed: int) -> AttackerPlayer:
        return AttackerPlayer(victim, seed, Budget(samples=16))

    assert discrepancies(attacker, pairs=pairs) == []
