# The law of Jaipur, as C functions: what a round is, which moves are legal, what a move and chance
# do to it.
# None of them allocates or needs the GIL. `State` is a plain value and may be copied at will;
# unused bytes are zero, so that equal positions are equal bytes.

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from jaipur.rules.core.action_tables cimport (
    CAMELS_ACTION, CAMEL_SHIFT, FIRST_EXCHANGE, FIRST_SALE, GOODS, GOODS_MASK,
    Pick, goods_beyond, goods_within, hand_number, tables, total,
)

cdef enum:
    PLY_LIMIT = 500      # R10: a round that lasts so long is stopped and scored

cdef enum End:
    RUNNING = 0
    END_DECK = 1
    END_TOKENS = 2
    END_FORFEIT_0 = 3
    END_FORFEIT_1 = 4
    END_LIMIT = 5        # an older end at the ply limit, without a seal
    END_STOPPED = 6

cdef enum Refused:
    ALLOWED = 0
    ROUND_OVER = 1
    HAND_LIMIT = 2
    NOT_IN_MARKET = 3
    NOT_IN_HAND = 4
    NOT_IN_HERD = 5
    EXCHANGE_NEEDS_TWO = 6
    PRECIOUS_NEEDS_TWO = 7
    NOTHING_TO_SELL = 8

cdef struct Rules:
    uint32_t cards                   # how many cards of each kind are in the box
    uint8_t token_value[GOODS][16]   # best first
    uint8_t token_count[GOODS]
    uint8_t sale_minimum[GOODS]
    uint8_t bonus_value[3][8]
    uint8_t bonus_count[3]
    uint8_t bonus_key[3]             # how many cards earn a token of this pile
    uint16_t bonus_mean16[3]         # the mean of a pile, in sixteenths of a rupee
    uint8_t piles
    int8_t bonus_pile[16]            # by cards sold: the pile, or -1
    uint8_t market_size
    uint8_t deal_size
    uint8_t hand_limit
    uint8_t exchange_minimum
    uint8_t camels_laid_out
    uint8_t kinds_to_end
    uint8_t camel_token

cdef struct State:
    uint64_t deck[3]                 # four bits a card, the next one lowest; drawn cards are gone
    uint32_t market
    uint32_t hand[2]                 # goods, and the herd as camels
    uint32_t known[2]                # goods that public moves have shown and the hand still holds
    uint32_t shown[2]                # goods that must have been dealt, as moves have proved
    uint32_t discard
    uint32_t tokens                  # goods tokens left of each kind
    uint32_t bonus[3]                # four bits a token, the first to be drawn lowest
    uint32_t ply
    uint16_t token_owner[GOODS]      # bit i: seat 1 took the i-th token
    uint16_t goods_rupees[2]
    uint16_t bonus_rupees[2]
    uint8_t goods_tokens[2]
    uint8_t bonus_tokens[2]
    uint8_t bonus_drawn[3]
    uint8_t bonus_owner[3]           # bit i: seat 1 drew the i-th token
    uint8_t deck_left
    uint8_t first
    uint8_t used_up                  # kinds of goods token with none left
    uint8_t end
    uint8_t to_draw                  # between the two halves of a move: cards to lay out,
    uint8_t bonus_due                # and the pile, counted from 1, that owes a token


cdef inline int turn_of(const State *state) noexcept nogil:
    """The seat to move, or that would be if the round were not over."""
    return (state.first + state.ply) & 1


cdef inline int herd_of(const State *state, int seat) noexcept nogil:
    return state.hand[seat] >> CAMEL_SHIFT


cdef inline int keep_allowed_sales(
    const Rules *rules, uint16_t *moves, int start, int end
) noexcept nogil:
    """Of the sales listed from `start` on, keep those that a larger precious minimum allows."""
    cdef int i, count, kept = start
    for i in range(start, end):
        moves[kept] = moves[i]
        # Precious sales are the first fifteen, five to a good, from two cards on.
        count = (moves[i] - FIRST_SALE) % 5 + 2
        kept += moves[i] >= FIRST_SALE + 15 or count >= rules.sale_minimum[0]
    return kept


