"""The proof of a shuffle: what it was made of, once the match is over."""

from __future__ import annotations

from jaipur.rules.shuffle import commitment
from jaipur.server.game import Game, Seat
from jaipur.server.shapes.answers import Proof

__all__ = ["describe_proof"]


def describe_proof(game: Game) -> Proof:
    """The proof of a game's shuffle; `jaipur.check_shuffle` checks it against the record."""
    (north, south), seats = game.nonces, game.seats
    return Proof(
        format="jaipur-proof/1" if game.terms.shuffle == 1 else "jaipur-proof/2",
        commitment=commitment(game.secret),
        secret=game.secret.hex(),
        nonces=(north.hex(), south.hex()),
        commitments=(_commitment(seats[0]), _commitment(seats[1])),
        seed=game.seed.hex(),
        first=game.terms.first,
        from_round=1 if game.terms.source is None else len(game.terms.source.rounds) + 1,
    )


def _commitment(seat: Seat | None) -> str | None:
    return None if seat is None else seat.commitment
