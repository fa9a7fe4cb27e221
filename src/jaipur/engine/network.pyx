"""The network and its weights.

A weights file is the 12 bytes `jaipur-net/1`, three 32-bit numbers (version of the features, rows,
hidden units), the 32-bit output bias, and 16-bit weights: rows, hidden biases, outputs. All numbers
are little-endian.
"""

import struct
from importlib.resources import files
from math import exp

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from jaipur.engine.features cimport (
    FEATURES_VERSION, MOVED, fill_good, fill_moved, fill_replaced,
)
from jaipur.rules.core.law cimport begin_move, list_moves, turn_of
from jaipur.rules.core.action_tables cimport (
    ACTION_COUNT, CAMELS_ACTION, CAMEL_SHIFT, FIRST_EXCHANGE, FIRST_SALE, LEGAL_ROOM, tables,
)

cdef bytes MAGIC = b"jaipur-net/1"
cdef object HEADER = struct.Struct("<12sIIIi")
cdef Network DEFAULT = None


def _fill_probabilities():
    cdef int logit
    for logit in range(-LOGIT_LIMIT, LOGIT_LIMIT + 1):
        # Both are C integers: without the cast they would be divided as such.
        odds = exp(-logit / <double> LOGIT_SCALE)
        probabilities[logit + LOGIT_LIMIT] = min(PROB_ONE - 1, round(PROB_ONE / (1 + odds)))


_fill_probabilities()

# The deltas of each take and exchange: how many there are, then where they lie in
# `HiddenSums.deltas`; and the same bit by bit, as in `HiddenSums.cached`.
cdef uint8_t delta_places[ACTION_COUNT][8]
cdef uint16_t delta_bits[ACTION_COUNT][DELTA_GROUPS]


cdef void add_shared_delta(int action, int delta):
    delta_places[action][0] = 1
    delta_places[action][1] = DELTAS_OF_GOOD * GOODS + delta
    delta_bits[action][GOODS] = 1 << delta


cdef void add_good_delta(int action, int good, int taken):
    delta_places[action][0] += 1
    delta_places[action][delta_places[action][0]] = DELTAS_OF_GOOD * good + 5 + taken
    delta_bits[action][good] = 1 << (5 + taken)


def _fill_deltas():
    cdef int action, good, taken
    cdef uint32_t take, give
    for good in range(GOODS):
        add_shared_delta(good, TAKES_GOOD)
        add_good_delta(good, good, 1)
    add_shared_delta(CAMELS_ACTION, TAKES_CAMELS)
    for action in range(FIRST_EXCHANGE, ACTION_COUNT):
        take, give = tables.swap[action].take, tables.swap[action].give
        add_shared_delta(action, give >> CAMEL_SHIFT)
        for good in range(GOODS):
            taken = <int> ((take >> 4 * good) & 15) - <int> ((give >> 4 * good) & 15)
            if taken:
                add_good_delta(action, good, taken)


_fill_deltas()


cdef class Network:
    """A network, made from the bytes of a weights file."""

    def __cinit__(self, bytes data not None):
        size = HEADER.size + 2 * (ROWS + 2) * HIDDEN
        if len(data) != size or not data.startswith(MAGIC):
            raise ValueError(
                f"not a weights file: it must have {size} bytes and start with {MAGIC!r}, "
                f"got {len(data)} bytes that start with {data[:12]!r}"
            )
        _, version, rows, hidden, bias = HEADER.unpack_from(data)
        if (version, rows, hidden) != (FEATURES_VERSION, ROWS, HIDDEN):
            raise ValueError(
                f"weights must be for features {FEATURES_VERSION} with {ROWS} rows and {HIDDEN} "
                f"hidden units, got features {version} with {rows} and {hidden}"
            )
        self.memory = calloc(1, sizeof(Weights) + CACHE_LINE)
        if self.memory == NULL:
            raise MemoryError
        self.weights = <Weights *> first_cache_line(self.memory)
        memcpy(self.weights, <char *> data + <int> HEADER.size, 2 * (ROWS + 2) * HIDDEN)
        self.weights.head.bias = bias

    def __dealloc__(self):
        free(self.memory)

    def __reduce__(self):
        numbers = PyBytes_FromStringAndSize(<char *> self.weights, 2 * (ROWS + 2) * HIDDEN)
        head = HEADER.pack(MAGIC, FEATURES_VERSION, ROWS, HIDDEN, self.weights.head.bias)
        return Network, (head + numbers,)


