/* The network's inner loops, written for vector instructions.

   Sixteen 16-bit numbers are added at a time. Where the compiler can, it makes each loop twice, and
   the loader picks the one that the processor can run. Without GNU extensions, or with
   JAIPUR_PLAIN_C, the same is written in C11. The numbers are the same every way. */

#ifndef JAIPUR_SIMD_H
#define JAIPUR_SIMD_H

#include <stdint.h>
#include <string.h>

#undef near /* windows.h defines it as nothing */

#define JAIPUR_UNITS 128 /* hidden units */
#define JAIPUR_UNIT_ONE 512 /* the largest value of a hidden unit */
#define JAIPUR_TERMS (JAIPUR_UNITS + 1) /* of a regression: the units and a constant */
#define JAIPUR_BATCH 112 /* examples of a regression that are added at a time */

/* Numbers of all hidden units that lie on whole cache lines. */
typedef struct { _Alignas(64) int16_t unit[JAIPUR_UNITS]; } JaipurRow;

#if !defined(JAIPUR_PLAIN_C) && !defined(__GNUC__)
#define JAIPUR_PLAIN_C
#endif

#if defined(JAIPUR_PLAIN_C)
#define JAIPUR_CLONES
#elif defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__) \
    && !defined(__AVX2__) && !defined(__SANITIZE_ADDRESS__)
#define JAIPUR_CLONES __attribute__((target_clones("avx2", "default"), noinline, unused))
#else
#define JAIPUR_CLONES __attribute__((unused))
#endif

#if defined(JAIPUR_PLAIN_C)

#define JAIPUR_INLINE static inline

/* The sums of all hidden units. Unsigned, since intermediate sums may wrap round. */
typedef struct { uint16_t unit[JAIPUR_UNITS]; } JaipurSums;

JAIPUR_INLINE JaipurSums jaipur_load(const int16_t *row)
{
    JaipurSums sums;
    memcpy(sums.unit, row, sizeof sums.unit);
    return sums;
}

JAIPUR_INLINE void jaipur_store(JaipurSums sums, int16_t *row)
{
    memcpy(row, sums.unit, sizeof sums.unit);
}

JAIPUR_INLINE JaipurSums jaipur_add(JaipurSums sums, const int16_t *row)
{
    for (int unit = 0; unit < JAIPUR_UNITS; unit++)
        sums.unit[unit] = (uint16_t) (sums.unit[unit] + (uint16_t) row[unit]);
    return sums;
}

JAIPUR_INLINE JaipurSums jaipur_subtract(JaipurSums sums, const int16_t *row)
{
    for (int unit = 0; unit < JAIPUR_UNITS; unit++)
        sums.unit[unit] = (uint16_t) (sums.unit[unit] - (uint16_t) row[unit]);
    return sums;
}

#else

/* Rows need not be aligned. Unsigned, since intermediate sums may wrap round. */
typedef uint16_t JaipurVector __attribute__((vector_size(32), aligned(2), may_alias));

/* The sums of all hidden units, in eight vectors. */
typedef struct { JaipurVector a, b, c, d, e, f, g, h; } JaipurSums;

#define JAIPUR_INLINE static inline __attribute__((always_inline))

JAIPUR_INLINE JaipurSums jaipur_load(const int16_t *row)
{
    const JaipurVector *vectors = (const JaipurVector *) row;
    return (JaipurSums) {vectors[0], vectors[1], vectors[2], vectors[3],
                         vectors[4], vectors[5], vectors[6], vectors[7]};
}

JAIPUR_INLINE void jaipur_store(JaipurSums sums, int16_t *row)
{
    JaipurVector *vectors = (JaipurVector *) row;
    vectors[0] = sums.a, vectors[1] = sums.b, vectors[2] = sums.c, vectors[3] = sums.d;
    vectors[4] = sums.e, vectors[5] = sums.f, vectors[6] = sums.g, vectors[7] = sums.h;
}

