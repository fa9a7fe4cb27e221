# A round dealt at random inside the core, for searches, batches and learning.

from jaipur.rules.core.law cimport Rules, State
from jaipur.rules.core.rng cimport Rng

cdef void deal_at_random(const Rules *rules, Rng *rng, int first, State *state) noexcept nogil
