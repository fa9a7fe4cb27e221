"""How strong a network is, one ply deep: against another one, and against `greedy`."""

from __future__ import annotations

from collections.abc import Sequence

from jaipur.arena.sprt import Sprt
from jaipur.arena.statistics import Estimate, share_estimate
from jaipur.engine.network import Network
from jaipur.engine.one_ply import choose_one_ply
from jaipur.players.greedy import GreedyPlayer
from jaipur.rules.round import Round
from training.duels import duel_networks

__all__ = ["RULESETS", "against_greedy", "gate"]

RULESETS = ("standard", "box")
_BLOCK_PAIRS = 500
_MAX_PAIRS = 20_000


def gate(
    new: Network, old: Network, seed: int, rulesets: Sequence[str] = RULESETS
) -> tuple[bool, Estimate]:
    """Whether a network is stronger than another, by a sequential test of 0 against 5 Elo.

    Pairs of rounds come from the rulesets in turn; a test that stays undecided counts as failed.
    """
    test = Sprt(0, 5)
    pairs = [0] * 5
    while sum(pairs) < _MAX_PAIRS:
        for ruleset in rulesets:
            for points in duel_networks(new, old, _BLOCK_PAIRS, seed + sum(pairs), ruleset):
                pairs[points] += 1
        if test.verdict(pairs) is not None:
            break
    return test.verdict(pairs) == "elo1", share_estimate(pairs)


def against_greedy(network: Network, rounds: int, seed: int, ruleset: str = "standard") -> Estimate:
    """The share of rounds that the network wins against `greedy`, two for each deal."""
    pairs = [0] * 5
    for pair in range(rounds // 2):
        points = sum(_half_points(network, f"{seed}-{pair}", seat, ruleset) for seat in (0, 1))
        pairs[points] += 1
    return share_estimate(pairs)


def _half_points(network: Network, seed: str, seat: int, ruleset: str) -> int:
    greedy = GreedyPlayer()
    round = Round.deal(seed, ruleset)
    while (turn := round.turn) is not None:
        view = round.view(turn)
        move = choose_one_ply(view, network)[0] if turn == seat else greedy.choose(view)
        round = round.play(move)
    return 1 if round.seal is None else 2 * (round.seal == seat)
