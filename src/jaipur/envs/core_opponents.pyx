"""Opponents that play inside the core: random, greedy, the levels without a search, any network.

A network plays as `one-ply` does, and a level as LevelPlayer does, but for its noise: that comes
from the random numbers of the row, so a level makes other errors, of the same size.
"""

from libc.stdint cimport uint16_t

from jaipur.engine.network import Network, default_network
from jaipur.engine.traits import Handicap
from jaipur.players.baselines import NETWORK_PREFIX, load_network
from jaipur.players.levels import LEVELS, find_level

from jaipur.engine.handicap cimport CompiledHandicap, choose_handicapped, read_handicap
from jaipur.engine.network cimport weights_of
from jaipur.engine.waiting cimport cost_when_ahead
from jaipur.envs.compiled_greedy cimport greedy_action
from jaipur.rules.core.action_tables cimport LEGAL_ROOM
from jaipur.rules.core.law cimport list_moves, turn_of
from jaipur.rules.core.rng cimport random_below

CORE_OPPONENTS = (
    "random", "greedy", *(level.name for level in LEVELS if not level.thinks), "one-ply",
)
_KINDS = {"none": NO_OPPONENT, "random": RANDOM, "greedy": GREEDY}
_NO_HANDICAP = Handicap()


def plays_in_core(opponent):
    """Whether a batch can play this opponent by itself."""
    if isinstance(opponent, str):
        return opponent in CORE_OPPONENTS or opponent.startswith(NETWORK_PREFIX)
    return isinstance(opponent, Network)


cdef object read_opponent(opponent, CoreOpponent *found):
    """Set an opponent from its option; returns the network, which must be kept while it plays."""
    if isinstance(opponent, str) and opponent in _KINDS:
        found.kind = _KINDS[opponent]
        return None
    if not plays_in_core(opponent):
        names = ", ".join(("none", *CORE_OPPONENTS))
        raise ValueError(
            f"opponent must be one of {names}, network:FILE or a Network, got {opponent!r}"
        )
    network, handicap = opponent, _NO_HANDICAP
    if isinstance(opponent, str):
        level = find_level(opponent)
        network = default_network()
        if opponent.startswith(NETWORK_PREFIX):
            network = load_network(opponent.removeprefix(NETWORK_PREFIX))
        elif level is not None:
            handicap = level.handicap
    found.kind = NETWORK
    found.weights = weights_of(network)
    found.handicap = read_handicap(handicap)
    return network


cdef int opponent_action(
    const CoreOpponent *opponent, const Rules *rules, const State *state, int exchanges_ahead,
    Rng *rng,
) noexcept nogil:
    """The opponent's action where it is its turn; `engine.waiting` documents exchanges ahead."""
    cdef uint16_t moves[LEGAL_ROOM]
    cdef CompiledHandicap handicap
    cdef int count
    if opponent.kind == NETWORK:
        handicap = opponent.handicap
        handicap.exchange_cost = cost_when_ahead(exchanges_ahead)
        return choose_handicapped(opponent.weights, rules, state, &handicap, rng)
    count = list_moves(rules, state, turn_of(state), moves)
    if opponent.kind == GREEDY:
        return greedy_action(rules, state, turn_of(state), moves, count)
    return moves[random_below(rng, count)]