cdef inline int list_moves(
    const Rules *rules, const State *state, int seat, uint16_t *moves
) noexcept nogil:
    """List the actions that a seat could play with this market, in ascending order.

    Must agree with `refuse`; tests/properties hold them together. `moves` has room for LEGAL_ROOM.
    """
    cdef uint32_t market = state.market, goods = state.hand[seat] & GOODS_MASK, cards
    cdef int room = rules.hand_limit - total(goods), herd = state.hand[seat] >> CAMEL_SHIFT
    cdef int count, kinds, i, j, action, size, number, most_camels, on_offer
    cdef unsigned int lowest, width, place
    cdef const Pick *pick
    cdef const uint16_t *rank
    if state.end:
        return 0
    on_offer = hand_number(market & GOODS_MASK)
    kinds = tables.pick[tables.bundle_of_hand[on_offer]].kinds if room > 0 else 0
    kinds |= (market >> CAMEL_SHIFT != 0) << 6
    memcpy(moves, tables.takes[kinds], 16)
    count = tables.take_count[kinds]
    number = hand_number(goods)
    memcpy(&moves[count], tables.sales[number], 16)
    if rules.sale_minimum[0] == 2:
        count += tables.sale_count[number]
    else:
        count = keep_allowed_sales(rules, moves, count, count + tables.sale_count[number])
    # R6: camels given are goods gained, so the hand's room limits them as well as the herd.
    most_camels = herd if herd < room else room
    for i in range(tables.pick_start[on_offer], tables.pick_start[on_offer + 1]):
        pick = &tables.pick[tables.picks[i]]
        size = pick.size
        cards = goods & ~pick.mask
        if total(cards) + most_camels < size or size < rules.exchange_minimum:
            continue
        # What is given is a bundle of the other goods, filled up with camels to the same size.
        # Bundles are numbered by size, so "neither too few goods nor too many" is one comparison.
        lowest = tables.bundle_end[size - most_camels - 1] if most_camels < size else 0
        width = tables.bundle_end[size] - lowest
        rank = &tables.give_rank[pick.kinds][tables.give_offset[size]]
        action = pick.first_action
        number = hand_number(cards)
        for j in range(tables.give_start[number], tables.give_start[number + 1]):
            place = tables.gives[j]
            moves[count] = action + rank[place]
            count += (place - lowest) < width
    return count


cdef inline int refuse_take(
    const Rules *rules, const State *state, int seat, int good
) noexcept nogil:
    if not (state.market >> 4 * good) & 15:
        return NOT_IN_MARKET
    return HAND_LIMIT if total(state.hand[seat] & GOODS_MASK) >= rules.hand_limit else ALLOWED


cdef inline int refuse_sale(
    const Rules *rules, const State *state, int seat, int good, int count
) noexcept nogil:
    if not state.hand[seat] & GOODS_MASK:
        return NOTHING_TO_SELL
    # R7: a precious good is sold two at least, however few tokens are left.
    if count < rules.sale_minimum[good]:
        return PRECIOUS_NEEDS_TWO
    return NOT_IN_HAND if <int> ((state.hand[seat] >> 4 * good) & 15) < count else ALLOWED


cdef inline int refuse_exchange(
    const Rules *rules, const State *state, int seat, uint32_t take, uint32_t give
) noexcept nogil:
    """Why an exchange of as many cards for as many, without a good both ways, is refused."""
    cdef uint32_t hand = state.hand[seat]
    if total(take) < rules.exchange_minimum:
        return EXCHANGE_NEEDS_TWO
    if not goods_within(take, state.market):
        return NOT_IN_MARKET
    if not goods_within(give, hand):
        return NOT_IN_HAND
    if give >> CAMEL_SHIFT > hand >> CAMEL_SHIFT:
        return NOT_IN_HERD
    # R6: at most so many goods in hand afterwards.
    return HAND_LIMIT if total((hand + take - give) & GOODS_MASK) > rules.hand_limit else ALLOWED


cdef inline int refuse(const Rules *rules, const State *state, int seat, int action) noexcept nogil:
    """Why a seat may not play an action with this market, or ALLOWED."""
    if state.end:
        return ROUND_OVER
    if action < CAMELS_ACTION:
        return refuse_take(rules, state, seat, action)
    if action == CAMELS_ACTION:
        return ALLOWED if state.market >> CAMEL_SHIFT else NOT_IN_MARKET
    cdef uint32_t give = tables.swap[action].give
    cdef int good = 0
    if action >= FIRST_EXCHANGE:
        return refuse_exchange(rules, state, seat, tables.swap[action].take, give)
    while not give & 15:
        give >>= 4
        good += 1
    return refuse_sale(rules, state, seat, good, give)


cdef inline void show_cards(
    uint32_t *known, uint32_t *shown, uint32_t take, uint32_t give
) noexcept nogil:
    """What everybody learns of a hand that takes and gives goods (R11).

    What leaves the hand was first of all what everybody saw entering it; what goes beyond that must
    have been dealt.
    """
    cdef uint32_t beyond = goods_beyond(give, known[0])
    known[0] += take + beyond - give
    shown[0] += beyond


