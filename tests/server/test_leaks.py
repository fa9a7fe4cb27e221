"""Games that differ only in what a seat cannot see give it equal bytes on every channel.

Two worlds with the same ids, clock, nonces and commitment play the same moves from two deals. The
deals agree in all that a seat may know, and differ in the other's unknown cards, in the deck, in
the bonus tokens of others and in the seed of later rounds. Then everything that this seat and a
spectator can reach is compared: answers, errors, events, views, lobby, hints, explanations, logs,
and in some games, by correspondence, the notices that are pushed to this seat and its feed. People
meet by invitation, by challenge or by quick pairing, and say phrases to each other.
"""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest
from msgspec import structs, to_builtins

from jaipur.errors import Refusal
from jaipur.rules.view import view_of
from jaipur.server import commands, events, game_info
from jaipur.server.lobby import listing
from jaipur.server.notices import messages
from jaipur.server.problems import Problem, refused
from jaipur.server.routes import play
from jaipur.server.shapes.lobby import LobbyGame
from tests.server.twin_worlds import hidden, told_apart, twin_worlds

__all__ = ["twin_worlds"]  # a fixture

CHUNKS = 4
PAIRS = 500
LONG_PAIRS = 10_000
LEAKS = ("bonus", "deck", "secret", "hint", "refusal", "log", "notice", "lobby")
LOG = logging.getLogger("jaipur.server")


def replace_field(game: LobbyGame) -> LobbyGame:
    return structs.replace(game, level=hidden())


def refused_with_a_note(refusal: Refusal) -> Problem:
    LOG.error("%s", hidden())
    return refused(refusal)


@pytest.mark.usefixtures("twin_worlds")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_what_a_seat_cannot_see_changes_no_byte_that_it_gets(chunk: int, tmp_path: Path) -> None:
    each = PAIRS // CHUNKS
    assert asyncio.run(told_apart(tmp_path, range(chunk * each, (chunk + 1) * each))) is None


@pytest.mark.long
@pytest.mark.usefixtures("twin_worlds")
@pytest.mark.parametrize("chunk", range(20))
def test_the_same_for_many_more_games(chunk: int, tmp_path: Path) -> None:
    each = LONG_PAIRS // 20
    start = PAIRS + chunk * each
    assert asyncio.run(told_apart(tmp_path, range(start, start + each))) is None


@pytest.mark.usefixtures("twin_worlds")
@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_would_be_found(leak: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if leak == "bonus":
        honest = events.bonus_taken
        monkeypatch.setattr(
            events, "bonus_taken", lambda *rounds, owner: honest(*rounds, owner=True)
        )
    elif leak == "deck":
        table = events.table
        monkeypatch.setattr(
            events,
            "table",
            lambda now: {**to_builtins(table(now)), "x": now.round and now.round.deck[:1]},
        )
    elif leak == "secret":
        monkeypatch.setattr(game_info, "commitment", lambda secret: secret.hex())
    elif leak == "hint":
        monkeypatch.setattr(
            play, "view_of", lambda table, seat, *more: view_of(table, 1 - seat, *more)
        )
    elif leak == "refusal":
        monkeypatch.setattr(commands, "refused", lambda refusal: Problem(422, leak, hidden(), {}))
    elif leak == "lobby":
        listed = listing.lobby_game
        monkeypatch.setattr(
            listing, "lobby_game", lambda *of, **more: replace_field(listed(*of, **more))
        )
    elif leak == "notice":
        told = messages.facts_of
        monkeypatch.setattr(messages, "facts_of", lambda *of: told(*of)._replace(opponent=hidden()))
    else:
        monkeypatch.setattr(commands, "refused", refused_with_a_note)
    assert asyncio.run(told_apart(tmp_path, range(20))) is not None
