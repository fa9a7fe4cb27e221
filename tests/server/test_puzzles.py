"""Puzzles over HTTP: the index and its chunks, lines, attempts and ratings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from jaipur.coach.puzzles import PuzzleGrade, all_puzzles, find_puzzle
from jaipur.rules.view import View
from jaipur.server.puzzle_library import CHUNK_SIZE
from tests.server.games import Data, Person, Server, a_server, roomy
from tests.server.processes import postgresql

AT = 1_794_778_840_000


def index(person: Person) -> Data:
    return dict(person.http.get("/api/puzzles").json())


def move_of(id: str, grade: PuzzleGrade) -> str | None:
    """A move of a puzzle that has this grade."""
    puzzle = find_puzzle(id)
    assert puzzle is not None
    return next((str(loss.move) for loss in puzzle.losses if loss.grade is grade), None)


def tries(person: Person, *attempts: tuple[str, PuzzleGrade, str]) -> Data:
    """The answer to some attempts: id, grade of the move, key."""
    body = [
        {"id": id, "move": move_of(id, grade), "at": AT, "key": key} for id, grade, key in attempts
    ]
    answer = person.http.post("/api/me/puzzles/attempts", json={"attempts": body})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def score(person: Person) -> Data:
    return dict(person.http.get("/api/me/puzzles").json())


def ratings(person: Person) -> dict[str, int]:
    return {entry["id"]: entry["rating"] for entry in index(person)["puzzles"]}


def test_the_index_has_every_puzzle_in_the_order_of_the_days(anna: Person) -> None:
    found = index(anna)
    assert found["format"] == "jaipur-puzzles/1"
    assert [entry["id"] for entry in found["puzzles"]] == [it.id for it in all_puzzles()]
    assert {entry["ruleset"] for entry in found["puzzles"]} == {"standard", "box"}
    assert all(entry["themes"] for entry in found["puzzles"])


def test_the_index_is_compressed_and_sent_once(anna: Person) -> None:
    answer = anna.http.get("/api/puzzles")
    assert answer.headers["content-encoding"] == "gzip"
    again = anna.http.get("/api/puzzles", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = anna.http.get("/api/puzzles", headers={"Accept-Encoding": "identity"})
    assert plain.json() == answer.json()
    assert "content-encoding" not in plain.headers


def test_a_chunk_has_the_puzzles_that_the_index_promises(anna: Person) -> None:
    found = index(anna)
    chunk = found["puzzles"][0]["chunk"]
    answer = anna.http.get(f"/api/puzzles/{found['version']}/{chunk}")
    assert "immutable" in answer.headers["cache-control"]
    promised = {entry["id"] for entry in found["puzzles"] if entry["chunk"] == chunk}
    puzzles = answer.json()["puzzles"]
    assert {puzzle["id"] for puzzle in puzzles} == promised
    assert 0 < len(puzzles) <= CHUNK_SIZE


def test_a_puzzle_has_its_view_with_slots_and_a_loss_for_every_legal_move(anna: Person) -> None:
    found = index(anna)
    puzzles = anna.http.get(f"/api/puzzles/{found['version']}/0").json()["puzzles"]
    for puzzle in puzzles:
        view = puzzle["view"]
        assert sorted(view.pop("slots")) == sorted(view["market"])
        assert View.from_dict(view).to_dict() == view
        assert view["seat"] == view["turn"]
        assert [move["move"] for move in puzzle["moves"]] == view["moves"]
        assert puzzle["line"][0] == min(puzzle["moves"], key=lambda it: it["lost"])["move"]
        assert puzzle["wrong"] in view["moves"]


@pytest.mark.parametrize("path", ["x/0", "{version}/9999", "{version}/-1", "s9999/line"])
def test_what_is_not_there_is_not_found(anna: Person, path: str) -> None:
    version = index(anna)["version"]
    answer = anna.http.get("/api/puzzles/" + path.replace("{version}", version))
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_the_line_is_shown_from_the_mover_s_seat(anna: Person) -> None:
    puzzle = find_puzzle("s0001")
    assert puzzle is not None
    found = anna.http.get("/api/puzzles/s0001/line").json()
    views = found["views"]
    assert found["id"] == "s0001"
    assert len(views) == len(puzzle.line) + 1
    assert {view["seat"] for view in views} == {puzzle.view.seat}
    assert [view["last"] for view in views[1:]] == [str(move) for move in puzzle.line]
    assert all(len(view["slots"]) == len(view["market"]) for view in views)
    assert "slots" not in puzzle.view.to_dict()
    assert {k: v for k, v in views[0].items() if k != "slots"} == puzzle.view.to_dict()


def test_somebody_new_has_a_rating_that_nobody_is_sure_of(anna: Person) -> None:
    new = {"rating": 1200.0, "deviation": 350.0, "attempts": 0, "right": 0}
    assert score(anna) == new
    del anna.http.headers["Authorization"]  # a visitor
    assert score(anna) == new


def test_a_right_answer_raises_the_rating_and_a_wrong_one_lowers_it(anna: Person) -> None:
    first = tries(anna, ("s0003", PuzzleGrade.RIGHT, "a"))
    assert first["results"][0]["grade"] == "right"
    assert first["results"][0]["change"] == pytest.approx(first["rating"] - 1200, abs=0.11)
    assert first["rating"] > 1200
    assert first["deviation"] < 350
    second = tries(anna, ("s0004", PuzzleGrade.WRONG, "b"))
    assert second["rating"] < first["rating"]
    assert second["results"][0]["lost"] >= 0.08
    assert (second["attempts"], second["right"]) == (2, 1)
    assert score(anna) == {name: second[name] for name in score(anna)}


def test_the_puzzle_s_rating_changes_against_the_user_s(anna: Person) -> None:
    before = ratings(anna)
    tries(anna, ("s0005", PuzzleGrade.RIGHT, "a"), ("s0006", PuzzleGrade.WRONG, "b"))
    after = ratings(anna)
    assert after["s0005"] < before["s0005"]
    assert after["s0006"] > before["s0006"]


def test_a_half_right_answer_counts_half(anna: Person) -> None:
    half = next(it.id for it in all_puzzles() if move_of(it.id, PuzzleGrade.HALF))
    found = tries(anna, (half, PuzzleGrade.HALF, "a"))
    assert found["results"][0]["grade"] == "half"
    assert (found["attempts"], found["right"]) == (1, 0)


def test_a_repeated_key_counts_once_and_gets_its_result_again(anna: Person) -> None:
    first = tries(anna, ("s0007", PuzzleGrade.RIGHT, "a"))
    assert tries(anna, ("s0007", PuzzleGrade.RIGHT, "a")) == first


def test_only_the_first_attempt_at_a_puzzle_counts(anna: Person) -> None:
    first = tries(anna, ("s0008", PuzzleGrade.WRONG, "a"))
    again = tries(anna, ("s0008", PuzzleGrade.RIGHT, "b"))
    assert (again["results"][0]["grade"], again["results"][0]["change"]) == ("right", 0.0)
    assert again["rating"] == first["rating"]
    assert (again["attempts"], again["right"]) == (1, 0)


def test_attempts_that_were_kept_while_offline_count_in_their_order(anna: Person) -> None:
    all_at_once = tries(
        anna,
        *((f"s00{number}", PuzzleGrade.RIGHT, f"key-{number}") for number in range(10, 20)),
    )
    assert (all_at_once["attempts"], all_at_once["right"]) == (10, 10)
    changes = [result["change"] for result in all_at_once["results"]]
    assert sum(changes) == pytest.approx(all_at_once["rating"] - 1200, abs=1)


def test_attempts_that_the_server_does_not_know_are_left_out(anna: Person) -> None:
    unknown = [
        {"id": "s9999", "move": "+K", "at": AT, "key": "a"},
        {"id": "s0001", "move": "nonsense", "at": AT, "key": "b"},
        {"id": "s0001", "move": "$D9", "at": AT, "key": "c"},
    ]
    answer = anna.http.post("/api/me/puzzles/attempts", json={"attempts": unknown}).json()
    assert (answer["results"], answer["attempts"], answer["rating"]) == ([], 0, 1200.0)


@pytest.mark.parametrize(
    "attempts",
    [
        [{"id": "s0001", "move": "+K", "at": AT}],
        [{"id": "s0001", "move": "+K", "at": -1, "key": "a"}],
        [{"id": "s0001", "move": "+K", "at": AT, "key": "a", "grade": "right"}],
        [{"id": "s0001", "move": "+K", "at": AT, "key": str(number)} for number in range(101)],
    ],
)
def test_a_request_of_another_form_is_refused(anna: Person, attempts: list[Any]) -> None:
    answer = anna.http.post("/api/me/puzzles/attempts", json={"attempts": attempts})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


def test_a_visitor_who_answers_becomes_a_guest(server: Server) -> None:
    with httpx.Client(base_url=server.url) as http:
        body = {"id": "s0001", "move": move_of("s0001", PuzzleGrade.RIGHT), "at": AT, "key": "a"}
        answer = http.post("/api/me/puzzles/attempts", json={"attempts": [body]})
        assert answer.status_code == 200, answer.text
        assert http.get("/api/me").json()["id"] is not None
        assert http.get("/api/me/puzzles").json()["attempts"] == 1


def test_whoever_is_deleted_leaves_no_attempts(tmp_path: Path) -> None:
    import sqlite3

    path = tmp_path / "games.db"
    with a_server(roomy(path)) as server, Person(server, "Carlotta") as carlotta:
        tries(carlotta, ("s0001", PuzzleGrade.RIGHT, "a"))
        assert carlotta.http.delete("/api/me").status_code == 204
        rows = sqlite3.connect(path).execute(
            "SELECT (SELECT count(*) FROM puzzle_attempts), (SELECT count(*) FROM puzzle_scores)"
        )
        assert rows.fetchone() == (0, 0)


def test_ratings_are_kept_on_postgresql_too() -> None:
    with (
        postgresql() as address,
        a_server(roomy(address)) as server,
        Person(server, "Anna") as anna,
    ):
        first = tries(anna, ("s0001", PuzzleGrade.RIGHT, "a"), ("s0002", PuzzleGrade.WRONG, "b"))
        again = tries(anna, ("s0002", PuzzleGrade.WRONG, "b"), ("s0001", PuzzleGrade.RIGHT, "a"))
        assert again["rating"] == first["rating"]
        assert score(anna)["attempts"] == 2
