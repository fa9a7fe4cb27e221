/* The network's inner loops, on as many lanes as the processor has.

   Sixteen 16-bit numbers are added at a time. Where the compiler can, it makes each loop twice, and
   the loader picks the one that the processor can run. Without GNU extensions, or with
   JAIPUR_PLAIN_C, the same is written in C11. The numbers are the same every way. */

#ifndef JAIPUR_LANES_H
#define JAIPUR_LANES_H

#include <stdint.h>
#include <string.h>

#undef near /* windows.h defines it as nothing */

#define JAIPUR_UNITS 64 /* hidden units */
#define JAIPUR_ON 512   /* a hidden unit that is fully on */
#define JAIPUR_TERMS (JAIPUR_UNITS + 1) /* of a regression: the units and a constant */
#define JAIPUR_BATCH 8                  /* examples that are taken in at a time */

#if !defined(JAIPUR_PLAIN_C) && !defined(__GNUC__)
#define JAIPUR_PLAIN_C
#endif

#if defined(JAIPUR_PLAIN_C)
#define JAIPUR_WIDE
#elif defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__) \
    && !defined(__AVX2__) && !defined(__SANITIZE_ADDRESS__)
#define JAIPUR_WIDE __attribute__((target_clones("avx2", "default"), noinline, unused))
#else
#define JAIPUR_WIDE __attribute__((unused))
#endif

#if defined(JAIPUR_PLAIN_C)

#define JAIPUR_INLINE static inline

/* The sums of a position. Unsigned, since they may wrap round on their way. */
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

JAIPUR_INLINE JaipurSums jaipur_take_off(JaipurSums sums, const int16_t *row)
{
    for (int unit = 0; unit < JAIPUR_UNITS; unit++)
        sums.unit[unit] = (uint16_t) (sums.unit[unit] - (uint16_t) row[unit]);
    return sums;
}

#else

/* Rows need not be aligned. Unsigned, since sums may wrap round on their way. */
typedef uint16_t JaipurLanes __attribute__((vector_size(32), aligned(2), may_alias));

/* The sums of a position, in four blocks of lanes. */
typedef struct { JaipurLanes a, b, c, d; } JaipurSums;

#define JAIPUR_INLINE static inline __attribute__((always_inline))

JAIPUR_INLINE JaipurSums jaipur_load(const int16_t *row)
{
    const JaipurLanes *lanes = (const JaipurLanes *) row;
    return (JaipurSums) {lanes[0], lanes[1], lanes[2], lanes[3]};
}

JAIPUR_INLINE void jaipur_store(JaipurSums sums, int16_t *row)
{
    JaipurLanes *lanes = (JaipurLanes *) row;
    lanes[0] = sums.a, lanes[1] = sums.b, lanes[2] = sums.c, lanes[3] = sums.d;
}

JAIPUR_INLINE JaipurSums jaipur_add(JaipurSums sums, const int16_t *row)
{
    const JaipurLanes *lanes = (const JaipurLanes *) row;
    sums.a += lanes[0], sums.b += lanes[1], sums.c += lanes[2], sums.d += lanes[3];
    return sums;
}

JAIPUR_INLINE JaipurSums jaipur_take_off(JaipurSums sums, const int16_t *row)
{
    const JaipurLanes *lanes = (const JaipurLanes *) row;
    sums.a -= lanes[0], sums.b -= lanes[1], sums.c -= lanes[2], sums.d -= lanes[3];
    return sums;
}

#endif

/* The sum of the hidden units, each clipped to 0 .. JAIPUR_ON, by their weights. */
JAIPUR_INLINE int32_t jaipur_weigh(JaipurSums sums, const int16_t *output)
{
    _Alignas(32) int16_t hidden[JAIPUR_UNITS];
    int32_t whole = 0;
    jaipur_store(sums, hidden);
    for (int unit = 0; unit < JAIPUR_UNITS; unit++) {
        int16_t value = hidden[unit];
        value = value < 0 ? 0 : value;
        value = value > JAIPUR_ON ? JAIPUR_ON : value;
        whole += (int32_t) value * output[unit];
    }
    return whole;
}

/* sums = start and the rows that are lit. */
JAIPUR_WIDE static void jaipur_light(
    const int16_t *start, const int16_t (*rows)[JAIPUR_UNITS],
    const uint16_t *lit, int count, int16_t *sums)
{
    JaipurSums now = jaipur_load(start);
    for (int n = 0; n < count; n++)
        now = jaipur_add(now, rows[lit[n]]);
    jaipur_store(now, sums);
}

/* change = the rows of `more` - the rows of `less`. */
JAIPUR_WIDE static void jaipur_change(
    const int16_t (*rows)[JAIPUR_UNITS],
    const uint16_t *more, const uint16_t *less, int count, int16_t *change)
{
    JaipurSums now = {{0}};
    for (int n = 0; n < count; n++)
        now = jaipur_take_off(jaipur_add(now, rows[more[n]]), rows[less[n]]);
    jaipur_store(now, change);
}

/* What comes out where the rows of `more` take the place of those of `less`. */
JAIPUR_WIDE static int32_t jaipur_replace(
    const int16_t *near, const int16_t (*rows)[JAIPUR_UNITS],
    const uint16_t *more, const uint16_t *less, int count, const int16_t *output)
{
    JaipurSums now = jaipur_load(near);
    for (int n = 0; n < count; n++)
        now = jaipur_take_off(jaipur_add(now, rows[more[n]]), rows[less[n]]);
    return jaipur_weigh(now, output);
}

/* Add the products of all pairs of terms of some examples to a triangle, row by row. */
JAIPUR_WIDE static void jaipur_pair_up(const double (*terms)[JAIPUR_TERMS], double *pairs)
{
    for (int row = 0; row < JAIPUR_TERMS; row++) {
        for (int n = 0; n <= row; n++) {
            double sum = pairs[n];
            for (int i = 0; i < JAIPUR_BATCH; i++)
                sum += terms[i][row] * terms[i][n];
            pairs[n] = sum;
        }
        pairs += row + 1;
    }
}

/* What comes out after some changes. */
JAIPUR_WIDE static int32_t jaipur_after(
    const int16_t *near, const int16_t *const *changes, int count, const int16_t *output)
{
    JaipurSums now = jaipur_load(near);
    for (int n = 0; n < count; n++)
        now = jaipur_add(now, changes[n]);
    return jaipur_weigh(now, output);
}

#endif