def pack_weights(numbers, int output_bias):
    """The bytes of a weights file with these weights."""
    if len(numbers) != (ROWS + 2) * HIDDEN:
        raise ValueError(
            f"the number of weights must be {(ROWS + 2) * HIDDEN}, got {len(numbers)}"
        )
    clipped = [max(-32767, min(32767, number)) for number in numbers]
    head = HEADER.pack(MAGIC, FEATURES_VERSION, ROWS, HIDDEN, output_bias)
    return head + struct.pack(f"<{len(clipped)}h", *clipped)


cpdef Network default_network():
    """The network that comes with the package, loaded once."""
    global DEFAULT
    if DEFAULT is None:
        DEFAULT = Network(files("jaipur.engine").joinpath("weights.bin").read_bytes())
    return DEFAULT


cdef const Weights *weights_of(network) except NULL:
    """The weights of a network, or of the default one for None; valid while the network lives."""
    cdef Network chosen = default_network() if network is None else network
    return chosen.weights


cdef int best_action(
    const Weights *weights, const Head *head, const Rules *rules, const State *state, int *logit
) noexcept nogil:
    """The action whose after-state has the highest logit, the first on a tie, and that logit."""
    cdef HiddenSums sums
    start_sums(weights, head, rules, state, &sums)
    return best_action_of(weights, rules, &sums, logit)


cdef void fill_delta(
    const Weights *weights, HiddenSums *sums, const uint16_t *rows, int first, int end, int place
) noexcept nogil:
    """Compute a delta from the rows after a move; those that stay need not be added."""
    cdef uint16_t added[FEATURES]
    cdef uint16_t removed[FEATURES]
    cdef int feature, count = 0
    for feature in range(first, end):
        added[count] = rows[feature]
        removed[count] = sums.rows[feature]
        count += rows[feature] != sums.rows[feature]
    jaipur_row_delta(weights.rows, added, removed, count, sums.deltas[place].unit)


cdef void cache_deltas(
    const Weights *weights, const Rules *rules, HiddenSums *sums, int action
) noexcept nogil:
    """Compute those deltas of a take or an exchange that are not there.

    The features of a good change by how many cards of it go which way, and the shared ones by how
    many camels are given, whatever else is exchanged; so a delta serves many moves.
    """
    cdef uint16_t rows[FEATURES]
    cdef const uint8_t *places = delta_places[action]
    cdef int n, good, first
    cdef State after = sums.state
    begin_move(rules, &after, action)
    for n in range(2, places[0] + 1):
        good = places[n] // DELTAS_OF_GOOD
        if delta_bits[action][good] & ~sums.cached[good]:
            sums.cached[good] |= delta_bits[action][good]
            first = FEATURES_PER_GOOD * good
            fill_good(rules, &after, good, rows)
            fill_delta(weights, sums, rows, first, first + FEATURES_PER_GOOD, places[n])
    if delta_bits[action][GOODS] & ~sums.cached[GOODS]:
        sums.cached[GOODS] |= delta_bits[action][GOODS]
        fill_moved(rules, &after, sums.other_bonus, rows)
        fill_delta(weights, sums, rows, MOVED, FEATURES, places[1])


cdef inline int rows_replaced_by(
    const Rules *rules, const HiddenSums *sums, int action, uint16_t *added, uint16_t *removed
) noexcept nogil:
    """Find the rows that a move adds and the ones that they replace; returns how many."""
    cdef State after = sums.state
    begin_move(rules, &after, action)
    return fill_replaced(
        rules, &after, &sums.state, sums.other_bonus, sums.rows, added, removed
    )


cdef void units_after(
    const Weights *weights, const Rules *rules, const HiddenSums *sums, int action, int16_t *units
) noexcept nogil:
    """The hidden units of the after-state of a move."""
    cdef uint16_t added[FEATURES]
    cdef uint16_t removed[FEATURES]
    cdef int count = rows_replaced_by(rules, sums, action, added, removed)
    jaipur_units_with_rows(sums.hidden.unit, weights.rows, added, removed, count, units)


