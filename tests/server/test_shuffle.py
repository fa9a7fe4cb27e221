"""The shuffle at a table: whoever knows the secret cannot choose it, and everybody can check it."""

from __future__ import annotations

import hashlib
import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

import jaipur
from jaipur import Deal, ShuffleError, check_shuffle, deal_from
from jaipur.server.clock import Clock
from jaipur.server.game import ABSENCE_MS
from tests.server.games import Data, Person, Server, a_server, play_on, roomy, seated, wait_for

NONCE = bytes(range(16)).hex()


def chosen_by_the_host(database: Path) -> tuple[str, Deal]:
    """What a host on seat 1 does: try nonces with all that its server has, until a deal is good."""
    with sqlite3.connect(database) as rows:
        (secret,) = rows.execute("SELECT secret FROM games").fetchone()
        (joined,) = rows.execute("SELECT data FROM events WHERE kind = 'joined'").fetchone()
    known = bytes.fromhex(secret) + bytes.fromhex(json.loads(joined).get("nonce") or "00" * 16)
    rng = random.Random(1)
    for _ in range(10_000):
        nonce = rng.randbytes(16)
        deal = deal_from(hashlib.sha256(known + nonce).digest())
        if deal.first == 1 and sum(card in "DG" for card in deal.deck[5:10]) >= 3:
            return nonce.hex(), deal
    raise AssertionError("no nonce gave a good deal")


def proof_and_record(person: Person, game: str) -> tuple[Data, Data]:
    proof, record = (person.http.get(f"/api/games/{game}/{what}") for what in ("proof", "record"))
    assert (proof.status_code, record.status_code) == (200, 200)
    return proof.json(), record.json()


def shuffling(anna: Person, bela: Person, **terms: Any) -> str:
    """A game of two users before the deal: Anna has committed to a nonce, Bela has sent one."""
    opened = anna.opens("friend", **terms)
    anna.commits(opened["id"], NONCE)
    bela.accepts(opened["invitation"])
    return str(opened["id"])


@pytest.mark.parametrize("opener_commits", [True, False])
def test_a_host_on_seat_1_chooses_the_deal_only_of_an_opener_who_trusts_it(
    opener_commits: bool, tmp_path: Path
) -> None:
    database = tmp_path / "host.db"
    with a_server(roomy(database)) as server, Person(server) as anna, Person(server) as host:
        opened = anna.opens("friend")
        game = opened["id"]
        if opener_commits:
            anna.commits(game, NONCE)
        else:
            anna.sits_down(game, NONCE)
        nonce, wish = chosen_by_the_host(database)
        host.accepts(opened["invitation"], nonce)
        if opener_commits:
            anna.reveals(game, NONCE)
        host.does(game, "resign")
        proof, record = proof_and_record(anna, game)
        check_shuffle(proof, record)
        assert (record["rounds"][0]["deck"] == wish.deck) is not opener_commits


def test_the_cards_are_dealt_when_the_opener_reveals_its_nonce(anna: Person, bela: Person) -> None:
    game = shuffling(anna, bela)
    for person in (anna, bela):
        now = person.now(game)
        assert now["view"] is None
        assert now["table"]["status"] == "shuffling"
        assert now["table"]["waits_for"] == [0]
    revealed = anna.reveals(game, NONCE)
    assert (revealed["type"], revealed["seat"], revealed["nonce"]) == ("revealed", 0, NONCE)
    types = [event["type"] for event in bela.hears(game, 0)]
    assert types == ["joined", "joined", "revealed", "dealt"]
    assert bela.now(game)["table"]["status"] == "playing"


def test_the_opener_is_bound_before_the_other_nonce_is_sent(anna: Person, bela: Person) -> None:
    opened = anna.opens("friend")
    invitation = f"/api/invitations/{opened['invitation'].rsplit('/', 1)[-1]}"
    assert bela.http.get(invitation).json()["nonces"] == [None, None]
    joined = anna.commits(opened["id"], NONCE)
    promise = hashlib.sha256(bytes.fromhex(NONCE)).hexdigest()
    assert (joined["nonce"], joined["commitment"]) == (None, promise)
    told = bela.http.get(invitation).json()
    assert told["nonces"] == [{"nonce": None, "commitment": promise}, None]
    assert told["commitment"] == opened["commitment"]
    bela.accepts(opened["invitation"])
    anna.reveals(opened["id"], NONCE)
    nonces = anna.http.get(f"/api/games/{opened['id']}").json()["nonces"]
    assert nonces[0] == {"nonce": NONCE, "commitment": promise}
    assert nonces[1] == {"nonce": "22" * 16, "commitment": None}


