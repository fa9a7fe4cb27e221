"""How often the advice of the rulebooks is the best move: `python -m tools.measure_advice 400`.

Positions come from rounds between the four levels that err, one random decision a round, both
rulesets in turn. Each piece of advice says in which of them it applies and which moves follow it;
the search says which move is best.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from math import sqrt
from random import Random

from jaipur.engine.search import think
from jaipur.players.levels import LevelPlayer
from jaipur.rules.cards import CAMEL, Good
from jaipur.rules.moves import Exchange, Move, Sell, Take, TakeCamels
from jaipur.rules.round import Round
from jaipur.rules.rulesets import get_ruleset
from jaipur.rules.view import View
from tools.write_reasons import ERRING, RULESETS

SAMPLES = 2000
FIRST_SEED = 40000

Follows = Callable[[View, Move], bool]


def sells_first_token(view: View, move: Move) -> bool:
    """Sell a good of which no token was taken yet."""
    if not isinstance(move, Sell) or not isinstance(move.good, Good):
        return False
    return view.tokens[move.good] == get_ruleset(view.ruleset).tokens_of(move.good)


def sells_one_first_token(view: View, move: Move) -> bool:
    return sells_first_token(view, move) and isinstance(move, Sell) and move.count == 1


def sells_for_bonus(view: View, move: Move) -> bool:
    return isinstance(move, Sell) and get_ruleset(view.ruleset).bonus_for(move.count) is not None


def takes_precious(view: View, move: Move) -> bool:
    if isinstance(move, Take):
        return move.good.precious
    return isinstance(move, Exchange) and any(move.taken[good] for good in Good if good.precious)


def takes_many_camels(full: bool) -> Follows:
    def follows(view: View, move: Move) -> bool:
        assert view.opponent is not None
        limit = get_ruleset(view.ruleset).hand_limit
        is_full = view.opponent.hand == limit
        return isinstance(move, TakeCamels) and view.market.camels >= 3 and is_full == full

    return follows


def fills_market_with_camels(view: View, move: Move) -> bool:
    return (
        isinstance(move, Exchange)
        and move.given[CAMEL] > 0
        and view.market.camels + move.given[CAMEL] >= 4
    )


ADVICE: dict[str, Follows] = {
    "sell a good of which no token is taken": sells_first_token,
    "sell one card for the first token": sells_one_first_token,
    "sell three cards or more": sells_for_bonus,
    "take a precious good": takes_precious,
    "take three camels or more, the other's hand full": takes_many_camels(full=True),
    "take three camels or more, the other's hand not full": takes_many_camels(full=False),
    "exchange so that four of the market are camels": fills_market_with_camels,
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
        for name, follows in ADVICE.items():
            if any(follows(view, legal) for legal in view.moves):
                applies[name] += 1
                best[name] += follows(view, move)
    for name in ADVICE:
        share = best[name] / max(1, applies[name])
        error = sqrt(share * (1 - share) / max(1, applies[name]))
        print(f"{name}: best in {best[name]} of {applies[name]}, {share:.0%} ± {error:.0%}")


if __name__ == "__main__":
    main(int(sys.argv[1]))
