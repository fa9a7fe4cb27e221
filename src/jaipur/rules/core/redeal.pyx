"""Rounds that agree with everything a seat has seen, drawn at random.

Every ordering of the shuffled cards and of the bonus piles that agrees with the view is equally
likely. That is not a shuffle of the unseen cards: a good that a seat has shown from its deal was
one of its five cards. With r goods of a kind shown, u still unknown in the hand and n unseen, a
hand has the weight ∏ C(n + r, r + u): the deal's own five places can be ordered in
5! / ∏ (r + u)! ways and the deck in m! / ∏ (n - u)! ways.
"""

from dataclasses import replace
from random import Random

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memset

from jaipur.errors import ImpossiblePosition
from jaipur.rules.rulesets import get_ruleset
from jaipur.rules.ends import PositionEnd, RoundEnd
from jaipur.rules.cards import CAMEL, Cards, Good
from jaipur.rules.position import Position
from jaipur.rules.view import View, view_of

from jaipur.rules.core.rng cimport Rng, random_below, shuffle
from jaipur.rules.core.compiled_rules cimport unpack_cards, compile_rules
from jaipur.rules.core.history cimport action_at, pack_history, plies_of
from jaipur.rules.core.law cimport show_cards
from jaipur.rules.round cimport Round, from_position
from jaipur.rules.core.action_tables cimport GOODS, GOODS_MASK, tables, total


cdef uint32_t choose(int things, int taken) noexcept nogil:
    """How many ways there are to take some of a few things."""
    cdef uint32_t ways = 1
    cdef int i
    for i in range(taken):
        ways = ways * (things - i) // (i + 1)
    return ways


cdef void hide(const Rules *rules, const State *state, int seat, Unseen *unseen) noexcept nogil:
    """Forget of a round what a seat has not seen; of a finished one, only the deck's order."""
    cdef int other = 1 - seat, kind, count, left, shown, pile, place, token
    cdef uint32_t unknown = 0, hidden
    memset(unseen, 0, sizeof(Unseen))
    unseen.state = state[0]
    unseen.seat = seat
    if not state.end:
        unknown = (state.hand[other] & GOODS_MASK) - state.known[other]
    unseen.state.hand[other] -= unknown
    unseen.unknown = total(unknown)
    hidden = rules.cards - state.market - state.hand[0] - state.hand[1] - state.discard + unknown
    for kind in range(7):
        unseen.cards[kind] = (hidden >> 4 * kind) & 15
    for kind in range(3):
        unseen.state.deck[kind] = 0
    unseen.ways[6][0] = 1
    for kind in range(GOODS - 1, -1, -1):
        shown = (state.shown[other] >> 4 * kind) & 15
        for count in range(unseen.unknown + 1):
            if count <= unseen.cards[kind]:
                unseen.binomial[kind][count] = choose(unseen.cards[kind] + shown, shown + count)
        for left in range(unseen.unknown + 1):
            for count in range(left + 1):
                unseen.ways[kind][left] += (
                    unseen.binomial[kind][count] * unseen.ways[kind + 1][left - count]
                )
    for pile in range(rules.piles):
        for place in range(rules.bonus_count[pile]):
            if place < state.bonus_drawn[pile] and (
                state.end or (state.bonus_owner[pile] >> place) & 1 == seat
            ):
                continue
            token = (state.bonus[pile] >> 4 * place) & 15
            unseen.places[pile][unseen.hidden[pile]] = place
            unseen.tokens[pile][unseen.hidden[pile]] = token
            unseen.hidden[pile] += 1
            if place < state.bonus_drawn[pile]:
                unseen.state.bonus_rupees[other] -= token
            unseen.state.bonus[pile] &= ~(<uint32_t> 15 << 4 * place)