def test_two_who_sit_down_at_once_both_reveal(anna: Person, bela: Person) -> None:
    opened = anna.opens("friend")
    game, token = opened["id"], opened["invitation"].rsplit("/", 1)[-1]
    anna.commits(game, NONCE)
    promise = hashlib.sha256(b"b" * 16).hexdigest()
    assert bela.http.post(f"/api/invitations/{token}", json={"commitment": promise}).is_success
    assert anna.now(game)["table"]["waits_for"] == [0, 1]
    bela.reveals(game, (b"b" * 16).hex())
    assert anna.now(game)["table"]["waits_for"] == [0]
    anna.reveals(game, NONCE)
    anna.does(game, "resign")
    proof, record = proof_and_record(bela, game)
    check_shuffle(proof, record)
    assert proof["commitments"][1] == promise


def test_what_is_no_reveal_is_refused(anna: Person, bela: Person) -> None:
    opened = anna.opens("friend")
    game = opened["id"]
    anna.commits(game, NONCE)
    early = anna.tries(game, "reveal", nonce=NONCE)
    assert (early.status_code, early.json()["code"]) == (409, "nothing_to_reveal")
    bela.accepts(opened["invitation"])
    wrong = anna.tries(game, "reveal", nonce="00" * 16)
    assert (wrong.status_code, wrong.json()["code"]) == (422, "wrong_nonce")
    not_committed = bela.tries(game, "reveal", nonce="22" * 16)
    assert (not_committed.status_code, not_committed.json()["code"]) == (409, "nothing_to_reveal")
    for body in ({"nonce": "zz" * 16}, {"nonce": "00"}, {}):
        assert anna.tries(game, "reveal", **body).status_code == 400
    assert anna.now(game)["table"]["status"] == "shuffling"
    anna.reveals(game, NONCE)
    again = anna.reveals(game, NONCE)  # another tab of the same page
    assert (again["type"], again["table"]["status"]) == ("snapshot", "playing")


def test_a_seat_is_taken_with_a_nonce_or_a_commitment(anna: Person) -> None:
    game = anna.opens("friend")["id"]
    for body in (
        {"nonce": NONCE, "commitment": "00" * 32},
        {"commitment": "00" * 16},
        {"commitment": "ZZ" * 32},
    ):
        assert anna.tries(game, "seat", **body).status_code == 400


def test_nothing_is_played_before_the_deal(anna: Person, bela: Person) -> None:
    game = shuffling(anna, bela, watchable=True)
    for command, body in (
        ("moves", {"move": "+D", "seq": 2}),
        ("resign", {}),
        ("ready", {}),
        ("rematch", {}),
        ("hint", {}),
    ):
        refused = bela.tries(game, command, **body)
        assert 400 <= refused.status_code < 500, (command, refused.text)
    level = bela.tries(game, "claim", what="level", level="kite")
    assert level.json()["code"] == "not_started"
    early = bela.tries(game, "claim", what="match")
    assert early.json()["code"] == "too_early"
    assert bela.tries(game, "seat", nonce="00" * 16).json()["code"] == "seat_taken"


def test_a_restart_before_the_reveal_loses_nothing(tmp_path: Path) -> None:
    settings = roomy(tmp_path / "games.db")
    with a_server(settings) as server:
        anna, bela = Person(server), Person(server)
        game = shuffling(anna, bela)
        before = bela.hears_bytes(game, 0)
    with a_server(settings) as server, anna, bela:
        for person in (anna, bela):
            person.http.base_url = server.url
        assert bela.hears_bytes(game, 0) == before
        anna.reveals(game, NONCE)
        bela.does(game, "resign")
        check_shuffle(*proof_and_record(bela, game))


class Hands:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000


@pytest.mark.parametrize("time", [None, 90])
def test_an_opener_who_does_not_reveal_aborts_the_game_visibly(
    time: int | None, tmp_path: Path
) -> None:
    hands = Hands()
    settings = roomy(tmp_path / "games.db")
    with (
        a_server(settings, clock=Clock(lambda: hands.now)) as server,
        Person(server) as anna,
        Person(server) as bela,
    ):
        game = shuffling(anna, bela, time=time)
        deadline = bela.now(game)["table"]["deadline"]
        assert deadline == (None if time is None else hands.now + 90_000)
        hands.now += 89_999 if time else ABSENCE_MS - 1
        early = bela.tries(game, "claim", what="match")
        assert early.json()["code"] == "too_early"
        hands.now += 1
        over = bela.does(game, "claim", what="match")
        assert over["type"] == "match_over"
        assert (over["ended"], over["by"], over["winner"]) == ("aborted", 0, None)
        late = anna.tries(game, "reveal", nonce=NONCE)
        assert late.json()["code"] == "match_over"
        assert anna.now(game)["table"]["ended"] == "aborted"
        assert bela.tries(game, "rematch").json()["code"] == "not_started"


