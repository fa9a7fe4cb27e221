"""The greedy player, compiled, as an opponent in batches.

players/greedy.py is the reference for what each move is worth. This one must choose the same move
in every position; tests/envs/test_greedy.py compares the two on thousands of positions.
"""

from libc.stdint cimport int64_t, uint16_t, uint32_t

from jaipur.rules.core.law cimport Rules, State
from jaipur.rules.core.action_tables cimport (
    CAMELS_ACTION, CAMEL_SHIFT, FIRST_EXCHANGE, FIRST_SALE, GOODS, tables,
)

# Worth in units of 1/200 rupee.
cdef int64_t[6] BASE = [800, 700, 640, 360, 360, 240]
cdef int64_t[6] PER_HELD = [200, 175, 160, 90, 90, 60]
cdef int64_t[6] GIVE = [960, 840, 768, 432, 432, 288]
cdef enum:
    RUPEE = 200
    CAMEL_WORTH = 80
    SOLD_CARD = 400


cdef int greedy_action(
    const Rules *rules, const State *state, int seat, const uint16_t *moves, int count
) noexcept nogil:
    """The legal action of the highest worth; of equal ones, the first."""
    cdef int64_t scale = 1, best = 0, worth
    cdef int i, pile, chosen = 0
    # Multiplied by the sizes of all bonus piles, so that the mean of a pile is a whole number.
    for pile in range(rules.piles):
        if rules.bonus_count[pile]:
            scale *= rules.bonus_count[pile]
    for i in range(count):
        worth = worth_of(rules, state, seat, moves[i], scale)
        if i == 0 or worth > best:
            best = worth
            chosen = moves[i]
    return chosen


cdef int64_t worth_of(
    const Rules *rules, const State *state, int seat, int action, int64_t scale
) noexcept nogil:
    cdef uint32_t hand = state.hand[seat], take, give
    cdef int64_t worth = 0, held, taken, given
    cdef int good
    if action == CAMELS_ACTION:
        return scale * CAMEL_WORTH * (state.market >> CAMEL_SHIFT)
    take = tables.swap[action].take
    give = tables.swap[action].give
    if FIRST_SALE <= action < FIRST_EXCHANGE:
        return sale_worth(rules, state, give, scale)
    for good in range(GOODS):
        held = (hand >> 4 * good) & 15
        taken = (take >> 4 * good) & 15
        given = (give >> 4 * good) & 15
        worth += taken * (BASE[good] + PER_HELD[good] * held) - given * GIVE[good]
    return scale * (worth - CAMEL_WORTH * <int> (give >> CAMEL_SHIFT))


cdef int64_t sale_worth(
    const Rules *rules, const State *state, uint32_t give, int64_t scale
) noexcept nogil:
    cdef int good = 0, count, left, i, pile
    cdef int64_t worth, bonus = 0
    while not (give >> 4 * good) & 15:
        good += 1
    count = (give >> 4 * good) & 15
    left = (state.tokens >> 4 * good) & 15
    worth = -count * SOLD_CARD
    for i in range(rules.token_count[good] - left, rules.token_count[good]):
        if i < rules.token_count[good] - left + count:
            worth += RUPEE * rules.token_value[good][i]
    pile = rules.bonus_pile[count]
    if pile < 0 or state.bonus_drawn[pile] >= rules.bonus_count[pile]:
        return scale * worth
    for i in range(rules.bonus_count[pile]):
        bonus += rules.bonus_value[pile][i]
    return scale * worth + RUPEE * bonus * (scale // rules.bonus_count[pile])
