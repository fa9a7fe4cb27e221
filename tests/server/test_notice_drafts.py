"""Which notices follow from events, and what they say."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from jaipur import Move
from jaipur.server import commands
from jaipur.server.event_log import EventDraft, EventKind
from jaipur.server.game import Game
from jaipur.server.game_rows import new_game_row
from jaipur.server.notices.drafts import NoticeKind, OutboxChange, challenge_for, notices_for
from jaipur.server.notices.plain_words import move_in_words, time_in_words
from jaipur.server.notices.quiet_hours import QuietHours
from jaipur.server.notices.words import NoticeFacts, text_of
from tests.server.game_builders import (
    START_MS,
    a_game,
    a_running_game,
    after,
    drafted,
    joined,
    logged,
)

DAY_MS = 24 * 3_600_000
ROOT = Path(__file__).parents[2]
THREE_DAYS = 3 * 24 * 3_600


def change(game: Game, draft: EventDraft | None, at: int = START_MS) -> OutboxChange | None:
    then, entries = logged(game, draft, at)
    return notices_for(game, entries, then)


def told(game: Game, draft: EventDraft | None, at: int = START_MS) -> list[tuple[str, str]]:
    """Who is told what at once."""
    found = change(game, draft, at)
    drafts = found.drafts if found else ()
    return [(each.user_id, each.kind.value) for each in drafts if each.due_at <= at]


def a_move(game: Game) -> EventDraft:
    assert game.round is not None
    seat, move = game.round.turn, str(next(iter(game.round.legal_moves())))
    assert seat is not None
    play = commands.Play(seat=seat, move=move, seq=game.position_seq)
    draft: EventDraft = drafted(game, play)
    return draft


def away(seat: int) -> EventDraft:
    return EventDraft(EventKind.AWAY, {"seat": seat, "since": START_MS})


def test_by_correspondence_the_opponent_is_told_after_each_move() -> None:
    game = a_running_game(time=THREE_DAYS)
    assert told(game, a_move(game)) == [("bela", "your_move")]
    game = after(game, a_move(game))
    assert told(game, a_move(game)) == [("anna", "your_move")]


def test_reminders_come_at_half_and_at_seven_eighths_of_the_time() -> None:
    game = a_running_game(time=THREE_DAYS)
    found = change(game, a_move(game))
    assert found is not None
    reminders = [draft for draft in found.drafts if draft.kind is NoticeKind.REMINDER]
    assert {draft.user_id for draft in reminders} == {"bela"}
    assert [draft.due_at - START_MS for draft in reminders] == [1.5 * DAY_MS, 3 * DAY_MS * 7 // 8]
    assert found.withdrawn == (NoticeKind.YOUR_MOVE, NoticeKind.REMINDER)


def test_an_outage_moves_the_reminders_and_makes_no_second_notice() -> None:
    game = a_running_game(time=THREE_DAYS)
    first = change(game, a_move(game))
    game = after(game, a_move(game))
    outage = {"seat": None, "since": START_MS, "until": START_MS + DAY_MS}
    then = change(game, EventDraft(EventKind.BACK, outage), START_MS + DAY_MS)
    assert first is not None
    assert then is not None
    assert [draft.id for draft in then.drafts] == [draft.id for draft in first.drafts]
    moved = [
        late.due_at - soon.due_at for soon, late in zip(first.drafts, then.drafts, strict=True)
    ]
    assert moved[1:] == [DAY_MS, DAY_MS]


def test_in_a_live_game_only_who_is_away_is_told() -> None:
    game = a_running_game(time=90)
    assert change(game, a_move(game)) is None
    game = after(game, away(1))
    assert told(game, a_move(game)) == [("bela", "your_move")]


def test_who_leaves_with_the_move_to_make_is_told() -> None:
    game = a_running_game(time=None)
    assert told(game, away(0)) == [("anna", "your_move")]


def test_coming_back_withdraws_what_was_not_sent() -> None:
    game = after(a_running_game(time=90), away(0))
    back = change(game, EventDraft(EventKind.BACK, {"seat": 0}))
    assert back == OutboxChange("game", (), (NoticeKind.YOUR_MOVE, NoticeKind.REMINDER))


@pytest.mark.parametrize("against", ["level", "self"])
def test_alone_at_a_table_nobody_is_told(against: str) -> None:
    game = a_running_game(against)
    assert change(game, a_move(game)) is None


def test_who_opened_a_game_is_told_that_somebody_sat_down() -> None:
    game = a_game()
    assert change(game, joined(game)) is None
    game = after(game, joined(game))
    assert told(game, joined(game, "bela", invited=True)) == [("anna", "sat_down")]


def test_the_end_is_told_to_who_did_not_bring_it_about() -> None:
    game = a_running_game(time=THREE_DAYS)
    assert told(game, drafted(game, commands.Resign(seat=0))) == [("bela", "match_over")]
    live = a_running_game(time=90)
    assert told(live, drafted(live, commands.Resign(seat=0))) == []
    assert live.deadline is not None
    late = live.deadline + 1
    assert told(live, drafted(live, commands.ClaimMatch(seat=1, at=late)), late) == [
        ("anna", "match_over")
    ]


def test_a_rematch_is_told_once() -> None:
    game = a_running_game()
    game = after(game, drafted(game, commands.Resign(seat=0)))
    offer = drafted(game, commands.OfferRematch(seat=0, game="next"))
    assert told(game, offer) == [("bela", "rematch")]
    game = after(game, offer)
    assert told(game, drafted(game, commands.OfferRematch(seat=1, game="next"))) == []


def opened_row(game: Game, key: str | None = None) -> dict[str, Any]:
    return new_game_row(game, now=START_MS, invitation=None, key=key)


def test_a_seat_kept_for_somebody_is_a_challenge() -> None:
    game = a_game(reserved=("anna", "bela"))
    found = challenge_for(opened_row(game))
    assert found is not None
    assert [(draft.user_id, draft.kind) for draft in found.drafts] == [("bela", "challenge")]
    assert challenge_for(opened_row(game, key="rematch/before")) is None
    assert challenge_for(opened_row(a_game())) is None
    answered = change(game, joined(game, "bela", invited=True))
    assert answered is not None
    assert NoticeKind.CHALLENGE in answered.withdrawn


QUIET = QuietHours(22 * 60, 8 * 60, "Europe/Paris")


@pytest.mark.parametrize(
    ("at", "end"),
    [
        ("2026-06-01T19:59:00", None),  # 21:59 in Paris
        ("2026-06-01T20:00:00", "2026-06-02T06:00:00"),
        ("2026-06-02T05:59:00", "2026-06-02T06:00:00"),
        ("2026-06-02T06:00:00", None),
        ("2026-10-24T21:00:00", "2026-10-25T07:00:00"),  # the clocks go back in this night
        ("2026-03-28T22:00:00", "2026-03-29T06:00:00"),  # and forward in this one
    ],
)
def test_quiet_hours_end_at_the_time_of_the_user(at: str, end: str | None) -> None:
    assert QUIET.end_of(utc(at)) == (None if end is None else utc(end))


def utc(text: str) -> int:
    from datetime import UTC, datetime

    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def test_quiet_hours_within_a_day_and_none() -> None:
    noon = utc("2026-06-01T12:30:00")
    assert QuietHours(12 * 60, 13 * 60, "UTC").end_of(noon) == utc("2026-06-01T13:00:00")
    assert QuietHours(None, None, "UTC").end_of(noon) is None
    assert QuietHours(0, 0, "UTC").end_of(noon) is None


def test_every_kind_has_words_in_every_language() -> None:
    for language in ("en", "fr", "ru"):
        texts = {text_of(NoticeFacts(kind=kind, opponent="Anna"), language) for kind in NoticeKind}
        assert len(texts) == len(NoticeKind)
        assert all("{" not in part for text in texts for part in text)
    facts = NoticeFacts(kind="your_move", opponent="Guest 1234", move="$L3", left_ms=3 * DAY_MS)
    assert text_of(facts, "en") == (
        "Your move against Guest 1234",
        "Guest 1234 sold 3 leather. 3 days left.",
    )
    assert text_of(facts, "fr").body == "Invité 1234 a vendu 3 cuirs. Temps restant : 3 jours."
    assert text_of(facts, "ru").body == "Гость 1234 продаёт: 3 кожи. Осталось: 3 дня."


def test_moves_and_times_are_said_as_people_say_them() -> None:
    def words(move: str, language: str) -> str:
        return move_in_words(Move.parse(move), "Anna", language)

    assert words("+DG-LK", "en") == "Anna took 1 diamond and 1 gold and gave 1 leather and 1 camel."
    assert words("+DGS-LKK", "en").startswith("Anna took 1 diamond, 1 gold, and 1 silver and")
    assert words("+K", "fr") == "Anna a pris les chameaux."
    assert words("+D", "ru") == "Anna берёт: 1 алмаз."
    spans = [time_in_words(ms, "ru") for ms in (1, 5_400_000, 22 * 3_600_000, 7 * DAY_MS)]
    assert spans == ["1 минута", "2 часа", "22 часа", "7 дней"]


WEB = Path(__file__).parents[2] / "web" / "src" / "language"


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_goods_have_the_names_that_the_page_has(language: str) -> None:
    text = (WEB / f"{language}.ts").read_text("utf-8")
    part = text[text.index("  goods: {") : text.index("  levels: LEVELS")]
    named = re.findall(r"\b([DGSCPLK]): \{\s*one: \"(.+?)\"", part)
    assert len(named) == 7
    for letter, one in named:
        if letter != "K":
            said = move_in_words(Move.parse(f"+{letter}"), "Anna", language)
            assert said.endswith(f" 1 {one}.")


def test_windows_is_given_the_time_zones_that_quiet_hours_need() -> None:
    """Windows has none of its own."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    declared = map(Requirement, project["dependencies"])
    windows = {"sys_platform": "win32"}
    names = {it.name for it in declared if it.marker is None or it.marker.evaluate(windows)}
    assert "tzdata" in names