cdef inline int32_t output_of_sale(
    const Weights *weights, const Rules *rules, const HiddenSums *sums, int action
) noexcept nogil:
    """The output, without its bias, after a sale."""
    cdef uint16_t added[FEATURES]
    cdef uint16_t removed[FEATURES]
    cdef int count = rows_replaced_by(rules, sums, action, added, removed)
    return jaipur_output_with_rows(
        sums.hidden.unit, weights.rows, added, removed, count, sums.head.output
    )


cdef void fill_outputs_by_deltas(
    const Weights *weights, const Rules *rules, HiddenSums *sums, uint16_t *moves, int count,
    int32_t *outputs,
) noexcept nogil:
    """The outputs, without their bias, after some takes and exchanges."""
    cdef uint64_t wanted[2]
    cdef uint64_t cached[2]
    cdef int i
    memcpy(cached, sums.cached, sizeof(cached))
    for i in range(count):
        memcpy(wanted, delta_bits[moves[i]], sizeof(wanted))  # all groups in two numbers
        if wanted[0] & ~cached[0] | wanted[1] & ~cached[1]:
            cache_deltas(weights, rules, sums, moves[i])
            memcpy(cached, sums.cached, sizeof(cached))
    jaipur_outputs_with_deltas(
        sums.hidden.unit, sums.deltas, delta_places, moves, count, sums.head.output, outputs
    )


cdef void fill_logits(
    const Weights *weights, const Rules *rules, HiddenSums *sums, uint16_t *moves, int count,
    int32_t *logits,
) noexcept nogil:
    """The logits, in 1/LOGIT_SCALE, of the after-states of legal moves, in ascending order."""
    cdef int i, first = 0
    while first < count and moves[first] < FIRST_SALE:
        first += 1
    fill_outputs_by_deltas(weights, rules, sums, moves, first, logits)
    while first < count and moves[first] < FIRST_EXCHANGE:
        logits[first] = output_of_sale(weights, rules, sums, moves[first])
        first += 1
    fill_outputs_by_deltas(weights, rules, sums, moves + first, count - first, logits + first)
    for i in range(count):
        # Rounded towards minus infinity by an arithmetic shift: UNIT_ONE * OUTPUT_SCALE /
        # LOGIT_SCALE is 2 ** 12.
        logits[i] = (sums.head.bias + logits[i]) >> 12


cdef int best_action_of(
    const Weights *weights, const Rules *rules, HiddenSums *sums, int *logit
) noexcept nogil:
    """The same for a position whose sums are there."""
    cdef uint16_t moves[LEGAL_ROOM]
    cdef int32_t logits[LEGAL_ROOM]
    cdef int i, best = 0, count = list_moves(rules, &sums.state, turn_of(&sums.state), moves)
    fill_logits(weights, rules, sums, moves, count, logits)
    for i in range(1, count):
        if logits[i] > logits[best]:
            best = i
    logit[0] = logits[best]
    return moves[best]


cdef int best_action_at_cost(
    const Weights *weights, const Rules *rules, const State *state, int exchange_cost, int *logit
) noexcept nogil:
    """The action whose after-state has the highest probability, where exchanges cost so much of it.

    The cost is in 1/PROB_ONE; the first action is chosen on a tie, and takes and sales come first.
    """
    cdef uint16_t moves[LEGAL_ROOM]
    cdef int32_t logits[LEGAL_ROOM]
    cdef HiddenSums sums
    cdef int count = list_moves(rules, state, turn_of(state), moves)
    cdef int i, best = 0, value, highest = -2147483647
    start_sums(weights, &weights.head, rules, state, &sums)
    fill_logits(weights, rules, &sums, moves, count, logits)
    for i in range(count):
        value = win_probability(logits[i])
        if moves[i] >= FIRST_EXCHANGE:
            value -= exchange_cost
        if value > highest:
            highest = value
            best = i
    logit[0] = logits[best]
    return moves[best]
