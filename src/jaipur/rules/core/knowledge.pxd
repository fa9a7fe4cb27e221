# What a seat knows of a round, packed: ready to be dealt again, without anything hidden.

from libc.stdint cimport uint8_t, uint32_t

from jaipur.rules.core.rng cimport Rng
from jaipur.rules.core.compiled_rules cimport CompiledRules
from jaipur.rules.core.law cimport Rules, State

cdef struct Unseen:
    State state                # all that the seat knows; what is hidden from it is empty
    int seat
    int unknown                # goods in the other hand that nobody has shown
    uint8_t cards[7]           # cards of each kind that are in the deck or unknown in that hand
    uint32_t binomial[6][9]    # by kind and unknown goods of it: the weight of a hand
    uint32_t ways[7][9]        # by first kind and unknown goods: the weight of all hands
    uint8_t tokens[3][8]       # bonus tokens whose place is hidden
    uint8_t places[3][8]       # and those places
    uint8_t hidden[3]          # how many

cdef void normalize(
    const Rules *rules, const State *state, int seat, State *normal
) noexcept nogil
cdef void hide(const Rules *rules, const State *state, int seat, Unseen *unseen) noexcept nogil
cdef void deal_again(const Unseen *unseen, Rng *rng, State *state) noexcept nogil

cdef class Knowledge:
    cdef Unseen unseen
    cdef CompiledRules compiled
    cdef bytes past
    cdef object start_market
