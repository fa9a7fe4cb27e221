"""The table at a glance, through an eye that may be off: what makes the weaker levels weaker.

An eye sees each after-state's logit with an error of its own, drawn from a bell curve; it may have
forgotten which cards the other seat took and which were sold; and it may shy away from exchanges of
many cards. All in whole numbers, so that a seed gives the same move everywhere.
"""

from libc.stdint cimport int64_t, uint16_t, uint64_t

from jaipur.engine.search import check_turn
from jaipur.rules.moves import Move

from jaipur.engine.network cimport (
    LOGIT, Brain, Network, Sums, logit_after, shipped_brain, start_sums,
)
from jaipur.rules.core.rng cimport Rng, next_word, seed_rng
from jaipur.rules.core.compiled_rules cimport CompiledRules, compile_rules
from jaipur.rules.core.law cimport (
    PLY_LIMIT, Rules, State, list_moves, play_action, seal_of, turn_of,
)
from jaipur.rules.core.redeal cimport Belief, deal_again
from jaipur.rules.core.random_deal cimport deal_at_random
from jaipur.rules.core.action_tables cimport FIRST_EXCHANGE, LEGAL_ROOM, tables, total

cdef struct Eye:
    int64_t noise        # the standard deviation of its error, in 1/LOGIT
    bint forgets
    int reach


cdef Eye eye_of(double noise, bint forgets, int reach) except *:
    cdef Eye eye
    if not 0 <= noise <= 1000 or reach < 1:
        raise ValueError("An eye is off by 0 to 1,000 units, and reaches for a card at least.")
    eye.noise, eye.forgets, eye.reach = round(noise * LOGIT), forgets, reach
    return eye


cdef int64_t bell(Rng *rng) noexcept nogil:
    """A number with the mean 0 and the standard deviation 65536: twelve uniform ones, added up."""
    cdef int64_t sum = -6 * 65536
    cdef uint64_t word
    cdef int _i
    for _i in range(3):
        word = next_word(rng)
        sum += (word & 65535) + (word >> 16 & 65535) + (word >> 32 & 65535) + (word >> 48)
    return sum


cdef int look(
    const Network *network, const Rules *rules, const State *real, const Eye *eye, Rng *rng
) noexcept nogil:
    """The action whose after-state looks best."""
    cdef uint16_t moves[LEGAL_ROOM]
    cdef State state = real[0]
    cdef Sums near
    cdef int i, best = 0, seat = turn_of(&state), count = list_moves(rules, &state, seat, moves)
    cdef int64_t seen, highest = -(<int64_t> 1 << 62)
    if eye.forgets:
        state.known[1 - seat] = 0
        state.discard = 0
    start_sums(network, &network.head, rules, &state, &near)
    for i in range(count):
        # R10: takes and sales alone always leave a legal move.
        if moves[i] >= FIRST_EXCHANGE and total(tables.swap[moves[i]].take) > eye.reach:
            continue
        seen = <int64_t> 65536 * logit_after(network, rules, &near, moves[i])
        if eye.noise:
            seen += eye.noise * bell(rng)
        if seen > highest:
            highest = seen
            best = moves[i]
    return best


def glance(view, *, double noise=0, bint forgets=False, int reach=5, seed=0, brain=None):
    """The move that looks best to such an eye; `noise` is in natural units of the logit."""
    cdef Brain mind = shipped_brain() if brain is None else brain
    cdef Eye eye = eye_of(noise, forgets, reach)
    cdef Belief belief
    cdef Rng rng
    cdef State state
    check_turn(view)
    belief = Belief(view)
    seed_rng(&rng, 0)
    # What is hidden does not enter the features, so any round that agrees will do.
    deal_again(&belief.unseen, &rng, &state)
    seed_rng(&rng, seed & 0xFFFFFFFFFFFFFFFF)
    return Move.from_action(look(mind.network, &belief.compiled.rules, &state, &eye, &rng))


def contest_of_eyes(one, other, int pairs, uint64_t seed, ruleset="standard", brain=None):
    """The half-points, 0 to 4, that the first eye wins in each pair of rounds of one deal.

    An eye is (noise, forgets, reach); with a noise of 1,000 it is blind, and moves at random.
    """
    cdef Brain mind = shipped_brain() if brain is None else brain
    cdef CompiledRules compiled = compile_rules(ruleset)
    cdef Eye[2] eyes
    cdef Rng rng
    cdef State start, state
    cdef int i, swapped, action, seal, points
    eyes[0] = eye_of(one[0], one[1], one[2])
    eyes[1] = eye_of(other[0], other[1], other[2])
    scores = []
    seed_rng(&rng, seed)
    for i in range(pairs):
        points = 0
        with nogil:
            deal_at_random(&compiled.rules, &rng, i & 1, &start)
            for swapped in range(2):
                state = start
                while not state.end and state.ply < PLY_LIMIT:
                    action = look(
                        mind.network, &compiled.rules, &state, &eyes[turn_of(&state) ^ swapped],
                        &rng,
                    )
                    play_action(&compiled.rules, &state, action)
                seal = seal_of(&compiled.rules, &state)
                points += 1 if seal < 0 else 2 * (seal == swapped)
        scores.append(points)
    return scores
