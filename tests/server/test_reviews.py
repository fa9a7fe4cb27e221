"""Reviews over HTTP: made once and kept, moves tried in them, and lines."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import pytest
from sqlalchemy import create_engine, text

from jaipur import Match, Round
from jaipur.coach.review import review
from jaipur.coach.review_data import review_data
from jaipur.server import schema
from jaipur.server.settings import Settings
from tests.server.games import Data, Person, Server, a_server, roomy, wait_for
from tests.server.reviewers import FEW_SAMPLES, CountingReviewers, quick_reviewer
from tests.server.test_records import brings, golden

SCHEMA = json.loads(Path("docs/schemas/review.schema.json").read_text())


def waits_for_review(person: Person, game: str) -> Data:
    address = f"/api/games/{game}/review"
    done = wait_for(lambda: (answer := person.http.get(address)).status_code == 200 and answer)
    found: Data = done.json()
    return found


def resigned(person: Person, moves: int = 5) -> str:
    """A match that was given up after some moves."""
    game = person.plays_against(first="me")
    for _ in range(moves):
        view = person.waits_for_turn(game)["view"]
        person.does(game, "moves", move=view["moves"][0], seq=view["seq"])
    person.waits_for_turn(game)
    person.does(game, "resign")
    return game


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Person, str, Data]]:
    """A person, an imported match of three rounds, and its review."""
    settings = roomy(tmp_path_factory.mktemp("review") / "g.db", review_samples=24)
    with a_server(settings) as server, Person(server) as anna:
        game = brings(anna, golden("match_won_in_three_rounds"))["id"]
        yield anna, game, waits_for_review(anna, game)


def lines_of(person: Person, game: str, move: Data) -> Data:
    where = {"round": move["round"], "ply": move["ply"]}
    answer = person.http.get(f"/api/games/{game}/review/line", params=where)
    assert answer.status_code == 200, answer.text
    found: Data = answer.json()
    return found


def tries(person: Person, game: str, move: Data, text: str) -> httpx.Response:
    body = {"round": move["round"], "ply": move["ply"], "move": text}
    return person.http.post(f"/api/games/{game}/review/try", json=body)


def costliest(found: Data) -> Data:
    return max(found["moves"], key=lambda move: move["lost"])


# The review


def test_a_review_is_that_of_the_library(reviewed: tuple[Person, str, Data]) -> None:
    anna, game, found = reviewed
    jsonschema.validate(found, SCHEMA)
    record = anna.http.get(f"/api/games/{game}/record").json()
    expected = review_data(review(Match.from_record(record), samples=24))
    assert found == json.loads(json.dumps(expected))


def test_a_review_is_worked_out_once_and_kept(tmp_path: Path) -> None:
    settings = roomy(tmp_path / "g.db")
    reviewers = CountingReviewers()
    with a_server(settings, reviewer=reviewers) as server, Person(server, "Anna") as anna:
        game = anna.plays_against()
        address = f"/api/games/{game}/review"
        assert anna.http.get(address).json()["code"] == "match_running"
        anna.waits_for_turn(game)
        anna.does(game, "resign")
        first = anna.http.get(address)
        assert (first.status_code, first.json()["status"]) == (202, "working")
        done = waits_for_review(anna, game)
        assert done["players"].count("Anna") == 1
        assert [summary["name"] for summary in done["summaries"]] == done["players"]
    with a_server(roomy(tmp_path / "g.db", engine=False)) as server:  # no engine, but it was kept
        assert httpx.get(server.url + address).json() == done


def test_a_review_goes_on_after_a_restart_where_it_was(tmp_path: Path) -> None:
    settings = roomy(tmp_path / "g.db")
    reviewers = CountingReviewers(permits=3)
    with a_server(settings, reviewer=reviewers) as server, Person(server) as anna:
        game = resigned(anna, moves=4)
        address = f"/api/games/{game}/review"
        wait_for(lambda: anna.http.get(address).json().get("done") == 3)
        # As if the time to write had come; then the process ends without another word.
        reviews = server.services.reviews
        row = reviews._row(game, reviews._jobs[game])
        server.services.loop.call_soon_threadsafe(reviews.close)
        put(settings, row)
        reviewers.permits.release(10**6)
    again = CountingReviewers()
    with a_server(settings, reviewer=again) as server:
        wait_for(lambda: httpx.get(server.url + address).status_code == 200)
        found = httpx.get(server.url + address).json()
    assert sum(again.judged.values()) == len(found["moves"]) - 3
    match = Match.from_record({**_record(settings, game)})
    expected = json.loads(json.dumps(review_data(review(match, samples=FEW_SAMPLES))))
    assert found["moves"] == expected["moves"]
    assert found["rounds"] == expected["rounds"]


def put(settings: Settings, row: dict[str, Any]) -> None:
    engine = create_engine(f"sqlite:///{settings.database}")
    with engine.begin() as connection:
        change = schema.reviews.update().where(schema.reviews.c.game == row["game"])
        connection.execute(change.values({**row, "made_at": 0}))
    engine.dispose()


def _record(settings: Settings, game: str) -> Data:
    with a_server(settings) as server:
        found: Data = httpx.get(f"{server.url}/api/games/{game}/record").json()
    return found


def test_a_match_without_a_move_has_a_review(tmp_path: Path) -> None:
    with (
        a_server(roomy(tmp_path / "g.db"), reviewer=quick_reviewer) as server,
        Person(server) as anna,
    ):
        game = anna.plays_against(first="me")
        anna.waits_for_turn(game)
        anna.does(game, "resign")
        found = waits_for_review(anna, game)
        assert found["moves"] == []
        assert found["winner"] == 1 - anna.http.get(f"/api/games/{game}").json()["seats"][0]


def test_a_record_of_a_match_that_was_not_finished_shows_no_running_round(tmp_path: Path) -> None:
    record = json.loads(json.dumps(Match.deal(seed=7).play("+G").record()))
    with (
        a_server(roomy(tmp_path / "g.db"), reviewer=quick_reviewer) as server,
        Person(server) as anna,
    ):
        game = brings(anna, record)["id"]
        answer = anna.http.get(f"/api/games/{game}/review")
        assert (answer.status_code, answer.json()["code"]) == (409, "round_running")
        refused = tries(anna, game, {"round": 1, "ply": 0}, "+K")
        assert (refused.status_code, refused.json()["code"]) == (409, "round_running")


def test_a_long_answer_is_compressed_for_who_accepts_it(
    reviewed: tuple[Person, str, Data],
) -> None:
    anna, game, found = reviewed
    address = f"{anna.http.base_url}/api/games/{game}/review"
    with httpx.stream("GET", address, headers={"Accept-Encoding": "gzip"}) as packed:
        raw = b"".join(packed.iter_raw())
    assert packed.headers["content-encoding"] == "gzip"
    assert json.loads(gzip.decompress(raw)) == found
    plain = httpx.get(address, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert len(raw) < len(plain.content) / 4


def test_a_stored_review_has_no_names(tmp_path: Path) -> None:
    settings = roomy(tmp_path / "g.db")
    with (
        a_server(settings, reviewer=quick_reviewer) as server,
        Person(server, "Ottilie") as anna,
    ):
        game = resigned(anna, moves=1)
        assert "Ottilie" in waits_for_review(anna, game)["players"]
        assert anna.http.delete("/api/me").status_code == 204
        after = httpx.get(f"{server.url}/api/games/{game}/review").json()
        assert "Ottilie" not in json.dumps(after)
    engine = create_engine(f"sqlite:///{tmp_path / 'g.db'}")
    with engine.connect() as connection:
        body = connection.execute(text("SELECT body FROM reviews")).scalar_one()
    engine.dispose()
    assert b"Ottilie" not in gzip.decompress(body)


# Tries


def test_the_played_move_tried_again_loses_what_it_lost(reviewed: tuple[Person, str, Data]) -> None:
    anna, game, found = reviewed
    move = costliest(found)
    tried = tries(anna, game, move, move["played"]["move"]).json()
    assert {name: tried[name] for name in ("lost", "error", "grade", "best", "played")} == {
        name: move[name] for name in ("lost", "error", "grade", "best", "played")
    }
    assert tried["found"] is False
    assert tried["reasons"] == move["reasons"]


def test_every_move_within_the_error_of_the_best_is_found(
    reviewed: tuple[Person, str, Data],
) -> None:
    anna, game, found = reviewed
    move = costliest(found)
    best = tries(anna, game, move, move["best"]["move"]).json()
    assert (best["found"], best["lost"], best["grade"]) == (True, 0, "fine")
    for row in move["table"]:
        tried = tries(anna, game, move, row["move"]).json()
        assert tried["found"] is (tried["grade"] == "fine")
        assert tried["lost"] < 0.01 or tried["lost"] <= 2 * tried["error"] or not tried["found"]


def test_a_try_is_refused_with_the_rules_reason(reviewed: tuple[Person, str, Data]) -> None:
    anna, game, found = reviewed
    move = found["moves"][0]
    for given, status, code in (
        ("nonsense", 422, "not_a_move"),
        ("$D9", 422, "not_in_hand"),
    ):
        answer = tries(anna, game, move, given)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
    answer = tries(anna, game, {"round": 1, "ply": 400}, "+K")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_tries_are_limited_like_hints(tmp_path: Path) -> None:
    from jaipur.server.settings import RateLimit

    limits = {**roomy("").limits, "hints": RateLimit(burst=3, rate=0.001)}
    settings = roomy(tmp_path / "g.db", limits=limits)
    with a_server(settings, reviewer=quick_reviewer) as server, Person(server) as anna:
        game = resigned(anna, moves=1)
        statuses = [tries(anna, game, {"round": 1, "ply": 0}, "+K").status_code for _ in range(4)]
        assert statuses[3] == 429
        assert set(statuses[:3]) <= {200, 422}


# Lines


def test_lines_start_from_the_movers_own_view(reviewed: tuple[Person, str, Data]) -> None:
    anna, game, found = reviewed
    move = costliest(found)
    lines = lines_of(anna, game, move)
    events = anna.http.get(
        f"/api/games/{game}/positions", params={"seat": str(move["seat"])}
    ).json()["events"]
    views = [event["view"] for event in events if event["view"] is not None]
    then = next(v for v in views if (v["round"], v["ply"]) == (move["round"], move["ply"]))
    assert {**lines["view"], "seq": 0} == {**then, "seq": 0}
    for which in ("played", "best"):
        line = lines[which]
        assert line[0]["move"] == move[which]["move"]
        assert [event["seat"] for event in line[:2]] == [move["seat"], 1 - move["seat"]]
        assert 1 <= len(line) <= 4
        for event in line:
            assert event["view"]["seat"] == move["seat"]
            assert sorted(event["view"]["slots"]) == sorted(event["view"]["market"])


def test_a_line_needs_a_finished_review(tmp_path: Path) -> None:
    with (
        a_server(roomy(tmp_path / "g.db"), reviewer=quick_reviewer) as server,
        Person(server) as anna,
    ):
        game = resigned(anna, moves=1)
        where = {"round": 1, "ply": 0}
        answer = anna.http.get(f"/api/games/{game}/review/line", params=where)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@contextmanager
def a_running_game(server: Server) -> Iterator[tuple[Person, str]]:
    with Person(server) as anna:
        game = anna.plays_against(first="me")
        anna.waits_for_turn(game)
        yield anna, game


def test_a_running_match_has_no_review_by_any_door(server: Server) -> None:
    with a_running_game(server) as (anna, game):
        anna.moves(game)
        address = f"/api/games/{game}/review"
        doors = (
            anna.http.get(address),
            anna.http.get(f"{address}/line", params={"round": 1, "ply": 0}),
            anna.http.post(f"{address}/try", json={"round": 1, "ply": 0, "move": "+K"}),
        )
        for answer in doors:
            assert (answer.status_code, answer.json()["code"]) == (409, "match_running")


def test_slots_of_a_past_position_are_those_of_the_table() -> None:
    from jaipur.server.market_slots import slots_at

    round = Round.deal(seed=3)
    assert slots_at(round, 0).startswith("KKK")
    later = round.play(round.legal_moves()[0])
    assert sorted(slots_at(later, 1)) == sorted(str(later.market))
