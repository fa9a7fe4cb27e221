# What every round holds, for compiled code; the law itself stands in law.pxd.

from jaipur.rules.core.compiled_rules cimport CompiledRules
from jaipur.rules.core.law cimport State

cdef class RoundFacts:
    cdef State state
    cdef CompiledRules compiled
    cdef bytes past                  # four bytes a ply: the action, and the cards laid out
    cdef object first_market
    cdef object dealt

cdef int check_seat(seat) except -1
