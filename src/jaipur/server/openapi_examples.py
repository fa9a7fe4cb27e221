"""Examples in the OpenAPI document: the answers of a short match against a level.

They are made by the code that answers requests, so they cannot become outdated.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from jaipur import Match, Refusal
from jaipur.coach.match_facts import match_facts
from jaipur.coach.review_facts import ReviewFacts
from jaipur.rules.shuffle import SHUFFLE_VERSION
from jaipur.server.account_examples import account_examples
from jaipur.server.applied_event import AppliedEvent
from jaipur.server.commands import Command, Join, Play, decide, with_time_used
from jaipur.server.consequences import consequences
from jaipur.server.event_stream import heartbeat
from jaipur.server.events import encode, event, frame, snapshot, table_view
from jaipur.server.events import table as table_of
from jaipur.server.fold import apply_entry
from jaipur.server.game import Game, OpenGame
from jaipur.server.game_info import public_terms, shuffle_info
from jaipur.server.game_terms import GameTerms
from jaipur.server.levels import describe_levels
from jaipur.server.lobby_examples import lobby_examples
from jaipur.server.notice_examples import notice_examples
from jaipur.server.own_matches import OwnMatch
from jaipur.server.own_statistics import statistics_of
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.puzzle_examples import puzzle_examples
from jaipur.server.ratings.rating_examples import rating_examples
from jaipur.server.review_examples import review_examples
from jaipur.server.routes import info as info_routes
from jaipur.server.routes.own_matches import describe_match
from jaipur.server.settings import Settings
from jaipur.server.shapes.answers import (
    EvenMatchShape,
    GameInfo,
    InvitationInfo,
    Me,
    SignInLink,
)
from jaipur.server.shapes.events import Positions
from jaipur.server.shapes.info import Health, Site
from jaipur.server.shapes.judgements import (
    Explained,
    ExplainedMove,
    Hint,
    Hints,
    Progress,
)
from jaipur.server.shapes.lobby import LobbyGame
from jaipur.server.shapes.own_matches import History, HistoryMatch
from jaipur.server.shapes.records import MatchRecord
from jaipur.server.shuffle_proof import describe_proof
from jaipur.server.static_files import VERSION

__all__ = ["example_answers"]

Data = dict[str, Any]
_ANNA: Final = "kq9YVwqVn0yGm2fRrW1Z3A"
_START_MS: Final = 1_794_778_840_000


def example_answers() -> Data:
    """An example of every answer, by the name of its schema or of its media type."""
    answers: Data = msgspec.json.decode(msgspec.json.encode(_answers()))
    return answers


def _answers() -> Data:
    applied, opened = _a_move(), _opened()
    message, after = event(applied.before, applied.entry, applied.after, 0), applied.after
    streamed = frame(encode(message), after.seq, after.updated_at) + heartbeat(
        after.seq, after.updated_at
    )
    refusal = Refusal.SAME_GOOD_BOTH_WAYS
    estimate = Hint(move="+K", win=0.55, error=0.004)
    return {
        "GameEvent": message,
        "Positions": Positions(events=[message]),
        "View": table_view(after, 0),
        "StaleBody": Problem.of(ProblemCode.STALE, current=snapshot(after, 0)).body,
        "ProblemBody": Problem.of(ProblemCode.NOT_FOUND).body,
        "text/event-stream": streamed.decode(),
        "GameInfo": _a_game(opened),
        "InvitationInfo": InvitationInfo(
            game=opened.id,
            yours=False,
            open=True,
            by="Anna",
            terms=replace(public_terms(opened.terms), against="friend", level=None),
            **shuffle_info(opened),
        ),
        **lobby_examples(_a_lobby_game(after), after.updated_at),
        "Me": Me(id=_ANNA, name="Anna", account=False),
        **account_examples(_ANNA, _START_MS),
        "SignInLink": SignInLink(
            link="https://jaipur.example/link#sYp2kQ9YVwqVn0yGm2fRrW",
            token="sYp2kQ9YVwqVn0yGm2fRrW",
            expires=_START_MS,
        ),
        "Explained": Explained(refusal=refusal, sentence=refusal.sentence),
        "ExplainedMove": ExplainedMove(refusal=refusal, sentence=refusal.sentence, move=None),
        "Hints": Hints(seq=after.position_seq, hints=[estimate], waiting=0),
        **notice_examples(),
        **puzzle_examples(),
        **rating_examples(),
        **review_examples(table_view(after, 0)),
        "MatchRecord": MatchRecord.EXAMPLE,
        "Site": Site(registration="open"),
        "Rulesets": info_routes.describe_rulesets(),
        "EvenMatch": EvenMatchShape(rating=1240, won=3, matches=5),
        "History": History(
            matches=[_a_match_in_history()],
            count=31,
            next=f"{_START_MS}-{opened.id}",
            opponents=["porter", "people"],
            missing=0,
        ),
        "Statistics": {**statistics_of([], "standard"), "missing": 0},
        "Levels": describe_levels(hints=True),
        "Limits": info_routes.describe_limits(Settings()),
        "Health": Health(status="ok", version=VERSION, checks={"read": "ok", "write": "ok"}),
        "Progress": Progress(status="working", done=12, of=150),
        "Proof": describe_proof(after),
    }


def _a_match_in_history() -> HistoryMatch:
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
    return OpenGame(
        id="OxYSa01P4VzAM0IfZgKD6g",
        maker=_ANNA,
        terms=terms,
        secret=bytes(32),
        updated_at=_START_MS,
    )


def _a_move() -> AppliedEvent:
    game = _opened()
    nonce = {"nonce": bytes(range(16)).hex()}
    join = Join(name="Anna", contribution=nonce, invited=False, at=_START_MS)
    game = _after(game, join).after
    for entry in consequences(game, _START_MS):
        game = apply_entry(game, entry)
    return _after(game, Play(0, "+K", game.position_seq))


def _after(game: Game, command: Command) -> AppliedEvent:
    draft = decide(command, game, _ANNA)
    assert draft is not None
    entry = with_time_used(game, draft, _START_MS).entry(game.seq + 1, _START_MS)
    return AppliedEvent(game, entry, apply_entry(game, entry))


def _a_game(game: Game) -> GameInfo:
    return GameInfo(
        id=game.id,
        seats=[],
        yours=True,
        terms=public_terms(game.terms),
        **shuffle_info(game),
        created_at=_START_MS,
        invitation=None,
        lost_seat=None,
        table=table_of(game),
        seq=game.seq,
    )


def _a_lobby_game(game: Game) -> LobbyGame:
    north, south = (seat.name if seat else None for seat in game.seats)
    return LobbyGame(
        id=game.id,
        status=game.status,
        names=(north, south),
        ruleset=game.terms.ruleset,
        time=None,
        clock=None,
        against="level",
        level=game.terms.level,
        rated=False,
        ratings=(None, None),
        seats=[0],
        your_turn=0 in game.waits_for,
        deadline=None,
        updated_at=_START_MS,
        result=None,
        rematch_of=None,
        invitation=None,
        challenge=None,
    )
