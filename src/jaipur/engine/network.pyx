"""The network and its weights.

A weights file is the 12 bytes `jaipur-net/1`, three 32-bit numbers (version of the features, rows,
hidden units), the 32-bit output bias, and 16-bit weights: rows, hidden biases, outputs. All numbers
are little-endian.
"""

import struct
from importlib.resources import files
from math import exp

from libc.stdint cimport uint16_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from jaipur.engine.features cimport FEATURES_VERSION
from jaipur.rules.core.law cimport list_moves, turn_of
from jaipur.rules.core.action_tables cimport LEGAL_ROOM

cdef bytes MAGIC = b"jaipur-net/1"
cdef Brain SHIPPED = None


def _fill_shares():
    cdef int logit
    for logit in range(-LOGIT_RANGE, LOGIT_RANGE + 1):
        # Both are C integers: without the cast they would be divided as such.
        odds = exp(-logit / <double> LOGIT)
        shares[logit + LOGIT_RANGE] = min(WHOLE - 1, round(WHOLE / (1 + odds)))


_fill_shares()


cdef class Brain:
    """A network, ready to value positions."""

    def __cinit__(self, bytes data):
        header = struct.Struct("<12sIIIi")
        size = header.size + 2 * (ROWS + 2) * HIDDEN
        if len(data) != size or not data.startswith(MAGIC):
            raise ValueError("This is not a weights file of this version.")
        _, version, rows, hidden, bias = header.unpack_from(data)
        if (version, rows, hidden) != (FEATURES_VERSION, ROWS, HIDDEN):
            raise ValueError("These weights are for other features.")
        self.network = <Network *> calloc(1, sizeof(Network))
        if self.network == NULL:
            raise MemoryError
        memcpy(self.network, <char *> data + <int> header.size, 2 * (ROWS + 2) * HIDDEN)
        self.network.head.bias = bias

    def __dealloc__(self):
        free(self.network)


def pack_weights(numbers, int output_bias):
    """A weights file out of quantized weights."""
    if len(numbers) != (ROWS + 2) * HIDDEN:
        raise ValueError("The number of weights is wrong.")
    clipped = [max(-32767, min(32767, number)) for number in numbers]
    head = struct.pack("<12sIIIi", MAGIC, FEATURES_VERSION, ROWS, HIDDEN, output_bias)
    return head + struct.pack(f"<{len(clipped)}h", *clipped)


cpdef Brain shipped_brain():
    """The network that comes with the package, loaded once."""
    global SHIPPED
    if SHIPPED is None:
        SHIPPED = Brain(files("jaipur.engine").joinpath("weights.bin").read_bytes())
    return SHIPPED


cdef int best_action(
    const Network *network, const Head *head, const Rules *rules, const State *state, int *logit
) noexcept nogil:
    """The action whose after-state a head likes best, the first on a tie, and its logit."""
    cdef uint16_t moves[LEGAL_ROOM]
    cdef Sums near
    cdef int count = list_moves(rules, state, turn_of(state), moves)
    cdef int i, best = 0, value, highest = -2147483647
    start_sums(network, head, rules, state, &near)
    for i in range(count):
        value = logit_after(network, rules, &near, moves[i])
        if value > highest:
            highest = value
            best = i
    logit[0] = highest
    return moves[best]
