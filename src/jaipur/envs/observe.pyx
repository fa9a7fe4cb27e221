"""What a seat sees, written as numbers into a row of floats. layout.py says what stands where."""

from libc.stdint cimport uint32_t
from libc.string cimport memcpy, memset

from jaipur.envs.layout import scales

from jaipur.rules.core.compiled_rules cimport CompiledRules
from jaipur.rules.core.law cimport Rules, State, turn_of
from jaipur.rules.core.action_tables cimport CAMEL_SHIFT, GOODS, GOODS_MASK, KINDS, total

cdef dict GLASSES = {}


cdef class Glass:
    """A lens for one ruleset, one ply limit and one number of seals, which many rounds share."""


cdef Glass glass_of(CompiledRules compiled, int ply_limit, int seals):
    """The glass for these numbers; it is made once."""
    cdef Glass glass = GLASSES.get((compiled.ruleset, ply_limit, seals))
    if glass is None:
        glass = Glass()
        scale, bonus_order_scale = scales(compiled.ruleset, ply_limit=ply_limit, seals=seals)
        fill_lens(&glass.lens, &compiled.rules, scale, bonus_order_scale)
        GLASSES[compiled.ruleset, ply_limit, seals] = glass
    return glass


cdef void fill_lens(Lens *lens, const Rules *rules, scale, float bonus_order_scale) except *:
    """Prepare the scales and the rows of tokens."""
    cdef int i, good, left, pile, start = 54
    memset(lens, 0, sizeof(Lens))
    lens.bonus_order_scale = bonus_order_scale
    for i in range(STEPWISE_SIZE):
        lens.scale[i] = scale[i]
    for good in range(GOODS):
        for left in range(1, rules.token_count[good] + 1):
            for i in range(left):
                lens.token_row[good][left][i] = (
                    rules.token_value[good][rules.token_count[good] - left + i] * lens.scale[start]
                )
    for pile in range(3):
        for i in range(rules.bonus_count[pile]):
            lens.bonus_sum[pile] += rules.bonus_value[pile][i]


cdef inline int put_counts(
    float *out, const float *scale, int at, uint32_t word, int kinds
) noexcept nogil:
    """The counts of the first kinds of a multiset; where the next piece starts."""
    cdef int kind
    for kind in range(kinds):
        out[at + kind] = <int> ((word >> 4 * kind) & 15) * scale[at + kind]
    return at + kinds


cdef inline int put(float *out, const float *scale, int at, int value) noexcept nogil:
    out[at] = value * scale[at]
    return at + 1


cdef inline int put_bonus(
    const Lens *lens, const Rules *rules, const State *state, int seat, float *out, int at
) noexcept nogil:
    """The four pieces about bonus tokens. The values of an opponent's tokens stay hidden (R11)."""
    cdef const float *scale = &lens.scale[0]
    cdef int pile, i, drawn, own, count, value
    for pile in range(3):
        drawn = state.bonus_drawn[pile]
        count = rules.bonus_count[pile]
        own = 0
        value = 0
        for i in range(drawn):
            if (state.bonus_owner[pile] >> i) & 1 == seat:
                own += 1
                value += (state.bonus[pile] >> 4 * i) & 15
        out[at + pile] = (count - drawn) * scale[at + pile]
        out[at + 3 + pile] = 0
        if count > own:
            out[at + 3 + pile] = (lens.bonus_sum[pile] - value) / (count - own)
            out[at + 3 + pile] *= scale[at + 3 + pile]
        out[at + 6 + pile] = own * scale[at + 6 + pile]
        out[at + 9 + pile] = (drawn - own) * scale[at + 9 + pile]
    return at + 12


cdef void look(
    const Lens *lens, const Rules *rules, const State *state, int seat, const Sight *sight,
    float *out,
) noexcept nogil:
    """Write the observation of a seat, piece by piece in the order of layout.py."""
    cdef const float *scale = &lens.scale[0]
    cdef int other = 1 - seat, at, good, i, left
    cdef uint32_t hand = state.hand[seat], theirs = state.hand[other]
    cdef uint32_t their_herd = theirs & ~<uint32_t> GOODS_MASK
    cdef uint32_t unseen = (
        rules.cards - state.market - hand - their_herd - state.known[other] - state.discard
    )
    at = put_counts(out, scale, 0, state.market, KINDS)
    at = put_counts(out, scale, at, hand, KINDS)
    at = put(out, scale, at, total(theirs & GOODS_MASK))
    at = put(out, scale, at, theirs >> CAMEL_SHIFT)
    at = put_counts(out, scale, at, state.known[other], GOODS)
    at = put_counts(out, scale, at, state.shown[other], GOODS)
    at = put_counts(out, scale, at, state.known[seat], GOODS)
    at = put_counts(out, scale, at, state.shown[seat], GOODS)
    at = put_counts(out, scale, at, unseen, KINDS)
    at = put_counts(out, scale, at, state.discard, GOODS)
    at = put(out, scale, at, state.deck_left)
    for good in range(GOODS):
        left = (state.tokens >> 4 * good) & 15
        memcpy(&out[at], lens.token_row[good][left], TOKENS_SHOWN * sizeof(float))
        at += TOKENS_SHOWN
    at = put_bonus(lens, rules, state, seat, out, at)
    at = put(out, scale, at, state.goods_rupees[seat])
    at = put(out, scale, at, state.bonus_rupees[seat])
    at = put(out, scale, at, state.goods_rupees[other])
    at = put(out, scale, at, state.goods_tokens[seat])
    at = put(out, scale, at, state.goods_tokens[other])
    at = put(out, scale, at, state.used_up)
    at = put(out, scale, at, state.ply)
    at = put(out, scale, at, not sight.over and not state.end and turn_of(state) == seat)
    at = put(out, scale, at, state.first == seat)
    at = put(out, scale, at, sight.seals[seat])
    at = put(out, scale, at, sight.seals[other])
    if sight.chosen != NULL:
        # The choices of an unfinished move are the mover's own business.
        for i in range(CHOSEN):
            out[at + i] = sight.chosen[i] * scale[at + i] if turn_of(state) == seat else 0


cdef void look_beneath(
    const Lens *lens, const Rules *rules, const State *state, float *out
) noexcept nogil:
    """Write what neither seat sees: the deck's order and the bonus piles."""
    cdef int i, pile, card, value
    memset(out, 0, HIDDEN_SIZE * sizeof(float))
    for i in range(state.deck_left):
        card = (state.deck[i >> 4] >> 4 * (i & 15)) & 15
        out[7 * i + card] = 1
    for pile in range(3):
        for i in range(rules.bonus_count[pile]):
            value = (state.bonus[pile] >> 4 * i) & 15
            out[7 * DECK_SHOWN + 8 * pile + i] = value * lens.bonus_order_scale
