# The network, in integers: 16-bit weights and sums, so that its output is the same on every
# processor.
#
# One hidden layer. A hidden unit is the sum of one row for each feature, clipped to 0..UNIT_ONE.
# The output is a logit in 1/LOGIT_SCALE; `win_probability` turns it into a probability in
# 1/PROB_ONE.

from libc.stdint cimport int16_t, int32_t, uint16_t, uint32_t
from libc.string cimport memset

from jaipur.engine.features cimport (
    FEATURES, FEATURES_PER_GOOD, ROWS, fill_good, fill_replaced, fill_rows, fill_shared,
)
from jaipur.rules.core.law cimport Rules, State, begin_move
from jaipur.rules.core.action_tables cimport CAMEL_SHIFT, FIRST_EXCHANGE, GOODS, tables

cdef enum:
    HIDDEN = 64                  # JAIPUR_UNITS in simd.h
    UNIT_ONE = 512               # the largest value of a hidden unit, JAIPUR_UNIT_ONE in simd.h
    OUTPUT_SCALE = 2048          # weights of the second layer are in 1/2048
    LOGIT_SCALE = 256
    LOGIT_LIMIT = 2560           # a logit of ten
    PROB_ONE = 65536

cdef struct Head:                # the last layer
    int16_t output[HIDDEN]
    int32_t bias                 # in 1 / (UNIT_ONE * OUTPUT_SCALE)

cdef struct Weights:
    int16_t rows[ROWS][HIDDEN]
    int16_t bias[HIDDEN]
    Head head

# The hidden sums of a position before a move, and by how much moves change them, once computed.
cdef struct HiddenSums:
    State state
    const Head *head
    uint16_t rows[FEATURES]
    int16_t hidden[HIDDEN]
    uint16_t cached[GOODS + 1]               # bit by bit, which of the deltas are computed
    int16_t good_delta[GOODS][11][HIDDEN]    # by cards of a good that an exchange takes, from -5 on
    int16_t camel_delta[6][HIDDEN]           # by camels that an exchange gives

cdef extern from "jaipur/engine/simd.h" nogil:
    void jaipur_sum_rows(
        const int16_t *start, const int16_t (*rows)[HIDDEN], const uint16_t *active, int count,
        int16_t *sums,
    )
    void jaipur_row_delta(
        const int16_t (*rows)[HIDDEN], const uint16_t *added, const uint16_t *removed, int count,
        int16_t *delta,
    )
    int32_t jaipur_output_with_rows(
        const int16_t *start, const int16_t (*rows)[HIDDEN], const uint16_t *added,
        const uint16_t *removed, int count, const int16_t *output,
    )
    int32_t jaipur_output_with_deltas(
        const int16_t *start, const int16_t *const *deltas, int count, const int16_t *output
    )

cdef uint16_t probabilities[2 * LOGIT_LIMIT + 1]

cdef inline int win_probability(int logit) noexcept nogil:
    """The probability of a logit, in 1/PROB_ONE."""
    if logit > LOGIT_LIMIT:
        logit = LOGIT_LIMIT
    if logit < -LOGIT_LIMIT:
        logit = -LOGIT_LIMIT
    return probabilities[logit + LOGIT_LIMIT]

cdef inline void start_sums(
    const Weights *weights, const Head *head, const Rules *rules, const State *state,
    HiddenSums *sums,
) noexcept nogil:
    """Get ready to value the moves of a position with a last layer."""
    sums.state = state[0]
    sums.head = head
    memset(sums.cached, 0, sizeof(sums.cached))
    fill_rows(rules, state, sums.rows)
    jaipur_sum_rows(weights.bias, weights.rows, sums.rows, FEATURES, sums.hidden)

cdef inline void cache_deltas(
    const Weights *weights, const Rules *rules, HiddenSums *sums, int action
) noexcept nogil:
    """Compute what an exchange changes, good by good and for the camels it gives."""
    cdef uint16_t rows[FEATURES]
    cdef uint32_t take = tables.swap[action].take, give = tables.swap[action].give
    cdef int good, first, taken, given = give >> CAMEL_SHIFT
    cdef State after = sums.state
    begin_move(rules, &after, action)
    for good in range(GOODS):
        taken = 5 + <int> ((take >> 4 * good) & 15) - <int> ((give >> 4 * good) & 15)
        first = FEATURES_PER_GOOD * good
        if taken != 5 and not sums.cached[good] >> taken & 1:
            sums.cached[good] |= 1 << taken
            fill_good(rules, &after, good, rows)
            jaipur_row_delta(
                weights.rows, &rows[first], &sums.rows[first], FEATURES_PER_GOOD,
                sums.good_delta[good][taken],
            )
    if not sums.cached[GOODS] >> given & 1:
        sums.cached[GOODS] |= 1 << given
        first = FEATURES_PER_GOOD * GOODS
        fill_shared(rules, &after, rows)
        jaipur_row_delta(
            weights.rows, &rows[first], &sums.rows[first], FEATURES - first,
            sums.camel_delta[given],
        )

cdef inline int32_t output_of_exchange(
    const Weights *weights, const Rules *rules, HiddenSums *sums, int action
) noexcept nogil:
    """The output, without its bias, after an exchange.

    The features of a good change by how many cards of it go which way, and the shared ones by how
    many camels are given, whatever else is exchanged; so a delta serves many exchanges.
    """
    cdef const int16_t *deltas[GOODS + 1]
    cdef uint32_t take = tables.swap[action].take, give = tables.swap[action].give
    cdef int good, taken, count = 1, given = give >> CAMEL_SHIFT
    cdef int cached = sums.cached[GOODS] >> given & 1
    deltas[0] = sums.camel_delta[given]
    for good in range(GOODS):
        taken = 5 + <int> ((take >> 4 * good) & 15) - <int> ((give >> 4 * good) & 15)
        deltas[count] = sums.good_delta[good][taken]
        count += taken != 5
        cached &= (taken == 5) | sums.cached[good] >> taken
    if not cached:
        cache_deltas(weights, rules, sums, action)
    return jaipur_output_with_deltas(sums.hidden, deltas, count, sums.head.output)

cdef inline int logit_after(
    const Weights *weights, const Rules *rules, HiddenSums *sums, int action
) noexcept nogil:
    """The logit, in 1/LOGIT_SCALE, of the after-state of a legal move."""
    cdef uint16_t added[FEATURES]
    cdef uint16_t removed[FEATURES]
    cdef State after
    cdef int32_t output
    cdef int count
    if action >= FIRST_EXCHANGE:
        output = output_of_exchange(weights, rules, sums, action)
    else:
        after = sums.state
        begin_move(rules, &after, action)
        count = fill_replaced(rules, &after, &sums.state, sums.rows, added, removed)
        output = jaipur_output_with_rows(
            sums.hidden, weights.rows, added, removed, count, sums.head.output
        )
    # Rounded towards minus infinity by an arithmetic shift: UNIT_ONE * OUTPUT_SCALE / LOGIT_SCALE
    # is 2 ** 12.
    return (sums.head.bias + output) >> 12

cdef class Network:
    cdef Weights *weights

cpdef Network default_network()
cdef const Weights *weights_of(network) except NULL
cdef int best_action(
    const Weights *weights, const Head *head, const Rules *rules, const State *state, int *logit
) noexcept nogil
