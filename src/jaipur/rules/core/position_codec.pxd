# Positions out of the core, and into it.

from jaipur.rules.core.compiled_rules cimport CompiledRules
from jaipur.rules.core.law cimport Rules, State

cdef object position_of(CompiledRules compiled, const State *state)
cdef int fill_state(const Rules *rules, position, State *state) except -1
cdef tuple token_owners(const Rules *rules, const State *state, int good)
cdef tuple whole_pile(const Rules *rules, const State *state, int pile)
cdef tuple bonus_owners(const State *state, int pile)
cdef tuple owned_by(int seat, values, owners)
