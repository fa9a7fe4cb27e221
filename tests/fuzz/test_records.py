"""Records out of any plain data, line or file."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import strategies as st

from jaipur import Match, Move, RecordError, read_records, replay, write_records
from tests.fuzz.damage import (
    JUNK,
    attempt,
    damaged_text,
    damaged_tree,
    fuzz,
    matches,
    outcome,
    same,
    single_changes,
)

MATCHES = st.sampled_from(matches())
RECORDS = MATCHES.map(Match.record)
LINES = RECORDS.map(json.dumps)
MATCH_FIELDS = ("format", "ruleset", "players", "seals", "ended", "by", "winner")
ROUND_FIELDS = ("first", "deck", "bonus", "end", "by", "rupees", "seal")


def is_whole(match: Match, tree: Any) -> None:
    """A match that was read says the same as its record, and can be recorded again."""
    written = match.record()
    assert Match.from_record(written) == match
    assert same(json.loads(json.dumps(written)), written)
    for field in MATCH_FIELDS:
        assert same(written[field], tree[field]), field
    for ours, theirs in zip(written["rounds"], tree["rounds"], strict=False):
        for field in ROUND_FIELDS:
            assert same(ours[field], theirs[field]), field
        assert ours["moves"] == [str(Move.parse(move)) for move in theirs["moves"]]
    # A round that was dealt and not yet begun may be missing at the end.
    extra = written["rounds"][len(tree["rounds"]) :]
    assert len(written["rounds"]) >= len(tree["rounds"])
    assert all(not dealt["moves"] for dealt in extra)


@fuzz(200, tree=damaged_tree(RECORDS) | JUNK)
def test_plain_data_is_a_record_or_is_refused(tree: Any) -> None:
    match = attempt(Match.from_record, tree, only=(RecordError,))
    if match is not None:
        is_whole(match, tree)
        assert replay(tree) == match or "seed" not in tree


@st.composite
def shortened(draw: st.DrawFn) -> Any:
    """A record that was cut, or whose moves, rounds or players changed places."""
    record = json.loads(draw(LINES))
    place = draw(st.integers(0, len(record["rounds"]) - 1))
    moves = record["rounds"][place]["moves"]
    how = draw(st.sampled_from(["cut", "swap", "drop round", "turn", "no seed"]))
    if how == "cut":
        del moves[draw(st.integers(0, len(moves))) :]
    elif how == "swap" and len(moves) > 1:
        here = draw(st.integers(0, len(moves) - 2))
        moves[here], moves[here + 1] = moves[here + 1], moves[here]
    elif how == "drop round":
        del record["rounds"][place]
    elif how == "turn":
        record["rounds"].reverse()
    if draw(st.booleans()):
        del record["seed"]
    if draw(st.booleans()):
        record["rounds"][-1:] = [
            {**last, "end": None, "seal": None} for last in record["rounds"][-1:]
        ]
        record["ended"], record["by"], record["winner"] = "unfinished", None, None
    return record


@fuzz(200, tree=shortened())
def test_a_shortened_record_is_a_record_or_is_refused(tree: Any) -> None:
    match = attempt(replay, tree, only=(RecordError,))
    if match is not None:
        is_whole(match, tree)


BAD_LINES = st.one_of(
    damaged_text(LINES).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.binary(max_size=60),
    st.sampled_from(
        [
            b"[" * 100_000,
            b'{"format":' * 5_000,
            b'{"format":' + b"1" * 5_000 + b"}",
            b'{"format":NaN}',
            b"\xff\xfe{\x00}\x00",
            b"null",
        ]
    ),
).filter(lambda line: line.strip() and b"\n" not in line)


@fuzz(200, line=BAD_LINES, before=st.integers(0, 3))
def test_a_file_is_read_up_to_its_first_bad_line(line: bytes, before: int) -> None:
    good = [match.record() for match in matches()[:before]]
    read: list[Any] = []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.jsonl"
        assert write_records(path, good) == before
        with path.open("ab") as file:
            file.write(line + b"\n")
        _, error = outcome(read.extend, read_records(path), only=(RecordError,))
    assert read[:before] == good
    assert len(read) == before + (error is None)
    if error is not None:
        assert error.line == before + 1
        assert str(error).startswith(f"line {before + 1}")


@pytest.mark.parametrize("place", range(len(matches())))
def test_every_single_change_of_a_record_is_refused_or_written_back(place: int) -> None:
    record = _shortened(matches()[place].record())
    is_whole(replay(record), record)
    for path, tree in single_changes(record):
        match = attempt(replay, tree, only=(RecordError,))
        if match is not None:
            try:
                is_whole(match, tree)
            except Exception as error:
                error.add_note(f"changed at {path}")
                raise


def _shortened(record: Any) -> Any:
    """The first moves of the first round, and then the match given up."""
    start = record["rounds"][0]
    match = replay(
        {
            **record,
            "rounds": [
                {**start, "moves": [], "end": None, "by": None, "rupees": [0, 0], "seal": None}
            ],
            "ended": "unfinished",
            "by": None,
            "winner": None,
        }
    )
    for move in start["moves"][:3]:
        match = match.play(move)
    return match.resign(1).record()
