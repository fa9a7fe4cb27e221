# cython: nonecheck=True
"""A round of Jaipur, from the deal until it ends: the only implementation of the rules.

`law.pxd` holds the law as C functions over a small struct; this file is its Python face, and
`round_facts` has what can be read off a round. A `Round` is a value: `play` returns the next round
and leaves the old one alone.
"""

cimport cython

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memcmp

from jaipur.errors import IllegalMove, ImpossiblePosition, NotationError, Refusal
from jaipur.rules.cards import Cards
from jaipur.rules.deal import Deal, check_piles, deal_from
from jaipur.rules.drawing import draw_round
from jaipur.rules.moves import Move
from jaipur.rules.position import LONGEST_PLY, Position, read_position, write_position
from jaipur.rules.position_builder import build_position
from jaipur.rules.view import view_of
from jaipur.rules.whole_numbers import is_whole

from jaipur.rules.core.action_tables cimport ACTION_COUNT, LEGAL_ROOM
from jaipur.rules.core.compiled_rules cimport (
    CompiledRules, compile_rules, lay_out, read_deck, unpack_cards,
)
from jaipur.rules.core.knowledge cimport Knowledge, hide, normalize
from jaipur.rules.core.history cimport PLY_BYTES, action_at, is_past, plies_of, with_move
from jaipur.rules.core.law cimport (
    END_FORFEIT_0, END_FORFEIT_1, END_LIMIT, END_STOPPED, PLY_LIMIT as LAW_PLY_LIMIT, Rules, State,
    begin_move, list_moves, next_first, play_action, refuse, settle, stop_at, turn_of,
)
from jaipur.rules.core.named_draws cimport bring_bonus_to_top, bring_to_top
from jaipur.rules.core.position_codec cimport fill_state
from jaipur.rules.core.refusals cimport refusal_of
from jaipur.rules.legal_moves cimport legal_moves_of, move_of
from jaipur.rules.round_facts cimport RoundFacts, check_seat

cdef uint32_t LAST_PLY = LONGEST_PLY
PLY_LIMIT = LAW_PLY_LIMIT


cdef class AfterState:
    """A position between the two halves of a move: after the move itself, before chance.

    It comes from `Round.after`; `settle` gives the next round.
    """

    def __init__(self):
        raise TypeError("An after-state comes from Round.after.")

    @property
    def market(self):
        """The market before any card is laid out."""
        return unpack_cards(self.state.market)

    @property
    def move(self):
        """The move whose first half was played."""
        return move_of(self.action)

    @property
    def draws(self):
        """How many cards will be laid out."""
        return min(self.state.to_draw, self.state.deck_left)

    @property
    def bonus_pile(self):
        """Which bonus pile a token will be drawn from, or None."""
        if not self.state.bonus_due:
            return None
        return self.before.compiled.rules.bonus_key[self.state.bonus_due - 1]

    def settle(self, cards=None, bonus=None, *, ply_limit=LAW_PLY_LIMIT):
        """The next round: chance adds the next cards and tokens, or those that are named.

        `cards` are the cards laid out, in drawing order; `bonus` is the value of the token drawn;
        `ply_limit` is that of `Round.play`.
        """
        cdef uint32_t limit = check_limit(ply_limit)
        cdef State state = self.state
        if cards is not None:
            bring_to_top(&state, cards, self.draws)
        if bonus is not None:
            bring_bonus_to_top(&self.before.compiled.rules, &state, bonus)
        return finish(self.before, &state, self.action, limit)

    def __reduce__(self):
        return restore_after, (self.before, self.move)

    def __repr__(self):
        return f"<AfterState {self.move} draws={self.draws} bonus_pile={self.bonus_pile}>"


cdef Round finish(Round before, State *state, int action, uint32_t limit):
    """The round after both halves of a move, stopped if it still runs after `limit` plies."""
    cdef Round after = Round.__new__(Round)
    cdef int drawn = settle(&before.compiled.rules, state)
    stop_at(state, limit)
    after.state = state[0]
    after.compiled = before.compiled
    after.first_market = before.first_market
    after.dealt = before.dealt
    after.past = with_move(before.past, action, drawn)
    return after


