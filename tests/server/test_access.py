"""Who may see and do what: players, strangers, spectators, before and after the match."""

from __future__ import annotations

import random
import re
from pathlib import Path

import httpx
import pytest

from jaipur.players import levels
from jaipur.server.static_files import version_with
from tests.server.games import Data, Person, Server, play_on, seated

READS = (
    "",
    "/events?wait=0",
    "/view",
    "/positions",
    "/positions/1",
    "/record",
    "/proof",
    "/review",
    "/review/line?round=1&ply=0",
)
ACTS = (
    "seat",
    "moves",
    "explain",
    "ready",
    "take_back",
    "resign",
    "leave",
    "claim",
    "rematch",
    "hint",
    "review/try",
)
BODIES: dict[str, Data] = {
    "moves": {"move": "+K", "seq": 3},
    "take_back": {"seq": 3},
    "claim": {"what": "match"},
    "review/try": {"round": 1, "ply": 0, "move": "+K"},
}


def test_to_a_stranger_a_game_does_not_exist(server: Server) -> None:
    with seated(server) as (anna, _, game), Person(server) as carl:
        before = anna.now(game)
        missing = carl.http.get("/api/games/nothing")
        for read in READS:
            for answer in (
                carl.http.get(f"/api/games/{game}{read}"),
                httpx.get(f"{server.url}/api/games/{game}{read}"),
            ):
                assert answer.status_code == 404, read
                assert answer.content == missing.content
        for act in ACTS:
            answer = carl.tries(game, act, **BODIES.get(act, {}))
            assert (answer.status_code, answer.content) == (404, missing.content)
        assert anna.now(game) == before


def test_a_spectator_sees_the_public_view_and_cannot_act(server: Server) -> None:
    with seated(server, watchable=True, first="me") as (anna, _, game), Person(server) as carl:
        seen = carl.now(game)["view"]
        assert seen["seat"] is None
        assert "moves" not in seen
        assert [seat["hand"] for seat in seen["seats"]] == [
            len(anna.view(game)["you"]["hand"]),
            anna.view(game)["opponent"]["hand"],
        ]
        for seat in (0, 1):
            answer = carl.http.get(f"/api/games/{game}/view", params={"seat": seat})
            assert answer.json()["code"] == "match_running"
        for act in ACTS[1:]:
            answer = carl.tries(game, act, **BODIES.get(act, {}))
            assert answer.status_code in ((409,) if act == "review/try" else (403, 404)), act
        for late in ("record", "proof"):
            assert carl.http.get(f"/api/games/{game}/{late}").json()["code"] == "match_running"
        assert any(line["id"] == game for line in carl.http.get("/api/lobby").json()["watch"])


def test_a_spectator_sees_both_hands_once_a_round_is_over(server: Server) -> None:
    with (
        seated(server, watchable=True, ruleset="tiny") as (anna, bela, game),
        Person(server) as carl,
    ):
        rng = random.Random(1)
        while (now := carl.now(game))["table"]["status"] == "playing":
            assert now["view"]["over"] is None
            assert all(isinstance(seat["hand"], int) for seat in now["view"]["seats"])
            play_on((anna, bela), game, rng, plies=1)
        assert now["view"]["over"]["hands"] == anna.view(game)["over"]["hands"]
        assert len(now["view"]["over"]["bonus"]) == 2


def test_names_of_games_and_invitations_cannot_be_guessed(anna: Person) -> None:
    found = [anna.opens("friend") for _ in range(20)]
    for names in (
        {game["id"] for game in found},
        {game["invitation"].rsplit("/", 1)[-1] for game in found},
    ):
        assert len(names) == 20
        # 128 bits of chance: 22 letters of 64, and every one of them in every place.
        assert all(re.fullmatch(r"[\w-]{22}", name) for name in names)
        assert all(len({name[place] for name in names}) > 5 for place in range(21))


def test_a_player_cannot_get_the_view_of_the_other_seat(server: Server) -> None:
    with seated(server, watchable=True) as (anna, _, game):
        for address in (
            "view?seat=1",
            "events?wait=0&seat=1",
            "positions?seat=1",
            "positions?seat=open",
        ):
            answer = anna.http.get(f"/api/games/{game}/{address}")
            assert (answer.status_code, answer.json()["code"]) == (409, "match_running")
        assert anna.http.get(f"/api/games/{game}/positions?seat=public").status_code == 200


def test_a_finished_game_is_open_to_anyone_with_the_link(server: Server) -> None:
    with seated(server) as (anna, _, game), Person(server) as carl:
        anna.moves(game) if anna.view(game)["turn"] == 0 else None
        anna.does(game, "resign")
        hands = [carl.view(game, seat=seat)["you"]["hand"] for seat in (0, 1)]
        assert all(hands)
        both = carl.http.get(f"/api/games/{game}/positions?seat=open").json()["events"]
        dealt = next(event for event in both if event["type"] == "dealt")
        assert [view["seat"] for view in dealt["views"]] == [0, 1]
        proof = carl.http.get(f"/api/games/{game}/proof").json()
        assert proof["commitment"] == carl.http.get(f"/api/games/{game}").json()["commitment"]


