"""A match over HTTP: seats, moves, rounds, the end, and what is refused on the way."""

from __future__ import annotations

import random

import pytest

import jaipur
from tests.server.games import Data, Person, Server, play_on, seated


def test_a_match_of_two_people_is_played_to_its_end(server: Server) -> None:
    with seated(server) as (anna, bela, game):
        end = play_on((anna, bela), game, random.Random(1))
        assert end["table"]["ended"] == "seals"
        seals = [sum(each["seal"] == seat for each in end["table"]["rounds"]) for seat in (0, 1)]
        assert max(seals) == 2
        result = {"winner": end["table"]["winner"], "seals": seals}
        assert lobby_game(bela, game)["result"] == result
        record = anna.http.get(f"/api/games/{game}/record").json()
        match = jaipur.replay(record)
        assert match.winner == end["table"]["winner"]
        assert match.players == ("Anna", "Bela")
        proof = anna.http.get(f"/api/games/{game}/proof").json()
        assert match.seed is not None
        assert proof["seed"] == match.seed.hex()
        assert proof["nonces"] == ["11" * 16, "22" * 16]


def test_a_match_against_a_level_is_played_to_its_end(anna: Person) -> None:
    game, rng = anna.plays_against("porter"), random.Random(2)
    while (snapshot := anna.waits_for_turn(game))["table"]["status"] != "over":
        if snapshot["table"]["status"] == "between":
            anna.does(game, "ready")
        else:
            view = snapshot["view"]
            anna.does(game, "moves", move=rng.choice(view["moves"]), seq=view["seq"])
    assert snapshot["table"]["winner"] in (0, 1)


def test_one_person_plays_both_seats_and_sees_a_hand_only_when_asked_for(anna: Person) -> None:
    game = str(anna.opens("self")["id"])
    anna.sits_down(game)
    public = anna.view(game)
    assert public["seat"] is None
    assert "you" not in public
    for seat in (0, 1):
        assert anna.view(game, seat=seat)["you"]["hand"] != ""
    for _ in range(6):
        view = anna.view(game, seat=anna.view(game)["turn"])
        answer = anna.does(game, "moves", move=view["moves"][0], seq=view["seq"])
        assert answer["view"]["seat"] == view["seat"]


def test_two_at_one_screen_have_their_names_everywhere(anna: Person, bela: Person) -> None:
    opened = anna.opens("self", names=["  Zoe ", "Yan"])
    game = str(opened["id"])
    assert opened["terms"]["names"] == ["Zoe", "Yan"]
    joined = anna.sits_down(game)
    assert joined["name"] == "Zoe"
    assert [player["name"] for player in anna.now(game)["table"]["players"]] == ["Zoe", "Yan"]
    assert lobby_game(anna, game)["names"] == ["Zoe", "Yan"]
    anna.does(game, "resign")
    assert bela.http.get(f"/api/games/{game}/record").json()["players"] == ["Zoe", "Yan"]
    again = anna.does(game, "rematch")["rematch"]
    anna.sits_down(again)
    assert [player["name"] for player in anna.now(again)["table"]["players"]] == ["Zoe", "Yan"]


def test_names_at_one_screen_are_checked_as_names_of_users_are(anna: Person) -> None:
    for terms, status, code in (
        ({"against": "self", "names": ["Zoe", "\u200b"]}, 422, "bad_name"),
        ({"against": "self", "names": ["The porter", "Yan"]}, 422, "reserved_name"),
        ({"against": "self", "names": ["Zoe"]}, 400, "bad_request"),
        ({"against": "self", "names": ["Zoe", "Y" * 97]}, 400, "bad_request"),
        ({"against": "friend", "names": ["Zoe", "Yan"]}, 400, "bad_request"),
    ):
        answer = anna.http.post("/api/games", json=terms)
        assert (answer.status_code, answer.json()["code"]) == (status, code), terms


def lobby_game(person: Person, game: str) -> Data:
    (found,) = [each for each in person.http.get("/api/lobby").json()["mine"] if each["id"] == game]
    return dict(found)


def test_the_lobby_has_the_results_of_finished_matches(server: Server) -> None:
    with seated(server) as (anna, bela, game):
        assert lobby_game(anna, game)["result"] is None
        bela.does(game, "resign")
        assert lobby_game(anna, game)["result"] == {"winner": 0, "seals": [0, 0]}
        assert lobby_game(bela, game)["result"] == {"winner": 0, "seals": [0, 0]}


