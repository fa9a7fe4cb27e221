# cython: nonecheck=True
"""What can be read off a round: cards, tokens, whose turn it is, the score, its history.

Everything here reads the struct of `law.pxd` and changes nothing; `Round` adds how a round is made
and played.
"""

cimport cython

from jaipur.rules.cards import LETTERS, Good
from jaipur.rules.ends import RoundEnd
from jaipur.rules.score import Score
from jaipur.rules.tokens import GoodsTokens
from jaipur.rules.whole_numbers import is_whole

from jaipur.rules.core.action_tables cimport GOODS_MASK
from jaipur.rules.core.compiled_rules cimport card_at, unpack_cards
from jaipur.rules.core.history cimport action_at, letters_at, plies_of
from jaipur.rules.core.law cimport (
    END_FORFEIT_0, RUNNING, Rules, State, herd_of, next_first, rupees_of, seal_of, turn_of,
)
from jaipur.rules.core.position_codec cimport (
    bonus_owners, owned_by, position_of, token_owners, whole_pile,
)
from jaipur.rules.legal_moves cimport move_of

cdef tuple END_NAMES = (
    None, RoundEnd.DECK, RoundEnd.TOKENS, RoundEnd.FORFEIT, RoundEnd.FORFEIT, RoundEnd.LIMIT,
    RoundEnd.STOPPED,
)


# No garbage collection: a round is a value, and nothing that it holds can refer to a round.
@cython.no_gc
cdef class RoundFacts:
    """The position of a round and its past, to read."""

    def __init__(self):
        raise TypeError("Rounds come from Round.start, Round.deal, Round.build or Round.from_text.")

    # What lies on the table

    @property
    def ruleset(self):
        """The numbers by which the round is played."""
        return self.compiled.ruleset

    @property
    def market(self):
        """The face-up cards."""
        return unpack_cards(self.state.market)

    @property
    def hands(self):
        """The goods in each seat's hand."""
        cdef State *state = &self.state
        return unpack_cards(state.hand[0] & GOODS_MASK), unpack_cards(state.hand[1] & GOODS_MASK)

    @property
    def herds(self):
        """The camels of each seat."""
        return herd_of(&self.state, 0), herd_of(&self.state, 1)

    @property
    def known(self):
        """The goods in each hand that public moves have shown and that it must still hold."""
        return unpack_cards(self.state.known[0]), unpack_cards(self.state.known[1])

    @property
    def shown(self):
        """The goods that each seat must have been dealt, as its moves have proved."""
        return unpack_cards(self.state.shown[0]), unpack_cards(self.state.shown[1])

    @property
    def deck(self):
        """The face-down cards, top first."""
        return "".join([LETTERS[card_at(&self.state, i)] for i in range(self.state.deck_left)])

    @property
    def discard(self):
        """The cards that were sold."""
        return unpack_cards(self.state.discard)

    @property
    def tokens(self):
        """The goods tokens left of each kind, best first; by the good or its letter."""
        tokens = self.compiled.ruleset.tokens
        return GoodsTokens({
            good: tokens[i][len(tokens[i]) - ((self.state.tokens >> 4 * i) & 15):]
            for i, good in enumerate(Good)
        })

    @property
    def bonus(self):
        """The bonus tokens left in each pile, top first."""
        return {
            key: whole_pile(&self.compiled.rules, &self.state, pile)[self.state.bonus_drawn[pile]:]
            for pile, key in enumerate(self.compiled.ruleset.bonus)
        }

    def goods_tokens(self, seat):
        """The goods tokens that a seat has taken, best first; kinds without any are left out."""
        cdef int wanted = check_seat(seat)
        cdef const Rules *rules = &self.compiled.rules
        piles = self.compiled.ruleset.tokens
        tokens = {
            kind: owned_by(wanted, piles[good], token_owners(rules, &self.state, good))
            for good, kind in enumerate(Good)
        }
        return GoodsTokens({kind: values for kind, values in tokens.items() if values})

    def bonus_tokens(self, seat):
        """The bonus tokens that a seat has drawn, in order; piles without any are left out."""
        cdef int wanted = check_seat(seat)
        tokens = {
            key: owned_by(
                wanted, whole_pile(&self.compiled.rules, &self.state, pile),
                bonus_owners(&self.state, pile),
            )
            for pile, key in enumerate(self.compiled.ruleset.bonus)
        }
        return {key: values for key, values in tokens.items() if values}

    @property
    def position(self):
        """The position as plain data."""
        return position_of(self.compiled, &self.state)

    # Where the round stands

    @property
    def first(self):
        """The seat that made, or will make, the first move."""
        return self.state.first

    @property
    def turn(self):
        """The seat to move, or None once the round is over."""
        return None if self.state.end else turn_of(&self.state)

    @property
    def ply(self):
        """How many moves of the round have been played."""
        return self.state.ply

    @property
    def is_over(self):
        """Whether the round has ended."""
        return self.state.end != RUNNING

    @property
    def end(self):
        """How the round ended: deck, tokens, forfeit, stopped, limit; None while it runs."""
        return END_NAMES[self.state.end]

    @property
    def by(self):
        """The seat that forfeited the round, if one did."""
        return self.state.end - END_FORFEIT_0 if self.end is RoundEnd.FORFEIT else None

    @property
    def rupees(self):
        """The rupees of both seats; the camel token counts once the round is scored."""
        cdef const Rules *rules = &self.compiled.rules
        return rupees_of(rules, &self.state, 0), rupees_of(rules, &self.state, 1)

    @property
    def seal(self):
        """The seat that wins the seal, or None."""
        cdef int seal = seal_of(&self.compiled.rules, &self.state)
        return None if seal < 0 else seal

    @property
    def next_first(self):
        """The seat that starts the next round (R9), or None while this one runs."""
        if not self.state.end:
            return None
        return next_first(self.state.first, seal_of(&self.compiled.rules, &self.state))

    @property
    def scores(self):
        """What makes up the rupees of both seats, with the counts that break ties."""
        return score_of(self, 0), score_of(self, 1)

    # How it came about

    @property
    def opening(self):
        """The deal that the round began with; None where it was built, read or dealt again."""
        return self.dealt

    @property
    def start_market(self):
        """The market before the first move of `history`."""
        return self.first_market

    @property
    def history(self):
        """The moves since the start, each with the letters of the cards laid out after it."""
        return tuple([
            (move_of(action_at(self.past, ply)), letters_at(self.past, ply))
            for ply in range(plies_of(self.past))
        ])

    @property
    def last(self):
        """The last move, or None at the start."""
        if not self.past:
            return None
        return move_of(action_at(self.past, plies_of(self.past) - 1))

    @property
    def last_drawn(self):
        """The letters of the cards laid out after the last move: `history[-1][1]`, in no time."""
        return letters_at(self.past, plies_of(self.past) - 1) if self.past else ""


cdef int check_seat(seat) except -1:
    # The type first: this is asked with every view.
    if type(seat) is int and 0 <= seat <= 1:
        return seat
    if not is_whole(seat, 0, 1):
        raise ValueError(f"seat must be 0 or 1, got {seat!r}")
    return seat


cdef object score_of(RoundFacts round, int seat):
    cdef State *state = &round.state
    cdef int rupees = rupees_of(&round.compiled.rules, state, seat)
    cdef int goods = state.goods_rupees[seat], bonus = state.bonus_rupees[seat]
    return Score(
        goods=goods, bonus=bonus, camel=rupees - goods - bonus, rupees=rupees,
        bonus_tokens=state.bonus_tokens[seat], goods_tokens=state.goods_tokens[seat],
    )