def test_past_positions_are_as_one_saw_them(server: Server) -> None:
    with seated(server) as (anna, bela, game):
        seen = []
        for _ in range(12):
            mover = (anna, bela)[anna.view(game)["turn"]]
            mover.moves(game)
            seen.append(anna.now(game)["view"])
        past = anna.http.get(f"/api/games/{game}/positions").json()["events"]
        assert [event["view"] for event in past[-12:]] == seen
        assert past == anna.hears(game, 0)
        one = anna.http.get(f"/api/games/{game}/positions/{past[5]['seq']}").json()
        assert one == past[5]
        some = anna.http.get(f"/api/games/{game}/positions?after=4&limit=3").json()["events"]
        assert some == past[4:7]
        for wrong in (0, -1, 10_000, "x"):
            assert anna.http.get(f"/api/games/{game}/positions/{wrong}").status_code in (400, 404)


def test_a_seat_is_taken_by_post_and_once(server: Server, anna: Person, bela: Person) -> None:
    opened = anna.opens("friend")
    game, token = opened["id"], opened["invitation"].rsplit("/", 1)[-1]
    anna.sits_down(game)
    waiting = anna.http.get(f"/api/invitations/{token}").json()
    assert (waiting["yours"], waiting["open"], waiting["game"]) == (True, True, game)
    offer = bela.http.get(f"/api/invitations/{token}").json()
    assert (offer["yours"], offer["open"], offer["by"]) == (False, True, "Anna")
    assert anna.now(game)["table"]["players"][1] is None  # reading took no seat
    # One's own invitation gives no second seat.
    assert anna.http.post(f"/api/invitations/{token}", json={}).json()["code"] == "seat_taken"
    bela.accepts(token)
    with Person(server) as carl:
        late = carl.http.post(f"/api/invitations/{token}", json={})
        assert (late.status_code, late.json()["code"]) == (409, "seat_taken")
    assert bela.http.get(f"/api/invitations/{token}").json()["yours"] is True
    assert bela.http.get("/api/invitations/nothing").status_code == 404


def test_the_lobby_has_mine_to_move_first(server: Server) -> None:
    with Person(server) as anna, Person(server) as bela:
        waiting = anna.opens("friend", listed=True)
        anna.sits_down(waiting["id"])
        games = []
        for first in ("me", "other"):
            opened = anna.opens("friend", first=first)
            anna.sits_down(opened["id"])
            bela.accepts(opened["invitation"])
            games.append(opened["id"])
        over = anna.plays_against()
        anna.does(over, "resign")
        mine = anna.http.get("/api/lobby").json()["mine"]
        order = [line["id"] for line in mine]
        assert order[0] == games[0]
        assert order[-1] == over
        assert [line["your_turn"] for line in mine] == [True, False, False, False]
        invitations = bela.http.get("/api/lobby").json()["invitations"]
        token = next(line["invitation"] for line in invitations if line["id"] == waiting["id"])
        assert waiting["invitation"].endswith(token)
        assert all(line["invitation"] is None for line in mine)
        bela.accepts(token)


def test_an_invitation_that_is_not_listed_stands_in_no_lobby(anna: Person, bela: Person) -> None:
    game = anna.opens("friend")["id"]
    assert all(line["id"] != game for line in bela.http.get("/api/lobby").json()["invitations"])


@pytest.mark.parametrize(
    "address", ["/api/rulesets", "/api/levels", "/api/limits", "/healthz", "/metrics", "/api", "/"]
)
def test_public_information_needs_no_session(server: Server, anna: Person, address: str) -> None:
    answer = anna.http.get(address)
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_the_rulesets_have_every_number(anna: Person) -> None:
    found = {rules["name"]: rules for rules in anna.http.get("/api/rulesets").json()["rulesets"]}
    assert found["standard"]["bonus"]["3"] == [1, 1, 2, 2, 3, 3]
    assert found["box"]["bonus"]["5"] == [8, 8, 9, 10, 10]
    assert found["standard"]["cards"]["K"] == 11
    assert found["standard"]["differs"] == []
    assert found["box"]["differs"] == ["bonus"]


def test_the_levels_come_with_their_ratings(anna: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    measured = {"standard": {"porter": 1200}, "box": {"porter": 1190}}
    monkeypatch.setattr(levels, "ratings", lambda: measured)
    found = {level["name"]: level for level in anna.http.get("/api/levels").json()["levels"]}
    assert list(found) == ["kite", "porter", "spicer", "caravan", "jeweller"]
    assert (found["porter"]["rating"], found["porter"]["ratings"]) == (
        1200,
        {"standard": 1200, "box": 1190},
    )
    assert (found["kite"]["rating"], found["kite"]["ratings"]) == (None, {})


def test_the_range_of_ratings_is_the_one_that_can_be_played(anna: Person) -> None:
    dial = anna.http.get("/api/levels").json()["dial"]
    assert dial["lowest"] < dial["highest"]
    for rating, code in ((dial["lowest"], 201), (dial["highest"] + 1, 422)):
        terms = {"against": "level", "level": f"level:{rating}"}
        assert anna.http.post("/api/games", json=terms).status_code == code


def test_the_version_changes_with_the_page(tmp_path: Path) -> None:
    none = version_with(tmp_path)
    found = []
    for text in ("one", "two", "two"):
        (tmp_path / "index.html").write_text(text)
        found.append(version_with(tmp_path))
    assert len({none, *found}) == 3
    assert found[1] == found[2]