def test_an_offered_rematch_stands_in_the_lobby_with_both_names(server: Server) -> None:
    with seated(server) as (anna, bela, game):
        bela.does(game, "resign")
        new = bela.does(game, "rematch")["rematch"]
        for person in (anna, bela):
            found = lobby_game(person, new)
            assert (found["status"], found["names"]) == ("open", ["Anna", "Bela"])
            assert found["rematch_of"] == game
        anna.does(game, "rematch")
        anna.sits_down(new)
        found = lobby_game(bela, new)
        assert (found["names"], found["rematch_of"]) == (["Anna", "Bela"], None)
        bela.sits_down(new)
        assert lobby_game(bela, new)["rematch_of"] is None


def test_a_withdrawn_invitation_is_no_finished_match(anna: Person) -> None:
    game = str(anna.opens("friend")["id"])
    anna.sits_down(game)
    assert lobby_game(anna, game)["status"] == "open"
    anna.does(game, "leave")
    assert all(each["id"] != game for each in anna.http.get("/api/lobby").json()["mine"])


def test_a_refused_move_says_why_and_changes_nothing(server: Server) -> None:
    with seated(server, first="me") as (anna, bela, game):
        before = anna.now(game)
        seq = before["view"]["seq"]
        for person, move, code in (
            (anna, "hello", "not_a_move"),
            (anna, "+D-K", "exchange_needs_two"),
            (anna, "$K2", "camels_not_sold"),
            (bela, "+K", "not_your_turn"),
        ):
            answer = person.tries(game, "moves", move=move, seq=seq)
            assert (answer.status_code, answer.json()["code"]) == (422, code)
            assert answer.json()["sentence"] == jaipur.Refusal(code).sentence
        assert anna.now(game) == before


def test_a_move_may_be_written_in_words(server: Server) -> None:
    with seated(server, first="me") as (anna, _, game):
        assert anna.moves(game, "take the camels")["move"] == "+K"


def test_a_stale_move_is_answered_with_the_current_view(server: Server) -> None:
    with seated(server, first="me") as (anna, bela, game):
        seq = anna.view(game)["seq"]
        anna.moves(game, "+K")
        answer = bela.tries(game, "moves", move="+K", seq=seq)
        assert (answer.status_code, answer.json()["code"]) == (409, "stale")
        assert answer.json()["current"] == bela.now(game)


def test_the_same_key_gets_the_first_answer_again(server: Server) -> None:
    with seated(server, first="me") as (anna, bela, game):
        seq = anna.view(game)["seq"]
        first = anna.tries(game, "moves", move="+K", seq=seq, key="k1")
        assert first.status_code == 200
        for number in range(20):  # more than the keys that are kept in memory
            mover = (anna, bela)[anna.view(game)["turn"]]
            mover.moves(game, key=f"k1-{number}")
        again = anna.tries(game, "moves", move="+K", seq=seq, key="k1")
        assert again.content == first.content
        if anna.view(game)["turn"] == 1:
            bela.moves(game)
        # Even where another move could be played now.
        assert anna.moves(game, key="k1") == first.json()
        # The key is Anna's: Bela's of the same name is another.
        answer = bela.tries(game, "moves", move="+K", seq=seq, key="k1")
        assert answer.json()["code"] == "stale"


def test_a_game_opened_twice_with_one_key_is_one_game(anna: Person) -> None:
    assert anna.opens(key="once")["id"] == anna.opens(key="once")["id"]
    assert anna.opens(key="twice")["id"] != anna.opens(key="once")["id"]


def test_the_next_round_is_dealt_when_each_person_has_asked_for_it(server: Server) -> None:
    with seated(server) as (anna, bela, game):
        rng = random.Random(3)
        while anna.now(game)["table"]["status"] == "playing":
            play_on((anna, bela), game, rng, plies=1)
        between = anna.now(game)
        assert between["table"]["status"] == "between"
        assert between["table"]["waits_for"] == [0, 1]
        assert between["view"]["over"]["hands"]
        refused = anna.tries(game, "moves", move="+K", seq=between["view"]["seq"])
        assert refused.json()["code"] == "round_over"
        anna.does(game, "ready")
        anna.does(game, "ready")  # twice is once
        assert anna.now(game)["table"]["waits_for"] == [1]
        bela.does(game, "ready")
        dealt = anna.now(game)
        assert (dealt["table"]["status"], dealt["view"]["round"]) == ("playing", 2)


