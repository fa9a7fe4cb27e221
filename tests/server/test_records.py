"""Imported records, and games that continue from a position."""

from __future__ import annotations

import json
import random
import threading
import time
from pathlib import Path

import httpx
import pytest

import jaipur
from jaipur.server.settings import RateLimit
from tests.server.games import (
    NO_LIMITS,
    Data,
    Person,
    Server,
    a_server,
    play_on,
    roomy,
    seated,
    slowness,
    wait_for,
)
from tests.server.reviewers import quick_reviewer

GOLDEN = sorted((Path(__file__).parents[1] / "golden" / "records").glob("*.jsonl"))


def golden(name: str) -> Data:
    path = next(path for path in GOLDEN if path.stem == name)
    return dict(json.loads(path.read_text(encoding="utf-8").splitlines()[0]))


def brings(person: Person, record: Data) -> Data:
    answer = person.http.post("/api/records", json=record)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def positions(person: Person, game: str, seat: int | str) -> list[Data]:
    answer = person.http.get(f"/api/games/{game}/positions", params={"seat": seat})
    assert answer.status_code == 200, answer.text
    return list(answer.json()["events"])


@pytest.fixture(scope="module")
def finished(server: Server) -> str:
    """A match of two people that was played to its end."""
    with seated(server) as (anna, bela, game):
        play_on((anna, bela), game, random.Random(11))
        return game


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_record_becomes_a_finished_game_and_the_same_record_again(
    anna: Person, path: Path
) -> None:
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        game = brings(anna, record)
        assert game["terms"]["against"] == "record"
        assert game["table"]["status"] == "over"
        found = anna.http.get(f"/api/games/{game['id']}/record").json()
        kept = {field for field in record if field != "seed"}
        assert {field: found[field] for field in kept} == {field: record[field] for field in kept}
        assert jaipur.replay(found).winner == record["winner"]


def test_an_imported_record_shows_the_same_positions(anna: Person, finished: str) -> None:
    record = anna.http.get(f"/api/games/{finished}/record").json()
    copy = brings(anna, record)["id"]
    for seat in (0, 1, "public"):
        shown = [
            [
                {**event["view"], "seq": 0}
                for event in positions(anna, game, seat)
                if event["type"] in ("dealt", "moved", "round_over", "match_over")
            ]
            for game in (finished, copy)
        ]
        assert len(shown[0]) > 50
        assert shown[0] == shown[1]
    opened = positions(anna, copy, "open")
    assert all(len(event["views"]) == 2 for event in opened)


def test_anyone_with_the_link_can_look_and_nobody_can_act(server: Server, anna: Person) -> None:
    game = brings(anna, golden("match_won_by_two_seals"))["id"]
    with Person(server) as carl:
        assert carl.view(game, seat=1)["you"]
        for act in ("ready", "resign", "rematch", "seat"):
            assert carl.tries(game, act).status_code in (403, 404, 409)
    answer = anna.http.get(f"/api/games/{game}/proof")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_the_same_record_is_kept_once(anna: Person, bela: Person) -> None:
    record = golden("match_resigned")
    game = brings(anna, record)["id"]
    assert brings(anna, record)["id"] == game
    assert brings(anna, {**record, "players": ["other", "names"]})["id"] != game
    assert brings(bela, record)["id"] != game


def test_levels_and_names_are_those_of_the_record(anna: Person) -> None:
    record = {**golden("match_resigned"), "players": ["kite", "a\u202eb"], "levels": ["kite", "x"]}
    players = brings(anna, record)["table"]["players"]
    assert [(player["name"], player["level"]) for player in players] == [
        ("kite", "kite"),
        ("", None),
    ]


def test_a_record_that_is_none_is_refused_and_says_where(server: Server) -> None:
    record = golden("match_won_by_two_seals")
    wrong = json.loads(json.dumps(record))
    wrong["rounds"][1]["moves"][3] = "+DDDDD-LLLLL"
    with httpx.Client(base_url=server.url) as stranger:
        answer = stranger.post("/api/records", json=wrong)
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_record")
        assert (answer.json()["round"], answer.json()["ply"]) == (2, 3)
        assert answer.json()["sentence"]
        for other in ({}, {"format": "x"}, {**record, "rounds": [[]]}, {**record, "winner": 7}):
            assert stranger.post("/api/records", json=other).json()["code"] == "bad_record"
        assert not stranger.cookies  # nobody was made for it


def test_a_record_that_is_too_long_is_refused(anna: Person) -> None:
    record = golden("match_won_by_two_seals")
    for long in ({**record, "x": "x" * 70_000}, {**record, "rounds": [{"moves": ["+K"] * 1001}]}):
        answer = anna.http.post("/api/records", json=long)
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    # Elsewhere the limit is the smaller one.
    answer = anna.http.post("/api/games", json={"against": "x" * 20_000})
    assert answer.status_code == 413


