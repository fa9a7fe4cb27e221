"""The end of a round, solved.

When the deck is empty, nothing is hidden in a round that was dealt again: the other hand holds all
cards that nobody has seen, and any take ends the round. What remains is a short game of perfect
information, sales and exchanges until a seat ends it, and alpha-beta searches it to its end. The
seat that is ahead ends it at once, so few positions are visited; a limit is needed all the same,
since two full hands could exchange for ever.
"""

from libc.stdint cimport uint16_t

from jaipur.rules.core.law cimport END_DECK, list_moves, play_action, seal_of, turn_of
from jaipur.rules.core.action_tables cimport (
    CAMELS_ACTION, CAMEL_SHIFT, FIRST_SALE, GOODS_MASK, LEGAL_ROOM, total,
)

cdef enum:
    MAX_PLIES = 12           # beyond either limit the seat that is ahead counts as the winner
    MAX_POSITIONS = 2000


cdef int result(const Rules *rules, const State *state, int seat) noexcept nogil:
    """1 if the seat has won a finished round, -1 if it has lost, 0 if nobody has."""
    cdef int seal = seal_of(rules, state)
    return 0 if seal < 0 else 1 if seal == seat else -1


cdef int result_now(const Rules *rules, const State *state, int seat) noexcept nogil:
    """The result for a seat if the round ended here; which good ends it makes no difference."""
    cdef State ended = state[0]
    ended.end = END_DECK
    return result(rules, &ended, seat)


cdef int best_take(const Rules *rules, const State *state, int seat, int low) noexcept nogil:
    """The best result of the takes, which all end the round, or `low` if that is better."""
    cdef State after
    cdef int value
    if state.market & GOODS_MASK and total(state.hand[seat] & GOODS_MASK) < rules.hand_limit:
        value = result_now(rules, state, seat)
        low = value if value > low else low
    if low < 1 and state.market >> CAMEL_SHIFT:
        after = state[0]
        play_action(rules, &after, CAMELS_ACTION)
        value = result(rules, &after, seat)
        low = value if value > low else low
    return low


cdef int best_end(
    const Rules *rules, const State *state, int low, int high, int plies, int *left
) noexcept nogil:
    """The best result for the seat to move; only results between `low` and `high` matter."""
    cdef uint16_t moves[LEGAL_ROOM]
    cdef State after
    cdef int seat = turn_of(state), i, value
    left[0] -= 1
    low = best_take(rules, state, seat, low)
    if low >= high:
        return low
    if not plies or left[0] <= 0:
        value = result_now(rules, state, seat)
        return value if value > low else low
    for i in range(list_moves(rules, state, seat, moves)):
        if moves[i] < FIRST_SALE:
            continue
        after = state[0]
        play_action(rules, &after, moves[i])
        if after.end:
            value = result(rules, &after, seat)
        else:
            value = -best_end(rules, &after, -high, -low, plies - 1, left)
        if value > low:
            low = value
            if low >= high:
                break
    return low


cdef int solve(const Rules *rules, const State *state) noexcept nogil:
    """The outcome for the seat to move with best play, in 1/65536: all, half or nothing."""
    cdef int left = MAX_POSITIONS
    return 32768 * (1 + best_end(rules, state, -1, 1, MAX_PLIES, &left))
