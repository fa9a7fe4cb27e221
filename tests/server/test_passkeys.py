"""Passkeys over the API, with one in software."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from jaipur.server.accounts.passkeys import can_use_passkeys
from tests.server.account_people import PASSWORD, Browser, an_account_server, code_of
from tests.server.authenticator import Authenticator
from tests.server.games import Server
from tests.server.test_sessions import Time


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Time]]:
    with an_account_server(tmp_path_factory.mktemp("passkeys") / "g.db") as made:
        yield made


@pytest.fixture
def url(site: tuple[Server, Time]) -> str:
    return site[0].url.replace("127.0.0.1", "localhost")


@pytest.fixture
def time(site: tuple[Server, Time]) -> Time:
    return site[1]


def challenge(browser: Browser, purpose: str, **more: Any) -> dict[str, Any]:
    answer = browser.posts("/account/challenge", purpose=purpose, **more)
    assert answer.status_code == 201, answer.text
    return dict(answer.json()["options"])


def registered(browser: Browser, url: str, name: str) -> Authenticator:
    """An account with nothing but a passkey."""
    browser.posts("/me")
    key = Authenticator(url)
    made = key.makes(challenge(browser, "register", name=name))
    answer = browser.posts("/account", name=name, passkey=made, passkey_name="My phone")
    assert answer.status_code == 201, answer.text
    return key


def logs_in(browser: Browser, key: Authenticator) -> Any:
    return browser.posts("/account/login/passkey", passkey=key.signs(challenge(browser, "login")))


def test_an_account_with_a_passkey_alone_is_made_and_logged_into(url: str) -> None:
    with Browser(url) as anna, Browser(url) as elsewhere:
        key = registered(anna, url, "Passkey owner")
        assert logs_in(elsewhere, key).status_code == 201
        assert elsewhere.me == anna.me
        account = anna.http.get("/api/account").json()
        assert (account["has_password"], account["codes_left"]) == (False, 8)
        assert [each["name"] for each in account["passkeys"]] == ["My phone"]
        assert code_of(elsewhere.logs_in("Passkey owner")) == (403, "wrong_login")


def test_a_challenge_works_once_and_for_five_minutes(url: str, time: Time) -> None:
    with Browser(url) as anna:
        key = registered(anna, url, "Once only")
        signed = key.signs(challenge(anna, "login"))
        assert anna.posts("/account/login/passkey", passkey=signed).status_code == 201
        again = anna.posts("/account/login/passkey", passkey=signed)
        assert code_of(again) == (403, "wrong_login")
        late = key.signs(challenge(anna, "login"))
        time.now += 300_000
        assert code_of(anna.posts("/account/login/passkey", passkey=late)) == (403, "wrong_login")


def test_what_is_signed_for_another_purpose_or_site_or_by_another_key_is_refused(url: str) -> None:
    with Browser(url) as anna, Browser(url) as mallory:
        key = registered(anna, url, "Signed for")
        other = registered(mallory, url, "Other one")
        assert code_of(
            anna.posts("/account/login/passkey", passkey=key.signs(challenge(anna, "verify")))
        ) == (403, "wrong_login")
        verified = anna.posts("/account/verify", passkey=other.signs(challenge(anna, "verify")))
        assert code_of(verified) == (403, "wrong_login")
        for change in ("origin", "host", "_flags"):
            right = getattr(key, change)
            setattr(key, change, 1 if change == "_flags" else "https://phishing.example")
            assert code_of(logs_in(anna, key)) == (403, "wrong_login"), change
            setattr(key, change, right)
        forged = key.signs(challenge(anna, "login"))
        forged["response"]["signature"] = other.signs(challenge(anna, "login"))["response"][
            "signature"
        ]
        assert code_of(anna.posts("/account/login/passkey", passkey=forged)) == (403, "wrong_login")
        assert logs_in(anna, key).status_code == 201


def test_a_passkey_that_was_copied_is_noticed_by_its_count(url: str) -> None:
    with Browser(url) as anna:
        key = registered(anna, url, "Counted")
        assert logs_in(anna, key).status_code == 201
        key.count = 0
        assert code_of(logs_in(anna, key)) == (403, "wrong_login")


@pytest.mark.parametrize("passkey", [{}, {"id": 7}, {"response": {"clientDataJSON": "e30"}}])
def test_what_is_no_passkey_is_refused(url: str, passkey: dict[str, Any]) -> None:
    with Browser(url) as anna:
        anna.posts("/me")
        assert code_of(anna.posts("/account/login/passkey", passkey=passkey)) == (
            403,
            "wrong_login",
        )
        refused = anna.posts("/account", name="No passkey", passkey=passkey)
        assert code_of(refused) == (422, "wrong_passkey")


def test_passkeys_are_added_named_and_removed_but_not_the_only_way_in(url: str, time: Time) -> None:
    with Browser(url) as anna:
        key = registered(anna, url, "Key ring")
        first = anna.http.get("/api/account").json()["passkeys"][0]["id"]
        assert code_of(anna.http.delete(f"/api/account/passkeys/{first}")) == (409, "last_way_back")
        time.now += 600_000
        verified = anna.posts("/account/verify", passkey=key.signs(challenge(anna, "verify")))
        assert verified.status_code == 204
        second = Authenticator(url)
        options = challenge(anna, "add")
        assert [each["id"] for each in options["excludeCredentials"]] == [first]
        added = anna.posts("/account/passkeys", name="USB key", passkey=second.makes(options))
        assert added.status_code == 204
        assert (
            anna.http.patch(
                f"/api/account/passkeys/{first}", json={"name": "Old phone"}
            ).status_code
            == 204
        )
        names = [each["name"] for each in anna.http.get("/api/account").json()["passkeys"]]
        assert names == ["Old phone", "USB key"]
        assert anna.http.delete(f"/api/account/passkeys/{first}").status_code == 204
        assert code_of(logs_in(anna, key)) == (403, "wrong_login")
        assert logs_in(anna, second).status_code == 201
        assert anna.posts("/account/password", password=PASSWORD).status_code == 204
        left = anna.http.get("/api/account").json()["passkeys"][0]["id"]
        assert anna.http.delete(f"/api/account/passkeys/{left}").status_code == 204


def test_nobody_changes_anothers_passkeys(url: str) -> None:
    with Browser(url) as anna, Browser(url) as mallory:
        registered(anna, url, "Mine alone")
        mallory.registers("Not mine")
        mine = anna.http.get("/api/account").json()["passkeys"][0]["id"]
        path = f"/api/account/passkeys/{mine}"
        assert code_of(mallory.http.patch(path, json={"name": "x"})) == (404, "not_found")
        assert code_of(mallory.http.delete(path)) == (404, "not_found")


def test_an_account_has_at_most_ten_passkeys(url: str) -> None:
    with Browser(url) as anna:
        registered(anna, url, "Many keys")
        for number in range(9):
            made = Authenticator(url).makes(challenge(anna, "add"))
            anna.posts("/account/passkeys", name=f"Key {number}", passkey=made)
        made = Authenticator(url).makes(challenge(anna, "add"))
        answer = anna.posts("/account/passkeys", name="One more", passkey=made)
        assert code_of(answer) == (409, "too_many_passkeys")


@pytest.mark.parametrize(
    ("address", "can"),
    [
        ("https://jaipur.example", True),
        ("http://localhost:8000", True),
        ("http://jaipur.example", False),
        ("http://127.0.0.1:8000", False),
        ("https://192.0.2.1", False),
        ("https://[2001:db8::1]", False),
    ],
)
def test_passkeys_need_https_or_localhost_and_a_name(address: str, can: bool) -> None:
    assert can_use_passkeys(address) is can
