"""The network's last layer, adapted to one position during a search.

The network is off by several percent, and around one position it errs in the same direction again
and again. The samples of a search show it: every after-state they pass is given a value, and later
has an outcome. So between its phases a search refits the last layer by ridge regression to these
outcomes, and plays and values the following samples with it. Each seat has a last layer of its
own, since the two see different things.

A value is p = 1 / (1 + exp(-logit)); a change of the weights by d moves it by p (1 - p) units · d.
All sums are of whole numbers and stay below 2 ** 53, so they are exact in doubles and the same on
any number of threads. The equations are solved by Cholesky's method in doubles, with sums,
products, quotients and roots in a fixed order: the same on every processor.
"""

from libc.math cimport floor, sqrt
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from jaipur.engine.network cimport OUTPUT_SCALE, PROB_ONE, UNIT_ONE, Network, win_probability

cdef extern from "jaipur/engine/simd.h" nogil:
    int32_t jaipur_output_change(const int16_t *units, const int16_t *now, const int16_t *before)
    void jaipur_make_terms(const int16_t *units, int slope, int16_t *terms)
    void jaipur_add_errors(const int16_t *terms, double error, double *errors)
    void jaipur_add_products(const int16_t (*terms)[TERMS], double *products)

cdef enum:
    TERM_SCALE = 16384   # a term is in 1/TERM_SCALE, an error in 1/PROB_ONE
    RIDGE = 3            # the penalty on the square of a change
    MAX_CHANGE = 8       # no weight changes by more


cdef void add_example(
    Equations *equations, const Head *base, const Head *head, const int16_t *units, int logit,
    int outcome,
) noexcept nogil:
    """Add an after-state that was given a logit by `head` and had an outcome, in 1/PROB_ONE."""
    cdef int16_t *terms = equations.batch[equations.batch_size]  # 4,096 at most
    cdef int value = win_probability(logit), slope = value * (PROB_ONE - value) >> 16
    cdef int32_t change = head.bias - base.bias
    cdef double error
    change += jaipur_output_change(units, head.output, base.output)
    # The error that the unadapted layer would have made, by linear extrapolation.
    error = outcome - value + (<int64_t> slope * (change >> 12) >> 8)
    terms[HIDDEN] = slope >> 2
    jaipur_make_terms(units, slope, terms)
    jaipur_add_errors(terms, error, equations.errors)
    equations.batch_size += 1
    if equations.batch_size == BATCH:
        accumulate(equations)


cdef void accumulate(Equations *equations) noexcept nogil:
    """Add the examples of the batch to the products; unused places of the batch are zero."""
    if not equations.batch_size:
        return
    memset(
        equations.batch[equations.batch_size], 0,
        (BATCH - equations.batch_size) * TERMS * sizeof(int16_t),
    )
    jaipur_add_products(equations.batch, equations.products)
    equations.batch_size = 0


cdef void add_equations(Equations *equations, const Equations *more) noexcept nogil:
    """Add the sums of another thread, which has accumulated its last batch."""
    cdef int i
    for i in range(TERMS):
        equations.errors[i] += more.errors[i]
    for i in range(PRODUCTS):
        equations.products[i] += more.products[i]


cdef inline int row_start(int row) noexcept nogil:
    """Where a row of the lower triangle starts."""
    return row * (row + 1) // 2


cdef int quantized(double change, double scale) noexcept nogil:
    """A change as the nearest whole number on a scale, limited to MAX_CHANGE."""
    change = -MAX_CHANGE if change < -MAX_CHANGE else MAX_CHANGE if change > MAX_CHANGE else change
    return <int> floor(change * scale + 0.5)


cdef void fit_head(const Equations *equations, const Head *base, Head *head) noexcept nogil:
    """The last layer that solves the equations."""
    cdef double lower[PRODUCTS]
    cdef double column[TERMS]
    cdef double change[TERMS]
    cdef double rest
    cdef int i, j, k
    # Step 1: the Cholesky factor of the products plus the ridge, column by column.
    for i in range(TERMS):
        for j in range(i + 1):
            lower[row_start(i) + j] = equations.products[row_start(i) + j] / TERM_SCALE / TERM_SCALE
        lower[row_start(i) + i] += RIDGE
    for k in range(TERMS):
        column[k] = sqrt(lower[row_start(k) + k])
        lower[row_start(k) + k] = column[k]
        for i in range(k + 1, TERMS):
            column[i] = lower[row_start(i) + k] / column[k]
            lower[row_start(i) + k] = column[i]
            for j in range(k + 1, i + 1):
                lower[row_start(i) + j] -= column[i] * column[j]
    # Step 2: forward substitution.
    for i in range(TERMS):
        rest = equations.errors[i] / TERM_SCALE / PROB_ONE
        for k in range(i):
            rest -= lower[row_start(i) + k] * change[k]
        change[i] = rest / lower[row_start(i) + i]
    # Step 3: back substitution.
    for i in range(TERMS - 1, -1, -1):
        rest = change[i]
        for k in range(i + 1, TERMS):
            rest -= lower[row_start(k) + i] * change[k]
        change[i] = rest / lower[row_start(i) + i]
    for i in range(HIDDEN):
        head.output[i] = base.output[i] + quantized(change[i], OUTPUT_SCALE)
    head.bias = base.bias + quantized(change[HIDDEN], UNIT_ONE * OUTPUT_SCALE)


def adapted_head(Network network not None, examples):
    """The weights and the bias of a network's last layer, fitted to examples.

    An example has the value of each hidden unit (0 to 512), the logit that the network gave, in
    1/256, and the outcome, in 1/65536. The search adds its own without Python.
    """
    cdef Equations *equations = <Equations *> calloc(1, sizeof(Equations))
    cdef const Head *base = &network.weights.head
    cdef Head head
    cdef int16_t units[HIDDEN]
    cdef int unit
    if equations == NULL:
        raise MemoryError
    try:
        for values, logit, outcome in examples:
            for unit in range(HIDDEN):
                units[unit] = values[unit]
            add_example(equations, base, base, units, logit, outcome)
        accumulate(equations)
        fit_head(equations, base, &head)
    finally:
        free(equations)
    return [head.output[unit] for unit in range(HIDDEN)], head.bias
