# The stepwise style: a move is made by a few choices out of 21, the last of which is `done`.

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from jaipur.rules.core.action_tables cimport ACTION_COUNT

cdef enum:
    CHOICE_COUNT = 21
    PICK_CAMELS = 6
    FIRST_GIVE = 7
    GIVE_CAMEL = 13
    FIRST_SELL = 14
    DONE = 20
    LONGEST_PATH = 11       # five picked, five given, done

# The choices that lead to each action, five bits each, the first one lowest.
cdef uint64_t paths[ACTION_COUNT]


cdef inline int choice_at(int action, int depth) noexcept nogil:
    """The choice at a depth of the path to an action."""
    return (paths[action] >> 5 * depth) & 31


cdef inline uint32_t offered_choices(const uint16_t *moves, int count, int depth) noexcept nogil:
    """The choices that continue the path to one of these moves, as bits."""
    cdef uint32_t bits = 0
    cdef int i
    for i in range(count):
        bits |= <uint32_t> 1 << choice_at(moves[i], depth)
    return bits


cdef inline int keep_matching(uint16_t *moves, int count, int depth, int choice) noexcept nogil:
    """Drop the moves whose path does not make this choice; returns how many are left."""
    cdef int i, kept = 0
    for i in range(count):
        moves[kept] = moves[i]
        kept += choice_at(moves[i], depth) == choice
    return kept
