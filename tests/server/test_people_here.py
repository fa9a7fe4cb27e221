"""Who is here: accounts with a page open, as far as each wants it and each may see the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import insert

from jaipur.server import schema
from jaipur.server.lobby import people_here
from tests.server.finished_games import run
from tests.server.games import Data, Person, Server, wait_for
from tests.server.lobby_people import Follower, Somebody, a_site, names

AT_ONCE = 15.0  # seconds: much less than the minute after which everything is listed again


@pytest.fixture(autouse=True)
def short_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has left is gone soon, so that the tests need not wait for it."""
    monkeypatch.setattr(people_here, "_STAYS_SECONDS", 0.3)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Server]:
    with a_site(tmp_path, heartbeat=60) as server:
        yield server


def entry(lobby: Data, name: str) -> Data:
    (found,) = (person for person in lobby["here"]["people"] if person["name"] == name)
    return dict(found)


def rate(server: Server, user: str, rating: float, deviation: float, ruleset: str) -> None:
    row = {
        "user_id": user,
        "ruleset": ruleset,
        "figure": "results",
        "rating": rating,
        "deviation": deviation,
        "volatility": 0.06,
        "matches": 9,
        "rounds": 20,
        "ended_at": server.services.clock.now(),
    }
    work = server.services.store.write(lambda c: c.execute(insert(schema.ratings), row) and None)
    run(server, work)


def test_accounts_are_listed_and_guests_are_counted(site: Server) -> None:
    with (
        Somebody(site, "Zoya", account=True) as zoya,
        Somebody(site, "arun", account=True) as arun,
        Somebody(site, "Passer-by") as guest,
        Somebody(site) as visitor,
        Follower(zoya) as hers,
        Follower(guest),
        Follower(visitor) as theirs,
    ):
        with Follower(arun):
            seen = hers.sees(lambda lobby: len(names(lobby)) == 2 and lobby["here"]["guests"] == 2)
            assert names(seen) == ["arun", "Zoya"]  # by name, whatever the case
            assert seen["here"]["shown"] is True
            theirs.sees(lambda lobby: names(lobby) == ["arun", "Zoya"])
            assert theirs.lobby["here"]["shown"] is None
        hers.sees(lambda lobby: names(lobby) == ["Zoya"])
        hers.sees(lambda lobby: lobby["here"]["guests"] == 2)


def test_who_goes_from_page_to_page_stays(site: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people_here, "_STAYS_SECONDS", 30.0)
    with (
        Somebody(site, "Zoya", account=True) as zoya,
        Somebody(site) as visitor,
        Follower(visitor) as theirs,
    ):
        with Follower(zoya):
            theirs.sees(lambda lobby: names(lobby) == ["Zoya"])
        before = len(theirs.messages)
        with Follower(zoya) as hers:
            assert names(hers.lobby) == ["Zoya"]
        assert len(theirs.messages) == before


def test_two_pages_are_one_person(site: Server) -> None:
    with (
        Somebody(site, "Zoya", account=True) as zoya,
        Follower(zoya) as first,
    ):
        with Follower(zoya):
            pass
        wait_for(lambda: site.services.people_here._users[zoya.id] == 1)
        first.sees(lambda lobby: names(lobby) == ["Zoya"])


def test_whether_they_play(site: Server) -> None:
    with (
        Somebody(site, "Zoya", account=True) as zoya,
        Somebody(site, "Arun", account=True) as arun,
        Follower(arun) as his,
    ):
        game = zoya.plays_against()
        with Follower(zoya, f"/api/games/{game}/events"):
            his.sees(lambda lobby: "Zoya" in names(lobby) and entry(lobby, "Zoya")["playing"])
            assert entry(his.lobby, "Arun")["playing"] is False
            zoya.does(game, "resign")
            his.sees(lambda lobby: not entry(lobby, "Zoya")["playing"])


def test_who_watches_does_not_play(site: Server) -> None:
    with (
        Person(site, "Bela") as bela,
        Somebody(site, "Zoya", account=True) as zoya,
        Follower(zoya) as hers,
    ):
        game = bela.plays_against(watchable=True)
        with Follower(zoya, f"/api/games/{game}/events"):
            hers.sees(lambda lobby: "Zoya" in names(lobby))
            assert site.services.people_here.here().users == {zoya.id: False}


def test_programs_are_not_here(site: Server) -> None:
    with Person(site, "Bot") as bot, Somebody(site) as visitor, Follower(bot):
        with Follower(visitor) as theirs:
            theirs.sees(lambda lobby: lobby["here"]["guests"] == 1)
        assert site.services.people_here.here().users == {}


def test_who_does_not_want_to_be_shown_is_not(site: Server) -> None:
    with (
        Somebody(site, "Zoya", account=True) as zoya,
        Somebody(site) as visitor,
        Follower(zoya) as hers,
        Follower(visitor) as theirs,
    ):
        theirs.sees(lambda lobby: names(lobby) == ["Zoya"])
        answer = zoya.http.patch("/api/me/presence", json={"shown": False})
        assert answer.json() == {"shown": False}
        seen = theirs.sees(lambda lobby: names(lobby) == [])
        assert seen["here"]["guests"] == 1  # they are not counted as a guest either
        assert hers.sees(lambda lobby: lobby["here"]["shown"] is False)
        zoya.http.patch("/api/me/presence", json={"shown": True})
        theirs.sees(lambda lobby: names(lobby) == ["Zoya"])


