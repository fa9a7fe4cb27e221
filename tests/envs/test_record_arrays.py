"""Records as arrays and as tables of Arrow: every move once, with what its seat saw."""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow
import pytest
from pyarrow import parquet

import jaipur
from jaipur.envs import arrow
from jaipur.envs.batch import Batch
from jaipur.envs.record_arrays import (
    DECISION_COLUMNS,
    ROUND_COLUMNS,
    decision_arrays,
    decision_chunks,
    round_arrays,
)
from jaipur.players import ExchangePlayer, make_player, play_match


def played(seed: int, **options: Any) -> jaipur.Match:
    names = ("kite", "greedy")
    match = jaipur.Match.deal(seed=seed, players=names, **options)
    return play_match([make_player(name, seed) for name in names], match)


MATCHES = [played(1), played(2, ruleset="box"), played(3)]
ROUNDS = [round for match in MATCHES for round in match.rounds]
PLIES = [round.ply for round in ROUNDS]


def test_there_is_one_row_for_each_move() -> None:
    arrays = decision_arrays(MATCHES, legal=True)
    assert list(arrays) == list(DECISION_COLUMNS)
    for name, (kind, shape) in DECISION_COLUMNS.items():
        assert arrays[name].shape == (sum(PLIES), *shape)
        assert arrays[name].dtype.kind == np.dtype(kind).kind
    moves = [move.action for round in ROUNDS for move, _ in round.history]
    assert list(arrays["action"]) == moves
    last = np.flatnonzero(np.diff(arrays["ply"], append=0) <= 0)
    assert list(arrays["ply"][last] + 1) == PLIES
    assert set(arrays["match"]) == {0, 1, 2}


def test_a_row_has_what_the_environments_show() -> None:
    arrays = decision_arrays([MATCHES[0]], legal=True)
    batch = Batch(1, autoreset="disabled")
    batch.set_round(0, MATCHES[0].rounds[0].at(0))
    for row in range(PLIES[0]):
        assert (arrays["observation"][row] == batch.observations[0]).all()
        assert (arrays["legal"][row] == batch.legal[0]).all()
        assert arrays["legal_count"][row] == batch.counts[0]
        assert arrays["action"][row] in batch.legal_row(0)
        assert arrays["seat"][row] == batch.turns[0]
        assert arrays["player"][row] == MATCHES[0].players[batch.turns[0]]
        batch.step([arrays["action"][row]])


def test_a_row_has_the_result_for_its_seat() -> None:
    arrays = decision_arrays(MATCHES, observations=False)
    for row in range(len(arrays["ply"])):
        round = MATCHES[arrays["match"][row]].rounds[arrays["round"][row] - 1]
        seat = int(arrays["seat"][row])
        won = 0 if round.seal is None else 1 if round.seal == seat else -1
        assert arrays["seal"][row] == won
        assert arrays["rupees_ahead"][row] == round.rupees[seat] - round.rupees[1 - seat]
    running = decision_arrays([jaipur.Match.deal(seed=7).play("+G")])
    assert (running["seal"][0], running["finished"][0]) == (0, False)


def test_files_and_records_are_read_too(tmp_path: Path) -> None:
    wanted = decision_arrays(MATCHES)
    for name in ("matches.jsonl", "matches.jsonl.gz"):
        jaipur.write_records(tmp_path / name, MATCHES)
        found = decision_arrays(tmp_path / name)
        assert all((found[column] == wanted[column]).all() for column in wanted)
    found = decision_arrays([match.record() for match in MATCHES])
    assert (found["observation"] == wanted["observation"]).all()


def test_pieces_make_the_whole() -> None:
    whole = decision_arrays(MATCHES)
    pieces = list(decision_chunks(iter(MATCHES), matches=2))
    assert len(pieces) == 2
    for name, values in whole.items():
        assert (np.concatenate([piece[name] for piece in pieces]) == values).all()
    with pytest.raises(ValueError, match="matches must be at least 1, got 0"):
        next(decision_chunks(MATCHES, matches=0))


def test_nothing_gives_empty_columns() -> None:
    assert decision_arrays([])["observation"].shape == (0, 131)
    assert list(round_arrays([])) == list(ROUND_COLUMNS)


def test_there_is_one_row_for_each_round() -> None:
    arrays = round_arrays(MATCHES)
    assert list(arrays) == list(ROUND_COLUMNS)
    assert list(arrays["plies"]) == PLIES
    assert set(arrays["ruleset"][arrays["match"] == 1]) == {"box"}
    assert list(arrays["rupees_1"]) == [round.rupees[1] for round in ROUNDS]
    assert list(arrays["end"]) == [round.end for round in ROUNDS]


def test_a_round_beyond_the_ply_limit_is_read() -> None:
    """Older records have such rounds."""
    match, player = jaipur.Match.deal(seed=7), ExchangePlayer()
    while match.round.ply < 510:
        match = match.play(player.choose(match.view(match.turn)), ply_limit=None)
    assert len(decision_arrays([match])["ply"]) == 510


def test_a_table_has_the_same_columns() -> None:
    arrays = decision_arrays(MATCHES, legal=True)
    table = arrow.decision_table(MATCHES, legal=True)
    assert table.column_names == list(DECISION_COLUMNS)
    assert table.num_rows == sum(PLIES)
    for name, values in arrays.items():
        assert (np.array(table[name].to_pylist()) == values).all()
    assert pyarrow.types.is_fixed_size_list(table.schema.field("observation").type)
    assert arrow.decision_table([], observations=False).num_rows == 0
    assert arrow.round_table(MATCHES)["plies"].to_pylist() == PLIES


def test_a_parquet_file_is_written_piece_by_piece(tmp_path: Path) -> None:
    path = tmp_path / "decisions.parquet"
    assert arrow.write_decisions(iter(MATCHES), path, matches=1) == sum(PLIES)
    assert parquet.ParquetFile(path).num_row_groups == len(MATCHES)
    wanted = list(decision_arrays(MATCHES)["action"])
    assert parquet.read_table(path)["action"].to_pylist() == wanted