JAIPUR_INLINE JaipurSums jaipur_add(JaipurSums sums, const int16_t *row)
{
    const JaipurVector *vectors = (const JaipurVector *) row;
    sums.a += vectors[0], sums.b += vectors[1], sums.c += vectors[2], sums.d += vectors[3];
    sums.e += vectors[4], sums.f += vectors[5], sums.g += vectors[6], sums.h += vectors[7];
    return sums;
}

JAIPUR_INLINE JaipurSums jaipur_subtract(JaipurSums sums, const int16_t *row)
{
    const JaipurVector *vectors = (const JaipurVector *) row;
    sums.a -= vectors[0], sums.b -= vectors[1], sums.c -= vectors[2], sums.d -= vectors[3];
    sums.e -= vectors[4], sums.f -= vectors[5], sums.g -= vectors[6], sums.h -= vectors[7];
    return sums;
}

#endif

/* The value of a hidden unit with this sum: clipped to 0 .. JAIPUR_UNIT_ONE. */
JAIPUR_INLINE int16_t jaipur_clip(int16_t sum)
{
    sum = sum < 0 ? 0 : sum;
    return sum > JAIPUR_UNIT_ONE ? JAIPUR_UNIT_ONE : sum;
}

/* The output without its bias: the hidden units by their weights. */
JAIPUR_INLINE int32_t jaipur_output(JaipurSums sums, const int16_t *output)
{
    _Alignas(32) int16_t hidden[JAIPUR_UNITS];
    int32_t total = 0;
    jaipur_store(sums, hidden);
    for (int unit = 0; unit < JAIPUR_UNITS; unit++)
        total += (int32_t) jaipur_clip(hidden[unit]) * output[unit];
    return total;
}

/* sums = start + the active rows. */
JAIPUR_CLONES static void jaipur_sum_rows(
    const int16_t *start, const int16_t (*rows)[JAIPUR_UNITS],
    const uint16_t *active, int count, int16_t *sums)
{
    JaipurSums now = jaipur_load(start);
    for (int n = 0; n < count; n++)
        now = jaipur_add(now, rows[active[n]]);
    jaipur_store(now, sums);
}

/* Add the active rows to the sums of a network with some multiple of JAIPUR_UNITS hidden units. */
JAIPUR_CLONES static void jaipur_add_rows(
    const int16_t *rows, int units, const uint16_t *active, int count, int16_t *sums)
{
    for (int unit = 0; unit < units; unit += JAIPUR_UNITS) {
        JaipurSums now = jaipur_load(sums + unit);
        for (int n = 0; n < count; n++)
            now = jaipur_add(now, rows + units * active[n] + unit);
        jaipur_store(now, sums + unit);
    }
}

/* Let the added rows take the place of the removed ones in such sums. */
JAIPUR_CLONES static void jaipur_replace_rows(
    const int16_t *rows, int units,
    const uint16_t *added, const uint16_t *removed, int count, int16_t *sums)
{
    for (int unit = 0; unit < units; unit += JAIPUR_UNITS) {
        JaipurSums now = jaipur_load(sums + unit);
        for (int n = 0; n < count; n++) {
            now = jaipur_add(now, rows + units * added[n] + unit);
            now = jaipur_subtract(now, rows + units * removed[n] + unit);
        }
        jaipur_store(now, sums + unit);
    }
}

/* The output of such sums, without its bias. */
JAIPUR_CLONES static int32_t jaipur_output_of_sums(
    const int16_t *sums, int units, const int16_t *output)
{
    int32_t total = 0;
    for (int unit = 0; unit < units; unit += JAIPUR_UNITS)
        total += jaipur_output(jaipur_load(sums + unit), output + unit);
    return total;
}

/* delta = the added rows - the removed rows. */
JAIPUR_CLONES static void jaipur_row_delta(
    const int16_t (*rows)[JAIPUR_UNITS],
    const uint16_t *added, const uint16_t *removed, int count, int16_t *delta)
{
    JaipurSums now = {{0}};
    for (int n = 0; n < count; n++)
        now = jaipur_subtract(jaipur_add(now, rows[added[n]]), rows[removed[n]]);
    jaipur_store(now, delta);
}

