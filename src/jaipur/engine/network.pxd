# The network, in integers: 16-bit weights and sums, so that it says the same on every processor.
#
# One hidden layer. A hidden sum is the sum of one row for each piece; it is clipped to 0..ONE. The
# output is a logit in 1/LOGIT of a natural unit; `share` turns it into a probability in 1/65536.

from libc.stdint cimport int16_t, int32_t, uint16_t

from jaipur.engine.features cimport PIECES, ROWS, fill_rows
from jaipur.rules.law cimport Rules, State

cdef enum:
    HIDDEN = 64
    ONE = 512                    # a hidden unit that is fully on
    OUTPUT_SCALE = 2048          # weights of the second layer are in 1/2048
    LOGIT = 256
    LOGIT_RANGE = 2560           # ten natural units
    WHOLE = 65536

cdef struct Network:
    int16_t rows[ROWS][HIDDEN]
    int16_t bias[HIDDEN]
    int16_t output[HIDDEN]
    int32_t output_bias          # in 1 / (ONE * OUTPUT_SCALE)

# A position's hidden sums, with the rows they are made of.
cdef struct Sums:
    int16_t hidden[HIDDEN]
    uint16_t rows[PIECES]

cdef uint16_t shares[2 * LOGIT_RANGE + 1]

cdef inline int share(int logit) noexcept nogil:
    """The probability of a logit, in 1/65536."""
    if logit > LOGIT_RANGE:
        logit = LOGIT_RANGE
    if logit < -LOGIT_RANGE:
        logit = -LOGIT_RANGE
    return shares[logit + LOGIT_RANGE]

cdef inline void start_sums(
    const Network *network, const Rules *rules, const State *state, Sums *sums
) noexcept nogil:
    """The hidden sums of an after-state, from nothing."""
    cdef int piece, unit
    cdef const int16_t *row
    fill_rows(rules, state, sums.rows)
    for unit in range(HIDDEN):
        sums.hidden[unit] = network.bias[unit]
    for piece in range(PIECES):
        row = network.rows[sums.rows[piece]]
        for unit in range(HIDDEN):
            sums.hidden[unit] += row[unit]

cdef inline int output_of(const Network *network, const int16_t *hidden) noexcept nogil:
    """The logit, in 1/LOGIT, of hidden sums."""
    cdef int32_t sum = network.output_bias
    cdef int unit
    cdef int16_t value
    for unit in range(HIDDEN):
        value = hidden[unit]
        value = 0 if value < 0 else value
        value = ONE if value > ONE else value
        sum += <int32_t> value * <int32_t> network.output[unit]
    # Rounded towards minus infinity by an arithmetic shift: ONE * OUTPUT_SCALE / LOGIT is 2 ** 12.
    return sum >> 12

cdef inline int logit_near(
    const Network *network, const Rules *rules, const State *state, const Sums *near
) noexcept nogil:
    """The logit of an after-state, from the sums of one that shares most rows with it."""
    cdef uint16_t rows[PIECES]
    cdef int16_t hidden[HIDDEN]
    cdef int piece, unit
    cdef const int16_t *old
    cdef const int16_t *new
    fill_rows(rules, state, rows)
    for unit in range(HIDDEN):
        hidden[unit] = near.hidden[unit]
    for piece in range(PIECES):
        if rows[piece] != near.rows[piece]:
            old = network.rows[near.rows[piece]]
            new = network.rows[rows[piece]]
            for unit in range(HIDDEN):
                hidden[unit] += new[unit] - old[unit]
    return output_of(network, hidden)

cdef class Brain:
    cdef Network *network

cpdef Brain shipped_brain()
cdef int best_action(
    const Network *network, const Rules *rules, const State *state, int *logit
) noexcept nogil
