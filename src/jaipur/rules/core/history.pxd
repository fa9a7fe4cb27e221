# What was played, in four bytes a ply: the action, and the cards laid out after it.

cdef enum:
    PLY_BYTES = 4

cdef int plies_of(bytes past)
cdef int action_at(bytes past, int ply)
cdef int drawn_at(bytes past, int ply)
cdef str letters_at(bytes past, int ply)
cdef bint is_past(bytes past)
cdef bytes with_move(bytes past, int action, int drawn)
cdef bytes pack_history(history)
