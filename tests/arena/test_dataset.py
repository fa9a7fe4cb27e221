"""A dataset of self-play: the same plan, the same files, however often it was stopped."""

import json
import os
from pathlib import Path

import pytest

import jaipur
from jaipur.arena.dataset import DatasetPlan, write_dataset

PLAN = DatasetPlan(matches=5, players=("random", "greedy"), shard=2)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_every_match_is_written_once(tmp_path: Path) -> None:
    assert dict(write_dataset(PLAN, tmp_path)) == {
        "matches-00000.jsonl.gz": 2,
        "matches-00001.jsonl.gz": 2,
        "matches-00002.jsonl.gz": 1,
    }
    matches = [match for name in PLAN.files for match in jaipur.read_matches(tmp_path / name)]
    assert len({match.seed for match in matches}) == 5
    assert {name for match in matches for name in match.players} == {"random", "greedy"}
    assert all(match.is_over for match in matches)
    assert matches == [PLAN.match(index) for index in range(5)]


def test_a_dataset_that_was_stopped_goes_on_to_the_same_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    list(write_dataset(PLAN, whole))
    next(write_dataset(PLAN, stopped))

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr("jaipur.arena.dataset.os.replace", interrupt)
        with pytest.raises(KeyboardInterrupt):
            list(write_dataset(PLAN, stopped))
    assert len(contents(stopped)) == 2  # the plan and one whole file, nothing half written
    assert [name for name, _ in write_dataset(PLAN, stopped)] == PLAN.files
    assert contents(stopped) == contents(whole)


def test_what_a_killed_process_left_is_cleared_away(tmp_path: Path) -> None:
    list(write_dataset(PLAN, tmp_path / "whole"))
    killed = tmp_path / "killed"
    next(write_dataset(PLAN, killed))
    for process in (77, 78):
        (killed / f"new-{process}-{PLAN.files[1]}").write_bytes(b"half a file")
    assert [name for name, _ in write_dataset(PLAN, killed)] == PLAN.files
    assert contents(killed) == contents(tmp_path / "whole")


def test_another_run_in_the_same_folder_may_be_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = os.replace

    def beaten(new: Path, file: Path) -> None:
        replace(new, file)  # by the other run, which has cleared away the file of this one
        replace(new, file)

    monkeypatch.setattr("jaipur.arena.dataset.os.replace", beaten)
    assert [name for name, _ in write_dataset(PLAN, tmp_path)] == PLAN.files
    assert sorted(contents(tmp_path)) == ["dataset.json", *PLAN.files]


def test_a_file_does_not_depend_on_the_process_that_wrote_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    list(write_dataset(PLAN, tmp_path / "one"))
    monkeypatch.setattr("os.getpid", lambda: 77)
    list(write_dataset(PLAN, tmp_path / "two"))
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


@pytest.mark.long
def test_processes_write_the_same_files(tmp_path: Path) -> None:
    list(write_dataset(PLAN, tmp_path / "one"))
    list(write_dataset(PLAN, tmp_path / "two", processes=2))
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_another_plan_does_not_mix_with_what_is_there(tmp_path: Path) -> None:
    list(write_dataset(PLAN, tmp_path))
    other = DatasetPlan(matches=5, players=("random", "greedy"), shard=2, seed="1")
    with pytest.raises(ValueError, match="seed must be '0', got '1'"):
        list(write_dataset(other, tmp_path))
    (tmp_path / "dataset.json").write_text("[]")
    with pytest.raises(ValueError, match="must be the plan of a dataset"):
        list(write_dataset(PLAN, tmp_path))


def test_the_plan_stands_beside_the_files(tmp_path: Path) -> None:
    list(write_dataset(PLAN, tmp_path))
    assert json.loads((tmp_path / "dataset.json").read_text()) == {
        "format": "jaipur-dataset/1",
        "matches": 5,
        "players": ["random", "greedy"],
        "seed": "0",
        "ruleset": "standard",
        "shard": 2,
    }


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        (DatasetPlan(0), "matches must be at least 1, got 0"),
        (DatasetPlan(1, shard=0), "shard must be at least 1, got 0"),
        (DatasetPlan(1, ()), "players must name one at least, got none"),
        (DatasetPlan(1, ("jeweller@100ms",)), "same on every machine.*got 'jeweller@100ms'"),
        (DatasetPlan(1, ("nobody",)), "There is no player 'nobody'"),
        (DatasetPlan(1, ruleset="nothing"), "There is no ruleset 'nothing'"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(plan: DatasetPlan, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        plan.check()


def test_a_player_that_searches_gets_samples_instead_of_time() -> None:
    plan = DatasetPlan(1, ("jeweller@2samples",), ruleset="box")
    plan.check()
    assert plan.match(0) == plan.match(0)
