"""The network's choice with a handicap: what makes the weaker levels weaker.

A handicap has normal noise on the logit of each after-state, and the mistakes that people make:
they forget which cards were taken and sold, overrate what a sale brings now and what glitters, and
underrate exchanges and camels (`jaipur.engine.traits`). All in whole numbers, so that a seed gives
the same move everywhere. After exchanges without progress, another one costs something
(`engine.waiting`).
"""

from libc.stdint cimport int32_t, uint16_t, uint32_t, uint64_t

from jaipur.engine.search import check_turn
from jaipur.engine.waiting import exchange_cost
from jaipur.rules.moves import Move

from jaipur.engine.network cimport (
    LOGIT_SCALE, HiddenSums, fill_logits, start_sums, weights_of, win_probability,
)
from jaipur.rules.core.rng cimport next_word, seed_rng
from jaipur.rules.core.law cimport list_moves, turn_of
from jaipur.rules.core.redeal cimport Belief, deal_again
from jaipur.rules.core.action_tables cimport (
    CAMELS_ACTION, FIRST_EXCHANGE, FIRST_SALE, LEGAL_ROOM, tables, total,
)


cdef CompiledHandicap read_handicap(handicap) except *:
    """A `Handicap` for compiled code; exchanges cost nothing yet."""
    cdef CompiledHandicap compiled
    unit = 65536 * LOGIT_SCALE
    compiled.noise = round(handicap.noise * LOGIT_SCALE)
    compiled.forgetting = round(handicap.forgetting * 65536)
    compiled.short_sight = round(handicap.short_sight * unit / 16)
    compiled.impatience = round(handicap.impatience * unit)
    compiled.greed = round(handicap.greed * unit)
    compiled.timidity = round(handicap.timidity * unit)
    compiled.camel_neglect = round(handicap.camel_neglect * unit)
    compiled.exchange_cost = 0
    return compiled


cdef int64_t normal_sample(Rng *rng) noexcept nogil:
    """A number with the mean 0 and the standard deviation 65536: twelve uniform ones, added up."""
    cdef int64_t sum = -6 * 65536
    cdef uint64_t word
    cdef int _i
    for _i in range(3):
        word = next_word(rng)
        sum += (word & 65535) + (word >> 16 & 65535) + (word >> 32 & 65535) + (word >> 48)
    return sum


cdef inline int precious_cards(uint32_t cards) noexcept nogil:
    return (cards & 15) + (cards >> 4 & 15) + (cards >> 8 & 15)


cdef int64_t misjudge_sale(
    const Rules *rules, const State *state, const CompiledHandicap *handicap, uint32_t sold
) noexcept nogil:
    """By how much a sale is overrated."""
    cdef int good = 0, count, pile, token, rupees16 = 0
    while not sold & 15:
        sold >>= 4
        good += 1
    count = sold & 15
    token = rules.token_count[good] - (state.tokens >> 4 * good & 15)
    while count and token < rules.token_count[good]:
        rupees16 += 16 * rules.token_value[good][token]
        token += 1
        count -= 1
    pile = rules.bonus_pile[sold & 15]
    if pile >= 0 and state.bonus_drawn[pile] < rules.bonus_count[pile]:
        return handicap.short_sight * (rupees16 + rules.bonus_mean16[pile])
    return handicap.short_sight * rupees16 + handicap.impatience


cdef inline int64_t misjudge(
    const Rules *rules, const State *state, const CompiledHandicap *handicap, int action
) noexcept nogil:
    """By how much a move is overrated, less than 0 where it is underrated."""
    cdef uint32_t take = tables.swap[action].take, give = tables.swap[action].give
    if action == CAMELS_ACTION:
        return -handicap.camel_neglect
    if FIRST_SALE <= action < FIRST_EXCHANGE:
        return misjudge_sale(rules, state, handicap, give)
    cdef int64_t error = handicap.greed * (precious_cards(take) - precious_cards(give))
    return error - handicap.timidity * total(take) if action >= FIRST_EXCHANGE else error


cdef int choose_handicapped(
    const Weights *weights, const Rules *rules, const State *real,
    const CompiledHandicap *handicap, Rng *rng,
) noexcept nogil:
    """The action whose after-state has the highest logit under a handicap.

    Where exchanges cost something, that with the highest probability less the cost.
    """
    cdef uint16_t moves[LEGAL_ROOM]
    cdef int32_t logits[LEGAL_ROOM]
    cdef State state = real[0]
    cdef HiddenSums sums
    cdef int i, best = 0, seat = turn_of(&state), count = list_moves(rules, &state, seat, moves)
    cdef int64_t value, highest = -(<int64_t> 1 << 62)
    if handicap.forgetting and <int64_t> (next_word(rng) >> 48) < handicap.forgetting:
        state.known[1 - seat] = 0
        state.discard = 0
    start_sums(weights, &weights.head, rules, &state, &sums)
    fill_logits(weights, rules, &sums, moves, count, logits)
    for i in range(count):
        value = <int64_t> 65536 * logits[i]
        value += misjudge(rules, &state, handicap, moves[i])
        if handicap.noise:
            value += handicap.noise * normal_sample(rng)
        if handicap.exchange_cost:
            value = win_probability(value >> 16)
            if moves[i] >= FIRST_EXCHANGE:
                value -= handicap.exchange_cost
        if value > highest:
            highest = value
            best = moves[i]
    return best


def choose_with_handicap(view, handicap, *, seed=0, network=None):
    """The move that the network chooses with a `Handicap`."""
    cdef const Weights *weights = weights_of(network)
    cdef CompiledHandicap compiled = read_handicap(handicap)
    cdef Belief belief
    cdef Rng rng
    cdef State state
    check_turn(view)
    compiled.exchange_cost = exchange_cost(view)
    belief = Belief(view)
    seed_rng(&rng, 0)
    # What is hidden does not enter the features, so any round that agrees will do.
    deal_again(&belief.unseen, &rng, &state)
    seed_rng(&rng, seed & 0xFFFFFFFFFFFFFFFF)
    return Move.from_action(
        choose_handicapped(weights, &belief.compiled.rules, &state, &compiled, &rng)
    )
