# The network, in integers: 16-bit weights and sums, so that it says the same on every processor.
#
# One hidden layer. A hidden sum is the sum of one row for each piece; it is clipped to 0..ONE. The
# output is a logit in 1/LOGIT of a natural unit; `share` turns it into a probability in 1/65536.

from libc.stdint cimport int16_t, int32_t, uint16_t, uint32_t
from libc.string cimport memset

from jaipur.engine.features cimport (
    GOOD_PIECES, PIECES, ROWS, fill_changes, fill_good, fill_rows, fill_table,
)
from jaipur.rules.core.law cimport Rules, State, begin_move
from jaipur.rules.core.action_tables cimport CAMEL_SHIFT, FIRST_EXCHANGE, GOODS, tables

cdef enum:
    HIDDEN = 64                  # JAIPUR_UNITS in lanes.h
    ONE = 512                    # a hidden unit that is fully on, JAIPUR_ON in lanes.h
    OUTPUT_SCALE = 2048          # weights of the second layer are in 1/2048
    LOGIT = 256
    LOGIT_RANGE = 2560           # ten natural units
    WHOLE = 65536

cdef struct Head:                # what the hidden units count for
    int16_t output[HIDDEN]
    int32_t bias                 # in 1 / (ONE * OUTPUT_SCALE)

cdef struct Network:
    int16_t rows[ROWS][HIDDEN]
    int16_t bias[HIDDEN]
    Head head

# A position before a move: its rows, their sums, and what moves were found to change.
cdef struct Sums:
    State state
    const Head *head
    uint16_t rows[PIECES]
    int16_t hidden[HIDDEN]
    uint16_t found[GOODS + 1]            # bit by bit, which of the following are there
    int16_t goods[GOODS][11][HIDDEN]     # by cards of a good that an exchange takes, from -5 on
    int16_t camels[6][HIDDEN]            # by camels that an exchange gives

cdef extern from "jaipur/engine/lanes.h" nogil:
    void jaipur_light(
        const int16_t *start, const int16_t (*rows)[HIDDEN], const uint16_t *lit, int count,
        int16_t *sums,
    )
    void jaipur_change(
        const int16_t (*rows)[HIDDEN], const uint16_t *more, const uint16_t *less, int count,
        int16_t *change,
    )
    int32_t jaipur_replace(
        const int16_t *near, const int16_t (*rows)[HIDDEN], const uint16_t *more,
        const uint16_t *less, int count, const int16_t *output,
    )
    int32_t jaipur_after(
        const int16_t *near, const int16_t *const *changes, int count, const int16_t *output
    )

cdef uint16_t shares[2 * LOGIT_RANGE + 1]

cdef inline int share(int logit) noexcept nogil:
    """The probability of a logit, in 1/65536."""
    if logit > LOGIT_RANGE:
        logit = LOGIT_RANGE
    if logit < -LOGIT_RANGE:
        logit = -LOGIT_RANGE
    return shares[logit + LOGIT_RANGE]

cdef inline void start_sums(
    const Network *network, const Head *head, const Rules *rules, const State *state, Sums *sums
) noexcept nogil:
    """Get ready to value the moves of a position with one of the network's heads."""
    sums.state = state[0]
    sums.head = head
    memset(sums.found, 0, sizeof(sums.found))
    fill_rows(rules, state, sums.rows)
    jaipur_light(network.bias, network.rows, sums.rows, PIECES, sums.hidden)

cdef inline void find_changes(
    const Network *network, const Rules *rules, Sums *sums, int action
) noexcept nogil:
    """Find what an exchange changes, good by good and for the camels it gives."""
    cdef uint16_t rows[PIECES]
    cdef uint32_t take = tables.swap[action].take, give = tables.swap[action].give
    cdef int good, first, taken, given = give >> CAMEL_SHIFT
    cdef State after = sums.state
    begin_move(rules, &after, action)
    for good in range(GOODS):
        taken = 5 + <int> ((take >> 4 * good) & 15) - <int> ((give >> 4 * good) & 15)
        first = GOOD_PIECES * good
        if taken != 5 and not sums.found[good] >> taken & 1:
            sums.found[good] |= 1 << taken
            fill_good(rules, &after, good, rows)
            jaipur_change(
                network.rows, &rows[first], &sums.rows[first], GOOD_PIECES,
                sums.goods[good][taken],
            )
    if not sums.found[GOODS] >> given & 1:
        sums.found[GOODS] |= 1 << given
        first = GOOD_PIECES * GOODS
        fill_table(rules, &after, rows)
        jaipur_change(
            network.rows, &rows[first], &sums.rows[first], PIECES - first, sums.camels[given]
        )

cdef inline int32_t value_exchange(
    const Network *network, const Rules *rules, Sums *sums, int action
) noexcept nogil:
    """What comes out after an exchange.

    A good's pieces change by how many cards of it go which way, and those of the table by how many
    camels are given, whatever else is exchanged; so what was found for one serves the others.
    """
    cdef const int16_t *changes[GOODS + 1]
    cdef uint32_t take = tables.swap[action].take, give = tables.swap[action].give
    cdef int good, taken, count = 1, given = give >> CAMEL_SHIFT
    cdef int found = sums.found[GOODS] >> given & 1
    changes[0] = sums.camels[given]
    for good in range(GOODS):
        taken = 5 + <int> ((take >> 4 * good) & 15) - <int> ((give >> 4 * good) & 15)
        changes[count] = sums.goods[good][taken]
        count += taken != 5
        found &= (taken == 5) | sums.found[good] >> taken
    if not found:
        find_changes(network, rules, sums, action)
    return jaipur_after(sums.hidden, changes, count, sums.head.output)

cdef inline int logit_after(
    const Network *network, const Rules *rules, Sums *sums, int action
) noexcept nogil:
    """The logit, in 1/LOGIT, of the after-state of a legal move."""
    cdef uint16_t more[PIECES]
    cdef uint16_t less[PIECES]
    cdef State after
    cdef int32_t whole
    cdef int count
    if action >= FIRST_EXCHANGE:
        whole = value_exchange(network, rules, sums, action)
    else:
        after = sums.state
        begin_move(rules, &after, action)
        count = fill_changes(rules, &after, &sums.state, sums.rows, more, less)
        whole = jaipur_replace(sums.hidden, network.rows, more, less, count, sums.head.output)
    # Rounded towards minus infinity by an arithmetic shift: ONE * OUTPUT_SCALE / LOGIT is 2 ** 12.
    return (sums.head.bias + whole) >> 12

cdef class Brain:
    cdef Network *network

cpdef Brain shipped_brain()
cdef int best_action(
    const Network *network, const Head *head, const Rules *rules, const State *state, int *logit
) noexcept nogil
