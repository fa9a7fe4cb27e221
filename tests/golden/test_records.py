"""One record for each way in which a round or a match can end; all replay to their results."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from jaipur import Match, read_records, replay
from tests.witness import BOXES, WitnessRound

FILES = Path(__file__).parent / "records"
SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs" / "schemas" / "record.schema.json").read_text("utf-8")
)

# What each file is there for.
ROUND_ENDS: dict[str, dict[str, Any]] = {
    "round_ends_by_deck": {"end": "deck"},
    "round_ends_by_tokens": {"end": "tokens"},
    "round_forfeited_by_0": {"end": "forfeit", "by": 0, "seal": 1},
    "round_forfeited_by_1": {"end": "forfeit", "by": 1, "seal": 0},
    "round_stopped_at_the_limit": {"end": "limit", "seal": None},
    "round_stopped_and_scored": {"end": "stopped", "seal": 0},
    "round_beyond_the_ply_limit": {"end": "tokens"},
    "round_full_tie": {"seal": None},
    "match_unfinished": {"end": None, "seal": None},
}
MATCH_ENDS: dict[str, dict[str, Any]] = {
    "match_won_by_two_seals": {"ended": "seals", "by": None},
    "match_won_in_three_rounds": {"ended": "seals"},
    "match_resigned": {"ended": "resigned", "by": 0, "winner": 1},
    "match_abandoned": {"ended": "abandoned", "by": 1, "winner": 0},
    "match_unfinished": {"ended": "unfinished", "by": None, "winner": None},
    "match_box": {"ruleset": "box", "ended": "seals"},
    "match_tiny": {"ruleset": "tiny", "ended": "seals"},
    "match_after_a_full_tie": {"ended": "seals"},
}
TIE_BREAKS = ("seal_by_bonus_tokens", "seal_by_goods_tokens")
NAMES = sorted({*ROUND_ENDS, *MATCH_ENDS, *TIE_BREAKS})


def record_of(name: str) -> dict[str, Any]:
    (record,) = read_records(FILES / f"{name}.jsonl")
    return record


def scores(record: dict[str, Any]) -> list[tuple[int, int, int]]:
    match = replay(record)
    done = match.rounds[0]
    return [(score.rupees, score.bonus_tokens, score.goods_tokens) for score in done.scores]


def test_each_file_has_a_purpose() -> None:
    assert sorted(file.stem for file in FILES.glob("*.jsonl")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_record_replays_to_its_result(name: str) -> None:
    record = record_of(name)
    match = replay(record)
    again = match.record()
    assert {field: again[field] for field in record} == record
    assert Match.from_record(record).winner == record["winner"]
    jsonschema.Draft202012Validator(SCHEMA).validate(record)


@pytest.mark.parametrize("name", NAMES)
def test_the_witness_replays_a_record_to_the_same_result(name: str) -> None:
    record = record_of(name)
    for done in record["rounds"]:
        bonus = {int(pile): values for pile, values in done["bonus"].items()}
        limit = len(done["moves"]) if done["end"] == "stopped" else None
        plain = WitnessRound(BOXES[record["ruleset"]], done["deck"], bonus, done["first"], limit)
        for move in done["moves"]:
            assert move in plain.legal_moves()
            plain.play(move)
        assert list(plain.rupees) == done["rupees"]
        if done["end"] in ("deck", "tokens", "stopped", None):
            assert (plain.end, plain.seal) == (done["end"], done["seal"])


@pytest.mark.parametrize("name", ROUND_ENDS)
def test_a_round_ends_in_each_way(name: str) -> None:
    done = record_of(name)["rounds"][0]
    assert {field: done[field] for field in ROUND_ENDS[name]} == ROUND_ENDS[name]


@pytest.mark.parametrize("name", MATCH_ENDS)
def test_a_match_ends_in_each_way(name: str) -> None:
    record = record_of(name)
    assert {field: record[field] for field in MATCH_ENDS[name]} == MATCH_ENDS[name]


def test_a_tie_in_rupees_is_broken_by_bonus_tokens() -> None:
    (north, south), seal = scores(record_of(TIE_BREAKS[0])), record_of(TIE_BREAKS[0])["rounds"][0]
    assert north[0] == south[0]
    assert north[1] != south[1]
    assert seal["seal"] == int(south[1] > north[1])


def test_a_further_tie_is_broken_by_goods_tokens() -> None:
    (north, south), seal = scores(record_of(TIE_BREAKS[1])), record_of(TIE_BREAKS[1])["rounds"][0]
    assert north[:2] == south[:2]
    assert north[2] != south[2]
    assert seal["seal"] == int(south[2] > north[2])


@pytest.mark.parametrize("name", ["round_full_tie", "match_after_a_full_tie"])
def test_a_full_tie_gives_no_seal_and_the_other_seat_starts(name: str) -> None:
    record = record_of(name)
    north, south = scores(record)
    assert north == south
    first, second = record["rounds"][:2]
    assert first["end"] in ("deck", "tokens")
    assert (first["seal"], second["first"]) == (None, 1 - first["first"])


def test_the_loser_starts_the_next_round() -> None:
    for name in NAMES:
        rounds = record_of(name)["rounds"]
        for done, following in pairwise(rounds):
            if done["seal"] is not None:
                assert following["first"] == 1 - done["seal"]


def test_three_rounds_are_needed_when_each_seat_wins_one() -> None:
    record = record_of("match_won_in_three_rounds")
    assert [done["seal"] for done in record["rounds"]][:2] in ([0, 1], [1, 0])
    assert len(record["rounds"]) == 3