/* The hidden units where the added rows take the place of the removed ones. */
JAIPUR_CLONES static void jaipur_units_with_rows(
    const int16_t *start, const int16_t (*rows)[JAIPUR_UNITS],
    const uint16_t *added, const uint16_t *removed, int count, int16_t *units)
{
    JaipurSums now = jaipur_load(start);
    for (int n = 0; n < count; n++)
        now = jaipur_subtract(jaipur_add(now, rows[added[n]]), rows[removed[n]]);
    jaipur_store(now, units);
    for (int unit = 0; unit < JAIPUR_UNITS; unit++)
        units[unit] = jaipur_clip(units[unit]);
}

/* The output where the added rows take the place of the removed ones. */
JAIPUR_CLONES static int32_t jaipur_output_with_rows(
    const int16_t *start, const int16_t (*rows)[JAIPUR_UNITS],
    const uint16_t *added, const uint16_t *removed, int count, const int16_t *output)
{
    JaipurSums now = jaipur_load(start);
    for (int n = 0; n < count; n++)
        now = jaipur_subtract(jaipur_add(now, rows[added[n]]), rows[removed[n]]);
    return jaipur_output(now, output);
}

/* The outputs after some actions: each has its number of deltas, then their places. */
JAIPUR_CLONES static void jaipur_outputs_with_deltas(
    const int16_t *start, const JaipurRow *deltas, const uint8_t (*places)[8],
    const uint16_t *actions, int count, const int16_t *output, int32_t *outputs)
{
    for (int i = 0; i < count; i++) {
        const uint8_t *place = places[actions[i]];
        JaipurSums now = jaipur_load(start);
        for (int n = 1; n <= place[0]; n++)
            now = jaipur_add(now, deltas[place[n]].unit);
        outputs[i] = jaipur_output(now, output);
    }
}

/* By how much an output changes with the weights of the last layer. */
JAIPUR_CLONES static int32_t jaipur_output_change(
    const int16_t *units, const int16_t *now, const int16_t *before)
{
    int32_t change = 0;
    for (int unit = 0; unit < JAIPUR_UNITS; unit++)
        change += (int32_t) units[unit] * (now[unit] - before[unit]);
    return change;
}

/* The terms of an example but the constant: how much its value changes with each weight. */
JAIPUR_CLONES static void jaipur_make_terms(const int16_t *units, int slope, int16_t *terms)
{
    for (int unit = 0; unit < JAIPUR_UNITS; unit++)
        terms[unit] = (int16_t) (slope * units[unit] >> 11);
}

/* Add the terms of an example, times its error, to the sums of those. */
JAIPUR_CLONES static void jaipur_add_errors(const int16_t *terms, double error, double *errors)
{
    for (int term = 0; term < JAIPUR_TERMS; term++)
        errors[term] += error * terms[term];
}

/* Add the products of all pairs of terms of some examples to a lower triangle, row by row.
   Terms are at most 4,096, so the products of a batch add up to less than 2^31. */
JAIPUR_CLONES static void jaipur_add_products(
    const int16_t (*terms)[JAIPUR_TERMS], double *products)
{
    _Alignas(32) int16_t columns[JAIPUR_TERMS][JAIPUR_BATCH];
    for (int i = 0; i < JAIPUR_BATCH; i++)
        for (int n = 0; n < JAIPUR_TERMS; n++)
            columns[n][i] = terms[i][n];
    for (int row = 0; row < JAIPUR_TERMS; row++) {
        for (int n = 0; n <= row; n++) {
            int32_t sum = 0;
            for (int i = 0; i < JAIPUR_BATCH; i++)
                sum += (int32_t) columns[row][i] * columns[n][i];
            products[n] += sum;
        }
        products += row + 1;
    }
}

#endif