@cython.no_gc
cdef class Round(RoundFacts):
    """One deal until it ends: a value that can be compared, hashed, pickled and printed.

    Rounds are equal when their positions are, the undrawn cards and tokens included; how they came
    about does not matter.
    """

    # Making a round

    @staticmethod
    def start(deck, bonus, first=0, ruleset="standard"):
        """The start of a round from its cards in dealing order and its bonus piles, top first.

        `deck` has five cards for seat 0, five for seat 1, two for the market, then the draw pile.
        """
        cdef CompiledRules compiled = compile_rules(ruleset)
        cdef Rules *rules = &compiled.rules
        cdef Round made = Round.__new__(Round)
        cdef uint8_t cards[64]
        cdef int i, pile
        first = check_seat(first)
        if not isinstance(deck, str):
            raise TypeError(f"deck must be a str of letters, got {type(deck).__name__}")
        deck = deck.upper()
        if not read_deck(rules, deck, cards):
            expected = compiled.ruleset.shuffled_cards
            raise ImpossiblePosition(
                f"A deck of this ruleset has these {len(expected)} cards: {expected}."
            )
        lay_out(rules, &made.state, cards, len(deck), first)
        piles = check_piles(compiled.ruleset, bonus)
        for pile, values in enumerate(piles.values()):
            for i, value in enumerate(values):
                made.state.bonus[pile] |= <uint32_t> value << 4 * i
        made.compiled = compiled
        made.past = b""
        made.first_market = unpack_cards(made.state.market)
        made.dealt = Deal(first, deck, piles)
        return made

    @staticmethod
    def deal(seed=None, ruleset="standard"):
        """The first round of the match with this seed."""
        first, deck, bonus = deal_from(seed, 1, ruleset)
        return Round.start(deck, bonus, first, ruleset)

    @staticmethod
    def build(
        *, market, hands=("", ""), herds=(0, 0), deck=None, discard="", goods=None, bonus=None,
        bonus_taken=None, first=0, ply=0, known=None, shown=("", ""), ruleset="standard",
    ):
        """Any position that a test or a puzzle needs; ImpossiblePosition if no round reaches it.

        Without a `deck`, the cards that are nowhere else make the draw pile, in box order; with
        one, all cards must add up. The tokens that were taken follow from `discard`; `goods` says
        how many of each kind each seat has, from the best down in seat order, and by default seat
        0 has them all. `bonus_taken` has the values each seat drew, `bonus` the piles that are
        left, top first. `known` are the goods in each hand that the other seat has seen: by
        default, those beyond the number that is dealt.
        """
        return from_position(build_position(
            market=market, hands=hands, herds=herds, deck=deck, discard=discard, goods=goods,
            bonus=bonus, bonus_taken=bonus_taken, first=first, ply=ply, known=known, shown=shown,
            ruleset=ruleset,
        ))

    @staticmethod
    def from_text(text):
        """Read a position; what `to_text` wrote gives an equal round."""
        return from_position(read_position(text))

    def to_text(self):
        """The whole position as one line of letters, digits and `- _ .`"""
        return write_position(self.position)

    def at(self, ply):
        """The round after its first `ply` moves, from its deal on.

        A forfeit and a stop are not moves: `at(round.ply)` is the position before them. A round
        that was built, read from text or dealt again has no past, and raises ImpossiblePosition.
        """
        cdef Py_ssize_t wanted, i
        cdef Round then
        if not is_whole(ply, 0, plies_of(self.past)):
            raise ValueError(f"ply must be from 0 to {plies_of(self.past)}, got {ply!r}")
        wanted = ply
        if self.dealt is None:
            raise ImpossiblePosition("A round that was not dealt has no past to go back to.")
        then = Round.start(self.dealt.deck, self.dealt.bonus, self.dealt.first, self.ruleset)
        for i in range(wanted):
            play_action(&self.compiled.rules, &then.state, action_at(self.past, i))
        then.past = self.past[:PLY_BYTES * wanted]
        return then

    # Moves

    def legal_moves(self, seat=None):
        """The moves that may be played, in ascending action id; none once the round is over.

        With a `seat`, what that seat could play with this market if it were its turn.
        """
        cdef uint16_t actions[LEGAL_ROOM]
        cdef int mover = turn_of(&self.state) if seat is None else check_seat(seat)
        return legal_moves_of(
            actions, list_moves(&self.compiled.rules, &self.state, mover, actions)
        )

    def why_not(self, move, seat=None):
        """Why a move or its text is refused, or None if it may be played; text never raises.

        With a `seat`, also whether it is that seat's turn.
        """
        if isinstance(move, str):
            try:
                move = Move.parse(move)
            except NotationError:
                return Refusal.NOT_A_MOVE
        if seat is not None and not self.state.end and check_seat(seat) != turn_of(&self.state):
            return Refusal.NOT_YOUR_TURN
        return refusal_of(&self.compiled.rules, &self.state, move)

    def play(self, move, *, ply_limit=LAW_PLY_LIMIT):
        """The round after a move or its text; IllegalMove if it may not be played.

        A round that still runs after `ply_limit` plies is stopped and scored (R10); None is for
        replaying rounds from before there was a limit.
        """
        cdef int action = legal_action(self, move)
        cdef uint32_t limit = check_limit(ply_limit)
        cdef State state = self.state
        begin_move(&self.compiled.rules, &state, action)
        return finish(self, &state, action, limit)

    def after(self, move):
        """The first half of a move alone: the position before chance adds cards or a token."""
        cdef AfterState half = AfterState.__new__(AfterState)
        half.action = legal_action(self, move)
        half.before = self
        half.state = self.state
        begin_move(&self.compiled.rules, &half.state, half.action)
        return half

    def forfeit(self, seat):
        """The round after a seat has given it up; the other seat gets the seal."""
        return ended(self, END_FORFEIT_1 if check_seat(seat) else END_FORFEIT_0)

    def stop(self, *, scored=True):
        """The round stopped before its end, as at the ply limit, and scored by R8 (R10).

        With `scored=False` it ends as `limit`, without a seal: older records have such rounds.
        """
        return ended(self, END_STOPPED if scored else END_LIMIT)

    def view(self, seat):
        """What one seat may know; for a spectator, `seat` is None."""
        if seat is not None:
            check_seat(seat)
        return view_of(self, seat)

    def _knowledge(self, seat):
        """What a seat knows, packed; None where a round that was built may hide how it began."""
        cdef int knower = check_seat(seat)
        cdef Knowledge known
        cdef State normal
        if self.dealt is None:
            return None
        known = Knowledge.__new__(Knowledge)
        normalize(&self.compiled.rules, &self.state, knower, &normal)
        hide(&self.compiled.rules, &normal, knower, &known.unseen)
        known.compiled = self.compiled
        known.past = self.past
        known.start_market = self.first_market
        return known

    def __eq__(self, other):
        if not isinstance(other, Round):
            return NotImplemented
        cdef Round that = other
        return (
            memcmp(&self.state, &that.state, sizeof(State)) == 0
            and self.compiled.ruleset == that.compiled.ruleset
        )

    def __hash__(self):
        return hash((self.compiled.ruleset.name, (<char *> &self.state)[:sizeof(State)]))

    def __reduce__(self):
        return restore, (self.position, self.past, self.first_market, self.dealt)

    def __str__(self):
        return draw_round(self)

    def _repr_html_(self):
        from jaipur.rules.picture import draw_round as picture_of

        return picture_of(self)

    def __repr__(self):
        state = f"over by {self.end}" if self.state.end else f"turn {self.turn}"
        return f"<Round {self.compiled.ruleset.name} ply {self.ply}, {state}, market {self.market}>"


