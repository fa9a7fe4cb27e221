# Steps rows of a batch, in one thread or several.

from jaipur.envs.batch_arrays cimport BatchArrays

cdef class RowStepper:
    cdef BatchArrays *arrays     # of the batch that owns the stepper
    cdef int size
    cdef int threads
    cdef bint stepping           # a step runs now, without the lock of the interpreter
    cdef object pool             # the threads beside the caller's, from the first step on
    cdef object process          # the id of the process that they run in

    cdef int step(self, actions, rows, bint stepwise) except -1
    cdef int step_rows(self, actions, rows, bint stepwise) except -1
    cdef int step_all(self, actions, bint stepwise) except -1
    cdef int check_idle(self) except -1

cdef RowStepper row_stepper(BatchArrays *arrays, int size, int threads)
