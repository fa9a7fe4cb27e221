"""Moves that are explained in a position which the request brings."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.builders import a_round
from tests.server.games import Server

VIEW = a_round(hand="GCCL", market="DLLKK").view(0).to_dict()


def asks(server: Server, **body: Any) -> httpx.Response:
    """Ask as a visitor: neither a game nor a session is needed."""
    return httpx.post(f"{server.url}/api/explain", json=body, timeout=30)


@pytest.mark.parametrize(
    ("take", "give", "refusal"),
    [("L", "L", "same_good_both_ways"), ("DK", "", "camels_not_exchangeable"), ("DL", "", None)],
)
def test_a_selection_is_explained_without_a_game(
    server: Server, take: str, give: str, refusal: str | None
) -> None:
    answer = asks(server, view=VIEW, take=take, give=give).json()
    assert answer["refusal"] == refusal
    assert (answer["sentence"] is None) == (refusal is None)


@pytest.mark.parametrize(
    ("text", "refusal", "move"),
    [
        ("take diamond", None, "+D"),
        ("camels", None, "+K"),
        ("sell 3 cloth", "not_in_hand", None),
        ("good morning", "not_a_move", None),
    ],
)
def test_a_typed_move_is_read_or_refused_with_a_reason(
    server: Server, text: str, refusal: str | None, move: str | None
) -> None:
    answer = asks(server, view=VIEW, move=text).json()
    assert (answer["refusal"], answer["move"]) == (refusal, move)


@pytest.mark.parametrize(
    "view",
    [{}, {**VIEW, "market": "DDDDD"}, {**VIEW, "ruleset": "chess"}, {**VIEW, "deck": 10**6}],
)
def test_a_view_that_contradicts_itself_is_a_bad_request(
    server: Server, view: dict[str, Any]
) -> None:
    answer = asks(server, view=view, take="D")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


def test_a_view_that_is_too_large_is_refused(server: Server) -> None:
    answer = asks(server, view={**VIEW, "history": [["+D", "K"]] * 5000}, take="D")
    assert answer.json()["code"] == "too_large"
