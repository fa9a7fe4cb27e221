"""The network's choice with a handicap: what makes the weaker levels weaker.

A handicap adds normal noise to the logit of each after-state; it may hide which cards the other
seat took and which were sold; and it may rule out exchanges of many cards. All in whole numbers, so
that a seed gives the same move everywhere.
"""

from libc.stdint cimport uint16_t, uint64_t

from jaipur.engine.search import check_turn
from jaipur.rules.moves import Move

from jaipur.engine.network cimport LOGIT_SCALE, HiddenSums, logit_after, start_sums, weights_of
from jaipur.rules.core.rng cimport next_word, seed_rng
from jaipur.rules.core.law cimport list_moves, turn_of
from jaipur.rules.core.redeal cimport Belief, deal_again
from jaipur.rules.core.action_tables cimport FIRST_EXCHANGE, LEGAL_ROOM, tables, total


cdef Handicap read_handicap(double noise, bint forgets, int max_exchange) except *:
    """A handicap with its noise in natural units of the logit; ValueError out of range."""
    cdef Handicap handicap
    if not 0 <= noise <= 1000:
        raise ValueError(f"noise must be from 0 to 1000, got {noise}")
    if max_exchange < 1:
        raise ValueError(f"max_exchange must be at least 1, got {max_exchange}")
    handicap.noise, handicap.forgets = round(noise * LOGIT_SCALE), forgets
    handicap.max_exchange = max_exchange
    return handicap


cdef int64_t normal_sample(Rng *rng) noexcept nogil:
    """A number with the mean 0 and the standard deviation 65536: twelve uniform ones, added up."""
    cdef int64_t sum = -6 * 65536
    cdef uint64_t word
    cdef int _i
    for _i in range(3):
        word = next_word(rng)
        sum += (word & 65535) + (word >> 16 & 65535) + (word >> 32 & 65535) + (word >> 48)
    return sum


cdef int choose_handicapped(
    const Weights *weights, const Rules *rules, const State *real, const Handicap *handicap,
    Rng *rng,
) noexcept nogil:
    """The action whose after-state has the highest logit under a handicap."""
    cdef uint16_t moves[LEGAL_ROOM]
    cdef State state = real[0]
    cdef HiddenSums sums
    cdef int i, best = 0, seat = turn_of(&state), count = list_moves(rules, &state, seat, moves)
    cdef int64_t value, highest = -(<int64_t> 1 << 62)
    if handicap.forgets:
        state.known[1 - seat] = 0
        state.discard = 0
    start_sums(weights, &weights.head, rules, &state, &sums)
    for i in range(count):
        # R10: takes and sales alone always leave a legal move.
        if moves[i] >= FIRST_EXCHANGE and (
            total(tables.swap[moves[i]].take) > handicap.max_exchange
        ):
            continue
        value = <int64_t> 65536 * logit_after(weights, rules, &sums, moves[i])
        if handicap.noise:
            value += handicap.noise * normal_sample(rng)
        if value > highest:
            highest = value
            best = moves[i]
    return best


def choose_with_handicap(
    view, *, double noise=0, bint forgets=False, int max_exchange=5, seed=0, network=None
):
    """The move that the network chooses with a handicap.

    `noise` is the standard deviation of the error of each logit, in natural units; a level that
    `forgets` knows neither which cards the other seat took nor which were sold; no exchange takes
    more than `max_exchange` cards.
    """
    cdef const Weights *weights = weights_of(network)
    cdef Handicap handicap = read_handicap(noise, forgets, max_exchange)
    cdef Belief belief
    cdef Rng rng
    cdef State state
    check_turn(view)
    belief = Belief(view)
    seed_rng(&rng, 0)
    # What is hidden does not enter the features, so any round that agrees will do.
    deal_again(&belief.unseen, &rng, &state)
    seed_rng(&rng, seed & 0xFFFFFFFFFFFFFFFF)
    return Move.from_action(
        choose_handicapped(weights, &belief.compiled.rules, &state, &handicap, &rng)
    )