def test_resigning_gives_the_match_to_the_other(server: Server) -> None:
    with seated(server) as (anna, bela, game):
        event = bela.does(game, "resign")
        assert (event["type"], event["ended"], event["by"], event["winner"]) == (
            "match_over",
            "resigned",
            1,
            0,
        )
        assert anna.tries(game, "resign").json()["code"] == "match_over"
        record = anna.http.get(f"/api/games/{game}/record").json()
        assert jaipur.replay(record).ended == "resigned"


def test_an_open_game_can_be_withdrawn(anna: Person, bela: Person) -> None:
    opened = anna.opens("friend")
    anna.sits_down(opened["id"])
    anna.does(opened["id"], "leave")
    token = opened["invitation"].rsplit("/", 1)[-1]
    assert bela.http.get(f"/api/invitations/{token}").json()["open"] is False
    assert bela.http.post(f"/api/invitations/{token}", json={}).json()["code"] == "seat_taken"


def test_leaving_a_running_match_abandons_it(server: Server) -> None:
    with seated(server) as (anna, bela, game):
        anna.does(game, "leave")
        assert bela.now(game)["table"]["ended"] == "abandoned"
        assert bela.now(game)["table"]["winner"] == 1


def test_two_offers_are_a_rematch_in_which_the_other_seat_starts(server: Server) -> None:
    with seated(server) as (anna, bela, game):
        first = anna.view(game)["first"]
        anna.does(game, "resign")
        new = anna.does(game, "rematch")["rematch"]
        assert bela.does(game, "rematch")["rematch"] == new
        players = anna.now(game)["table"]["players"]
        assert [player["offers_rematch"] for player in players] == [True, True]
        bela.sits_down(new)
        anna.sits_down(new)
        assert anna.view(new)["first"] == 1 - first
        assert (anna.view(new)["seat"], bela.view(new)["seat"]) == (0, 1)


def test_a_level_accepts_a_rematch_at_once(anna: Person) -> None:
    game = anna.plays_against("kite")
    anna.does(game, "resign")
    new = anna.does(game, "rematch")["rematch"]
    assert all(player["offers_rematch"] for player in anna.now(game)["table"]["players"])
    anna.sits_down(new)
    assert anna.view(new)["round"] == 1


@pytest.mark.parametrize("ruleset", ["standard", "box"])
def test_both_rulesets_can_be_played(anna: Person, ruleset: str) -> None:
    assert anna.view(anna.plays_against(ruleset=ruleset))["ruleset"] == ruleset


def test_unknown_levels_and_rulesets_are_refused(anna: Person) -> None:
    for body, code in (
        ({"against": "level", "level": "nobody"}, "unknown_level"),
        ({"against": "friend", "ruleset": "chess"}, "unknown_ruleset"),
        ({"against": "level", "ruleset": "mini"}, "unknown_ruleset"),
        ({"against": "level", "time": 7}, "bad_request"),
        ({"against": "level", "bogus": 7}, "bad_request"),
    ):
        assert anna.http.post("/api/games", json=body).json()["code"] == code


def test_a_move_that_is_not_json_is_refused_as_any_other_request_is(anna: Person) -> None:
    game = anna.plays_against()
    move = b'{"move": "+K", "seq": 3}'
    for kind, body in (
        ("text/plain", move),
        ("application/json", move[:-1]),
        ("application/json", b'{"move": "+K"}'),
        ("application/json", b""),
    ):
        headers = {"Content-Type": kind}
        answer = anna.http.post(f"/api/games/{game}/moves", content=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_request"), body
        assert answer.json()["errors"][0]["where"][0] == "body"
    # With a parameter it is JSON as well, and the move is looked at.
    headers = {"Content-Type": "application/json; charset=utf-8"}
    answer = anna.http.post(f"/api/games/{game}/moves", content=move, headers=headers)
    assert answer.json().get("code") != "bad_request"