def test_only_accounts_choose_it(site: Server) -> None:
    with Somebody(site, "Passer-by") as guest, Somebody(site) as visitor:
        for person, code in ((guest, "account_needed"), (visitor, "not_signed_in")):
            answer = person.http.patch("/api/me/presence", json={"shown": False})
            assert answer.json()["code"] == code


@pytest.mark.parametrize("visibility", ["friends", "private"])
def test_a_profile_that_may_not_be_seen_is_not_listed(site: Server, visibility: str) -> None:
    with (
        Somebody(site, "Zoya", account=True) as zoya,
        Somebody(site, "Arun", account=True) as arun,
        Somebody(site, "Bina", account=True) as bina,
        Follower(zoya) as hers,
    ):
        rate(site, zoya.id, 1600.4, 50, "standard")
        opened = zoya.opens("friend", listed=True)
        zoya.commits(opened["id"])
        assert zoya.http.post("/api/me/friends", json={"name": "Arun"}).status_code == 200
        zoya.http.patch("/api/me/profile", json={"visibility": visibility})
        is_for_arun = visibility == "friends"
        for person, sees in ((arun, is_for_arun), (bina, False), (zoya, True)):
            lobby = person.lobby()
            assert ("Zoya" in names(lobby)) is sees
            ratings = [game["ratings"][0] for game in lobby["invitations"]]
            assert ratings == ([] if person is zoya else [ratings[0]])
            if person is not zoya:
                assert (ratings[0] is not None) is sees
        hers.sees(lambda lobby: names(lobby) == ["Zoya"])


def test_ratings_are_told_by_ruleset_with_their_mark(site: Server) -> None:
    with (
        Somebody(site, "Zoya", account=True) as zoya,
        Somebody(site, "Arun", account=True) as arun,
        Follower(zoya),
    ):
        rate(site, zoya.id, 1600.4, 50, "standard")
        rate(site, zoya.id, 1450, 200, "box")
        sure = {"rating": 1600, "deviation": 50, "provisional": False}
        unsure = {"rating": 1450, "deviation": 200, "provisional": True}
        for ruleset in ("standard", "box"):
            opened = zoya.opens("friend", listed=True, ruleset=ruleset)
            zoya.commits(opened["id"])
        zoya.opens("friend", opponent="Arun", ruleset="box")
        lobby = arun.lobby()
        assert entry(lobby, "Zoya")["rating"] == sure
        by_ruleset = {game["ruleset"]: game["ratings"] for game in lobby["invitations"]}
        assert by_ruleset == {"standard": [sure, None], "box": [unsure, None]}
        (challenge,) = lobby["mine"]
        assert challenge["ratings"] == [unsure, None]


def test_a_rated_game_says_so(site: Server) -> None:
    with Somebody(site, "Zoya", account=True) as zoya, Somebody(site) as visitor:
        opened = zoya.opens("friend", listed=True, rated=True, time=90)
        zoya.commits(opened["id"])
        (game,) = visitor.lobby()["invitations"]
        assert (game["rated"], game["time"]) == (True, 90)


def test_another_name_is_sent_at_once(site: Server) -> None:
    with (
        Somebody(site, "Zoya", account=True) as zoya,
        Somebody(site, "Arun", account=True) as arun,
        Somebody(site) as visitor,
        Follower(zoya),
        Follower(visitor) as theirs,
    ):
        arun.opens("friend", opponent="Zoya")
        with Follower(arun) as his:
            theirs.sees(lambda lobby: names(lobby) == ["Arun", "Zoya"])
            assert zoya.http.patch("/api/me", json={"name": "Zenobia"}).status_code == 200
            theirs.sees(lambda lobby: names(lobby) == ["Arun", "Zenobia"], AT_ONCE)
            his.sees(lambda lobby: lobby["mine"][0]["names"] == ["Arun", "Zenobia"], AT_ONCE)


def test_another_rating_is_sent_at_once(site: Server) -> None:
    terms = {"time": 90, "hints": False, "take_backs": False, "rated": True}
    with (
        Somebody(site, "Zoya", account=True) as zoya,
        Somebody(site, "Arun", account=True) as arun,
        Somebody(site, "Mira", account=True) as mira,
        Somebody(site) as visitor,
        Follower(zoya),
        Follower(visitor) as theirs,
    ):
        mira.opens("friend", opponent="Zoya")
        opened = zoya.opens("friend", **terms)
        zoya.sits_down(opened["id"])
        arun.accepts(opened["invitation"])
        with Follower(mira) as hers:
            theirs.sees(lambda lobby: names(lobby) == ["Mira", "Zoya"])
            assert entry(theirs.lobby, "Zoya")["rating"] is None
            arun.does(opened["id"], "resign")
            theirs.sees(lambda lobby: entry(lobby, "Zoya")["rating"] is not None, AT_ONCE)
            hers.sees(lambda lobby: lobby["mine"][0]["ratings"][1] is not None, AT_ONCE)
