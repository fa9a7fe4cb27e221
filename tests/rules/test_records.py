"""Records: checked by playing them again; what is wrong is named with its line, round and ply."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from jaipur import Match, RecordError, read_matches, read_records, replay, write_records
from tests.builders import ALL, play_round

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs" / "schemas" / "record.schema.json").read_text("utf-8")
)


def a_match(seed: int = 3, ruleset: str = "standard") -> Match:
    match = Match.deal(seed=seed, ruleset=ruleset)
    number = 0
    while not match.is_over:
        match = play_round(match, seed + number)
        number += 1
    return match


def a_record(seed: int = 3) -> dict[str, Any]:
    return copy.deepcopy(a_match(seed).record())


def test_records_are_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    records = [a_record(seed) for seed in range(4)]
    assert write_records(path, records) == 4
    assert list(read_records(path)) == records
    assert len(path.read_text("utf-8").splitlines()) == 4
    assert list(read_records(str(path))) == records


def test_no_records_make_an_empty_file(tmp_path: Path) -> None:
    assert write_records(tmp_path / "none.jsonl", []) == 0
    assert list(read_records(tmp_path / "none.jsonl")) == []


def test_a_record_is_in_the_file_before_the_next_one_is_played(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"

    def records() -> Iterator[dict[str, Any]]:
        for seed in range(3):
            assert len(path.read_bytes().splitlines()) == seed
            yield a_record(seed)

    assert write_records(path, records()) == 3


def test_empty_lines_between_records_are_skipped(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    records = [a_record(seed) for seed in range(2)]
    path.write_text("\n" + "\n \n\n".join(map(json.dumps, records)) + "\n\n", "utf-8")
    assert list(read_records(path)) == records


def test_good_records_before_a_broken_one_are_still_read(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    broken = a_record(2)
    broken["rounds"][1]["moves"][4] = "+D-K"
    lines = [json.dumps(record) for record in (a_record(0), a_record(1), broken, a_record(3))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    reader = read_records(path)
    assert [next(reader), next(reader)] == [a_record(0), a_record(1)]
    with pytest.raises(RecordError) as caught:
        next(reader)
    assert (caught.value.line, caught.value.round, caught.value.ply) == (3, 2, 4)
    assert "line 3" in str(caught.value)


@pytest.mark.parametrize(
    "line", ["nonsense", "{", "[]", "null", "3", '{"format": "jaipur-record/2"}', "\ufeff{}", "{}"]
)
def test_a_line_that_is_no_record_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps(a_record()) + "\n" + line + "\n", encoding="utf-8")
    reader = read_records(path)
    assert next(reader) == a_record()
    with pytest.raises(RecordError) as caught:
        next(reader)
    assert caught.value.line == 2


def test_bytes_that_are_no_text_are_named(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(json.dumps(a_record()).encode() + b"\n\xff\xfe\x00\n")
    reader = read_records(path)
    next(reader)
    with pytest.raises(RecordError) as caught:
        next(reader)
    assert caught.value.line == 2


def test_a_file_that_is_not_there_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="none"):
        list(read_records(tmp_path / "none.jsonl"))


def change(path: str, value: Any) -> dict[str, Any]:
    """A record with one field changed: `rounds.0.seal`."""
    record = a_record()
    *way, last = path.split(".")
    place: Any = record
    for step in way:
        place = place[int(step)] if isinstance(place, list) else place[step]
    if isinstance(place, list):
        place[int(last)] = value
    else:
        place[last] = value
    return record


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("format", "jaipur-record/2"),
        ("ruleset", "chess"),
        ("ruleset", "box"),
        ("ruleset", None),
        ("players", ["one"]),
        ("players", "ab"),
        ("players", ["one", "two", "three"]),
        ("players", ["one", 2]),
        ("seed", None),
        ("seed", "00"),
        ("seed", "0" * 64),
        ("seed", "no hexadecimal"),
        ("seals", 0),
        ("seals", 3),
        ("seals", "2"),
        ("seals", True),
        ("rounds", []),
        ("rounds", None),
        ("rounds.0", None),
        ("rounds.0.first", 2),
        ("rounds.0.first", None),
        ("rounds.0.first", True),
        ("rounds.0.deck", "D" * 52),
        ("rounds.0.deck", None),
        ("rounds.0.deck", "x" * 52),
        ("rounds.0.bonus", {}),
        ("rounds.0.bonus", []),
        ("rounds.0.bonus", None),
        ("rounds.0.bonus.3", [1, 1, 2, 2, 3]),
        ("rounds.0.bonus.3", None),
        ("rounds.0.bonus.8", []),
        ("rounds.0.bonus.34", []),
        ("rounds.0.moves", None),
        ("rounds.0.moves.0", "hello"),
        ("rounds.0.moves.0", None),
        ("rounds.0.moves.0", "$K1"),
        ("rounds.0.moves", []),
        ("rounds.0.end", None),
        ("rounds.0.end", "limit"),
        ("rounds.0.end", "stopped"),
        ("rounds.0.end", "forfeit"),
        ("rounds.0.end", "earthquake"),
        ("rounds.0.by", 0),
        ("rounds.0.rupees", [0, 0]),
        ("rounds.0.rupees", None),
        ("rounds.0.rupees", []),
        ("rounds.0.seal", None),
        ("rounds.0.seal", 2),
        ("rounds.1.first", 7),
        ("ended", "unfinished"),
        ("ended", "resigned"),
        ("ended", "earthquake"),
        ("by", 0),
        ("by", 1),
        ("winner", None),
        ("winner", 2),
        ("winner", True),
    ],
)
def test_replaying_checks_every_field(path: str, value: Any) -> None:
    assert replay(a_record()).is_over
    with pytest.raises(RecordError):
        replay(change(path, value))


@pytest.mark.parametrize("odd", ["2", "NaN", "-Infinity", "2.0", '"1"', "1e400"])
@pytest.mark.parametrize(
    "path", ["seals", "winner", "by", "rounds.0.first", "rounds.0.seal", "rounds.0.rupees.0"]
)
def test_a_number_written_by_hand_is_right_or_refused(tmp_path: Path, path: str, odd: str) -> None:
    line = json.dumps(change(path, "HERE")).replace('"HERE"', odd)
    (tmp_path / "odd.jsonl").write_text(line)
    if (path, odd) == ("seals", "2"):
        assert next(read_matches(tmp_path / "odd.jsonl")).seals_to_win == 2
        return
    with pytest.raises(RecordError, match="line 1"):
        next(read_matches(tmp_path / "odd.jsonl"))


@pytest.mark.parametrize("name", ["", "\x00", "\ud800", "a\u202e", "🐫" * 1000])
def test_a_player_may_have_any_name(tmp_path: Path, name: str) -> None:
    write_records(tmp_path / "odd.jsonl", [change("players.0", name)])
    assert next(read_matches(tmp_path / "odd.jsonl")).players[0] == name


def test_the_other_results_are_found_out_too() -> None:
    record = a_record()
    for path, right in (
        ("rounds.0.seal", record["rounds"][0]["seal"]),
        ("rounds.1.first", record["rounds"][1]["first"]),
        ("winner", record["winner"]),
    ):
        with pytest.raises(RecordError):
            replay(change(path, 1 - right))


@pytest.mark.parametrize(
    "field", ["format", "ruleset", "players", "seals", "rounds", "ended", "by", "winner"]
)
def test_no_field_of_a_match_may_be_missing(field: str) -> None:
    record = a_record()
    del record[field]
    with pytest.raises(RecordError):
        replay(record)


@pytest.mark.parametrize(
    "field", ["first", "deck", "bonus", "moves", "end", "by", "rupees", "seal"]
)
def test_no_field_of_a_round_may_be_missing(field: str) -> None:
    record = a_record()
    del record["rounds"][0][field]
    with pytest.raises(RecordError) as caught:
        replay(record)
    assert caught.value.round == 1


def test_a_seed_is_written_in_small_letters() -> None:
    record = a_record()
    assert replay(record).seed == bytes.fromhex(record["seed"])
    with pytest.raises(RecordError, match="32 bytes in lower-case hexadecimal, got"):
        replay({**record, "seed": record["seed"].upper()})


def test_a_match_is_won_by_one_to_a_thousand_seals() -> None:
    record = Match.deal(seed=3, seals=1000).record()
    assert replay(record).seals_to_win == 1000
    for seals in (0, 1001):
        with pytest.raises(RecordError, match=f"seals must be from 1 to 1000, got {seals}"):
            replay({**record, "seals": seals})
    with pytest.raises(ValueError, match="seals must be from 1 to 1000, got 1001"):
        Match.deal(seed=3, seals=1001)


@pytest.mark.parametrize("ended", ["resigned", "abandoned"])
def test_a_match_that_was_won_is_not_given_up(ended: str) -> None:
    with pytest.raises(RecordError, match=f"The field 'ended' is '{ended}', but the rounds give"):
        replay({**a_record(1), "ended": ended, "by": 0})


@pytest.mark.parametrize("seat", [None, 2, -1, True, "0"])
@pytest.mark.parametrize("ended", ["resigned", "abandoned"])
def test_a_match_is_given_up_by_a_seat(ended: str, seat: Any) -> None:
    record = Match.deal(seed=3).play("+K").record()
    assert replay({**record, "ended": ended, "by": 0, "winner": 1}).winner == 1
    with pytest.raises(RecordError, match=f"by must be 0 or 1 in a match that was {ended}, got"):
        replay({**record, "ended": ended, "by": seat})


@pytest.mark.parametrize("seat", [None, 2, True])
def test_a_round_is_forfeited_by_a_seat(seat: Any) -> None:
    record = Match.deal(seed=3).forfeit(0).record()
    assert replay(record).seals == (0, 1)
    record["rounds"][0]["by"] = seat
    with pytest.raises(RecordError, match="by must be 0 or 1 for a forfeit, got") as caught:
        replay(record)
    assert caught.value.round == 1


def test_no_round_follows_an_unfinished_one() -> None:
    record = Match.deal(seed=3).record()
    record["rounds"] *= 2
    with pytest.raises(RecordError, match="not finished, but another follows") as caught:
        replay(record)
    assert caught.value.round == 1


def test_the_loser_of_a_round_starts_the_next_in_a_record() -> None:
    record = Match.deal(seed=3).forfeit(0).next_round().forfeit(0).record()
    assert replay(record).rounds[1].first == 0
    record["rounds"][1]["first"] = 1
    with pytest.raises(RecordError, match="Seat 0 starts this round") as caught:
        replay(record)
    assert caught.value.round == 2


@pytest.mark.parametrize("wrong", [tuple(a_record()["rounds"]), {"0": {}}, "ab", [], None])
def test_the_rounds_of_a_record_are_a_list(wrong: object) -> None:
    with pytest.raises(RecordError, match="rounds must be a list of at least one round, got"):
        replay(change("rounds", wrong))


def test_bonus_piles_of_a_record_are_named_by_text() -> None:
    piles = a_record()["rounds"][0]["bonus"]
    with pytest.raises(RecordError) as caught:
        replay(change("rounds.0.bonus", {int(key): values for key, values in piles.items()}))
    assert caught.value.round == 1


def test_false_is_not_0_in_a_record() -> None:
    record = Match.deal(seed=3).record()
    assert record["rounds"][0]["rupees"] == [0, 0]
    record["rounds"][0]["rupees"] = [False, 0]
    with pytest.raises(RecordError, match="rupees"):
        replay(record)


def test_a_number_too_long_to_be_written_is_shown_by_its_type() -> None:
    with pytest.raises(RecordError, match="The format is int, not 'jaipur-record/1'"):
        replay(change("format", 10**5000))


def test_a_message_shows_at_most_60_characters_of_a_wrong_value() -> None:
    for length, shown in ((58, repr("x" * 58)), (59, "'" + "x" * 56 + "...")):
        with pytest.raises(RecordError) as caught:
            replay(change("winner", "x" * length))
        assert f"The field 'winner' is {shown}, but" in caught.value.message


def test_a_round_too_many_is_found_out() -> None:
    record = a_record()
    record["rounds"].append(record["rounds"][-1])
    with pytest.raises(RecordError, match="The match was over before this round") as caught:
        replay(record)
    assert caught.value.round == len(record["rounds"])


def test_a_round_that_is_missing_is_found_out() -> None:
    record = a_record()
    del record["rounds"][-1]
    with pytest.raises(RecordError):
        replay(record)


def test_a_move_after_the_end_is_found_out() -> None:
    record = a_record()
    record["rounds"][0]["moves"].append("+K")
    with pytest.raises(RecordError) as caught:
        replay(record)
    assert (caught.value.round, caught.value.ply) == (1, len(record["rounds"][0]["moves"]) - 1)


@pytest.mark.parametrize("ply", [0, 1, 7])
def test_an_illegal_move_is_named_with_round_and_ply(ply: int) -> None:
    record = a_record()
    record["rounds"][1]["moves"][ply] = "$K1"
    with pytest.raises(RecordError) as caught:
        replay(record)
    assert (caught.value.line, caught.value.round, caught.value.ply) == (None, 2, ply)
    assert caught.value.code == "bad_record"


@pytest.mark.parametrize("ruleset", ALL)
def test_records_keep_to_their_schema(ruleset: str) -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    for seed in range(5):
        validator.validate(a_match(seed, ruleset).record())
        match = Match.deal(seed=seed, ruleset=ruleset).play("+K")
        for ended in (match, match.resign(0), match.abandon(1), match.forfeit(0).next_round()):
            validator.validate(ended.record())


@pytest.mark.parametrize("suffix", ["gz", "zst"])
def test_compressed_files_are_read_one_after_the_other(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"matches.jsonl.{suffix}"
    matches = [Match.deal(seed=seed).play("+K") for seed in (1, 2, 3)]
    assert write_records(path, matches) == 3
    assert list(read_matches(path)) == matches
    assert [record["seed"] for record in read_records(path)] == [
        (match.seed or b"").hex() for match in matches
    ]
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(RecordError, match="The compressed file is damaged"):
        list(read_matches(path))
    path.write_bytes(b"{}")
    with pytest.raises(RecordError, match="line 1.*damaged"):
        list(read_records(path))


@pytest.mark.parametrize("suffix", ["gz", "zst"])
def test_compressed_files_can_be_joined(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"matches.jsonl.{suffix}"
    matches = [Match.deal(seed=seed).play("+K") for seed in (1, 2)]
    write_records(path, matches)
    path.write_bytes(2 * path.read_bytes())
    assert list(read_matches(path)) == 2 * matches
