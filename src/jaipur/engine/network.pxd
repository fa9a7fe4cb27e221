# The network, in integers: 16-bit weights and sums, so that its output is the same on every
# processor.
#
# One hidden layer. A hidden unit is the sum of one row for each feature, clipped to 0..UNIT_ONE.
# The output is a logit in 1/LOGIT_SCALE; `win_probability` turns it into a probability in
# 1/PROB_ONE.

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t
from libc.string cimport memset

from jaipur.engine.features cimport (
    FEATURES, FEATURES_PER_GOOD, ROWS, fill_rows, other_bonus16,
)
from jaipur.rules.core.law cimport Rules, State
from jaipur.rules.core.action_tables cimport GOODS

cdef enum:
    HIDDEN = 128                 # JAIPUR_UNITS in simd.h
    UNIT_ONE = 512               # the largest value of a hidden unit, JAIPUR_UNIT_ONE in simd.h
    OUTPUT_SCALE = 2048          # weights of the second layer are in 1/2048
    LOGIT_SCALE = 256
    LOGIT_LIMIT = 2560           # a logit of ten
    PROB_ONE = 65536
    # What a take or an exchange changes: by good, how many cards of it are taken, from -5 on; then
    # in the shared features, by how many camels are given, or that a good or the camels are taken.
    DELTAS_OF_GOOD = 11
    TAKES_GOOD = 6
    TAKES_CAMELS = 7
    SHARED_DELTAS = 8
    DELTAS = DELTAS_OF_GOOD * GOODS + SHARED_DELTAS
    DELTA_GROUPS = 8             # a good each, and the shared ones; the last is not used
    CACHE_LINE = 64              # bytes; searches take a sixth less time where rows begin with one

cdef struct Head:                # the last layer
    int16_t output[HIDDEN]
    int32_t bias                 # in 1 / (UNIT_ONE * OUTPUT_SCALE)

cdef struct Weights:
    int16_t rows[ROWS][HIDDEN]
    int16_t bias[HIDDEN]
    Head head

cdef extern from "jaipur/engine/simd.h" nogil:
    ctypedef struct JaipurRow:   # on whole cache lines
        int16_t unit[HIDDEN]

# The hidden sums of a position before a move, and by how much moves change them, once computed.
cdef struct HiddenSums:
    State state
    const Head *head
    int other_bonus                          # what the other's bonus tokens are worth
    uint16_t rows[FEATURES]
    JaipurRow hidden
    uint16_t cached[DELTA_GROUPS]            # bit by bit, which of the deltas are computed
    JaipurRow deltas[DELTAS]

cdef extern from "jaipur/engine/simd.h" nogil:
    void jaipur_sum_rows(
        const int16_t *start, const int16_t (*rows)[HIDDEN], const uint16_t *active, int count,
        int16_t *sums,
    )
    void jaipur_add_rows(
        const int16_t *rows, int units, const uint16_t *active, int count, int16_t *sums
    )
    void jaipur_replace_rows(
        const int16_t *rows, int units, const uint16_t *added, const uint16_t *removed, int count,
        int16_t *sums,
    )
    int32_t jaipur_output_of_sums(const int16_t *sums, int units, const int16_t *output)
    void jaipur_row_delta(
        const int16_t (*rows)[HIDDEN], const uint16_t *added, const uint16_t *removed, int count,
        int16_t *delta,
    )
    void jaipur_units_with_rows(
        const int16_t *start, const int16_t (*rows)[HIDDEN], const uint16_t *added,
        const uint16_t *removed, int count, int16_t *units,
    )
    int32_t jaipur_output_with_rows(
        const int16_t *start, const int16_t (*rows)[HIDDEN], const uint16_t *added,
        const uint16_t *removed, int count, const int16_t *output,
    )
    void jaipur_outputs_with_deltas(
        const int16_t *start, const JaipurRow *deltas, const uint8_t (*places)[8],
        const uint16_t *actions, int count, const int16_t *output, int32_t *outputs,
    )

cdef inline void *first_cache_line(void *memory) noexcept nogil:
    """Where the first whole cache line of some memory begins."""
    return <char *> memory + CACHE_LINE - <size_t> memory % CACHE_LINE

cdef uint16_t probabilities[2 * LOGIT_LIMIT + 1]

cdef inline int win_probability(int logit) noexcept nogil:
    """The probability of a logit, in 1/PROB_ONE."""
    if logit > LOGIT_LIMIT:
        logit = LOGIT_LIMIT
    if logit < -LOGIT_LIMIT:
        logit = -LOGIT_LIMIT
    return probabilities[logit + LOGIT_LIMIT]

cdef inline void forget_sums(HiddenSums *sums) noexcept nogil:
    """Let the next position have nothing in common with the one before."""
    memset(sums.rows, 255, sizeof(sums.rows))
    memset(sums.cached, 0, sizeof(sums.cached))

cdef inline void move_sums(
    const Weights *weights, const Head *head, const Rules *rules, const State *state,
    HiddenSums *sums,
) noexcept nogil:
    """Get ready to value the moves of a position with a last layer.

    The sums are of another position, which may have much in common with it, or forgotten. What a
    take or an exchange changes depends on the rows of the goods in it and on the shared rows before
    it, so deltas are kept where those are the same.
    """
    cdef uint16_t rows[FEATURES]
    cdef uint16_t added[FEATURES]
    cdef uint16_t removed[FEATURES]
    cdef int feature, group, count = 0
    sums.state = state[0]
    sums.head = head
    sums.other_bonus = other_bonus16(rules, state)
    fill_rows(rules, state, rows)
    for feature in range(FEATURES):
        if rows[feature] != sums.rows[feature]:
            group = feature // FEATURES_PER_GOOD
            sums.cached[group if group < GOODS else GOODS] = 0
            added[count] = rows[feature]
            removed[count] = sums.rows[feature]
            sums.rows[feature] = rows[feature]
            count += 1
    if 2 * count < FEATURES:
        jaipur_replace_rows(weights.rows[0], HIDDEN, added, removed, count, sums.hidden.unit)
    else:
        jaipur_sum_rows(weights.bias, weights.rows, sums.rows, FEATURES, sums.hidden.unit)

cdef inline void start_sums(
    const Weights *weights, const Head *head, const Rules *rules, const State *state,
    HiddenSums *sums,
) noexcept nogil:
    """The same where no other position was valued before."""
    forget_sums(sums)
    move_sums(weights, head, rules, state, sums)

cdef class Network:
    cdef Weights *weights
    cdef void *memory            # that the weights lie in

cpdef Network default_network()
cdef const Weights *weights_of(network) except NULL
cdef int best_action(
    const Weights *weights, const Head *head, const Rules *rules, const State *state, int *logit
) noexcept nogil
cdef int best_action_of(
    const Weights *weights, const Rules *rules, HiddenSums *sums, int *logit
) noexcept nogil
cdef int best_action_at_cost(
    const Weights *weights, const Rules *rules, const State *state, int exchange_cost, int *logit
) noexcept nogil
cdef void units_after(
    const Weights *weights, const Rules *rules, const HiddenSums *sums, int action, int16_t *units
) noexcept nogil
cdef void fill_logits(
    const Weights *weights, const Rules *rules, HiddenSums *sums, uint16_t *moves, int count,
    int32_t *logits,
) noexcept nogil
