"""Matches for the tests of the coach: random, played by the network, and ended in every way."""

from dataclasses import replace
from pathlib import Path
from random import Random

from jaipur import Match, Round, Ruleset, read_records, replay
from jaipur.engine.one_ply import choose_one_ply

RECORDS = Path(__file__).parents[1] / "golden" / "records"
ENDS = ("seals", "resign", "abandon", "forfeit", "stop", "limit", "between", "first_ply")


def golden(name: str) -> Match:
    """A match of the golden records."""
    return replay(next(iter(read_records(RECORDS / f"{name}.jsonl"))))


def a_match(
    seed: int, ruleset: str | Ruleset = "standard", *, noise: float = 0.3, seals: int = 2
) -> Match:
    """A match of the network against itself with some moves at random; `noise` 1 is all random."""
    rng = Random(seed)
    match = Match.deal(seed=seed, ruleset=ruleset, seals=seals)
    while not match.is_over:
        match = next_move(match, rng, noise)
    return match


def next_move(match: Match, rng: Random, noise: float = 1.0) -> Match:
    """The match after one more move, in its next round if need be."""
    if match.is_between:
        match = match.next_round()
    turn = match.turn
    assert turn is not None
    if rng.random() < noise or match.round.ply > 100:
        return match.play(rng.choice(match.round.legal_moves()))
    return match.play(choose_one_ply(match.view(turn))[0])


def ended(how: str, seed: int, ruleset: str | Ruleset = "standard") -> Match:
    """A match of random moves that ends in this way."""
    if how == "seals":
        return a_match(seed, ruleset, noise=1.0)
    rng, match = Random(seed), Match.deal(seed=seed, ruleset=ruleset)
    seat = rng.randrange(2)
    for _ in range(0 if how == "first_ply" else rng.randrange(1, 30)):
        if match.is_over or match.is_between:
            break
        match = next_move(match, rng)
    if match.is_between:
        match = match.next_round()
    if how in ("resign", "first_ply"):
        return match.resign(seat)
    if how == "abandon":
        return match.abandon(seat)
    if how == "between":
        return match.forfeit(seat).resign(seat)
    match = match.forfeit(seat) if how == "forfeit" else match.stop_round(scored=how == "stop")
    while not match.is_over:
        match = next_move(match, rng)
    return match


def with_seats_swapped(match: Match) -> Match:
    """The same match with the seats the other way round."""
    rounds = tuple(_swapped(round) for round in match.rounds)
    names = (match.players[1], match.players[0])
    by = None if match.by is None else 1 - match.by
    return replace(match, rounds=rounds, players=names, seed=None, by=by)


def _swapped(round: Round) -> Round:
    opening = round.opening
    assert opening is not None
    size, deck = round.ruleset.deal_size, opening.deck
    deck = deck[size : 2 * size] + deck[:size] + deck[2 * size :]
    other = Round.start(deck, opening.bonus, 1 - opening.first, round.ruleset)
    for move, _ in round.history:
        other = other.play(move, ply_limit=None)
    match round.end:
        case "forfeit":
            return other.forfeit(1 - (round.by or 0))
        case "stopped" | "limit":
            return other.stop(scored=round.end == "stopped")
        case _:
            return other
