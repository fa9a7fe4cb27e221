# Random numbers for the compiled code: xoshiro256** (Blackman and Vigna), seeded by splitmix64,
# and unbiased numbers below a bound (Lemire's method with its rejection step).
# For simulation only: deals that people play come from rules/deal.py.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef struct Rng:
    uint64_t word[4]

cdef inline uint64_t _rotate(uint64_t word, int by) noexcept nogil:
    return (word << by) | (word >> (64 - by))

cdef inline void seed_rng(Rng *rng, uint64_t seed) noexcept nogil:
    cdef int i
    cdef uint64_t mixed
    for i in range(4):
        seed += 0x9E3779B97F4A7C15ULL
        mixed = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9ULL
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL
        rng.word[i] = mixed ^ (mixed >> 31)

cdef inline uint64_t next_word(Rng *rng) noexcept nogil:
    cdef uint64_t result = _rotate(rng.word[1] * 5, 7) * 9
    cdef uint64_t shifted = rng.word[1] << 17
    rng.word[2] ^= rng.word[0]
    rng.word[3] ^= rng.word[1]
    rng.word[1] ^= rng.word[2]
    rng.word[0] ^= rng.word[3]
    rng.word[2] ^= shifted
    rng.word[3] = _rotate(rng.word[3], 45)
    return result

cdef inline uint32_t random_below(Rng *rng, uint32_t bound) noexcept nogil:
    """A number from 0 to bound - 1, each equally likely."""
    cdef uint64_t product = (next_word(rng) >> 32) * bound
    cdef uint32_t low = <uint32_t> product, threshold
    if low < bound:
        threshold = (<uint32_t> (~bound + 1)) % bound
        while low < threshold:
            product = (next_word(rng) >> 32) * bound
            low = <uint32_t> product
    return product >> 32

cdef inline void shuffle(Rng *rng, uint8_t *things, int count) noexcept nogil:
    cdef int i, j
    cdef uint8_t thing
    for i in range(count - 1, 0, -1):
        j = random_below(rng, i + 1)
        thing = things[i]
        things[i] = things[j]
        things[j] = thing
