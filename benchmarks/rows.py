"""What is measured of the library itself: the rows of the promise about speed."""

import json
import re
import subprocess
import sys
from functools import cache
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from typing import Any

from benchmarks.measure import Contestant
from jaipur import Belief, Match, Round, View
from jaipur.cli.bench_kernels import random_redeals, random_rounds
from jaipur.engine.handicap import choose_with_handicap
from jaipur.engine.luck import round_values
from jaipur.engine.one_ply import choose_one_ply
from jaipur.players.levels import LEVELS


def contestants() -> list[Contestant]:
    """The rates that were promised, and two that show what Python adds."""
    return [
        Contestant("core", "random rounds inside the core", "moves/s", _core, 5_000_000),
        Contestant(
            "python", "list(round.legal_moves()), play(), deals", "moves/s", python, 400_000
        ),
        Contestant("match", "the same through Match.play", "moves/s", _match),
        Contestant("redeal", "redeal from a view, in the core", "deals/s", redeals, 1_000_000),
        Contestant("belief", "Belief.redeal from Python", "deals/s", _believed),
        Contestant("one_ply", "choose_one_ply(view)", "moves/s", _one_ply, 25_000),
        Contestant("one_ply_read", "the same, view read from JSON", "moves/s", _one_ply_read),
        Contestant("handicap", "choose_with_handicap(view)", "moves/s", _handicap, 25_000),
        Contestant("luck", "round_values(round), played by one-ply", "rounds/s", luck, 50),
        Contestant("json", "view.to_json()", "views/s", _json, 50_000),
        Contestant("json_dumps", "json.dumps(view.to_dict())", "views/s", _json_dumps),
    ]


def _core(rounds: int, seed: int) -> int:
    return random_rounds(rounds, seed)


def python(rounds: int, seed: int) -> int:
    """Random rounds from Python, every legal move listed at every ply; how many moves."""
    moves, choose = 0, Random(seed).random
    for number in range(rounds):
        table = Round.deal(1_000_000 * seed + number)
        while not table.is_over:
            legal = list(table.legal_moves())
            table = table.play(legal[int(choose() * len(legal))])
        moves += table.ply
    return moves


def _match(rounds: int, seed: int) -> int:
    moves, choose = 0, Random(seed).random
    for number in range(rounds):
        match = Match.deal(1_000_000 * seed + number, seals=1)
        while not match.is_over:
            if match.is_between:
                match = match.next_round()
            legal = list(match.round.legal_moves())
            match = match.play(legal[int(choose() * len(legal))])
            moves += 1
    return moves


def _views() -> list[View]:
    """What a seat sees early, in the middle and late in a round."""
    table, rng, views = Round.deal(7), Random(7), []
    while table.ply < 40:
        table = table.play(rng.choice(table.legal_moves()))
        if table.ply in (4, 12, 24, 40):
            views.append(table.view(table.turn))
    return views


VIEWS = _views()
READ_VIEWS = [View.from_json(view.to_json()) for view in VIEWS]  # without packed knowledge


def redeals(count: int, seed: int) -> int:
    """Each view dealt again so many times inside the core; how many deals."""
    for view in VIEWS:
        random_redeals(view, count, seed)
    return count * len(VIEWS)


def _believed(count: int, seed: int) -> int:
    rng = Random(seed)
    for view in VIEWS:
        belief = Belief(view)
        for _ in range(count):
            belief.redeal(rng)
    return count * len(VIEWS)


def _one_ply(count: int, seed: int) -> int:
    for view in VIEWS:
        for _ in range(count):
            choose_one_ply(view)
    return count * len(VIEWS)


def _one_ply_read(count: int, seed: int) -> int:
    for view in READ_VIEWS:
        for _ in range(count):
            choose_one_ply(view)
    return count * len(READ_VIEWS)


def _handicap(count: int, seed: int) -> int:
    handicap = LEVELS[0].handicap
    for view in VIEWS:
        for number in range(count):
            choose_with_handicap(view, handicap, seed=number)
    return count * len(VIEWS)


@cache
def _played_rounds() -> list[Round]:
    """Rounds of the network against itself, in both rulesets."""
    rounds = []
    for seed in range(20):
        table = Round.deal(seed, ruleset=("standard", "box")[seed % 2])
        while table.turn is not None:
            table = table.play(choose_one_ply(table.view(table.turn))[0])
        rounds.append(table)
    return rounds


def luck(count: int, seed: int) -> int:
    """The values along so many rounds; how many rounds."""
    rounds = _played_rounds()
    for number in range(count):
        round_values(rounds[(seed + number) % len(rounds)])
    return count


def _json(count: int, seed: int) -> int:
    for view in VIEWS:
        for _ in range(count):
            view.to_json()
    return count * len(VIEWS)


def _json_dumps(count: int, seed: int) -> int:
    for view in VIEWS:
        for _ in range(count):
            json.dumps(view.to_dict(), separators=(",", ":"))
    return count * len(VIEWS)


# `import jaipur` alone loads next to nothing: a name is imported when it is first used.
_FIRST_USE = "from jaipur import Match"


def start_up(repeats: int) -> dict[str, dict[str, Any]]:
    """Milliseconds that the first use of jaipur adds to the start of Python, and its tables."""
    with_, without, tables = [], [], []
    for _ in range(repeats):
        without.append(_milliseconds("pass"))
        with_.append(_milliseconds(_FIRST_USE))
        tables.append(_tables())
    added = [with_[i] - without[i] for i in range(repeats)]
    return {
        "import": {"what": _FIRST_USE, "at_most": 100, **_summary(added)},
        "tables": {"what": "of that, the tables of moves", "at_most": 20, **_summary(tables)},
    }


def _milliseconds(code: str) -> float:
    """CPU time of a Python that runs the code."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def _tables() -> float:
    command = [sys.executable, "-X", "importtime", "-c", _FIRST_USE]
    timings = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    found = re.search(
        r"(\d+) \|\s+\d+ \|\s+jaipur\.rules\.core\.action_tables$", timings, re.MULTILINE
    )
    assert found is not None
    return int(found[1]) / 1000


def _summary(times: list[float]) -> dict[str, float]:
    return {
        "median": round(median(times), 1),
        "fastest": round(min(times), 1),
        "slowest": round(max(times), 1),
    }
