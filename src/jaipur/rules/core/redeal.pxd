# What a seat's view leaves open, for the search and for everyone who samples.

from jaipur.rules.core.compiled_rules cimport CompiledRules
from jaipur.rules.core.knowledge cimport Unseen, deal_again, hide

cdef class Belief:
    cdef Unseen unseen
    cdef CompiledRules compiled
    cdef bytes past
    cdef object made_of              # the view
    cdef object start_market
    cdef int read(self, view) except -1
