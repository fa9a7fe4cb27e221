# Random numbers for the compiled code: xoshiro256** (Blackman and Vigna), seeded by splitmix64,
# and unbiased numbers below a bound (Lemire's method with its rejection step).
# For simulation only: deals that people play come from rules/deal.py.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef struct Chance:
    uint64_t word[4]

cdef inline uint64_t _rotate(uint64_t word, int by) noexcept nogil:
    return (word << by) | (word >> (64 - by))

cdef inline void seed_chance(Chance *chance, uint64_t seed) noexcept nogil:
    cdef int i
    cdef uint64_t mixed
    for i in range(4):
        seed += 0x9E3779B97F4A7C15ULL
        mixed = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9ULL
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL
        chance.word[i] = mixed ^ (mixed >> 31)

cdef inline uint64_t draw(Chance *chance) noexcept nogil:
    cdef uint64_t result = _rotate(chance.word[1] * 5, 7) * 9
    cdef uint64_t shifted = chance.word[1] << 17
    chance.word[2] ^= chance.word[0]
    chance.word[3] ^= chance.word[1]
    chance.word[1] ^= chance.word[2]
    chance.word[0] ^= chance.word[3]
    chance.word[2] ^= shifted
    chance.word[3] = _rotate(chance.word[3], 45)
    return result

cdef inline uint32_t below(Chance *chance, uint32_t bound) noexcept nogil:
    """A number from 0 to bound - 1, each equally likely."""
    cdef uint64_t product = (draw(chance) >> 32) * bound
    cdef uint32_t low = <uint32_t> product, threshold
    if low < bound:
        threshold = (<uint32_t> (~bound + 1)) % bound
        while low < threshold:
            product = (draw(chance) >> 32) * bound
            low = <uint32_t> product
    return product >> 32

cdef inline void shuffle(Chance *chance, uint8_t *things, int count) noexcept nogil:
    cdef int i, j
    cdef uint8_t thing
    for i in range(count - 1, 0, -1):
        j = below(chance, i + 1)
        thing = things[i]
        things[i] = things[j]
        things[j] = thing
