"""The shuffle at a table: a seed that nobody can choose, and the check of it after the match.

The seed is SHA-256(secret, nonce of seat 0, nonce of seat 1). The server publishes SHA-256(secret)
first. Of two users, the first to sit down publishes SHA-256 of its nonce, the other its nonce; then
the first one reveals its own. Whoever knows the rest of the seed is bound by then.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from jaipur.errors import ShuffleError
from jaipur.rules.deal import deal_from
from jaipur.rules.record_files import replay

__all__ = ["NO_NONCE", "SHUFFLE_VERSION", "check_shuffle", "commitment", "shared_seed"]

# Version 1 had no commitments of players: who sent a nonce second could choose it.
SHUFFLE_VERSION: Final = 2
# The nonce of a level, and of a seat that sends none.
NO_NONCE: Final = bytes(16)
_PROOF_FORMATS: Final = ("jaipur-proof/1", "jaipur-proof/2")


def commitment(value: bytes) -> str:
    """SHA-256 of a secret or a nonce: published first, it binds its author to the value."""
    return hashlib.sha256(value).hexdigest()


def shared_seed(secret: bytes, nonces: Sequence[bytes]) -> bytes:
    """The seed of all deals of a match."""
    return hashlib.sha256(secret + nonces[0] + nonces[1]).digest()


def check_shuffle(proof: Mapping[str, Any], record: Mapping[str, Any]) -> None:
    """Check that a match was dealt as its proof says; ShuffleError if it was not.

    RecordError if the record cannot be replayed.
    Compare also the values that you received before the match: the `commitment` of the server, and
    the `nonces` or `commitments` of the opponent.
    """
    if proof.get("format") not in _PROOF_FORMATS:
        raise ShuffleError(f"format must be one of {_PROOF_FORMATS}, got {proof.get('format')!r}")
    seed = _checked_seed(proof)
    from_round, by_lot = proof.get("from_round", 1), proof.get("first") is None
    match = replay(record)
    for number, dealt in enumerate(match.rounds, 1):
        if number < from_round:
            continue
        deal = deal_from(seed, number, match.ruleset)
        if number > 1 or not by_lot:  # R9 or the terms name the starter
            deal = deal._replace(first=dealt.first)
        if dealt.opening != deal:
            raise ShuffleError(f"round {number} was dealt otherwise than its seed says")


def _checked_seed(proof: Mapping[str, Any]) -> bytes:
    secret = _bytes(proof.get("secret"), 32, "secret")
    if commitment(secret) != proof.get("commitment"):
        raise ShuffleError("the secret is not the one that the server committed to")
    nonces = [_bytes(text, 16, "nonce") for text in _pair(proof, "nonces")]
    for seat, (nonce, promised) in enumerate(
        zip(nonces, _pair(proof, "commitments", optional=True), strict=True)
    ):
        if promised is not None and commitment(nonce) != promised:
            raise ShuffleError(f"the nonce of seat {seat} is not the one it committed to")
    seed = shared_seed(secret, nonces)
    if seed.hex() != proof.get("seed"):
        raise ShuffleError("the seed is not SHA-256 of the secret and both nonces")
    return seed


def _bytes(text: object, size: int, what: str) -> bytes:
    if not isinstance(text, str) or not re.fullmatch(f"[0-9a-f]{{{2 * size}}}", text):
        raise ShuffleError(f"{what} must be {2 * size} hexadecimal digits, got {text!r}")
    return bytes.fromhex(text)


def _pair(proof: Mapping[str, Any], name: str, *, optional: bool = False) -> list[Any]:
    pair = proof.get(name, [None, None] if optional else None)
    if not isinstance(pair, list) or len(pair) != 2:
        raise ShuffleError(f"{name} must be a list of two, got {pair!r}")
    return pair
