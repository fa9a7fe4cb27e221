"""Our own players behind the protocol, asked as an arena asks them."""

import io
import json
import sys
from typing import Any

import pytest

from jaipur import RULESETS, Match, Move, View
from jaipur.players import Budget, Player, make_player, play_match
from jaipur.players.bot import BotPlayer
from jaipur.players.serve import serve
from tests.players.bot_tools import PATIENT

HELLO = {"type": "hello", "protocol": "jaipur-bot/1"}
ROUND = {"type": "round", "ruleset": "standard", "seat": 0, "round": 1}
QUIT = {"type": "quit"}


class Noted:
    """A player that plays its seed and its budget, for all to see."""

    name = "noted"
    made: list[tuple[int, Budget]]

    def __init__(self, seed: int, budget: Budget) -> None:
        self.made.append((seed, budget))

    def choose(self, view: View) -> Move:
        return view.moves[-1]


@pytest.fixture
def noted() -> type[Noted]:
    return type("Fresh", (Noted,), {"made": []})


def asked(seating: Any, *messages: object, **options: Any) -> tuple[list[dict[str, Any]], str]:
    answers, complaints = io.StringIO(), io.StringIO()
    lines = [one if isinstance(one, str) else json.dumps(one) for one in messages]
    serve(seating, lines, answers, complaints, **options)
    return [json.loads(line) for line in answers.getvalue().splitlines()], complaints.getvalue()


def question(number: int = 1, milliseconds: int = 100) -> dict[str, Any]:
    match = Match.deal(7)
    view = match.view(match.turn).to_dict()
    return {"type": "move", "id": number, "view": view, "milliseconds": milliseconds}


def greedy(seed: int, budget: Budget) -> Player:
    return make_player("greedy", seed, budget)


def test_it_says_hello_and_plays_and_quits() -> None:
    answers, complaints = asked(greedy, HELLO, ROUND, question(17), QUIT, HELLO)
    about = {"protocol": "jaipur-bot/1", "name": "greedy", "rulesets": list(RULESETS)}
    match = Match.deal(7)
    move = str(make_player("greedy").choose(match.view(match.turn)))
    assert answers == [{"type": "hello", **about}, {"type": "move", "id": 17, "move": move}]
    assert not complaints


def test_it_thinks_as_long_as_the_question_says(noted: type[Noted]) -> None:
    asked(noted, ROUND, question(1, 100), question(2, 100), question(3, 50), seed=5)
    assert [budget.milliseconds for _, budget in noted.made] == [100, 50]


def test_its_own_budget_goes_first(noted: type[Noted]) -> None:
    asked(noted, ROUND, question(), budget=Budget(samples=8))
    assert noted.made[0][1] == Budget(samples=8)


def test_each_round_has_a_seed_of_its_own_and_the_first_seed_decides_them(
    noted: type[Noted],
) -> None:
    for _ in range(2):
        asked(noted, ROUND, question(), ROUND, question(), seed=5)
    first, second, again, also = (seed for seed, _ in noted.made)
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
def test_lines_that_make_no_sense_are_complained_about_and_survived(line: str) -> None:
    answers, complaints = asked(greedy, line, question())
    assert len(answers) == 1
    assert complaints.count("\n") == 1


def test_messages_of_other_types_are_left_alone() -> None:
    answers, complaints = asked(greedy, {"type": "chat"}, {"type": "over", "seal": 1})
    assert not answers
    assert not complaints


def test_a_served_player_plays_as_it_does_here() -> None:
    command = f"{sys.executable} -c 'from jaipur.cli import main; main()' bot --level greedy"
    with BotPlayer(command, limits=PATIENT) as served:
        there = play_match([served, make_player("random", 1)], Match.deal(3))
        assert served.name == "greedy"
    here = play_match([make_player("greedy"), make_player("random", 1)], Match.deal(3))
    assert there.record() == here.record()
