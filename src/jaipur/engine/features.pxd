# The features of an after-state: the position after a move, before chance adds anything.
#
# A feature is a small number that the mover knows, or a pair of them that matter together (goods in
# hand and tokens left). Each value of a feature has one row of weights in the first layer, so a
# position activates one row for each feature.
# Nothing here reads what the mover cannot know: the other hand only by its size and known goods.

from libc.stdint cimport uint16_t, uint32_t

from jaipur.rules.core.law cimport Rules, State, herd_of, turn_of
from jaipur.rules.core.action_tables cimport CAMEL_SHIFT, GOODS, GOODS_MASK, total

cdef enum:
    FEATURES_VERSION = 1
    # for each good
    HAND_TOKENS = 0                        # own goods (0-7) and tokens left (0-9)
    KNOWN_TOKENS = 80                      # the other's known goods (0-7) and tokens left
    HAND_MARKET = 160                      # own goods and the market's (0-5)
    KNOWN_MARKET = 208                     # the other's known goods and the market's
    UNSEEN_TOKENS = 256                    # unseen cards (0-10) and tokens left
    ROWS_OF_GOOD = 366
    # shared by all goods
    HERDS = 6 * ROWS_OF_GOOD               # own herd and the other's (0-11)
    CAMELS_DRAWS = HERDS + 144             # camels in the market and cards about to be laid out
    DECK = CAMELS_DRAWS + 36               # cards in the deck (0-48)
    HAND_SIZES = DECK + 49                 # own hand and the other's (0-7)
    RUPEES = HAND_SIZES + 64               # rupees ahead, the other's bonus at its mean (-64 to 63)
    BONUS_THEIRS = RUPEES + 128            # by pile: tokens the other has (0-8)
    BONUS_LEFT = BONUS_THEIRS + 27         # by pile: tokens left
    USED_UP = BONUS_LEFT + 27              # kinds of token used up (0-6)
    UNKNOWN = USED_UP + 7                  # goods in the other hand that nobody has seen (0-7)
    CAMELS_UNSEEN = UNKNOWN + 8            # camels in the deck (0-11)
    ENDING = CAMELS_UNSEEN + 12            # 0; if this ends the round, rupees ahead (-24 to 24)
    BONUS_DUE = ENDING + 50                # the pile that owes the mover a token, if any (0-3)
    ROWS = BONUS_DUE + 4
    FEATURES_PER_GOOD = 5
    MOVED = 39                             # from here on: shared features that a move can change
    FEATURES = 46


cdef inline int _clip(int value, int low, int high) noexcept nogil:
    return low if value < low else high if value > high else value


cdef inline bint ends_round(const Rules *rules, const State *state) noexcept nogil:
    """Whether an after-state is the last of its round, whatever chance adds."""
    return state.used_up >= rules.kinds_to_end or state.to_draw > state.deck_left


cdef inline int bonus_tokens_of(const State *state, int seat, int pile) noexcept nogil:
    """How many bonus tokens of a pile a seat has."""
    cdef int ones = state.bonus_owner[pile]  # eight bits, which are counted
    ones -= (ones >> 1) & 0x55
    ones = (ones & 0x33) + ((ones >> 2) & 0x33)
    ones = (ones + (ones >> 4)) & 15
    return ones if seat else state.bonus_drawn[pile] - ones


cdef inline int other_bonus16(const Rules *rules, const State *state) noexcept nogil:
    """What the other's bonus tokens are worth in the mean, in sixteenths of a rupee.

    A move of the mover does not change it.
    """
    cdef int other = 1 - turn_of(state), pile, worth = 0
    for pile in range(3):
        worth += bonus_tokens_of(state, other, pile) * rules.bonus_mean16[pile]
    return worth


cdef inline void fill_good(
    const Rules *rules, const State *state, int good, uint16_t *rows
) noexcept nogil:
    """The rows of the five features of one good, as the mover sees it."""
    cdef int seat = turn_of(state), shift = 4 * good, base = ROWS_OF_GOOD * good
    cdef int hand = (state.hand[seat] >> shift) & 15
    cdef int known = (state.known[1 - seat] >> shift) & 15
    cdef int market = (state.market >> shift) & 15
    cdef int left = (state.tokens >> shift) & 15, tokens = 9 if left > 9 else left
    cdef int unseen = (rules.cards >> shift) & 15
    unseen -= hand + known + market + <int> ((state.discard >> shift) & 15)
    rows += FEATURES_PER_GOOD * good
    rows[0] = base + HAND_TOKENS + 10 * hand + tokens
    rows[1] = base + KNOWN_TOKENS + 10 * known + tokens
    rows[2] = base + HAND_MARKET + 6 * hand + market
    rows[3] = base + KNOWN_MARKET + 6 * known + market
    rows[4] = base + UNSEEN_TOKENS + 10 * unseen + tokens


