# Ridge regression of the network's last layer on the samples of one search.

from libc.stdint cimport int16_t

from jaipur.engine.network cimport HIDDEN, Head

cdef enum:
    TERMS = HIDDEN + 1                    # one for each hidden unit, and the bias
    PRODUCTS = TERMS * (TERMS + 1) // 2
    BATCH = 112                           # JAIPUR_BATCH in simd.h

# The normal equations: whole numbers only, so that they add up the same in any order.
cdef struct Equations:
    double errors[TERMS]                  # sums of term * error
    double products[PRODUCTS]             # sums of term * term, a lower triangle row by row
    int16_t batch[BATCH][TERMS]           # terms of examples that are not yet in the products
    int batch_size                        # how many of those there are

cdef void add_example(
    Equations *equations, const Head *base, const Head *head, const int16_t *units, int logit,
    int outcome,
) noexcept nogil
cdef void accumulate(Equations *equations) noexcept nogil
cdef void add_equations(Equations *equations, const Equations *more) noexcept nogil
cdef void fit_head(const Equations *equations, const Head *base, Head *head) noexcept nogil
