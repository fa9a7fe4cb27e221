"""Take-backs, hints and explanations."""

from __future__ import annotations

import threading
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from jaipur import Move, View
from jaipur.server.entropy import Entropy
from jaipur.server.levels import MoveEstimate
from tests.server.games import Person, Server, a_server, roomy, seated, wait_for


class PlainAnalyst:
    """An engine for tests: it knows nothing, and says so precisely."""

    def best(self, view: View, count: int) -> list[MoveEstimate]:
        return [MoveEstimate(move=str(move), win=0.5, error=0.1) for move in view.moves[:count]]


def test_a_take_back_goes_to_ones_own_last_decision_with_the_same_deck(anna: Person) -> None:
    game = anna.plays_against("porter", first="me")
    start = anna.waits_for_turn(game)["view"]
    moved = anna.does(game, "moves", move="+K", seq=start["seq"])
    after = anna.waits_for_turn(game)
    assert after["view"]["ply"] == 2
    assert after["table"]["can_take_back"]
    taken = anna.does(game, "take_back", seq=after["view"]["seq"])
    assert (taken["type"], taken["to"]) == ("taken_back", start["seq"])
    assert {**taken["view"], "seq": 0} == {**start, "seq": 0}
    assert taken["table"]["taken_back"] == 1
    assert (
        anna.tries(game, "take_back", seq=taken["view"]["seq"]).json()["code"]
        == "nothing_to_take_back"
    )
    again = anna.does(game, "moves", move="+K", seq=taken["view"]["seq"])
    assert again["drawn"] == moved["drawn"]


def test_a_take_back_makes_a_level_drop_its_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughts: list[View] = []
    gates = [threading.Event(), threading.Event()]
    chosen: list[Move] = []

    def slow(level: str, view: View, seed: int) -> Move:
        number = len(thoughts)
        thoughts.append(view)
        gates[number].wait(60)
        return chosen[number]

    class Slowly(ThreadPoolExecutor):
        """The threads of this server alone: tables of other tests may still be thinking."""

        def submit(self, _choose: Any, /, *args: Any, **_: Any) -> Future[Any]:
            return super().submit(slow, *args)

    entropy = Entropy(secret=lambda: bytes(32))  # the same deal every time
    with a_server(roomy(tmp_path / "g.db"), entropy=entropy) as server, Person(server) as anna:
        monkeypatch.setattr(server.services.level_runner._threads, "_pool", Slowly(2))
        game = anna.plays_against(first="me")
        start = anna.now(game)["view"]
        moved = anna.does(game, "moves", move="+K", seq=start["seq"])
        wait_for(lambda: len(thoughts) == 1)
        taken = anna.does(game, "take_back", seq=moved["view"]["seq"])
        other = next(move for move in taken["view"]["moves"] if move != "+K")
        played = anna.does(game, "moves", move=other, seq=taken["view"]["seq"])
        wait_for(lambda: len(thoughts) == 2)
        # Both thoughts are legal now, but the first belongs to a position that is gone.
        both = [move for move in thoughts[1].moves if move in thoughts[0].moves]
        chosen += [both[0], next(move for move in thoughts[1].moves if move != both[0])]
        gates[0].set()
        wait_for(lambda: len(server.services.level_runner._tasks) == 1)
        assert anna.now(game)["seq"] == played["seq"]
        gates[1].set()
        assert anna.waits_for_turn(game)["view"]["last"] == str(chosen[1])


def test_people_do_not_take_back(server: Server) -> None:
    with seated(server, first="me") as (anna, _, game):
        event = anna.moves(game, "+K")
        answer = anna.tries(game, "take_back", seq=event["view"]["seq"])
        assert answer.json()["code"] == "no_take_back"


def test_the_maker_may_play_without_take_backs(anna: Person) -> None:
    game = anna.plays_against(take_backs=False)
    view = anna.waits_for_turn(game)["view"]
    assert anna.tries(game, "take_back", seq=view["seq"]).json()["code"] == "no_take_back"


def test_without_an_engine_there_are_no_hints_and_no_review(tmp_path: Path) -> None:
    with a_server(roomy(tmp_path / "g.db", engine=False)) as server, Person(server) as anna:
        game = anna.plays_against()
        anna.waits_for_turn(game)
        answer = anna.tries(game, "hint")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_engine")
        assert anna.http.get("/api/levels").json()["hints"] is False
        assert anna.http.get(f"/api/games/{game}").json()["terms"]["hints"] is False
        anna.does(game, "resign")
        answer = anna.http.get(f"/api/games/{game}/review")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_engine")


def test_the_default_engine_gives_hints(anna: Person) -> None:
    game = anna.plays_against()
    view = anna.waits_for_turn(game)["view"]
    hints = anna.does(game, "hint", count=3)["hints"]
    assert all(hint["move"] in view["moves"] and 0 <= hint["win"] <= 1 for hint in hints)
    assert [hint["win"] for hint in hints] == sorted((h["win"] for h in hints), reverse=True)


def test_every_level_moves(anna: Person) -> None:
    for level in anna.http.get("/api/levels").json()["levels"]:
        game = anna.plays_against(level["name"], first="other")
        assert anna.waits_for_turn(game)["view"]["ply"] == 1


def test_a_hint_names_moves_with_how_likely_they_win(tmp_path: Path) -> None:
    with (
        a_server(roomy(f"{tmp_path}/g.db"), analyst=PlainAnalyst()) as server,
        Person(server) as anna,
    ):
        game = anna.plays_against()
        view = anna.waits_for_turn(game)["view"]
        hints = anna.does(game, "hint", count=2)
        assert hints["seq"] == view["seq"]
        assert [hint["move"] for hint in hints["hints"]] == view["moves"][:2]
        assert hints["hints"][0]["win"] == 0.5
        with seated(server) as (carl, _, other):
            assert carl.tries(other, "hint").json()["code"] == "no_hints"