cdef inline void fill_moved(
    const Rules *rules, const State *state, int other_bonus, uint16_t *rows
) noexcept nogil:
    """The rows of the shared features that a move can change, before chance adds anything."""
    cdef int seat = turn_of(state), other = 1 - seat, ahead, camels, herds, hidden
    rows += MOVED
    ahead = 16 * (state.goods_rupees[seat] + state.bonus_rupees[seat] - state.goods_rupees[other])
    ahead -= other_bonus
    if state.bonus_due:
        ahead += rules.bonus_mean16[state.bonus_due - 1]
    ahead = (ahead + 8) >> 4
    herds = 12 * herd_of(state, seat) + herd_of(state, other)
    hidden = total(state.hand[other] & GOODS_MASK)
    rows[0] = HERDS + herds
    rows[1] = CAMELS_DRAWS + 6 * <int> (state.market >> CAMEL_SHIFT) + state.to_draw
    rows[2] = HAND_SIZES + 8 * total(state.hand[seat] & GOODS_MASK) + hidden
    rows[3] = RUPEES + 64 + _clip(ahead, -64, 63)
    rows[4] = USED_UP + state.used_up
    rows[5] = ENDING
    if ends_round(rules, state):
        camels = herd_of(state, seat) - herd_of(state, other)
        ahead += rules.camel_token if camels > 0 else -rules.camel_token if camels < 0 else 0
        rows[5] = ENDING + 25 + _clip(ahead, -24, 24)
    rows[6] = BONUS_DUE + state.bonus_due


cdef inline void fill_shared(const Rules *rules, const State *state, uint16_t *rows) noexcept nogil:
    """The rows of the features that belong to no good."""
    cdef int seat = turn_of(state), other = 1 - seat, pile, hidden, unseen
    fill_moved(rules, state, other_bonus16(rules, state), rows)
    rows += GOODS * FEATURES_PER_GOOD
    for pile in range(3):
        rows[2 * pile] = BONUS_THEIRS + 9 * pile + bonus_tokens_of(state, other, pile)
        rows[2 * pile + 1] = (
            BONUS_LEFT + 9 * pile + rules.bonus_count[pile] - state.bonus_drawn[pile]
        )
    rows += 6
    hidden = total(state.hand[other] & GOODS_MASK)
    rows[0] = DECK + state.deck_left
    rows[1] = UNKNOWN + hidden - total(state.known[other])
    # Camels lie in herds, market and deck only, so those unseen are in the deck.
    unseen = (rules.cards >> CAMEL_SHIFT) - (state.market >> CAMEL_SHIFT)
    rows[2] = CAMELS_UNSEEN + unseen - herd_of(state, seat) - herd_of(state, other)


cdef inline void fill_rows(const Rules *rules, const State *state, uint16_t *rows) noexcept nogil:
    """The rows of an after-state, as its mover sees it: one for each feature."""
    cdef int good
    for good in range(GOODS):
        fill_good(rules, state, good, rows)
    fill_shared(rules, state, rows)


cdef inline int fill_replaced(
    const Rules *rules, const State *state, const State *before, int other_bonus,
    const uint16_t *old, uint16_t *added, uint16_t *removed,
) noexcept nogil:
    """Find the rows that a move adds and the ones that they replace; returns how many.

    `other_bonus` is `other_bonus16` before the move.
    """
    cdef uint16_t rows[FEATURES]
    cdef int seat = turn_of(state), good, feature, count = 0
    # The other's known goods and the unseen ones are the same before and after.
    cdef uint32_t touched = (
        (state.hand[seat] ^ before.hand[seat])
        | (state.market ^ before.market)
        | (state.tokens ^ before.tokens)
    )
    for good in range(GOODS):
        if touched & (<uint32_t> 15 << 4 * good):
            fill_good(rules, state, good, rows)
            for feature in range(FEATURES_PER_GOOD * good, FEATURES_PER_GOOD * (good + 1)):
                added[count] = rows[feature]
                removed[count] = old[feature]
                count += rows[feature] != old[feature]
    fill_moved(rules, state, other_bonus, rows)
    for feature in range(MOVED, FEATURES):
        added[count] = rows[feature]
        removed[count] = old[feature]
        count += rows[feature] != old[feature]
    return count
