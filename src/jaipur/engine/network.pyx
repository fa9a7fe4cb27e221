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
cdef Network DEFAULT = None


def _fill_probabilities():
    cdef int logit
    for logit in range(-LOGIT_LIMIT, LOGIT_LIMIT + 1):
        # Both are C integers: without the cast they would be divided as such.
        odds = exp(-logit / <double> LOGIT_SCALE)
        probabilities[logit + LOGIT_LIMIT] = min(PROB_ONE - 1, round(PROB_ONE / (1 + odds)))


_fill_probabilities()


cdef class Network:
    """A network, made from the bytes of a weights file."""

    def __cinit__(self, bytes data not None):
        header = struct.Struct("<12sIIIi")
        size = header.size + 2 * (ROWS + 2) * HIDDEN
        if len(data) != size or not data.startswith(MAGIC):
            raise ValueError(
                f"not a weights file: it must have {size} bytes and start with {MAGIC!r}, "
                f"got {len(data)} bytes that start with {data[:12]!r}"
            )
        _, version, rows, hidden, bias = header.unpack_from(data)
        if (version, rows, hidden) != (FEATURES_VERSION, ROWS, HIDDEN):
            raise ValueError(
                f"weights must be for features {FEATURES_VERSION} with {ROWS} rows and {HIDDEN} "
                f"hidden units, got features {version} with {rows} and {hidden}"
            )
        self.weights = <Weights *> calloc(1, sizeof(Weights))
        if self.weights == NULL:
            raise MemoryError
        memcpy(self.weights, <char *> data + <int> header.size, 2 * (ROWS + 2) * HIDDEN)
        self.weights.head.bias = bias

    def __dealloc__(self):
        free(self.weights)


def pack_weights(numbers, int output_bias):
    """The bytes of a weights file with these weights."""
    if len(numbers) != (ROWS + 2) * HIDDEN:
        raise ValueError(
            f"the number of weights must be {(ROWS + 2) * HIDDEN}, got {len(numbers)}"
        )
    clipped = [max(-32767, min(32767, number)) for number in numbers]
    head = struct.pack("<12sIIIi", MAGIC, FEATURES_VERSION, ROWS, HIDDEN, output_bias)
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
    cdef uint16_t moves[LEGAL_ROOM]
    cdef HiddenSums sums
    cdef int count = list_moves(rules, state, turn_of(state), moves)
    cdef int i, best = 0, value, highest = -2147483647
    start_sums(weights, head, rules, state, &sums)
    for i in range(count):
        value = logit_after(weights, rules, &sums, moves[i])
        if value > highest:
            highest = value
            best = i
    logit[0] = highest
    return moves[best]