def many_rounds(count: int) -> Data:
    """A record of rounds that were forfeited before the first move."""
    match = jaipur.Match.deal(seed=7, seals=count)
    for number in range(count):
        match = (match.next_round() if number else match).forfeit(0)
    record: Data = match.record()
    return {field: value for field, value in record.items() if field != "seed"}


def test_the_rounds_of_a_record_are_limited(anna: Person) -> None:
    answer = anna.http.post("/api/records", json=many_rounds(26))
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert answer.json()["most_rounds"] == 25
    game = brings(anna, many_rounds(25))["id"]
    body = anna.http.get(f"/api/games/{game}/positions", params={"seat": "open"})
    assert len(body.content) < 1_000_000


def a_long_record(seed: int, moves: int = 900) -> Data:
    """A record of random play with about so many moves."""
    rng, match = random.Random(seed), jaipur.Match.deal(seed=seed, seals=9)
    for _ in range(moves):
        if match.is_over:
            break
        if match.is_between:
            match = match.next_round()
        match = match.play(rng.choice(list(match.round.legal_moves())))
    if not match.is_over:
        match = match.resign(0)
    record: Data = match.record()
    return record


def test_histories_are_charged_by_their_size(tmp_path: Path) -> None:
    limits = {**NO_LIMITS, "histories": RateLimit(burst=4, rate=0.001)}
    with (
        a_server(roomy(tmp_path / "g.db", limits=limits)) as server,
        Person(server) as bela,
    ):
        address = f"/api/games/{brings(bela, a_long_record(1, 200))['id']}/positions"
        assert len(bela.http.get(address, params={"seat": "open"}).content) > 524_288
        answers = [bela.http.get(address, params={"limit": 1}).status_code for _ in range(3)]
        assert answers[0] == 200
        assert answers[-1] == 429


