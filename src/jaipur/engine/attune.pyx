"""What a search learns about the position that it looks at.

The network is off by several percent, and around one position it is off in the same way again and
again. The samples of a search show how: every after-state on their way was given a value, and then
they came out as they did. So between its phases a search attunes the last layer of the network, by
ridge regression, to what its samples came to; what follows is played and valued with that. Each
seat has a head of its own, since the two see different things.

A value is p = 1 / (1 + exp(-logit)); a change of the weights by d moves it by p (1 - p) units · d.
All sums are of whole numbers and stay below 2 ** 53, so they are exact in doubles and the same on
any number of threads. The system of equations is solved by Cholesky's method in doubles, with
nothing but sums, products, quotients and roots in a fixed order: the same on every processor.
"""

from libc.math cimport floor, sqrt
from libc.stdint cimport int32_t, int64_t, uint16_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from jaipur.engine.features cimport PIECES, fill_rows
from jaipur.engine.network cimport ONE, OUTPUT_SCALE, WHOLE, Brain, jaipur_light, share
from jaipur.rules.core.law cimport begin_move

cdef extern from "jaipur/engine/lanes.h" nogil:
    void jaipur_pair_up(const double (*terms)[TERMS], double *pairs)

cdef enum:
    TERM = 16384         # a term is in 1/TERM, an error in 1/WHOLE
    RIDGE = 3            # how much the weights are held back
    FARTHEST = 8         # no weight moves by more


cdef inline int lit_of(int16_t sum) noexcept nogil:
    """A hidden unit, clipped to what it can be."""
    return 0 if sum < 0 else ONE if sum > ONE else sum


cdef void light(
    const Network *network, const Rules *rules, const State *state, int action, int16_t *units
) noexcept nogil:
    """The hidden units of the after-state of a move."""
    cdef uint16_t rows[PIECES]
    cdef State after = state[0]
    cdef int unit
    begin_move(rules, &after, action)
    fill_rows(rules, &after, rows)
    jaipur_light(network.bias, network.rows, rows, PIECES, units)
    for unit in range(HIDDEN):
        units[unit] = lit_of(units[unit])


cdef void note(
    Evidence *evidence, const Head *base, const Head *head, const int16_t *units, int logit,
    int worth,
) noexcept nogil:
    """An after-state to which a head had given a logit came to be worth so much, in 1/65536."""
    cdef double *terms = evidence.terms[evidence.waiting]
    cdef int value = share(logit), slope = value * (WHOLE - value) >> 16, unit, term
    cdef int32_t moved = head.bias - base.bias
    cdef double error
    for unit in range(HIDDEN):
        moved += units[unit] * (head.output[unit] - base.output[unit])
        terms[unit] = slope * units[unit] >> 11
    terms[HIDDEN] = slope >> 2
    # The error that the base would have made, if a value moved in proportion.
    error = worth - value + (<int64_t> slope * (moved >> 12) >> 8)
    for term in range(TERMS):
        evidence.errors[term] += error * terms[term]
    evidence.waiting += 1
    if evidence.waiting == BATCH:
        pair_up(evidence)


cdef void pair_up(Evidence *evidence) noexcept nogil:
    """Take the examples in that are waiting; those of a batch that is not full count nothing."""
    memset(evidence.terms[evidence.waiting], 0, (BATCH - evidence.waiting) * TERMS * sizeof(double))
    jaipur_pair_up(evidence.terms, evidence.pairs)
    evidence.waiting = 0


cdef void add_evidence(Evidence *evidence, const Evidence *more) noexcept nogil:
    """Add what another thread has noted; no example of it may be waiting."""
    cdef int i
    for i in range(TERMS):
        evidence.errors[i] += more.errors[i]
    for i in range(PAIRS):
        evidence.pairs[i] += more.pairs[i]


cdef inline int row_at(int row) noexcept nogil:
    return row * (row + 1) // 2


cdef int nearest(double number, double scale) noexcept nogil:
    number = -FARTHEST if number < -FARTHEST else FARTHEST if number > FARTHEST else number
    return <int> floor(number * scale + 0.5)


cdef void fit(const Evidence *evidence, const Head *base, Head *head) noexcept nogil:
    """The head that all the evidence speaks for."""
    cdef double lower[PAIRS]
    cdef double change[TERMS]
    cdef double rest
    cdef int i, j, k
    for i in range(TERMS):
        for j in range(i + 1):
            rest = evidence.pairs[row_at(i) + j] / TERM / TERM
            if i == j:
                rest += RIDGE
            for k in range(j):
                rest -= lower[row_at(i) + k] * lower[row_at(j) + k]
            lower[row_at(i) + j] = sqrt(rest) if i == j else rest / lower[row_at(j) + j]
    for i in range(TERMS):
        rest = evidence.errors[i] / TERM / WHOLE
        for k in range(i):
            rest -= lower[row_at(i) + k] * change[k]
        change[i] = rest / lower[row_at(i) + i]
    for i in range(TERMS - 1, -1, -1):
        rest = change[i]
        for k in range(i + 1, TERMS):
            rest -= lower[row_at(k) + i] * change[k]
        change[i] = rest / lower[row_at(i) + i]
    for i in range(HIDDEN):
        head.output[i] = base.output[i] + nearest(change[i], OUTPUT_SCALE)
    head.bias = base.bias + nearest(change[HIDDEN], ONE * OUTPUT_SCALE)


def attuned(Brain brain not None, examples):
    """The weights and the bias of a network's last layer, attuned to examples.

    An example has what each hidden unit is (0 to 512), the logit that the network gave, in 1/256,
    and what came of it, in 1/65536. The search notes its own without Python.
    """
    cdef Evidence *evidence = <Evidence *> calloc(1, sizeof(Evidence))
    cdef Head head
    cdef int16_t units[HIDDEN]
    cdef int unit
    if evidence == NULL:
        raise MemoryError
    try:
        for lit, logit, worth in examples:
            for unit in range(HIDDEN):
                units[unit] = lit[unit]
            note(evidence, &brain.network.head, &brain.network.head, units, logit, worth)
        pair_up(evidence)
        fit(evidence, &brain.network.head, &head)
    finally:
        free(evidence)
    return [head.output[unit] for unit in range(HIDDEN)], head.bias
