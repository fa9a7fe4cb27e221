# The features of an open after-state: both hands are seen, a move was made, chance has not come.
#
# A feature is a small number, or a pair of them that matter together. Each value of a feature has
# one row of weights in the first layer, so a position activates one row for each feature. "Own" is
# the mover, and a lead counts the camel token for the larger herd, and a bonus token that is due at
# the mean of its pile.
# The order of the deck and of the bonus piles is not read, only what is in them.

from libc.stdint cimport uint16_t

from jaipur.rules.core.action_tables cimport CAMEL_SHIFT, GOODS, GOODS_MASK, total
from jaipur.rules.core.law cimport Rules, State, herd_of, turn_of

cdef enum:
    OPEN_FEATURES_VERSION = 1
    # for each good
    OWN_TOKENS = 0                         # own goods (0-7) and tokens left (0-9)
    THEIR_TOKENS = 80                      # the other's goods and tokens left
    OWN_MARKET = 160                       # own goods and the market's (0-5)
    THEIR_MARKET = 208                     # the other's goods and the market's
    DECK_TOKENS = 256                      # goods in the deck (0-10) and tokens left
    OWN_THEIRS = 366                       # own goods and the other's
    OPEN_ROWS_OF_GOOD = 430
    # shared by all goods
    OPEN_HERDS = 6 * OPEN_ROWS_OF_GOOD     # own herd and the other's (0-11)
    OPEN_CAMELS = OPEN_HERDS + 144         # camels in the market (0-5) and in the deck (0-11)
    OPEN_SIZES = OPEN_CAMELS + 72          # own hand and the other's (0-7)
    OPEN_DUE = OPEN_SIZES + 64             # cards to lay out (0-5), or the pile that owes a token
    OPEN_LEAD = OPEN_DUE + 9               # the lead in rupees (-64 to 63)
    LEAD_DECK = OPEN_LEAD + 128            # the lead (-32 to 31) and the deck: 0-15, then fours
    LEAD_USED_UP = LEAD_DECK + 64 * 25     # the lead and kinds of token used up (0-6)
    OPEN_BONUS = LEAD_USED_UP + 64 * 7     # by pile: tokens left (0-8)
    OPEN_HIDDEN = OPEN_BONUS + 27          # goods of each hand that the other does not know (0-7)
    OPEN_ROWS = OPEN_HIDDEN + 64
    OPEN_FEATURES_PER_GOOD = 6
    OPEN_FEATURES = 47


cdef inline int _within(int value, int low, int high) noexcept nogil:
    return low if value < low else high if value > high else value


cdef inline void fill_open_rows(
    const Rules *rules, const State *state, uint16_t *rows
) noexcept nogil:
    """The rows of an after-state as its mover sees it, if all hands lie open."""
    cdef int seat = turn_of(state), other = 1 - seat
    cdef int good, shift, base, own, theirs, market, left, tokens, deck, pile, ahead, camels, lead
    for good in range(GOODS):
        shift = 4 * good
        base = OPEN_ROWS_OF_GOOD * good
        own = (state.hand[seat] >> shift) & 15
        theirs = (state.hand[other] >> shift) & 15
        market = (state.market >> shift) & 15
        left = (state.tokens >> shift) & 15
        tokens = 9 if left > 9 else left
        deck = (rules.cards >> shift) & 15
        deck -= own + theirs + market + <int> ((state.discard >> shift) & 15)
        rows[0] = base + OWN_TOKENS + 10 * own + tokens
        rows[1] = base + THEIR_TOKENS + 10 * theirs + tokens
        rows[2] = base + OWN_MARKET + 6 * own + market
        rows[3] = base + THEIR_MARKET + 6 * theirs + market
        rows[4] = base + DECK_TOKENS + 10 * deck + tokens
        rows[5] = base + OWN_THEIRS + 8 * own + theirs
        rows += OPEN_FEATURES_PER_GOOD
    own = total(state.hand[seat] & GOODS_MASK)
    theirs = total(state.hand[other] & GOODS_MASK)
    camels = (rules.cards >> CAMEL_SHIFT) - (state.market >> CAMEL_SHIFT)
    camels -= herd_of(state, seat) + herd_of(state, other)
    ahead = state.goods_rupees[seat] + state.bonus_rupees[seat]
    ahead -= state.goods_rupees[other] + state.bonus_rupees[other]
    if herd_of(state, seat) != herd_of(state, other):
        lead = rules.camel_token
        ahead += lead if herd_of(state, seat) > herd_of(state, other) else -lead
    if state.bonus_due:
        ahead += (rules.bonus_mean16[state.bonus_due - 1] + 8) >> 4
    lead = 32 + _within(ahead, -32, 31)
    deck = state.deck_left if state.deck_left < 16 else 12 + state.deck_left // 4
    rows[0] = OPEN_HERDS + 12 * herd_of(state, seat) + herd_of(state, other)
    rows[1] = OPEN_CAMELS + 12 * <int> (state.market >> CAMEL_SHIFT) + camels
    rows[2] = OPEN_SIZES + 8 * own + theirs
    rows[3] = OPEN_DUE + (5 + state.bonus_due if state.bonus_due else state.to_draw)
    rows[4] = OPEN_LEAD + 64 + _within(ahead, -64, 63)
    rows[5] = LEAD_DECK + 25 * lead + deck
    rows[6] = LEAD_USED_UP + 7 * lead + state.used_up
    for pile in range(3):
        rows[7 + pile] = OPEN_BONUS + 9 * pile + rules.bonus_count[pile] - state.bonus_drawn[pile]
    own -= total(state.known[seat])
    theirs -= total(state.known[other])
    rows[10] = OPEN_HIDDEN + 8 * own + theirs
