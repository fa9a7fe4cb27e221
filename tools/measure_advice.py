"""How often the advice of the rulebooks is the best move: `python -m tools.measure_advice 400`.

Positions come from rounds between the four levels that err, one random decision a round, both
rulesets in turn. Each piece of advice says in which of them it applies and which moves follow it;
the search says which move is best.
"""

from __future__ import annotations

import sys
from collections import Counter
from math import sqrt
from random import Random

from jaipur.coach.advice import Advice, follows
from jaipur.engine.search import think
from jaipur.players.levels import LevelPlayer
from jaipur.rules.round import Round
from jaipur.rules.view import View
from tools.write_reasons import ERRING, RULESETS

SAMPLES = 2000
FIRST_SEED = 40000

ADVICE: dict[str, Advice] = {
    "sell a good of which no token is taken": Advice.FIRST_TOKENS,
    "sell one card for the first token": Advice.FIRST_TOKEN_ALONE,
    "sell three cards or more": Advice.BIG_SALE,
    "take a precious good": Advice.PRECIOUS,
    "take three camels or more, the other's hand full": Advice.OTHER_FULL,
    "take three camels or more, the other's hand not full": Advice.OTHER_NOT_FULL,
    "exchange so that four of the market are camels": Advice.CAMEL_MARKET,
}


def position(seed: int) -> View:
    """The view of one random decision of a round."""
    ruleset = RULESETS[seed % 2]
    rng = Random(f"advice {seed}")
    players = [LevelPlayer(rng.choice(ERRING), seed=seed) for _ in range(2)]
    table = Round.deal(f"advice {seed}", ruleset=ruleset)
    views = []
    while (turn := table.turn) is not None:
        views.append(table.view(turn))
        table = table.play(players[turn].choose(views[-1]))
    return rng.choice(views)


def main(positions: int) -> None:
    applies: Counter[str] = Counter()
    best: Counter[str] = Counter()
    for seed in range(FIRST_SEED, FIRST_SEED + positions):
        view = position(seed)
        move = think(view, samples=SAMPLES, seed=seed)[0].move
        for name, advice in ADVICE.items():
            if any(follows(advice, view, legal) for legal in view.moves):
                applies[name] += 1
                best[name] += follows(advice, view, move)
    for name in ADVICE:
        share = best[name] / max(1, applies[name])
        error = sqrt(share * (1 - share) / max(1, applies[name]))
        print(f"{name}: best in {best[name]} of {applies[name]}, {share:.0%} ± {error:.0%}")


if __name__ == "__main__":
    main(int(sys.argv[1]))
