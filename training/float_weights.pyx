"""Weights in floating point that can be saved, loaded and moved towards others."""

from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from jaipur.rules.core.compiled_rules cimport CompiledRules, compile_rules
from jaipur.rules.core.law cimport Rules


cdef class FloatWeights:
    """The weights of a learner; each kind of learner has a layout of its own."""

    cdef float *allocate(self, Py_ssize_t size) except NULL:
        """Room for so many bytes of weights, all zero; they are freed with this object."""
        self.numbers = <float *> calloc(1, size)
        if self.numbers == NULL:
            raise MemoryError
        self.size = size
        return self.numbers

    def __dealloc__(self):
        free(self.numbers)

    def move_towards(self, FloatWeights other not None, float fraction):
        """Move all weights by a fraction of the way towards those of another learner."""
        cdef Py_ssize_t i
        if self.size != other.size:
            raise ValueError(f"the other learner must have {self.size} bytes, got {other.size}")
        for i in range(self.size // <Py_ssize_t> sizeof(float)):
            self.numbers[i] += fraction * (other.numbers[i] - self.numbers[i])

    def save(self):
        """The weights as bytes, for `load`."""
        return (<char *> self.numbers)[:self.size]

    def load(self, bytes data not None):
        """Replace the weights by saved ones."""
        if len(data) != self.size:
            raise ValueError(
                f"saved weights of this layout must have {self.size} bytes, got {len(data)}"
            )
        memcpy(self.numbers, <char *> data, self.size)


cdef list compile_all(rulesets, const Rules **rules):
    """Fill in the rules of each ruleset; they stay valid as long as the list that is returned."""
    cdef int i, count = len(rulesets)
    if not 0 < count <= MAX_RULESETS:
        raise ValueError(f"the number of rulesets must be from 1 to {MAX_RULESETS}, got {count}")
    compiled = [compile_rules(ruleset) for ruleset in rulesets]
    for i in range(count):
        rules[i] = &(<CompiledRules> compiled[i]).rules
    return compiled