def test_who_has_nothing_to_reveal_is_never_late(tmp_path: Path) -> None:
    hands = Hands()
    settings = roomy(tmp_path / "games.db")
    with (
        a_server(settings, clock=Clock(lambda: hands.now)) as server,
        Person(server) as anna,
        Person(server) as bela,
    ):
        game = shuffling(anna, bela)
        hands.now += 10 * ABSENCE_MS
        refused = anna.tries(game, "claim", what="match")
        assert (refused.json()["code"], refused.json()["claim_at"]) == ("too_early", None)


def test_leaving_instead_of_revealing_is_an_abort(anna: Person, bela: Person) -> None:
    game = shuffling(anna, bela)
    left = anna.does(game, "leave")
    assert (left["ended"], left["by"]) == ("aborted", 0)
    game = shuffling(anna, bela)
    left = bela.does(game, "leave")  # it has nothing to hide
    assert (left["ended"], left["by"]) == ("withdrawn", None)


def test_in_a_rematch_who_sits_down_first_commits(server: Server) -> None:
    with seated(server) as (anna, bela, game):
        anna.does(game, "resign")
        anna.does(game, "rematch")
        new = bela.does(game, "rematch")["rematch"]
        bela.commits(new, NONCE)
        anna.sits_down(new)
        assert anna.now(new)["table"]["waits_for"] == [1]
        bela.reveals(new, NONCE)
        anna.does(new, "resign")
        proof, record = proof_and_record(anna, new)
        check_shuffle(proof, record)
        assert proof["nonces"] == ["11" * 16, NONCE]


@pytest.mark.parametrize("against", ["level", "self"])
def test_one_user_needs_no_second_step(against: str, anna: Person) -> None:
    opened = anna.opens(against)
    anna.sits_down(opened["id"], NONCE)
    game = opened["id"]
    assert wait_for(lambda: anna.now(game)["table"]["status"] == "playing")
    anna.does(game, "resign")
    proof, record = proof_and_record(anna, game)
    check_shuffle(proof, record)
    assert proof["nonces"] == [NONCE, "00" * 16]
    assert proof["commitment"] == opened["commitment"]


def test_the_lobby_shows_a_shuffle_as_the_openers_turn(anna: Person, bela: Person) -> None:
    game = shuffling(anna, bela, listed=True, watchable=True)
    for person, turn in ((anna, True), (bela, False)):
        lobby = person.http.get("/api/lobby").json()
        (mine,) = [row for row in lobby["mine"] if row["id"] == game]
        assert (mine["status"], mine["your_turn"]) == ("shuffling", turn)
        assert not [row for row in lobby["invitations"] if row["id"] == game]


def test_a_whole_match_is_checked_against_what_was_told_before(server: Server) -> None:
    with Person(server) as anna, Person(server) as bela:
        opened = anna.opens("friend")
        promise = anna.commits(opened["id"], NONCE)["commitment"]
        bela.accepts(opened["invitation"])
        anna.reveals(opened["id"], NONCE)
        play_on((anna, bela), opened["id"], random.Random(3))
        proof, record = proof_and_record(bela, opened["id"])
        assert len(record["rounds"]) >= 2
        check_shuffle(proof, record)
        assert proof["format"] == "jaipur-proof/2"
        assert proof["commitment"] == opened["commitment"]
        assert proof["commitments"] == [promise, None]
        for changed in ({"secret": "00" * 32}, {"nonces": ["00" * 16, "22" * 16]}):
            with pytest.raises(ShuffleError):
                check_shuffle({**proof, **changed}, record)


def test_rounds_that_another_match_has_dealt_are_not_of_this_seed(anna: Person) -> None:
    source = anna.plays_against("kite")
    anna.waits_for_turn(source)
    anna.does(source, "resign")
    begin = {"game": source, "seq": 3}
    game = str(anna.opens("level", begin=begin)["id"])
    anna.sits_down(game)
    anna.does(game, "resign")
    proof, record = proof_and_record(anna, game)
    assert proof["from_round"] == 2
    check_shuffle(proof, record)
    assert jaipur.replay(record).seed is None


def test_a_match_of_version_1_keeps_its_proof(tmp_path: Path) -> None:
    settings = roomy(tmp_path / "games.db")
    with a_server(settings) as server, seated(server) as (_, bela, game):
        bela.does(game, "resign")
    with sqlite3.connect(tmp_path / "games.db") as rows:  # as it was stored before version 2
        (terms,) = rows.execute("SELECT terms FROM games").fetchone()
        old = {name: value for name, value in json.loads(terms).items() if name != "shuffle"}
        rows.execute("UPDATE games SET terms = ?", (json.dumps(old),))
    with a_server(settings) as server, Person(server) as carl:
        proof, record = proof_and_record(carl, game)
        assert proof["format"] == "jaipur-proof/1"
        check_shuffle(proof, record)
