# The stepwise way to act: a move is made by a few choices out of 21, the last of them `done`.

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
    """The choice that a path to an action makes after so many others."""
    return (paths[action] >> 5 * depth) & 31


cdef inline uint32_t offered(const uint16_t *moves, int count, int depth) noexcept nogil:
    """The choices that can still be completed to one of these moves, as bits."""
    cdef uint32_t bits = 0
    cdef int i
    for i in range(count):
        bits |= <uint32_t> 1 << choice_at(moves[i], depth)
    return bits


cdef inline int keep(uint16_t *moves, int count, int depth, int choice) noexcept nogil:
    """Drop the moves that do not make this choice; how many are left."""
    cdef int i, kept = 0
    for i in range(count):
        moves[kept] = moves[i]
        kept += choice_at(moves[i], depth) == choice
    return kept
