"""Rounds that agree with everything a seat has seen, drawn at random.

A view that was made in this process carries what its seat knows, packed (knowledge.pyx). Any other
one, read from JSON or changed, is first checked: a sample round is built that agrees with it, and
that round's view must be the same again.
"""

from dataclasses import replace
from random import Random

from libc.stdint cimport uint32_t

from jaipur.errors import ImpossiblePosition
from jaipur.rules.rulesets import get_ruleset
from jaipur.rules.ends import PositionEnd, RoundEnd
from jaipur.rules.cards import CAMEL, Cards, Good
from jaipur.rules.position import Position
from jaipur.rules.view import View, view_of

from jaipur.rules.core.rng cimport Rng
from jaipur.rules.core.compiled_rules cimport unpack_cards, compile_rules
from jaipur.rules.core.history cimport action_at, pack_history, plies_of
from jaipur.rules.core.knowledge cimport Knowledge
from jaipur.rules.core.law cimport show_cards
from jaipur.rules.round cimport Round, from_position
from jaipur.rules.core.action_tables cimport GOODS_MASK, tables


cdef class Belief:
    """What one seat's view leaves open; `redeal` fills it in at random, any number of times."""

    def __cinit__(self, view):
        cdef Knowledge known
        if not isinstance(view, View):
            raise TypeError(f"A belief is made of a View, not of {type(view).__name__}.")
        if view.you is None:
            raise ImpossiblePosition("A spectator's view cannot be dealt again.")
        self.made_of = view
        packed = getattr(view, "_knowledge", None)
        if packed is None:
            self.read(view)
            return
        known = packed
        self.unseen = known.unseen
        self.compiled = known.compiled
        self.start_market = known.start_market
        self.past = known.past

    cdef int read(self, view) except -1:
        """Take everything from the fields of a view, and check that they agree."""
        cdef Round sample
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
        return 0

    @property
    def view(self):
        """The view that it was made of."""
        return self.made_of

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

    def __reduce__(self):
        return type(self), (self.view,)

    def __repr__(self):
        view = self.view
        return f"<Belief of seat {view.seat} at ply {view.ply}, {view.ruleset}>"


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
