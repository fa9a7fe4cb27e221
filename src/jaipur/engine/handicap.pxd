# A weakened choice of the network, for compiled code.

from libc.stdint cimport int64_t

from jaipur.engine.network cimport Weights
from jaipur.rules.core.law cimport Rules, State
from jaipur.rules.core.rng cimport Rng

# The numbers of a `jaipur.engine.traits.Handicap`, whole: a natural unit of the logit is
# 65536 * LOGIT_SCALE, but for those that say otherwise.
cdef struct CompiledHandicap:
    int64_t noise            # in 1/LOGIT_SCALE
    int64_t forgetting       # in 1/65536
    int64_t short_sight      # for a sixteenth of a rupee
    int64_t impatience
    int64_t greed            # for a card
    int64_t timidity         # for a card
    int64_t camel_neglect
    int exchange_cost        # by how much an exchange is worth less, in 1/PROB_ONE

cdef CompiledHandicap read_handicap(handicap) except *
cdef int choose_handicapped(
    const Weights *weights, const Rules *rules, const State *real,
    const CompiledHandicap *handicap, Rng *rng,
) noexcept nogil
