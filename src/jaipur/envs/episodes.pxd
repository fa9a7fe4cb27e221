# How an episode of a batch starts, goes on and ends.

from libc.stdint cimport int64_t

from jaipur.envs.batch_arrays cimport BatchArrays

cdef int step_episode(BatchArrays *batch, int i, int64_t action, bint stepwise) except -1 nogil
cdef int start_episode(BatchArrays *batch, int i) except -1 nogil
cdef int resume_episode(BatchArrays *batch, int i) except -1 nogil
cdef void observe_episode(const BatchArrays *batch, int i, int seat, float *out) noexcept nogil
