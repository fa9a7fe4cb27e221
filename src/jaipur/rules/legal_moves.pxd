# The moves that may be played, as a Python sequence.

from libc.stdint cimport uint16_t

cdef class LegalMoves:
    cdef list moves

cdef object move_of(int action)
cdef LegalMoves legal_moves_of(const uint16_t *actions, int count)
