"""Our own players served over the protocol, asked as an arena asks them."""

import io
import json
import sys
from typing import Any

import pytest

from jaipur import RULESETS, Match, Move, View
from jaipur.players import Budget, Player, make_player, play_match
from jaipur.players.bot import BotPlayer
from jaipur.players.bot_server import serve_player
from tests.players.bot_support import LONG_LIMITS

HELLO = {"type": "hello", "protocol": "jaipur-bot/1"}
ROUND = {"type": "round", "ruleset": "standard", "seat": 0, "round": 1}
QUIT = {"type": "quit"}


class Recorded:
    """A player that records the seeds and budgets it is made with."""

    name = "recorded"
    made: list[tuple[int, Budget]]

    def __init__(self, seed: int, budget: Budget) -> None:
        self.made.append((seed, budget))

    def choose(self, view: View) -> Move:
        return view.moves[-1]


@pytest.fixture
def recorded() -> type[Recorded]:
    return type("Fresh", (Recorded,), {"made": []})


def asked(factory: Any, *messages: object, **options: Any) -> tuple[list[dict[str, Any]], str]:
    answers, errors = io.StringIO(), io.StringIO()
    lines = [one if isinstance(one, str) else json.dumps(one) for one in messages]
    serve_player(factory, lines, answers, errors, **options)
    return [json.loads(line) for line in answers.getvalue().splitlines()], errors.getvalue()


def question(number: int = 1, milliseconds: int = 100) -> dict[str, Any]:
    match = Match.deal(7)
    view = match.view(match.turn).to_dict()
    return {"type": "move", "id": number, "view": view, "milliseconds": milliseconds}


def greedy(seed: int, budget: Budget) -> Player:
    return make_player("greedy", seed, budget)


def test_it_says_hello_and_plays_and_quits() -> None:
    answers, errors = asked(greedy, HELLO, ROUND, question(17), QUIT, HELLO)
    about = {"protocol": "jaipur-bot/1", "name": "greedy", "rulesets": list(RULESETS)}
    match = Match.deal(7)
    move = str(make_player("greedy").choose(match.view(match.turn)))
    assert answers == [{"type": "hello", **about}, {"type": "move", "id": 17, "move": move}]
    assert not errors


def test_it_thinks_as_long_as_the_question_says(recorded: type[Recorded]) -> None:
    asked(recorded, ROUND, question(1, 100), question(2, 100), question(3, 50), seed=5)
    assert [budget.milliseconds for _, budget in recorded.made] == [100, 50]


def test_a_budget_of_its_own_overrides_the_question(recorded: type[Recorded]) -> None:
    asked(recorded, ROUND, question(), budget=Budget(samples=8))
    assert recorded.made[0][1] == Budget(samples=8)


def test_each_round_has_its_own_seed_drawn_from_the_first(
    recorded: type[Recorded],
) -> None:
    for _ in range(2):
        asked(recorded, ROUND, question(), ROUND, question(), seed=5)
    first, second, again, also = (seed for seed, _ in recorded.made)
    assert first != second
    assert (first, second) == (again, also)


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "[]",
        "{}",
        '{"type": 7}',
        '{"type": "move"}',
        '{"type": "move", "id": 1, "view": {}, "milliseconds": 5}',
        '{"type": "move", "id": 1, "view": 5, "milliseconds": 5}',
    ],
)
def test_a_line_that_cannot_be_read_is_reported_and_the_next_one_answered(line: str) -> None:
    answers, errors = asked(greedy, line, question())
    assert len(answers) == 1
    assert errors.count("\n") == 1


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"view": None}, "a move message must have the field 'view'"),
        ({"id": None}, "a move message must have the field 'id'"),
        ({"milliseconds": None}, "a move message must have the field 'milliseconds'"),
        ({"milliseconds": "soon"}, "milliseconds must be a number, got 'soon'"),
        ({"milliseconds": float("inf")}, "milliseconds must be a number, got inf"),
    ],
)
def test_a_wrong_field_is_named(change: dict[str, Any], sentence: str) -> None:
    message = {name: value for name, value in {**question(), **change}.items() if value is not None}
    answers, errors = asked(greedy, message)
    assert (answers, errors) == ([], f"ValueError: {sentence}\n")


def test_messages_of_other_types_are_ignored() -> None:
    answers, errors = asked(greedy, {"type": "chat"}, {"type": "over", "seal": 1})
    assert not answers
    assert not errors


def test_a_served_player_plays_as_it_does_in_process() -> None:
    command = f"{sys.executable} -c 'from jaipur.cli import main; main()' bot --level greedy"
    with BotPlayer(command, limits=LONG_LIMITS) as served:
        there = play_match([served, make_player("random", 1)], Match.deal(3))
        assert served.name == "greedy"
    here = play_match([make_player("greedy"), make_player("random", 1)], Match.deal(3))
    assert there.record() == here.record()
