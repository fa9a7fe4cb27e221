"""Names: visible, in one alphabet, and not those of levels and guests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from jaipur.players.levels import LEVELS
from jaipur.server.problems import Problem
from jaipur.server.user_names import clean_name
from tests.server.games import Person, Server

LANGUAGES = Path(__file__).parents[2] / "web" / "src" / "language"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Anna   Maria ", "Anna Maria"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("мама", "мама"),
        ("李", "李"),
        ("🐪", "🐪"),
        ("x" * 24, "x" * 24),
    ],
)
def test_a_name_is_normalised(text: str, name: str) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "x" * 25,
        "a\u202eb",
        "a\u200fb",
        "a\u200bb",
        "a\x00b",
        "a\x07b",
        "\u3164",
        "\u0301a",
        "Z\u0351\u0351\u0351",
        "\ud800",
        "\ue000",
    ],
)
def test_an_invisible_name_is_refused(text: str) -> None:
    with pytest.raises(Problem) as caught:
        clean_name(text)
    assert caught.value.code == "bad_name"


def test_a_bad_name_is_refused_over_http(anna: Person) -> None:
    answer = anna.http.patch("/api/me", json={"name": "a\u202eb"})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_name")


@pytest.mark.parametrize(
    "text",
    [
        "\u2800",
        "\u034f",
        "a\ufe01",
        "a\U000e0101",
        "a\u17b5b",
        "\u115f\u1160",
        "\ufe0f",
        "\U0001d159",
    ],
)
def test_a_name_with_blank_letters_is_refused(anna: Person, text: str) -> None:
    answer = anna.http.patch("/api/me", json={"name": text})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_name")


@pytest.mark.parametrize("text", ["А\u006eна", "\u0410nna", "Bel\u03b1", "P\u04cfp"])
def test_a_word_that_mixes_alphabets_is_refused(anna: Person, text: str) -> None:
    answer = anna.http.patch("/api/me", json={"name": text})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_name")


@pytest.mark.parametrize(
    "text", ["Anna Анна", "Ναταλία", "Марина 2", "guestbook", "Kites", "李 Li"]
)
def test_other_names_in_any_alphabet_are_allowed(anna: Person, text: str) -> None:
    assert anna.http.patch("/api/me", json={"name": text}).json()["name"] == text


@pytest.mark.parametrize(
    "text",
    [
        *(
            "kite",
            "KITE",
            "K i t e",
            "k1te",
            "Kíte",
            "ｋｉｔｅ",
            "𝕜𝕚𝕥𝕖",
            "ᴋɪᴛᴇ",
            "🇰🇮🇹🇪",
            "\u043a\u0456\u0442\u0435",
        ),
        *("The porter", "porter", "p0rter", "porter.", "Le Porteur"),
        *("Ювелир", "ювелир!", "торговка-пряностями", "носильщик"),
        *("Guest", "Guest 1234", "guest1", "GUEST  99", "Invité 7", "Гость 1234", "g\u00faest 12"),
        *("You", "vous", "Вы", "Someone"),
        *("Level 1240", "niveau 900", "Уровень 1500", "Your match", "Вам под стать"),
    ],
)
def test_a_name_of_a_level_or_a_guest_is_reserved(server: Server, anna: Person, text: str) -> None:
    for answer in (
        anna.http.patch("/api/me", json={"name": text}),
        anna.http.post("/api/me", json={"name": text}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (422, "reserved_name")
    assert anna.http.get("/api/me").json()["name"] == "Anna"


def test_a_guest_may_save_the_name_that_the_server_gave(server: Server) -> None:
    with Person(server) as guest:
        name = guest.http.get("/api/me").json()["name"]
        assert re.fullmatch(r"Guest \d{4}", name)
        assert guest.http.patch("/api/me", json={"name": name}).json()["name"] == name
        assert guest.http.patch("/api/me", json={"name": f"{name}0"}).status_code == 422


@pytest.mark.parametrize("path", sorted(LANGUAGES.glob("??.ts")), ids=lambda path: path.stem)
def test_what_the_browser_calls_levels_and_guests_is_reserved(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    names = [
        re.search(rf'^  {level.name}: {{\s+title: "([^"]+)"', text, re.MULTILINE)
        for level in LEVELS
    ]
    names += [
        re.search(rf'^    {key}: "([^"]+)",', text, re.MULTILINE)
        for key in ("you", "guest", "someone", "even")
    ]
    for found in names:
        assert found is not None
        if len(found[1]) <= 24:
            with pytest.raises(Problem) as caught:
                clean_name(found[1])
            assert caught.value.code == "reserved_name"
