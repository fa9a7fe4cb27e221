# The Python face of a round, for compiled code; the law itself stands in law.pxd.

from jaipur.rules.core.compiled_rules cimport CompiledRules
from jaipur.rules.core.law cimport State

cdef class Round:
    cdef State state
    cdef CompiledRules compiled
    cdef bytes past                  # four bytes a ply: the action, and the cards laid out
    cdef object first_market
    cdef object dealt

cdef class AfterState:
    cdef State state
    cdef Round before
    cdef int action

cdef Round from_position(position)