cdef inline void begin_move(const Rules *rules, State *state, int action) noexcept nogil:
    """The first half of a legal move: all that the mover decides. `settle` must follow."""
    cdef int seat = turn_of(state), good = 0, count, left, taken, used, i
    cdef uint32_t take = tables.swap[action].take, give = tables.swap[action].give
    if action == CAMELS_ACTION:
        take = state.market & ~<uint32_t> GOODS_MASK
    state.market -= take
    state.hand[seat] += take - give
    show_cards(&state.known[seat], &state.shown[seat], take & GOODS_MASK, give & GOODS_MASK)
    if action < FIRST_SALE:
        state.to_draw = rules.market_size - total(state.market)
    elif action >= FIRST_EXCHANGE:
        state.market += give
    else:
        state.discard += give
        while not give & 15:
            give >>= 4
            good += 1
        count = give
        left = (state.tokens >> 4 * good) & 15
        used = rules.token_count[good] - left
        taken = count if count < left else left
        for i in range(used, used + taken):
            state.goods_rupees[seat] += rules.token_value[good][i]
        state.token_owner[good] |= ((seat << taken) - seat) << used
        state.tokens -= <uint32_t> taken << 4 * good
        state.goods_tokens[seat] += taken
        if left and taken == left:
            state.used_up += 1
        # R7: the bonus goes by the number of cards; an empty pile gives nothing.
        i = rules.bonus_pile[count]
        if i >= 0 and state.bonus_drawn[i] < rules.bonus_count[i]:
            state.bonus_due = i + 1


cdef inline int draw_card(State *state) noexcept nogil:
    """Take the next card off the deck."""
    cdef int card = state.deck[0] & 15
    state.deck[0] = state.deck[0] >> 4 | state.deck[1] << 60
    state.deck[1] = state.deck[1] >> 4 | state.deck[2] << 60
    state.deck[2] >>= 4
    state.deck_left -= 1
    return card


cdef inline int settle(const Rules *rules, State *state) noexcept nogil:
    """The second half of a move: the cards laid out, the bonus token drawn, and the round's end.

    Returns the cards laid out, three bits each from the lowest, 7 where there is none.
    """
    cdef int seat = turn_of(state), drawn = 0x7FFF, i, card, pile, value
    if state.to_draw:
        # R4: the round ends when the market cannot be filled; what is left is still laid out.
        if state.to_draw > state.deck_left:
            state.to_draw = state.deck_left
            state.end = END_DECK
        for i in range(state.to_draw):
            card = draw_card(state)
            state.market += <uint32_t> 1 << 4 * card
            drawn ^= (card ^ 7) << 3 * i
        state.to_draw = 0
    elif state.bonus_due:
        pile = state.bonus_due - 1
        value = (state.bonus[pile] >> 4 * state.bonus_drawn[pile]) & 15
        state.bonus_owner[pile] |= seat << state.bonus_drawn[pile]
        state.bonus_drawn[pile] += 1
        state.bonus_rupees[seat] += value
        state.bonus_tokens[seat] += 1
        state.bonus_due = 0
    # R5: the round ends when so many kinds of goods token are used up.
    if state.used_up >= rules.kinds_to_end:
        state.end = END_TOKENS
    state.ply += 1
    return drawn


cdef inline int play_action(const Rules *rules, State *state, int action) noexcept nogil:
    """A whole legal move, with the cards and tokens in the order in which they lie."""
    begin_move(rules, state, action)
    return settle(rules, state)


cdef inline void stop_at(State *state, uint32_t limit) noexcept nogil:
    """Stop a round that still runs after so many plies; it is scored like any other (R10)."""
    if not state.end and state.ply >= limit:
        state.end = END_STOPPED


cdef inline bint is_scored(const State *state) noexcept nogil:
    """Whether the round ended so that its rupees decide the seal (R8)."""
    return state.end == END_DECK or state.end == END_TOKENS or state.end == END_STOPPED


cdef inline int camel_winner(const State *state) noexcept nogil:
    """The seat with the larger herd, or -1 on a tie (R8)."""
    cdef int north = herd_of(state, 0), south = herd_of(state, 1)
    return -1 if north == south else north < south


cdef inline int rupees_of(const Rules *rules, const State *state, int seat) noexcept nogil:
    """The rupees of a seat; the camel token counts once the round is scored."""
    cdef int rupees = state.goods_rupees[seat] + state.bonus_rupees[seat]
    if is_scored(state) and camel_winner(state) == seat:
        rupees += rules.camel_token
    return rupees


cdef inline int seal_of(const Rules *rules, const State *state) noexcept nogil:
    """Who wins the seal: 0, 1, or -1 for nobody (R8)."""
    cdef int ahead
    if state.end == END_FORFEIT_0 or state.end == END_FORFEIT_1:
        return state.end == END_FORFEIT_0
    if not is_scored(state):
        return -1
    ahead = rupees_of(rules, state, 0) - rupees_of(rules, state, 1)
    if not ahead:
        ahead = state.bonus_tokens[0] - state.bonus_tokens[1]
    if not ahead:
        ahead = state.goods_tokens[0] - state.goods_tokens[1]
    return -1 if not ahead else ahead < 0


cdef inline int next_first(int first, int seal) noexcept nogil:
    """The seat that starts the round after one that `first` started and `seal` won (R9).

    The loser starts; after a round without a seal (-1), the seat that did not start it.
    """
    return 1 - (first if seal < 0 else seal)
