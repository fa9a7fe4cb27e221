# The Python face of a round, for compiled code; the law itself stands in law.pxd.

from jaipur.rules.core.law cimport State
from jaipur.rules.round_facts cimport RoundFacts

cdef class Round(RoundFacts):
    pass

cdef class AfterState:
    cdef State state
    cdef Round before
    cdef int action

cdef Round from_position(position)
