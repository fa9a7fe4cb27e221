"""The check of a shuffle: the proofs of docs/notation.md, and any change in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import jaipur
from jaipur import ShuffleError, check_shuffle

ROOT = Path(__file__).parents[2]
VECTORS = [
    json.loads(line)
    for line in (ROOT / "tests/golden/shuffles.jsonl").read_text(encoding="utf-8").splitlines()
]
Data = dict[str, Any]


def proof_in_the_docs() -> Data:
    text = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    start = text.index('{"format": "jaipur-proof/2"')
    proof: Data = json.loads(text[start : text.index("```", start)])
    return proof


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["record"]["ruleset"])
def test_the_test_vectors_are_those_of_the_docs_and_hold(vector: Data) -> None:
    assert vector["proof"] == proof_in_the_docs()
    assert len(vector["record"]["rounds"]) == 3
    check_shuffle(vector["proof"], vector["record"])


@pytest.mark.parametrize(
    ("field", "other"),
    [
        ("format", "jaipur-proof/3"),
        ("secret", "00" * 32),
        ("secret", 7),
        ("secret", "zz" * 32),
        ("commitment", "00" * 32),
        ("nonces", ["00" * 16, "101112131415161718191a1b1c1d1e1f"]),
        ("nonces", ["000102030405060708090a0b0c0d0e0f", "00" * 16]),
        ("nonces", ["00" * 16]),
        ("nonces", None),
        ("commitments", ["00" * 32, None]),
        ("commitments", [None, "00" * 32]),
        ("seed", "00" * 32),
    ],
)
def test_any_change_of_a_proof_is_found(field: str, other: object) -> None:
    proof, record = VECTORS[0]["proof"], VECTORS[0]["record"]
    with pytest.raises(ShuffleError):
        check_shuffle({**proof, field: other}, record)


def without_seed(match: jaipur.Match) -> Data:
    return {name: value for name, value in match.record().items() if name != "seed"}


def test_a_match_with_another_deal_is_found() -> None:
    proof = VECTORS[0]["proof"]
    match = jaipur.Match.deal(bytes.fromhex(proof["seed"]), first=0).forfeit(0).next_round()
    other = jaipur.Match.deal(7, first=0).forfeit(0).next_round()
    honest, forged = without_seed(match), without_seed(other)
    check_shuffle({**proof, "first": 0}, honest)
    mixed = {**honest, "rounds": [honest["rounds"][0], forged["rounds"][1]]}
    for record, number in ((forged, 1), (mixed, 2)):
        with pytest.raises(ShuffleError, match=f"round {number} was dealt otherwise"):
            check_shuffle({**proof, "first": 0}, record)
    check_shuffle({**proof, "from_round": 3}, forged)


def test_a_lot_decides_the_first_starter_unless_the_terms_do() -> None:
    proof = VECTORS[0]["proof"]
    seed = bytes.fromhex(proof["seed"])
    other_first = jaipur.Match.deal(seed, first=1 - jaipur.deal_from(seed).first).record()
    with pytest.raises(ShuffleError, match="round 1"):
        check_shuffle(proof, other_first)
    check_shuffle({**proof, "first": other_first["rounds"][0]["first"]}, other_first)


def test_a_proof_of_version_1_has_no_commitments_of_players() -> None:
    proof = {**VECTORS[0]["proof"], "format": "jaipur-proof/1"}
    for field in ("commitments", "first", "from_round"):
        del proof[field]
    check_shuffle(proof, VECTORS[0]["record"])


def test_a_record_that_cannot_be_replayed_is_refused() -> None:
    with pytest.raises(jaipur.RecordError):
        check_shuffle(VECTORS[0]["proof"], {})
