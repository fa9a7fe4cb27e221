# Deals and random play in the core, for benchmarks, searches and batches of rounds.

from jaipur.rules.chance cimport Chance
from jaipur.rules.law cimport Rules, State

cdef void deal_at_random(const Rules *rules, Chance *chance, int first, State *state) noexcept nogil