cdef void deal_again(const Unseen *unseen, Rng *rng, State *state) noexcept nogil:
    """One round that agrees with what is seen."""
    cdef uint8_t deck[64]
    cdef uint8_t tokens[8]
    cdef int other = 1 - unseen.seat, wanted = unseen.unknown
    cdef int kind, count, i, _i, pile, place, dealt = 0
    cdef uint32_t ticket, weight
    state[0] = unseen.state
    # Step 1: the other hand, kind by kind. What is left of the ticket is uniform again.
    ticket = random_below(rng, unseen.ways[0][wanted]) if wanted else 0
    for kind in range(7):
        count = 0
        if kind < GOODS and wanted:
            while True:
                weight = unseen.binomial[kind][count] * unseen.ways[kind + 1][wanted - count]
                if ticket < weight:
                    break
                ticket -= weight
                count += 1
            ticket //= unseen.binomial[kind][count]
            wanted -= count
            state.hand[other] += <uint32_t> count << 4 * kind
        for _i in range(unseen.cards[kind] - count):
            deck[dealt] = kind
            dealt += 1
    # Step 2: the deck.
    shuffle(rng, deck, dealt)
    for i in range(dealt - 1, -1, -1):
        state.deck[i >> 4] = state.deck[i >> 4] << 4 | deck[i]
    # Step 3: the bonus tokens that the other seat drew, and those still lying.
    for pile in range(3):
        count = unseen.hidden[pile]
        for i in range(count):
            tokens[i] = unseen.tokens[pile][i]
        shuffle(rng, tokens, count)
        for i in range(count):
            place = unseen.places[pile][i]
            state.bonus[pile] |= <uint32_t> tokens[i] << 4 * place
            if place < state.bonus_drawn[pile]:
                state.bonus_rupees[other] += tokens[i]


cdef class Belief:
    """What one seat's view leaves open; `redeal` fills it in, as often as one likes."""

    def __cinit__(self, view):
        cdef Round sample
        if not isinstance(view, View):
            raise TypeError(f"A belief is made of a View, not of {type(view).__name__}.")
        if view.you is None:
            raise ImpossiblePosition("A spectator's view cannot be dealt again.")
        self.compiled = compile_rules(view.ruleset)
        self.start_market = view.start
        self.past = pack_history(view.history)
        hidden = hidden_cards(view)
        unknown = []
        if not view.over:
            unknown = list(hidden.goods)[:view.opponent.hand - len(view.opponent.known)]
        sample = sample_round(view, hidden, Cards(unknown), self.past)
        sample.past = self.past
        sample.first_market = view.start
        check_view(view, sample)
        hide(&self.compiled.rules, &sample.state, view.seat, &self.unseen)

    def redeal(self, rng):
        """A full round that agrees with everything the seat has seen, each equally likely."""
        cdef Rng stream
        cdef Round made = Round.__new__(Round)
        cdef int i
        if not isinstance(rng, Random):
            raise TypeError(f"rng must be a random.Random, got {type(rng).__name__}")
        for i in range(4):
            stream.word[i] = rng.getrandbits(64)
        # The generator cannot leave the state in which all is zero.
        stream.word[0] |= stream.word[1] == 0 and stream.word[2] == 0 and stream.word[3] == 0
        deal_again(&self.unseen, &stream, &made.state)
        made.compiled = self.compiled
        made.past = self.past
        made.first_market = self.start_market
        return made


cdef int check_view(view, Round sample) except -1:
    """Nothing hidden is in a view, so every round that agrees with it gives it back."""
    again = view_of(sample, view.seat, view.round, view.seals)
    if view.turn is None and view.over is None:
        again = replace(again, turn=None, moves=())    # the match was given up
    if again != view:
        raise ImpossiblePosition("This view contradicts itself.")
    return 0


def redeal(view, rng):
    """A full round that agrees with everything that the seat of a view has seen.

    Every ordering of the shuffled cards and of the bonus piles that agrees is equally likely. `rng`
    is a `random.Random`. To draw many rounds from one view, make a `Belief` of it once.
    """
    return Belief(view).redeal(rng)


def hidden_cards(view):
    """The cards in the deck or unknown in the other hand; after the round, those in the deck."""
    rules = get_ruleset(view.ruleset)
    held = view.over.hands[1 - view.seat] if view.over else view.opponent.known
    herds = Cards({CAMEL: view.you.herd + view.opponent.herd})
    seen = view.market + view.you.hand + herds + held + view.discard
    if not seen <= rules.all_cards:
        raise ImpossiblePosition(f"The ruleset {rules.name!r} does not have all of {seen}.")
    hidden = rules.all_cards - seen
    unknown = view.opponent.hand - len(held)
    if unknown < 0 or unknown > len(hidden.goods) or len(hidden) != view.deck + unknown:
        raise ImpossiblePosition("The cards of this view do not add up to the box.")
    return hidden


cdef Round sample_round(view, hidden, unknown, bytes past):
    """One round that agrees with a view, for its checks and its public part."""
    try:
        return from_position(sample_position(view, hidden, unknown, shown_by_moves(view, past)))
    except ImpossiblePosition:
        # A position that was built need not follow from its history.
        return from_position(sample_position(view, hidden, unknown, shown_at_most(view, hidden)))


