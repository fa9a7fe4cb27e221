"""A user's own matches over HTTP: history, statistics and export."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from jaipur import Match
from jaipur.coach.match_facts import match_facts
from jaipur.server import schema, stored_facts
from jaipur.server.shapes.records import MatchRecord
from tests.server.finished_games import START_MS, run, store_match, store_matches
from tests.server.games import Data, Person, Server, a_server, roomy, seated
from tests.server.test_reviews import resigned, waits_for_review


def history(person: Person, **query: Any) -> Data:
    answer = person.http.get("/api/me/history", params=query)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def statistics(person: Person, **query: Any) -> Data:
    answer = person.http.get("/api/me/statistics", params=query)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def games(page: Data) -> list[str]:
    return [match["game"] for match in page["matches"]]


def rows(server: Server, **equal: Any) -> list[Data]:
    return run(server, server.services.store.rows(select(schema.match_facts).filter_by(**equal)))


def test_a_match_is_listed_with_its_facts(server: Server, anna: Person) -> None:
    game = store_match(server, anna.id, 1, level="kite")
    page = history(anna)
    match = Match.from_record(anna.http.get(f"/api/games/{game}/record").json())
    facts = match_facts(match, 0)
    (found,) = page["matches"]
    assert found["game"] == game
    assert found["ended_at"] == START_MS + 24 * 3_600_000
    assert (found["opponent"], found["level"], found["ruleset"]) == ("kite", "kite", "standard")
    assert found["result"] == ("won" if facts.won else "lost")
    assert found["seals"] == list(match.seals)
    assert [each["rupees"] for each in found["rounds"]] == [list(r.rupees) for r in match.rounds]
    assert [each["started"] for each in found["rounds"]] == [r.first == 0 for r in match.rounds]
    assert (found["counted"], found["review"], found["ended"]) == (True, None, "seals")
    assert (page["count"], page["next"], page["missing"]) == (1, None, 0)


def test_both_people_of_a_match_see_their_own_side(server: Server) -> None:
    with Person(server, "Vera") as vera, Person(server, "Willi") as willi:
        store_match(server, vera.id, 1, other=willi.id)
        (mine,), (theirs,) = history(vera)["matches"], history(willi)["matches"]
        assert mine["opponent"] == theirs["opponent"] == "people"
        assert {mine["result"], theirs["result"]} == {"won", "lost"}
        assert mine["seals"] == theirs["seals"][::-1]
        assert mine["names"] == theirs["names"][::-1]
        assert statistics(vera)["results"][0]["opponent"] == "people"


def test_pages_follow_each_other_and_filters_hold(server: Server, anna: Person) -> None:
    made = store_matches(server, anna.id, 7)
    boxed = store_match(server, anna.id, 8, level="kite", ruleset="box")
    latest_first = [boxed, *made[::-1]]
    seen: list[str] = []
    after: str | None = ""
    while after is not None:
        page = history(anna, limit=3, after=after)
        assert page["count"] == 8
        seen += games(page)
        after = page["next"]
    assert seen == latest_first
    assert history(anna)["opponents"] == ["kite", "porter", "spicer", "caravan"]
    assert games(history(anna, opponent="porter")) == [made[4], made[1]]
    assert games(history(anna, ruleset="box")) == [boxed]
    since = START_MS + 5 * 24 * 3_600_000
    assert games(history(anna, since=since)) == [boxed, made[6], made[5]]
    won, lost = (games(history(anna, result=result)) for result in ("won", "lost"))
    assert sorted(won + lost) == sorted(latest_first)
    assert not set(won) & set(lost)
    assert history(anna, result="none")["matches"] == []


def test_moves_that_were_taken_back_do_not_count(server: Server, anna: Person) -> None:
    game = anna.plays_against("kite", first="me")
    anna.moves(game)
    anna.waits_for_turn(game)
    seq = anna.view(game)["seq"]
    anna.does(game, "take_back", seq=seq)
    anna.moves(game)
    anna.waits_for_turn(game)
    anna.does(game, "resign")
    (found,) = history(anna)["matches"]
    assert (found["result"], found["gave_up"], found["taken_back"]) == ("lost", True, 1)
    moves = sum(statistics(anna)["figures"][7 + n]["you"]["value"] for n in range(4))
    assert moves == pytest.approx(1)
    facts = json.loads(rows(server, game=game)[0]["facts"])
    (round,) = facts["rounds"]
    assert round["takes"] + round["camels"] + round["exchanges"] + len(round["sales"]) == 1


def test_only_matches_of_ones_own_are_listed(server: Server, anna: Person) -> None:
    anna.http.post("/api/records", json=MatchRecord.EXAMPLE)
    anna.plays_against("kite")
    opened = anna.opens("friend")
    anna.sits_down(opened["id"])
    anna.does(opened["id"], "leave")
    assert history(anna) == {"matches": [], "count": 0, "next": None, "opponents": [], "missing": 0}
    assert statistics(anna)["matches"] == 0


def test_a_game_that_ended_before_the_deal_is_no_match(server: Server) -> None:
    with Person(server, "Anna") as anna, Person(server, "Bela") as bela:
        opened = anna.opens("friend")
        anna.commits(opened["id"])
        bela.accepts(opened["invitation"])
        bela.does(opened["id"], "leave")
        assert history(bela)["count"] == 0
        assert history(bela)["missing"] == 0


def test_two_at_one_screen_and_matches_from_a_position_do_not_count(
    server: Server, anna: Person
) -> None:
    both = anna.opens("self", names=["Nina", "Otto"])["id"]
    anna.sits_down(both)
    anna.tries(both, "resign")
    game = store_match(server, anna.id, 1)
    begin = {"game": game, "seq": 9, "seat": 0}
    position = anna.opens("level", level="kite", begin=begin)["id"]
    anna.sits_down(position)
    anna.does(position, "resign")
    listed = {match["game"]: match for match in history(anna)["matches"]}
    assert listed[position]["counted"] is False
    assert listed[game]["counted"] is True
    assert statistics(anna)["matches"] == 1
    if both in listed:
        assert (listed[both]["opponent"], listed[both]["result"]) == ("self", None)


def test_statistics_answer_with_intervals_beside_the_levels(server: Server, anna: Person) -> None:
    store_matches(server, anna.id, 12)
    store_match(server, anna.id, 20, level="kite", ruleset="box")
    found = statistics(anna)
    assert (found["matches"], found["ruleset"]) == (12, "standard")
    assert found["since"] == START_MS
    assert found["won"]["of"] == 12
    results = {each["opponent"]: each for each in found["results"]}
    assert list(results) == ["kite", "porter", "spicer", "caravan"]
    assert results["porter"]["you"]["of"] == 4
    assert results["porter"]["you"]["low"] < results["porter"]["you"]["high"]
    assert list(results["porter"]["levels"]) == ["kite", "porter", "spicer", "caravan", "jeweller"]
    for figure in found["figures"]:
        assert len(figure["levels"]) == 5, figure
        assert figure["you"]["low"] <= figure["you"]["value"] <= figure["you"]["high"], figure
    started, followed = found["figures"][:2]
    assert started["you"]["of"] + followed["you"]["of"] == found["rounds"]
    assert statistics(anna, ruleset="box")["matches"] == 1
    assert statistics(anna, since=START_MS + 11 * 24 * 3_600_000)["matches"] == 1
    reviewed = found["reviewed"]
    assert (reviewed["matches"], len(reviewed["unreviewed"])) == (0, 12)
    assert (reviewed["luck"], reviewed["error"]["you"], reviewed["course"]) == (None, None, [])


def test_many_old_matches_are_counted_a_part_at_a_time(
    server: Server, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_facts, "MATCHES_AT_ONCE", 2)
    store_matches(server, anna.id, 5)
    assert [history(anna)["missing"] for _ in range(3)] == [3, 1, 0]
    assert history(anna)["count"] == 5


def test_facts_are_computed_once_and_again_for_a_new_version(server: Server, anna: Person) -> None:
    game = store_match(server, anna.id, 1)
    history(anna)
    (stored,) = rows(server, game=game)
    table = schema.match_facts

    def outdate(version: int) -> None:
        change = update(table).where(table.c.game == game)
        work = server.services.store.write(
            lambda c: c.execute(change.values(version=version, taken_back=77)) and None
        )
        run(server, work)

    outdate(stored["version"])
    assert history(anna)["matches"][0]["taken_back"] == 77, "not computed again"
    outdate(stored["version"] - 1)
    assert history(anna)["matches"][0]["taken_back"] == 0
    assert rows(server, game=game) == [stored]


def test_who_is_deleted_leaves_no_facts_and_no_name(server: Server) -> None:
    with Person(server, "Vera") as vera, Person(server, "Willi") as willi:
        game = store_match(server, vera.id, 1, other=willi.id)
        history(vera)
        history(willi)
        assert len(rows(server, game=game)) == 2
        assert vera.http.delete("/api/me").status_code == 204
        assert [row["user_id"] for row in rows(server, game=game)] == [willi.id]
        assert history(willi)["matches"][0]["names"][1] == ""


def test_an_export_has_every_match_and_the_statistics(server: Server, anna: Person) -> None:
    made = store_matches(server, anna.id, 12)
    answer = anna.http.get("/api/me/export")
    assert answer.headers["content-type"] == "application/zip"
    assert "jaipur-matches.zip" in answer.headers["content-disposition"]
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        records = [json.loads(line) for line in archive.read("matches.jsonl").splitlines()]
        table = list(csv.DictReader(io.StringIO(archive.read("matches.csv").decode())))
        figures = json.loads(archive.read("statistics-standard.json"))
    assert [row["game"] for row in table] == made[::-1]
    matches = [Match.from_record(record) for record in records]
    assert [f"{m.seals[0]}{m.seals[1]}" for m in matches] == [
        row["seals"] + row["opponent_seals"] for row in table
    ]
    assert records[0]["levels"] == [None, "spicer"]
    assert figures["matches"] == 12
    assert table[0]["luck"] == ""


def test_a_name_is_no_formula_in_a_spreadsheet(server: Server) -> None:
    with Person(server, "Anna") as anna:
        anna.http.patch("/api/me", json={"name": "=1+1"})
        game = anna.plays_against("kite")
        anna.does(game, "resign")
        with zipfile.ZipFile(io.BytesIO(anna.http.get("/api/me/export").content)) as archive:
            (row,) = csv.DictReader(io.StringIO(archive.read("matches.csv").decode()))
    assert row["you"] == "'=1+1"


def test_an_export_of_nothing_is_an_empty_table(anna: Person) -> None:
    with zipfile.ZipFile(io.BytesIO(anna.http.get("/api/me/export").content)) as archive:
        assert archive.read("matches.jsonl") == b""
        assert archive.read("matches.csv").decode().count("\n") == 1


@pytest.mark.parametrize("path", ["history", "statistics", "export"])
def test_a_visitor_has_no_matches(server: Server, anna: Person, path: str) -> None:
    del anna.http.headers["Authorization"]
    answer = anna.http.get(f"/api/me/{path}")
    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")


@pytest.mark.parametrize(
    "query",
    [
        {"limit": 0},
        {"limit": 101},
        {"opponent": "nobody"},
        {"result": "draw"},
        {"ruleset": "tiny"},
        {"after": "yesterday"},
        {"since": -1},
    ],
)
def test_a_wrong_query_is_refused(anna: Person, query: Data) -> None:
    answer = anna.http.get("/api/me/history", params=query)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


def test_the_facts_are_stored_on_both_databases(database: str) -> None:
    with a_server(roomy(database)) as server, seated(server) as (anna, bela, game):
        anna.does(game, "resign")
        assert history(anna)["matches"][0]["result"] == "lost"
        assert history(bela, result="won", opponent="people")["count"] == 1
        assert statistics(bela)["won"]["value"] == 1
        assert history(bela, after=history(bela, limit=1)["next"] or "")["count"] == 1


def test_what_a_review_says_is_in_history_and_statistics(tmp_path: Path) -> None:
    with (
        a_server(roomy(tmp_path / "games.db", review_samples=24)) as server,
        Person(server, "Anna") as anna,
    ):
        games = [resigned(anna, moves=2), resigned(anna, moves=2)]
        assert statistics(anna)["reviewed"]["unreviewed"] == games[::-1]
        review = waits_for_review(anna, games[0])
        found = {match["game"]: match["review"] for match in history(anna)["matches"]}
        assert found[games[1]] is None
        mine = review["summaries"][0]
        luck = mine["luck"]["share"]["match"] / review["scales"]["match"]
        assert found[games[0]]["luck"] == pytest.approx(luck, abs=1e-4)
        assert found[games[0]]["decisions"] == mine["accuracy"]["decisions"]
        reviewed = statistics(anna)["reviewed"]
        assert (reviewed["matches"], reviewed["unreviewed"]) == (1, [games[1]])
        assert reviewed["luck"]["total"] == pytest.approx(luck, abs=1e-4)
        assert [point["game"] for point in reviewed["course"]] == [games[0]]
        assert list(reviewed["error"]["levels"]) == [
            "kite",
            "porter",
            "spicer",
            "caravan",
            "jeweller",
        ]
        decisions = found[games[0]]["decisions"]
        for theme in reviewed["themes"]:
            assert theme["you"]["value"] == pytest.approx(theme["lost"] / decisions, abs=1e-4)
            assert list(theme["levels"]) == list(reviewed["error"]["levels"])
