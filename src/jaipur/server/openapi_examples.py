"""Examples in the OpenAPI document: the answers of a short match against a level.

They are made by the code that answers requests, so they cannot become outdated.
"""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI

from jaipur import Match, Refusal
from jaipur.coach.match_facts import match_facts
from jaipur.coach.review_facts import ReviewFacts
from jaipur.rules.shuffle import SHUFFLE_VERSION
from jaipur.server import commands
from jaipur.server.event_log import EventDraft
from jaipur.server.event_stream import EventId, frame, heartbeat
from jaipur.server.events import encode, event, snapshot, table_view
from jaipur.server.events import table as table_of
from jaipur.server.fold import apply_entry
from jaipur.server.game import Game
from jaipur.server.game_terms import GameTerms
from jaipur.server.levels import describe_levels
from jaipur.server.live_games import AppliedEvent
from jaipur.server.own_matches import OwnMatch
from jaipur.server.own_statistics import statistics_of
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.puzzle_examples import puzzle_examples
from jaipur.server.review_examples import review_examples
from jaipur.server.routes import info as info_routes
from jaipur.server.routes.history import describe_proof
from jaipur.server.routes.new_game import shuffle_info
from jaipur.server.routes.own_matches import describe_match
from jaipur.server.settings import Settings
from jaipur.server.static_files import VERSION

__all__ = ["example_answers", "openapi_with_examples"]

Data = dict[str, Any]
_ANNA: Final = "kq9YVwqVn0yGm2fRrW1Z3A"
_START_MS: Final = 1_794_778_840_000
_ESTIMATE: Final = {"move": "+K", "win": 0.55, "error": 0.004}


def openapi_with_examples(app: FastAPI) -> Data:
    """The OpenAPI document, with an example of every answer."""
    if app.openapi_schema is not None:
        return app.openapi_schema
    api, found = FastAPI.openapi(app), example_answers()
    for methods in api["paths"].values():
        for operation in methods.values():
            for answer in operation["responses"].values():
                _add_example(answer, found)
    return api


def _add_example(answer: Data, found: Data) -> None:
    for kind, content in answer.get("content", {}).items():
        name = content.get("schema", {}).get("$ref", kind).rsplit("/", 1)[-1]
        if name in found:
            content["example"] = found[name]


def example_answers() -> Data:
    """An example of every answer, by the name of its schema."""
    applied, info = _a_move(), _a_game()
    message, after = event(applied.before, applied.entry, applied.after, 0), applied.after
    last = EventId(applied.entry.seq, applied.entry.at)
    hint = {"seq": after.position_seq, "hints": [_ESTIMATE]}
    stale = Problem.of(ProblemCode.STALE, current=snapshot(after, 0)).body
    refusal = Refusal.SAME_GOOD_BOTH_WAYS
    explained = {"refusal": refusal.value, "sentence": refusal.sentence}
    return {
        "EventModel": message,
        "PositionModel": message,
        "PositionsModel": {"events": [message]},
        "ViewModel": table_view(after, 0),
        "StaleBody": stale,
        "ProblemBody": Problem.of(ProblemCode.NOT_FOUND).body,
        "event-stream": (
            frame(encode(message), last) + heartbeat(after.seq, after.updated_at)
        ).decode(),
        "GameInfo": info,
        "InvitationInfo": {
            "game": info["id"],
            "yours": False,
            "open": True,
            "by": "Anna",
            "terms": {**info["terms"], "against": "friend", "level": None},
            "commitment": info["commitment"],
            "nonces": info["nonces"],
        },
        "Lobby": {"invitations": [], "mine": [_a_lobby_game(after)], "watch": []},
        "Me": {"id": _ANNA, "name": "Anna", "token": None},
        "Link": {
            "link": "https://jaipur.example/link#sYp2kQ9YVwqVn0yGm2fRrW",
            "token": "sYp2kQ9YVwqVn0yGm2fRrW",
            "expires": _START_MS,
        },
        "Explained": explained,
        "ExplainedMove": {**explained, "move": None},
        "Hints": hint,
        **puzzle_examples(),
        **review_examples(table_view(after, 0)),
        "RecordModel": Match.deal(seed=7).play("+G").record(),
        "RulesetsModel": info_routes.describe_rulesets(),
        "EvenMatchModel": {"rating": 1240, "won": 3, "matches": 5},
        "HistoryModel": {
            "matches": [_a_match_in_history()],
            "count": 31,
            "next": f"{_START_MS}-{info['id']}",
            "opponents": ["porter", "people"],
            "missing": 0,
        },
        "StatisticsModel": {**statistics_of([], "standard"), "missing": 0},
        "LevelsModel": describe_levels(hints=True),
        "LimitsModel": info_routes.describe_limits(Settings()),
        "Health": {"status": "ok", "version": VERSION, "checks": {"read": "ok", "write": "ok"}},
        "ProgressModel": {"status": "working", "done": 12, "of": 150},
        "Proof": describe_proof(after),
    }


def _a_match_in_history() -> Data:
    facts = match_facts(Match.deal(seed=7).play("+G").resign(1), 0)
    return describe_match(
        OwnMatch(
            game="OxYSa01P4VzAM0IfZgKD6g",
            ended_at=_START_MS,
            opponent="porter",
            level="porter",
            names=("Anna", "porter"),
            facts=facts,
            is_counted=True,
            taken_back=0,
            review=ReviewFacts(matches=1, decisions=31, lost=0.9, luck=-0.12),
        )
    )


def _opened() -> Game:
    terms = GameTerms(
        against="level",
        level="porter",
        first=0,
        reserved=(_ANNA, None),
        hints=True,
        shuffle=SHUFFLE_VERSION,
    )
    return Game(
        id="OxYSa01P4VzAM0IfZgKD6g",
        maker=_ANNA,
        terms=terms,
        secret=bytes(32),
        updated_at=_START_MS,
    )


def _a_move() -> AppliedEvent:
    game = _opened()
    nonce = {"nonce": bytes(range(16)).hex()}
    game = _after(game, commands.join(game, _ANNA, "Anna", nonce, invited=False)).after
    for entry in commands.consequences(game, _START_MS):
        game = apply_entry(game, entry)
    return _after(game, commands.play(game, 0, "+K", game.position_seq))


def _after(game: Game, draft: EventDraft) -> AppliedEvent:
    entry = draft.entry(game.seq + 1, _START_MS)
    return AppliedEvent(game, entry, apply_entry(game, entry))


def _a_game() -> Data:
    game = _opened()
    return {
        "id": game.id,
        "seats": [],
        "yours": True,
        "terms": game.terms.public,
        **shuffle_info(game),
        "created_at": _START_MS,
        "invitation": None,
        "lost_seat": None,
        "table": table_of(game),
        "seq": game.seq,
    }


def _a_lobby_game(game: Game) -> Data:
    return {
        "id": game.id,
        "status": game.status.value,
        "names": [seat.name if seat else None for seat in game.seats],
        "ruleset": game.terms.ruleset,
        "time": None,
        "against": "level",
        "level": game.terms.level,
        "seats": [0],
        "your_turn": 0 in game.waits_for,
        "deadline": None,
        "updated_at": _START_MS,
        "result": None,
        "rematch_of": None,
        "invitation": None,
    }