cdef object sample_position(view, hidden, unknown, own):
    rules = get_ruleset(view.ruleset)
    held = view.over.hands[1 - view.seat] if view.over else view.opponent.known + unknown
    pairs = [
        (view.you.hand + Cards({CAMEL: view.you.herd}), held + Cards({CAMEL: view.opponent.herd})),
        (own[0], view.opponent.known),
        (own[1], view.opponent.shown),
    ]
    hands, known, shown = [pair if view.seat == 0 else pair[::-1] for pair in pairs]
    bonus, owners = sample_bonus(view, rules)
    return Position(
        ruleset=rules, first=view.first, ply=view.ply, market=view.market, hands=hands,
        known=known, shown=shown,
        token_owners=tuple([token_owners(view, rules, good) for good in Good]),
        bonus=bonus, bonus_owners=owners, deck=str(hidden - unknown), end=end_of(view),
    )


cdef object end_of(view):
    if view.over is None:
        return PositionEnd.RUNNING
    if view.over.end == RoundEnd.FORFEIT:
        return PositionEnd.FORFEIT_0 if view.over.seal else PositionEnd.FORFEIT_1
    return PositionEnd(view.over.end)


cdef tuple token_owners(view, rules, good):
    """Which seat took each token of a good; tokens of equal value are all the same."""
    mine, theirs = list(view.you.goods.get(good, ())), list(view.opponent.goods.get(good, ()))
    left = tuple(view.tokens.get(good, ()))
    taken = rules.tokens_of(good)[:len(mine) + len(theirs)]
    if rules.tokens_of(good) != taken + left or sorted(mine + theirs, reverse=True) != list(taken):
        raise ImpossiblePosition(f"The tokens of {good} in this view do not add up to the box.")
    owners = []
    for value in taken:
        owner = view.seat if value in mine else 1 - view.seat
        (mine if owner == view.seat else theirs).remove(value)
        owners.append(owner)
    return tuple(owners)


cdef tuple sample_bonus(view, rules):
    piles, owners = [], []
    for size, values in rules.bonus.items():
        rest = list(values)
        mine = list(view.you.bonus.get(size, ()))
        theirs = list(view.over.bonus[1 - view.seat].get(size, ())) if view.over else []
        count = view.opponent.bonus.get(size, 0)
        for value in mine + theirs:
            if value not in rest:
                raise ImpossiblePosition(
                    f"The bonus pile for {size} cards has no such token of {value}."
                )
            rest.remove(value)
        if len(mine) + count + view.bonus.get(size, 0) != len(values):
            raise ImpossiblePosition(f"The bonus tokens for {size} cards do not add up to the box.")
        piles.append((*mine, *theirs, *rest))
        owners.append((view.seat,) * len(mine) + (1 - view.seat,) * count)
    return tuple(piles), tuple(owners)


cdef tuple shown_by_moves(view, bytes past):
    """What this seat's own moves have shown: goods known in its hand, goods shown from its deal."""
    cdef uint32_t known = 0, shown = 0
    cdef int i, action, plies = plies_of(past), seat = view.seat, turn = view.first + view.ply
    for i in range(plies):
        if (turn - plies + i) & 1 == seat:
            action = action_at(past, i)
            show_cards(
                &known, &shown, tables.swap[action].take, tables.swap[action].give & GOODS_MASK
            )
    return unpack_cards(known & GOODS_MASK), unpack_cards(shown & GOODS_MASK)


cdef tuple shown_at_most(view, hidden):
    """The same where no history tells it: as much of the hand as can be was dealt, and what is
    missing of a deal was shown, so that no more camels were dealt than must have been."""
    rules = get_ruleset(view.ruleset)
    theirs = view.opponent.shown
    if view.over:
        theirs += view.over.hands[1 - view.seat] - view.opponent.known
    room = (rules.all_cards - hidden).goods - theirs
    dealt = within(view.you.hand, room, rules.deal_size)
    return view.you.hand - dealt, within(room - dealt, room, rules.deal_size - len(dealt))


cdef object within(cards, room, int most):
    """As many of some goods as there is room for, kind by kind, and no more than `most` in all."""
    counts = [min(count, limit) for count, limit in zip(cards.counts, room.counts)]
    return Cards(list(Cards.from_counts(counts))[:most])