def test_many_long_histories_do_not_keep_others_waiting(server: Server, finished: str) -> None:
    """While twelve are read, another user's request waits for one part of one history."""
    waits: list[float] = []
    address = f"/api/games/{finished}/positions"

    def read() -> None:
        with httpx.Client(base_url=server.url, timeout=60) as http:
            assert http.get(address, params={"seat": "open"}).status_code == 200

    readers = [threading.Thread(target=read) for _ in range(12)]
    with httpx.Client(base_url=server.url, timeout=60) as http:
        http.get("/api/levels")
        for reader in readers:
            reader.start()
        while any(reader.is_alive() for reader in readers):
            start = time.monotonic()
            assert http.get("/api/levels").status_code == 200
            waits.append(time.monotonic() - start)
            time.sleep(0.01)
    assert sorted(waits)[len(waits) // 2] < 0.5 * slowness()
    for reader in readers:
        reader.join()


def test_a_record_of_a_single_round_is_reviewed_as_that(tmp_path: Path) -> None:
    settings = roomy(tmp_path / "g.db")
    record = golden("round_forfeited_by_0")
    assert record["seals"] == 1
    with a_server(settings, reviewer=quick_reviewer) as server, Person(server) as anna:
        address = f"/api/games/{brings(anna, record)['id']}/review"
        done = wait_for(lambda: (answer := anna.http.get(address)).status_code == 200 and answer)
        moves = done.json()["moves"]
        assert [move["played"]["move"] for move in moves] == record["rounds"][0]["moves"]
        (book,) = done.json()["rounds"]  # the round decides the match
        for line in book["lines"]:
            assert line["share"]["match"] == line["share"]["seal"] * book["stake"]


# Playing from a position


def begins(person: Person, game: str, seq: int, **more: int) -> Data:
    begin = {"game": game, "seq": seq, **more}
    return person.opens("level", level="kite", begin=begin)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_match_is_played_on_from_a_position_to_its_end(
    anna: Person, finished: str, seat: int
) -> None:
    past = positions(anna, finished, seat)
    then = next(event for event in past if event["type"] == "moved" and event["view"]["ply"] == 9)
    opened = begins(anna, finished, then["seq"], seat=seat)
    assert opened["terms"]["begin"] == {"game": finished, "seq": then["seq"], "seat": seat}
    game = opened["id"]
    joined = anna.sits_down(game)
    assert joined["seat"] == seat
    # Up to there it is the same match, card by card.
    mine = positions(anna, game, seat)[: 2 + 1 + 9]
    assert {**mine[-1]["view"], "seq": 0} == {**then["view"], "seq": 0}
    assert [event["type"] for event in mine] == ["joined", "joined", "dealt"] + ["moved"] * 9
    rng = random.Random(seat)
    while (now := anna.waits_for_turn(game))["table"]["status"] != "over":
        if now["table"]["status"] == "between":
            anna.does(game, "ready")
        else:
            view = now["view"]
            anna.does(game, "moves", move=rng.choice(view["moves"]), seq=view["seq"])
    record = anna.http.get(f"/api/games/{game}/record").json()
    source = anna.http.get(f"/api/games/{finished}/record").json()
    assert jaipur.replay(record).winner == now["table"]["winner"]
    assert record["rounds"][0]["deck"] == source["rounds"][0]["deck"]
    assert record["rounds"][1]["deck"] != source["rounds"][1]["deck"]  # not begun in the source
    rematch = anna.does(game, "rematch")["rematch"]
    anna.sits_down(rematch)
    assert anna.http.get(f"/api/games/{rematch}").json()["terms"]["begin"] is None
    assert anna.view(rematch)["ply"] <= 1


def test_seals_and_finished_rounds_come_along(anna: Person, finished: str) -> None:
    past = positions(anna, finished, "public")
    over = next(event for event in past if event["type"] == "round_over")
    later = [event for event in past if event["type"] == "moved" and event["view"]["round"] == 2]
    for then in (over, later[3]):
        game = begins(anna, finished, then["seq"])["id"]
        anna.sits_down(game)
        now = anna.now(game)
        assert now["view"]["round"] == 2
        assert now["table"]["rounds"] == over["table"]["rounds"]
        assert now["view"]["seals"] == later[0]["view"]["seals"]
        assert now["view"]["turn"] == now["view"]["seat"]  # without a seat, the one to move
        assert now["table"]["can_take_back"] is False


def test_moves_from_before_the_position_cannot_be_taken_back(anna: Person, finished: str) -> None:
    then = next(e for e in positions(anna, finished, 0) if e["view"] and e["view"]["ply"] == 6)
    game = begins(anna, finished, then["seq"])["id"]
    anna.sits_down(game)
    start = anna.view(game)
    refused = anna.tries(game, "take_back", seq=start["seq"])
    assert refused.json()["code"] == "nothing_to_take_back"
    anna.moves(game)
    after = anna.waits_for_turn(game)
    anna.does(game, "take_back", seq=after["view"]["seq"])
    assert {**anna.view(game), "seq": 0} == {**start, "seq": 0}
    refused = anna.tries(game, "take_back", seq=anna.view(game)["seq"])
    assert refused.json()["code"] == "nothing_to_take_back"


def test_a_match_that_was_given_up_can_be_played_on(server: Server, anna: Person) -> None:
    with seated(server) as (carl, dora, source):
        play_on((carl, dora), source, random.Random(1), plies=4)
        end = carl.does(source, "resign")
    game = begins(anna, source, end["seq"])["id"]
    anna.sits_down(game)
    now = anna.now(game)
    assert (now["table"]["status"], now["view"]["ply"]) == ("playing", 4)


def test_a_position_of_a_record_can_be_played_on(anna: Person) -> None:
    record = brings(anna, golden("match_resigned"))
    game = begins(anna, record["id"], 5)["id"]
    anna.sits_down(game)
    assert anna.view(game)["ply"] == 2


def test_what_cannot_be_played_on_is_refused(server: Server, anna: Person, finished: str) -> None:
    def code(**body: object) -> str:
        terms = {"against": "level", "level": "kite", **body}
        return str(anna.http.post("/api/games", json=terms).json()["code"])

    last = positions(anna, finished, 0)[-1]["seq"]
    assert code(begin={"game": finished, "seq": last}) == "match_over"
    assert code(begin={"game": finished, "seq": 1}) == "not_started"
    assert code(begin={"game": finished, "seq": last + 1}) == "not_found"
    assert code(begin={"game": finished, "seq": 0}) == "not_found"
    assert code(begin={"game": "nothing", "seq": 5}) == "not_found"
    assert code(begin={"game": finished, "seq": 5}, against="friend") == "bad_request"
    with seated(server) as (carl, _, running):
        assert code(begin={"game": running, "seq": 3}) == "not_found"
        begin = {"game": running, "seq": 3}
        answer = carl.http.post(
            "/api/games", json={"against": "level", "level": "kite", "begin": begin}
        )
        assert answer.json()["code"] == "match_running"


def test_a_game_that_cannot_be_opened_creates_no_user(server: Server) -> None:
    with httpx.Client(base_url=server.url) as stranger:
        answer = stranger.post("/api/games", json={"against": "level", "level": "nobody"})
        assert answer.json()["code"] == "unknown_level"
        assert not stranger.cookies


def test_a_connection_goes_on_after_a_body_that_is_too_large(anna: Person) -> None:
    """The answer comes before the rest of the body, which is dropped and does no harm."""
    for _ in range(40):
        assert anna.http.post("/api/records", json={"x": "x" * 70_000}).status_code in (413, 429)
        assert anna.http.get("/api/me").status_code in (200, 429)
