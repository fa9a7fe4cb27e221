"""The observation of a seat, written as numbers into an array; observation.py has the layout."""

from libc.stdint cimport uint32_t
from libc.string cimport memcpy, memset

from jaipur.envs.observation import observation_scales

from jaipur.rules.core.compiled_rules cimport CompiledRules
from jaipur.rules.core.law cimport Rules, State, turn_of
from jaipur.rules.core.action_tables cimport CAMEL_SHIFT, GOODS, GOODS_MASK, KINDS, total

cdef dict OBSERVERS = {}


cdef class Observer:
    """Writes observations for one ruleset, ply limit and number of seals; shared by rounds."""


cdef Observer observer_for(CompiledRules compiled, int ply_limit, int seals):
    """The observer for these numbers, made once and cached."""
    cdef Observer observer = OBSERVERS.get((compiled.ruleset, ply_limit, seals))
    if observer is None:
        observer = Observer()
        scale, bonus_order_scale = observation_scales(
            compiled.ruleset, ply_limit=ply_limit, seals=seals
        )
        fill_scales(&observer.scales, &compiled.rules, scale, bonus_order_scale)
        OBSERVERS[compiled.ruleset, ply_limit, seals] = observer
    return observer


cdef void fill_scales(
    FeatureScales *scales, const Rules *rules, scale, float bonus_order_scale
) except *:
    """Compute the scales, the scaled token values and the sums of the bonus piles."""
    cdef int i, good, left, pile, used
    memset(scales, 0, sizeof(FeatureScales))
    scales.bonus_order_scale = bonus_order_scale
    for i in range(STEPWISE_SIZE):
        scales.scale[i] = scale[i]
    for good in range(GOODS):
        for left in range(1, rules.token_count[good] + 1):
            used = rules.token_count[good] - left
            for i in range(left):
                scales.token_values[good][left][i] = (
                    rules.token_value[good][used + i] * scales.scale[TOKENS_START]
                )
    for pile in range(3):
        for i in range(rules.bonus_count[pile]):
            scales.bonus_sum[pile] += rules.bonus_value[pile][i]


cdef inline int put_counts(
    float *out, const float *scale, int at, uint32_t word, int kinds
) noexcept nogil:
    """Write the counts of the first kinds of a multiset; returns where the next piece starts."""
    cdef int kind
    for kind in range(kinds):
        out[at + kind] = <int> ((word >> 4 * kind) & 15) * scale[at + kind]
    return at + kinds


cdef inline int put(float *out, const float *scale, int at, int value) noexcept nogil:
    out[at] = value * scale[at]
    return at + 1


cdef inline int put_bonus(
    const FeatureScales *scales, const Rules *rules, const State *state, int seat, float *out,
    int at,
) noexcept nogil:
    """Write the four pieces about bonus tokens. The values of the opponent's are hidden (R11)."""
    cdef const float *scale = &scales.scale[0]
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
            out[at + 3 + pile] = (scales.bonus_sum[pile] - value) / (count - own)
            out[at + 3 + pile] *= scale[at + 3 + pile]
        out[at + 6 + pile] = own * scale[at + 6 + pile]
        out[at + 9 + pile] = (drawn - own) * scale[at + 9 + pile]
    return at + 12


cdef void observe_seat(
    const FeatureScales *scales, const Rules *rules, const State *state, int seat,
    const Progress *progress, float *out,
) noexcept nogil:
    """Write the observation of a seat, piece by piece in the order of observation.py."""
    cdef const float *scale = &scales.scale[0]
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
        memcpy(&out[at], scales.token_values[good][left], MAX_TOKENS * sizeof(float))
        at += MAX_TOKENS
    at = put_bonus(scales, rules, state, seat, out, at)
    at = put(out, scale, at, state.goods_rupees[seat])
    at = put(out, scale, at, state.bonus_rupees[seat])
    at = put(out, scale, at, state.goods_rupees[other])
    at = put(out, scale, at, state.goods_tokens[seat])
    at = put(out, scale, at, state.goods_tokens[other])
    at = put(out, scale, at, state.used_up)
    at = put(out, scale, at, state.ply)
    at = put(out, scale, at, not progress.over and not state.end and turn_of(state) == seat)
    at = put(out, scale, at, state.first == seat)
    at = put(out, scale, at, progress.seals[seat])
    at = put(out, scale, at, progress.seals[other])
    if progress.chosen != NULL:
        # Only the seat to move knows the choices of its unfinished move.
        for i in range(CHOSEN_SIZE):
            out[at + i] = progress.chosen[i] * scale[at + i] if turn_of(state) == seat else 0


cdef void observe_hidden(
    const FeatureScales *scales, const Rules *rules, const State *state, float *out
) noexcept nogil:
    """Write what neither seat may know: the deck's order and the bonus piles."""
    cdef int i, pile, card, value
    memset(out, 0, HIDDEN_SIZE * sizeof(float))
    for i in range(state.deck_left):
        card = (state.deck[i >> 4] >> 4 * (i & 15)) & 15
        out[7 * i + card] = 1
    for pile in range(3):
        for i in range(rules.bonus_count[pile]):
            value = (state.bonus[pile] >> 4 * i) & 15
            out[7 * DECK_SIZE + 8 * pile + i] = value * scales.bonus_order_scale
