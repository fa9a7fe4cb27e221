"""The deals of rules/deal.py, compiled: from 32 bytes straight into the core's struct.

The construction is documented there; tests/envs/test_deals.py checks that both deal the same. This
one is for environments that deal tens of thousands of rounds a second.
"""

from hashlib import sha256

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcpy

from jaipur.rules.core.compiled_rules cimport lay_out
from jaipur.rules.core.law cimport Rules, State


cdef class DealStream:
    """The bytes of one round: SHA-256(seed, number, 0), SHA-256(seed, number, 1), …"""

    cdef char message[40]
    cdef bytes digest
    cdef uint32_t block
    cdef int used

    def __cinit__(self, bytes seed, uint32_t number):
        memcpy(self.message, PyBytes_AsString(seed), 32)
        self.write(32, number)
        self.used = 32

    cdef void write(self, int offset, uint32_t number) noexcept:
        cdef int i
        for i in range(4):
            self.message[offset + i] = (number >> (24 - 8 * i)) & 255

    cdef int byte(self) except -1:
        if self.used == 32:
            self.write(36, self.block)
            self.digest = sha256(PyBytes_FromStringAndSize(self.message, 40)).digest()
            self.block += 1
            self.used = 0
        self.used += 1
        return <uint8_t> PyBytes_AsString(self.digest)[self.used - 1]

    cdef int below(self, int bound) except -1:
        """A uniform number below a bound, by rejection sampling."""
        cdef int limit = 256 - 256 % bound, byte = self.byte()
        while byte >= limit:
            byte = self.byte()
        return byte % bound

    cdef int shuffle(self, uint8_t *items, int count) except -1:
        """Shuffle in place, by Fisher–Yates from the end."""
        cdef int last, other
        cdef uint8_t item
        for last in range(count - 1, 0, -1):
            other = self.below(last + 1)
            item = items[last]
            items[last] = items[other]
            items[other] = item
        return 0


cdef int deal_round(
    const Rules *rules, bytes seed, uint32_t number, int first, State *state
) except -1:
    """Deal the round with this number, from 1. With -1 as `first` the lot decides who starts."""
    cdef DealStream stream = DealStream(seed, number)
    cdef uint8_t cards[64]
    cdef uint8_t tokens[8]
    cdef int kind, i, _i, pile, copies, count = 0, lot = stream.below(2)
    for kind in range(7):
        copies = (rules.cards >> 4 * kind) & 15
        if kind == 6:
            copies -= rules.camels_laid_out
        for _i in range(copies):
            cards[count] = kind
            count += 1
    stream.shuffle(cards, count)
    lay_out(rules, state, cards, count, lot if first < 0 else first)
    for pile in range(rules.piles):
        for i in range(rules.bonus_count[pile]):
            tokens[i] = rules.bonus_value[pile][i]
        stream.shuffle(tokens, rules.bonus_count[pile])
        for i in range(rules.bonus_count[pile]):
            state.bonus[pile] |= <uint32_t> tokens[i] << 4 * i
    return 0