cdef int64_t check_limit(ply_limit) except -1:
    """The limit for `stop_at`: for None, one that no round reaches."""
    if ply_limit is None:
        return 2 * <int64_t> LAST_PLY
    # The type first: this is done with every move.
    if type(ply_limit) is int and 1 <= ply_limit <= LAST_PLY:
        return ply_limit
    if not is_whole(ply_limit, 1, LAST_PLY):
        raise ValueError(f"ply_limit must be from 1 to {LAST_PLY} or None, got {ply_limit!r}")
    return ply_limit


cdef int legal_action(Round round, move) except -1:
    cdef int refused
    if not isinstance(move, Move):
        try:
            move = Move.parse(move)
        except NotationError as error:
            raise IllegalMove(Refusal.NOT_A_MOVE, move) from error
    if round.state.ply >= LAST_PLY:
        raise ImpossiblePosition(f"A round has at most {LAST_PLY} plies.")
    action = move.action
    if action is not None and 0 <= action < ACTION_COUNT:
        refused = refuse(&round.compiled.rules, &round.state, turn_of(&round.state), action)
        if not refused:
            return action
    raise IllegalMove(refusal_of(&round.compiled.rules, &round.state, move), str(move))


cdef Round ended(Round before, int end):
    if before.state.end:
        raise IllegalMove(Refusal.ROUND_OVER, "")
    cdef Round after = Round.__new__(Round)
    after.state = before.state
    after.state.end = end
    after.compiled = before.compiled
    after.past = before.past
    after.first_market = before.first_market
    after.dealt = before.dealt
    return after


cdef Round from_position(position):
    """The round at a position, without a history; ImpossiblePosition if it cannot be."""
    cdef Round made = Round.__new__(Round)
    position.check()
    made.compiled = compile_rules(position.ruleset)
    fill_state(&made.compiled.rules, position, &made.state)
    made.past = b""
    made.first_market = position.market
    return made


def starter_after(int first, int seal):
    """The seat that starts the round after one that `first` started and `seal` won (R9)."""
    return next_first(first, seal)


def restore_after(before, move):
    """A pickled after-state."""
    if not isinstance(before, Round):
        raise TypeError(f"an after-state is restored from a Round, got {type(before).__name__}")
    return before.after(move)


def restore(position, past, start_market, opening):
    """A pickled round."""
    cdef Round made
    if not isinstance(position, Position) or not isinstance(past, bytes):
        raise TypeError("a round is restored from a Position and the bytes of its history")
    if not is_past(past):
        raise ImpossiblePosition("This is not the history of a round.")
    if not isinstance(start_market, Cards) or not isinstance(opening, Deal | None):
        raise TypeError("a round is restored with its first market as Cards and its Deal")
    made = from_position(position)
    made.past = past
    made.first_market = start_market
    made.dealt = opening
    return made
